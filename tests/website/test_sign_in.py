"""Signing in through the pages: guessing is slowed at every door, and no door leads elsewhere."""

from __future__ import annotations

import datetime
import json
import uuid
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client

from tests.people import PASSWORD
from tests.website.pages import page_of

pytestmark = pytest.mark.django_db
SITE, ADMIN, API = "/accounts/login/", "/admin/login/", "/api/v1/auth/login"
NOON = datetime.datetime(2026, 12, 1, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture
def address() -> str:
    """An address nobody has signed in from: counts may outlive a test."""
    return f"2001:db8::{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}"


def sign_in(
    client: Client, address: str, password: str = PASSWORD, *, door: str = SITE, username: str = "owner", **more: str
) -> Any:
    credentials = {"username": username, "password": password}
    if door == API:
        return client.post(door, json.dumps(credentials), content_type="application/json", REMOTE_ADDR=address)
    return client.post(door, {**credentials, **more}, REMOTE_ADDR=address)


def test_wrong_credentials_are_told_without_saying_which(client: Client, owner: User, address: str):
    response = sign_in(client, address, "guess")
    assert response.status_code == 422
    errors = page_of(response).one("div", id="login-errors").text
    assert errors.startswith("Please enter a correct username and password.")
    assert "guess" not in response.content.decode()


def test_five_failures_for_an_account_are_followed_by_peace(client: Client, owner: User, address: str):
    with time_machine.travel(NOON, tick=False) as traveller:
        assert [sign_in(client, address, "guess").status_code for _ in range(5)] == [422] * 5
        refused = sign_in(client, address)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "600")
        assert page_of(refused).one("div", id="login-errors").text == (
            "There were too many failed sign-ins. Wait 600 s and try again."
        )
        assert "_auth_user_id" not in client.session
        assert sign_in(client, f"{address}0").status_code == 302
        traveller.shift(600)
        assert sign_in(client, address).status_code == 302


def test_the_doors_share_their_counts(client: Client, owner: User, address: str):
    with time_machine.travel(NOON, tick=False):
        for door in (SITE, ADMIN, API, SITE, ADMIN):
            sign_in(client, address, "guess", door=door)
        assert sign_in(client, address, door=API).status_code == 429
        assert sign_in(client, address).status_code == 429


def test_the_administration_is_no_way_round(client: Client, owner: User, address: str):
    User.objects.filter(pk=owner.pk).update(is_staff=True)
    with time_machine.travel(NOON, tick=False):
        for _ in range(5):
            sign_in(client, address, "guess", door=ADMIN)
        refused = sign_in(client, address, door=ADMIN)
        assert "There were too many failed sign-ins. Wait 600 s and try again." in refused.content.decode()
        assert "_auth_user_id" not in client.session


def test_twenty_failures_from_an_address_are_followed_by_peace_for_all_accounts(
    client: Client, owner: User, address: str
):
    with time_machine.travel(NOON, tick=False):
        for number in range(20):
            assert sign_in(client, address, username=f"guess{number}").status_code == 422
        assert sign_in(client, address).status_code == 429


def test_successes_are_not_counted(client: Client, owner: User, address: str):
    with time_machine.travel(NOON, tick=False):
        assert [sign_in(client, address).status_code for _ in range(7)] == [302] * 7


@pytest.mark.parametrize(
    ("wanted", "led_to"),
    [
        ("/check/batch/", "/check/batch/"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example/", "/"),
        ("/\\elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_signing_in_leads_to_pages_of_this_site_only(
    client: Client, owner: User, address: str, wanted: str, led_to: str
):
    assert sign_in(client, address, next=wanted).headers["Location"] == led_to


def test_a_session_from_before_is_not_the_one_after(client: Client, owner: User, address: str):
    client.cookies["sessionid"] = "chosen-by-somebody-else-before00"
    sign_in(client, address)
    assert client.cookies["sessionid"].value != "chosen-by-somebody-else-before00"


@pytest.mark.parametrize(("door", "allowed"), [(SITE, "GET, HEAD, POST"), ("/accounts/logout/", "POST")])
@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_another_method_is_told(door: str, allowed: str, method: str):
    response = Client(enforce_csrf_checks=True).generic(method, door)
    assert (response.status_code, response.headers["Allow"]) == (405, allowed)
    assert page_of(response).one("h1").text == "This address does not do that"


def test_an_upload_to_the_sign_in_page_is_not_read(client: Client):
    response = client.post(SITE, b" " * 3_000_001, content_type="multipart/form-data; boundary=x")
    assert response.status_code == 413


@pytest.mark.parametrize(
    "address", ["/matchups/new/attack/", f"/matchups/{uuid.UUID(int=7)}/", f"/rosters/{uuid.UUID(int=7)}/"]
)
def test_a_part_of_a_page_loads_the_page_anew_once_nobody_is_signed_in(client: Client, address: str):
    response = client.get(address, headers={"HX-Request": "true"})
    assert (response.status_code, response.headers["HX-Refresh"], response.content) == (200, "true", b"")
    whole = client.get(address)
    assert (whole.status_code, whole.headers["Location"]) == (302, f"{SITE}?next={address}")
