"""Units of rosters as fighters, on the real catalogue."""

from __future__ import annotations

import pytest

from battle.armies import NotFielded, field_army, field_unit
from battle.engine.dice import dice
from battle.engine.profiles import Fighters
from datasheets.catalogue import Catalogue
from roster.document import Reference, RosterDocument
from tests.battle.armies.entries import entry

WARRIORS = entry("necrons:necron-warriors", models={"Necron Warrior": 10})
OVERLORD = entry(
    "necrons:overlord",
    key="u2",
    attached_to="u1",
    attached_as="leader",
    enhancements=("necrons:annihilation-legion:eternal-madness",),
)


def _weapons(fighters: Fighters) -> dict[str, int]:
    return {use.weapon.name: use.count for use in fighters.weapons}


def test_a_datasheet_by_itself_is_its_smallest_unit_with_what_it_comes_with(catalogue: Catalogue) -> None:
    found = field_unit((entry("necrons:necron-warriors"),), catalogue)

    [profile] = found.fighters.profiles
    assert (profile.name, profile.models, profile.toughness, profile.save, profile.wounds) == (
        "Necron Warrior",
        10,
        4,
        4,
        1,
    )
    assert _weapons(found.fighters) == {"Gauss flayer": 10, "Close combat weapon": 10}
    assert found.fighters.points / 10 == profile.points > 0
    assert found.assumptions == (
        "Necron Warriors: how many models it has is not written down; it has 10.",
        "Necron Warriors: no wargear is written down; every model carries what it comes with.",
    )


def test_single_models_come_with_the_weapon_of_their_own(catalogue: Catalogue) -> None:
    fighters = field_unit((entry("adeptus-mechanicus:servitor-battleclade"),), catalogue).fighters

    # Two Gun Servitors, each with a gun of its own and a claw; six Combat Servitors.
    carried = [(use.weapon.name, use.count) for use in fighters.weapons]
    assert ("Heavy arc rifle", 1) in carried
    assert ("Heavy bolter", 1) in carried
    assert sum(count for name, count in carried if name == "Servo-claw") == 8


def test_a_unit_that_is_written_out_assumes_nothing(catalogue: Catalogue) -> None:
    items = {"Necron Warrior": {"necrons:gauss-reaper": 20, "necrons:close-combat-weapon": 20}}
    unit = entry("necrons:necron-warriors", models={"Necron Warrior": 20}, items=items)

    found = field_unit((unit,), catalogue)

    assert found.assumptions == ()
    assert _weapons(found.fighters) == {"Gauss reaper": 20, "Close combat weapon": 20}


def test_an_attached_unit_is_one_with_the_bodyguards_first(catalogue: Catalogue) -> None:
    """19.01, 19.02, 19.03, R-28."""
    found = field_unit((OVERLORD, WARRIORS), catalogue, faction="necrons", detachments=("necrons:annihilation-legion",))

    fighters = found.fighters
    warrior, overlord = fighters.profiles
    assert (fighters.name, fighters.is_attached, found.keys) == ("Necron Warriors with Overlord", True, ("u1", "u2"))
    assert {"infantry", "battleline", "character", "noble"} <= fighters.keywords
    assert (warrior.is_character, warrior.is_bodyguard, warrior.component) == (False, True, "Necron Warriors")
    assert (overlord.is_character, overlord.is_bodyguard, overlord.component) == (True, False, "Overlord")
    assert (overlord.enhancement_points, warrior.enhancement_points) == (20, 0)
    assert fighters.points == warrior.points * 10 + overlord.points + 20
    assert "Eternal Madness of Overlord" in fighters.not_modelled


def test_core_abilities_are_those_of_the_models_that_have_them(catalogue: Catalogue) -> None:
    raider = field_unit((entry("adeptus-astartes:land-raider"),), catalogue).fighters.profiles[0]
    repentia = field_unit((entry("adepta-sororitas:repentia-squad"),), catalogue).fighters
    king = field_unit((entry("necrons:the-silent-king"),), catalogue).fighters

    assert (raider.damaged_at, raider.deadly_demise) == (5, dice("D6"))
    assert {profile.feel_no_pain for profile in repentia.profiles} == {5}
    assert [(one.name, str(one.deadly_demise)) for one in king.profiles] == [
        ("Szarekh", "D6+3"),
        ("Triarchal Menhir", "None"),
    ]
    assert "What The Silent King loses with 6 wounds left or fewer" in king.not_modelled


