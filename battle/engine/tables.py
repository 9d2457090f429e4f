"""Profiles, abilities and the situation become tables: one batch of identical attacks against one toughness.

Every modifier, re-roll and critical threshold ends here; nothing after it knows of abilities. Each number
keeps its reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from battle.engine.applying import Encounter, effects_on
from battle.engine.attack import NO_EXTRA_HITS, Attacks
from battle.engine.changing import REROLLS, changed, modifiers_of
from battle.engine.dice import Chances, repeated
from battle.engine.effects import Change, Effect, Moment, Part
from battle.engine.endings import Endings, save_faces
from battle.engine.modifiers import Characteristic, Figure, Modifier, Operation, modified, roll_modifier
from battle.engine.rolls import ALWAYS, Fate, Roll, needed, rolled, wound_needed
from battle.engine.situation import ShootingType
from battle.engine.target import Target
from battle.engine.weapons import WeaponAbility, WeaponRule


@dataclass(frozen=True, slots=True)
class Choice:
    """What the attacker chooses for one weapon: whether critical hits of [LETHAL HITS] wound by themselves (24.23),
    and whether re-rolls also fish, rolling successes again that are not critical."""

    lethal: bool = True
    fish_hits: bool = False
    fish_wounds: bool = False
    snap_hits_are_critical: bool = False
    """The other reading of snap shooting (R-30)."""


@dataclass(frozen=True, slots=True)
class Table:
    """One weapon's attacks as tables, and how each number came about, by its name."""

    attacks: Attacks
    is_precise: bool
    hazards: int
    figures: Mapping[str, Figure] = field(default_factory=dict)
    abilities: tuple[WeaponAbility, ...] = ()
    sources: tuple[str, ...] = ()
    """The rules that changed something, in words."""


def table_of(encounter: Encounter, target: Target, *, toughness: int, choice: Choice) -> Table:
    """The attacks of ``encounter`` against ``target``, whose wound rolls are made against ``toughness`` (05.02.01)."""
    effects = tuple(effects_on(encounter, toughness=toughness))
    abilities = weapon_abilities(encounter, effects)
    figures: dict[str, Figure] = {}
    hits = _hit_roll(encounter, effects, abilities, figures, choice)
    wounds = _wound_roll(encounter, effects, abilities, figures, toughness, choice)
    lethal = choice.lethal and WeaponRule.LETHAL_HITS in abilities
    endings = Endings(encounter, target, effects, abilities, figures)
    after_hit = endings.after(wounds, frozenset())
    after_critical = endings.after(ALWAYS if lethal else wounds, frozenset({Moment.CRITICAL_HIT}))
    sustained = abilities.get(WeaponRule.SUSTAINED_HITS)
    attacks = Attacks(
        dice=_attack_dice(encounter, effects, abilities, figures),
        hit=hits.chance(Fate.SUCCEEDS),
        critical=hits.chance(Fate.CRITICAL),
        endings=tuple(endings.found),
        after_hit=endings.chances(after_hit),
        after_critical=endings.chances(after_critical),
        extra_hits=sustained.value.chances if sustained and sustained.value else NO_EXTRA_HITS,
        save_faces=save_faces(effects),
    )
    return Table(
        attacks=attacks,
        is_precise=WeaponRule.PRECISION in abilities,
        hazards=encounter.use.count if WeaponRule.HAZARDOUS in abilities else 0,
        figures=figures,
        abilities=tuple(abilities.values()),
        sources=tuple(dict.fromkeys(effect.source for effect in effects)),
    )


# Abilities of the weapon -------------------------------------------------------------------------------


def weapon_abilities(encounter: Encounter, effects: Iterable[Effect]) -> dict[WeaponRule, WeaponAbility]:
    """The abilities that apply against this target, the best of those that it has twice (24.01, 24.02)."""
    granted: list[WeaponAbility] = list(encounter.weapon.abilities)
    denied: set[WeaponRule] = set()
    for effect in effects:
        if effect.part is Part.WEAPON_ABILITY and effect.ability is not None:
            if effect.change is Change.DENY:
                denied.add(effect.ability.rule)
            else:
                granted.append(effect.ability)
    found: dict[WeaponRule, WeaponAbility] = {}
    for ability in granted:
        if ability.rule in denied or not ability.reaches(encounter.target.keywords):
            continue
        held = found.get(ability.rule)
        if held is None or _is_better(ability, held):
            found[ability.rule] = ability
    if WeaponRule.TORRENT in found:
        found.pop(WeaponRule.PRECISION, None)  # 24.37.01
        found.pop(WeaponRule.INDIRECT_FIRE, None)
    return found


def _is_better(one: WeaponAbility, other: WeaponAbility) -> bool:
    mine = one.value.mean if one.value else 0.0
    theirs = other.value.mean if other.value else 0.0
    return mine < theirs if one.rule is WeaponRule.ANTI else mine > theirs


# Attack dice ---------------------------------------------------------------------------------------------


