"""Units for tests of the engine, from a few words."""

from __future__ import annotations

from battle.engine.attacks import Result, resolve
from battle.engine.dice import dice
from battle.engine.effects import Effect
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import Phase, Situation
from battle.engine.weapons import Weapon, WeaponAbility, WeaponRule

MELEE = Situation(phase=Phase.FIGHT)


def ability(rule: str, value: int | str | None = None, *keywords: str) -> WeaponAbility:
    """``ability("sustained hits", 1)``, ``ability("anti", 4, "vehicle")``."""
    return WeaponAbility(WeaponRule(rule), None if value is None else dice(value), frozenset(keywords))


def weapon(
    attacks: int | str,
    skill: int | None,
    strength: int,
    penetration: int,
    damage: int | str,
    *abilities: WeaponAbility | str,
    range: int | None = 24,
    name: str = "Sample Gun",
) -> Weapon:
    """A weapon as a profile prints it, AP -2 as 2; ``range`` None: melee."""
    found = tuple(ability(one) if isinstance(one, str) else one for one in abilities)
    return Weapon(name, range, dice(attacks), skill, dice(strength), penetration, dice(damage), found)


def attackers(
    *weapons: Weapon | tuple[int, Weapon],
    keywords: tuple[str, ...] = (),
    effects: tuple[Effect, ...] = (),
    models: int = 5,
) -> Fighters:
    """A unit with these weapons, each as often as it says."""
    uses = [one if isinstance(one, tuple) else (1, one) for one in weapons]
    return Fighters(
        "Attackers",
        (Profile("Attacker", models, 4, 3, 2),),
        (Loadout("", 1, tuple(WeaponUse(found, count) for count, found in uses)),),
        keywords=frozenset(keywords),
        effects=effects,
    )


def models(
    count: int,
    toughness: int,
    save: int,
    wounds: int,
    invulnerable: int = 7,
    feel_no_pain: int = 7,
    *,
    name: str = "Trooper",
    lost: int = 0,
    points: float = 0.0,
) -> Profile:
    """Models of one kind."""
    return Profile(
        name, count, toughness, save, wounds, invulnerable, feel_no_pain=feel_no_pain, lost=lost, points=points
    )


def character(
    toughness: int,
    save: int,
    wounds: int,
    invulnerable: int = 7,
    feel_no_pain: int = 7,
    *,
    name: str = "Captain",
    lost: int = 0,
    points: float = 0.0,
) -> Profile:
    """A CHARACTER that leads the unit."""
    return Profile(
        name,
        1,
        toughness,
        save,
        wounds,
        invulnerable,
        feel_no_pain=feel_no_pain,
        is_character=True,
        is_bodyguard=False,
        lost=lost,
        points=points,
    )


def unit(
    *profiles: Profile, keywords: tuple[str, ...] = (), effects: tuple[Effect, ...] = (), is_attached: bool = False
) -> Fighters:
    """A unit that is attacked; attached where it has models of a leader."""
    attached = is_attached or any(not profile.is_bodyguard for profile in profiles)
    return Fighters("Target", profiles, (), frozenset(keywords), effects, is_attached=attached)


def attack(
    attacker: Fighters, target: Fighters, situation: Situation = MELEE, policies: Policies | None = None
) -> Result:
    """The attack, in the fight phase unless a situation says otherwise."""
    return resolve(attacker, target, situation, policies or Policies())
