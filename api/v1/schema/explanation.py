"""The explanation of a roster as a schema; ``roster.explaining.as_json`` gives it out, and a test compares the two."""

from __future__ import annotations

from typing import Any

from api.v1.schema.report import (
    BOOLEAN,
    COUNT,
    INTEGER,
    MAYBE_INTEGER,
    REPORT,
    REPORT_EXAMPLE,
    STRING,
    Schema,
    array_of,
    described,
    maybe,
    object_with,
    one_of,
    ref_to,
)
from roster.explaining.explanation import Answer, Topic
from roster.muster.report import PriceKind

POINTERS = array_of(STRING)

EXPLANATION_COMPONENTS: dict[str, Schema] = {
    "Explanation": object_with(
        "Why a roster costs and counts what it does, what a change would break, and what is still possible. What is "
        "said to be possible or not was tried: a changed roster went through every check.",
        report=REPORT,
        opening=described(STRING, "How the roster stands, in a sentence or two."),
        account=maybe(ref_to("ArmyAccount")),
        limits=array_of(ref_to("LimitLine")),
        closest=described(array_of(ref_to("LimitLine")), "Limits that are full or nearly so, the closest first."),
        chapters=array_of(ref_to("Chapter")),
        units=array_of(ref_to("UnitOutlook")),
        trials=object_with(
            "How many changed rosters were checked, and how many would have been at most.", made=COUNT, most=COUNT
        ),
    ),
    "ArmyAccount": object_with(
        "What the army costs.",
        total=described(INTEGER, "Sum of what has a price."),
        complete=described(BOOLEAN, "Whether that is everything."),
        by_kind={
            "type": "object",
            "description": "The total by kind of price.",
            "additionalProperties": INTEGER,
            "propertyNames": {"enum": [kind.value for kind in PriceKind]},
        },
        units=array_of(ref_to("UnitAccount")),
    ),
    "UnitAccount": object_with(
        "What a unit costs and why.",
        at=described(STRING, "JSON pointer into the roster document."),
        key=STRING,
        name=described(STRING, "Its name, and which of them where several have it."),
        points=described(MAYBE_INTEGER, "Null where a part has no known price."),
        known=described(INTEGER, "Sum of the parts that have one."),
        copy=described(INTEGER, "Which copy of its datasheet it is, from 1."),
        copies=described(INTEGER, "How many there are."),
        price_list=described(STRING, "Whose list it is bought from; empty where there is none."),
        parts=array_of(
            object_with(
                "A part of the price.",
                kind=one_of(*(kind.value for kind in PriceKind)),
                label=STRING,
                points=INTEGER,
                source=STRING,
                note=described(STRING, "How it comes about; empty where the label says all."),
            )
        ),
        unpriced=described(array_of(STRING), "What has no known price."),
    ),
    "LimitLine": object_with(
        "How much of a limit is used.",
        check=described(STRING, "Id of the check that knows the limit."),
        rule=STRING,
        title=STRING,
        of=described(STRING, "What of: a datasheet, an allied rule, a transport; empty: what the title says."),
        used=INTEGER,
        limit=INTEGER,
        left=described(INTEGER, "Below 0 where more is used than allowed."),
        sentence=STRING,
        note=STRING,
        units=described(POINTERS, "JSON pointers to the units that use it."),
    ),
    "Chapter": object_with(
        "What was tried on one topic.",
        topic=one_of(*(topic.value for topic in Topic)),
        title=STRING,
        summary=STRING,
        possibilities=array_of(ref_to("Possibility")),
        untried=described(STRING, "What was not tried, and why; empty where all was."),
    ),
    "Possibility": object_with(
        "A change that was tried.",
        answer=described(
            one_of(*(answer.value for answer in Answer)), "`not_now`: the rules allow it, the points do not pay for it."
        ),
        sentence=STRING,
        points=described(MAYBE_INTEGER, "What it adds to the army's points, where that is known."),
        breaks=array_of(ref_to("WouldBreak")),
    ),
    "WouldBreak": object_with(
        "A check that a change would break.",
        check=STRING,
        title=STRING,
        sentence=STRING,
        is_illegal=described(BOOLEAN, "False: a warning."),
    ),
    "UnitOutlook": object_with(
        "What hangs on a unit.",
        at=described(STRING, "JSON pointer into the roster document."),
        name=STRING,
        depends=described(array_of(STRING), "Who has joined it, rides in it, pays for it."),
        without=object_with(
            "What its removal would do.",
            tried=BOOLEAN,
            breaks=array_of(ref_to("WouldBreak")),
            mends=described(array_of(STRING), "Titles of checks that are broken now and would not be."),
        ),
        can_take=described(array_of(STRING), "Whom it could still be joined by."),
    ),
}
EXPLANATION: Schema = ref_to("Explanation")

EXPLANATION_EXAMPLE: dict[str, Any] = {
    "report": REPORT_EXAMPLE,
    "opening": "This roster is legal; 900 points are left.",
    "account": {
        "total": 100,
        "complete": True,
        "by_kind": {"size": 100},
        "units": [
            {
                "at": "/units/0",
                "key": "u1",
                "name": "Warboss",
                "points": 100,
                "known": 100,
                "copy": 1,
                "copies": 1,
                "price_list": "Orks",
                "parts": [
                    {
                        "kind": "size",
                        "label": "1 model",
                        "points": 100,
                        "source": "Munitorum Field Manual 1.5",
                        "note": "",
                    }
                ],
                "unpriced": [],
            }
        ],
    },
    "limits": [
        {
            "check": "25.03/points-limit",
            "rule": "25.03",
            "title": "The army is within its points limit",
            "of": "Points",
            "used": 100,
            "limit": 1000,
            "left": 900,
            "sentence": "Points: 100 of 1,000, 900 left.",
            "note": "",
            "units": [],
        }
    ],
    "closest": [],
    "chapters": [
        {
            "topic": "copies",
            "title": "More of the same",
            "summary": "1 datasheet here can be taken once more as things are.",
            "possibilities": [
                {
                    "answer": "yes",
                    "sentence": "Warboss, 1 of 2: a 2nd is possible for 100 points. A 3rd is not: the limit is 2.",
                    "points": 100,
                    "breaks": [],
                }
            ],
            "untried": "",
        }
    ],
    "units": [
        {
            "at": "/units/0",
            "name": "Warboss",
            "depends": [],
            "without": {
                "tried": True,
                "breaks": [
                    {
                        "check": "25.04/warlord-named",
                        "title": "The army has a Warlord",
                        "sentence": "The roster names no Warlord.",
                        "is_illegal": True,
                    }
                ],
                "mends": [],
            },
            "can_take": [],
        }
    ],
    "trials": {"made": 26, "most": 240},
}
