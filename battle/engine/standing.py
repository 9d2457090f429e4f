"""What is left of a unit as far as it matters: survivors that strike alike are one case, those attacked alike another.

A unit of ten models with two wounds each can be left in twenty ways, but it strikes back in ten: a wounded model
strikes like any other, unless a rule asks for its wounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from battle.engine.effects import Effect, Part, Test
from battle.engine.profiles import Fighters, Profile
from battle.engine.survivors import keywords_left, survivors
from battle.engine.tables import MODELS_OF_A_BLAST
from battle.engine.target import State, Target
from battle.engine.weapons import WeaponRule

BLASTS = frozenset({WeaponRule.BLAST, WeaponRule.CLEAVE})

_WOUNDS_OF_ATTACKER = frozenset({Test.ATTACKER_WOUNDED, Test.ATTACKER_BELOW_HALF})
_WOUNDS_OF_TARGET = frozenset({Test.TARGET_WOUNDED, Test.TARGET_BELOW_HALF})
_MODELS_OF_TARGET = frozenset(
    {Test.TARGET_MODELS_FROM, Test.TARGET_MODELS_TO, Test.TARGET_BELOW_STARTING, Test.TARGET_BELOW_HALF}
)


def striking(fighters: Fighters, target: Target, state: State, *, enemy: Fighters) -> Fighters | None:
    """What is left of the unit as it attacks ``enemy``, None if nothing is; ``target`` is the unit as groups.

    Wounds that change nothing about its attacks are left out: the same value stands for all of these cases.
    """
    rest = survivors(fighters, target, state)
    if rest is None or not asked(fighters, enemy).isdisjoint(_WOUNDS_OF_ATTACKER):
        return rest
    return replace(rest, profiles=tuple(map(_as_they_strike, rest.profiles)))


def _as_they_strike(profile: Profile) -> Profile:
    """The models with no wounds lost, or as many as make one of them damaged (24.39)."""
    is_damaged = profile.damaged_at is not None and profile.wounds - profile.lost <= profile.damaged_at
    lost = profile.wounds - (profile.damaged_at or 0) if is_damaged and profile.damaged_at is not None else 0
    return profile if lost == profile.lost else replace(profile, lost=max(0, lost))


def attacked(fighters: Fighters, target: Target, state: State, *, enemy: Fighters) -> Fighters:
    """The unit as ``enemy`` attacks it once it is in this state; all its profiles stand, as states count them.

    Only what changes the attacks is told: so that the same value stands for all cases alike.
    """
    tests = asked(fighters, enemy)
    left = sum(target.models_left(state, group) for group in range(len(target.groups)))
    if tests.isdisjoint(_MODELS_OF_TARGET):
        counted = left // MODELS_OF_A_BLAST * MODELS_OF_A_BLAST if _blasts(enemy) else None
    else:
        counted = left
    profiles = fighters.profiles
    if not tests.isdisjoint(_WOUNDS_OF_TARGET):
        profiles = tuple(_as_attacked(profile, target, state) for profile in profiles)
    names = {name for place, group in enumerate(target.groups) if state[place] for name in group.profiles}
    present = [profile for profile in profiles if profile.name in names]
    standing = {profile.component for profile in present}
    effects = tuple(effect for effect in fighters.effects if not effect.component or effect.component in standing)
    return replace(
        fighters,
        profiles=_hidden_as(present, profiles),
        has_stealth=fighters.has_stealth or all(profile.has_stealth for profile in present),
        keywords=keywords_left(fighters, standing),
        effects=effects if len(effects) < len(fighters.effects) else fighters.effects,
        models_left=counted,
        starting_strength=fighters.starting_strength or fighters.models,
    )


def _hidden_as(standing: Sequence[Profile], profiles: tuple[Profile, ...]) -> tuple[Profile, ...]:
    """The profiles with the Lone Operative of those that stand: it is theirs once all others are gone (24.24.01)."""
    inches = [profile.lone_operative for profile in standing]
    found = [one for one in inches if one is not None]
    if not found or len(found) < len(inches) or len(standing) == len(profiles):
        return profiles
    return tuple(
        profile if profile in standing else replace(profile, lone_operative=max(found)) for profile in profiles
    )


def is_attacked_alike(fighters: Fighters, enemy: Fighters) -> bool:
    """Whether ``enemy`` attacks the unit in the same way whatever is left of it, so that nobody has to look."""
    if not asked(fighters, enemy).isdisjoint(_MODELS_OF_TARGET | _WOUNDS_OF_TARGET) or _blasts(enemy):
        return False
    if any(effect.component for effect in fighters.effects):
        return False
    if len({(profile.lone_operative, profile.has_stealth) for profile in fighters.profiles}) > 1:
        return False
    return len({profile.component for profile in fighters.profiles if profile.keywords}) < 2


def _as_attacked(profile: Profile, target: Target, state: State) -> Profile:
    """The models with the wounds that one of their group has lost."""
    for place, group in enumerate(target.groups):
        if profile.name in group.profiles:
            return replace(profile, lost=target.models_left(state, place) * group.wounds - state[place])
    return profile


def asked(one: Fighters, other: Fighters) -> frozenset[Test]:
    """What the conditions of effects of both units ask for."""
    return frozenset(
        condition.test for fighters in (one, other) for effect in fighters.effects for condition in effect.conditions
    )


def _blasts(enemy: Fighters) -> bool:
    """Whether the number of models attacked makes a difference to the number of attacks (24.05, 24.06)."""
    return any(use.weapon.has(rule) for use in enemy.weapons for rule in BLASTS) or any(
        effect.ability is not None and effect.ability.rule in BLASTS for effect in _granting(enemy)
    )


def _granting(fighters: Fighters) -> Iterator[Effect]:
    return (effect for effect in fighters.effects if effect.part is Part.WEAPON_ABILITY)
