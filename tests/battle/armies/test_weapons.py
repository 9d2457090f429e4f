"""Weapons of the catalogue as the engine has them."""

from __future__ import annotations

import pytest

from battle.armies.weapons import OWN_RULES, UnknownWeaponRule, not_modelled_of, weapons_of
from battle.engine.dice import dice
from battle.engine.weapons import WeaponRule
from datasheets.catalogue import Catalogue
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.wargear import Item, ItemKind, WeaponKeyword, WeaponProfile


def _item(*keywords: WeaponKeyword, names: tuple[str, ...] = ("Sample gun",), **changes: object) -> Item:
    values = {
        "range": 24,
        "attacks": "D6+1",
        "skill": 3,
        "strength": "5",
        "armour_penetration": -2,
        "damage": "D3",
        "keywords": keywords,
        **changes,
    }
    profiles = tuple(WeaponProfile(name=name, **values) for name in names)  # type: ignore[arg-type]
    return Item("sample:gun", "Sample gun", ItemKind.RANGED, profiles)


def test_every_weapon_of_every_faction_is_known(catalogue: Catalogue) -> None:
    made = [weapon for item in catalogue.data.items for weapon in weapons_of(item)]

    assert len(made) == sum(len(item.profiles) for item in catalogue.data.items) > 3000
    assert {ability.rule for weapon in made for ability in weapon.abilities} == set(WeaponRule)


def test_rules_of_single_datasheets_are_those_that_the_catalogue_has(catalogue: Catalogue) -> None:
    core = {fold_name(rule.value) for rule in WeaponRule} | {"pistol", "hunter"}
    printed = {
        fold_name(keyword.name)
        for item in catalogue.data.items
        for profile in item.profiles
        for keyword in profile.keywords
    }

    assert printed - core == OWN_RULES


def test_numbers_are_those_of_the_profile_and_ap_is_what_it_subtracts() -> None:
    [weapon] = weapons_of(_item())

    assert (weapon.name, weapon.range, weapon.skill, weapon.armour_penetration) == ("Sample gun", 24, 3, 2)
    assert (weapon.attacks, weapon.strength, weapon.damage) == (dice("D6+1"), dice(5), dice("D3"))
    assert (weapon.profile_of, weapon.abilities) == ("", ())


def test_a_weapon_without_strength_has_none() -> None:
    [weapon] = weapons_of(_item(strength="-"))

    assert weapon.strength == dice(0)


def test_keywords_become_abilities_with_their_numbers_and_targets() -> None:
    [weapon] = weapons_of(
        _item(
            WeaponKeyword("Anti", "4+", target="Infantry"),
            WeaponKeyword("Pistol"),
            WeaponKeyword("Rapid Fire", "D6+3"),
            WeaponKeyword("Blast"),
            WeaponKeyword("Lethal Hits", excluded_targets=("Monster", "Vehicle")),
            WeaponKeyword("Devastating Wounds", required_targets=("Fly",)),
        )
    )

    found = [(one.rule, str(one.value), set(one.keywords), set(one.except_keywords)) for one in weapon.abilities]
    assert found == [
        (WeaponRule.ANTI, "4", {"infantry"}, set()),
        (WeaponRule.CLOSE_QUARTERS, "None", set(), set()),
        (WeaponRule.RAPID_FIRE, "D6+3", set(), set()),
        (WeaponRule.BLAST, "None", set(), set()),
        (WeaponRule.LETHAL_HITS, "None", set(), {"monster", "vehicle"}),
        (WeaponRule.DEVASTATING_WOUNDS, "None", {"fly"}, set()),
    ]


def test_profiles_of_one_weapon_say_of_which() -> None:
    item = _item(names=("Sample gun - Standard", "Supercharge", "Sample Gun"))

    found = [(weapon.name, weapon.profile_of) for weapon in weapons_of(item)]
    assert found == [
        ("Sample gun – Standard", "Sample gun"),
        ("Sample gun – Supercharge", "Sample gun"),
        ("Sample gun", "Sample gun"),
    ]


def test_hunter_profiles_attack_some_units_only() -> None:
    [weapon] = weapons_of(_item(WeaponKeyword("Hunter", target="Monster"), only_against=("Monster", "Vehicle")))

    assert (weapon.abilities, weapon.only_against) == ((), {"monster", "vehicle"})


def test_a_rule_of_one_datasheet_is_named_and_not_modelled() -> None:
    item = _item(WeaponKeyword("Conversion"), WeaponKeyword("Heavy"))

    assert [one.rule for weapon in weapons_of(item) for one in weapon.abilities] == [WeaponRule.HEAVY]
    assert not_modelled_of(item) == ("Conversion of Sample gun",)


def test_a_rule_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownWeaponRule) as refused:
        weapons_of(_item(WeaponKeyword("Sample Rule", "2")))

    assert str(refused.value) == "Sample gun has the weapon ability Sample Rule 2, which is not known."
