"""Random attacks at attached units: everything the rules of attacks know, in combinations nobody would think of."""

from __future__ import annotations

import random
from dataclasses import dataclass

from battle.engine.dice import dice, number
from battle.engine.effects import Change, Condition, Effect, Moment, Part, Side, Test
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import Phase, ShootingType, Situation
from battle.engine.target import NONE
from battle.engine.weapons import Weapon, WeaponAbility, WeaponRule

KEYWORDS = ("infantry", "psyker", "walker")


@dataclass(frozen=True)
class Case:
    """One attack with every choice settled."""

    attacker: Fighters
    target: Fighters
    situation: Situation
    policies: Policies


def random_case(luck: random.Random) -> Case:
    """One to three ordinary groups and one or two CHARACTERs, attacked by one to three kinds of weapons."""
    situation = _situation(luck)
    others = tuple(_profile(luck, f"Kind {place}") for place in range(luck.randint(1, 3)))
    leaders = tuple(_leader(luck, f"Leader {place}") for place in range(luck.randint(1, 2)))
    target = Fighters(
        "Target",
        (*others, *leaders),
        keywords=frozenset(luck.sample(KEYWORDS, luck.randint(1, 2))),
        effects=_effects(luck, Side.SUFFERED, [one.name for one in (*others, *leaders)]),
        is_attached=True,
        has_stealth=luck.random() < 0.15,
    )
    weapons = tuple(
        WeaponUse(_weapon(luck, f"Weapon {place}", is_melee=situation.is_melee), luck.randint(1, 5))
        for place in range(luck.randint(1, 3))
    )
    attacker = Fighters(
        "Attackers",
        (Profile("Attacker", 5, 4, 3, 2),),
        (Loadout("", 1, weapons),),
        effects=_effects(luck, Side.MADE, []),
    )
    names = [one.name for one in others]
    policies = Policies(
        order=(*luck.sample(names, len(names)), *luck.sample([one.name for one in leaders], len(leaders))),
        lethal=luck.random() < 0.6,
        fish=luck.random() < 0.3,
        precise=luck.choice(["", *(one.name for one in leaders)]),
    )
    return Case(attacker, target, situation, policies)


def _situation(luck: random.Random) -> Situation:
    if luck.random() < 0.45:
        return Situation(phase=Phase.FIGHT, has_charged=luck.random() < 0.5)
    kind = luck.choices([ShootingType.NORMAL, ShootingType.SNAP, ShootingType.INDIRECT], [0.7, 0.1, 0.2])[0]
    return Situation(
        shooting_type=kind,
        distance=luck.choice([None, 6, 12, 20]),
        in_cover=luck.random() < 0.25,
        is_spotted=luck.random() < 0.5,
        is_stationary=luck.random() < 0.5,
        moved_little=luck.random() < 0.5,
        is_above=luck.random() < 0.2,
    )


def _profile(luck: random.Random, name: str) -> Profile:
    wounds = luck.randint(1, 4)
    return Profile(
        name,
        luck.randint(1, 6),
        luck.randint(3, 6),
        luck.randint(2, 6),
        wounds,
        luck.choice([NONE, NONE, 4, 5]),
        feel_no_pain=luck.choice([NONE, NONE, 5, 6]),
        feel_no_pain_mortal=luck.choice([NONE, NONE, 4]),
        lost=luck.randint(1, wounds - 1) if wounds > 1 and luck.random() < 0.15 else 0,
    )


def _leader(luck: random.Random, name: str) -> Profile:
    wounds = luck.randint(3, 6)
    return Profile(
        name,
        1,
        luck.randint(3, 8),
        luck.randint(2, 4),
        wounds,
        luck.choice([NONE, 4, 5]),
        feel_no_pain=luck.choice([NONE, NONE, 5]),
        is_character=True,
        is_bodyguard=False,
        lost=luck.randint(1, wounds - 1) if luck.random() < 0.2 else 0,
    )


def _weapon(luck: random.Random, name: str, *, is_melee: bool) -> Weapon:
    found = [
        ability
        for ability, chance in (
            (WeaponAbility(WeaponRule.SUSTAINED_HITS, dice(luck.choice([1, 2, "D3"]))), 0.25),
            (WeaponAbility(WeaponRule.LETHAL_HITS), 0.25),
            (WeaponAbility(WeaponRule.DEVASTATING_WOUNDS), 0.3),
            (WeaponAbility(WeaponRule.PRECISION), 0.35),
            (WeaponAbility(WeaponRule.TWIN_LINKED), 0.2),
            (WeaponAbility(WeaponRule.ANTI, dice(luck.randint(2, 5)), frozenset({luck.choice(KEYWORDS)})), 0.25),
            (WeaponAbility(WeaponRule.TORRENT), 0.1),
            (WeaponAbility(WeaponRule.LANCE), 0.2),
            (WeaponAbility(WeaponRule.HEAVY), 0.2),
            (WeaponAbility(WeaponRule.IGNORES_COVER), 0.2),
            (WeaponAbility(WeaponRule.INDIRECT_FIRE), 0.4),
            (WeaponAbility(WeaponRule.PSYCHIC), 0.1),
            (WeaponAbility(WeaponRule.RAPID_FIRE, number(luck.randint(1, 2))), 0.2),
            (WeaponAbility(WeaponRule.MELTA, dice(luck.choice([1, 2, "D3"]))), 0.2),
            (WeaponAbility(WeaponRule.BLAST, luck.choice([None, number(2)])), 0.2),
            (WeaponAbility(WeaponRule.CLEAVE, number(1)), 0.15),
        )
        if luck.random() < chance
    ]
    return Weapon(
        name,
        None if is_melee else 24,
        dice(luck.choice([1, 2, 3, 4, "D3", "D6", "D6+1"])),
        luck.randint(2, 5),
        dice(luck.choice([3, 4, 5, 6, 8, 10, "D6+2"])),
        luck.randint(0, 4),
        dice(luck.choice([1, 1, 2, 3, "D3", "D6", "D3+1"])),
        tuple(found),
    )


