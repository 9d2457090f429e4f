"""The list of matchups: what can be asked, what was asked, how each stands, and no more queries for ten thousand."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battle.models import PartStatus, Simulation, SimulationChunk, SimulationRequest, SimulationStatus
from battle.models.simulation import end_of_keeping
from battle.scenario.version import ENGINE_VERSION
from datasheets.models import Release
from tests.website.pages import Element, page_of

pytestmark = pytest.mark.usefixtures("release")

ASKED_AT = datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.UTC)


def stored(
    owner: User,
    number: int,
    status: SimulationStatus,
    *,
    release: Release | None = None,
    parts: int = 4,
    done: int = 0,
    **columns: Any,
) -> SimulationRequest:
    """A request as the service would have stored it, so many minutes old."""
    finished = status in (SimulationStatus.DONE, SimulationStatus.FAILED, SimulationStatus.CANCELLED)
    simulation = Simulation.objects.create(
        key=f"{number:064x}",
        question_kind="matrix",
        release=release.label if release else "",
        release_hash=release.content_hash if release else "",
        engine=columns.pop("engine", ENGINE_VERSION),
        status=status,
        total_parts=parts,
        total_cells=parts,
        started_at=None if status is SimulationStatus.PENDING else ASKED_AT,
        finished_at=ASKED_AT if finished else None,
        expires_at=end_of_keeping(),
        **{"method": "exact" if status is SimulationStatus.DONE else "", **columns},
    )
    for position in range(done):
        SimulationChunk.objects.create(
            simulation=simulation, position=position, cells=1, status=PartStatus.DONE, finished_at=timezone.now()
        )
    return SimulationRequest.objects.create(
        owner=owner,
        simulation=simulation,
        title=f"Matchup {number}",
        asked_at=ASKED_AT - datetime.timedelta(minutes=number),
        ask={},
    )


def cards(page: Element) -> list[Element]:
    """The requests on the page."""
    return page.all("li", class_="run-card")


def test_visitors_are_told_what_it_is_and_asked_to_sign_in(client: Client):
    page = page_of(client.get("/matchups/"))
    main = page.one("main")
    assert "What does my list do to theirs, and what do I kill first?" in main.text
    assert [link.attributes["href"] for link in main.all("a")] == [
        "/accounts/login/?next=/matchups/",
        "/matchups/gauntlets/",
    ]
    assert len(main.all("li", class_="kind-card")) == 6


def test_who_is_signed_in_is_offered_every_kind_in_words(player: Client):
    page = page_of(player.get("/matchups/"))
    links = {link.text: link.attributes["href"] for link in page.one(class_="kind-list").all("a")}
    assert links == {
        "Two lists against each other": "/matchups/new/matrix/",
        "My list against a gauntlet": "/matchups/new/field/",
        "Two lists or two loadouts compared": "/matchups/new/comparison/",
        "One unit on another": "/matchups/new/attack/",
        "One unit on another, and back": "/matchups/new/exchange/",
        "A duel over battle rounds": "/matchups/new/chain/",
    }
    assert "None yet." in page.one(class_="ask-mine").text


def test_each_request_tells_how_it_stands_in_words_and_icon(player: Client, owner: User, release: Release):
    stored(owner, 1, SimulationStatus.PENDING, release=release)
    stored(owner, 2, SimulationStatus.RUNNING, release=release, done=3)
    stored(owner, 3, SimulationStatus.DONE, release=release)
    stored(owner, 4, SimulationStatus.DONE, release=release, failed_parts=1, problem="One part was given up.")
    stored(owner, 5, SimulationStatus.FAILED, release=release, problem="It would not fit.")
    stored(owner, 6, SimulationStatus.CANCELLED, release=release)
    shown = cards(page_of(player.get("/matchups/")))
    assert [(card.one("a").text, card.one(class_="status").text) for card in shown] == [
        ("Matchup 1", "Waiting"),
        ("Matchup 2", "Being computed"),
        ("Matchup 3", "Done"),
        ("Matchup 4", "Done, with gaps"),
        ("Matchup 5", "Given up"),
        ("Matchup 6", "Cancelled"),
    ]
    icons = [card.one(class_="status").one("use").attributes["href"].rpartition("#")[2] for card in shown]
    assert icons == ["waiting", "waiting", "legal", "warning", "illegal", "none"]
    assert [card.one(class_="run-progress").text for card in shown[:2]] == ["0 of 4 parts", "3 of 4 parts"]
    assert all(card.all(class_="run-progress") == [] for card in shown[2:])
    assert f"asked 2026-11-30 11:59 UTC , release {release.label}" in shown[0].text
    assert "1 part given up" in shown[3].text


def test_what_is_newer_today_is_told_of_answers_alone(player: Client, owner: User, release: Release):
    stored(owner, 1, SimulationStatus.DONE, release=release)
    stored(owner, 2, SimulationStatus.DONE, release=release, engine="0-before")
    stored(owner, 3, SimulationStatus.DONE, release=release, engine="0-before")
    Simulation.objects.filter(key=f"{3:064x}").update(release_hash="of another release")
    stored(owner, 4, SimulationStatus.PENDING, release=release, engine="0-before")
    stale = [[note.text for note in card.all(class_="run-stale")] for card in cards(page_of(player.get("/matchups/")))]
    assert stale == [
        [],
        ["The engine changed since; it can be asked again."],
        [f"Release {release.label} is in force now; it can be asked again."],
        [],
    ]


def test_what_one_person_cancelled_is_cancelled_for_them_alone(player: Client, owner: User, release: Release):
    request = stored(owner, 1, SimulationStatus.RUNNING, release=release)
    SimulationRequest.objects.filter(pk=request.pk).update(cancelled_at=timezone.now())
    (card,) = cards(page_of(player.get("/matchups/")))
    assert card.one(class_="status").text == "Cancelled"


def test_nobody_sees_requests_of_others(player: Client, stranger: User, release: Release):
    stored(stranger, 1, SimulationStatus.DONE, release=release)
    assert cards(page_of(player.get("/matchups/"))) == []


def test_the_list_is_paged_and_asks_the_database_as_often_for_many_as_for_few(
    player: Client, owner: User, release: Release
):
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert player.get("/matchups/").status_code == 200
        joined = " ".join(query["sql"] for query in captured.captured_queries)
        for column in ('"ask"', '"sources"', '"notes"', '"question"', '"result"'):
            assert column not in joined
        return len(captured)

    for number in range(2):
        stored(owner, number, SimulationStatus.RUNNING, release=release, done=1)
    few = queries()
    for number in range(2, 60):
        stored(owner, number, SimulationStatus.RUNNING, release=release, done=1)
    assert queries() == few
    first, last = player.get("/matchups/"), player.get("/matchups/?page=3")
    assert [len(cards(page_of(page))) for page in (first, last)] == [25, 10]
    pages = page_of(first).one("nav", class_="pages")
    assert (pages.text, pages.one("a").attributes["href"]) == ("Page 1 of 3, 60 in all Older", "?page=2#mine-heading")
    assert len(cards(page_of(player.get("/matchups/?page=eggs")))) == 25
    assert len(cards(page_of(player.get("/matchups/?page=99")))) == 10


def test_htmx_asks_for_the_requests_alone_until_all_are_finished(player: Client, owner: User, release: Release):
    request = stored(owner, 1, SimulationStatus.RUNNING, release=release, done=1)
    part = player.get("/matchups/?page=1", headers={"HX-Request": "true"})
    runs = page_of(part).one(id="runs")
    assert (runs.attributes["hx-get"], runs.attributes["hx-trigger"]) == ("/matchups/?page=1", "every 3s")
    assert page_of(part).all("h1") == []
    Simulation.objects.filter(pk=request.simulation_id).update(
        status=SimulationStatus.DONE, finished_at=ASKED_AT, method="exact"
    )
    assert "hx-get" not in page_of(player.get("/matchups/")).one(id="runs").attributes
    player.logout()
    assert player.get("/matchups/", headers={"HX-Request": "true"}).status_code == 204
