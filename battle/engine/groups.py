"""A unit as the allocation groups that an attack finds: its profiles with what rules change of them (05.03)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from battle.engine.applying import Encounter, effects_on
from battle.engine.changing import OPERATIONS, modifiers_of
from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.modifiers import Characteristic, Modifier, modified
from battle.engine.profiles import Profile
from battle.engine.target import NONE, Group, Target
from battle.engine.weapons import WeaponRule


def target_of(encounter: Encounter) -> Target:
    """The unit attacked, as this weapon's attacks find it.

    Which groups there are, and their W, is the same for all weapons; what damage does to them may differ.
    """
    fighters = encounter.target
    toughness = max((profile.toughness for profile in fighters.profiles), default=1)
    effects = tuple(effects_on(encounter, toughness=toughness))
    groups: list[Group] = []
    for profile in fighters.profiles:
        group = _group(profile, encounter, [effect for effect in effects if _is_for(effect, profile)])
        same = next((place for place, other in enumerate(groups) if _are_alike(group, other)), None)
        if same is None:
            groups.append(group)
        else:
            kept = groups[same]
            models, names = kept.models + group.models, (*kept.profiles, *group.profiles)
            groups[same] = replace(kept, models=models, profiles=names)
    ignored = [
        effect.value.maximum for effect in effects if effect.part is Part.FIRST_DAMAGE and effect.value is not None
    ]
    return Target(tuple(groups), fighters.is_attached, max(ignored, default=0))


def _is_for(effect: Effect, profile: Profile) -> bool:
    """Whether the models of the profile have it: all of the unit, or only some kinds (19.04)."""
    return not effect.models or profile.name in effect.models


def _group(profile: Profile, encounter: Encounter, effects: Sequence[Effect]) -> Group:
    melee = encounter.weapon.is_melee
    invulnerable = min(profile.invulnerable, profile.invulnerable_melee if melee else profile.invulnerable_ranged)
    given = [_needed(effect) for effect in effects if effect.part is Part.INVULNERABLE_SAVE]
    damage = [effect for effect in effects if effect.part is Part.DAMAGE and effect.side is Side.SUFFERED]
    return Group(
        name=profile.name,
        models=profile.models,
        wounds=profile.wounds,
        toughness=profile.toughness,
        save=modified(Characteristic.SAVE, profile.save, modifiers_of(effects, Part.SAVE)).value,
        invulnerable=max(2, min([invulnerable, *given])),
        feel_no_pain=min([profile.feel_no_pain, *_feel_no_pain(effects, encounter, is_mortal=False)]),
        feel_no_pain_mortal=min(
            [
                profile.feel_no_pain,
                profile.feel_no_pain_mortal,
                *_feel_no_pain(effects, encounter, is_mortal=True),
            ]
        ),
        is_character=profile.is_character,
        is_bodyguard=profile.is_bodyguard,
        damage=_modifiers(damage),
        mortal_damage=_modifiers(effect for effect in damage if effect.reaches_mortal),
        lost=profile.lost,
        points=profile.points,
        enhancement_points=profile.enhancement_points,
        profiles=(profile.name,),
    )


def _needed(effect: Effect) -> int:
    return effect.value.maximum if effect.value is not None else NONE


def _feel_no_pain(effects: Iterable[Effect], encounter: Encounter, *, is_mortal: bool) -> list[int]:
    """Feel No Pain that rules give against this damage; some holds against mortal wounds or psychic attacks only."""
    is_psychic = encounter.weapon.has(WeaponRule.PSYCHIC)
    return [
        _needed(effect)
        for effect in effects
        if effect.part is Part.FEEL_NO_PAIN
        and effect.change in (Change.SET, Change.GRANT)
        and (is_mortal or not effect.only_mortal)
        and (is_psychic or not effect.only_psychic)
    ]


def _modifiers(effects: Iterable[Effect]) -> tuple[Modifier, ...]:
    return tuple(
        Modifier(OPERATIONS[effect.change], effect.value.maximum, effect.source)
        for effect in effects
        if effect.change in OPERATIONS and effect.value is not None
    )


def _are_alike(one: Group, other: Group) -> bool:
    """Whether models of both are one group: no CHARACTERs, and the same in everything that counts (05.03)."""
    return not one.is_character and _without_name(one) == _without_name(other)


def _without_name(group: Group) -> Group:
    return replace(group, name="", models=0, profiles=())
