"""Answers as a schema: what tables of units say cell by cell, and what stands in every answer (R-28)."""

from __future__ import annotations

from typing import Any

from api.v1.schema.report import (
    BOOLEAN,
    COUNT,
    STRING,
    Schema,
    array_of,
    described,
    maybe,
    object_with,
    one_of,
    ref_to,
)

QUESTIONS = ("attack", "exchange", "chain", "matrix", "field", "comparison", "pair")
_NUMBER: Schema = {"type": "number", "minimum": 0}
_CHANCE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_FIGURES: dict[str, Schema] = {
    "expected_models": described(maybe(_NUMBER), "Models destroyed on average; null where the cell cannot be had."),
    "expected_wounds": described(maybe(_NUMBER), "Wounds lost on average."),
    "expected_points": described(maybe(_NUMBER), "Points destroyed on average."),
    "whole_unit": described(maybe(_CHANCE), "The chance that the whole unit is destroyed."),
    "points_for_a_point": described(maybe(_NUMBER), "Points destroyed for each point of the unit that attacks."),
    "attacks": described(maybe(BOOLEAN), "False: it makes no attacks there."),
}


def _with_more(schema: Schema, **properties: Schema) -> Schema:
    """The object with members that are not always there."""
    return {**schema, "properties": {**schema["properties"], **properties}}


ANSWER_COMPONENTS: dict[str, Schema] = {
    "Answer": {
        "type": "object",
        "description": (
            "The answer to a question, `quartermaster.answer/1`. What further members it has depends on `question`: "
            "tables (`matrix`, `field`, `comparison`) have `views` of cells; `attack`, `exchange`, `chain` and `pair` "
            "have distributions, a chance for each number of models from 0, and the reasons of every number."
        ),
        "required": ["schema", "question", "name", "method", "assumptions", "switches"],
        "properties": {
            "schema": one_of("quartermaster.answer/1"),
            "question": one_of(*QUESTIONS),
            "name": STRING,
            "method": described(
                one_of("exact", "sampled", "mixed"), "`mixed`: some cells are sampled, with their standard errors."
            ),
            "attackers": array_of(ref_to("AnswerUnit")),
            "targets": array_of(ref_to("AnswerUnit")),
            "sides": array_of(ref_to("AnswerSide")),
            "views": array_of(ref_to("AnswerView")),
            "weights": described(array_of(_NUMBER), "How common each target is, where the question says so."),
            "not_modelled": described(array_of(STRING), "Rules that are not in the figures."),
            "assumptions": described(array_of(STRING), "What was taken to be so."),
            "switches": described(array_of({"type": "object"}), "What can be turned on, and what is."),
        },
        "additionalProperties": True,
    },
    "AnswerUnit": object_with(
        "A unit of a table.",
        name=STRING,
        models=COUNT,
        points=_NUMBER,
        keys=described(array_of(STRING), "Keys of the units of a roster that it is; empty where it is of none."),
        place=described(COUNT, "Which entry of the list it is of, gauntlets written out: a roster brings several."),
    ),
    "AnswerSide": object_with("One of those that are compared.", name=STRING, units=array_of(ref_to("AnswerUnit"))),
    "AnswerView": _with_more(
        object_with(
            "A table as it is in one situation.",
            name=STRING,
            activity=one_of("shooting", "fight", "both"),
            situation=described({"type": "object"}, "What is not as usual."),
        ),
        forth=described(array_of(array_of(ref_to("AnswerCell"))), "A row for each attacker, a cell for each target."),
        back=described(
            maybe(array_of(array_of(ref_to("AnswerCell")))), "A row for each target; null where it was not asked."
        ),
        sides=described(
            array_of(array_of(array_of(ref_to("AnswerCell")))), "Of a comparison: for each side as `forth`."
        ),
    ),
    "AnswerCell": _with_more(
        object_with("What a fresh unit does to a fresh unit.", **_FIGURES),
        method=described(one_of("sampled"), "There where the exact cell would not fit."),
        standard_errors=described({"type": "object"}, "Of the sampled figures."),
        refused=described(STRING, "Why the cell cannot be had; its figures are null."),
    ),
}
ANSWER: dict[str, Any] = ref_to("Answer")
