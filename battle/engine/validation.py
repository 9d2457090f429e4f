"""What the rules do not let a unit be: characteristics out of their bounds, too many models (02.02.01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from battle.engine.dice import Dice
from battle.engine.profiles import Fighters, Loadout, Profile
from battle.engine.target import NONE
from battle.engine.vocabulary import faults_of
from battle.engine.weapons import WITH_NUMBER, Weapon, WeaponAbility, WeaponRule

MOST_MODELS = 200
MOST_WEAPONS = 1000
LARGEST = 1000
MOST_AP = 10

Place = tuple[str | int, ...]
"""Where a fault is: names of fields and places in their tuples, from the unit down."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that cannot be, as a sentence, and where it stands."""

    place: Place
    text: str


def faults_in(fighters: Fighters) -> tuple[Fault, ...]:
    """Everything about a unit that cannot be; empty: it can attack and be attacked."""
    return tuple(_faults(fighters))


def _faults(fighters: Fighters) -> Iterator[Fault]:
    if not 1 <= fighters.models <= MOST_MODELS:
        yield Fault(("profiles",), f"{fighters.models} models; a unit has 1 to {MOST_MODELS}.")
    names = [profile.name for profile in fighters.profiles]
    for place, profile in enumerate(fighters.profiles):
        yield from _profile_faults(("profiles", place), profile)
        if profile.name in names[:place]:
            yield Fault(("profiles", place, "name"), f"Two kinds of model are called {profile.name}; name them apart.")
    for place, loadout in enumerate(fighters.loadouts):
        yield from _loadout_faults(("loadouts", place), loadout, names)
    if sum(use.count for use in fighters.weapons) > MOST_WEAPONS:
        yield Fault(("loadouts",), f"More than {MOST_WEAPONS} weapons.")
    if fighters.starting_strength is not None and fighters.starting_strength < fighters.models:
        text = f"Starting strength {fighters.starting_strength}, but {fighters.models} models are left."
        yield Fault(("starting_strength",), text)
    for place, effect in enumerate(fighters.effects):
        for text in faults_of(effect):
            yield Fault(("effects", place), f"{effect.source}: {text}")


def _profile_faults(place: Place, profile: Profile) -> Iterator[Fault]:
    yield from _between(place, "models", profile.models, 1, MOST_MODELS)
    yield from _between(place, "toughness", profile.toughness, 1, LARGEST, "T")
    yield from _between(place, "wounds", profile.wounds, 1, LARGEST, "W")
    yield from _between(place, "save", profile.save, 2, NONE, "Sv")
    for name in ("invulnerable", "invulnerable_melee", "invulnerable_ranged"):
        yield from _between(place, name, getattr(profile, name), 2, NONE, "InSv")
    for name in ("feel_no_pain", "feel_no_pain_mortal"):
        yield from _between(place, name, getattr(profile, name), 2, NONE, "Feel No Pain")
    if profile.wounds > 0:
        yield from _between(place, "lost", profile.lost, 0, profile.wounds - 1, "wounds lost")
    if profile.damaged_at is not None:
        yield from _between(place, "damaged_at", profile.damaged_at, 1, LARGEST, "Damaged")
    if profile.lone_operative is not None:
        yield from _between(place, "lone_operative", profile.lone_operative, 1, LARGEST, "Lone Operative")
    if profile.is_character and profile.models > 1:
        text = f"{profile.models} CHARACTERs in one kind; each is a group of its own (05.03), so name them one by one."
        yield Fault((*place, "models"), text)


def _between(place: Place, name: str, value: int, least: int, most: int, said: str = "") -> Iterator[Fault]:
    if not least <= value <= most:
        yield Fault((*place, name), f"{said or name} {value}; it is {least} to {most}.")


def _loadout_faults(place: Place, loadout: Loadout, names: list[str]) -> Iterator[Fault]:
    yield from _between(place, "models", loadout.models, 1, MOST_MODELS)
    if loadout.group and loadout.group not in names:
        text = f"No kind of model is called {loadout.group}; there are {', '.join(names) or 'none'}."
        yield Fault((*place, "group"), text)
    for number, use in enumerate(loadout.weapons):
        here = (*place, "weapons", number)
        yield from _between(here, "count", use.count, 1, MOST_WEAPONS)
        yield from _weapon_faults((*here, "weapon"), use.weapon)


def _weapon_faults(place: Place, weapon: Weapon) -> Iterator[Fault]:
    if weapon.range is not None:
        yield from _between(place, "range", weapon.range, 1, LARGEST)
    yield from _at_least_one(place, "attacks", weapon.attacks, "A")
    yield from _at_least_one(place, "damage", weapon.damage, "D")
    if weapon.skill is not None:
        yield from _between(place, "skill", weapon.skill, 2, 6, "WS" if weapon.is_melee else "BS")
    elif not weapon.has(WeaponRule.TORRENT):
        said = "WS" if weapon.is_melee else "BS"
        yield Fault((*place, "skill"), f"No {said}, and no [TORRENT] that does without (24.37).")
    yield from _between(place, "armour_penetration", weapon.armour_penetration, 0, MOST_AP, "AP as a number")
    for number, ability in enumerate(weapon.abilities):
        yield from _ability_faults((*place, "abilities", number), ability)


def _at_least_one(place: Place, name: str, value: Dice, said: str) -> Iterator[Fault]:
    if value.count + value.bonus < 1:
        yield Fault((*place, name), f"{said} {value}; it is at least 1 (02.02.01).")


def _ability_faults(place: Place, ability: WeaponAbility) -> Iterator[Fault]:
    name = ability.rule.value.upper()
    if ability.rule in WITH_NUMBER and ability.value is None:
        yield Fault((*place, "value"), f"[{name}] carries a number.")
    if ability.rule not in WITH_NUMBER | {WeaponRule.BLAST} and ability.value is not None:
        yield Fault((*place, "value"), f"[{name}] carries no number.")
    if ability.rule is WeaponRule.ANTI:
        if not ability.keywords and not ability.except_keywords:
            yield Fault((*place, "keywords"), "[ANTI] names the keywords of its targets (24.03).")
        if ability.value is not None and (ability.value.is_random or not 2 <= ability.value.bonus <= 6):
            yield Fault((*place, "value"), f"[ANTI] on {ability.value}+; it is 2+ to 6+ (24.03).")
