"""19.02-19.04: attacking attached units, their keywords and abilities."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from battle.engine.effects import Change, Part, Side
from battle.engine.effects import Test as Asks
from battle.engine.policies import Policies
from battle.engine.standing import attacked
from battle.engine.survivors import survivors
from tests.battle.engine.rules.citing import (
    SHOOTING,
    chance,
    kills,
    lone,
    made,
    rule,
    shot,
    suffered,
    table,
    when,
    wounds,
)
from tests.battle.engine.units import ability, attack, attackers, character, models, unit, weapon

F = Fraction


@rule("19.02", "05.02.01")
def test_bodyguards_lend_their_toughness_to_their_leader() -> None:
    """Also where the leader's is higher."""
    gun = weapon(1, None, 4, 0, 1, "torrent")
    led = unit(models(1, 4, 7, 1), character(6, 7, 1))

    assert wounds(table(gun, led)) == chance(F(3, 6))
    assert wounds(table(gun, unit(character(6, 7, 1)))) == chance(F(2, 6))


@rule("19.02")
def test_once_the_bodyguards_are_gone_the_leaders_toughness_counts() -> None:
    first, second = weapon(1, None, 8, 0, 1, "torrent", name="First"), weapon(1, None, 4, 0, 1, "torrent")
    led = unit(models(1, 4, 7, 1), character(8, 7, 1))

    found = attack(attackers(first, second), led, SHOOTING)

    # First: 2+ against T4. Second: 6+ against T8 where the guard is gone.
    assert found.measures.destroyed == chance(F(5, 6) * F(1, 6))


@rule("19.02", "05.00")
def test_within_one_batch_the_toughness_stays() -> None:
    """All wound rolls of the attacks are made before the first model is destroyed."""
    led = unit(models(1, 4, 7, 1), character(8, 7, 1))

    assert shot(weapon(2, None, 8, 0, 1, "torrent"), led).measures.destroyed == chance(F(25, 36))


@rule("19.03")
def test_an_attached_unit_has_the_keywords_of_all_its_components() -> None:
    gun = weapon(1, None, 1, 0, 1, "torrent", ability("anti", 4, "psyker"))
    led = unit(models(1, 4, 7, 1), character(4, 7, 1), keywords=("infantry", "psyker"))

    # Every unmodified 4+ is a critical wound, though the attack falls on the bodyguard.
    assert kills(shot(gun, led))[1] == chance(F(3, 6))


@rule("19.03")
def test_keywords_of_a_component_go_with_its_last_model() -> None:
    guard = replace(models(2, 4, 7, 1), component="Guard", keywords=frozenset({"infantry"}))
    captain = replace(character(4, 7, 1), component="Captain", keywords=frozenset({"infantry", "psyker"}))
    led = unit(guard, captain, keywords=("infantry", "psyker", "imperium"))
    structure = attack(attackers(weapon(1, 3, 4, 0, 1)), led, SHOOTING).target

    with_captain, without = (survivors(led, structure, state) for state in ((1, 1, 0), (1, 0, 0)))

    assert with_captain is not None
    assert without is not None
    assert with_captain.keywords == {"infantry", "psyker", "imperium"}
    assert without.keywords == {"infantry", "imperium"}
    assert attacked(led, structure, (1, 0, 0), enemy=lone()).keywords == {"infantry", "imperium"}
    assert attacked(led, structure, (1, 1, 0), enemy=lone()).keywords == led.keywords


@rule("19.04")
def test_what_is_a_models_own_stays_that_models() -> None:
    """An item that makes its bearer hard to kill does not help the bodyguards."""
    own = suffered(Part.FEEL_NO_PAIN, Change.SET, 4, models=frozenset({"Captain"}))
    led = unit(models(1, 4, 7, 1), character(4, 7, 1), effects=(own,))
    found = shot((2, weapon(1, None, 12, 0, 1, "torrent")), led)

    # The guard dies to the first wound; the captain ignores the second on 4+.
    assert found.measures.destroyed == chance(F(25, 36) * F(1, 2))
    assert kills(found)[0] == chance(F(1, 36))


@rule("19.04")
def test_an_ability_lasts_until_the_attacks_are_resolved() -> None:
    """The leader gives his unit Feel No Pain and dies first to [PRECISION]: it holds for the rest of the attacks."""
    given = suffered(Part.FEEL_NO_PAIN, Change.SET, 4, component="Captain")
    captain = replace(character(4, 7, 1), component="Captain")
    led = unit(replace(models(1, 4, 7, 1), component="Squad"), captain, effects=(given,))
    sniper, gun = (weapon(1, None, 12, 0, 1, "torrent", name=name) for name in ("Sniper", "Gun"))
    sniper = replace(sniper, abilities=(ability("precision"),), skill=2)

    found = attack(attackers(sniper, gun), led, SHOOTING, Policies(precise="Captain"))

    assert found.measures.destroyed == chance(F(5, 6) * F(5, 6) * F(1, 2) * F(5, 6) * F(1, 2))


@rule("19.04", "19.04.01")
def test_it_ends_with_the_last_model_of_its_source() -> None:
    given = suffered(Part.FEEL_NO_PAIN, Change.SET, 4, component="Captain")
    captain = replace(character(4, 7, 1), component="Captain")
    led = unit(replace(models(2, 4, 7, 1), component="Squad"), captain, effects=(given,))
    structure = attack(attackers(weapon(1, 3, 4, 0, 1)), led, SHOOTING).target

    with_captain = survivors(led, structure, (1, 1, 0))
    without = survivors(led, structure, (1, 0, 0))

    assert with_captain is not None
    assert with_captain.effects == (given,)
    assert without is not None
    assert without.effects == ()


@rule("19.04")
def test_a_leader_goes_on_leading_when_his_bodyguards_are_gone() -> None:
    leading = made(Part.WOUND_ROLL, Change.ADD, 1, when(Asks.LEADING))
    gun = weapon(1, None, 4, 0, 1, "torrent")
    alone = replace(attackers(gun, effects=(leading,)), is_attached=True)

    assert attack(alone, lone(), SHOOTING).measures.destroyed == chance(F(4, 6))
    assert shot(gun, None, None, leading).measures.destroyed == chance(F(3, 6))


@rule("19.04")
def test_leading_is_asked_of_the_unit_whose_rule_it_is() -> None:
    leading = suffered(Part.WOUND_ROLL, Change.SUBTRACT, 1, when(Asks.LEADING))
    assert leading.side is Side.SUFFERED
    gun = weapon(1, None, 4, 0, 1, "torrent")

    assert wounds(table(gun, unit(models(1, 4, 7, 1), character(4, 7, 1), effects=(leading,)))) == chance(F(2, 6))
    assert wounds(table(gun, unit(models(1, 4, 7, 1), effects=(leading,)))) == chance(F(3, 6))
