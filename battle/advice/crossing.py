"""What a matrix, a field or a comparison comes to, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battle.advice import honesty
from battle.advice.allocation import allocation
from battle.advice.figures import number, percent, points_in_words
from battle.advice.measures import Figure, Measure
from battle.advice.tables import Cell, Table, Unit, back, forth
from battle.advice.totals import SideTotals, totals
from roster.muster.words import abridged, counted, listed

HARD = 0.1
"""A target that no unit destroys more often than this, in one of ten cases, is called hard."""
WIPED_OUT = 0.005
"""The least chance to be destroyed that is worth a warning."""


def sentences(answer: Mapping[str, Any], view: int) -> Iterator[str]:
    """What one view of the answer comes to."""
    if answer["question"] == "comparison":
        yield from _comparison(answer, view)
        return
    table = forth(answer, view)
    theirs = back(answer, view)
    sides = totals(answer, view)
    yield from _trade(sides, is_weighted=answer.get("weights") is not None)
    yield from _best_pair(table)
    if answer["question"] == "field":
        yield from _all_rounders(sides[0])
    yield from _hard(sides[0], table, "unit of yours")
    if theirs is not None:
        yield from _most_threatened(theirs)
        yield from _most_dangerous(sides[1], table)
    yield from _together(answer, view)
    yield from honesty.of_table(table, "your")
    if theirs is not None:
        yield from honesty.of_table(theirs, "their")


def _trade(sides: tuple[SideTotals, ...], *, is_weighted: bool) -> Iterator[str]:
    """What both sides destroy for what they cost."""
    mine = sides[0]
    if mine.share is None:
        if mine.points.value:
            yield f"On an average target your units destroy {points_in_words(mine.points.value)} together (R-28)."
        return
    weighed = ", targets counted as common as they are" if is_weighted else ""
    said = (
        f"Each attacking an average target{weighed}, your units destroy {points_in_words(mine.points.value)} (R-28) "
        f"for {points_in_words(mine.price)} of their own, {number(mine.share.value)} for each"
    )
    theirs = sides[1].share if len(sides) > 1 else None
    if theirs is None:
        yield f"{said}."
        return
    yield f"{said}; theirs destroy {number(theirs.value)} for each. {_better(mine.share, theirs)}"


def _better(mine: Figure, theirs: Figure) -> str:
    if mine.is_more_than(theirs):
        return "Point for point yours attack better."
    if theirs.is_more_than(mine):
        return "Point for point theirs attack better."
    return "Point for point neither side attacks better by so much that it means anything."


def _best_pair(table: Table) -> Iterator[str]:
    """The pair in which a point does most."""
    known = [(cell.figure(Measure.POINTS_FOR_A_POINT), unit, target, cell) for unit, target, cell in table.every()]
    found = [
        (figure, unit, target, cell) for figure, unit, target, cell in known if figure is not None and figure.value
    ]
    if not found:
        return
    figure, unit, target, cell = max(found, key=lambda one: one[0].value)
    alike = [one for one in found if one[0].is_like(figure)]
    if len(alike) > 1:
        alike.sort(key=lambda one: -one[0].value)
        names = abridged([f"{one[1].name} on {one[2].name}" for one in alike])
        worth = Measure.POINTS_FOR_A_POINT.in_words(figure.value)
        yield f"The best trades, as far as it means anything, are {names}: {worth}."
        return
    yield f"The best trade is {unit.name} on {target.name}: {_trade_in_words(figure, target, cell)}."


def _trade_in_words(figure: Figure, target: Unit, cell: Cell) -> str:
    return (
        f"{Measure.POINTS_FOR_A_POINT.in_words(figure.value)}, {number(cell.value(Measure.MODELS))} of "
        f"{counted(target.models, 'model')}, all of it in {percent(cell.value(Measure.WHOLE_UNIT))}"
    )


def _all_rounders(side: SideTotals) -> Iterator[str]:
    """Which units do most and least over all targets."""
    known = [(one.share, one.unit) for one in side.units if one.share is not None]
    if len(known) < 2:
        return
    best, worst = max(known, key=lambda one: one[0].value), min(known, key=lambda one: one[0].value)
    if not best[0].is_more_than(worst[0]):
        yield "Over all targets no unit does better than another by so much that it means anything."
        return
    most, least = ([unit.name for share, unit in known if share.is_like(end[0])] for end in (best, worst))
    least = [name for name in least if name not in most]
    verb = "does" if len(most) == 1 else "do"
    its = "its" if len(most) == 1 else "their"
    yield (
        f"Over all targets {abridged(most)} {verb} most for {its} points, {number(best[0].value)} for each, and "
        f"{abridged(least)} least, {number(worst[0].value)}."
    )


def _hard(side: SideTotals, table: Table, whose: str) -> Iterator[str]:
    open_still = {
        target.name
        for target, best in zip(side.targets, side.best, strict=True)
        if best.value <= HARD and any(cell.refused for cell in table.column(target))
    }
    if len(open_still) == len(side.targets):
        return
    found = zip(side.targets, side.best, strict=True)
    hard = [target.name for target, best in found if best.value <= HARD and target.name not in open_still]
    if not hard and open_still:
        return
    if not hard:
        yield f"For every target there is a {whose} that destroys all of it in more than 10 %."
    elif len(hard) == len(side.targets) and len(hard) > 1:
        yield f"No {whose} destroys all of any target in more than 10 % by itself."
    else:
        yield f"No {whose} destroys all of {listed(_few(hard), conjunction='or')} in more than 10 % by itself."


def _few(names: list[str], most: int = 4) -> list[str]:
    return names if len(names) <= most else [*names[: most - 1], f"{len(names) - most + 1} others"]


def _most_threatened(theirs: Table) -> Iterator[str]:
    """Which of one's units a single unit of theirs hurts most: by the part of it that is lost."""
    losses = {(enemy, mine): _part_lost(mine, cell) for enemy, mine, cell in theirs.every()}
    worst = max(theirs.every(), key=lambda one: losses[one[0], one[1]].value, default=None)
    if worst is None or losses[worst[0], worst[1]].value < WIPED_OUT:
        if any(not cell.refused for _, _, cell in theirs.every()):
            yield "No unit of theirs does more than next to nothing to any of yours by itself."
        return
    enemy, mine, cell = worst
    most = losses[enemy, mine]
    alike = [one for one in theirs.targets if any(losses[by, one].is_like(most) for by in theirs.attackers)]
    if len(alike) > 1:
        part = percent(most.value)
        yield (
            f"Most threatened of yours, as far as it means anything, are {abridged([one.name for one in alike])}: a "
            f"single unit of theirs destroys {part} of the models of each on average."
        )
        yield from _often_destroyed(theirs)
        return
    points = f", {points_in_words(cell.value(Measure.POINTS))}" if mine.points else ""
    yield (
        f"Most threatened of yours: {mine.name}, by {enemy.name}, which by itself destroys "
        f"{number(cell.value(Measure.MODELS))} of {counted(mine.models, 'model')}{points}, all of it in "
        f"{percent(cell.value(Measure.WHOLE_UNIT))}."
    )
    yield from _often_destroyed(theirs)


