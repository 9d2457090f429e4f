"""What a result says of itself: stages, saves by group, and what every rule added."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from battle.engine.effects import Change, Part
from battle.engine.explaining import Against, contributions, stages_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from tests.battle.engine.rules.citing import SHOOTING, chance, lone, made, suffered
from tests.battle.engine.units import ability, attack, attackers, character, models, unit, weapon

F = Fraction


def added(attacker: Fighters, target: Fighters, situation: Situation = SHOOTING) -> dict[str, float]:
    """Kills that each rule added."""
    found = attack(attacker, target, situation)
    return {one.source: one.kills for one in contributions(found, attacker, target, situation, Policies())}


def test_stages_are_chances_and_means() -> None:
    gun = weapon(2, 4, 4, 1, 1, ability("sustained hits", 1))
    found = attack(attackers((3, gun)), unit(models(10, 4, 4, 1), character(4, 2, 4, 4)), SHOOTING)

    stages = stages_of(found.batches[0], found.target)

    assert (stages.hit, stages.critical_hit) == (chance(F(3, 6)), chance(F(1, 6)))
    assert (stages.wound, stages.wound_of_critical) == (chance(F(3, 6)), chance(F(3, 6)))
    assert (stages.attacks, stages.hits, stages.wounds) == (6.0, chance(4), chance(2))
    ((count, against),) = stages.against
    assert count == chance(2)
    assert [(one.group, one.needed) for one in against] == [("Trooper", 5), ("Captain", 3)]
    assert [one.through for one in against] == [chance(F(4, 6)), chance(F(2, 6))]


def test_damage_beyond_the_last_wound_is_said_to_be_wasted() -> None:
    found = attack(attackers(weapon(1, 3, 8, 0, 3)), unit(models(5, 4, 3, 2, feel_no_pain=4)), SHOOTING)

    ((_, (against,)),) = stages_of(found.batches[0], found.target).against

    # Of three wounds each stays with 1/2: 0, 1, 2, 3 with 1, 3, 3, 1 of 8; a model has two.
    inflicted = F(3 * 1 + 3 * 2 + 1 * 2, 8)
    assert against == Against("Trooper", 3, chance(F(2, 6)), chance(inflicted), chance(3 - inflicted))  # type: ignore[arg-type]


def test_mortal_wounds_have_no_save_roll() -> None:
    gun = weapon(1, 3, 4, 0, 1, "devastating wounds")
    found = attack(attackers(gun), lone(save=3), SHOOTING)

    needed = [against[0].needed for _, against in stages_of(found.batches[0], found.target).against]

    assert needed == [3, None]


def test_figures_name_their_reasons() -> None:
    gun = weapon(1, 3, 4, 1, 1)
    found = attack(attackers(gun), lone(), replace(SHOOTING, in_cover=True))

    figures = dict(stages_of(found.batches[0], found.target).figures)

    assert {name: (figure.printed, figure.value) for name, figure in figures.items()} == {
        "BS/WS": (3, 4),
        "hit roll": (0, 0),
        "T": (4, 4),
        "S": (4, 4),
        "wound roll": (0, 0),
        "AP": (1, 1),
        "D": (1, 1),
        "A": (1, 1),
    }
    assert [(step.words, step.source, step.value) for step in figures["BS/WS"].steps] == [
        ("-1", "Benefit of Cover (13.08)", 4)
    ]


def test_an_ability_added_what_is_missing_without_it() -> None:
    gun = weapon(1, 4, 4, 0, 1, "twin-linked")

    assert added(attackers(gun), lone()) == {"[TWIN-LINKED]": chance(F(3, 6) * (F(3, 4) - F(1, 2)))}


def test_effects_of_both_sides_cover_and_feel_no_pain_are_asked_about() -> None:
    gun = weapon(1, 3, 8, 0, 1)
    oath = replace(made(Part.HIT_ROLL, Change.REROLL_ONES), source="Sample Oath")
    shield = replace(suffered(Part.WOUND_ROLL, Change.SUBTRACT, 1), source="Sample Shield")
    target = unit(models(1, 4, 7, 1, feel_no_pain=5), effects=(shield,))

    found = added(attackers(gun, effects=(oath,)), target, replace(SHOOTING, in_cover=True))

    with_all = F(3, 6) * F(7, 6) * F(4, 6) * F(4, 6)  # 4+ with ones again, 3+ to wound, 4 of 6 not ignored
    assert found == {
        "Sample Oath": chance(with_all - F(3, 6) * F(4, 6) * F(4, 6)),
        "Sample Shield": chance(with_all - F(7, 12) * F(5, 6) * F(4, 6)),
        "Cover": chance(with_all - F(4, 6) * F(7, 6) * F(4, 6) * F(4, 6)),
        "Feel No Pain": chance(with_all - F(7, 12) * F(4, 6)),
    }


def test_lethal_and_devastating_wounds_are_told_apart() -> None:
    gun = weapon(1, 4, 8, 0, 1, "lethal hits", "devastating wounds")

    found = added(attackers(gun), lone(save=2))

    # [LETHAL HITS] are not used here: the wound roll is worth more. Without [DEVASTATING WOUNDS] they would be.
    lethal_only = F(1, 6) * F(1, 6) + F(2, 6) * F(5, 6) * F(1, 6)
    assert found == {
        "[LETHAL HITS]": chance(0),
        "[DEVASTATING WOUNDS]": chance(F(3, 6) * F(10, 36) - lethal_only),
    }
