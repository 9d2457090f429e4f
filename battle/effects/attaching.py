"""The effects of an ability laid on a unit: which of its models have them, and what is off here (19.04)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from battle.effects.judged import Beneficiary, Given, Switch
from battle.effects.shapes import Kind, Who
from battle.engine.changing import OPERATIONS
from battle.engine.effects import Change, Condition, Effect, Moment, Part, Side, Test, WeaponFilter
from battle.engine.modifiers import Characteristic, Modifier, modified
from battle.engine.profiles import Profile
from datasheets.catalogue.names import fold_name


@dataclass(frozen=True, slots=True)
class Holder:
    """The unit whose ability it is: its name, the models it has in the fighters, and what it carries.

    ``kinds`` has the names of the profiles by folded kind of model, ``items`` those of the folded items that some
    of its models carry. ``bearers`` are the profiles that alone bear the ability, empty: all its models do.
    ``component`` is its name in an attached unit, empty where it stands alone.
    """

    name: str
    kinds: tuple[tuple[str, tuple[str, ...]], ...]
    items: frozenset[str] = frozenset()
    bearers: tuple[str, ...] = ()
    component: str = ""
    follows: bool = False
    """Whether it leads or supports the unit that it is attached to."""
    carriers: tuple[tuple[str, frozenset[str]], ...] = ()
    """By profile, the folded items that every model of it carries."""
    keywords: frozenset[str] = frozenset()
    """Its own, folded."""


def laid_on_own(given: Given, holder: Holder, profiles: Sequence[Profile]) -> Effect | None:
    """The effect on the holder's own unit (attached: the whole of it), None where nobody in it has it."""
    to = given.to
    if to.carrying and holder.items.isdisjoint(to.carrying):
        return None
    names = [profile.name for profile in profiles]
    models: Iterable[str]
    match to.who:
        case Who.BEARER:
            models = _bearers(to, holder)
        case Who.UNIT:
            models = names
        case Who.LED if holder.component and holder.follows:
            models = names
        case Who.CHARACTERS if holder.component:
            models = [profile.name for profile in profiles if profile.is_character and not profile.is_bodyguard]
        case Who.BODYGUARDS if holder.component:
            models = [profile.name for profile in profiles if profile.is_bodyguard]
        case Who.ARMY if not to.others_only:
            models = names
        case _:
            return None
    found = frozenset(models)
    if not found:
        return None
    return replace(
        given.effect,
        source=f"{given.effect.source} of {holder.name}",
        models=frozenset() if found.issuperset(names) else found,
        component=holder.component,
    )


def _bearers(to: Beneficiary, holder: Holder) -> Iterable[str]:
    """The profiles of the models that bear the ability themselves."""
    wanted = [name for kind, names in holder.kinds for name in names if not to.kinds or kind in to.kinds]
    if holder.bearers and not to.kinds:
        wanted = [name for name in wanted if name in holder.bearers]
    if to.carrying:
        carrying = {name for name, items in holder.carriers if not items.isdisjoint(to.carrying)}
        wanted = [name for name in wanted if name in carrying]
    return wanted


def with_wounds(
    profiles: Sequence[Profile], effects: Iterable[Effect]
) -> tuple[tuple[Profile, ...], tuple[Effect, ...]]:
    """The profiles with the W that effects give them for the whole battle, and the other effects (02.02.01)."""
    effects = tuple(effects)
    on_wounds = [effect for effect in effects if effect.part is Part.WOUNDS]
    if not on_wounds:
        return tuple(profiles), effects
    found = []
    for profile in profiles:
        own = [effect for effect in on_wounds if not effect.models or profile.name in effect.models]
        wounds = modified(Characteristic.WOUNDS, profile.wounds, _modifiers(own)).value
        found.append(replace(profile, wounds=wounds))
    return tuple(found), tuple(effect for effect in effects if effect.part is not Part.WOUNDS)


def _modifiers(effects: Iterable[Effect]) -> tuple[Modifier, ...]:
    return tuple(
        Modifier(OPERATIONS[effect.change], effect.value.maximum, effect.source)
        for effect in effects
        if effect.value is not None
    )


def is_for_the_battle(effect: Effect) -> bool:
    """Whether it changes W of the models for the whole battle, which needs no table of an attack."""
    return (
        effect.part is Part.WOUNDS
        and effect.side is Side.SUFFERED
        and effect.change in (Change.SET, Change.ADD)
        and effect.value is not None
        and not effect.value.is_random
        and not (effect.switch or effect.conditions)
        and (effect.weapons, effect.moment) == (WeaponFilter(), Moment.ALWAYS)
    )


def is_split(given: Given, holder: Holder) -> bool:
    """Whether only some models of a kind carry what the effect asks for, so that it cannot be told who has it."""
    to = given.to
    if to.who is not Who.BEARER or not to.carrying or holder.items.isdisjoint(to.carrying):
        return False
    return not _bearers(to, holder)


def reaches(to: Beneficiary, keywords: frozenset[str]) -> bool:
    """Whether a friendly unit with these keywords can have it."""
    return to.who is Who.ARMY and keywords.issuperset(to.keywords) and to.except_keywords.isdisjoint(keywords)


def near(ability: str) -> str:
    """The name of the switch that says a friend is near enough to the bearer."""
    return f"{ability}/near"


def laid_on_friend(given: Given, ability: str, holder: Holder, keywords: frozenset[str]) -> Effect | None:
    """The effect on another unit of the army, None where it cannot have it; how near it is only play says."""
    if not reaches(given.to, keywords):
        return None
    if given.to.carrying and holder.items.isdisjoint(given.to.carrying):
        return None
    effect = replace(given.effect, source=f"{given.effect.source} of {holder.name}")
    if given.to.within is None:
        return effect
    if not effect.switch:
        return replace(effect, switch=near(ability))
    asked = Condition(Test.SWITCHED_ON, (near(ability),))
    return replace(effect, conditions=(*effect.conditions, asked))


def switch_of_nearness(given: Given, ability: str, holder: Holder) -> Switch | None:
    """The switch for friends within so many inches of the bearer, None where distance is not asked."""
    if given.to.within is None:
        return None
    says = f"The unit is within {given.to.within} inches of {holder.name}."
    return Switch(near(ability), says, Kind.EVENT)


def folded(names: Iterable[str]) -> frozenset[str]:
    """Names of items or kinds as holders have them."""
    return frozenset(map(fold_name, names))
