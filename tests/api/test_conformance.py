"""Requests made from the description, fitting and unfitting ones: every answer is one the description allows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from knox.models import AuthToken
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from config.wsgi import application
from datasheets.catalogue import Catalogue

BEYOND_A_SCHEMA = frozenset(
    {
        "POST /api/v1/muster/batches",
        "POST /api/v1/muster/check",
        "POST /api/v1/muster/explain",
        "POST /api/v1/rosters",
        "POST /api/v1/data-errors",
        "POST /api/v1/simulations",
        "POST /api/v1/gauntlets",
    }
)

few = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def _requests_keep_the_connection_of_the_test() -> Iterator[None]:
    """A request through WSGI closes connections before and after; the test's own holds its transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def description(release: Catalogue) -> schemathesis.BaseSchema:
    """The description as the service serves it."""
    return schemathesis.openapi.from_wsgi("/api/v1/schema/", application)


def ask_everything(description: schemathesis.BaseSchema, mode: GenerationMode, headers: dict[str, str]) -> list[str]:
    """Ask every operation a few times and check each answer; the operations asked."""
    asked = []
    for found in description.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query):
            continue
        ask(operation, mode, headers)
        asked.append(operation.label)
    return asked


def ask(operation: schemathesis.APIOperation, mode: GenerationMode, headers: dict[str, str]) -> None:
    """Ask one operation a few times and check each answer."""
    # That a release exists, that keys are unique or that a text is a list is beyond a schema.
    excluded = [positive_data_acceptance] if operation.label in BEYOND_A_SCHEMA else []

    @few
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask_once(case: schemathesis.Case) -> None:
        response = case.call(headers=headers)
        # Too long has a status of its own, which the tool takes for no refusal; in a form everything is text.
        is_excused = response.status_code == 413 or case.media_type == "multipart/form-data"
        refused = [negative_data_rejection] if is_excused else []
        case.validate_response(response, headers=headers, excluded_checks=[*excluded, *refused])

    ask_once()


@pytest.mark.parametrize("is_signed_in", [True, False])
def test_fitting_requests_are_answered_as_described(
    description: schemathesis.BaseSchema, owner: User, is_signed_in: bool
):
    headers = {"Authorization": f"Token {AuthToken.objects.create(user=owner)[1]}"} if is_signed_in else {}
    assert len(ask_everything(description, GenerationMode.POSITIVE, headers)) == 45


def test_unfitting_requests_are_answered_as_described(description: schemathesis.BaseSchema, owner: User):
    headers = {"Authorization": f"Token {AuthToken.objects.create(user=owner)[1]}"}
    assert ask_everything(description, GenerationMode.NEGATIVE, headers) == [
        "POST /api/v1/auth/login",
        "GET /api/v1/data-errors",
        "POST /api/v1/data-errors",
        "GET /api/v1/events",
        "GET /api/v1/gauntlets",
        "POST /api/v1/gauntlets",
        "PUT /api/v1/gauntlets/{slug}",
        "GET /api/v1/muster/batches",
        "POST /api/v1/muster/batches",
        "GET /api/v1/muster/batches/{batch}/items",
        "POST /api/v1/muster/check",
        "POST /api/v1/muster/explain",
        "GET /api/v1/releases",
        "GET /api/v1/releases/{before}/diff/{after}",
        "GET /api/v1/rosters",
        "POST /api/v1/rosters",
        "PATCH /api/v1/rosters/{roster}",
        "POST /api/v1/rosters/{roster}/fixes",
        "POST /api/v1/rosters/{roster}/move",
        "GET /api/v1/rosters/{roster}/why",
        "GET /api/v1/simulations",
        "POST /api/v1/simulations",
        "GET /api/v1/simulations/{simulation}/cells",
    ]
