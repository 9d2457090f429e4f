"""Units and effects that cannot be are refused with what is wrong and where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battle.engine.effects import Change, Condition, Effect, Moment, Part
from battle.engine.effects import Test as Asks
from battle.engine.profiles import Fighters, Loadout, WeaponUse
from battle.engine.validation import Fault, faults_in
from battle.engine.vocabulary import CARRIED, NoEffect, faults_of, why_not_carried
from tests.battle.engine.rules.citing import SHOOTING, lone, made, suffered, when
from tests.battle.engine.units import ability, attack, attackers, models, unit, weapon

GUN = weapon(2, 3, 4, 1, 1)


def armed(gun: object) -> Fighters:
    return attackers(gun)  # type: ignore[arg-type]


def test_what_can_be_has_no_faults() -> None:
    assert faults_in(armed(GUN)) == ()
    assert faults_in(lone()) == ()


WEAPON = ("loadouts", 0, "weapons", 0, "weapon")


@pytest.mark.parametrize(
    ("fighters", "place", "text"),
    [
        (unit(models(0, 4, 3, 2)), ("profiles",), "0 models; a unit has 1 to 200."),
        (unit(models(201, 4, 3, 2)), ("profiles",), "201 models; a unit has 1 to 200."),
        (unit(models(1, 0, 3, 2)), ("profiles", 0, "toughness"), "T 0; it is 1 to 1000."),
        (unit(models(1, 4, 1, 2)), ("profiles", 0, "save"), "Sv 1; it is 2 to 7."),
        (unit(models(1, 4, 3, 0)), ("profiles", 0, "wounds"), "W 0; it is 1 to 1000."),
        (unit(models(1, 4, 3, 2, 1)), ("profiles", 0, "invulnerable"), "InSv 1; it is 2 to 7."),
        (unit(models(1, 4, 3, 2, 7, 1)), ("profiles", 0, "feel_no_pain"), "Feel No Pain 1; it is 2 to 7."),
        (unit(models(1, 4, 3, 2, lost=2)), ("profiles", 0, "lost"), "wounds lost 2; it is 0 to 1."),
        (
            unit(replace(models(2, 4, 3, 2), is_character=True)),
            ("profiles", 0, "models"),
            "2 CHARACTERs in one kind; each is a group of its own (05.03), so name them one by one.",
        ),
        (
            unit(models(1, 4, 3, 2), models(2, 4, 3, 2)),
            ("profiles", 1, "name"),
            "Two kinds of model are called Trooper; name them apart.",
        ),
        (
            replace(lone(), starting_strength=0),
            ("starting_strength",),
            "Starting strength 0, but 1 models are left.",
        ),
        (armed(weapon(2, 1, 4, 1, 1)), (*WEAPON, "skill"), "BS 1; it is 2 to 6."),
        (armed(weapon(2, 7, 4, 1, 1, range=None)), (*WEAPON, "skill"), "WS 7; it is 2 to 6."),
        (armed(weapon(2, None, 4, 1, 1)), (*WEAPON, "skill"), "No BS, and no [TORRENT] that does without (24.37)."),
        (armed(weapon(0, 3, 4, 1, 1)), (*WEAPON, "attacks"), "A 0; it is at least 1 (02.02.01)."),
        (armed(weapon(1, 3, 4, 1, 0)), (*WEAPON, "damage"), "D 0; it is at least 1 (02.02.01)."),
        (armed(weapon(1, 3, 4, 11, 1)), (*WEAPON, "armour_penetration"), "AP as a number 11; it is 0 to 10."),
        (armed(weapon(1, 3, 4, 1, 1, range=0)), (*WEAPON, "range"), "range 0; it is 1 to 1000."),
        (armed((0, GUN)), ("loadouts", 0, "weapons", 0, "count"), "count 0; it is 1 to 1000."),
        (
            armed(weapon(1, 3, 4, 1, 1, "melta")),
            (*WEAPON, "abilities", 0, "value"),
            "[MELTA] carries a number.",
        ),
        (
            armed(weapon(1, 3, 4, 1, 1, ability("lance", 2))),
            (*WEAPON, "abilities", 0, "value"),
            "[LANCE] carries no number.",
        ),
        (
            armed(weapon(1, 3, 4, 1, 1, ability("anti", 4))),
            (*WEAPON, "abilities", 0, "keywords"),
            "[ANTI] names the keywords of its targets (24.03).",
        ),
        (
            armed(weapon(1, 3, 4, 1, 1, ability("anti", 1, "fly"))),
            (*WEAPON, "abilities", 0, "value"),
            "[ANTI] on 1+; it is 2+ to 6+ (24.03).",
        ),
        (
            replace(lone(), loadouts=(Loadout("Nobody", 1, (WeaponUse(GUN),)),)),
            ("loadouts", 0, "group"),
            "No kind of model is called Nobody; there are Trooper.",
        ),
        (
            replace(lone(), effects=(made(Part.HIT_ROLL, Change.ADD),)),
            ("effects", 0),
            "Sample Rule: It changes hit roll without a value.",
        ),
    ],
)
def test_what_cannot_be_is_said_with_its_place(fighters: Fighters, place: tuple[str | int, ...], text: str) -> None:
    assert Fault(place, text) in faults_in(fighters)


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (made(Part.HIT_ROLL, Change.ADD), "It changes hit roll without a value."),
        (made(Part.CRITICAL_HIT, Change.SET), "It changes critical hit without a value."),
        (suffered(Part.FEEL_NO_PAIN, Change.GRANT), "It gives Feel No Pain without a value."),
        (suffered(Part.INVULNERABLE_SAVE, Change.GRANT), "It gives an InSv without a value."),
        (made(Part.DAMAGE, Change.DIVIDE, 0), "It divides D by 0."),
        (made(Part.WEAPON_ABILITY, Change.GRANT), "It grants or denies a weapon ability and names none."),
        (made(Part.CRITICAL_HIT, Change.SET, 1), "critical hit on 1: a roll needs 2 to 6."),
        (made(Part.HIT_ROLL, Change.ADD, 1, when(Asks.WITHIN)), "The condition “within inches” needs a number."),
        (
            made(Part.HIT_ROLL, Change.ADD, 1, when(Asks.WITHIN, "near")),
            "The condition “within inches” needs a number.",
        ),
        (
            made(Part.HIT_ROLL, Change.ADD, 1, when(Asks.TARGET_KEYWORD)),
            "The condition “target keyword” names nothing.",
        ),
        (made(Part.HIT_ROLL, Change.ADD, 1, when(Asks.PHASE, "tea")), "“tea” is no phase: shooting, fight."),
    ],
)
def test_effects_that_make_no_sense_are_refused(effect: Effect, text: str) -> None:
    assert text in faults_of(effect)
    with pytest.raises(NoEffect) as refused:
        attack(replace(armed(GUN), effects=(effect,)), lone(), SHOOTING)
    assert str(refused.value).startswith("Attackers, Sample Rule: ")


@pytest.mark.parametrize(
    ("effect", "reason"),
    [
        (made(Part.WOUND_ROLL, Change.REROLL_ONE), "one re-roll of a wound roll for the whole unit is not spent"),
        (made(Part.HIT_ROLL, Change.MULTIPLY, 2), "“multiply” of hit roll is not worked out"),
        (suffered(Part.DAMAGE, Change.SUBTRACT, "D3"), "D changed by D3 is not worked out"),
        (made(Part.DAMAGE, Change.MULTIPLY, "D3"), "“multiply” of D by D3 is not worked out"),
        (suffered(Part.SAVE, Change.ADD, "D3"), "Sv changed by D3 is not worked out"),
        (
            suffered(Part.HIT_ROLL, Change.SUBTRACT, 1, models=frozenset({"Captain"})),
            "attacks are made at units, so hit roll of some of its models only is not worked out",
        ),
        (
            made(Part.HIT_ROLL, Change.ADD, 1, moment=Moment.CRITICAL_HIT),
            "hit roll changed on a critical hit is not worked out",
        ),
        (
            made(Part.WOUND_ROLL, Change.ADD, 1, moment=Moment.CRITICAL_WOUND),
            "wound roll changed on a critical wound is not worked out",
        ),
        (
            replace(made(Part.WEAPON_ABILITY, Change.GRANT, moment=Moment.CRITICAL_HIT), ability=ability("precision")),
            "weapon ability changed on a critical hit is not worked out",
        ),
        (
            suffered(Part.DAMAGE, Change.SUBTRACT, 1, only_psychic=True),
            "D for mortal wounds or psychic attacks only is not worked out",
        ),
        (
            suffered(Part.HIT_ROLL, Change.IGNORE),
            "modifiers of hit roll are ignored by the side whose number it is, not by the other",
        ),
        (
            suffered(Part.FIRST_DAMAGE, Change.SET, 1, Condition(Asks.IN_COVER)),
            "first damage against some attacks only is not worked out",
        ),
    ],
)
def test_what_the_tables_do_not_carry_is_named_and_changes_nothing(effect: Effect, reason: str) -> None:
    assert why_not_carried(effect) == reason
    attacker, target = armed(GUN), unit(models(2, 4, 3, 2))
    plain = attack(attacker, target, SHOOTING)
    attacker, target = replace(attacker, effects=(effect,)), replace(target, effects=(effect,))
    found = attack(attacker, target, SHOOTING)

    assert found.not_modelled == (f"Sample Rule: {reason}.",)
    assert found.measures == plain.measures


def test_there_is_a_word_on_every_part() -> None:
    assert set(CARRIED) == set(Part)