def _attack_dice(
    encounter: Encounter,
    effects: Sequence[Effect],
    abilities: Mapping[WeaponRule, WeaponAbility],
    figures: dict[str, Figure],
) -> Chances:
    """Chances of the number of attack dice of all weapons together: each rolls its own A (02.02.03, 04.03)."""
    weapon, situation = encounter.weapon, encounter.situation
    modifiers = modifiers_of(effects, Part.ATTACKS)
    figures["A"] = modified(Characteristic.ATTACKS, round(weapon.attacks.mean), modifiers)
    chances = changed(weapon.attacks.chances, Characteristic.ATTACKS, modifiers)
    extra = sum(effect.value.maximum for effect in effects if effect.part is Part.ATTACK_DICE and effect.value)
    for rule, is_so in (
        (WeaponRule.RAPID_FIRE, encounter.is_within_half_range),
        (WeaponRule.BLAST, True),
        (WeaponRule.CLEAVE, situation.single_target),
    ):
        ability = abilities.get(rule)
        if ability is None or not is_so:
            continue
        times = 1 if rule is WeaponRule.RAPID_FIRE else encounter.target.models // 5
        value = ability.value.chances if ability.value else np.array([0.0, 1.0])
        chances = np.convolve(chances, repeated(value, times))
    if extra:
        chances = np.concatenate([np.zeros(extra), chances])
    return repeated(chances, encounter.use.count)


# Hit rolls -----------------------------------------------------------------------------------------------


def _hit_roll(
    encounter: Encounter,
    effects: Sequence[Effect],
    abilities: Mapping[WeaponRule, WeaponAbility],
    figures: dict[str, Figure],
    choice: Choice,
) -> Roll:
    if WeaponRule.TORRENT in abilities or encounter.weapon.skill is None:
        return ALWAYS
    situation = encounter.situation
    ignores = WeaponRule.PSYCHIC in abilities or any(
        effect.part is Part.MODIFIERS and effect.change is Change.IGNORE for effect in effects
    )
    skill = [*modifiers_of(effects, Part.SKILL), *_skill_modifiers(encounter, effects, abilities)]
    roll = [*modifiers_of(effects, Part.HIT_ROLL), *_hit_modifiers(encounter, abilities)]
    if ignores:
        # Whoever may ignore modifiers keeps the good ones (02.02.02, 24.29).
        skill = [one for one in skill if one.operation is not Operation.SUBTRACT]
        roll = [one for one in roll if one.operation is not Operation.SUBTRACT]
    figures["BS/WS"] = modified(Characteristic.SKILL, encounter.weapon.skill, skill)
    figures["hit roll"] = roll_modifier(Characteristic.HIT_ROLL, roll)
    critical_on = min([6, *_thresholds(effects, Part.CRITICAL_HIT)])
    fates = needed(figures["BS/WS"].value, figures["hit roll"].value, critical_on)
    if not situation.is_melee and situation.shooting_type is ShootingType.SNAP:
        six = Fate.CRITICAL if choice.snap_hits_are_critical else Fate.SUCCEEDS
        return rolled((*(Fate.FAILS,) * 5, six))  # 15.09: no re-rolls
    if not situation.is_melee and situation.shooting_type is ShootingType.INDIRECT and _is_indirect(abilities):
        failing = 3 if situation.is_stationary and situation.is_spotted else 5
        return rolled((*(Fate.FAILS,) * failing, *fates[failing:]))  # 10.07: no re-rolls
    return rolled(fates, _rerolled(effects, Part.HIT_ROLL, is_any=False, fish=choice.fish_hits))


def _is_indirect(abilities: Mapping[WeaponRule, WeaponAbility]) -> bool:
    return WeaponRule.INDIRECT_FIRE in abilities


def _skill_modifiers(
    encounter: Encounter, effects: Sequence[Effect], abilities: Mapping[WeaponRule, WeaponAbility]
) -> Iterable[Modifier]:
    situation = encounter.situation
    if situation.is_melee:
        return
    source = _cover(encounter, effects, abilities)
    if source and WeaponRule.IGNORES_COVER not in abilities:
        yield Modifier(Operation.SUBTRACT, 1, source)
    aircraft = not (encounter.attacker.keywords | encounter.target.keywords).isdisjoint({"aircraft"})
    towering = "towering" in encounter.attacker.keywords and situation.within(12)
    if situation.is_visible and situation.target_on_ground and not aircraft and (situation.is_above or towering):
        yield Modifier(Operation.ADD, 1, "Plunging Fire (22.05)")


def _cover(
    encounter: Encounter, effects: Sequence[Effect], abilities: Mapping[WeaponRule, WeaponAbility]
) -> str | None:
    """Why the target has the benefit of cover, None if it has not (13.08, 24.33)."""
    on_cover = [effect for effect in effects if effect.part is Part.COVER]
    if any(effect.change is Change.DENY for effect in on_cover):
        return None
    situation = encounter.situation
    if situation.in_cover:
        return "Benefit of Cover (13.08)"
    if encounter.target.has_stealth:
        return "Stealth (24.33)"
    if situation.shooting_type is ShootingType.INDIRECT and _is_indirect(abilities):
        return "Indirect Shooting (10.07)"
    return next((effect.source for effect in on_cover if effect.change is Change.GRANT), None)


