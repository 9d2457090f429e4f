"""What can be taken away of a matchup, who may open it, and what its page costs."""

from __future__ import annotations

import csv
import io
import json
import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battle.models import Simulation, SimulationRequest, SimulationStatus
from battle.rations import SimulationThrottle
from tests.battle.work.asked import table
from tests.website.matchups_asked import (
    address,
    asked,
    home_client,
    result_of,
)
from tests.website.pages import page_of

__all__ = ["home_client"]

pytestmark = pytest.mark.usefixtures("release")


# Files --------------------------------------------------------------------------------------------------------


def test_the_matrix_is_taken_away_as_csv_in_the_order_of_the_page_with_formulas_disarmed(
    home_client: Client, owner: User
):
    document = table(2, 2)
    document["targets"][0]["name"] = "=1+1"
    found = asked(owner, document)
    page = page_of(home_client.get(address(found, "?show=whole&order=-name")))
    link = page.one("section", class_="matchup-matrix").all("a")[0]
    response = home_client.get(link.attributes["href"])
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert rows[0] == ["Unit", "Models", "Points", "'=1+1", "Target 1"]
    assert [row[:3] for row in rows[1:]] == [["Attacker 1", "3", "30.0"], ["Attacker 0", "3", "30.0"]]
    cell = result_of(found)["views"][0]["forth"][1][0]
    assert float(rows[1][3]) == pytest.approx(cell["whole_unit"])


def test_charts_and_answers_of_a_matchup_and_of_a_cell_are_taken_away(home_client: Client, owner: User):
    found = asked(owner, table(1, 1))
    cell = address(found, "cells/0/forth/0/0/")
    svg = home_client.get(f"{cell}charts/distribution.svg")
    assert (svg.status_code, svg.headers["Content-Type"]) == (200, "image/svg+xml")
    assert svg.content.decode().startswith("<?xml")
    assert svg.headers["Content-Disposition"] == 'attachment; filename="matchup-distribution.svg"'
    text = home_client.get(f"{cell}charts/distribution.csv").content.decode("utf-8-sig")
    head, *rows = list(csv.reader(io.StringIO(text)))
    chances = json.loads(home_client.get(f"{cell}answer.json").content)["destroyed"]["models"]
    assert head == ["Models destroyed", "Chance", "That many or more"]
    # Figures in full, which a spreadsheet reckons with.
    assert [(row[0], float(row[1])) for row in rows] == [(str(number), chance) for number, chance in enumerate(chances)]
    assert float(rows[1][2]) == pytest.approx(sum(chances[1:]))
    whole = json.loads(home_client.get(address(found, "answer.json")).content)
    assert whole == result_of(found)
    assert json.loads(home_client.get(f"{cell}answer.json").content)["question"] == "pair"


@pytest.mark.parametrize("tail", ["tables/nothing.csv", "tables/matrix.svg", "charts/nothing.svg", "other/matrix.csv"])
def test_a_file_that_is_not_there_is_not_found(home_client: Client, owner: User, tail: str):
    found = asked(owner, table(1, 1))
    assert home_client.get(address(found, tail)).status_code == 404


# Who may ------------------------------------------------------------------------------------------------------

TAILS = ("", "answer.json", "tables/matrix.csv", "cells/0/forth/0/0/", "cells/0/forth/0/0/charts/distribution.svg")


@pytest.mark.parametrize("tail", TAILS)
def test_a_stranger_finds_no_such_matchup_and_a_visitor_must_sign_in(
    client: Client, owner: User, stranger: User, tail: str
):
    found = asked(owner, table(1, 1))
    assert client.get(address(found, tail)).headers["Location"].startswith("/accounts/login/?next=")
    client.force_login(stranger)
    assert client.get(address(found, tail)).status_code == 404
    assert client.get(f"/matchups/{uuid.uuid4()}/{tail}").status_code == 404


@pytest.mark.parametrize("action", ["cancel/", "again/", "delete/"])
def test_a_stranger_changes_nothing_and_following_a_link_changes_nothing(
    client: Client, owner: User, stranger: User, action: str
):
    found = asked(owner, table(2, 1), is_worked=False)
    client.force_login(stranger)
    assert client.post(address(found, action)).status_code == 404
    client.force_login(owner)
    assert client.get(address(found, action)).status_code == 405
    assert SimulationRequest.objects.get().status == SimulationStatus.PENDING


def test_the_owner_deletes_a_matchup(home_client: Client, owner: User):
    found = asked(owner, table(1, 1))
    response = home_client.post(address(found, "delete/"))
    assert (response.status_code, response.headers["Location"]) == (302, "/matchups/")
    assert (SimulationRequest.objects.count(), Simulation.objects.count()) == (0, 0)


def test_running_again_is_rationed(home_client: Client, owner: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(SimulationThrottle, "rate", "1/min")
    found = asked(owner, table(1, 1))
    first, second = (home_client.post(address(found, "again/")) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 429)
    assert 0 < int(second.headers["Retry-After"]) <= 60


def test_names_that_people_give_are_shown_as_text(home_client: Client, owner: User):
    document = table(1, 1, name="<b>x</b>")
    document["attackers"][0]["name"] = "<img src=x onerror=alert(1)>"
    found = asked(owner, document)
    for tail in ("", "cells/0/forth/0/0/"):
        content = home_client.get(address(found, tail)).content.decode()
        assert "<img" not in content
        assert "<b>" not in content


# What it takes ------------------------------------------------------------------------------------------------


def test_the_page_asks_the_same_few_questions_whatever_its_size(
    home_client: Client, owner: User, django_assert_num_queries
):
    for found in (asked(owner, table(1, 1)), asked(owner, table(12, 9, both_ways=True))):
        home_client.get(address(found))
        # Session, person, matchup with its simulation, answer, and twice which release is in force.
        with django_assert_num_queries(6):
            home_client.get(address(found))


def test_matchups_are_not_kept_in_shared_caches(home_client: Client, owner: User):
    response = home_client.get(address(asked(owner, table(1, 1))))
    assert "private" in response.headers["Cache-Control"]


def test_pages_bring_no_styles_and_no_scripts_of_their_own(home_client: Client, owner: User):
    found = asked(owner, table(1, 1))
    for tail in ("", "cells/0/forth/0/0/"):
        content = home_client.get(address(found, tail)).content.decode()
        assert "<style" not in content
        assert " style=" not in content
        assert content.count("<script") == content.count("<script src=")
