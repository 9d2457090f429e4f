"""The answers to duels and matrices in lines, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battle.armies import Fielded
from battle.engine.courses import Who
from battle.engine.matrix import Cell
from battle.engine.measures import Measures
from battle.engine.steps import Action, Step
from battle.scenario.crossing import MatrixAnswer
from battle.scenario.dueling import ChainAnswer
from battle.scenario.switches import offer_lines, switches_on_offer
from roster.muster.words import counted

NEGLIGIBLE = 5e-5
"""Chances that would be shown as 0.00 %."""

_DOES = {Action.SHOOTING: "shoots", Action.FIGHT: "fights"}


def chain_lines(answer: ChainAnswer) -> Iterator[str]:
    """The duel, step by step, and how it stands after each round."""
    if answer.name:
        yield answer.name
    names = {Who.ATTACKER: _who(answer.attacker), Who.TARGET: _who(answer.target)}
    first = "which has the first turn" if answer.duel.first is Who.ATTACKER else "which has the second turn"
    yield f"{names[Who.ATTACKER]}, {first}, and {names[Who.TARGET]}, {answer.duel.distance:g} inches apart."
    short = {Who.ATTACKER: answer.attacker.name, Who.TARGET: answer.target.name}
    if short[Who.ATTACKER] == short[Who.TARGET]:
        short = {who: f"{name} ({who.value})" for who, name in short.items()}
    ends = iter(answer.chain.rounds)
    steps = answer.chain.steps
    for end in ends:
        yield f"Round {end.round}:"
        for step in steps:
            if step.round == end.round and step.chance >= NEGLIGIBLE:
                yield f"  {_step(step, short)}"
        yield f"  At its end, {end.distance:g} inches apart or, in {_percent(end.engaged)}, engaged:"
        for who, measures in ((Who.ATTACKER, end.attacker), (Who.TARGET, end.target)):
            yield f"    {short[who]}: {_standing(measures)}"
    yield "At the end, models left in so many cases:"
    for who, measures in ((Who.ATTACKER, answer.chain.end.attacker), (Who.TARGET, answer.chain.end.target)):
        yield f"  {short[who]}: {_left(measures)}"
    yield from _foot(answer.method, answer.assumptions, answer.chain.not_modelled)
    yield from offer_lines(switches_on_offer(answer.attacker, answer.target))


def matrix_lines(answer: MatrixAnswer) -> Iterator[str]:
    """Both tables: models destroyed on average, points for points, and chances to destroy the unit."""
    if answer.name:
        yield answer.name
    what = {"shooting": "shooting", "fight": "fighting", "both": "shooting and then fighting"}[answer.activity.value]
    yield f"{counted(len(answer.attackers), 'unit')} and {counted(len(answer.targets), 'unit')}, {what}."
    yield from _table("Attackers on targets", answer.attackers, answer.targets, answer.matrix.forth)
    yield from _table("Targets on attackers", answer.targets, answer.attackers, answer.matrix.back)
    yield from _foot(answer.method, answer.assumptions, answer.matrix.not_modelled)
    yield from offer_lines(switches_on_offer(*answer.attackers, *answer.targets))


def _table(
    title: str, one: Sequence[Fielded], other: Sequence[Fielded], cells: Sequence[Sequence[Cell]]
) -> Iterator[str]:
    yield f"{title}: models destroyed on average, their points, and the chance that the whole unit is"
    for unit, row in zip(one, cells, strict=True):
        yield f"  {_who(unit)}"
        for target, cell in zip(other, row, strict=True):
            yield f"    {_who(target)}: {_cell(cell)}"


def _cell(cell: Cell) -> str:
    if cell.is_idle:
        return "no weapon can attack"
    share = f" ({cell.share:.2f} for a point)" if cell.share is not None else ""
    return f"{cell.models:.2f} models, {cell.points:.1f} points{share}, {_percent(cell.destroyed)}"


def _step(step: Step, names: dict[Who, str]) -> str:
    when = f"{names[step.active]}'s turn, in {_percent(step.chance)}:"
    if step.action is Action.CHARGE:
        return f"{when} it charges over {step.distance:g} inches and succeeds in {_percent(step.succeeded or 0.0)}"
    lost = ", ".join(
        f"{names[who]} has lost {measures.expected_kills:.2f}"
        for who, measures in ((Who.ATTACKER, step.attacker), (Who.TARGET, step.target))
    )
    return f"{when} {names[step.actor]} {_DOES[step.action]}; {lost}"


def _standing(measures: Measures) -> str:
    points = f", {measures.points:.1f} points" if measures.points else ""
    lost = f"{measures.expected_kills:.3f} models lost on average{points}"
    return f"{lost}; destroyed in {_percent(measures.destroyed)}"


def _left(measures: Measures) -> str:
    left = list(enumerate(reversed(measures.kills)))
    return ", ".join(f"{models} in {_percent(chance)}" for models, chance in reversed(left) if chance >= NEGLIGIBLE)


def _who(unit: Fielded) -> str:
    points = f", {unit.fighters.points:g} points" if unit.fighters.points else ""
    return f"{unit.name} ({counted(unit.fighters.models, 'model')}{points})"


def _foot(method: str, assumptions: Sequence[str], not_modelled: Sequence[str]) -> Iterator[str]:
    yield f"Method: {method}."
    for words in assumptions:
        yield f"Assumed: {words}"
    if not_modelled:
        yield f"Not modelled, though it might matter: {'; '.join(one.rstrip('.') for one in not_modelled)}."


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"