def _part_lost(unit: Unit, cell: Cell) -> Figure:
    """Which part of the unit's models is lost in the cell, nothing where it has no figure."""
    figure = cell.figure(Measure.MODELS)
    if figure is None or not unit.models:
        return Figure(0.0)
    return Figure(figure.value / unit.models, figure.error / unit.models)


def _often_destroyed(theirs: Table) -> Iterator[str]:
    """Which of one's units most of theirs are each enough for."""
    killers = {
        unit.name: sum(cell.value(Measure.WHOLE_UNIT) > 0.5 for cell in theirs.column(unit)) for unit in theirs.targets
    }
    often = {name: number for name, number in killers.items() if number > 1}
    if often:
        name = max(often, key=lambda one: often[one])
        yield f"{often[name]} units of theirs each destroy {name} more often than not."


def _most_dangerous(theirs: SideTotals, table: Table) -> Iterator[str]:
    """Which of their units does most to an average unit of mine, and which of mine does most to it."""
    if theirs.refused == theirs.pairs:
        return
    worst = max(theirs.units, key=lambda one: one.points.value)
    alike = [one for one in theirs.units if one is not worst and one.points.is_like(worst.points)]
    if worst.points.value < 1 or len(alike) > 1:
        return
    said = f"Most dangerous of theirs: {worst.unit.name}"
    if alike:
        said += f" and {alike[0].unit.name}"
    said += f", {points_in_words(worst.points.value)} destroyed of an average unit of yours."
    target = table.targets[worst.unit.position]
    best = max(table.attackers, key=lambda unit: table.cells[unit.position][target.position].value(Measure.MODELS))
    cell = table.cells[best.position][target.position]
    whom = target.name if alike else "it"
    if cell.value(Measure.MODELS) < WIPED_OUT:
        yield f"{said} None of yours does more than next to nothing to {whom} here."
        return
    yield (
        f"{said} Most against {whom} does {best.name}: "
        f"{number(cell.value(Measure.MODELS))} of {counted(target.models, 'model')}, all of it in "
        f"{percent(cell.value(Measure.WHOLE_UNIT))}."
    )