def _effects(luck: random.Random, side: Side, names: list[str]) -> tuple[Effect, ...]:
    return tuple(_effect(luck, side, names) for _ in range(luck.choice([0, 1, 1, 2, 3])))


def _effect(luck: random.Random, side: Side, names: list[str]) -> Effect:
    if side is Side.MADE:
        part, change, value, moment = luck.choice(
            [
                (Part.HIT_ROLL, Change.REROLL_ONES, None, Moment.ALWAYS),
                (Part.HIT_ROLL, Change.REROLL, None, Moment.ALWAYS),
                (Part.WOUND_ROLL, Change.REROLL_ONES, None, Moment.ALWAYS),
                (Part.WOUND_ROLL, Change.REROLL, None, Moment.ALWAYS),
                (Part.DAMAGE_ROLL, Change.REROLL, None, Moment.ALWAYS),
                (Part.DAMAGE_ROLL, Change.REROLL_ONES, None, Moment.ALWAYS),
                (Part.HIT_ROLL, Change.ADD, 1, Moment.ALWAYS),
                (Part.WOUND_ROLL, Change.ADD, 1, Moment.ALWAYS),
                (Part.CRITICAL_HIT, Change.SET, 5, Moment.ALWAYS),
                (Part.CRITICAL_WOUND, Change.SET, 5, Moment.ALWAYS),
                (Part.ATTACKS, Change.ADD, 1, Moment.ALWAYS),
                (Part.ATTACKS, Change.ADD, "D3", Moment.ALWAYS),
                (Part.STRENGTH, Change.ADD, 1, Moment.ALWAYS),
                (Part.STRENGTH, Change.MULTIPLY, 2, Moment.CRITICAL_HIT),
                (Part.ARMOUR_PENETRATION, Change.ADD, 1, Moment.ALWAYS),
                (Part.ARMOUR_PENETRATION, Change.ADD, 1, Moment.CRITICAL_WOUND),
                (Part.ARMOUR_PENETRATION, Change.ADD, 2, Moment.CRITICAL_HIT),
                (Part.DAMAGE, Change.ADD, 1, Moment.ALWAYS),
                (Part.DAMAGE, Change.ADD, "D3", Moment.ALWAYS),
                (Part.DAMAGE, Change.MULTIPLY, 2, Moment.ALWAYS),
                (Part.DAMAGE, Change.SET, 3, Moment.ALWAYS),
                (Part.DAMAGE, Change.IGNORE, None, Moment.ALWAYS),
                (Part.MODIFIERS, Change.IGNORE, None, Moment.ALWAYS),
                (Part.CRITICAL_HIT, Change.GRANT, None, Moment.ALWAYS),
                (Part.CRITICAL_WOUND, Change.GRANT, None, Moment.ALWAYS),
                (Part.ATTACKS, Change.MULTIPLY, 2, Moment.ALWAYS),
                (Part.ATTACK_DICE, Change.ADD, "D3", Moment.ALWAYS),
                (Part.SKILL, Change.SUBTRACT, 1, Moment.ALWAYS),
                (Part.DAMAGE, Change.ADD, 1, Moment.CRITICAL_WOUND),
                (Part.WOUND_ROLL, Change.ADD, 1, Moment.CRITICAL_HIT),
            ]
        )
        return Effect(f"{part} {change}", side, part, change, None if value is None else dice(value), moment=moment)
    part, change, value = luck.choice(
        [
            (Part.HIT_ROLL, Change.SUBTRACT, 1),
            (Part.WOUND_ROLL, Change.SUBTRACT, 1),
            (Part.ARMOUR_PENETRATION, Change.SUBTRACT, 1),
            (Part.STRENGTH, Change.SUBTRACT, 1),
            (Part.DAMAGE, Change.SUBTRACT, 1),
            (Part.DAMAGE, Change.DIVIDE, 2),
            (Part.DAMAGE, Change.SET, 1),
            (Part.SAVE, Change.ADD, 1),
            (Part.INVULNERABLE_SAVE, Change.SUBTRACT, 1),
            (Part.MODIFIERS, Change.IGNORE, None),
            (Part.SAVE_ROLL, Change.REROLL_ONES, None),
            (Part.SAVE_ROLL, Change.REROLL, None),
            (Part.SAVE_ROLL, Change.ADD, 1),
            (Part.INVULNERABLE_SAVE, Change.GRANT, 5),
            (Part.FEEL_NO_PAIN, Change.GRANT, 6),
            (Part.FIRST_DAMAGE, Change.SET, 1),
            (Part.TOUGHNESS, Change.ADD, 1),
            (Part.WOUND_ROLL, Change.SUBTRACT, 1),
        ]
    )
    is_first = part is Part.FIRST_DAMAGE
    has_models = part in (Part.DAMAGE, Part.INVULNERABLE_SAVE, Part.FEEL_NO_PAIN, Part.TOUGHNESS)
    return Effect(
        f"{part} {change}",
        side,
        part,
        change,
        None if value is None else number(value),
        models=frozenset(luck.sample(names, 1)) if has_models and luck.random() < 0.5 else frozenset(),
        conditions=()
        if is_first or luck.random() < 0.7
        else (Condition(luck.choice([Test.STRENGTH_ABOVE_TOUGHNESS, Test.WEAPON_DAMAGE_FROM]), ("2",)),),
        reaches_mortal=part is Part.DAMAGE and luck.random() < 0.5,
    )
