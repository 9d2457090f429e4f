"""What effects may say: which are refused because they make no sense, and which the tables cannot carry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from battle.engine.effects import Change, Condition, Effect, Moment, Part, Side, Test, WeaponFilter
from battle.engine.situation import Phase, ShootingType
from battle.engine.weapons import WeaponRule

_NUMBERS = frozenset({Change.SET, Change.MULTIPLY, Change.ADD, Change.DIVIDE, Change.SUBTRACT})
_ROLLS = frozenset({Change.ADD, Change.SUBTRACT, Change.REROLL, Change.REROLL_ONES, Change.IGNORE})
_GIVEN = frozenset({Change.SET, Change.GRANT})

CARRIED = {
    Part.ATTACKS: _NUMBERS | {Change.IGNORE},
    Part.ATTACK_DICE: frozenset({Change.ADD}),
    Part.SKILL: _NUMBERS | {Change.IGNORE},
    Part.STRENGTH: _NUMBERS | {Change.IGNORE},
    Part.ARMOUR_PENETRATION: _NUMBERS | {Change.IGNORE},
    Part.DAMAGE: _NUMBERS | {Change.IGNORE},
    Part.TOUGHNESS: _NUMBERS | {Change.IGNORE},
    # Models have their W before the battle begins: whoever makes the fighters changes it.
    Part.WOUNDS: frozenset(),
    Part.SAVE: _NUMBERS | {Change.IGNORE},
    Part.INVULNERABLE_SAVE: _NUMBERS | {Change.GRANT, Change.DENY, Change.IGNORE},
    Part.FEEL_NO_PAIN: _GIVEN | {Change.DENY},
    Part.HIT_ROLL: _ROLLS,
    Part.WOUND_ROLL: _ROLLS,
    Part.SAVE_ROLL: _ROLLS,
    Part.DAMAGE_ROLL: frozenset({Change.REROLL, Change.REROLL_ONES}),
    Part.CRITICAL_HIT: _GIVEN,
    Part.CRITICAL_WOUND: _GIVEN,
    Part.WEAPON_ABILITY: frozenset({Change.GRANT, Change.DENY}),
    Part.COVER: frozenset({Change.GRANT, Change.DENY, Change.IGNORE}),
    Part.MODIFIERS: frozenset({Change.IGNORE}),
    Part.FIRST_DAMAGE: _GIVEN | {Change.IGNORE},
    # Inches from within which alone ranged attacks target it: Lone Operative and its like (24.24).
    Part.TARGETED_WITHIN: _GIVEN,
}
"""What the tables carry of each part; every other change is named in ``not_modelled``."""

OWNED = {
    Part.ATTACKS: Side.MADE,
    Part.SKILL: Side.MADE,
    Part.STRENGTH: Side.MADE,
    Part.ARMOUR_PENETRATION: Side.MADE,
    Part.DAMAGE: Side.MADE,
    Part.HIT_ROLL: Side.MADE,
    Part.WOUND_ROLL: Side.MADE,
    Part.TOUGHNESS: Side.SUFFERED,
    Part.SAVE: Side.SUFFERED,
    Part.INVULNERABLE_SAVE: Side.SUFFERED,
    Part.SAVE_ROLL: Side.SUFFERED,
}
"""Whose number it is: that side may ignore its modifiers (02.02.02)."""

_WITH_VALUE = frozenset(
    {
        Part.ATTACK_DICE,
        Part.FEEL_NO_PAIN,
        Part.CRITICAL_HIT,
        Part.CRITICAL_WOUND,
        Part.FIRST_DAMAGE,
        Part.TARGETED_WITHIN,
    }
)
_CRITICAL = frozenset({Part.CRITICAL_HIT, Part.CRITICAL_WOUND})
"""Granted without a number they mean every roll that succeeds."""
_ROLLED_FOR = frozenset({Part.ATTACKS, Part.ATTACK_DICE, Part.STRENGTH, Part.DAMAGE})
_AT_A_MOMENT = frozenset({Part.STRENGTH, Part.ARMOUR_PENETRATION, Part.DAMAGE, Part.WOUND_ROLL, Part.CRITICAL_WOUND})
_BEFORE_THE_WOUND = frozenset({Part.STRENGTH, Part.WOUND_ROLL, Part.CRITICAL_WOUND})
_OF_MODELS = frozenset(
    {Part.TOUGHNESS, Part.SAVE, Part.INVULNERABLE_SAVE, Part.FEEL_NO_PAIN, Part.DAMAGE, Part.SAVE_ROLL}
)

_WITH_NUMBER = frozenset(
    {
        Test.WITHIN,
        Test.ATTACKER_STARTED_FROM,
        Test.ATTACKER_MODELS_FROM,
        Test.TARGET_MODELS_FROM,
        Test.TARGET_MODELS_TO,
        Test.TARGET_TOUGHNESS_FROM,
        Test.WEAPON_STRENGTH_FROM,
        Test.WEAPON_DAMAGE_FROM,
        Test.WEAPON_AP_FROM,
    }
)
_WITH_VALUES = frozenset(
    {
        Test.TARGET_KEYWORD,
        Test.TARGET_KEYWORDS,
        Test.ATTACKER_KEYWORD,
        Test.MODEL_KEYWORD,
        Test.SWITCHED_ON,
        Test.PHASE,
        Test.SHOOTING_TYPE,
        Test.ROUND,
    }
)


class NoEffect(ValueError):
    """An effect that makes no sense; the message says whose it is and what is wrong with it."""


@lru_cache(maxsize=4096)
def faults_of(effect: Effect) -> tuple[str, ...]:
    """What makes no sense about an effect, as sentences; such an effect is refused."""
    return tuple(_faults(effect))


def _faults(effect: Effect) -> Iterator[str]:
    if effect.change in _NUMBERS and effect.value is None and effect.part is not Part.WEAPON_ABILITY:
        yield f"It changes {effect.part} without a value."
    is_every_success = effect.part in _CRITICAL and effect.change is Change.GRANT
    if effect.part in _WITH_VALUE and effect.change in _GIVEN and effect.value is None and not is_every_success:
        yield f"It gives {effect.part} without a value."
    if effect.part is Part.INVULNERABLE_SAVE and effect.change is Change.GRANT and effect.value is None:
        yield "It gives an InSv without a value."
    if effect.change is Change.DIVIDE and effect.value is not None and effect.value.minimum < 1:
        yield f"It divides {effect.part} by {effect.value}."
    if effect.part is Part.WEAPON_ABILITY and effect.ability is None:
        yield "It grants or denies a weapon ability and names none."
    is_needed = effect.part in (Part.CRITICAL_HIT, Part.CRITICAL_WOUND, Part.FEEL_NO_PAIN)
    if is_needed and effect.value is not None and (effect.value.is_random or not 2 <= effect.value.maximum <= 7):
        yield f"{effect.part} on {effect.value}: a roll needs 2 to 6."
    for condition in effect.conditions:
        yield from _condition_faults(condition)


def _condition_faults(condition: Condition) -> Iterator[str]:
    test = condition.test
    if test in _WITH_VALUES and not condition.values:
        yield f"The condition “{test}” names nothing."
    if test in _WITH_NUMBER:
        try:
            float(condition.values[0])
        except (IndexError, ValueError):
            yield f"The condition “{test}” needs a number."
    known = {Test.PHASE: Phase, Test.SHOOTING_TYPE: ShootingType}.get(test)
    if known is not None:
        for value in condition.values:
            if value not in {one.value for one in known}:
                yield f"“{value}” is no {test}: {', '.join(known)}."


@lru_cache(maxsize=4096)
def why_not_carried(effect: Effect) -> str | None:
    """Why the tables do not carry an effect, as the end of a sentence; None if they do."""
    if effect.change not in CARRIED[effect.part]:
        if effect.change is Change.REROLL_ONE:
            return f"one re-roll of a {effect.part} for the whole unit is not spent"
        return f"“{effect.change}” of {effect.part} is not worked out"
    if effect.value is not None and effect.value.is_random:
        if effect.part not in _ROLLED_FOR or (effect.side is Side.SUFFERED and effect.part is Part.DAMAGE):
            return f"{effect.part} changed by {effect.value} is not worked out"
        if effect.part is Part.DAMAGE and effect.change is not Change.ADD:
            return f"“{effect.change}” of D by {effect.value} is not worked out"
    if effect.side is Side.SUFFERED and effect.models and effect.part not in _OF_MODELS:
        return f"attacks are made at units, so {effect.part} of some of its models only is not worked out"
    if (effect.only_mortal or effect.only_psychic) and effect.part is not Part.FEEL_NO_PAIN:
        return f"{effect.part} for mortal wounds or psychic attacks only is not worked out"
    if effect.change is Change.IGNORE and effect.part in OWNED and effect.side is not OWNED[effect.part]:
        return f"modifiers of {effect.part} are ignored by the side whose number it is, not by the other"
    if effect.part is Part.FIRST_DAMAGE and (effect.conditions or effect.weapons != WeaponFilter()):
        return f"{effect.part} against some attacks only is not worked out"
    if effect.moment is not Moment.ALWAYS:
        return _why_not_at_a_moment(effect)
    return None


def _why_not_at_a_moment(effect: Effect) -> str | None:
    if effect.part is Part.WEAPON_ABILITY:
        rule = effect.ability.rule if effect.ability else None
        is_in_time = rule is WeaponRule.DEVASTATING_WOUNDS and effect.change is Change.GRANT
    else:
        is_in_time = effect.part in _AT_A_MOMENT and effect.side is Side.MADE and effect.change in _NUMBERS | _GIVEN
        if effect.moment is Moment.CRITICAL_WOUND and effect.part in _BEFORE_THE_WOUND:
            is_in_time = False
    return None if is_in_time else f"{effect.part} changed {effect.moment} is not worked out"
