"""Signing in and out: a token for a device, revoked alone; guessing is slowed."""

from __future__ import annotations

import datetime
import json
import uuid
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient

from api.problems import Kind
from tests.api.problem import problem_of
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
LOGIN, LOGOUT, BATCHES = "/api/v1/auth/login", "/api/v1/auth/logout", "/api/v1/muster/batches"
NOON = datetime.datetime(2026, 12, 1, 12, 0, tzinfo=datetime.UTC)


def sign_in(client: APIClient, username: str = "owner", password: str = PASSWORD, address: str = "") -> Any:
    address = address or f"2001:db8::{uuid.uuid4().hex[:4]}"
    body = json.dumps({"username": username, "password": password})
    return client.post(LOGIN, body, content_type="application/json", REMOTE_ADDR=address)


def carrying(token: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def test_a_token_opens_what_is_for_signed_in_users(visitor: APIClient, owner: User):
    response = sign_in(visitor)
    assert response.status_code == 200
    assert set(response.json()) == {"token", "expiry"}
    assert datetime.datetime.fromisoformat(response.json()["expiry"]) > timezone.now()
    assert carrying(response.json()["token"]).get(BATCHES).status_code == 200


def test_a_token_is_stored_hashed(visitor: APIClient, owner: User):
    token = sign_in(visitor).json()["token"]
    (stored,) = AuthToken.objects.all()
    assert stored.user == owner
    assert token not in {stored.digest, stored.token_key}


def test_signing_out_revokes_this_token_and_no_other(visitor: APIClient, owner: User):
    phone, tablet = (sign_in(visitor).json()["token"] for _ in range(2))
    response = carrying(phone).post(LOGOUT)
    assert (response.status_code, response.content) == (204, b"")
    assert problem_of(carrying(phone).get(BATCHES), Kind.SIGNED_OUT)["detail"] == (
        "The token is wrong or has expired. Sign in at /api/v1/auth/login for a new one."
    )
    assert carrying(tablet).get(BATCHES).status_code == 200


def test_without_a_token_one_is_told_where_to_sign_in(visitor: APIClient):
    for response in (visitor.get(BATCHES), visitor.post(BATCHES), visitor.post(LOGOUT)):
        assert problem_of(response, Kind.SIGNED_OUT) == {
            "detail": "Sign in at /api/v1/auth/login and send the token: Authorization: Token <token>."
        }
        assert response["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize("address", ["/api/v1/", "/api/v1/release", "/api/v1/checks", "/api/v1/problems"])
def test_a_wrong_token_is_told_even_where_none_is_needed(address: str):
    assert problem_of(carrying("f" * 64).get(address), Kind.SIGNED_OUT)["detail"].startswith("The token is wrong")


@pytest.mark.parametrize(("username", "password"), [("owner", "guess"), ("nobody", PASSWORD), ("OWNER", PASSWORD)])
def test_wrong_credentials_do_not_say_which_is_wrong(visitor: APIClient, owner: User, username: str, password: str):
    assert problem_of(sign_in(visitor, username, password), Kind.WRONG_CREDENTIALS) == {
        "detail": "This name and password do not fit together. Check both and try again."
    }
    assert AuthToken.objects.count() == 0


def test_who_was_barred_cannot_sign_in(visitor: APIClient, owner: User):
    User.objects.filter(pk=owner.pk).update(is_active=False)
    problem_of(sign_in(visitor), Kind.WRONG_CREDENTIALS)


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, {"/username": "username is missing; give a string.", "/password": "password is missing; give a string."}),
        (
            {"username": 7, "password": ["a"]},
            {"/username": "username is a number; give a string.", "/password": "password is an array; give a string."},
        ),
        (
            {"username": "a\0b", "password": "x" * 1001},
            {
                "/username": "username must have 1 to 150 characters, and no NUL.",
                "/password": "password must have 1 to 1000 characters, and no NUL.",
            },
        ),
        ({"username": "", "password": "x"}, {"/username": "username must have 1 to 150 characters, and no NUL."}),
        (
            {"username": "a", "password": "x", "admin": True},
            {"/admin": "There is no member 'admin'; known are username and password."},
        ),
    ],
)
def test_credentials_of_another_shape_are_refused(visitor: APIClient, body: object, errors: dict[str, str]):
    response = visitor.post(LOGIN, json.dumps(body), content_type="application/json")
    told = problem_of(response, Kind.INVALID)["errors"]
    assert {error["pointer"]: error["detail"] for error in told} == errors


def test_five_failures_for_an_account_are_followed_by_peace(visitor: APIClient, owner: User, address: str):
    with time_machine.travel(NOON, tick=False) as traveller:
        for _ in range(5):
            problem_of(sign_in(visitor, password="guess", address=address), Kind.WRONG_CREDENTIALS)
        refused = sign_in(visitor, address=address)
        assert problem_of(refused, Kind.TOO_MANY_REQUESTS) == {
            "detail": "There were too many requests. Wait 600 s and send it again."
        }
        assert refused["Retry-After"] == "600"
        assert AuthToken.objects.count() == 0
        # Another address is not locked out by it: nobody can shut an account by guessing.
        assert sign_in(visitor).status_code == 200
        traveller.shift(600)
        assert sign_in(visitor, address=address).status_code == 200


def test_twenty_failures_from_an_address_are_followed_by_peace_for_all_accounts(
    visitor: APIClient, owner: User, address: str
):
    with time_machine.travel(NOON, tick=False):
        for number in range(20):
            problem_of(sign_in(visitor, f"guess{number}", address=address), Kind.WRONG_CREDENTIALS)
        problem_of(sign_in(visitor, address=address), Kind.TOO_MANY_REQUESTS)


def test_successes_are_not_counted(visitor: APIClient, owner: User, address: str):
    for _ in range(7):
        assert sign_in(visitor, address=address).status_code == 200


def test_a_forwarded_address_is_not_believed(visitor: APIClient, owner: User, address: str):
    with time_machine.travel(NOON, tick=False):
        body = json.dumps({"username": "owner", "password": "guess"})
        for number in range(6):
            response = visitor.post(
                LOGIN,
                body,
                content_type="application/json",
                REMOTE_ADDR=address,
                HTTP_X_FORWARDED_FOR=f"198.51.100.{number}",
            )
        problem_of(response, Kind.TOO_MANY_REQUESTS)


def test_a_session_of_the_website_needs_its_forgery_token(owner: User):
    client = APIClient(enforce_csrf_checks=True)
    client.login(username="owner", password=PASSWORD)
    assert client.get(BATCHES).status_code == 200
    response = client.post(BATCHES, json.dumps({"lists": []}), content_type="application/json")
    assert problem_of(response, Kind.FORBIDDEN) == {
        "detail": "CSRF Failed: CSRF cookie not set. Send the cookie csrftoken again as the header X-CSRFToken, "
        "or a token of /api/v1/auth/login."
    }


@pytest.mark.parametrize("header", ["Token \xff\xfe", "Token é", "\xff", "Bearer \x80"])
@pytest.mark.parametrize("address", ["/api/v1/", BATCHES])
def test_a_token_of_odd_bytes_is_a_wrong_one(visitor: APIClient, address: str, header: str):
    response = visitor.get(address, HTTP_AUTHORIZATION=header)
    assert problem_of(response, Kind.SIGNED_OUT)["detail"].startswith("The token is wrong or has expired.")
    assert response["WWW-Authenticate"] == "Token"
