"""Gauntlets: those that come with the service, and those that people keep."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from battle.gauntlets import GauntletRefused, fielded_units, gauntlet_content, units_of_roster
from battle.models import Gauntlet
from battle.models.gauntlet import MOST_GAUNTLETS
from battle.scenario.unit_shapes import MOST_UNITS_OF_A_SIDE
from battle.services.gauntlets import create_gauntlet, delete_gauntlet, replace_gauntlet
from battle.services.shipped_gauntlets import load_gauntlets, shipped_gauntlets
from datasheets.catalogue import Catalogue
from roster.documents import document_from_json
from tests.releases import release

__all__ = ["release"]

RHINO = {"from": "catalogue", "datasheet": "adeptus-astartes:rhino"}
BOYZ = {
    "from": "catalogue",
    "datasheet": "orks:boyz",
    "models": [{"kind": "Nob", "count": 1}, {"kind": "Boy", "count": 9}],
}
SENT: dict[str, Any] = {"name": "Club night", "about": "What we meet.", "units": [RHINO, BOYZ], "weights": [1, 2.5]}


def refused(document: dict[str, Any], catalogue: Catalogue) -> list[tuple[str, str]]:
    with pytest.raises(GauntletRefused) as caught:
        gauntlet_content(document, catalogue)
    return [(fault.pointer, fault.message) for fault in caught.value.faults]


# Those that come with the service -----------------------------------------------------------------------


def test_three_gauntlets_come_with_the_service() -> None:
    assert {slug: len(content.units) for slug, content in shipped_gauntlets().items()} == {
        "heavy-armour": 11,
        "hordes": 7,
        "typical-targets": 13,
    }


@pytest.mark.parametrize("slug", ["heavy-armour", "hordes", "typical-targets"])
def test_every_target_of_a_shipped_gauntlet_can_be_fielded_as_written(slug: str, catalogue: Catalogue) -> None:
    content = shipped_gauntlets()[slug]
    again = gauntlet_content(
        {
            "name": content.name,
            "about": content.about,
            "units": list(content.units),
            "weights": list(content.weights),
            "reasons": list(content.reasons),
        },
        catalogue,
    )
    assert again == content
    assert all(content.reasons)
    for unit in content.units:
        (fielded,) = fielded_units(unit, catalogue)
        asked = sum(kind["count"] for kind in unit.get("models", []))
        attached = len(unit.get("attached", []))
        assert fielded.fighters.models == asked + attached or not asked
        assert fielded.fighters.points > 0


def test_loading_makes_what_is_missing_and_a_second_time_changes_nothing(db: None) -> None:
    said = [StringIO(), StringIO()]
    for out in said:
        call_command("load_gauntlets", stdout=out)
    assert [out.getvalue() for out in said] == ["Made: heavy-armour, hordes, typical-targets.\n", "Nothing to do.\n"]
    row = Gauntlet.objects.get(slug="typical-targets")
    assert (row.owner, row.name, len(row.units), len(row.weights), len(row.reasons)) == (
        None,
        "Typical targets",
        13,
        13,
        13,
    )


def test_loading_mends_and_removes_what_is_nobodys_and_leaves_what_is_somebodys(owner: User, tmp_path: Path) -> None:
    load_gauntlets()
    Gauntlet.objects.filter(slug="hordes").update(name="Changed", weights=[])
    Gauntlet.objects.create(slug="gone", name="Gone", units=[RHINO])
    own = Gauntlet.objects.create(slug="own-1", name="Own", units=[RHINO], owner=owner)
    loaded = load_gauntlets()
    assert (loaded.made, loaded.changed, loaded.removed) == ((), ("hordes",), ("gone",))
    assert Gauntlet.objects.get(slug="hordes").name == "Hordes"
    loaded = load_gauntlets(tmp_path)
    assert loaded.removed == ("heavy-armour", "hordes", "typical-targets")
    assert list(Gauntlet.objects.all()) == [own]


# What a gauntlet may hold -------------------------------------------------------------------------------


def test_a_gauntlet_is_kept_as_it_was_handed_in(catalogue: Catalogue) -> None:
    content = gauntlet_content({**SENT, "reasons": [" opens ", ""]}, catalogue)
    assert (content.name, content.about, content.units) == ("Club night", "What we meet.", (RHINO, BOYZ))
    assert (content.weights, content.reasons) == ((1, 2.5), ("opens", ""))


def test_all_that_is_wrong_is_said_with_its_place(catalogue: Catalogue) -> None:
    document = {
        "name": " ",
        "about": 3,
        "owner": "somebody",
        "units": [
            {"from": "catalogue", "datasheet": "No such thing"},
            {**BOYZ, "models": [{"kind": "Squig", "count": 1}]},
        ],
        "weights": [1],
        "reasons": ["one"],
    }
    found = refused(document, catalogue)
    assert [pointer for pointer, _ in found] == [
        "/owner",
        "/about",
        "/weights",
        "/reasons",
        "/units/0/datasheet",
        "/units/1/datasheet",
    ]
    assert found[2][1] == "Give one number for each of the 2 units, or none at all."


@pytest.mark.parametrize(
    ("changed", "pointer", "message"),
    [
        ({"name": ""}, "/name", "Give it a name."),
        ({"name": "x" * 121}, "/name", "121 characters are too many; at most 120 are kept."),
        ({"units": []}, "/units", "A gauntlet needs at least one unit."),
        ({"units": "Boyz"}, "/units", "A gauntlet needs at least one unit."),
        ({"units": [RHINO] * 41, "weights": []}, "/units", "41 units are too many: a gauntlet has at most 40."),
        ({"weights": [0, 0]}, "/weights", "All weights are 0, so that no target counts. Give one of them more."),
        ({"weights": [1, -1]}, "/weights/1", "A weight is a number from 0 to 1,000,000."),
        ({"weights": [1, True]}, "/weights/1", "A weight is a number from 0 to 1,000,000."),
        ({"weights": [1, 10**400]}, "/weights/1", "A weight is a number from 0 to 1,000,000."),
        ({"weights": [1, float("inf")]}, "", "This is not JSON: Out of range float values are not JSON compliant."),
        ({"about": "y" * 1_000_001}, "", "The gauntlet has 1,000,249 bytes; at most 1,000,000 are kept."),
    ],
)
def test_what_does_not_fit_is_refused(
    changed: dict[str, Any], pointer: str, message: str, catalogue: Catalogue
) -> None:
    ((found, said),) = refused({**SENT, **changed}, catalogue)
    assert found == pointer
    assert said.startswith(message[:50])


@pytest.mark.parametrize("keys", [None, 5, True, 1.5, "k", {"k": 1}, [], ["k", "k"]])
def test_units_of_a_roster_that_are_not_one_key_are_refused(keys: Any, catalogue: Catalogue) -> None:
    unit = {"from": "roster", "roster": {}, "units": keys}
    assert refused({"name": "Kept", "units": [unit]}, catalogue) == [
        ("/units/0/units", "Name the one unit of the roster by its key.")
    ]


def test_a_name_is_one_line_that_can_be_seen(catalogue: Catalogue) -> None:
    names = ["Club\nnight", "\u202enight", "\u200b", "a\\u0000"]
    found = [gauntlet_content({"name": name, "units": [RHINO]}, catalogue).name for name in names]
    assert found == ["Club night", "\ufffdnight", "\ufffd", "a\\u0000"]


def test_half_a_character_is_refused_and_a_null_is_replaced(catalogue: Catalogue) -> None:
    assert refused({**SENT, "name": "half \ud800"}, catalogue)[0][0] == ""
    assert gauntlet_content({**SENT, "name": "null \0"}, catalogue).name == "null \ufffd"


# Gauntlets from rosters ---------------------------------------------------------------------------------


def roster(*units: dict[str, Any]) -> Any:
    return document_from_json(
        {
            "schema": "quartermaster.roster/1",
            "faction": {"id": "necrons", "name": "Necrons"},
            "battle_size": None,
            "units": list(units),
        }
    )


WARRIORS = {
    "key": "u1",
    "datasheet": {"id": "necrons:necron-warriors", "name": "Necron Warriors"},
    "models": [{"kind": "Necron Warrior", "count": 20}],
}
OVERLORD = {
    "key": "u2",
    "datasheet": {"id": "necrons:overlord", "name": "Overlord"},
    "attached_to": "u1",
    "attached_as": "leader",
}
IMMORTALS = {"key": "u3", "datasheet": {"id": "necrons:immortals", "name": "Immortals"}}


def test_units_of_a_roster_come_one_by_one_with_who_is_attached(catalogue: Catalogue) -> None:
    units = units_of_roster(roster(WARRIORS, OVERLORD, IMMORTALS))
    names = [[(one.name, one.fighters.models) for one in fielded_units(unit, catalogue)] for unit in units]
    assert names == [[("Necron Warriors with Overlord", 21)], [("Immortals", 5)]]
    assert gauntlet_content({"name": "Theirs", "units": list(units)}, catalogue).units == units
    assert [len(unit["roster"]["units"]) for unit in units] == [2, 1]


def test_only_the_units_that_are_wanted_come() -> None:
    units = units_of_roster(roster(WARRIORS, OVERLORD, IMMORTALS), only=frozenset({"u2", "u3"}))
    assert [unit["units"] for unit in units] == [["u3"]]


def test_a_roster_without_a_key_is_no_target(catalogue: Catalogue) -> None:
    (unit, _) = units_of_roster(roster(WARRIORS, IMMORTALS))
    assert refused({"name": "Theirs", "units": [{**unit, "units": []}]}, catalogue) == [
        ("/units/0/units", "Name the one unit of the roster by its key.")
    ]


# What people do with their own --------------------------------------------------------------------------


@pytest.fixture
def in_force(release: Catalogue) -> Catalogue:
    return release


def test_a_gauntlet_is_kept_replaced_and_deleted(owner: User, in_force: Catalogue) -> None:
    kept = create_gauntlet(owner, SENT)
    assert kept.slug.startswith("club-night-")
    assert (kept.owner, kept.units, kept.weights) == (owner, [RHINO, BOYZ], [1, 2.5])
    replaced = replace_gauntlet(kept, {"name": "Other", "units": [BOYZ]})
    row = Gauntlet.objects.get()
    assert (row.slug, row.name, row.about, row.units, row.weights) == (kept.slug, "Other", "", [BOYZ], [])
    assert replaced.updated_at == row.updated_at > row.created_at
    delete_gauntlet(row)
    assert Gauntlet.objects.count() == 0


def test_two_of_one_name_have_slugs_of_their_own(owner: User, club_mate: User, in_force: Catalogue) -> None:
    slugs = {create_gauntlet(person, SENT).slug for person in (owner, owner, club_mate)}
    assert len(slugs) == 3
    assert create_gauntlet(owner, {**SENT, "name": "!?"}).slug.startswith("gauntlet-")


def test_what_is_refused_changes_nothing(owner: User, in_force: Catalogue) -> None:
    kept = create_gauntlet(owner, SENT)
    with pytest.raises(GauntletRefused):
        replace_gauntlet(kept, {"name": "Other", "units": []})
    assert Gauntlet.objects.get().name == "Club night"


def test_one_that_was_deleted_in_between_is_not_made_anew(owner: User, in_force: Catalogue) -> None:
    kept = create_gauntlet(owner, SENT)
    Gauntlet.objects.all().delete()
    with pytest.raises(GauntletRefused, match="deleted in between"):
        replace_gauntlet(kept, SENT)
    assert Gauntlet.objects.count() == 0


def test_a_person_keeps_fifty_and_no_more(owner: User, club_mate: User, in_force: Catalogue) -> None:
    Gauntlet.objects.bulk_create(
        Gauntlet(slug=f"own-{number}", name="Own", units=[RHINO], owner=owner) for number in range(MOST_GAUNTLETS)
    )
    with pytest.raises(GauntletRefused, match="You keep 50 gauntlets; 50 is the most"):
        create_gauntlet(owner, SENT)
    assert create_gauntlet(club_mate, SENT).owner == club_mate
    assert Gauntlet.objects.count() == 51


def test_without_a_release_nothing_can_be_kept(owner: User) -> None:
    with pytest.raises(GauntletRefused, match="No release is in force"):
        create_gauntlet(owner, SENT)


def test_forty_units_fit(owner: User, in_force: Catalogue) -> None:
    assert len(create_gauntlet(owner, {"name": "Many", "units": [RHINO] * MOST_UNITS_OF_A_SIDE}).units) == 40
