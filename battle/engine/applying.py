"""Which effects apply to an attack: every condition asked of attacker, target, weapon and situation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from battle.engine.abilities import weapon_abilities
from battle.engine.changing import modifiers_of
from battle.engine.cover import cover_of
from battle.engine.effects import Condition, Effect, Part, Side, Status, Test, WeaponFilter
from battle.engine.modifiers import Characteristic, modified
from battle.engine.profiles import Fighters, WeaponUse
from battle.engine.situation import Situation
from battle.engine.vocabulary import why_not_carried
from battle.engine.weapons import Weapon, WeaponAbility, WeaponRule


@dataclass(frozen=True, slots=True)
class Encounter:
    """One weapon's attacks by one unit at another, in a situation."""

    attacker: Fighters
    target: Fighters
    use: WeaponUse
    situation: Situation
    _effects: dict[int, tuple[Effect, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)
    """The effects that apply, by T, as far as somebody asked."""
    _abilities: dict[int, dict[WeaponRule, WeaponAbility]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """The abilities that the weapon has, likewise."""

    @property
    def weapon(self) -> Weapon:
        """The weapon used."""
        return self.use.weapon

    @property
    def model_keywords(self) -> frozenset[str]:
        """The keywords of the models that use it: their own, or the unit's where theirs are not told (02.05.01)."""
        for profile in self.attacker.profiles:
            if profile.name == self.use.group and profile.keywords:
                return profile.keywords
        return self.attacker.keywords

    @property
    def is_monster_or_vehicle(self) -> bool:
        """Whether the models that use it are MONSTERs or VEHICLEs (10.06, 24.07)."""
        return not self.model_keywords.isdisjoint({"monster", "vehicle"})

    @property
    def is_within_half_range(self) -> bool:
        """Whether the target is known to be within half the weapon's range (24.25, 24.30)."""
        return self.weapon.range is not None and self.situation.within(self.weapon.range / 2)


@dataclass(frozen=True, slots=True)
class Numbers:
    """S, AP and D of the attacks with the modifiers that do not depend on them; means where they are rolled for.

    ``is_in_cover``: the target has the benefit of cover against them, by what does not depend on it.
    """

    strength: float
    armour_penetration: float
    damage: float
    is_in_cover: bool


def effects_on(encounter: Encounter, *, toughness: int) -> tuple[Effect, ...]:
    """The effects of both sides that change these attacks, in the order in which their units have them.

    Conditions on S, AP or D ask for the modified characteristics (04.01.04): what is asked on them, or on the
    benefit of cover, is decided last. What the tables cannot carry is left out; see
    :func:`~battle.engine.vocabulary.why_not_carried`.
    """
    found = encounter._effects.get(toughness)
    if found is None:
        switches = encounter.situation.switches
        made = carried_by(encounter.attacker, Side.MADE, switches)
        suffered = carried_by(encounter.target, Side.SUFFERED, switches)
        is_any = made or suffered
        found = tuple(_effects_on(encounter, (*made, *suffered), toughness)) if is_any else ()
        encounter._effects[toughness] = found
    return found


@lru_cache(maxsize=1024)
def carried_by(fighters: Fighters, side: Side, switches: frozenset[str]) -> tuple[Effect, ...]:
    """The unit's effects on attacks of this side that are switched on and that the tables carry."""
    return tuple(
        effect
        for effect in fighters.effects
        if effect.side is side and is_on(effect, switches) and why_not_carried(effect) is None
    )


def abilities_on(encounter: Encounter, *, toughness: int) -> Mapping[WeaponRule, WeaponAbility]:
    """The abilities that the weapon has against the target (24.01, 24.02); not to be written to."""
    found = encounter._abilities.get(toughness)
    if found is None:
        found = weapon_abilities(encounter, effects_on(encounter, toughness=toughness))
        encounter._abilities[toughness] = found
    return found


def _effects_on(encounter: Encounter, carried: Sequence[Effect], toughness: int) -> Iterator[Effect]:
    possible = [effect for effect in carried if _is_for_attacks(effect, encounter)]
    numbers: Numbers | None = None
    for effect in possible:
        if any(condition.test in _ON_NUMBERS for condition in effect.conditions):
            if numbers is None:
                numbers = _numbers(encounter, possible, toughness)
        elif not _holds_all(effect, encounter, toughness, None):
            continue
        if numbers is None or _holds_all(effect, encounter, toughness, numbers):
            yield effect


def _is_for_attacks(effect: Effect, encounter: Encounter) -> bool:
    """Whether the effect is for this weapon and these models; conditions are not asked."""
    if not _is_for(effect.weapons, encounter.weapon):
        return False
    return not (effect.side is Side.MADE and effect.models and encounter.use.group not in effect.models)


def is_switched_on(effect: Effect, situation: Situation) -> bool:
    """Whether nothing has to be switched on for the effect, or it was."""
    return is_on(effect, situation.switches)


def is_on(effect: Effect, switches: frozenset[str]) -> bool:
    """Whether the effect is on where these rules were switched on by name.

    One that nobody judged is on only where it was (R-45).
    """
    if effect.switch and effect.switch not in switches:
        return False
    return effect.status is Status.JUDGED or (effect.switch or effect.source) in switches


ASK_FOR_STRENGTH = frozenset({Test.STRENGTH_ABOVE_TOUGHNESS, Test.STRENGTH_BELOW_TOUGHNESS, Test.WEAPON_STRENGTH_FROM})
_ON_NUMBERS = ASK_FOR_STRENGTH | {Test.WEAPON_DAMAGE_FROM, Test.WEAPON_AP_FROM, Test.BENEFIT_OF_COVER}


def _numbers(encounter: Encounter, possible: Iterable[Effect], toughness: int) -> Numbers:
    effects = [
        effect
        for effect in possible
        if not any(condition.test in _ON_NUMBERS for condition in effect.conditions)
        and _holds_all(effect, encounter, toughness, None)
    ]
    weapon = encounter.weapon

    def value(characteristic: Characteristic, part: Part, printed: float) -> float:
        modifiers = modifiers_of(effects, part, printed=printed)
        return modified(characteristic, round(printed), modifiers).value if modifiers else printed

    return Numbers(
        value(Characteristic.STRENGTH, Part.STRENGTH, weapon.strength.mean or 1.0),
        value(Characteristic.ARMOUR_PENETRATION, Part.ARMOUR_PENETRATION, weapon.armour_penetration),
        value(Characteristic.DAMAGE, Part.DAMAGE, weapon.damage.mean),
        not weapon.is_melee and cover_of(encounter, effects, weapon_abilities(encounter, effects)) is not None,
    )


def _holds_all(effect: Effect, encounter: Encounter, toughness: int, numbers: Numbers | None) -> bool:
    return all(
        not _is_unknown(condition, encounter.situation)
        and _holds(condition, effect.side, encounter, toughness, numbers) is not condition.is_negated
        for condition in effect.conditions
    )


def _is_unknown(condition: Condition, situation: Situation) -> bool:
    """Whether the situation does not say what is asked: then neither it nor its contrary is taken to be so."""
    if condition.test in (Test.WITHIN, Test.HALF_RANGE):
        return situation.distance is None and not situation.is_melee
    return condition.test is Test.ROUND and situation.round is None


def _is_for(wanted: WeaponFilter, weapon: Weapon) -> bool:
    return (
        (not wanted.names or _is_one_of(weapon, wanted.names))
        and (wanted.melee is None or wanted.melee is weapon.is_melee)
        and (not wanted.abilities or any(weapon.has(rule) for rule in wanted.abilities))
        and not any(weapon.has(rule) for rule in wanted.except_abilities)
        and not (wanted.except_names and _is_one_of(weapon, wanted.except_names))
    )


def _is_one_of(weapon: Weapon, names: frozenset[str]) -> bool:
    """Whether the profile, or the weapon it is a profile of, has one of these names."""
    return not names.isdisjoint({weapon.name.casefold(), weapon.profile_of.casefold()})


def _holds(condition: Condition, side: Side, encounter: Encounter, toughness: int, numbers: Numbers | None) -> bool:
    attacker, target, situation = encounter.attacker, encounter.target, encounter.situation
    values = condition.values
    match condition.test:
        case Test.TARGET_KEYWORD:
            return not target.keywords.isdisjoint(values)
        case Test.TARGET_KEYWORDS:
            return target.keywords.issuperset(values)
        case Test.ATTACKER_KEYWORD:
            return not attacker.keywords.isdisjoint(values)
        case Test.MODEL_KEYWORD:
            return not encounter.model_keywords.isdisjoint(values)
        case Test.SWITCHED_ON:
            return not situation.switches.isdisjoint(values)
        case Test.PHASE:
            return situation.phase.value in values
        case Test.SHOOTING_TYPE:
            return not situation.is_melee and situation.shooting_type.value in values
        case Test.WITHIN:
            # In melee, where no distance is told, the two are engaged.
            return situation.within(_number(condition)) or (situation.is_melee and situation.distance is None)
        case Test.HALF_RANGE:
            return encounter.is_within_half_range
        case Test.ROUND:
            return situation.round is not None and str(situation.round) in values
        case Test.ATTACKER_MODELS_FROM:
            return attacker.models >= _number(condition)
        case Test.ATTACKER_STARTED_FROM:
            return (attacker.starting_strength or attacker.models) >= _number(condition)
        case Test.ATTACKER_WOUNDED:
            return _is_wounded(attacker)
        case Test.TARGET_WOUNDED:
            return _is_wounded(target)
        case Test.TARGET_TOUGHNESS_FROM:
            return toughness >= _number(condition)
        case Test.TARGET_MODELS_FROM:
            return target.models >= _number(condition)
        case Test.TARGET_MODELS_TO:
            return target.models <= _number(condition)
        case Test.TARGET_BELOW_STARTING:
            return _is_below_starting(target)
        case Test.TARGET_BELOW_HALF:
            return _is_below_half(target)
        case Test.ATTACKER_BELOW_STARTING:
            return _is_below_starting(attacker)
        case Test.ATTACKER_BELOW_HALF:
            return _is_below_half(attacker)
        case Test.LEADING:
            return (attacker if side is Side.MADE else target).is_attached
        case test if test in _ON_NUMBERS:
            return numbers is not None and _holds_of(condition, numbers, toughness)
        case _:
            return _is_so(condition.test, situation)


def _holds_of(condition: Condition, numbers: Numbers, toughness: int) -> bool:
    """Conditions on the numbers of the attack."""
    match condition.test:
        case Test.STRENGTH_ABOVE_TOUGHNESS:
            return numbers.strength > toughness
        case Test.STRENGTH_BELOW_TOUGHNESS:
            return numbers.strength < toughness
        case Test.WEAPON_STRENGTH_FROM:
            return numbers.strength >= _number(condition)
        case Test.WEAPON_AP_FROM:
            return numbers.armour_penetration >= _number(condition)
        case Test.BENEFIT_OF_COVER:
            return numbers.is_in_cover
        case _:
            return numbers.damage >= _number(condition)


def _is_so(test: Test, situation: Situation) -> bool:
    """Conditions that the situation answers by itself."""
    return {
        Test.CHARGED: situation.has_charged,
        Test.WAS_CHARGED: situation.was_charged,
        Test.STATIONARY: situation.is_stationary,
        Test.IN_COVER: situation.in_cover,
        Test.ATTACKER_ON_OBJECTIVE: situation.attacker_on_objective,
        Test.TARGET_ON_OBJECTIVE: situation.target_on_objective,
        Test.CLOSEST_TARGET: situation.target_is_closest,
        Test.ATTACKER_BATTLE_SHOCKED: situation.attacker_battle_shocked,
        Test.TARGET_BATTLE_SHOCKED: situation.target_battle_shocked,
        Test.ENGAGED: situation.is_melee or situation.is_attacker_engaged,
        Test.SINGLE_TARGET: situation.single_target,
        Test.ADVANCED: situation.has_advanced,
        Test.VISIBLE: situation.is_visible,
        Test.TARGET_ENGAGED: situation.is_melee or situation.is_target_engaged,
        Test.ENGAGED_WITH_EACH_OTHER: situation.is_melee or situation.engaged_with_each_other,
    }[test]


def _number(condition: Condition) -> float:
    return float(condition.values[0])


def _is_wounded(fighters: Fighters) -> bool:
    """Whether a model of it has lost wounds and is not destroyed."""
    return any(profile.lost for profile in fighters.profiles)


def _is_below_starting(fighters: Fighters) -> bool:
    """Fewer models than it started the battle with (01.02.01)."""
    return fighters.models < (fighters.starting_strength or fighters.models)


def _is_below_half(fighters: Fighters) -> bool:
    """Less than half its models, or of a unit that started as one model less than half its wounds (01.02.01)."""
    starting = fighters.starting_strength or fighters.models
    if starting == 1:
        profile = fighters.profiles[0]
        return (profile.wounds - profile.lost) * 2 < profile.wounds
    return fighters.models * 2 < starting
