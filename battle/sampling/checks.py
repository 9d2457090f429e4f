"""What a rolled die means: its fate by the unmodified face, and which faces are rolled again (01.05.02, 05.01-02)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from battle.engine.applying import Encounter
from battle.engine.choices import Choice
from battle.engine.effects import Change, Effect, Moment, Part
from battle.engine.modifiers import Characteristic
from battle.engine.rolls import FACES, Fate
from battle.engine.situation import ShootingType
from battle.engine.weapons import WeaponAbility, WeaponRule
from battle.sampling.numbers import changes_of, fixed

Abilities = Mapping[WeaponRule, WeaponAbility]


@dataclass(frozen=True, slots=True)
class Check:
    """The fate of each face from 1 to 6, and whether it is rolled again; a die is rolled again once."""

    fates: tuple[Fate, ...]
    again: tuple[bool, ...] = (False,) * 6

    def fate(self, face: int) -> Fate:
        """What the unmodified face means."""
        return self.fates[face - 1]

    @property
    def words(self) -> str:
        """``"3+, critical on 6+"``."""
        succeeding = [face for face in FACES if self.fate(face) is not Fate.FAILS]
        critical = [face for face in FACES if self.fate(face) is Fate.CRITICAL]
        needed = f"{succeeding[0]}+" if succeeding else "no result"
        words = f"{needed}, critical on {critical[0]}+" if critical else needed
        rolled = ", ".join(str(face) for face in FACES if self.again[face - 1])
        return f"{words}; {rolled} rolled again" if rolled else words


def hit_check(
    encounter: Encounter,
    effects: Sequence[Effect],
    abilities: Abilities,
    *,
    skill: int,
    modifier: int,
    choice: Choice,
) -> Check | None:
    """Hit rolls against a modified BS or WS with a modifier to the roll; None: hits without a roll (24.37)."""
    if WeaponRule.TORRENT in abilities or encounter.weapon.skill is None:
        return None
    situation = encounter.situation
    critical_on = min([6, *_results(effects, Part.CRITICAL_HIT, frozenset())])
    every = _is_every_success(effects, Part.CRITICAL_HIT, frozenset())
    fates = tuple(_fate(face, skill, modifier, critical_on, every=every) for face in FACES)
    kind = None if situation.is_melee else situation.shooting_type
    if kind is ShootingType.SNAP:
        six = Fate.CRITICAL if choice.snap_hits_are_critical else Fate.SUCCEEDS
        return Check(tuple(six if face == 6 else Fate.FAILS for face in FACES))
    if kind is ShootingType.INDIRECT and WeaponRule.INDIRECT_FIRE in abilities:
        is_guided = situation.is_stationary and situation.is_spotted
        first = 4 if is_guided else 6
        if is_guided and choice.indirect_hits_at_any_skill:
            fates = tuple(fate if fate is not Fate.FAILS else Fate.SUCCEEDS for fate in fates)
        return Check(tuple(fates[face - 1] if face >= first else Fate.FAILS for face in FACES))
    return Check(fates, _again(effects, Part.HIT_ROLL, fates, is_any=False, fish=choice.fish_hits))


def _fate(face: int, needed: int, modifier: int, critical_on: int, *, every: bool) -> Fate:
    """05.01 and 05.02, the first condition that applies; ``every`` success may be critical."""
    if face == 1:
        return Fate.FAILS
    if face >= critical_on:
        return Fate.CRITICAL
    if face + modifier < needed:
        return Fate.FAILS
    return Fate.CRITICAL if every else Fate.SUCCEEDS


def wound_check(
    encounter: Encounter,
    effects: Sequence[Effect],
    abilities: Abilities,
    *,
    strength: int,
    toughness: int,
    moments: frozenset[Moment],
    choice: Choice,
) -> Check:
    """Wound rolls of an attack of this S against this T (05.02)."""
    modifier = sum(
        change.value if change.operation.value == "add" else -change.value
        for change in fixed(changes_of(effects, Part.WOUND_ROLL, moments, Characteristic.WOUND_ROLL, 0))
    )
    if WeaponRule.LANCE in abilities and encounter.situation.has_charged:
        modifier += 1
    modifier = max(-1, min(1, modifier))
    anti = abilities.get(WeaponRule.ANTI)
    on = [6, *_results(effects, Part.CRITICAL_WOUND, moments)]
    if anti is not None and anti.value is not None:
        on.append(anti.value.bonus)
    every = _is_every_success(effects, Part.CRITICAL_WOUND, moments)
    needed = _needed(strength, toughness)
    fates = tuple(_fate(face, needed, modifier, min(on), every=every) for face in FACES)
    is_any = WeaponRule.TWIN_LINKED in abilities
    return Check(fates, _again(effects, Part.WOUND_ROLL, fates, is_any=is_any, fish=choice.fish_wounds))


def _needed(strength: int, toughness: int) -> int:
    """The table of 05.02."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    if 2 * strength <= toughness:
        return 6
    return 5


def _results(effects: Iterable[Effect], part: Part, moments: frozenset[Moment]) -> list[int]:
    """From which results on effects make a roll critical."""
    return [
        effect.value.bonus
        for effect in effects
        if effect.part is part
        and effect.value is not None
        and (effect.moment is Moment.ALWAYS or effect.moment in moments)
    ]


def _is_every_success(effects: Iterable[Effect], part: Part, moments: frozenset[Moment]) -> bool:
    """Whether a rule makes every roll that succeeds critical: it grants that without a number."""
    return any(
        effect.part is part
        and effect.change is Change.GRANT
        and effect.value is None
        and (effect.moment is Moment.ALWAYS or effect.moment in moments)
        for effect in effects
    )


def _again(
    effects: Iterable[Effect], part: Part, fates: Sequence[Fate], *, is_any: bool, fish: bool
) -> tuple[bool, ...]:
    """The faces rolled again: all that fail, where one fishes also what is not critical, or ones only."""
    changes = {effect.change for effect in effects if effect.part is part}
    if is_any or Change.REROLL in changes:
        return tuple(fate is Fate.FAILS or (fish and fate is Fate.SUCCEEDS) for fate in fates)
    return tuple(face == 1 and Change.REROLL_ONES in changes for face in FACES)
