"""The page of a matchup: progress, the matrix, advice, and what it stands on."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import F
from django.test import Client

from battle.advice import summary
from battle.engine.attacks import resolve
from battle.engine.matrix import Activity, situations_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.models import Simulation, SimulationRequest, SimulationStatus
from battle.scenario.decoding import scenario_from_json
from battle.scenario.fielding import units_of
from battle.services import ask
from datasheets.selectors import current_catalogue
from roster.models import Roster
from tests.battle.work.asked import SCHEMA, table, unit
from tests.roster.saved import saved_roster
from tests.website.matchups_asked import (
    NECRONS,
    TEXT,
    VIEWS,
    address,
    asked,
    change,
    home_client,
    matrix_rows,
    result_of,
)
from tests.website.pages import page_of
from tests.website.texts import LEGAL
from website.matchups import show_numbers as numbers
from website.matchups.show_measures import MEASURES

__all__ = ["home_client"]

pytestmark = pytest.mark.usefixtures("release")


# Progress -----------------------------------------------------------------------------------------------------


def test_a_waiting_matchup_says_how_far_it_is_and_asks_again_by_itself(home_client: Client, owner: User):
    found = asked(owner, table(3, 2), is_worked=False)
    page = page_of(home_client.get(address(found)))
    progress = page.one("div", id="matchup-progress")
    assert progress.one("p", class_="progress-words").text == "Waiting: 0 of 6 pairs of units done, 0 of 3 parts."
    assert (progress.attributes["hx-get"], progress.attributes["hx-trigger"]) == (address(found), "every 1s")
    bar = progress.one("progress")
    assert (bar.attributes["value"], bar.attributes["max"], bar.text) == ("0", "6", "0 %")
    assert progress.one("a", id="matchup-refresh").attributes["href"] == address(found)
    assert progress.one("form").attributes["action"] == address(found, "cancel/")


def test_the_progress_counts_parts_done_and_those_of_others_that_come_first(
    home_client: Client, owner: User, stranger: User
):
    ask(stranger, table(4, 1, tag="!"), may_answer_at_once=False)
    found = asked(owner, table(3, 2), is_worked=False)
    done = found.simulation.chunks.get(position=0)
    done.status, done.finished_at, done.result = "done", found.created_at, {"cells": []}
    done.save()
    headers = {"HX-Request": "true", "HX-Target": "matchup-progress"}
    part = page_of(home_client.get(address(found), headers=headers))
    assert part.all("h1") == []
    words = part.one("p", class_="progress-words").text
    assert words.endswith("2 of 6 pairs of units done, 1 of 3 parts.")
    assert part.one("progress").text == "33 %"


def test_the_answer_takes_the_place_of_the_progress_once_it_is_there(home_client: Client, owner: User):
    found = asked(owner, table(2, 2))
    headers = {"HX-Request": "true", "HX-Target": "matchup-progress"}
    response = home_client.get(address(found), headers=headers)
    assert (response.headers["HX-Retarget"], response.headers["HX-Reswap"]) == ("#matchup", "outerHTML")
    part = page_of(response)
    assert part.one("p", role="status", class_="visually-hidden").text == "Done: the answer is below."
    assert len(matrix_rows(part)) == 2


def test_what_is_cancelled_says_so_and_can_be_run_again(home_client: Client, owner: User):
    found = asked(owner, table(3, 2), is_worked=False)
    assert home_client.post(address(found, "cancel/")).headers["Location"] == address(found)
    page = page_of(home_client.get(address(found)))
    progress = page.one("div", id="matchup-progress")
    assert progress.one("p", class_="progress-words").text == "Cancelled."
    assert "hx-get" not in progress.attributes
    response = home_client.post(progress.one("form").attributes["action"])
    assert (response.status_code, response.headers["Location"]) == (302, address(found))
    assert SimulationRequest.objects.get().status == SimulationStatus.DONE


def test_cancelling_what_is_done_changes_nothing_and_says_how_it_stands(home_client: Client, owner: User):
    found = asked(owner, table(2, 2))
    page = page_of(home_client.post(address(found, "cancel/"), follow=True))
    assert page.all("p", class_="note")[0].text == (
        "This is done already: there is nothing to cancel. Delete it if you no longer need it."
    )
    assert SimulationRequest.objects.get().status == SimulationStatus.DONE


def test_what_was_given_up_says_why(home_client: Client, owner: User):
    found = asked(owner, table(1, 1), is_worked=False)
    Simulation.objects.update(status="failed", problem="It took too long.", finished_at=found.created_at)
    page = page_of(home_client.get(address(found)))
    assert page.one("div", id="matchup-progress").text == "Given up. It took too long. Run again"


# The matrix ---------------------------------------------------------------------------------------------------


def test_fifty_random_cells_of_the_pages_equal_the_engine(home_client: Client, owner: User):
    document = {
        "schema": SCHEMA,
        "question": "matrix",
        "attackers": [TEXT],
        "targets": [*NECRONS, {"from": "catalogue", "datasheet": "Immortals"}],
        "views": VIEWS,
    }
    found = asked(owner, document)
    sides = fielded(found.simulation.content.question)
    luck = random.Random(20261130)  # noqa: S311 - the same cells every time
    pages: dict[str, dict[str, dict[str, str]]] = {}
    compared = 0
    while compared < 50:
        view, way, measure = luck.randrange(3), luck.choice(("forth", "back")), luck.choice(MEASURES)
        attackers, targets = (sides[0], sides[1]) if way == "forth" else (sides[1], sides[0])
        row, column = luck.randrange(len(attackers)), luck.randrange(len(targets))
        query = f"?view={view}&side={way}&show={measure.name}"
        if query not in pages:
            pages[query] = matrix_rows(page_of(home_client.get(address(found, query))))
        shown = list(list(pages[query].values())[row].values())[column]
        assert shown == by_the_engine(attackers[row], targets[column], view, measure.name), (query, row, column)
        compared += 1
    assert {words for page in pages.values() for row in page.values() for words in row.values()} - {"none"}


def fielded(question: dict[str, Any]) -> tuple[list[Fighters], list[Fighters]]:
    """Both sides of a matrix as the engine takes them."""
    scenario: Any = scenario_from_json(question)
    armies: dict[Any, Any] = {}
    one, other = (
        [unit.fighters for shape in side for unit in units_of(shape, "", current_catalogue(), armies)]
        for side in (scenario.attackers, scenario.targets)
    )
    return one, other


def by_the_engine(attacker: Fighters, target: Fighters, view: int, measure: str) -> str:
    """The figure of one attack, resolved by itself, as pages write it."""
    asked = VIEWS[view]
    [situation] = situations_of(Situation(**asked["situation"]), Activity(str(asked["activity"])))  # type: ignore[arg-type]
    result = resolve(attacker, target, situation, Policies())
    if not result.batches:
        return "none"
    measures = result.measures
    return {
        "models": lambda: numbers.mean(measures.expected_kills),
        "share": lambda: numbers.ratio(measures.points / attacker.points),
        "whole": lambda: numbers.percent(measures.destroyed),
        "points": lambda: numbers.points(measures.points),
    }[measure]()


def test_rows_and_columns_are_sorted_by_links_that_say_how_they_stand(home_client: Client, owner: User):
    found = asked(owner, table(3, 2))
    page = page_of(home_client.get(address(found)))
    assert list(matrix_rows(page)) == ["Attacker 0", "Attacker 1", "Attacker 2"]
    column = page.one("a", id="order-t0")
    assert (column.text, column.attributes["href"]) == ("Target 0", "?order=-t0#matrix-heading")
    page = page_of(home_client.get(address(found, "?order=-t0")))
    assert list(matrix_rows(page)) == ["Attacker 2", "Attacker 1", "Attacker 0"]
    heads = page.one("table", class_="heat").one("thead").all("th")
    assert [head.attributes["aria-sort"] for head in heads] == ["none", "none", "descending", "none"]
    assert page.one("a", id="order-t0").attributes["href"] == "?order=t0#matrix-heading"
    page = page_of(home_client.get(address(found, "?columns=a0&order=-name")))
    rows = matrix_rows(page)
    assert list(rows) == ["Attacker 2", "Attacker 1", "Attacker 0"]
    assert list(rows["Attacker 0"]) == ["Target 0", "Target 1"]


@pytest.mark.parametrize("query", ["?order=t99", "?order=-nonsense&columns=a7", "?view=9&side=up&show=%00", "?view=²"])
def test_an_address_that_asks_for_what_is_not_there_shows_the_usual(home_client: Client, owner: User, query: str):
    found = asked(owner, table(3, 2))
    usual, odd = (page_of(home_client.get(address(found, tail))) for tail in ("", query))
    assert matrix_rows(odd) == matrix_rows(usual)


def test_every_cell_has_a_number_a_shade_and_a_link_that_says_what_it_is(home_client: Client, owner: User):
    found = asked(owner, table(2, 2, both_ways=True))
    page = page_of(home_client.get(address(found, "?show=whole")))
    cells = [cell for row in page.one("table", class_="heat").one("tbody").all("tr") for cell in row.all("td")[1:]]
    assert len(cells) == 4
    for cell in cells:
        assert cell.attributes["class"] in {f"heat-{step}" for step in range(10)}
        assert (
            cell.one("a").attributes["aria-label"].startswith(f"{cell.text} chance that the whole unit is destroyed: ")
        )
    assert cells[1].one("a").attributes["href"] == address(found, "cells/0/forth/0/1/")
    legend = [step.text for step in page.one("ol", class_="heat-legend").all("li")]
    assert legend == ["0 %", "10 %", "20 %", "30 %", "40 %", "50 %", "60 %", "70 %", "80 %", "90 %"]


def test_cells_without_attacks_and_without_an_answer_say_so_in_words(home_client: Client, owner: User):
    found = asked(owner, table(1, 2, views=[{"name": "", "activity": "shooting", "situation": {"distance": 30}}]))
    result = result_of(found)
    result["views"][0]["forth"][0][1] |= {"refused": "It took too long.", "attacks": None}
    change(found, result)
    page = page_of(home_client.get(address(found)))
    assert matrix_rows(page) == {"Attacker 0": {"Target 0": "none", "Target 1": "no answer"}}
    notes = [note.text for note in page.all("p", class_="quiet")]
    assert "“none” (1 cell): no weapon of the unit can attack there." in notes
    assert "“no answer” (1 cell): It took too long." in notes


def test_a_field_has_weighted_means(home_client: Client, owner: User):
    document = {**table(1, 2), "question": "field", "weights": [3, 1]}
    page = page_of(home_client.get(address(asked(owner, document))))
    [row] = page.one("table", class_="heat").one("tbody").all("tr")
    mean, first, second = (cell.text for cell in row.all("td"))
    assert float(mean) == pytest.approx((3 * float(first) + float(second)) / 4, abs=0.006)
    assert page.one("a", id="order-mean").text == "Weighted mean"


def test_sides_of_a_comparison_stand_beside_each_other_with_their_differences(home_client: Client, owner: User):
    document = {
        "schema": SCHEMA,
        "question": "comparison",
        "sides": [
            {"name": "One attack", "units": [unit("Few", attacks=1)]},
            {"name": "Two attacks", "units": [unit("Many", attacks=2)]},
        ],
        "targets": [unit("Raiders", models=30)],
        "views": VIEWS[:1],
    }
    page = page_of(home_client.get(address(asked(owner, document), "?side=side-1")))
    cells = [cell.text for cell in page.one("section", id="table-comparison").one("tbody").all("td")]
    assert cells == [
        "0.38", "0.38 Few", "0.12",
        "0.75", "+0.38", "0.75 Many", "0.25", "+0.12",
    ]  # fmt: skip
    assert matrix_rows(page) == {"Many": {"Raiders": "0.75"}}


# Advice -----------------------------------------------------------------------------------------------------


def test_priorities_threats_and_who_attacks_whom_stand_below_the_matrix(home_client: Client, owner: User):
    found = asked(owner, table(2, 2, both_ways=True))
    page = page_of(home_client.get(address(found, "?show=models")))
    rows = {
        name: [[cell.text for cell in (row.one("th"), *row.all("td"))] for row in body.all("tr")]
        for name in ("priorities", "threats", "together")
        for body in (page.one("section", id=f"table-{name}").one("tbody"),)
    }
    assert [row[0] for row in rows["priorities"]] == ["Attacker 0", "Attacker 1"]
    assert [row[0] for row in rows["threats"]] == ["Attacker 0", "Attacker 1"]
    assert {row[0] for row in rows["together"]} == {"Attacker 0", "Attacker 1"}
    first = page.one("section", id="table-priorities").one("tbody").all("a")[0].attributes["href"]
    cell = result_of(found)["views"][0]["forth"][0]
    best = max(range(2), key=lambda place: cell[place]["expected_models"])
    assert first == address(found, f"cells/0/forth/0/{best}/")
    assert rows["priorities"][0][2] == numbers.mean(cell[best]["expected_models"])


def test_the_lower_tables_sort_by_their_own_headings(home_client: Client, owner: User):
    found = asked(owner, table(3, 2, both_ways=True))
    page = page_of(home_client.get(address(found, "?sort=priorities:-0")))
    table_ = page.one("section", id="table-priorities")
    assert [row.one("th").text for row in table_.one("tbody").all("tr")] == ["Attacker 2", "Attacker 1", "Attacker 0"]
    assert [head.attributes["aria-sort"] for head in table_.one("thead").all("th")] == ["descending", *["none"] * 4]
    assert page.one("a", id="sort-priorities-0").attributes["href"] == "?sort=priorities%3A0#table-priorities"
    others = page.one("section", id="table-threats").one("thead").all("th")
    assert {head.attributes["aria-sort"] for head in others} == {"none"}


def test_a_summary_in_sentences_stands_first(home_client: Client, owner: User):
    found = asked(owner, table(2, 2, both_ways=True))
    sentences = [line.text for line in page_of(home_client.get(address(found))).one("section", class_="card").all("li")]
    assert sentences == list(summary(result_of(found), 0))


# What it stands on --------------------------------------------------------------------------------------------


def test_a_newer_release_and_engine_are_told_with_a_button(home_client: Client, owner: User):
    document = {
        "schema": SCHEMA,
        "question": "matrix",
        "attackers": NECRONS[:1],
        "targets": NECRONS[1:],
        "views": VIEWS,
    }
    found = asked(owner, document)
    assert page_of(home_client.get(address(found))).all("div", class_="stale") == []
    Simulation.objects.update(engine="0-old", release="2001.01.1", release_hash="0" * 64)
    stale = page_of(home_client.get(address(found))).one("div", class_="stale")
    now = current_catalogue().stamp.label
    assert [sentence.text for sentence in stale.all("p")] == [
        f"Computed with release 2001.01.1; {now} is in force.",
        "The engine has changed since this was computed.",
    ]
    assert stale.one("form").attributes["action"] == address(found, "again/")


def test_release_engine_method_seed_assumptions_and_gaps_stand_below(home_client: Client, owner: User):
    document = {
        "schema": SCHEMA,
        "question": "matrix",
        "attackers": NECRONS[:1],
        "targets": NECRONS[1:],
        "views": VIEWS,
    }
    found = asked(owner, document)
    page = page_of(home_client.get(address(found)))
    about = {fact.one("dt").text: fact.one("dd").text for fact in page.one("dl", class_="facts-small").all("div")}
    assert about["Release"] == current_catalogue().stamp.label
    assert about["Engine"] == found.simulation.engine
    assert about["Seed"] == "1"
    assert "Not modelled, though it might matter: nothing." in [line.text for line in page.all("p", class_="quiet")]
    result = {**result_of(found), "not_modelled": ["Reanimation Protocols of Necron Warriors", "A second one"]}
    change(found, result)
    page = page_of(home_client.get(address(found)))
    folds = [fold.one("summary").text for fold in page.all("details", class_="fold")]
    assert f"Assumed: {len(result['assumptions'])}" in folds
    assert "Not modelled, though it might matter: 2" in folds


def test_a_roster_that_changed_since_is_named_with_a_button(home_client: Client, owner: User):
    roster = saved_roster(owner, current_catalogue(), LEGAL, name="Tomb Patrol")
    saved = {"from": "saved", "roster": str(roster.uuid)}
    document = {"schema": SCHEMA, "question": "matrix", "attackers": [saved], "targets": NECRONS, "views": VIEWS[:1]}
    found = asked(owner, document)
    assert page_of(home_client.get(address(found))).all("div", class_="stale") == []
    Roster.objects.update(version=F("version") + 1)
    stale = page_of(home_client.get(address(found))).one("div", class_="stale")
    assert stale.text == "The roster “Tomb Patrol” has changed since. Run again"


def test_gaps_of_parts_that_were_given_up_are_told_above_the_answer(home_client: Client, owner: User):
    found = asked(owner, table(2, 2))
    Simulation.objects.update(failed_parts=1, problem="1 of 2 parts could not be computed: its cells are empty.")
    notes = [note.text for note in page_of(home_client.get(address(found))).all("p", class_="note")]
    assert notes == ["1 of 2 parts could not be computed: its cells are empty."]
