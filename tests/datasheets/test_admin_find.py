"""Two letters find every match of name or alias, over all factions, from memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from datasheets.admin import finding
from datasheets.catalogue.entries import EntryRef
from datasheets.models import Datasheet, Item
from datasheets.services.editing import save_changes, working_entry
from datasheets.services.roles import Role, ensure_roles, give_role

pytestmark = pytest.mark.django_db


@pytest.fixture
def viewer(db: None) -> Client:
    ensure_roles()
    person = User.objects.create_user("vic")
    give_role(person, Role.VIEWER)
    client = Client()
    client.force_login(person)
    return client


def names(text: str) -> dict[str, list[str]]:
    return {group.faction: [match.entry.name for match in group.matches] for group in finding.find(text)}


def test_two_letters_show_every_match_by_faction_datasheets_first(stored: None) -> None:
    assert names("ki") == {"Ash Wardens": ["Kiln", "Old Kiln"]}
    assert names("st") == {"Walkers": ["Strider"]}
    assert names("bl") == {"Ash Wardens": ["Warden blade"]}


def test_detachments_enhancements_and_weapons_are_found_too(stored: None) -> None:
    found = {
        (match.entry.name, match.entry.kind)
        for text in ("slow", "living", "lance")
        for group in finding.find(text)
        for match in group.matches
    }

    assert found == {
        ("Slow Burn", "Detachment"),
        ("Living Coal", "Enhancement"),
        ("Ember lance", "Weapon or wargear"),
    }


def test_other_names_are_found_and_said(stored: None) -> None:
    [group] = finding.find("brothers")

    assert [(match.entry.name, match.alias) for match in group.matches] == [("Cinder Squad", "Cinder Brothers")]


@pytest.mark.parametrize("text", ["", "k", " k ", "'", "!!"])
def test_less_than_two_letters_find_nothing(stored: None, text: str) -> None:
    assert finding.find(text) == ()


def test_spelling_makes_no_difference(stored: None) -> None:
    assert names("CÍNDER  squad") == names("cinder squad") == {"Ash Wardens": ["Cinder Squad"]}


def test_a_new_name_is_found_at_once(stored: None) -> None:
    assert names("oven") == {}
    kiln = working_entry(EntryRef("datasheets", "ash-wardens:kiln")).value

    save_changes({EntryRef("datasheets", kiln.id): replace(kiln, aliases=("Oven",))}, by=None, reason="a nickname")

    assert names("oven") == {"Ash Wardens": ["Kiln"]}


def test_every_match_is_shown_however_many(viewer: Client, stored: None) -> None:
    Item.objects.bulk_create(
        Item(public_id=f"ash-wardens:zeal-{number}", name=f"Zeal of number {number}", kind="wargear")
        for number in range(4000)
    )
    Datasheet.objects.create(
        public_id="ash-wardens:zealot",
        name="Zealot",
        faction=Datasheet.objects.get(public_id="ash-wardens:kiln").faction,
        minimum_models=1,
        maximum_models=1,
    )

    groups = finding.find("ze")

    assert len(groups[0].matches) == 4001
    assert groups[0].matches[0].entry.name == "Zealot"


def test_results_lead_to_their_pages(viewer: Client, stored: None, django_assert_num_queries: Any) -> None:
    viewer.get(reverse("admin:find-results"), {"q": "ki"})

    # Session, user, rights of the user, rights of the groups, and three looks whether anything is new.
    with django_assert_num_queries(7):
        answer = viewer.get(reverse("admin:find-results"), {"q": "ki"})

    kiln = Datasheet.objects.get(public_id="ash-wardens:kiln")
    [group] = answer.json()["groups"]
    assert group["faction"] == "Ash Wardens"
    assert group["matches"][0] == ["Kiln", "Datasheet", f"/admin/datasheets/datasheet/{kiln.pk}/change/", ""]


def test_the_search_works_as_a_page_without_a_script(viewer: Client, stored: None) -> None:
    answer = viewer.get(reverse("admin:find"), {"q": "<kiln"})

    content = answer.content.decode()
    assert "2 matches for “&lt;kiln”." in content
    assert ">Old Kiln</a>" in content


@pytest.mark.parametrize(
    ("kind", "typed", "offered"),
    [
        ("item", "lance", ["Ember lance"]),
        ("item", "", []),
        ("datasheet", "kiln", ["Kiln", "Old Kiln"]),
        ("keyword", "titan", ["Titanic"]),
        ("ability", "rapid", ["Rapid Fire"]),
        ("secret", "x", []),
    ],
)
def test_names_are_offered_for_what_is_typed(
    viewer: Client, stored: None, kind: str, typed: str, offered: list[str]
) -> None:
    sent = {"kind": kind, "faction": "ash-wardens", "q": typed}

    assert viewer.get(reverse("admin:suggestions"), sent).json() == {"names": offered}


def test_names_that_are_not_unique_are_offered_with_their_ids_own_faction_first(viewer: Client, stored: None) -> None:
    Item.objects.create(public_id="walkers:ember-lance", name="Ember lance", kind="ranged")

    sent = {"kind": "item", "faction": "ash-wardens", "q": "ember"}

    assert viewer.get(reverse("admin:suggestions"), sent).json() == {
        "names": ["Ember lance [ash-wardens:ember-lance]", "Ember lance [walkers:ember-lance]"]
    }
