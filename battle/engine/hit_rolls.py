"""Hit rolls: BS or WS with cover and plunging fire, modifiers, and the types of shooting (05.01, 10, 13.08, 22.05)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from battle.engine.applying import Encounter
from battle.engine.assumptions import Assumption
from battle.engine.changing import ignores, modifiers_of, worsens
from battle.engine.choices import Choice
from battle.engine.cover import cover_of
from battle.engine.effects import Effect, Part
from battle.engine.modifiers import Characteristic, Figure, Modifier, Operation, modified, roll_modifier
from battle.engine.rerolls import every_success, rerolled, thresholds
from battle.engine.rolls import ALWAYS, Fate, Roll, needed, rolled
from battle.engine.situation import ShootingType
from battle.engine.weapons import WeaponAbility, WeaponRule

TOWERING_INCHES = 12

Abilities = Mapping[WeaponRule, WeaponAbility]


def hit_roll(
    encounter: Encounter,
    effects: Sequence[Effect],
    abilities: Abilities,
    figures: dict[str, Figure],
    choice: Choice,
    assumptions: set[Assumption],
) -> Roll:
    """The hit roll of each attack; automatic hits are not rolled and not critical (01.05.01, 24.37)."""
    situation = encounter.situation
    kind = None if situation.is_melee else situation.shooting_type
    if WeaponRule.TORRENT in abilities or encounter.weapon.skill is None:
        if kind is ShootingType.SNAP:
            assumptions.add(Assumption.SNAP_TORRENT)
        return ALWAYS
    fates = _fates(encounter, effects, abilities, figures)
    if kind is ShootingType.SNAP:
        critical = choice.snap_hits_are_critical
        assumptions.add(Assumption.SNAP_CRITICAL if critical else Assumption.SNAP_NOT_CRITICAL)
        return rolled((*(Fate.FAILS,) * 5, Fate.CRITICAL if critical else Fate.SUCCEEDS))  # 15.09: no re-rolls
    if kind is ShootingType.INDIRECT and WeaponRule.INDIRECT_FIRE in abilities:
        failing = 3 if situation.is_stationary and situation.is_spotted else 5
        rest = fates[failing:]
        if failing == 3:
            any_skill = choice.indirect_hits_at_any_skill
            assumptions.add(Assumption.INDIRECT_ANY_SKILL if any_skill else Assumption.INDIRECT_SKILL)
            if any_skill:
                rest = tuple(max(fate, Fate.SUCCEEDS) for fate in rest)
        return rolled((*(Fate.FAILS,) * failing, *rest))  # 10.07: no re-rolls
    return rolled(fates, rerolled(effects, Part.HIT_ROLL, is_any=False, fish=choice.fish_hits))


def _fates(
    encounter: Encounter, effects: Sequence[Effect], abilities: Abilities, figures: dict[str, Figure]
) -> tuple[Fate, ...]:
    printed = encounter.weapon.skill or 0
    skill = [*modifiers_of(effects, Part.SKILL, printed=printed), *_skill_modifiers(encounter, effects, abilities)]
    roll = [*modifiers_of(effects, Part.HIT_ROLL), *_roll_modifiers(encounter, abilities)]
    # Whoever may ignore modifiers keeps the good ones (02.02.02); [PSYCHIC] may ignore those of both (24.29).
    is_psychic = WeaponRule.PSYCHIC in abilities
    if is_psychic or ignores(effects, Part.SKILL):
        skill = [one for one in skill if not worsens(one, Characteristic.SKILL, printed)]
    if is_psychic or ignores(effects, Part.HIT_ROLL):
        roll = [one for one in roll if not worsens(one, Characteristic.HIT_ROLL, 0)]
    figures["BS/WS"] = figure = modified(Characteristic.SKILL, printed, skill)
    figures["hit roll"] = modifier = roll_modifier(Characteristic.HIT_ROLL, roll)
    if not effects:
        return needed(figure.value, modifier.value, 6)
    critical_on = min([6, *thresholds(effects, Part.CRITICAL_HIT)])
    every = every_success(effects, Part.CRITICAL_HIT)
    return needed(figure.value, modifier.value, critical_on, is_every_success_critical=every)


def _skill_modifiers(encounter: Encounter, effects: Sequence[Effect], abilities: Abilities) -> Iterable[Modifier]:
    situation = encounter.situation
    if situation.is_melee:
        return
    source = cover_of(encounter, effects, abilities)
    if source:
        yield Modifier(Operation.SUBTRACT, 1, source)
    if not situation.is_visible or not situation.target_on_ground:
        return
    if "aircraft" in encounter.attacker.keywords or "aircraft" in encounter.target.keywords:
        return
    if situation.is_above or (situation.within(TOWERING_INCHES) and "towering" in encounter.model_keywords):
        yield Modifier(Operation.ADD, 1, "Plunging Fire (22.05)")


def _roll_modifiers(encounter: Encounter, abilities: Abilities) -> Iterable[Modifier]:
    situation = encounter.situation
    if _is_damaged(encounter):
        yield Modifier(Operation.SUBTRACT, 1, "Damaged (24.39)")
    if situation.is_melee:
        return
    # In your Shooting phase: snap shooting is done in the opponent's turn.
    is_own_phase = situation.shooting_type is not ShootingType.SNAP
    if WeaponRule.HEAVY in abilities and is_own_phase and situation.moved_little and not situation.is_attacker_engaged:
        yield Modifier(Operation.ADD, 1, "[HEAVY] (24.16)")
    if WeaponRule.CLOSE_QUARTERS in abilities and situation.engaged_with_each_other:
        return
    if situation.shooting_type is ShootingType.CLOSE_QUARTERS and encounter.is_monster_or_vehicle:
        yield Modifier(Operation.SUBTRACT, 1, "Close-quarters Shooting (10.06)")
    if situation.is_target_engaged and encounter.target.is_monster_or_vehicle:
        yield Modifier(Operation.SUBTRACT, 1, "Shooting at Engaged Monsters and Vehicles (17.03)")


def _is_damaged(encounter: Encounter) -> bool:
    """Whether the model that attacks is damaged (24.39): alone of its kind, or the wounded one of several."""
    if encounter.use.is_damaged:
        return True
    for profile in encounter.attacker.profiles:
        if profile.damaged_at is not None and encounter.use.group in ("", profile.name):
            return profile.models == 1 and profile.wounds - profile.lost <= profile.damaged_at
    return False