def _hit_modifiers(encounter: Encounter, abilities: Mapping[WeaponRule, WeaponAbility]) -> Iterable[Modifier]:
    situation, attacker, target = encounter.situation, encounter.attacker, encounter.target
    if _is_damaged(encounter):
        yield Modifier(Operation.SUBTRACT, 1, "Damaged (24.39)")
    if situation.is_melee:
        return
    if WeaponRule.HEAVY in abilities and situation.moved_little and not situation.attacker_engaged:
        yield Modifier(Operation.ADD, 1, "[HEAVY] (24.16)")
    close = WeaponRule.CLOSE_QUARTERS in abilities and situation.engaged_with_each_other
    if close:
        return
    if situation.shooting_type is ShootingType.CLOSE_QUARTERS and attacker.is_monster_or_vehicle:
        yield Modifier(Operation.SUBTRACT, 1, "Close-quarters Shooting (10.06)")
    if situation.target_engaged and target.is_monster_or_vehicle:
        yield Modifier(Operation.SUBTRACT, 1, "Shooting at Engaged Monsters and Vehicles (17.03)")


def _is_damaged(encounter: Encounter) -> bool:
    """Whether the models that attack are damaged (24.39)."""
    for profile in encounter.attacker.profiles:
        if profile.damaged_at is not None and encounter.use.group in ("", profile.name):
            return profile.wounds - profile.lost <= profile.damaged_at
    return False


def _thresholds(effects: Iterable[Effect], part: Part) -> list[int]:
    return [effect.value.maximum for effect in effects if effect.part is part and effect.value is not None]


class _Again:
    """Which faces are rolled again: ones, or all that fail, and where one fishes all that are not critical."""

    def __init__(self, *, ones_only: bool, fish: bool) -> None:
        self.ones_only = ones_only
        self.fish = fish

    def __call__(self, face: int, fate: Fate) -> bool:
        if self.ones_only:
            return face == 1
        return fate is Fate.FAILS or (self.fish and fate is Fate.SUCCEEDS)


def _rerolled(effects: Iterable[Effect], part: Part, *, is_any: bool, fish: bool) -> _Again | None:
    changes = {effect.change for effect in effects if effect.part is part and effect.change in REROLLS}
    if is_any or Change.REROLL in changes:
        return _Again(ones_only=False, fish=fish)
    return _Again(ones_only=True, fish=False) if changes else None


# Wound rolls ---------------------------------------------------------------------------------------------


def _wound_roll(
    encounter: Encounter,
    effects: Sequence[Effect],
    abilities: Mapping[WeaponRule, WeaponAbility],
    figures: dict[str, Figure],
    toughness: int,
    choice: Choice,
) -> Roll:
    """The wound roll; a Strength that is rolled for is weighed over its values (02.02.03)."""
    weapon = encounter.weapon
    modifiers = modifiers_of(effects, Part.STRENGTH)
    figures["T"] = modified(Characteristic.TOUGHNESS, toughness, modifiers_of(effects, Part.TOUGHNESS))
    figures["S"] = modified(Characteristic.STRENGTH, max(1, round(weapon.strength.mean)), modifiers)
    roll = list(modifiers_of(effects, Part.WOUND_ROLL))
    if WeaponRule.LANCE in abilities and encounter.situation.has_charged:
        roll.append(Modifier(Operation.ADD, 1, "[LANCE] (24.21)"))
    figures["wound roll"] = roll_modifier(Characteristic.WOUND_ROLL, roll)
    anti = abilities.get(WeaponRule.ANTI)
    own = [anti.value.maximum] if anti and anti.value else []
    critical_on = max(2, min([6, *own, *_thresholds(effects, Part.CRITICAL_WOUND)]))
    is_any = WeaponRule.TWIN_LINKED in abilities
    again = _rerolled(effects, Part.WOUND_ROLL, is_any=is_any, fish=choice.fish_wounds)

    def roll_of(strength: int) -> Roll:
        target = wound_needed(strength, figures["T"].value)
        return rolled(needed(target, figures["wound roll"].value, critical_on), again)

    if not weapon.strength.is_random:
        return roll_of(figures["S"].value)
    strengths = changed(weapon.strength.chances, Characteristic.STRENGTH, modifiers)
    return _mixed([(roll_of(max(1, value)), chance) for value, chance in enumerate(strengths) if chance])


def _mixed(rolls: Sequence[tuple[Roll, float]]) -> Roll:
    """One roll with the chances of several, each with its weight."""
    chances = {fate: sum(roll.chance(fate) * weight for roll, weight in rolls) for fate in Fate}
    fates = (Fate.FAILS, Fate.FAILS, Fate.SUCCEEDS, Fate.SUCCEEDS, Fate.CRITICAL, Fate.CRITICAL)
    return Roll(fates, tuple(chances[fate] / 2 for fate in fates))
