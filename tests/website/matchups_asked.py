"""Matchups that tests of their pages open: asked, worked through, and read off the page again."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battle.models import SimulationRequest, SimulationStatus
from battle.runner import work_on_waiting_parts
from battle.services import ask
from tests.website.pages import Element
from tests.website.texts import LEGAL

VIEWS = [
    {"name": "Far", "activity": "shooting", "situation": {"distance": 18}},
    {"name": "Near, in cover", "activity": "shooting", "situation": {"distance": 9, "in_cover": True}},
    {"name": "After a charge", "activity": "fight", "situation": {"has_charged": True}},
]
TEXT = {"from": "text", "text": LEGAL}
NECRONS = [{"from": "catalogue", "datasheet": name} for name in ("Necron Warriors", "Monolith", "Lychguard")]


@pytest.fixture
def home_client(client: Client, owner: User) -> Client:
    """The owner's browser, signed in."""
    client.force_login(owner)
    return client


def asked(owner: User, document: dict[str, Any], *, is_worked: bool = True) -> SimulationRequest:
    """The request of what the owner asks; ``is_worked``: every part computed by the worker's own path."""
    found = ask(owner, document, may_answer_at_once=False).request
    if is_worked:
        work_on_waiting_parts(seconds=60)
        found.simulation.refresh_from_db()
        assert found.simulation.status == SimulationStatus.DONE, found.simulation.problem
    return found


def result_of(found: SimulationRequest) -> dict[str, Any]:
    """The answer as it is stored."""
    result = found.simulation.content.result
    assert result is not None
    return result


def change(found: SimulationRequest, result: dict[str, Any]) -> None:
    """Store another answer."""
    content = found.simulation.content
    content.result = result
    content.save()


def address(found: SimulationRequest, tail: str = "") -> str:
    return f"/matchups/{found.uuid}/{tail}"


def matrix_rows(page: Element) -> dict[str, dict[str, str]]:
    """What stands in the matrix: unit that attacks, unit attacked, words."""
    heat = page.one("table", class_="heat")
    columns = [cell.all("a")[0].text.rstrip(" ▲▼") for cell in heat.one("thead").all("th")[2:]]
    return {
        row.one("th").all("a")[0].text.rstrip(" ▲▼"): dict(
            zip(columns, (cell.text for cell in row.all("td")[1:]), strict=True)
        )
        for row in heat.one("tbody").all("tr")
    }
