"""Simulations for tests of the API: small tables by profiles, asked and, where that is wanted, computed."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from tests.battle.scenario.documents import riflemen, unit

SIMULATIONS = "/api/v1/simulations"
STRANGE = "00000000-0000-4000-8000-000000000000"
"""An id that nothing has."""


def table(units: int = 2, **changes: Any) -> dict[str, Any]:
    """Riflemen against so many units, both ways: a part for each of them and one for the riflemen."""
    return {
        "schema": "quartermaster.scenario/1",
        "question": "matrix",
        "attackers": [riflemen()],
        "targets": [unit(name=f"Troopers {place}") for place in range(units)],
        **changes,
    }


def ask(client: APIClient, document: object, **headers: str) -> Any:
    """The response to asking it."""
    return client.post(SIMULATIONS, document, format="json", headers=headers)


def waiting(client: APIClient, document: object | None = None) -> dict[str, Any]:
    """A simulation that waits for a worker."""
    response = ask(client, table() if document is None else document, prefer="respond-async")
    assert response.status_code == 202
    body: dict[str, Any] = response.json()
    return body
