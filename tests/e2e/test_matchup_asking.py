"""Journeys of asking for a matchup: two lists on a phone, a datasheet by its first letters, all by keyboard."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from datasheets.selectors import current_catalogue
from tests.e2e.browser import PHONE, width_needed
from tests.roster.saved import saved_roster
from tests.website.texts import ILLEGAL, LEGAL


@pytest.fixture
def rosters(signed_in: Page, owner: User) -> Page:
    """The window of the owner, who has two saved rosters."""
    saved_roster(owner, current_catalogue(), LEGAL, name="Tomb Patrol")
    saved_roster(owner, current_catalogue(), ILLEGAL, name="Three Arks")
    return signed_in


def test_two_rosters_are_matched_on_a_phone(rosters: Page):
    page = rosters
    page.set_viewport_size(PHONE)
    page.goto("/matchups/")
    page.get_by_role("link", name="Two lists against each other").click()
    mine, theirs = page.get_by_label("Which roster").all()
    mine.select_option(label="Tomb Patrol (Necrons, 515 points)")
    theirs.select_option(label="Three Arks (Necrons, 630 points)")
    assert width_needed(page) <= PHONE["width"]
    page.get_by_role("button", name="Choose units and situation first").click()
    expect(page.get_by_role("heading", name="My list: Tomb Patrol")).to_be_visible()
    page.locator("#mine-side summary").first.click()
    page.get_by_label("Immortals with Overlord").uncheck()
    page.get_by_label("Within half range").check()
    assert width_needed(page) <= PHONE["width"]
    page.get_by_role("button", name="Run").first.click()
    page.wait_for_url("**/matchups/*-*/")
    page.goto("/matchups/")
    expect(page.get_by_role("link", name="Tomb Patrol against Three Arks")).to_be_visible()


def test_a_datasheet_is_found_by_its_first_letters_and_asked_by_keyboard(signed_in: Page):
    page = signed_in
    page.goto("/matchups/new/attack/")
    attacker, target = page.locator("#attacker-side"), page.locator("#target-side")
    attacker.get_by_label("A pasted list").focus()
    expect(attacker.get_by_label("The text of the list")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(attacker.get_by_label("The text of the list")).to_be_hidden()
    name = attacker.get_by_label("Name of the datasheet")
    name.press_sequentially("immo")
    expect(attacker.locator("option")).to_have_count(1)
    assert attacker.locator("option").get_attribute("value") == "Immortals"
    target.get_by_label("A pasted list").focus()
    page.keyboard.press("ArrowRight")
    target.get_by_label("Name of the datasheet").fill("Doomsday Ark")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The unit that attacks: Immortals")).to_be_visible()
    page.get_by_label("Immortal", exact=True).fill("10")
    page.keyboard.press("Enter")
    page.wait_for_url("**/matchups/*-*/")
