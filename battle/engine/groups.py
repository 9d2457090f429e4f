"""A unit as the allocation groups that an attack finds: its profiles with what rules change of them (05.03)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from battle.engine.applying import Encounter, effects_on
from battle.engine.changing import OPERATIONS, ignores, modifiers_of, worsens
from battle.engine.dice import number
from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.modifiers import Characteristic, Figure, Modifier, modified
from battle.engine.profiles import Fighters, Profile, WeaponUse
from battle.engine.target import NONE, Group, Target
from battle.engine.weapons import Weapon, WeaponRule

UNARMED = WeaponUse(Weapon("nothing", None, number(1), None, number(0), 0, number(1)))
"""What a unit attacks with that has no weapon, where its target has to be told in groups (04.01.01)."""


def target_of(encounter: Encounter) -> Target:
    """The unit attacked, as this weapon's attacks find it.

    Which groups there are, and their W, is the same for all weapons; what damage does to them may differ.
    """
    fighters = encounter.target
    effects = effects_on(encounter, toughness=fighters.most_toughness)
    if any(effect.part in _OF_GROUPS for effect in effects):
        return _changed(encounter, effects)
    return _untouched(fighters, encounter.weapon.is_melee)


_OF_GROUPS = frozenset(
    {Part.TOUGHNESS, Part.SAVE, Part.INVULNERABLE_SAVE, Part.FEEL_NO_PAIN, Part.DAMAGE, Part.FIRST_DAMAGE}
)
"""What effects change of the groups of a unit that is attacked."""


@lru_cache(maxsize=1024)
def _untouched(fighters: Fighters, is_melee: bool) -> Target:
    """The unit as groups where no effect changes them."""
    found = _joined(fighters, [_unchanged(profile, is_melee) for profile in fighters.profiles])
    return Target(found, fighters.is_attached)


def _changed(encounter: Encounter, effects: Sequence[Effect]) -> Target:
    """The unit as groups with what effects change of them."""
    fighters = encounter.target
    found = [
        _group(profile, encounter, [effect for effect in effects if _is_for(effect, profile)])
        for profile in fighters.profiles
    ]
    ignored = [
        effect.value.maximum for effect in effects if effect.part is Part.FIRST_DAMAGE and effect.value is not None
    ]
    return Target(_joined(fighters, found), fighters.is_attached, max(ignored, default=0))


def _joined(fighters: Fighters, found: Sequence[Group]) -> tuple[Group, ...]:
    """The groups of the profiles, those that are alike in one (05.03)."""
    groups: dict[tuple[object, ...], Group] = {}
    for profile, one in zip(fighters.profiles, found, strict=True):
        group = one
        kept = groups.get(likeness := _likeness(profile, fighters))
        if kept is not None:
            models, names = kept.models + group.models, (*kept.profiles, *group.profiles)
            group = replace(kept, models=models, profiles=names)
        groups[likeness] = group
    return tuple(groups.values())


def _is_for(effect: Effect, profile: Profile) -> bool:
    """Whether the models of the profile have it: all of the unit, or only some kinds (19.04)."""
    return effect.side is Side.MADE or not effect.models or profile.name in effect.models


def _invulnerable_of(profile: Profile, is_melee: bool) -> int:
    return min(profile.invulnerable, profile.invulnerable_melee if is_melee else profile.invulnerable_ranged)


@lru_cache(maxsize=2048)
def _unchanged(profile: Profile, is_melee: bool) -> Group:
    """The models as a group where no effect applies."""
    return _as_group(
        profile,
        toughness=toughness_of(profile, ()).value,
        save=save_of(profile, ()).value,
        invulnerable=_invulnerable(_invulnerable_of(profile, is_melee), ()),
        feel_no_pain=min(NONE, profile.feel_no_pain),
        feel_no_pain_mortal=min(NONE, profile.feel_no_pain, profile.feel_no_pain_mortal),
    )


def _group(profile: Profile, encounter: Encounter, effects: Sequence[Effect]) -> Group:
    invulnerable = _invulnerable_of(profile, encounter.weapon.is_melee)
    damage = [effect for effect in effects if effect.part is Part.DAMAGE and effect.side is Side.SUFFERED]
    if ignores(effects, Part.DAMAGE):
        damage = [effect for effect in damage if not _is_reduction(effect, encounter)]  # 02.02.02
    is_denied = any(effect.part is Part.FEEL_NO_PAIN and effect.change is Change.DENY for effect in effects)
    pains = [] if is_denied else [profile.feel_no_pain, *_feel_no_pain(effects, encounter, is_mortal=False)]
    mortal_pains = [profile.feel_no_pain_mortal, *_feel_no_pain(effects, encounter, is_mortal=True)]
    return _as_group(
        profile,
        toughness=toughness_of(profile, effects).value,
        save=save_of(profile, effects).value,
        invulnerable=_invulnerable(invulnerable, effects),
        feel_no_pain=min([NONE, *pains]),
        feel_no_pain_mortal=min([NONE, *pains, *([] if is_denied else mortal_pains)]),
        damage=_modifiers(damage),
        mortal_damage=_modifiers(effect for effect in damage if effect.reaches_mortal),
    )


def _as_group(
    profile: Profile,
    *,
    toughness: int,
    save: int,
    invulnerable: int,
    feel_no_pain: int,
    feel_no_pain_mortal: int,
    damage: tuple[Modifier, ...] = (),
    mortal_damage: tuple[Modifier, ...] = (),
) -> Group:
    return Group(
        name=profile.name,
        models=profile.models,
        wounds=profile.wounds,
        toughness=toughness,
        save=save,
        invulnerable=invulnerable,
        feel_no_pain=feel_no_pain,
        feel_no_pain_mortal=feel_no_pain_mortal,
        is_character=profile.is_character,
        is_bodyguard=profile.is_bodyguard,
        damage=damage,
        mortal_damage=mortal_damage,
        lost=profile.lost,
        points=profile.points,
        enhancement_points=profile.enhancement_points,
        profiles=(profile.name,),
    )


def toughness_of(profile: Profile, effects: Iterable[Effect]) -> Figure:
    """The T of the profile's models with what changes it (02.02.01)."""
    modifiers = modifiers_of(_for_models(effects, profile), Part.TOUGHNESS, printed=profile.toughness)
    return modified(Characteristic.TOUGHNESS, profile.toughness, modifiers)


