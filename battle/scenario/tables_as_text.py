"""The answers to tables in lines, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battle.scenario.lines import lost_and_assumed, named, percent, view_in_words
from battle.scenario.switches import lines_of_dicts
from roster.muster.words import counted

Shape = Mapping[str, Any]

_TITLE = "models destroyed on average, their points, and the chance that the whole unit is"


def table_lines(answer: Shape) -> Iterator[str]:
    """Each view: models destroyed on average, points for points, and chances to destroy the unit."""
    if answer["name"]:
        yield answer["name"]
    targets = answer["targets"]
    sides = [side["units"] for side in answer["sides"]] if "sides" in answer else [answer["attackers"]]
    yield f"{' and '.join(counted(len(units), 'unit') for units in (*sides, targets))}."
    if "weights" in answer:
        weighed = (f"{_who(target)} {weight:g}" for target, weight in zip(targets, answer["weights"], strict=True))
        yield f"How common the targets are: {', '.join(weighed)}."
    for view in answer["views"]:
        yield view_in_words(view["activity"], view["situation"], view["name"])
        if "sides" in view:
            for side, rows in zip(answer["sides"], view["sides"], strict=True):
                yield from _rows(f"{side['name']} on targets", side["units"], targets, rows)
            continue
        yield from _rows("Attackers on targets", answer["attackers"], targets, view["forth"])
        if view["back"] is not None:
            yield from _rows("Targets on attackers", targets, answer["attackers"], view["back"])
    yield f"Method: {answer['method']}."
    yield from lost_and_assumed(answer["assumptions"], answer["not_modelled"])
    yield from lines_of_dicts(answer["switches"])


def _rows(title: str, one: Sequence[Shape], other: Sequence[Shape], rows: Sequence[Sequence[Shape]]) -> Iterator[str]:
    yield f"{title}: {_TITLE}"
    for unit, row in zip(one, rows, strict=True):
        yield f"  {_who(unit)}"
        for target, cell in zip(other, row, strict=True):
            yield f"    {_who(target)}: {_cell(cell)}"


def _who(unit: Shape) -> str:
    return named(unit["name"], unit["models"], unit["points"])


def _cell(cell: Shape) -> str:
    if "refused" in cell:
        return f"not answered. {cell['refused']}"
    if not cell["attacks"]:
        return "no weapon can attack"
    share = cell["points_for_a_point"]
    worth = f" ({share:.2f} for a point)" if share is not None else ""
    sampled = f", {cell['samples']:,} samples" if "samples" in cell else ""
    figures = f"{cell['expected_models']:.2f} models, {cell['expected_points']:.1f} points{worth}"
    return f"{figures}, {percent(cell['whole_unit'])}{sampled}"
