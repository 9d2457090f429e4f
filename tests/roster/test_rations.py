"""A ration holds at every door together."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from datasheets.catalogue import Catalogue
from roster.models import CheckBatch, Roster
from roster.rations import BatchThrottle, CheckThrottle
from tests.releases import release
from tests.roster.lists import LEGAL_LIST
from tests.roster.saved import saved_roster

__all__ = ["release"]


def test_batches_handed_in_at_the_page_count_at_the_api_too(
    owner: User, stranger: User, release: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BatchThrottle, "rate", "1/hour")
    body = json.dumps({"lists": [{"text": "a list"}]})

    def hand_in(client: Client) -> int:
        return client.post("/api/v1/muster/batches", body, content_type="application/json").status_code

    mine, another = Client(), Client()
    mine.force_login(owner)
    another.force_login(stranger)
    assert mine.post("/check/batch/", {"lists": SimpleUploadedFile("a.txt", b"a list")}).status_code == 302
    assert (hand_in(mine), hand_in(another)) == (429, 202)
    assert sorted(CheckBatch.objects.values_list("owner__username", flat=True)) == sorted(
        [owner.username, stranger.username]
    )


def doors_of(roster: Roster) -> dict[str, Callable[[Client], int]]:
    """Every door at which a person has a roster judged, by a name; each gives the status it answered with."""
    page, api = f"/rosters/{roster.uuid}/", f"/api/v1/rosters/{roster.uuid}"

    def got(address: str) -> Callable[[Client], int]:
        return lambda client: client.get(address).status_code

    def posted(address: str, **values: object) -> Callable[[Client], int]:
        return lambda client: client.post(address, values).status_code

    def sent(address: str, **values: object) -> Callable[[Client], int]:
        return lambda client: client.post(address, json.dumps(values), content_type="application/json").status_code

    return {
        "check page": posted("/check/", text=LEGAL_LIST),
        "explanation of a list": posted("/check/why/", text=LEGAL_LIST),
        "roster": got(page),
        "roster, why": got(f"{page}why/"),
        "roster, fix": posted(f"{page}fix/", version="0", fix="no"),
        "roster, undo": posted(f"{page}undo/", version="0"),
        "roster, move": got(f"{page}move/"),
        "API check": sent("/api/v1/muster/check", text=LEGAL_LIST),
        "API explanation": sent("/api/v1/muster/explain", text=LEGAL_LIST),
        "API roster": got(api),
        "API roster, why": got(f"{api}/why"),
        "API roster, fix": sent(f"{api}/fixes", version=1, fix="no"),
        "API roster, move": sent(f"{api}/move", version=1),
        "API saving": sent("/api/v1/rosters", text=LEGAL_LIST),
    }


def test_checks_of_a_person_count_together_at_every_door(
    owner: User, stranger: User, release: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    doors = doors_of(saved_roster(owner, release))
    mine = Client()
    mine.force_login(owner)
    first = {name: door(mine) for name, door in doors.items()}
    others = {name: status for name, status in first.items() if status != 200}
    assert others == {
        "roster, fix": 409,
        "roster, undo": 409,
        "roster, move": 302,
        "API roster, fix": 409,
        "API saving": 201,
    }

    monkeypatch.setattr(CheckThrottle, "rate", f"{len(doors)}/min", raising=False)
    assert {name: door(mine) for name, door in doors.items()} == dict.fromkeys(doors, 429)
    assert Client().post("/check/", {"text": LEGAL_LIST}).status_code == 200
    another = Client()
    another.force_login(stranger)
    assert another.post("/check/", {"text": LEGAL_LIST}).status_code == 200


def test_checks_of_an_address_count_together_at_page_and_api(
    release: Catalogue, settings: Settings, owner: User
) -> None:
    settings.WEBSITE_CHECK_RATE = "2/min"
    body = json.dumps({"text": LEGAL_LIST})

    def api(address: str, client: Client) -> int:
        return client.post(address, body, content_type="application/json").status_code

    visitor = Client()
    assert visitor.post("/check/", {"text": LEGAL_LIST}).status_code == 200
    assert api("/api/v1/muster/explain", visitor) == 200
    assert visitor.post("/check/", {"text": LEGAL_LIST}).status_code == 429
    assert visitor.post("/check/why/", {"text": LEGAL_LIST}).status_code == 429
    assert api("/api/v1/muster/check", visitor) == 429
    visitor.force_login(owner)
    assert visitor.post("/check/", {"text": LEGAL_LIST}).status_code == 200
