"""Journeys of matchups: run two rosters, watch, sort, open a cell, take it away; by keyboard, without script."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from battle.claims import claim_next
from battle.models import SimulationRequest
from battle.runner import compute_claimed, work_on_waiting_parts
from battle.scenario import parts
from battle.services import ask
from datasheets.selectors import current_catalogue
from tests.battle.work.asked import SCHEMA, attack, table, unit
from tests.e2e.browser import DESK, PHONE, width_needed
from tests.roster.saved import saved_roster
from tests.website.texts import ILLEGAL, LEGAL


@pytest.fixture(autouse=True)
def _nothing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question waits for a worker, however small it is."""
    monkeypatch.setattr(parts, "WORK_AT_ONCE", 0)


@pytest.fixture
def rosters(signed_in: Page, owner: User) -> Page:
    """The window of the owner, who has two saved rosters."""
    saved_roster(owner, current_catalogue(), LEGAL, name="Tomb Patrol")
    saved_roster(owner, current_catalogue(), ILLEGAL, name="Three Arks")
    return signed_in


def run_two_rosters(page: Page) -> None:
    """Pick both and run."""
    page.goto("/matchups/")
    page.get_by_role("link", name="Two lists against each other").click()
    mine, theirs = page.get_by_label("Which roster").all()
    mine.select_option(label="Tomb Patrol (Necrons, 515 points)")
    theirs.select_option(label="Three Arks (Necrons, 630 points)")
    page.get_by_role("button", name="Choose units and situation first").click()
    page.get_by_role("button", name="Run").first.click()
    page.wait_for_url("**/matchups/*-*/")


def downloaded(page: Page, link: Locator) -> bytes:
    """What comes of following a link to a file."""
    with page.expect_download() as downloading:
        link.click()
    return Path(downloading.value.path()).read_bytes()


def asked(owner: User, document: dict[str, Any]) -> str:
    """The address of what the owner asks, computed."""
    found = ask(owner, document).request
    work_on_waiting_parts(seconds=60)
    return f"/matchups/{found.uuid}/"


def test_two_rosters_are_run_watched_sorted_opened_and_taken_away(rosters: Page):
    page = rosters
    run_two_rosters(page)
    progress = page.locator("#matchup-progress")
    expect(page.get_by_role("progressbar")).to_be_visible()
    total = SimulationRequest.objects.get().simulation.total_cells
    expect(progress).to_contain_text(f"0 of {total} pairs of units done")

    claim = claim_next()
    assert claim is not None
    compute_claimed(claim)
    expect(progress).to_contain_text("1 of 21 parts")
    work_on_waiting_parts(seconds=60)

    # The page finds out by itself.
    expect(page.get_by_role("heading", name="In short")).to_be_visible()
    names = page.locator("table.heat tbody th a")
    expect(names).to_have_count(4)
    before = names.all_inner_texts()

    # By keyboard: sort by a column, where the focus stays, then open its first cell.
    page.locator("#order-t0").focus()
    page.keyboard.press("Enter")
    head = page.locator("table.heat thead th").nth(2)
    expect(head).to_have_attribute("aria-sort", "descending")
    assert page.evaluate("document.activeElement.id") == "order-t0"
    assert page.url.endswith("?order=-t0")
    assert sorted(name.rstrip("▼") for name in names.all_inner_texts()) == sorted(before)
    matrix = downloaded(page, page.get_by_role("link", name=re.compile("CSV ?: Models destroyed"))).decode("utf-8-sig")
    figures = [row[3] for row in list(csv.reader(io.StringIO(matrix)))[1:]]
    assert [float(figure) for figure in figures] == sorted(map(float, figures), reverse=True)

    first = page.locator("table.heat tbody tr td a").first
    where = (first.get_attribute("aria-label") or "").partition(": ")[2]
    first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(where)
    expect(page.get_by_role("progressbar")).to_be_visible()
    work_on_waiting_parts(seconds=60)
    chart = page.locator("figure").first
    expect(chart).to_be_visible()
    expect(page.get_by_role("heading", name="One roll")).to_be_visible()

    chart.locator("summary").focus()
    page.keyboard.press("Enter")
    picture = ElementTree.fromstring(downloaded(page, chart.get_by_role("link", name="Picture (SVG)")))  # noqa: S314 (ours)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    rows = downloaded(page, chart.get_by_role("link", name="Table (CSV)")).decode("utf-8-sig").splitlines()
    assert len(rows) == chart.locator("tbody tr").count() + 1

    page.get_by_role("link", name="Another roll").click()
    work_on_waiting_parts(seconds=60)
    expect(page.get_by_role("heading", name="One roll, seed 2")).to_be_visible()
    page.locator(".crumbs a").last.click()
    expect(page.locator("table.heat")).to_be_visible()