def _together(answer: Mapping[str, Any], view: int) -> Iterator[str]:
    """What all units do together once they share the targets out."""
    found = allocation(answer, view)
    if len(found.assigned) < 2:
        return
    amount = points_in_words(found.total) if found.is_in_points else f"{number(found.total)} models"
    targets = len({one.target for one in found.assigned})
    spare = f", {counted(len(found.spare), 'unit')} to spare" if found.spare else ""
    yield (
        f"Shared out so that units do not destroy the same models twice, yours destroy {amount} on average, on "
        f"{counted(targets, 'target')}{spare}."
    )


# Comparisons --------------------------------------------------------------------------------------------


def _comparison(answer: Mapping[str, Any], view: int) -> Iterator[str]:
    sides = totals(answer, view)
    known = [(side.share, side) for side in sides if side.share is not None]
    is_priced = any(target.points for target in sides[0].targets)
    for side in sides if is_priced else ():
        share = f", {number(side.share.value)} for each" if side.share is not None else ""
        cost = f" for {points_in_words(side.price)} of its own" if side.share is not None else ""
        yield (
            f"{side.name}: each of its units attacking an average target, {points_in_words(side.points.value)} are "
            f"destroyed (R-28){cost}{share}."
        )
    if len(known) == len(sides):
        yield _best_side([(figure, side.name) for figure, side in known], "point for point")
    if is_priced:
        yield _best_side([(side.points, side.name) for side in sides], "in all")
    yield from _by_target(sides)
    for place, side in enumerate(sides):
        yield from honesty.of_table(forth(answer, view, place), f"the {side.name}")


def _best_side(figures: list[tuple[Figure, str]], how: str) -> str:
    (best, name), *others = sorted(figures, key=lambda one: -one[0].value)
    alike = [other for figure, other in others if figure.is_like(best)]
    if alike:
        return f"{listed([name, *alike])} do equally well {how}, as far as it means anything."
    second = others[0][0].value if others else 0.0
    return f"{name} does better {how}{f', by {100 * (best.value / second - 1):,.1f} %' if second > 0 else ''}."


def _by_target(sides: tuple[SideTotals, ...]) -> Iterator[str]:
    """On which targets each side has the unit that destroys them most often."""
    wins: list[list[str]] = [[] for _ in sides]
    for target in sides[0].targets:
        chances = [side.best[target.position] for side in sides]
        winner = max(range(len(sides)), key=lambda place: chances[place].value)
        others = [chance for place, chance in enumerate(chances) if place != winner]
        if all(chances[winner].is_more_than(other, is_chance=True) for other in others):
            wins[winner].append(target.name)
    for side, targets in zip(sides, wins, strict=True):
        if targets:
            yield f"{side.name} has the unit that destroys {listed(_few(targets))} most often."
