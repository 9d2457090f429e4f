"""How attacks that wound end: a save roll with its AP and D, or mortal wounds (05.03, 05.04, 5.3.2, 24.10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from battle.engine.abilities import granted_at
from battle.engine.applying import Encounter
from battle.engine.attack import FAIR, Ending
from battle.engine.changing import OPERATIONS, REROLLS, modifiers_of
from battle.engine.dice import Chances, Dice
from battle.engine.effects import Change, Effect, Moment, Part, Side
from battle.engine.modifiers import Characteristic, Figure, Modifier, Operation, modified, roll_modifier
from battle.engine.rolls import Fate, Roll
from battle.engine.target import NONE, Group, Target
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
        self.melta = melta if melta and melta.value and encounter.is_within_half_range else None
        self.found: list[Ending] = []
        self._place: dict[tuple[int, bytes, tuple[Modifier, ...], bool], int] = {}
        self._moments = frozenset([effect.moment for effect in effects])
        self._at: dict[tuple[frozenset[Moment], bool], int] = {}

    def after(self, wounds: Roll, moments: frozenset[Moment]) -> dict[int, float]:
        """Chances of the endings of a hit whose wound roll is this."""
        chances: dict[int, float] = {}
        for fate in (Fate.SUCCEEDS, Fate.CRITICAL):
            chance = wounds.chance(fate)
            if chance:
                at = moments | {Moment.CRITICAL_WOUND} if self._moments and fate is Fate.CRITICAL else moments
                is_mortal = fate is Fate.CRITICAL and self._is_devastating(at)
                place = self._ending(at, is_mortal)
                chances[place] = chances.get(place, 0.0) + chance
        return chances

    def chances(self, after: Mapping[int, float]) -> tuple[float, ...]:
        """The same by the place of the ending."""
        return tuple([after.get(place, 0.0) for place in range(len(self.found))])

    def _is_devastating(self, moments: frozenset[Moment]) -> bool:
        if self.is_devastating or not self.effects:
            return self.is_devastating
        return granted_at(WeaponRule.DEVASTATING_WOUNDS, self.effects, moments, self.encounter.target.keywords)

    def _ending(self, moments: frozenset[Moment], is_mortal: bool) -> int:
        """The place of the ending at these moments; those that no effect waits for make no difference."""
        key = (moments & self._moments, is_mortal)
        place = self._at.get(key)
        if place is None:
            place = self._at[key] = self._found(*key)
        return place

    def _found(self, moments: frozenset[Moment], is_mortal: bool) -> int:
        weapon = self.encounter.weapon
        printed = weapon.armour_penetration
        worse = modifiers_of(self.effects, Part.ARMOUR_PENETRATION, moments, printed=printed)
        penetration = modified(Characteristic.ARMOUR_PENETRATION, printed, worse)
        damage, modifiers = self._damage(moments)
        if "AP" not in self.figures:
            self.figures["AP"] = penetration
            self.figures["D"] = modified(Characteristic.DAMAGE, round(weapon.damage.mean), modifiers)
        key = (0 if is_mortal else penetration.value, damage.tobytes(), modifiers, is_mortal)
        place = self._place.get(key)
        if place is None:
            place = self._place[key] = len(self.found)
            saves = () if is_mortal else self._saves(penetration.value)
            faces = None if is_mortal else self._faces(saves)
            self.found.append(Ending(self._rerolled(damage, modifiers), saves, modifiers, faces))
        return place

    def _damage(self, moments: frozenset[Moment]) -> tuple[Chances, tuple[Modifier, ...]]:
        """The D rolled for, and its modifiers; some of them are rolled for too (02.02.03)."""
        weapon = self.encounter.weapon
        if not self.effects and self.melta is None:
            return weapon.damage.chances, ()
        made = [effect for effect in self.effects if effect.side is Side.MADE]
        fixed = [effect for effect in made if effect.value is None or not effect.value.is_random]
        modifiers = modifiers_of(fixed, Part.DAMAGE, moments, printed=weapon.damage.mean)
        for effect in made:
            if effect.part is not Part.DAMAGE or effect in fixed or effect.value is None:
                continue
            if effect.moment is Moment.ALWAYS or effect.moment in moments:
                modifiers = (*modifiers, _rolled(OPERATIONS[effect.change], effect.value, effect.source))
        if self.melta is not None and self.melta.value is not None:
            # Added to the characteristic until the attacks are resolved: also of devastating wounds (24.25).
            modifiers = (*modifiers, _rolled(Operation.ADD, self.melta.value, f"{self.melta} (24.25)"))
        return weapon.damage.chances, modifiers

    def _rerolled(self, chances: Chances, modifiers: tuple[Modifier, ...]) -> Chances:
        """The D once its rolls are made again that are below what they are worth on average (01.05.02)."""
        if not self.effects or not self.encounter.weapon.damage.is_random:
            return chances
        again = {effect.change for effect in self.effects if effect.part is Part.DAMAGE_ROLL}
        if not again & REROLLS:
            return chances
        wounds = max(group.wounds for group in self.target.groups)
        useful = [
            min(modified(Characteristic.DAMAGE, value, modifiers).value if modifiers else value, wounds)
            for value in range(len(chances))
        ]
        middle = sum(value * chance for value, chance in zip(useful, chances, strict=True))
        poor = np.array([value < middle for value in useful])
        if Change.REROLL not in again:
            poor &= np.arange(len(chances)) == self.encounter.weapon.damage.minimum
        result: Chances = np.where(poor, 0.0, chances) + chances[poor].sum() * chances
        return result

    def _faces(self, saves: tuple[int, ...]) -> tuple[float, ...] | None:
        """Chances of the faces of a save roll that may be made again where it fails; None: as for all (05.03).

        All save rolls are made before any is applied, so their player has to guess which group each will meet:
        they roll again what would not save the best saved group.
        """
        if not self.effects:
            return None
        if not any(effect.part is Part.SAVE_ROLL and effect.change is Change.REROLL for effect in self.effects):
            return None
        failing = min(saves) - 1
        return tuple((0.0 if face <= failing else 1 / 6) + failing / 36 for face in range(1, 7))

    def _saves(self, penetration: int) -> tuple[int, ...]:
        """What a save roll needs for each group: the better of Sv after AP and InSv; a 1 never saves (05.04)."""
        return tuple([save_needed(group, penetration, self.effects) for group in self.target.groups])


def _rolled(operation: Operation, value: Dice, source: str) -> Modifier:
    return Modifier(operation, round(value.mean), source, value if value.is_random else None)


def save_needed(group: Group, penetration: int, effects: Iterable[Effect]) -> int:
    """The face that saves models of the group, 7 for none: by Sv after AP, or by InSv whatever the AP (05.04)."""
    if not effects:
        invulnerable = group.invulnerable if group.invulnerable < NONE else NONE
        return max(2, min(group.save + penetration, invulnerable, NONE))
    for_it = [effect for effect in effects if not effect.models or not effect.models.isdisjoint(group.profiles)]
    roll = roll_modifier(Characteristic.SAVE_ROLL, modifiers_of(for_it, Part.SAVE_ROLL)).value
    invulnerable = group.invulnerable - roll if group.invulnerable < NONE else NONE
    return max(2, min(group.save + penetration - roll, invulnerable, NONE))


def save_faces(effects: Sequence[Effect]) -> tuple[float, ...]:
    """Chances of the faces of a save roll; re-rolls of ones are made before any group is struck."""
    if not effects or not any(
        effect.part is Part.SAVE_ROLL and effect.change is Change.REROLL_ONES for effect in effects
    ):
        return FAIR
    return (1 / 36, *(1 / 6 + 1 / 36,) * 5)
