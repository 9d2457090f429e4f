"""An explanation as plain JSON values: the one shape that command and API give out.

Keys of the object, in this order:

``report``    the report on the roster, as :mod:`roster.presentation` gives it out
``opening``   how the roster stands, in a sentence or two
``account``   ``{total, complete, by_kind, units}``, null where nothing could be read; ``by_kind`` sums the
              parts of prices by kind; a unit is ``{at, key, name, points, known, copy, copies, price_list,
              parts: [{kind, label, points, source, note}], unpriced}``
``limits``    ``[{check, rule, title, of, used, limit, left, sentence, note, units}]``
``closest``   those of them that are full or nearly so, the closest first
``chapters``  ``[{topic, title, summary, possibilities: [{answer, sentence, points, breaks}], untried}]``
``units``     ``[{at, name, depends, without: {tried, breaks, mends}, can_take}]``
``trials``    ``{made, most}``: how many changed rosters were checked for it

``at`` and ``units`` are JSON pointers into the roster document; ``breaks`` are ``{check, title, sentence,
is_illegal}``, warnings among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from datasheets.catalogue import Catalogue
from roster.explaining.explanation import (
    ArmyAccount,
    Broken,
    Chapter,
    Explanation,
    LimitLine,
    Possibility,
    UnitAccount,
    UnitOutlook,
)
from roster.presentation import result_as_dict

Json = dict[str, Any]
"""An object of plain JSON values."""


def explanation_as_dict(explanation: Explanation, catalogue: Catalogue, *, file: str | None = None) -> Json:
    """The explanation as an object of plain JSON values; the module's docstring describes it."""
    return {
        "report": result_as_dict(explanation.result, catalogue, file=file),
        "opening": explanation.opening,
        "account": _account(explanation.account) if explanation.account is not None else None,
        "limits": [_limit(line) for line in explanation.limits],
        "closest": [_limit(line) for line in explanation.closest],
        "chapters": [_chapter(chapter) for chapter in explanation.chapters],
        "units": [_unit(unit) for unit in explanation.units],
        "trials": {"made": explanation.trials, "most": explanation.most_trials},
    }


def _pointer(index: int) -> str:
    return f"/units/{index}"


def _account(account: ArmyAccount) -> Json:
    return {
        "total": account.total,
        "complete": account.is_complete,
        "by_kind": {kind.value: points for kind, points in account.by_kind.items()},
        "units": [_unit_account(unit) for unit in account.units],
    }


def _unit_account(unit: UnitAccount) -> Json:
    return {
        "at": _pointer(unit.index),
        "key": unit.key,
        "name": unit.name,
        "points": unit.points,
        "known": unit.known,
        "copy": unit.copy,
        "copies": unit.copies,
        "price_list": unit.price_list,
        "parts": [
            {"kind": row.kind.value, "label": row.label, "points": row.points, "source": row.source, "note": row.note}
            for row in unit.rows
        ],
        "unpriced": list(unit.missing),
    }


def _limit(line: LimitLine) -> Json:
    return {
        "check": line.check,
        "rule": line.check.partition("/")[0],
        "title": line.title,
        "of": line.of,
        "used": line.used,
        "limit": line.limit,
        "left": line.left,
        "sentence": line.sentence,
        "note": line.note,
        "units": [_pointer(index) for index in line.units],
    }


def _chapter(chapter: Chapter) -> Json:
    return {
        "topic": chapter.topic.value,
        "title": chapter.title,
        "summary": chapter.summary,
        "possibilities": [_possibility(one) for one in chapter.possibilities],
        "untried": chapter.untried,
    }


def _possibility(one: Possibility) -> Json:
    return {
        "answer": one.answer.value,
        "sentence": one.sentence,
        "points": one.points,
        "breaks": _breaks(one.breaks),
    }


def _breaks(breaks: Sequence[Broken]) -> list[Json]:
    return [
        {"check": one.check, "title": one.title, "sentence": one.sentence, "is_illegal": one.is_illegal}
        for one in breaks
    ]


def _unit(unit: UnitOutlook) -> Json:
    return {
        "at": _pointer(unit.index),
        "name": unit.name,
        "depends": list(unit.depends),
        "without": {"tried": unit.was_tried, "breaks": _breaks(unit.breaks), "mends": list(unit.mends)},
        "can_take": list(unit.can_take),
    }
