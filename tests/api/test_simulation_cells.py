"""Cells of tables through the API: opened in full, at once or by a worker, and only those that are there."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from api.problems import Kind
from battle.models import Simulation
from battle.rations import CellThrottle
from battle.runner import work_on_waiting_parts
from battle.scenario import parts
from tests.api.problem import problem_of
from tests.api.simulations import SIMULATIONS, ask, table, waiting
from tests.battle.scenario.documents import scenario

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def test_a_cell_is_opened_in_full_and_agrees_with_its_table(as_owner: APIClient) -> None:
    body = ask(as_owner, table()).json()
    response = as_owner.get(f"{body['cells_url']}?direction=back&row=1&column=0")
    cell = response.json()
    assert response.status_code == 200
    place = {"view": 0, "direction": "back", "row": 1, "column": 0, "side": 0}
    assert {name: cell[name] for name in place} == place
    assert (cell["status"], cell["method"], cell["answer"]["question"]) == ("done", "exact", "pair")
    # The troopers carry nothing.
    assert body["result"]["views"][0]["back"][1][0]["attacks"] is False
    forth = as_owner.get(f"{body['cells_url']}?row=0&column=1").json()["answer"]
    assert forth["destroyed"]["expected_models"] == pytest.approx(
        body["result"]["views"][0]["forth"][0][1]["expected_models"]
    )
    assert as_owner.get(SIMULATIONS).json()["count"] == 1


def test_a_cell_that_is_not_small_waits_for_a_worker(as_owner: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    body = ask(as_owner, table()).json()
    monkeypatch.setattr(parts, "WORK_AT_ONCE", 0)
    address = f"{body['cells_url']}?row=0&column=0"
    waits = as_owner.get(address)
    assert (waits.status_code, waits["Retry-After"]) == (202, "1")
    assert (waits.json()["status"], waits.json()["answer"]) == ("pending", None)
    assert as_owner.get(address).json() == waits.json()
    work_on_waiting_parts(seconds=60)
    assert as_owner.get(address).status_code == 200


def test_opening_cells_is_rationed(as_owner: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CellThrottle, "rate", "1/min")
    body = ask(as_owner, table()).json()
    assert as_owner.get(f"{body['cells_url']}?row=0&column=0").status_code == 200
    problem_of(as_owner.get(f"{body['cells_url']}?row=0&column=1"), Kind.TOO_MANY_REQUESTS)
    assert Simulation.objects.count() == 2


@pytest.mark.parametrize(
    ("query", "parameters"),
    [
        ("", ["row", "column"]),
        ("row=0&column=-1", ["column"]),
        ("row=a&column=0&view=99999&side=%00", ["view", "row", "side"]),
        ("row=0&column=0&direction=sideways", ["direction"]),
    ],
)
def test_a_cell_is_named_by_numbers(as_owner: APIClient, query: str, parameters: list[str]) -> None:
    body = ask(as_owner, table()).json()
    problem = problem_of(as_owner.get(f"{body['cells_url']}?{query}"), Kind.INVALID)
    assert sorted(row["parameter"] for row in problem["errors"]) == sorted(parameters)


@pytest.mark.parametrize("query", ["row=1&column=0", "row=0&column=2", "row=0&column=0&view=1"])
def test_a_cell_that_is_not_there_is_refused(as_owner: APIClient, query: str) -> None:
    body = ask(as_owner, table()).json()
    problem = problem_of(as_owner.get(f"{body['cells_url']}?{query}"), Kind.INVALID)
    assert problem["detail"].startswith("This cell is not there. ")
    assert Simulation.objects.count() == 1


def test_only_tables_that_are_done_have_cells(as_owner: APIClient) -> None:
    pair = ask(as_owner, scenario()).json()
    detail = problem_of(as_owner.get(f"{pair['cells_url']}?row=0&column=0"), Kind.INVALID)["detail"]
    assert detail == "There is no table here of which a cell could be opened."
    waits = waiting(as_owner)
    problem_of(as_owner.get(f"{waits['cells_url']}?row=0&column=0"), Kind.NO_RESULT)
