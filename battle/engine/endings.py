"""How attacks that wound end: a save roll with its AP and D, or mortal wounds (05.03, 05.04, 5.3.2, 24.10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from battle.engine.applying import Encounter
from battle.engine.attack import FAIR, Ending
from battle.engine.changing import REROLLS, modifiers_of
from battle.engine.dice import Chances
from battle.engine.effects import Change, Effect, Moment, Part, Side
from battle.engine.modifiers import Characteristic, Figure, Modifier, modified, roll_modifier
from battle.engine.rolls import Fate, Roll
from battle.engine.target import NONE, Target
from battle.engine.weapons import WeaponAbility, WeaponRule


class Endings:
    """The different endings of a weapon's attacks, each once (5.3.2, 24.10)."""

    def __init__(
        self,
        encounter: Encounter,
        target: Target,
        effects: Sequence[Effect],
        abilities: Mapping[WeaponRule, WeaponAbility],
        figures: dict[str, Figure],
    ) -> None:
        self.encounter = encounter
        self.target = target
        self.effects = effects
        self.figures = figures
        self.is_devastating = WeaponRule.DEVASTATING_WOUNDS in abilities
        melta = abilities.get(WeaponRule.MELTA)
        self.melta = melta.value if melta and encounter.is_within_half_range else None
        self.found: list[Ending] = []
        self._place: dict[tuple[int, tuple[Modifier, ...], bool], int] = {}

    def after(self, wounds: Roll, moments: frozenset[Moment]) -> dict[int, float]:
        """Chances of the endings of a hit whose wound roll is this."""
        chances: dict[int, float] = {}
        for fate, at in ((Fate.SUCCEEDS, moments), (Fate.CRITICAL, moments | {Moment.CRITICAL_WOUND})):
            chance = wounds.chance(fate)
            if chance:
                is_mortal = fate is Fate.CRITICAL and self.is_devastating
                place = self._ending(at, is_mortal)
                chances[place] = chances.get(place, 0.0) + chance
        return chances

    def chances(self, after: Mapping[int, float]) -> tuple[float, ...]:
        """The same by the place of the ending."""
        return tuple(after.get(place, 0.0) for place in range(len(self.found)))

    def _ending(self, moments: frozenset[Moment], is_mortal: bool) -> int:
        weapon = self.encounter.weapon
        penetration = modified(
            Characteristic.ARMOUR_PENETRATION,
            weapon.armour_penetration,
            modifiers_of(self.effects, Part.ARMOUR_PENETRATION, moments),
        )
        made = [effect for effect in self.effects if effect.side is Side.MADE]
        modifiers = modifiers_of(made, Part.DAMAGE, moments)
        self.figures.setdefault("AP", penetration)
        self.figures.setdefault("D", modified(Characteristic.DAMAGE, round(weapon.damage.mean), modifiers))
        key = (0 if is_mortal else penetration.value, modifiers, is_mortal)
        place = self._place.get(key)
        if place is None:
            place = self._place[key] = len(self.found)
            saves = () if is_mortal else self._saves(penetration.value)
            self.found.append(Ending(self._damage(), saves, modifiers))
        return place

    def _damage(self) -> Chances:
        chances = self.encounter.weapon.damage.chances
        if self.melta is not None:
            # Part of the characteristic while the attacks are resolved: also of devastating wounds (24.25).
            chances = np.convolve(chances, self.melta.chances)
        again = {effect.change for effect in self.effects if effect.part is Part.DAMAGE_ROLL}
        if not self.encounter.weapon.damage.is_random or not again & REROLLS:
            return chances
        wounds = max(group.wounds for group in self.target.groups)
        useful = [min(value, wounds) for value in range(len(chances))]
        middle = sum(value * chance for value, chance in zip(useful, chances, strict=True))
        poor = np.array([value < middle for value in useful])
        if Change.REROLL not in again:
            poor &= np.arange(len(chances)) == self.encounter.weapon.damage.minimum
        result: Chances = np.where(poor, 0.0, chances) + chances[poor].sum() * chances
        return result

    def _saves(self, penetration: int) -> tuple[int, ...]:
        """What a save roll needs for each group: the better of Sv after AP and InSv; a 1 never saves (05.04)."""
        roll = roll_modifier(Characteristic.SAVE_ROLL, modifiers_of(self.effects, Part.SAVE_ROLL)).value
        return tuple(
            max(
                2,
                min(
                    group.save + penetration - roll,
                    group.invulnerable - roll if group.invulnerable < NONE else NONE,
                    NONE,
                ),
            )
            for group in self.target.groups
        )


def save_faces(effects: Iterable[Effect]) -> tuple[float, ...]:
    """Chances of the faces of a save roll; re-rolls of ones are made before any group is struck."""
    if not any(effect.part is Part.SAVE_ROLL and effect.change is Change.REROLL_ONES for effect in effects):
        return FAIR
    return (1 / 36, *(1 / 6 + 1 / 36,) * 5)
