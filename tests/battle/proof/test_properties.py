"""What holds of every attack, whatever its numbers: more is never less, and what does not matter does not matter.

"More" is compared with every choice settled and one kind of weapon: then the target goes through its states in one
order, dice that did something still do, and both models destroyed and wounds lost can only grow. Where choices are
open each side takes what is best for its aim, so that only the aim itself (models destroyed) is sure to grow.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from battle.engine.attacks import Result, resolve
from battle.engine.dice import Dice, dice
from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import Phase, Situation
from battle.engine.target import NONE
from battle.engine.weapons import Weapon, WeaponAbility, WeaponRule
from tests.battle.engine.units import attackers

SEEDS = range(30)
MELEE = Situation(phase=Phase.FIGHT)
SETTLED = Policies(order=("Kind 0", "Kind 1", "Kind 2", "Leader"), lethal=True, precise="")
OPEN = Policies(fish=None)
ROUNDING = 1e-12


def _luck(seed: int) -> random.Random:
    return random.Random(f"properties {seed}")  # noqa: S311


def _weapon(luck: random.Random) -> Weapon:
    rules = (
        (WeaponRule.SUSTAINED_HITS, dice(luck.choice([1, "D3"]))),
        (WeaponRule.LETHAL_HITS, None),
        (WeaponRule.DEVASTATING_WOUNDS, None),
        (WeaponRule.PRECISION, None),
    )
    abilities = tuple(WeaponAbility(rule, value) for rule, value in rules if luck.random() < 0.3)
    return Weapon(
        "Blade",
        None,
        dice(luck.choice([3, 6, "D6", "D3+2"])),
        luck.randint(2, 5),
        dice(luck.randint(3, 9)),
        luck.randint(0, 3),
        dice(luck.choice([1, 2, 3, "D3", "D6"])),
        abilities,
    )


def _target(luck: random.Random) -> Fighters:
    toughness = luck.randint(3, 7)

    def profile(name: str, models: int, *, is_character: bool = False) -> Profile:
        return Profile(
            name,
            models,
            toughness,
            luck.randint(2, 6),
            luck.randint(1, 4),
            luck.choice([NONE, 4, 5]),
            feel_no_pain=luck.choice([NONE, NONE, 5]),
            is_character=is_character,
            is_bodyguard=not is_character,
        )

    kinds = [profile(f"Kind {place}", luck.randint(1, 4)) for place in range(luck.randint(1, 3))]
    return Fighters("Target", (*kinds, profile("Leader", 1, is_character=True)), is_attached=True)


def _attack(weapon: Weapon, target: Fighters, policies: Policies, *effects: Effect) -> Result:
    return resolve(attackers((2, weapon), effects=effects), target, MELEE, policies)


def _more_attacks(weapon: Weapon) -> Weapon:
    return replace(weapon, attacks=Dice(weapon.attacks.count, weapon.attacks.sides, weapon.attacks.bonus + 1))


Grown = Callable[[Weapon], tuple[Weapon, tuple[Effect, ...]]]


def _again(part: Part, change: Change) -> Grown:
    return lambda weapon: (weapon, (Effect("Again", Side.MADE, part, change),))


GROWN: dict[str, Grown] = {
    "AP": lambda weapon: (replace(weapon, armour_penetration=weapon.armour_penetration + 1), ()),
    "strength": lambda weapon: (replace(weapon, strength=dice(weapon.strength.bonus + 1)), ()),
    "attacks": lambda weapon: (_more_attacks(weapon), ()),
    "ones to hit again": _again(Part.HIT_ROLL, Change.REROLL_ONES),
    "hits again": _again(Part.HIT_ROLL, Change.REROLL),
    "ones to wound again": _again(Part.WOUND_ROLL, Change.REROLL_ONES),
    "wounds again": _again(Part.WOUND_ROLL, Change.REROLL),
}


@pytest.mark.parametrize("grown", GROWN)
@pytest.mark.parametrize("seed", SEEDS)
def test_more_never_destroys_less(seed: int, grown: str) -> None:
    luck = _luck(seed)
    weapon, target = _weapon(luck), _target(luck)
    more, effects = GROWN[grown](weapon)

    before, after = _attack(weapon, target, SETTLED).measures, _attack(more, target, SETTLED, *effects).measures

    assert after.expected_kills >= before.expected_kills - ROUNDING
    assert after.wounds >= before.wounds - ROUNDING
    assert after.destroyed >= before.destroyed - ROUNDING
    before, after = _attack(weapon, target, OPEN).measures, _attack(more, target, OPEN, *effects).measures
    assert after.expected_kills >= before.expected_kills - 1e-9  # what is closer is decided by the next aim


def test_more_is_more_where_it_can_be() -> None:
    weapon = Weapon("Blade", None, dice(6), 4, dice(4), 0, dice(1))
    target = Fighters("Target", (Profile("Kind 0", 10, 4, 4, 1),))
    before = _attack(weapon, target, SETTLED).measures.expected_kills

    for grow in GROWN.values():
        more, effects = grow(weapon)
        assert _attack(more, target, SETTLED, *effects).measures.expected_kills > before + 0.01


@pytest.mark.parametrize("seed", SEEDS)
def test_feel_no_pain_on_sevens_is_none(seed: int) -> None:
    luck = _luck(seed)
    weapon, target = _weapon(luck), _target(luck)
    bare = replace(target, profiles=tuple(replace(one, feel_no_pain=NONE) for one in target.profiles))
    given = Effect("Seven", Side.SUFFERED, Part.FEEL_NO_PAIN, Change.GRANT, dice(7))

    assert _attack(weapon, replace(bare, effects=(given,)), SETTLED).states == _attack(weapon, bare, SETTLED).states


@pytest.mark.parametrize("seed", SEEDS)
def test_weapons_alike_are_one_batch_in_whatever_order_they_are_carried(seed: int) -> None:
    luck = _luck(seed)
    weapon, other, target = _weapon(luck), replace(_weapon(luck), name="Other"), _target(luck)
    twin = replace(weapon, name="Twin")
    uses = [WeaponUse(weapon, 1), WeaponUse(twin, 2), WeaponUse(other, 1)]

    def attacked(*order: int) -> Result:
        bearers = replace(attackers(), loadouts=(Loadout("", 1, tuple(uses[place] for place in order)),))
        return resolve(bearers, target, MELEE, SETTLED)

    first = attacked(0, 1, 2)
    assert len(first.batches) == 2
    assert attacked(1, 0, 2).states == pytest.approx(dict(first.states), abs=1e-14)
    assert attacked(0, 2, 1).states == pytest.approx(dict(first.states), abs=1e-14)
    together = replace(attackers((3, weapon), (1, other)), name="Attackers")
    assert resolve(together, target, MELEE, SETTLED).states == pytest.approx(dict(first.states), abs=1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_groups_behind_never_change_groups_in_front(seed: int) -> None:
    """05.04: they are of the same T, and nothing counts models; so what stands behind is met only afterwards."""
    luck = _luck(seed)
    weapon, target = _weapon(luck), _target(luck)
    front = target.profiles[0]
    alone = replace(target, profiles=(front,))
    thicker = replace(target, profiles=(front, *(replace(one, save=2, wounds=5) for one in target.profiles[1:])))

    expected = _attack(weapon, alone, SETTLED).measures.groups[0].left
    for unit in (target, thicker):
        found = _attack(weapon, unit, SETTLED).measures.groups
        assert next(one.left for one in found if one.name == front.name) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_groups_that_save_alike_can_change_places(seed: int) -> None:
    """Sv 4+ after AP -1 and InSv 5+ need the same face: which group comes first changes nothing for the unit."""
    luck = _luck(seed)
    weapon = replace(_weapon(luck), armour_penetration=1)
    wounds = luck.randint(1, 3)
    armoured = Profile("Armoured", luck.randint(1, 4), 4, 4, wounds)
    shielded = Profile("Shielded", luck.randint(1, 4), 4, 6, wounds, 5)
    target = Fighters("Target", (armoured, shielded))

    one = _attack(weapon, target, Policies(order=("Armoured", "Shielded"), lethal=True))
    other = _attack(weapon, target, Policies(order=("Shielded", "Armoured"), lethal=True))

    assert one.order != other.order
    assert one.measures.kills == pytest.approx(other.measures.kills, abs=1e-14)
    assert one.measures.wounds == pytest.approx(other.measures.wounds, abs=1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_probabilities_add_up_to_one(seed: int) -> None:
    luck = _luck(seed)

    assert sum(_attack(_weapon(luck), _target(luck), OPEN).states.values()) == pytest.approx(1.0, abs=1e-12)


def test_past_the_invulnerable_save_more_ap_changes_nothing() -> None:
    weapon = Weapon("Blade", None, dice(6), 3, dice(5), 0, dice(2))
    target = Fighters("Target", (Profile("Kind 0", 5, 4, 3, 2, 4),))

    kills = [
        _attack(replace(weapon, armour_penetration=ap), target, SETTLED).measures.expected_kills for ap in range(5)
    ]

    assert kills[0] < kills[1] == pytest.approx(kills[2], abs=1e-14)
    assert kills[1:] == pytest.approx([kills[1]] * 4, abs=1e-14)
