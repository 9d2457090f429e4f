"""The pages of releases: what was published for everybody, drafts for the people who work on the catalogue."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from datasheets.models import Publication, Release
from datasheets.services.publishing import publish, withdraw
from datasheets.services.roles import Role
from tests.datasheets.releasing import draft_of, edition, imported, person_with
from tests.website.pages import Element, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_releases() -> tuple[Release, Release]:
    """One that was in force, and the one that is."""
    first = imported().release
    second = imported(5).release
    assert first is not None
    assert second is not None
    return first, second


def shown(client: Client, address: str) -> Element:
    response = client.get(address)
    assert response.status_code == 200
    return page_of(response)


def test_releases_stand_newest_first_with_the_way_to_what_changed(
    client: Client, two_releases: tuple[Release, Release]
) -> None:
    page = shown(client, "/releases/")

    assert [row.text for row in page.one("tbody").all(class_="release-label")] == ["2026.10.2", "2026.10.1"]
    assert [row.text for row in page.one("tbody").all(class_="status")] == ["In force", "Former"]
    assert [link.attributes["href"] for link in page.one("tbody").all("a")] == ["/releases/2026.10.1/to/2026.10.2/"]


def test_visitor_sees_no_draft_and_staff_does(client: Client, two_releases: tuple[Release, Release]) -> None:
    draft = draft_of(7)

    assert draft.label not in client.get("/releases/").content.decode()
    for address in (reverse("release-diff", args=["2026.10.2", draft.label]), f"/releases/{draft.label}/to/2026.10.1/"):
        assert client.get(address).status_code == 404

    client.force_login(person_with(Role.VIEWER))
    assert draft.label in client.get("/releases/").content.decode()
    assert client.get(reverse("release-diff", args=["2026.10.2", draft.label])).status_code == 200


def test_signed_in_player_sees_no_draft(client: Client, owner: User, two_releases: tuple[Release, Release]) -> None:
    draft = draft_of(7)
    client.force_login(owner)

    assert client.get(reverse("release-diff", args=["2026.10.2", draft.label])).status_code == 404
    assert client.get(reverse("release-changelog", args=["2026.10.2", draft.label])).status_code == 404


def test_difference_is_told_with_both_values(client: Client, two_releases: tuple[Release, Release]) -> None:
    page = shown(client, "/releases/2026.10.1/to/2026.10.2/")

    before = edition(5).battle_sizes[0]
    (line,) = page.one("ul", class_="change-list").all("li")
    assert before.name in line.text
    assert line.text.endswith("→ 5")


def test_two_releases_are_chosen_by_a_form(client: Client, two_releases: tuple[Release, Release]) -> None:
    response = client.get("/releases/", {"from": "2026.10.2", "to": "2026.10.1"})

    assert response.status_code == 302
    assert response["Location"] == "/releases/2026.10.2/to/2026.10.1/"


@pytest.mark.parametrize("query", [{"from": "2026.10.1", "to": "2000.01.1"}, {"from": "\0", "to": "2026.10.1"}])
def test_form_with_an_unknown_release_finds_nothing(
    client: Client, two_releases: tuple[Release, Release], query: dict[str, str]
) -> None:
    assert client.get("/releases/", query).status_code == 404


def test_release_compared_with_itself_says_so(client: Client, two_releases: tuple[Release, Release]) -> None:
    page = shown(client, "/releases/2026.10.1/to/2026.10.1/")

    assert [note.text for note in page.all(class_="note")] == ["Nothing that a roster could notice."]


def test_faction_without_differences_is_not_found(client: Client, two_releases: tuple[Release, Release]) -> None:
    assert client.get("/releases/2026.10.1/to/2026.10.2/?faction=orks").status_code == 404
    assert client.get("/releases/2026.10.1/to/2026.10.2/?faction=-").status_code == 200


def test_changelog_is_a_file_to_keep(client: Client, two_releases: tuple[Release, Release]) -> None:
    response = client.get("/releases/2026.10.1/to/2026.10.2/changelog.md")

    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="2026.10.1-to-2026.10.2.md"'
    assert response.content.decode().startswith("# Release 2026.10.2: what changed since 2026.10.1\n")


def test_withdrawn_release_stands_with_its_reason(client: Client, two_releases: tuple[Release, Release]) -> None:
    publisher = person_with(Role.PUBLISHER)
    withdraw(two_releases[0], by=publisher, reason="Wrong prices")

    page = shown(client, "/releases/")

    assert [row.text for row in page.one("tbody").all(class_="status")] == ["In force", "Withdrawn"]
    assert "Wrong prices" in page.text


def test_without_a_release_the_page_says_so(client: Client) -> None:
    page = shown(client, "/releases/")

    assert [note.text for note in page.all(class_="note")] == ["No release has been published here yet."]


def test_list_of_ten_releases_takes_five_queries(client: Client, django_assert_num_queries) -> None:
    imported()
    for limit in range(11, 20):
        publish(draft_of(limit), by=None)
    assert Publication.objects.count() == 10

    client.get("/releases/")  # decodes the catalogue in force for the footer
    with django_assert_num_queries(5):
        client.get("/releases/")
