"""The exact resolution beside every way in which the dice can fall, each walked through as 05.03 and 05.04 say."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import product

import numpy as np
import pytest

from battle.engine.attack import Attacks, Ending
from battle.engine.dice import dice
from battle.engine.resolution import Manner, resolve_batch
from battle.engine.target import NONE, Group, State, Target

FACES = range(1, 7)


def walked(attacks: Attacks, target: Target, manner: Manner, number: int) -> dict[State, float]:
    """States after ``number`` attack dice without further hits, every outcome of every die taken in turn."""
    outcomes = _outcomes(attacks)
    after: defaultdict[State, float] = defaultdict(float)
    for fallen in product(outcomes, repeat=number):
        chance = float(np.prod([one[2] for one in fallen]))
        states = {target.start: chance}
        saved = sorted((one for one in fallen if one[0] == "save"), key=lambda one: one[1])
        order = target.declared(manner.wanted, target.start)
        for _, face, _, place in saved:
            states = _allocated(states, attacks.endings[place], face, order, target, manner)
        if any(one[0] == "mortal" for one in fallen):
            # Declared when the normal damage is done: mortal wounds come after it (06.02).
            for _, _, _, place in (one for one in fallen if one[0] == "mortal"):
                states = _mortally(states, attacks.endings[place], manner, target)
        for state, likely in states.items():
            after[state] += likely
    return dict(after)


def _outcomes(attacks: Attacks) -> list[tuple[str, int, float, int]]:
    """Of one die: nothing, a save roll with its face, or mortal wounds; with its chance and its ending."""
    found: list[tuple[str, int, float, int]] = []
    for place, ending in enumerate(attacks.endings):
        chance = attacks.hit * attacks.after_hit[place] + attacks.critical * attacks.after_critical[place]
        if not chance:
            continue
        if ending.is_mortal:
            found.append(("mortal", 0, chance, place))
        else:
            found += [("save", face, chance / 6, place) for face in FACES]
    return [*found, ("nothing", 0, 1 - sum(one[2] for one in found), 0)]


def _allocated(
    states: dict[State, float], ending: Ending, face: int, order: tuple[int, ...], target: Target, manner: Manner
) -> dict[State, float]:
    after: defaultdict[State, float] = defaultdict(float)
    for state, chance in states.items():
        current = next((group for group in order if state[group]), None)
        if manner.precise is not None and state[manner.precise]:
            current = manner.precise
        if current is None or (face != 1 and face >= ending.saves[current]):
            after[state] += chance
            continue
        _lose(after, state, chance, ending, target, current, target.groups[current].feel_no_pain)
    return after


def _mortally(states: dict[State, float], ending: Ending, manner: Manner, target: Target) -> dict[State, float]:
    after: defaultdict[State, float] = defaultdict(float)
    for state, chance in states.items():
        struck = target.for_mortal_wounds(target.declared(manner.wanted, state), state)
        if manner.precise is not None and state[manner.precise]:
            struck = manner.precise
        if struck is None:
            after[state] += chance
            continue
        _lose(after, state, chance, ending, target, struck, target.groups[struck].feel_no_pain_mortal)
    return after


def _lose(
    after: dict[State, float],
    state: State,
    chance: float,
    ending: Ending,
    target: Target,
    group: int,
    feel_no_pain: int,
) -> None:
    """One model loses wounds one after the other, each rolled for; what is over when it is destroyed is lost."""
    wounds = target.groups[group].wounds
    of_model = state[group] % wounds or wounds
    ignored = max(0, NONE - feel_no_pain) / 6
    for damage, likely in enumerate(ending.damage):
        if not likely:
            continue
        for rolls in product((True, False), repeat=damage):
            weight = float(np.prod([ignored if one else 1 - ignored for one in rolls]))
            lost = min(of_model, rolls.count(False))
            hurt = list(state)
            hurt[group] -= lost
            after[tuple(hurt)] += chance * likely * weight


def _random_case(luck: random.Random) -> tuple[Attacks, Target, Manner]:
    groups = tuple(
        Group(
            f"group {index}",
            luck.randint(1, 2),
            luck.randint(1, 3),
            4,
            luck.randint(2, 6),
            luck.choice([NONE, 4, 5]),
            luck.choice([NONE, 5]),
            luck.choice([NONE, 4]),
            is_character=False,
        )
        for index in range(luck.randint(1, 2))
    )
    leaders = tuple(
        Group(
            f"leader {index}", 1, luck.randint(2, 4), 4, luck.randint(2, 4), luck.choice([NONE, 4]), is_character=True
        )
        for index in range(luck.randint(0, 2))
    )
    target = Target((*groups, *leaders))
    penetration = luck.randint(0, 3)
    saves = tuple(max(2, min(one.save + penetration, one.invulnerable, NONE)) for one in target.groups)
    damage = dice(luck.choice(["1", "2", "3", "D3"]))
    endings = (Ending(damage.chances, saves), Ending(damage.chances))
    hit, critical = luck.randint(1, 4) / 6, luck.randint(1, 2) / 6
    wound = luck.randint(1, 4) / 6
    after = (wound, luck.choice([0.0, 1 / 6]))
    attacks = Attacks(np.array([0, 0, 0, 1.0]), hit, critical, endings, after, after, np.ones(1))
    characters = [index for index, one in enumerate(target.groups) if one.is_character]
    precise = luck.choice([None, *characters])
    return attacks, target, Manner(luck.choice(list(target.orders())), precise)


@pytest.mark.parametrize("seed", range(16))
def test_three_attacks_on_a_random_unit(seed: int) -> None:
    attacks, target, manner = _random_case(random.Random(seed))  # noqa: S311

    found = resolve_batch({target.start: 1.0}, attacks, target, manner)

    expected = walked(attacks, target, manner, 3)
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-12)
    assert {state for state, chance in expected.items() if chance > 1e-15} <= set(found)
    for state in {*found, *expected}:
        assert found.get(state, 0.0) == pytest.approx(expected.get(state, 0.0), abs=1e-12), state
