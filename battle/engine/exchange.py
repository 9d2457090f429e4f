"""An exchange: one unit attacks, what is left of the other strikes back; exact, given each number of survivors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from battle.engine.allocation import as_bytes
from battle.engine.applying import Encounter
from battle.engine.attacks import Result, resolve
from battle.engine.cases import Cases, cases_of, struck
from battle.engine.demise import NOTHING, demises_of, explosions, is_near
from battle.engine.dice import Chances
from battle.engine.groups import UNARMED, target_of
from battle.engine.hazards import HAZARD_HURTS, HAZARD_HURTS_MONSTERS, hazard_wounds, suffer
from battle.engine.measures import Measures, joined, measures_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.resolution import Vector
from battle.engine.situation import Situation
from battle.engine.standing import striking
from battle.engine.target import State, Target

_Left = tuple[Fighters | None, bytes]
"""Who strikes back, and the chances of the mortal wounds of those who exploded, as bytes."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Both sides after an exchange. ``first`` is the attack, ``back`` what the first unit suffered: its hazards, the
    Deadly Demise of models that it destroyed within 6", and the answer.

    ``joint`` has the chances of models destroyed on both sides: row the unit that was attacked first, column
    the unit that attacked first, from 0.
    """

    first: Result
    target: Target
    """The unit that attacked first, as groups."""
    states: Mapping[State, float]
    back: Measures
    joint: tuple[tuple[float, ...], ...]
    answers: tuple[tuple[str, Result, float], ...]
    """How the survivors strike back: who is left, in words, with which result, and how likely they are.

    Survivors come more than once where hazards or explosions leave the other unit in several cases that they attack in
    different ways.
    """


def exchange(
    attacker: Fighters,
    target: Fighters,
    situation: Situation,
    answer: Situation,
    policies: Policies,
) -> Exchange:
    """``attacker`` attacks in ``situation``, and the survivors of ``target`` attack it in ``answer``.

    Conditioned on who survives, never on how many do on average. Raises
    :class:`~battle.engine.work.TooLarge` where the exact answer does not fit.
    """
    first = resolve(attacker, target, situation, policies)
    structure = structure_of(attacker, answer)
    began = after_hazards({structure.start: 1.0}, attacker, structure, first.hazards)
    exploding = demises_of(target, first.target) if is_near(situation) else {}
    by_rest: defaultdict[_Left, float] = defaultdict(float)
    kills: defaultdict[tuple[_Left, int], float] = defaultdict(float)
    for state, chance in first.states.items():
        wounds = explosions(exploding, first.target, first.target.start, state) if exploding else NOTHING
        left = striking(target, first.target, state, enemy=attacker), as_bytes(wounds)
        by_rest[left] += chance
        kills[left, _destroyed(first.target, state)] += chance
    parts: list[tuple[Mapping[State, float], float]] = []
    answers = []
    joint = [[0.0] * (structure.models + 1) for _ in range(first.target.models + 1)]
    for left, chance in by_rest.items():
        rest, blown = left
        after = after_explosions(began, np.frombuffer(blown), structure)
        if rest is not None and rest.weapons:
            struck_back = list(struck(rest, _found_by(rest, attacker, structure, after), answer, policies))
            after = joined([(states, weight) for _, states, weight in struck_back])
            answers += [
                (_in_words(rest), result, chance * weight) for result, _, weight in struck_back if result is not None
            ]
        parts.append((after, chance))
        lost = measures_of(structure, after).kills
        for (other, dead), weight in kills.items():
            if other == left:
                for number, likely in enumerate(lost):
                    joint[dead][number] += weight * likely
    states = joined(parts)
    return Exchange(
        first,
        structure,
        states,
        measures_of(structure, states),
        tuple(map(tuple, joint)),
        tuple(answers),
    )


def _found_by(rest: Fighters, attacker: Fighters, structure: Target, began: Vector) -> Cases:
    """The first unit as the survivors find it: hazards and explosions may have left less of it (24.05, 24.15)."""
    return {attacker: began} if len(began) == 1 else cases_of(attacker, structure, began, enemy=rest)


def structure_of(fighters: Fighters, situation: Situation) -> Target:
    """The unit as groups, as anybody attacks it: which weapon it is does not change what groups there are."""
    return target_of(Encounter(fighters, fighters, next(iter(fighters.weapons), UNARMED), situation))


def after_hazards(vector: Vector, fighters: Fighters, structure: Target, rolls: int) -> Vector:
    """The unit once it has made its hazard rolls (24.15)."""
    if not rolls:
        return vector
    hurts = HAZARD_HURTS_MONSTERS if fighters.hazards_hurt_more else HAZARD_HURTS
    return suffer(vector, hazard_wounds(rolls, hurts=hurts), structure, next(iter(structure.orders())))


def after_explosions(vector: Vector, wounds: Chances, structure: Target) -> Vector:
    """The unit once it has suffered the mortal wounds of models that were destroyed near it (24.08)."""
    return suffer(vector, wounds, structure, next(iter(structure.orders()))) if len(wounds) > 1 else vector


def _destroyed(target: Target, state: State) -> int:
    return target.models - sum(target.models_left(state, group) for group in range(len(target.groups)))


def _in_words(rest: Fighters) -> str:
    return ", ".join(f"{profile.models} {profile.name}" for profile in rest.profiles)
