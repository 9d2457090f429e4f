"""Which weapons models select: one melee weapon and all [EXTRA ATTACKS], one profile of each, pistols or others.

04.01, 04.01.03, 24.07, 24.11. Models that carry the same select the same, and several of one weapon use the
same profile. Each selection is judged by itself: whoever asks says how.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby

from battle.engine.applying import Encounter, abilities_on
from battle.engine.eligibility import why_not
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import ShootingType, Situation
from battle.engine.weapons import WeaponRule

Uses = tuple[WeaponUse, ...]

Judge = Callable[[Uses], tuple[float, ...]]
"""What weapons are worth, more being better; they are those of all models of a loadout together."""


@dataclass(frozen=True, slots=True)
class Selected:
    """The weapons that attack, why others do not, and whether anything had to be selected."""

    uses: Uses
    left_out: tuple[tuple[str, str], ...]
    had_choice: bool


Meet = Callable[[WeaponUse], Encounter]
"""Weapons as they attack the target."""


def select(
    attacker: Fighters, target: Fighters, situation: Situation, judge: Judge, meet: Meet | None = None
) -> Selected:
    """The weapons that every model of ``attacker`` selects against this target.

    ``meet`` gives the weapons as they attack it, where whoever asks knows them already.
    """
    meet = meet or partial(_met, attacker, target, situation)
    counts: dict[WeaponUse, int] = {}
    left_out: list[tuple[str, str]] = []
    had_choice = False
    for loadout in _with_the_damaged_apart(attacker):
        uses = []
        for one in loadout.weapons:
            use = WeaponUse(one.weapon, one.count * loadout.models, loadout.group, one.is_damaged)
            reason = why_not(meet(use))
            if reason is None:
                uses.append(use)
            else:
                left_out.append((use.weapon.name, reason))
        if loadout.group and len(uses) > 1:
            selected, was_choice = _Selection(loadout, situation, judge, meet).of(tuple(uses))
            had_choice = had_choice or was_choice
            left_out += [
                (use.weapon.name, "Its bearers select other weapons (04.01).")
                for use in uses
                if use.weapon not in {one.weapon for one in selected}
            ]
        else:
            selected = tuple(uses)
            if (
                loadout.group
                and situation.is_melee
                and not any(_has(WeaponRule.EXTRA_ATTACKS, use, meet) for use in selected)
            ):
                selected = tuple(_counted(use, loadout.models) for use in selected)
        for use in selected:
            key = _counted(use, 0)
            counts[key] = counts.get(key, 0) + use.count
    uses_in_all = tuple(_counted(use, count) for use, count in counts.items())
    return Selected(uses_in_all, tuple(dict.fromkeys(left_out)), had_choice)


def _met(attacker: Fighters, target: Fighters, situation: Situation, use: WeaponUse) -> Encounter:
    return Encounter(attacker, target, use, situation)


def _counted(use: WeaponUse, count: int) -> WeaponUse:
    return use if use.count == count else WeaponUse(use.weapon, count, use.group, use.is_damaged)


def _has(rule: WeaponRule, use: WeaponUse, meet: Meet) -> bool:
    encounter = meet(use)
    return rule in abilities_on(encounter, toughness=encounter.target.most_toughness)


@dataclass(frozen=True, slots=True)
class _Selection:
    """What the models of one loadout select among the weapons that can attack."""

    loadout: Loadout
    situation: Situation
    judge: Judge
    meet: Meet

    def of(self, uses: Uses) -> tuple[Uses, bool]:
        """What is selected, and whether there was a choice."""
        weapons = _by_weapon(uses)
        if self.situation.is_melee:
            return self._melee(weapons)
        selected = [self._best([(profile,) for profile in weapon]) for weapon in weapons]
        had_choice = any(len(weapon) > 1 for weapon in weapons)
        encounter = self.meet(uses[0])
        is_free = self.situation.shooting_type is ShootingType.CLOSE_QUARTERS or encounter.is_monster_or_vehicle
        close = [use for (use,) in selected if self._has(WeaponRule.CLOSE_QUARTERS, use)]
        others = [use for (use,) in selected if use not in close]
        if is_free or not close or not others:
            return tuple(use for (use,) in selected), had_choice
        # Not both, unless a MONSTER or VEHICLE or by close-quarters shooting (24.07).
        return self._best([tuple(others), tuple(close)]), True

    def _melee(self, weapons: Sequence[Uses]) -> tuple[Uses, bool]:
        extra = [weapon for weapon in weapons if self._has(WeaponRule.EXTRA_ATTACKS, weapon[0])]
        # One melee weapon is selected, however many of it the model has (04.01), and all [EXTRA ATTACKS] (24.11).
        ones = [(_counted(use, self.loadout.models),) for weapon in weapons if weapon not in extra for use in weapon]
        selected = [self._best([(profile,) for profile in weapon]) for weapon in extra]
        if ones:
            selected.append(self._best(ones))
        return tuple(use for part in selected for use in part), len(ones) > 1 or any(len(one) > 1 for one in extra)

    def _best(self, options: Sequence[Uses]) -> Uses:
        return options[0] if len(options) == 1 else max(options, key=self.judge)

    def _has(self, rule: WeaponRule, use: WeaponUse) -> bool:
        return _has(rule, use, self.meet)


def _by_weapon(uses: Sequence[WeaponUse]) -> list[tuple[WeaponUse, ...]]:
    """The uses by weapon: profiles of one weapon together (04.01.03)."""

    def weapon(use: WeaponUse) -> str:
        return use.weapon.profile_of

    single = [(use,) for use in uses if not use.weapon.profile_of]
    several = sorted((use for use in uses if use.weapon.profile_of), key=weapon)
    return [*single, *(tuple(profiles) for _, profiles in groupby(several, weapon))]


@lru_cache(maxsize=1024)
def _with_the_damaged_apart(attacker: Fighters) -> tuple[Loadout, ...]:
    """The loadouts; the wounded model of several of its kind apart where it is damaged (24.39).

    It is of the last loadout of its kind: those of the first are kept longest.
    """
    damaged = {profile.name: profile for profile in attacker.profiles if _has_a_damaged_model(profile)}
    if not damaged:
        return attacker.loadouts
    found: list[Loadout] = []
    last = {loadout.group: place for place, loadout in enumerate(attacker.loadouts)}
    for place, loadout in enumerate(attacker.loadouts):
        if loadout.group not in damaged or last[loadout.group] != place:
            found.append(loadout)
            continue
        if loadout.models > 1:
            found.append(replace(loadout, models=loadout.models - 1))
        hurt = tuple(replace(use, is_damaged=True) for use in loadout.weapons)
        found.append(replace(loadout, models=1, weapons=hurt))
    return tuple(found)


def _has_a_damaged_model(profile: Profile) -> bool:
    return (
        profile.models > 1
        and profile.lost > 0
        and profile.damaged_at is not None
        and profile.wounds - profile.lost <= profile.damaged_at
    )
