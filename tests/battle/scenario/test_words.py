"""Weapon abilities as they are printed."""

from __future__ import annotations

import pytest

from battle.engine.dice import dice
from battle.engine.weapons import WeaponAbility, WeaponRule
from battle.scenario.words import NoAbility, weapon_ability, weapon_rule


@pytest.mark.parametrize(
    ("written", "ability"),
    [
        ("TORRENT", WeaponAbility(WeaponRule.TORRENT)),
        ("[Twin-linked]", WeaponAbility(WeaponRule.TWIN_LINKED)),
        ("twin linked", WeaponAbility(WeaponRule.TWIN_LINKED)),
        ("Pistol", WeaponAbility(WeaponRule.CLOSE_QUARTERS)),
        ("CLOSE‑QUARTERS", WeaponAbility(WeaponRule.CLOSE_QUARTERS)),
        ("SUSTAINED HITS D3", WeaponAbility(WeaponRule.SUSTAINED_HITS, dice("D3"))),
        ("Rapid Fire D6 + 3", WeaponAbility(WeaponRule.RAPID_FIRE, dice("D6+3"))),
        ("BLAST", WeaponAbility(WeaponRule.BLAST)),
        ("BLAST 2", WeaponAbility(WeaponRule.BLAST, dice(2))),
        ("ANTI-INFANTRY 4+", WeaponAbility(WeaponRule.ANTI, dice(4), frozenset({"infantry"}))),
        ("ANTI-MONSTER/VEHICLE 2", WeaponAbility(WeaponRule.ANTI, dice(2), frozenset({"monster", "vehicle"}))),
        ("anti-non-Vehicle 5+", WeaponAbility(WeaponRule.ANTI, dice(5), frozenset(), frozenset({"vehicle"}))),
        ("LETHAL HITS: VEHICLE", WeaponAbility(WeaponRule.LETHAL_HITS, None, frozenset({"vehicle"}))),
        (
            "SUSTAINED HITS 1: INFANTRY/BEASTS",
            WeaponAbility(WeaponRule.SUSTAINED_HITS, dice(1), frozenset({"infantry", "beast"})),
        ),
        (
            "Lethal Hits: non-Monster/Vehicle",
            WeaponAbility(WeaponRule.LETHAL_HITS, None, frozenset(), frozenset({"monster", "vehicle"})),
        ),
    ],
)
def test_an_ability_as_it_is_printed(written: str, ability: WeaponAbility) -> None:
    assert weapon_ability(written) == ability


@pytest.mark.parametrize("rule", list(WeaponRule))
def test_every_ability_is_read_as_it_is_shown(rule: WeaponRule) -> None:
    value = {"anti": dice(4), "melta": dice(2), "cleave": dice(1), "rapid fire": dice(1), "sustained hits": dice(1)}
    keywords = frozenset({"vehicle"}) if rule is WeaponRule.ANTI else frozenset()
    ability = WeaponAbility(rule, value.get(rule.value), keywords)

    assert weapon_ability(str(ability)) == ability


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("SUSTAINED HIT 1", "“SUSTAINED HIT 1” is no weapon ability. Did you mean SUSTAINED HITS?"),
        ("Sample", "“Sample” is no weapon ability. See rules 24.03 to 24.38 for those there are."),
        ("ANTI-INFANTRY", "“ANTI-INFANTRY” is no weapon ability. Write it like ANTI-INFANTRY 4+."),
        ("ANTI-INFANTRY 1+", "“ANTI-INFANTRY 1+” is no weapon ability. Write it like ANTI-INFANTRY 4+."),
        ("MELTA", "[MELTA] carries a number: write “MELTA 1”."),
        ("TORRENT 2", "[TORRENT] carries no number."),
        ("MELTA 99999", "“99999” is neither a number nor dice. Write a number, or dice like D3, 2D6 or D6+1."),
        ("", "“” is no weapon ability. See rules 24.03 to 24.38 for those there are."),
    ],
)
def test_what_is_none_is_refused(written: str, sentence: str) -> None:
    with pytest.raises(NoAbility) as refused:
        weapon_ability(written)

    assert str(refused.value) == sentence


def test_a_bare_name_has_to_be_one() -> None:
    assert weapon_rule("[Pistol]") is WeaponRule.CLOSE_QUARTERS
    with pytest.raises(NoAbility):
        weapon_rule("torent")