def test_rules_that_the_data_have_not_are_named(catalogue: Catalogue) -> None:
    titan = field_unit((entry("titan-legions:warhound-titan"),), catalogue).fighters

    words = "its datasheet of July 2026 prints it, the data have it not"
    assert f"Deadly Demise 2D6 of Warhound Titan: {words}" in titan.not_modelled
    assert [one for one in titan.not_modelled if words in one] == [f"Deadly Demise 2D6 of Warhound Titan: {words}"]


def test_stealth_needs_every_model_of_an_attached_unit(catalogue: Catalogue) -> None:
    """24.33."""
    alone = field_unit((entry("adeptus-astartes:lieutenant-with-combi-weapon"),), catalogue)
    leading = field_unit(
        (
            entry("adeptus-astartes:intercessor-squad"),
            entry("adeptus-astartes:lieutenant-with-combi-weapon", key="u2", attached_to="u1"),
        ),
        catalogue,
    )

    assert (alone.fighters.has_stealth, leading.fighters.has_stealth) == (True, False)
    assert (alone.fighters.lone_operative, leading.fighters.lone_operative) == (12, None)


def test_characters_stand_one_by_one(catalogue: Catalogue) -> None:
    """05.03."""
    found = field_unit((entry("astra-militarum:gaunts-ghosts"),), catalogue)

    characters = [profile for profile in found.fighters.profiles if profile.is_character]
    assert characters
    assert all(profile.models == 1 for profile in characters)
    assert len({profile.name for profile in found.fighters.profiles}) == len(found.fighters.profiles)


def test_points_are_left_out_where_none_are_known(catalogue: Catalogue) -> None:
    found = field_unit((entry("adeptus-astartes:devastator-squad"),), catalogue)

    assert found.fighters.points == 0
    assert found.assumptions[-1] == (
        "Devastator Squad: points are left out of account, since the points manual has no price for Devastator Squad."
    )


@pytest.mark.parametrize(
    ("unit", "sentence"),
    [
        (entry("necrons:nobody"), "necrons:nobody is not recognised: its characteristics are not known."),
        (
            entry("necrons:necron-warriors", models={"Sample": 5}),
            "Necron Warriors has no model called Sample: there are Necron Warrior.",
        ),
        (
            entry("necrons:necron-warriors", models={"Necron Warrior": 201}),
            "Necron Warriors has 201 models; 1 to 200 can fight.",
        ),
    ],
)
def test_a_unit_that_cannot_fight_is_refused(catalogue: Catalogue, unit: object, sentence: str) -> None:
    with pytest.raises(NotFielded) as refused:
        field_unit((unit,), catalogue)  # type: ignore[arg-type]

    assert str(refused.value) == sentence


def test_a_roster_leaves_out_whom_it_does_not_know_and_says_so(catalogue: Catalogue) -> None:
    stranger = entry("necrons:nobody", key="u3")
    document = RosterDocument(Reference("necrons"), None, units=(WARRIORS, OVERLORD, stranger), name="Sample")

    found = field_army(document, catalogue)

    assert [unit.name for unit in found.units] == ["Necron Warriors with Overlord"]
    assert found.left_out == (
        ("necrons:nobody", "necrons:nobody is not recognised: its characteristics are not known."),
    )


def test_a_roster_of_too_many_units_is_refused(catalogue: Catalogue) -> None:
    units = tuple(entry("necrons:overlord", key=f"u{number}") for number in range(201))

    with pytest.raises(NotFielded) as refused:
        field_army(RosterDocument(Reference("necrons"), None, units=units), catalogue)

    assert str(refused.value) == "The roster has 201 units; at most 200 are read."


def test_more_detachments_than_are_read_are_refused(catalogue: Catalogue) -> None:
    many = ("necrons:awakened-dynasty",) * 21
    document = RosterDocument(
        faction=None, battle_size=None, units=(WARRIORS,), detachments=tuple(map(Reference, many))
    )

    with pytest.raises(NotFielded) as of_a_unit:
        field_unit((WARRIORS,), catalogue, detachments=many)
    with pytest.raises(NotFielded) as of_a_roster:
        field_army(document, catalogue)

    said = "The roster has 21 detachments; at most 20 are read."
    assert (str(of_a_unit.value), str(of_a_roster.value)) == (said, said)
