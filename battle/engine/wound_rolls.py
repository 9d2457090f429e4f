"""Wound rolls: S against T, [LANCE], [ANTI], [TWIN-LINKED] and modifiers (05.02, 24.03, 24.21, 24.38)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from battle.engine.applying import Encounter
from battle.engine.changing import changed_in_ways, ignores, modifiers_of, ways_of, worsens
from battle.engine.choices import Choice
from battle.engine.dice import Dice
from battle.engine.effects import Effect, Moment, Part
from battle.engine.groups import toughness_of
from battle.engine.hit_rolls import Abilities
from battle.engine.modifiers import Characteristic, Figure, Modifier, Operation, modified, roll_modifier
from battle.engine.rerolls import Again, every_success, rerolled, thresholds
from battle.engine.rolls import Fate, Roll, needed, rolled, wound_needed
from battle.engine.weapons import WeaponRule

_LANCE = Modifier(Operation.ADD, 1, "[LANCE] (24.21)")


def wound_roll(
    encounter: Encounter,
    effects: Sequence[Effect],
    abilities: Abilities,
    figures: dict[str, Figure],
    toughness: int,
    choice: Choice,
    moments: frozenset[Moment] = frozenset(),
) -> Roll:
    """The wound roll against ``toughness``; an S that is rolled for is weighed over its values (02.02.03).

    ``moments`` has the critical hit where the roll follows one (5.3.2).
    """
    if not effects:
        return _unchanged(encounter, abilities, figures, toughness, choice)
    effects = [effect for effect in effects if effect.moment is Moment.ALWAYS or effect.moment in moments]
    weapon = encounter.weapon
    has_strength = weapon.strength.maximum > 0
    # A weapon without S has S 1 wherever it is asked for, and nothing changes it (02.04.01, 02.02.01).
    printed = max(1, round(weapon.strength.mean))
    ways = ways_of(effects, Part.STRENGTH, moments, printed=printed) if has_strength else [((), 1.0)]
    if "T" not in figures:
        figures["T"] = _toughness(encounter, effects, toughness)
    shown = modifiers_of(effects, Part.STRENGTH, moments, printed=printed) if has_strength else ()
    figures.setdefault("S", modified(Characteristic.STRENGTH, printed, shown))
    roll = list(modifiers_of(effects, Part.WOUND_ROLL, moments))
    if WeaponRule.LANCE in abilities and encounter.situation.has_charged:
        roll.append(_LANCE)
    if ignores(effects, Part.WOUND_ROLL):
        roll = [one for one in roll if not worsens(one, Characteristic.WOUND_ROLL, 0)]
    modifier = roll_modifier(Characteristic.WOUND_ROLL, roll)
    figures.setdefault("wound roll", modifier)
    anti = abilities.get(WeaponRule.ANTI)
    own = [anti.value.maximum] if anti and anti.value else []
    critical_on = max(2, min([6, *own, *thresholds(effects, Part.CRITICAL_WOUND)]))
    is_any = WeaponRule.TWIN_LINKED in abilities
    again = rerolled(effects, Part.WOUND_ROLL, is_any=is_any, fish=choice.fish_wounds)

    every = every_success(effects, Part.CRITICAL_WOUND)

    def roll_of(strength: int) -> Roll:
        face = wound_needed(strength, toughness)
        return rolled(needed(face, modifier.value, critical_on, is_every_success_critical=every), again)

    if not has_strength:
        return roll_of(1)
    strengths = changed_in_ways(weapon.strength.chances, Characteristic.STRENGTH, ways)
    rolls = [(roll_of(max(1, value)), float(chance)) for value, chance in enumerate(strengths) if chance]
    return rolls[0][0] if len(rolls) == 1 else _mixed(rolls)


def _unchanged(
    encounter: Encounter, abilities: Abilities, figures: dict[str, Figure], toughness: int, choice: Choice
) -> Roll:
    """The wound roll where no effect changes anything about it."""
    anti = abilities.get(WeaponRule.ANTI)
    strength, roll, modifier = _by_numbers(
        encounter.weapon.strength,
        toughness,
        max(2, min(6, anti.value.maximum)) if anti and anti.value else 6,
        WeaponRule.LANCE in abilities and encounter.situation.has_charged,
        rerolled((), Part.WOUND_ROLL, is_any=WeaponRule.TWIN_LINKED in abilities, fish=choice.fish_wounds),
    )
    if "T" not in figures:
        figures["T"] = modified(Characteristic.TOUGHNESS, toughness, ())
        figures["S"] = strength
        figures["wound roll"] = modifier
    return roll


@lru_cache(maxsize=4096)
def _by_numbers(
    strength: Dice, toughness: int, critical_on: int, is_lancing: bool, again: Again | None
) -> tuple[Figure, Roll, Figure]:
    """S as it stands, the wound roll, and its modifier."""
    added = (_LANCE,) if is_lancing else ()
    modifier = roll_modifier(Characteristic.WOUND_ROLL, added)
    figure = modified(Characteristic.STRENGTH, max(1, round(strength.mean)), ())
    rolls = [
        (rolled(needed(wound_needed(max(1, value), toughness), modifier.value, critical_on), again), float(chance))
        for value, chance in enumerate(strength.chances)
        if chance
    ]
    return figure, rolls[0][0] if len(rolls) == 1 else _mixed(rolls), modifier


def _toughness(encounter: Encounter, effects: Sequence[Effect], toughness: int) -> Figure:
    """How the T came about: of the first kind of model that has it."""
    for profile in encounter.target.profiles:
        figure = toughness_of(profile, effects)
        if figure.value == toughness:
            return figure
    return Figure(toughness, toughness)


def _mixed(rolls: Sequence[tuple[Roll, float]]) -> Roll:
    """One roll with the chances of several, each with its weight."""
    chances = {fate: sum(roll.chance(fate) * weight for roll, weight in rolls) for fate in Fate}
    fates = (Fate.FAILS, Fate.FAILS, Fate.SUCCEEDS, Fate.SUCCEEDS, Fate.CRITICAL, Fate.CRITICAL)
    return Roll(fates, tuple(chances[fate] / 2 for fate in fates))
