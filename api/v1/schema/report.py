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


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _maybe(schema: Schema) -> Schema:
    return {"oneOf": [schema, {"type": "null"}]}


def _one_of(*values: str | None) -> Schema:
    return {"enum": list(values), "type": ["string", "null"] if None in values else "string"}


def _told(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def _object(description: str, **properties: Schema) -> Schema:
    return {"type": "object", "description": description, "required": list(properties), "properties": properties}


def _with_optional(schema: Schema, **properties: Schema) -> Schema:
    return {**schema, "properties": {**properties, **schema["properties"]}}


_NAMED = {"id": _told(MAYBE_STRING, "Id in the catalogue; null where the name was not recognised."), "name": STRING}

_LOWERED = {
    "from": _told(_one_of(*(severity.value for severity in Severity)), "What the check weighs elsewhere."),
    "reason": _told(STRING, "The organiser's reason; may be empty."),
    "text": _told(STRING, "By whom it was lowered and why, in English."),
}

REPORT_COMPONENTS: dict[str, Schema] = {
    "Report": _with_optional(
        _object(
            "Whether a roster is legal and why: every check, every price by its parts, the fate of every line.",
            format=_told(MAYBE_STRING, "Recognised format of the text; null for a document, or where it was not read."),
            faction=_maybe(_ref("Named")),
            battle_size=_maybe(_ref("Named")),
            points_limit=_told(MAYBE_INTEGER, "Set where the roster names another limit than the battle size has."),
            detachments=_array(_ref("NamedDetachment")),
            detachment_points=_object(
                "Detachment Points stated and computed; computed is null where one is unknown.",
                stated=MAYBE_INTEGER,
                computed=MAYBE_INTEGER,
            ),
            dispositions=_array(_ref("Named")),
            name=STRING,
            units=_array(_ref("PricedUnit")),
            points=_ref("Points"),
            data_differences=_told(
                _array(_ref("DataDifference")), "What the list names and the release has otherwise, beside prices."
            ),
            lines=_object("Numbers of lines by what became of them.", **{status.value: COUNT for status in LineStatus}),
            line_details=_array(_ref("Line")),
            is_legal=_told(MAYBE_BOOLEAN, "Null: nothing is broken, but something could not be read or checked."),
            stage=_told(
                _one_of(*(stage.value for stage in Stage), None), "What it was judged as; null without a verdict."
            ),
            event=_maybe(_ref("JudgedEvent")),
            verdicts=_array(_ref("Verdict")),
            refusal=_told(MAYBE_STRING, "Why the text was not read, and what to do."),
            questions=_told(_array(STRING), "What a person should settle."),
            app_version=MAYBE_STRING,
            data_version=MAYBE_STRING,
            release=_ref("ReleaseStamp"),
            fix_search=_maybe(
                _object(
                    "How fixes were looked for; null where nobody asked for them.",
                    tried=_told(COUNT, "Edited rosters that were judged."),
                    cut_short=_told(COUNT, "Violations for which a bound left some proposals untried."),
                )
            ),
            not_covered=_told(_array(STRING), "Families of rules that no check looks at yet."),
        ),
        file=_told(STRING, "Name of the file, for a list of a batch."),
    ),
    "JudgedEvent": _object(
        "The event a roster was judged for.",
        id=STRING,
        name=STRING,
        lowered=_told(
            _array(
                _object(
                    "A broken check that would weigh more elsewhere.",
                    check=STRING,
                    title=STRING,
                    severity=_one_of(*(severity.value for severity in Severity)),
                    **_LOWERED,
                )
            ),
            "Broken checks that the organiser lowered.",
        ),
    ),
    "Named": _object("Something of the catalogue.", **_NAMED),
    "NamedDetachment": _object(
        "A detachment.", **_NAMED, detachment_points=_told(MAYBE_INTEGER, "What it costs this faction.")
    ),
    "CountedItem": _object("How many of a weapon or piece of wargear.", **_NAMED, count=INTEGER),
    "PricedUnit": _object(
        "A unit, who is in it and what it costs.",
        key=_told(STRING, "Key of the unit in the roster document."),
        name=STRING,
        datasheet=MAYBE_STRING,
        models=_array(_object("Models of one kind.", kind=STRING, count=INTEGER, items=_array(_ref("CountedItem")))),
        items=_array(_ref("CountedItem")),
        enhancements=_array(_ref("Named")),
        bearer=MAYBE_STRING,
        warlord=BOOLEAN,
        warlord_model=MAYBE_STRING,
        attached_to=_told(MAYBE_STRING, "Key of its bodyguard unit."),
        attached_as=_one_of("leader", "support", "joiner", None),
        choices=_told(
            _array(_object("A choice at mustering.", allegiance=_ref("Named"), choice=STRING)),
            "What was chosen for the unit at mustering, as a mark.",
        ),
        stated=_told(MAYBE_INTEGER, "Points the list claims."),
        computed=_told(MAYBE_INTEGER, "Points by the manual; null where a part has no known price."),
        copy=_told(MAYBE_INTEGER, "Which copy of its datasheet it is, from 1."),
        price=_array(
            _object(
                "A part of the price.",
                kind=_one_of(*(kind.value for kind in PriceKind)),
                label=STRING,
                points=INTEGER,
                source=STRING,
            )
        ),
        unpriced=_told(_array(STRING), "What has no known price."),
    ),
    "Points": _object(
        "Points stated and computed, side by side.",
        stated=MAYBE_INTEGER,
        computed=_told(MAYBE_INTEGER, "Sum of what has a price."),
        complete=_told(BOOLEAN, "Whether that is everything."),
        difference=_maybe(_ref("PointsDifference")),
        differences=_array(_ref("PointsDifference")),
    ),
    "PointsDifference": _object(
        "Two figures that differ, and why.",
        unit=_told(MAYBE_STRING, "Key of the unit; null for the army's total."),
        name=STRING,
        stated=INTEGER,
        computed=MAYBE_INTEGER,
        cause=_one_of(*(cause.value for cause in Cause)),
        explanation=STRING,
    ),
    "DataDifference": _object(
        "Something that the list names and the release has otherwise.",
        at=_told(STRING, "JSON pointer into the roster document."),
        name=STRING,
        cause=_one_of(*(cause.value for cause in DataCause)),
        explanation=STRING,
    ),
    "Line": _object(
        "What became of a line of the text.",
        number=_told(INTEGER, "From 1, counting every line."),
        text=STRING,
        status=_one_of(*(status.value for status in LineStatus)),
        meaning=_told(STRING, "What it was read as, or why it was not."),
        unit=MAYBE_STRING,
        suggestions=_told(_array(STRING), "Names of the catalogue that come near."),
    ),
    "Verdict": _object(
        "What one check found.",
        check=_told(STRING, "Public id of the check; it never changes meaning."),
        title=STRING,
        outcome=_one_of(*(outcome.value for outcome in Outcome)),
        severity=_one_of(*(severity.value for severity in Severity)),
        lowered=_maybe(_object("Why the check weighs less at the event it was judged for.", **_LOWERED)),
        rule=_told(STRING, "Core rule number, or the family of a check without one."),
        reason=_told(MAYBE_STRING, "What was found, or why it was not applicable or not checked."),
        used=MAYBE_INTEGER,
        limit=MAYBE_INTEGER,
        violations=_array(_ref("Violation")),
    ),
    "Violation": _object(
        "One way in which a check is broken.",
        at=_told(STRING, "JSON pointer into the roster document."),
        causes=_told(_array(STRING), "JSON pointers to what made it so."),
        message=_told(STRING, "Key of the message, for apps that word it themselves."),
        params={"type": "object", "additionalProperties": True, "description": "What fills the message."},
        text=_told(STRING, "The message in English: what is wrong and what to do."),
        fixes=_told(_array(_ref("Fix")), "Changes that mend it, those that lose least first; each was tried."),
    ),
    "Fix": _object(
        "A change that mends a violation: judged anew the violation is gone, and no illegal one or warning is new.",
        id=_told(STRING, "Names the patch; a saved roster is changed by it."),
        kind=_told(STRING, "Key of its sentence; `several` has the steps in its params."),
        text=_told(STRING, "The change in English, with what it costs."),
        params={"type": "object", "additionalProperties": True, "description": "What fills the sentence."},
        patch=_told(
            _array(
                {
                    "type": "object",
                    "required": ["op", "path"],
                    "additionalProperties": False,
                    "properties": {
                        "op": _one_of("add", "remove", "replace", "move", "copy", "test"),
                        "path": STRING,
                        "from": STRING,
                        "value": {},
                    },
                }
            ),
            "JSON Patch (RFC 6902) for the roster document.",
        ),
    ),
    "ReleaseStamp": _object(
        "Which data judged.",
        label=STRING,
        content_hash=STRING,
        published=STRING,
        upstream=STRING,
        manual=_object("The points manual.", name=STRING, version=STRING, date={"type": "string", "format": "date"}),
    ),
}
REPORT = _ref("Report")

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
