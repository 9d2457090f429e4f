"""What a duel over battle rounds comes to, in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from battle.advice import honesty
from battle.advice.attacking import traded
from battle.advice.figures import percent
from battle.advice.measures import Figure
from battle.advice.naming import both_sides
from roster.muster.words import counted

MORE_OFTEN_THAN_NOT = 0.5


@dataclass(frozen=True, slots=True)
class Ends:
    """How likely a duel ends in each of four ways."""

    attacker_wins: float
    """The target is destroyed and the attacker is not."""
    target_wins: float
    both_destroyed: float
    both_left: float


def ends_of(answer: Mapping[str, Any]) -> Ends:
    """The ways a duel ends, from the chances of models destroyed on both sides."""
    joint = answer["joint"]
    last = len(joint) - 1
    attacker_wins = math.fsum(joint[last][:-1])
    target_wins = math.fsum(row[-1] for row in joint[:-1])
    both = joint[last][-1]
    return Ends(attacker_wins, target_wins, both, max(0.0, 1.0 - attacker_wins - target_wins - both))


def sentences(answer: Mapping[str, Any]) -> Iterator[str]:
    """Who likely wins and by when, what both lose, and what hangs on the charge."""
    names = {side: unit["name"] for side, unit in both_sides(answer).items()}
    ends = ends_of(answer)
    rounds = answer["rounds"]
    yield _winner(names, ends, len(rounds))
    yield from _by_when(answer, names, ends)
    yield from _charges(answer, names)
    yield from _points(answer, names)
    yield from honesty.of_answer(answer)


def _winner(names: Mapping[str, str], ends: Ends, rounds: int) -> str:
    mine, theirs = Figure(ends.attacker_wins), Figure(ends.target_wins)
    ways = (
        f"{names['attacker']} alone is left in {percent(ends.attacker_wins)} of cases, {names['target']} alone in "
        f"{percent(ends.target_wins)}, both in {percent(ends.both_left)}, neither in {percent(ends.both_destroyed)}."
    )
    after = f"After {counted(rounds, 'battle round')}: {ways}"
    if mine.is_more_than(theirs, is_chance=True):
        ahead = "attacker"
    elif theirs.is_more_than(mine, is_chance=True):
        ahead = "target"
    else:
        return f"{after} Neither has an edge that means anything."
    wins = max(ends.attacker_wins, ends.target_wins)
    if wins > MORE_OFTEN_THAN_NOT:
        return f"{after} Most often {names[ahead]} will win."
    if ends.both_left > wins:
        return f"{after} Most often nothing is decided; else the odds are with {names[ahead]}."
    return f"{after} The odds are with {names[ahead]}."


def _by_when(answer: Mapping[str, Any], names: Mapping[str, str], ends: Ends) -> Iterator[str]:
    """The first round by whose end a unit is destroyed more often than not."""
    for side in ("target", "attacker"):
        gone = next((end for end in answer["rounds"] if end[side]["whole_unit"] > MORE_OFTEN_THAN_NOT), None)
        if gone is not None:
            yield (
                f"{names[side]}: destroyed by the end of round {gone['round']} in "
                f"{percent(gone[side]['whole_unit'])} of cases."
            )
    if ends.both_left > MORE_OFTEN_THAN_NOT:
        yield f"In {percent(ends.both_left)} both still stand when the last of these rounds ends."


def _charges(answer: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    for side in ("attacker", "target"):
        charge = next((step for step in answer["steps"] if step["action"] == "charge" and step["unit"] == side), None)
        if charge is not None and charge["charge_succeeds"] is not None:
            over = f" over {charge['distance']:g} inches" if charge["distance"] is not None else ""
            yield (
                f"The first charge of {names[side]}, in round {charge['round']}{over}, succeeds in "
                f"{percent(charge['charge_succeeds'])} of the cases in which it is declared."
            )


def _points(answer: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    if not answer["attacker"]["points"] or not answer["target"]["points"]:
        return
    end = answer["rounds"][-1]
    gained, lost = (Figure(float(end[side]["expected_points_destroyed"])) for side in ("target", "attacker"))
    yield traded(names["attacker"], gained, lost)