def save_of(profile: Profile, effects: Iterable[Effect]) -> Figure:
    """The Sv of the profile's models with what changes it (02.02.01)."""
    modifiers = modifiers_of(_for_models(effects, profile), Part.SAVE, printed=profile.save)
    return modified(Characteristic.SAVE, profile.save, modifiers)


def _for_models(effects: Iterable[Effect], profile: Profile) -> list[Effect]:
    return [effect for effect in effects if _is_for(effect, profile)]


def _invulnerable(printed: int, effects: Sequence[Effect]) -> int:
    """The InSv: the better of the printed one and those given, changed by what changes it, unless it is denied."""
    on_it = [effect for effect in effects if effect.part is Part.INVULNERABLE_SAVE]
    if any(effect.change is Change.DENY for effect in on_it):
        return NONE
    best = min([printed, *(_needed(effect) for effect in on_it if effect.change in (Change.SET, Change.GRANT))])
    if best >= NONE:
        return NONE  # what a model has not cannot be modified (02.02.01)
    changing = [effect for effect in on_it if effect.change is not Change.SET]
    modifiers = modifiers_of(changing, Part.INVULNERABLE_SAVE, printed=best)
    return modified(Characteristic.INVULNERABLE_SAVE, best, modifiers).value


def _is_reduction(effect: Effect, encounter: Encounter) -> bool:
    return any(
        worsens(modifier, Characteristic.DAMAGE, encounter.weapon.damage.mean) for modifier in _modifiers([effect])
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


def _likeness(profile: Profile, fighters: Fighters) -> tuple[object, ...]:
    """What models have to share to be one group; CHARACTERs are never (05.03).

    It asks for no weapon, so that a unit has the same groups whatever attacks it: what only some of its models
    have against some attacks keeps them apart against all.
    """
    own = frozenset(
        place
        for place, effect in enumerate(fighters.effects)
        if effect.side is Side.SUFFERED and profile.name in effect.models
    )
    numbers = (profile.toughness, profile.save, profile.wounds, profile.lost)
    saves = (profile.invulnerable, profile.invulnerable_melee, profile.invulnerable_ranged)
    pains = (profile.feel_no_pain, profile.feel_no_pain_mortal)
    worth = (profile.points, profile.enhancement_points)
    alone = profile.name if profile.is_character else ""
    return (*numbers, *saves, *pains, *worth, profile.is_bodyguard, own, alone)
