"""The attack sequence once more, as a program of the dice calculator icepool: whole numbers of ways, no rounding.

It shares nothing with the engine. Printed numbers go in, chances of models destroyed come out. Save dice are
sorted pools: where damage is not rolled for, an evaluator walks through them from the lowest face up (05.04).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from icepool import Die, MultisetEvaluator, Order, UnsupportedOrder, Vector, d3, d6

UnitState = tuple[int, ...]
"""Wounds left in each group."""


@dataclass(frozen=True)
class Printed:
    """Weapons as their profiles print them, ``ap`` as a positive number, with the abilities that matter here."""

    attacks: str
    weapons: int
    skill: int | None
    strength: int
    ap: int
    damage: str
    hit_again: str = ""
    wound_again: str = ""
    critical_hit: int = 6
    critical_wound: int = 6
    hit_modifier: int = 0
    wound_modifier: int = 0
    sustained: str = ""
    lethal: bool = False
    devastating: bool = False
    precise: bool = False


@dataclass(frozen=True)
class Models:
    """A group of the target; 7 is none."""

    models: int
    toughness: int
    save: int
    wounds: int
    invulnerable: int = 7
    pain: int = 7
    is_character: bool = False


def written(dice: str) -> Any:
    """``"D6+1"`` as icepool has it."""
    rolled, _, bonus = dice.partition("+")
    count, d, sides = rolled.partition("D")
    if not d:
        return Die([int(rolled)])
    die = {"6": d6, "3": d3}[sides]
    return (int(count or 1) @ die) + int(bonus or 0)


def kills(unit: Sequence[Models], batches: Sequence[Printed]) -> list[float]:
    """Chances of the number of models destroyed, by batches that attack one after the other."""
    groups = tuple(unit)
    states: Any = Die([tuple(group.models * group.wounds for group in groups)])
    for weapon in batches:
        states = states.map(lambda state, weapon=weapon: _attacked(groups, weapon, tuple(state)), star=False)
    total = sum(group.models for group in groups)

    def dead(state: UnitState) -> int:
        left = sum(-(-wounds // group.wounds) for wounds, group in zip(state, groups, strict=True))
        return total - left

    found = states.map(dead, star=False)
    return [float(found.probability(number)) for number in range(total + 1)]


@lru_cache(maxsize=10_000)
def _attacked(groups: tuple[Models, ...], weapon: Printed, state: UnitState) -> Any:
    if not any(state):
        return Die([state])
    counts = (weapon.weapons @ written(weapon.attacks)) @ _attack(weapon, _toughness(groups, state))
    return counts.map(lambda found: _damaged(groups, weapon, state, found[0], found[1]), star=False)


def _toughness(groups: tuple[Models, ...], state: UnitState) -> int:
    alive = [group for group, wounds in zip(groups, state, strict=True) if wounds]
    others = [group for group in alive if not group.is_character]
    return max(group.toughness for group in others or alive)


def _again(die: Any, again: str, fails: Sequence[int]) -> Any:
    if again == "ones":
        return die.reroll([1], depth=1)
    return die.reroll(fails, depth=1) if again == "fails" and fails else die


def _attack(weapon: Printed, toughness: int) -> Any:
    """One attack die: how many save rolls and how many devastating wounds come of it."""
    wound = _wound(weapon, toughness)
    if weapon.skill is None:
        return wound
    skill = weapon.skill

    def succeeds(face: int) -> bool:
        return face != 1 and (face >= weapon.critical_hit or face + weapon.hit_modifier >= skill)

    faces = _again(d6, weapon.hit_again, [face for face in range(1, 7) if not succeeds(face)])
    of_critical = Die([Vector((1, 0))]) if weapon.lethal else wound
    if weapon.sustained:
        of_critical = of_critical + written(weapon.sustained) @ wound

    def after(face: int) -> Any:
        if not succeeds(face):
            return Vector((0, 0))
        return of_critical if face >= weapon.critical_hit else wound

    return faces.map(after)


def _wound(weapon: Printed, toughness: int) -> Any:
    needed = 4
    if weapon.strength >= 2 * toughness:
        needed = 2
    elif weapon.strength > toughness:
        needed = 3
    elif 2 * weapon.strength <= toughness:
        needed = 6
    elif weapon.strength < toughness:
        needed = 5

    def succeeds(face: int) -> bool:
        return face != 1 and (face >= weapon.critical_wound or face + weapon.wound_modifier >= needed)

    def after(face: int) -> Any:
        is_mortal = weapon.devastating and face >= weapon.critical_wound
        return Vector((int(not is_mortal), int(is_mortal))) if succeeds(face) else Vector((0, 0))

    return _again(d6, weapon.wound_again, [face for face in range(1, 7) if not succeeds(face)]).map(after)


def _saved_on(group: Models, weapon: Printed) -> int:
    return max(2, min(group.save + weapon.ap, group.invulnerable, 7))


def _order(groups: tuple[Models, ...], state: UnitState) -> tuple[int, ...]:
    def place(number: int) -> tuple[bool, bool]:
        return groups[number].is_character, state[number] % groups[number].wounds == 0

    return tuple(sorted((number for number, wounds in enumerate(state) if wounds), key=place))


def _damaged(groups: tuple[Models, ...], weapon: Printed, state: UnitState, saves: int, mortal: int) -> Any:
    after = _saves(groups, weapon, state, saves)
    for _ in range(mortal):
        after = after.map(lambda now: _mortal(groups, weapon, tuple(now)), star=False)
    return after


@lru_cache(maxsize=100_000)
def _saves(groups: tuple[Models, ...], weapon: Printed, state: UnitState, number: int) -> Any:
    if not number:
        return Die([state])
    order = _order(groups, state)
    if weapon.precise:
        order = tuple(sorted(order, key=lambda place: not groups[place].is_character))
    if len(written(weapon.damage)) == 1 and all(group.pain == 7 for group in groups):
        return _Sorted(groups, weapon, state, order).evaluate(d6.pool(number))
    counted = _Counted(tuple(sorted({_saved_on(group, weapon) for group in groups}))).evaluate(d6.pool(number))
    return counted.map(lambda counts: _applied(groups, weapon, state, order, counts), star=False)


class _Sorted(MultisetEvaluator[int, Any]):
    """Save dice from the lowest face up, each against the group whose turn it is; damage is not rolled for."""

    def __init__(self, groups: tuple[Models, ...], weapon: Printed, start: UnitState, order: tuple[int, ...]) -> None:
        self.groups, self.weapon, self.start, self.order = groups, weapon, start, order
        self.damage = int(weapon.damage)

    def initial_state(self, order: Order, outcomes: Any, /, *sizes: Any, **others: Any) -> UnitState:
        if order is not Order.Ascending:
            raise UnsupportedOrder
        return self.start

    def next_state(self, state: Any, order: Order, outcome: int, /, *counts: int) -> UnitState:
        left = list(state)
        for _ in range(counts[0]):
            current = next((place for place in self.order if left[place]), None)
            if current is None:
                break
            if outcome != 1 and outcome >= _saved_on(self.groups[current], self.weapon):
                continue
            wounds = self.groups[current].wounds
            left[current] -= min(self.damage, left[current] % wounds or wounds)
        return tuple(left)

    next_state_key = None


class _Counted(MultisetEvaluator[int, Any]):
    """How many save dice are below each threshold and not below the one before."""

    def __init__(self, thresholds: tuple[int, ...]) -> None:
        self.thresholds = thresholds

    def initial_state(self, order: Order, outcomes: Any, /, *sizes: Any, **others: Any) -> tuple[int, ...]:
        return (0,) * len(self.thresholds)

    def next_state(self, state: Any, order: Order, outcome: int, /, *counts: int) -> tuple[int, ...]:
        place = next((place for place, needed in enumerate(self.thresholds) if outcome < needed), None)
        return tuple(count + counts[0] * (number == place) for number, count in enumerate(state))


def _applied(
    groups: tuple[Models, ...], weapon: Printed, state: UnitState, order: tuple[int, ...], counts: Sequence[int]
) -> Any:
    thresholds = sorted({_saved_on(group, weapon) for group in groups})
    after: Any = Die([state])
    for threshold, count in zip(thresholds, counts, strict=True):
        after = after.map(
            lambda now, threshold=threshold, count=count: _several(groups, weapon, now, order, threshold, count),
            star=False,
        )
    return after


@lru_cache(maxsize=100_000)
def _several(
    groups: tuple[Models, ...], weapon: Printed, state: UnitState, order: tuple[int, ...], threshold: int, count: int
) -> Any:
    """So many attacks one after the other, whose save rolls are below the threshold."""
    if not count:
        return Die([state])
    before = _several(groups, weapon, state, order, threshold, count - 1)
    return before.map(lambda now: _hurt(groups, weapon, now, order, threshold), star=False)


@lru_cache(maxsize=100_000)
def _hurt(groups: tuple[Models, ...], weapon: Printed, state: UnitState, order: tuple[int, ...], threshold: int) -> Any:
    current = next((place for place in order if state[place]), None)
    if current is None or threshold > _saved_on(groups[current], weapon):
        return Die([state])
    return _loses(groups, weapon, state, current)


@lru_cache(maxsize=100_000)
def _mortal(groups: tuple[Models, ...], weapon: Printed, state: UnitState) -> Any:
    order = _order(groups, state)
    if weapon.precise:
        order = tuple(sorted(order, key=lambda place: not groups[place].is_character))
    return _loses(groups, weapon, state, order[0]) if order else Die([state])


def _loses(groups: tuple[Models, ...], weapon: Printed, state: UnitState, place: int) -> Any:
    group = groups[place]
    wounds = written(weapon.damage)
    if group.pain < 7:
        wounds = wounds.map(lambda damage: damage @ (d6 < group.pain))
    of_model = state[place] % group.wounds or group.wounds

    def after(lost: int) -> UnitState:
        return tuple(left - min(lost, of_model) * (number == place) for number, left in enumerate(state))

    return wounds.map(after)
