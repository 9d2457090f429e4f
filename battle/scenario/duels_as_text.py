"""The answers to duels in lines, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from battle.engine.courses import Who
from battle.engine.measures import Measures
from battle.engine.steps import Action, Step
from battle.scenario.dueling import ChainAnswer
from battle.scenario.lines import NEGLIGIBLE, lost_and_assumed, percent, unit_in_words
from battle.scenario.switches import offer_lines, switches_on_offer

_DOES = {Action.SHOOTING: "shoots", Action.FIGHT: "fights"}


def chain_lines(answer: ChainAnswer) -> Iterator[str]:
    """The duel, step by step, and how it stands after each round."""
    if answer.name:
        yield answer.name
    names = {Who.ATTACKER: unit_in_words(answer.attacker), Who.TARGET: unit_in_words(answer.target)}
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
        yield f"  At its end, {end.distance:g} inches apart or, in {percent(end.engaged)}, engaged:"
        for who, measures in ((Who.ATTACKER, end.attacker), (Who.TARGET, end.target)):
            yield f"    {short[who]}: {_standing(measures)}"
    yield "At the end, models left in so many cases:"
    for who, measures in ((Who.ATTACKER, answer.chain.end.attacker), (Who.TARGET, answer.chain.end.target)):
        yield f"  {short[who]}: {_left(measures)}"
    yield f"Method: {answer.method}."
    yield from lost_and_assumed(answer.assumptions, answer.chain.not_modelled)
    yield from offer_lines(switches_on_offer(answer.attacker, answer.target))


def _step(step: Step, names: dict[Who, str]) -> str:
    when = f"{names[step.active]}'s turn, in {percent(step.chance)}:"
    if step.action is Action.CHARGE:
        return f"{when} it charges over {step.distance:g} inches and succeeds in {percent(step.succeeded or 0.0)}"
    lost = ", ".join(
        f"{names[who]} has lost {measures.expected_kills:.2f}"
        for who, measures in ((Who.ATTACKER, step.attacker), (Who.TARGET, step.target))
    )
    return f"{when} {names[step.actor]} {_DOES[step.action]}; {lost}"


def _standing(measures: Measures) -> str:
    points = f", {measures.points:.1f} points" if measures.points else ""
    lost = f"{measures.expected_kills:.3f} models lost on average{points}"
    return f"{lost}; destroyed in {percent(measures.destroyed)}"


def _left(measures: Measures) -> str:
    left = list(enumerate(reversed(measures.kills)))
    return ", ".join(f"{models} in {percent(chance)}" for models, chance in reversed(left) if chance >= NEGLIGIBLE)
