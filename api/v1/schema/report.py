"""The report on a roster as a schema; ``roster.presentation`` gives it out, and tests hold the two together."""

from __future__ import annotations

from typing import Any

from roster.data_differences import DataCause
from roster.interchange.result import LineStatus
from roster.muster.report import Outcome, PriceKind, Severity, Stage
from roster.price_differences import Cause

Schema = dict[str, Any]

STRING: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
BOOLEAN: Schema = {"type": "boolean"}
MAYBE_STRING: Schema = {"type": ["string", "null"]}
MAYBE_INTEGER: Schema = {"type": ["integer", "null"]}
MAYBE_BOOLEAN: Schema = {"type": ["boolean", "null"]}


def ref_to(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def array_of(items: Schema) -> Schema:
    """An array of these."""
    return {"type": "array", "items": items}


def maybe(schema: Schema) -> Schema:
    """This, or null."""
    return {"oneOf": [schema, {"type": "null"}]}


def one_of(*values: str | None) -> Schema:
    """One of these strings, or null where None is among them."""
    return {"enum": list(values), "type": ["string", "null"] if None in values else "string"}


def described(schema: Schema, description: str) -> Schema:
    """The schema with a description."""
    return {**schema, "description": description}


def object_with(description: str, **properties: Schema) -> Schema:
    """An object of exactly these members, all required."""
    return {"type": "object", "description": description, "required": list(properties), "properties": properties}


def _with_optional(schema: Schema, **properties: Schema) -> Schema:
    return {**schema, "properties": {**properties, **schema["properties"]}}


_NAMED = {"id": described(MAYBE_STRING, "Id in the catalogue; null where the name was not recognised."), "name": STRING}

_LOWERED = {
    "from": described(one_of(*(severity.value for severity in Severity)), "What the check weighs elsewhere."),
    "reason": described(STRING, "The organiser's reason; may be empty."),
    "text": described(STRING, "By whom it was lowered and why, in English."),
}

REPORT_COMPONENTS: dict[str, Schema] = {
    "Report": _with_optional(
        object_with(
            "Whether a roster is legal and why: every check, every price by its parts, the fate of every line.",
            format=described(
                MAYBE_STRING, "Recognised format of the text; null for a document, or where it was not read."
            ),
            faction=maybe(ref_to("Named")),
            battle_size=maybe(ref_to("Named")),
            points_limit=described(MAYBE_INTEGER, "Set where the roster names another limit than the battle size has."),
            detachments=array_of(ref_to("NamedDetachment")),
            detachment_points=object_with(
                "Detachment Points stated and computed; computed is null where one is unknown.",
                stated=MAYBE_INTEGER,
                computed=MAYBE_INTEGER,
            ),
            dispositions=array_of(ref_to("Named")),
            name=STRING,
            units=array_of(ref_to("PricedUnit")),
            points=ref_to("Points"),
            data_differences=described(
                array_of(ref_to("DataDifference")), "What the list names and the release has otherwise, beside prices."
            ),
            lines=object_with(
                "Numbers of lines by what became of them.", **{status.value: COUNT for status in LineStatus}
            ),
            line_details=array_of(ref_to("Line")),
            is_legal=described(MAYBE_BOOLEAN, "Null: nothing is broken, but something could not be read or checked."),
            stage=described(
                one_of(*(stage.value for stage in Stage), None), "What it was judged as; null without a verdict."
            ),
            event=maybe(ref_to("JudgedEvent")),
            verdicts=array_of(ref_to("Verdict")),
            refusal=described(MAYBE_STRING, "Why the text was not read, and what to do."),
            questions=described(array_of(STRING), "What a person should settle."),
            app_version=MAYBE_STRING,
            data_version=MAYBE_STRING,
            release=ref_to("ReleaseStamp"),
            fix_search=maybe(
                object_with(
                    "How fixes were looked for; null where nobody asked for them.",
                    tried=described(COUNT, "Edited rosters that were judged."),
                    cut_short=described(COUNT, "Violations for which a bound left some proposals untried."),
                )
            ),
            not_covered=described(array_of(STRING), "Families of rules that no check looks at yet."),
        ),
        file=described(STRING, "Name of the file, for a list of a batch."),
    ),
    "JudgedEvent": object_with(
        "The event a roster was judged for.",
        id=STRING,
        name=STRING,
        lowered=described(
            array_of(
                object_with(
                    "A broken check that would weigh more elsewhere.",
                    check=STRING,
                    title=STRING,
                    severity=one_of(*(severity.value for severity in Severity)),
                    **_LOWERED,
                )
            ),
            "Broken checks that the organiser lowered.",
        ),
    ),
    "Named": object_with("Something of the catalogue.", **_NAMED),
    "NamedDetachment": object_with(
        "A detachment.", **_NAMED, detachment_points=described(MAYBE_INTEGER, "What it costs this faction.")
    ),
    "CountedItem": object_with("How many of a weapon or piece of wargear.", **_NAMED, count=INTEGER),
    "PricedUnit": object_with(
        "A unit, who is in it and what it costs.",
        key=described(STRING, "Key of the unit in the roster document."),
        name=STRING,
        datasheet=MAYBE_STRING,
        models=array_of(
            object_with("Models of one kind.", kind=STRING, count=INTEGER, items=array_of(ref_to("CountedItem")))
        ),
        items=array_of(ref_to("CountedItem")),
        enhancements=array_of(ref_to("Named")),
        bearer=MAYBE_STRING,
        warlord=BOOLEAN,
        warlord_model=MAYBE_STRING,
        attached_to=described(MAYBE_STRING, "Key of its bodyguard unit."),
        attached_as=one_of("leader", "support", "joiner", None),
        choices=described(
            array_of(object_with("A choice at mustering.", allegiance=ref_to("Named"), choice=STRING)),
            "What was chosen for the unit at mustering, as a mark.",
        ),
        stated=described(MAYBE_INTEGER, "Points the list claims."),
        computed=described(MAYBE_INTEGER, "Points by the manual; null where a part has no known price."),
        copy=described(MAYBE_INTEGER, "Which copy of its datasheet it is, from 1."),
        price=array_of(
            object_with(
                "A part of the price.",
                kind=one_of(*(kind.value for kind in PriceKind)),
                label=STRING,
                points=INTEGER,
                source=STRING,
            )
        ),
        unpriced=described(array_of(STRING), "What has no known price."),
    ),
    "Points": object_with(
        "Points stated and computed, side by side.",
        stated=MAYBE_INTEGER,
        computed=described(MAYBE_INTEGER, "Sum of what has a price."),
        complete=described(BOOLEAN, "Whether that is everything."),
        difference=maybe(ref_to("PointsDifference")),
        differences=array_of(ref_to("PointsDifference")),
    ),
    "PointsDifference": object_with(
        "Two figures that differ, and why.",
        unit=described(MAYBE_STRING, "Key of the unit; null for the army's total."),
        name=STRING,
        stated=INTEGER,
        computed=MAYBE_INTEGER,
        cause=one_of(*(cause.value for cause in Cause)),
        explanation=STRING,
    ),
    "DataDifference": object_with(
        "Something that the list names and the release has otherwise.",
        at=described(STRING, "JSON pointer into the roster document."),
        name=STRING,
        cause=one_of(*(cause.value for cause in DataCause)),
        explanation=STRING,
    ),
    "Line": object_with(
        "What became of a line of the text.",
        number=described(INTEGER, "From 1, counting every line."),
        text=STRING,
        status=one_of(*(status.value for status in LineStatus)),
        meaning=described(STRING, "What it was read as, or why it was not."),
        unit=MAYBE_STRING,
        suggestions=described(array_of(STRING), "Names of the catalogue that come near."),
    ),
    "Verdict": object_with(
        "What one check found.",
        check=described(STRING, "Public id of the check; it never changes meaning."),
        title=STRING,
        outcome=one_of(*(outcome.value for outcome in Outcome)),
        severity=one_of(*(severity.value for severity in Severity)),
        lowered=maybe(object_with("Why the check weighs less at the event it was judged for.", **_LOWERED)),
        rule=described(STRING, "Core rule number, or the family of a check without one."),
        reason=described(MAYBE_STRING, "What was found, or why it was not applicable or not checked."),
        used=MAYBE_INTEGER,
        limit=MAYBE_INTEGER,
        violations=array_of(ref_to("Violation")),
    ),
    "Violation": object_with(
        "One way in which a check is broken.",
        at=described(STRING, "JSON pointer into the roster document."),
        causes=described(array_of(STRING), "JSON pointers to what made it so."),
        message=described(STRING, "Key of the message, for apps that word it themselves."),
        params={"type": "object", "additionalProperties": True, "description": "What fills the message."},
        text=described(STRING, "The message in English: what is wrong and what to do."),
        fixes=described(array_of(ref_to("Fix")), "Changes that mend it, those that lose least first; each was tried."),
    ),
    "Fix": object_with(
        "A change that mends a violation: judged anew the violation is gone, and no illegal one or warning is new.",
        id=described(STRING, "Names the patch; a saved roster is changed by it."),
        kind=described(STRING, "Key of its sentence; `several` has the steps in its params."),
        text=described(STRING, "The change in English, with what it costs."),
        params={"type": "object", "additionalProperties": True, "description": "What fills the sentence."},
        patch=described(
            array_of(
                {
                    "type": "object",
                    "required": ["op", "path"],
                    "additionalProperties": False,
                    "properties": {
                        "op": one_of("add", "remove", "replace", "move", "copy", "test"),
                        "path": STRING,
                        "from": STRING,
                        "value": {},
                    },
                }
            ),
            "JSON Patch (RFC 6902) for the roster document.",
        ),
    ),
    "ReleaseStamp": object_with(
        "Which data judged.",
        label=STRING,
        content_hash=STRING,
        published=STRING,
        upstream=STRING,
        manual=object_with(
            "The points manual.", name=STRING, version=STRING, date={"type": "string", "format": "date"}
        ),
    ),
}
REPORT = ref_to("Report")

RELEASE_EXAMPLE: dict[str, Any] = {
    "label": "2026.09.1",
    "content_hash": "3f9a1c2b" * 8,
    "published": "2026-10-01T08:00:00Z",
    "upstream": "wh40kdc 1.4.5",
    "manual": {"name": "Munitorum Field Manual", "version": "1.5", "date": "2026-09-30"},
}
REPORT_EXAMPLE: dict[str, Any] = {
    "format": None,
    "faction": {"id": "orks", "name": "Orks"},
    "battle_size": {"id": "incursion", "name": "Incursion"},
    "points_limit": None,
    "detachments": [{"id": "orks:war-horde", "name": "War Horde", "detachment_points": 3}],
    "detachment_points": {"stated": None, "computed": 3},
    "dispositions": [],
    "name": "Patrol",
    "units": [
        {
            "key": "u1",
            "name": "Warboss",
            "datasheet": "orks:warboss",
            "models": [{"kind": "Warboss", "count": 1, "items": []}],
            "items": [],
            "enhancements": [],
            "bearer": None,
            "warlord": False,
            "warlord_model": None,
            "attached_to": None,
            "attached_as": None,
            "choices": [],
            "stated": 85,
            "computed": 100,
            "copy": 1,
            "price": [{"kind": "size", "label": "1 model", "points": 100, "source": "Munitorum Field Manual 1.5"}],
            "unpriced": [],
        }
    ],
    "points": {
        "stated": None,
        "computed": 100,
        "complete": True,
        "difference": None,
        "differences": [
            {
                "unit": "u1",
                "name": "Warboss",
                "stated": 85,
                "computed": 100,
                "cause": "older_price",
                "explanation": "The list states 85, as an older manual did; Munitorum Field Manual 1.5 asks 100.",
            }
        ],
    },
    "data_differences": [],
    "lines": {"used": 0, "ignored": 0, "unknown": 0},
    "line_details": [],
    "is_legal": False,
    "stage": Stage.FINAL.value,
    "event": None,
    "verdicts": [
        {
            "check": "25.04/warlord-named",
            "title": "The army has a Warlord",
            "outcome": "broken",
            "severity": "illegal",
            "lowered": None,
            "rule": "25.04",
            "reason": None,
            "used": None,
            "limit": None,
            "violations": [
                {
                    "at": "/units",
                    "causes": ["/units/0"],
                    "message": "none",
                    "params": {"choices": ["Warboss"]},
                    "text": "The roster names no Warlord. Choose Warboss.",
                    "fixes": [
                        {
                            "id": "ee1efa8d0758706f",
                            "kind": "make_warlord",
                            "text": "Make Warboss the Warlord.",
                            "params": {"unit": "Warboss"},
                            "patch": [{"op": "replace", "path": "/units/0/is_warlord", "value": True}],
                        }
                    ],
                }
            ],
        }
    ],
    "refusal": None,
    "questions": [],
    "app_version": None,
    "data_version": None,
    "release": RELEASE_EXAMPLE,
    "fix_search": {"tried": 1, "cut_short": 0},
    "not_covered": [],
}
