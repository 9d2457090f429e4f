"""Profiles, abilities and the situation become tables: one batch of identical attacks against one toughness.

Every modifier, re-roll and critical threshold ends here; nothing after it knows of abilities. Each number
keeps its reasons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from battle.engine.applying import ASK_FOR_STRENGTH, Encounter, abilities_on, effects_on
from battle.engine.assumptions import Assumption, in_order
from battle.engine.attack import NO_EXTRA_HITS, Attacks
from battle.engine.changing import changed_in_ways, modifiers_of, ways_of
from battle.engine.choices import Choice
from battle.engine.dice import MOST_KEPT_SUM, Chances, Dice, added, convolved, number, repeated
from battle.engine.effects import Change, Effect, Moment, Part, Test
from battle.engine.endings import Endings, save_faces
from battle.engine.hit_rolls import hit_roll
from battle.engine.modifiers import Characteristic, Figure, modified
from battle.engine.rolls import ALWAYS, Fate
from battle.engine.target import Target
from battle.engine.weapons import WeaponAbility, WeaponRule
from battle.engine.work import TooLarge
from battle.engine.wound_rolls import wound_roll

MODELS_OF_A_BLAST = 5
"""For every so many models of the target [BLAST] and [CLEAVE] add attack dice (24.05, 24.06)."""

MOST_ATTACK_DICE = 1_000_000
"""Attack dice at most of weapons that attack alike: chances of each number of them are kept."""


@dataclass(frozen=True, slots=True)
class Table:
    """One weapon's attacks as tables, and how each number came about, by its name.

    ``is_precise``: there is a visible CHARACTER that [PRECISION] can pick. ``hazards`` are the hazard rolls to
    make afterwards (24.15).
    """

    attacks: Attacks
    is_precise: bool
    hazards: int
    figures: Mapping[str, Figure] = field(default_factory=dict)
    abilities: tuple[WeaponAbility, ...] = ()
    sources: tuple[str, ...] = ()
    """The rules that changed something, in words."""
    assumptions: tuple[Assumption, ...] = ()


def table_of(encounter: Encounter, target: Target, *, toughness: int, choice: Choice) -> Table:
    """The attacks of ``encounter`` against ``target``, whose wound rolls are made against ``toughness`` (05.02.01)."""
    effects = effects_on(encounter, toughness=toughness)
    abilities = abilities_on(encounter, toughness=toughness)
    figures: dict[str, Figure] = {}
    assumptions: set[Assumption] = set()
    hits = hit_roll(encounter, effects, abilities, figures, choice, assumptions)
    wounds = wound_roll(encounter, effects, abilities, figures, toughness, choice)
    lethal = choice.lethal and WeaponRule.LETHAL_HITS in abilities
    endings = Endings(encounter, target, effects, abilities, figures)
    after_hit = endings.after(wounds, frozenset())
    critical = frozenset({Moment.CRITICAL_HIT})
    wounds_of_critical = wounds
    if effects and any(effect.moment is Moment.CRITICAL_HIT for effect in effects):
        wounds_of_critical = wound_roll(encounter, effects, abilities, figures, toughness, choice, critical)
    after_critical = endings.after(ALWAYS if lethal else wounds_of_critical, critical)
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
    if encounter.attacker.effects or encounter.target.effects:
        assumptions.update(_assumptions(encounter, effects))
    return Table(
        attacks=attacks,
        is_precise=WeaponRule.PRECISION in abilities and bool(precise_groups(encounter, target)),
        hazards=encounter.use.count if WeaponRule.HAZARDOUS in abilities else 0,
        figures=figures,
        abilities=tuple(abilities.values()),
        sources=tuple(dict.fromkeys(effect.source for effect in effects)) if effects else (),
        assumptions=in_order(assumptions),
    )


def precise_groups(encounter: Encounter, target: Target) -> tuple[int, ...]:
    """The CHARACTER groups that [PRECISION] may pick: those that are visible (24.28)."""
    if not encounter.situation.characters_visible:
        return ()
    return tuple(place for place, group in enumerate(target.groups) if group.is_character)


_MORE_DICE = (WeaponRule.RAPID_FIRE, WeaponRule.BLAST, WeaponRule.CLEAVE)
"""Abilities that add attack dice, in the order in which they do."""


def _attack_dice(
    encounter: Encounter,
    effects: Sequence[Effect],
    abilities: Mapping[WeaponRule, WeaponAbility],
    figures: dict[str, Figure],
) -> Chances:
    """Chances of the number of attack dice of all weapons together: each rolls its own A (02.02.03, 04.03)."""
    weapon, count = encounter.weapon, encounter.use.count
    printed = weapon.attacks.mean
    figures["A"] = modified(
        Characteristic.ATTACKS, round(printed), modifiers_of(effects, Part.ATTACKS, printed=printed)
    )
    more = _more_dice(encounter, abilities)
    if not effects:
        most = count * (weapon.attacks.maximum + sum([value.maximum * times for value, times in more]))
        if most <= MOST_KEPT_SUM:
            return added(weapon.attacks, more, count)
    ways = ways_of(effects, Part.ATTACKS, printed=printed)
    chances = changed_in_ways(weapon.attacks.chances, Characteristic.ATTACKS, ways)
    for effect in effects:
        if effect.part is Part.ATTACK_DICE and effect.value is not None:
            chances = convolved(chances, effect.value.chances)
            _refuse_many_dice(chances, encounter)
    for value, times in more:
        chances = convolved(chances, repeated(value.chances, times))
        _refuse_many_dice(chances, encounter)
    _refuse_many_dice(chances, encounter)
    return repeated(chances, count)


def _more_dice(encounter: Encounter, abilities: Mapping[WeaponRule, WeaponAbility]) -> tuple[tuple[Dice, int], ...]:
    """What abilities add to the A of each weapon, and how many times (24.05, 24.06, 24.30)."""
    if abilities.keys().isdisjoint(_MORE_DICE):
        return ()
    found = []
    for rule in _MORE_DICE:
        ability = abilities.get(rule)
        if ability is None:
            continue
        if rule is WeaponRule.RAPID_FIRE and not encounter.is_within_half_range:
            continue
        if rule is WeaponRule.CLEAVE and not encounter.situation.single_target:
            continue
        times = 1 if rule is WeaponRule.RAPID_FIRE else encounter.target.models // MODELS_OF_A_BLAST
        found.append((ability.value or number(1), times))
    return tuple(found)


def _refuse_many_dice(chances: Chances, encounter: Encounter) -> None:
    most = (len(chances) - 1) * encounter.use.count
    if most > MOST_ATTACK_DICE:
        raise TooLarge(f"up to {most:,} attack dice of {encounter.use.count:,} × {encounter.weapon.name}")


def _assumptions(encounter: Encounter, effects: Sequence[Effect]) -> set[Assumption]:
    found = set()
    weapon = encounter.weapon
    if weapon.strength.is_random or weapon.damage.is_random:
        asked = {
            condition.test
            for fighters in (encounter.attacker, encounter.target)
            for effect in fighters.effects
            for condition in effect.conditions
        }
        if (weapon.strength.is_random and asked & ASK_FOR_STRENGTH) or (
            weapon.damage.is_random and Test.WEAPON_DAMAGE_FROM in asked
        ):
            found.add(Assumption.ROLLED_NUMBERS)
    for effect in effects:
        is_rolled = effect.value is not None and effect.value.is_random
        if is_rolled and effect.part in (Part.ATTACKS, Part.ATTACK_DICE):
            found.add(Assumption.ROLLED_ATTACKS)
        if effect.part is Part.DAMAGE_ROLL and weapon.damage.is_random:
            found.add(Assumption.DAMAGE_REROLLS)
        if effect.part is Part.SAVE_ROLL and effect.change is Change.REROLL:
            found.add(Assumption.SAVE_REROLLS)
    return found