def test_the_matrix_scrolls_in_its_own_box_by_keyboard_with_its_headings_in_sight(signed_in: Page, owner: User):
    page = signed_in
    page.set_viewport_size(PHONE)
    page.goto(asked(owner, table(20, 12)))
    assert width_needed(page) == PHONE["width"]
    page.locator(".heat-box").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    page.wait_for_function("document.querySelector('.heat-box').scrollLeft > 0")
    page.wait_for_function("document.querySelector('.heat-box').scrollTop > 0")
    apart = page.evaluate(
        """() => {
          const [box, corner] = [".heat-box", ".heat-corner"].map(
            (name) => document.querySelector(name).getBoundingClientRect()
          );
          return [corner.x - box.x, corner.y - box.y];
        }"""
    )
    # Its own border is between.
    assert apart == [1, 1]


def test_a_matchup_is_watched_and_cancelled_without_script(rosters: Page, owner: User):
    page = rosters
    found = ask(owner, table(3, 2)).request
    context = page.context.browser.new_context(  # type: ignore[union-attr]  # a page of a browser
        java_script_enabled=False, base_url=page.url.split("/check/")[0], viewport=PHONE
    )
    context.add_cookies([{**cookie} for cookie in page.context.cookies()])
    plain = context.new_page()
    plain.goto(f"/matchups/{found.uuid}/")
    expect(plain.locator("#matchup-progress")).to_contain_text("0 of 6 pairs of units done")
    plain.get_by_role("button", name="Cancel").click()
    expect(plain.locator("#matchup-progress")).to_contain_text("Cancelled.")
    plain.get_by_role("button", name="Run again").click()
    expect(plain.locator("#matchup-progress")).to_contain_text("0 of 6 pairs of units done")
    work_on_waiting_parts(seconds=60)
    plain.get_by_role("link", name="Refresh").click()
    expect(plain.locator("table.heat")).to_be_visible()
    plain.get_by_role("link", name="Chance to destroy").click()
    expect(plain.locator("#matrix-heading")).to_contain_text("chance that the whole unit is destroyed")
    context.close()


def test_answers_of_every_kind_fit_a_phone_and_a_desk(signed_in: Page, owner: User):
    page = signed_in
    sides = [{"name": f"Side {place}", "units": [unit(f"Unit {place}", attacks=place)]} for place in (1, 2)]
    documents = (
        attack(trace=True),
        attack(samples=500),
        {**attack(), "question": "exchange"},
        {**attack(), "question": "chain", "distance": 12},
        table(12, 12, both_ways=True),
        {**table(3, 9), "question": "field"},
        {"schema": SCHEMA, "question": "comparison", "sides": sides, "targets": [unit("Raiders", models=9)]},
    )
    addresses = [asked(owner, document) for document in documents]
    for window in (PHONE, DESK):
        page.set_viewport_size(window)
        for address in addresses:
            page.goto(address)
            expect(page.get_by_role("heading", name="What this stands on")).to_be_visible()
            for fold in page.locator("details.fold").all():
                fold.evaluate("fold => { fold.open = true; }")
            assert width_needed(page) <= window["width"], (address, window)
