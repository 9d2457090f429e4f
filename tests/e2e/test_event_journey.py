"""Journeys of an organiser: an event is written, mended, published, checked for; by keyboard; without script."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from roster.models import Event
from roster.muster import LoweredCheck, Severity
from roster.services.events import profile_of
from tests.e2e.browser import DESK, PATIENCE_MILLISECONDS, PHONE, complaints_of, width_needed
from tests.roster.events import organiser_of, profile
from tests.website.texts import ILLEGAL


@pytest.fixture
def organiser(signed_in: Page, owner: User) -> Page:
    """The owner's window; they are an organiser."""
    organiser_of(owner)
    return signed_in


@pytest.fixture
def refused_once(organiser: Page) -> Iterator[Page]:
    """Another window of the organiser, in which one answer is a refusal (422), as the browser notes, and no more."""
    context = organiser.context.browser.new_context(  # type: ignore[union-attr]  # a page of a browser
        base_url=organiser.url.split("/check/")[0], viewport=DESK
    )
    context.add_cookies([{**cookie} for cookie in organiser.context.cookies()])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MILLISECONDS)
    complaints = complaints_of(page)
    page.goto("/check/")
    yield page
    context.close()
    assert len(complaints) == 1
    assert "status of 422" in complaints[0]


@pytest.fixture
def without_script(organiser: Page) -> Iterator[Page]:
    """The organiser's phone, with scripts switched off."""
    context = organiser.context.browser.new_context(  # type: ignore[union-attr]  # a page of a browser
        java_script_enabled=False, base_url=organiser.url.split("/check/")[0], viewport=PHONE
    )
    context.add_cookies([{**cookie} for cookie in organiser.context.cookies()])
    yield context.new_page()
    context.close()


def test_an_organiser_writes_an_event_mends_it_and_checks_a_list_for_it(refused_once: Page, owner: User):
    page = refused_once
    page.get_by_role("link", name="Events").click()
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name", exact=True).fill("Autumn Open")
    page.get_by_label("First day", exact=True).fill("2026-12-05")
    page.get_by_label("Published", exact=True).check()
    page.get_by_label("Battle size", exact=True).select_option(label="Incursion (1,000 points)")
    page.get_by_label("Fewest points", exact=True).fill("600")
    page.get_by_label("Necrons", exact=True).check()
    page.get_by_label("Datasheets barred", exact=True).fill("Deathmarks\nDoomsday Arc")
    page.locator("summary").filter(has_text="Warlord").click()
    page.get_by_label("The army has a Warlord", exact=True).select_option(label="a warning")
    page.get_by_label("Reason for The army has a Warlord").fill("It may be named at the table.")
    page.get_by_role("button", name="Store the event").click()

    summary = page.get_by_role("alert")
    expect(summary).to_contain_text("Datasheets barred: Line 2: there is no datasheet “Doomsday Arc” in release")
    assert not Event.objects.exists()
    summary.get_by_role("link", name="Datasheets barred").click()
    box = page.get_by_label("Datasheets barred", exact=True)
    expect(box).to_have_value("Deathmarks\nDoomsday Arc")
    expect(page.locator("#id_barred_datasheets_error")).to_contain_text("Perhaps Doomsday Ark?")
    box.fill("Deathmarks")
    page.get_by_role("button", name="Store the event").click()

    page.wait_for_url("**/events/autumn-open/")
    lowered = (LoweredCheck("25.04/warlord-named", Severity.WARNING, "It may be named at the table."),)
    event = Event.objects.get()
    assert (event.organiser, event.is_published, str(event.starts_on)) == (owner, True, "2026-12-05")
    assert profile_of(event) == profile(
        battle_size="incursion",
        minimum_points=600,
        factions=("necrons",),
        barred_datasheets=("necrons:deathmarks",),
        lowered=lowered,
    )

    page.get_by_role("link", name="Check a list for this event").click()
    page.get_by_label("Your army list").fill(ILLEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".judged-event")).to_contain_text("It may be named at the table.")
    expect(page.locator(".rule-warning").filter(has_text="The army has a Warlord")).to_have_count(1)


def test_the_form_is_filled_in_with_the_keyboard_alone(organiser: Page):
    page = organiser
    page.goto("/organise/event/")
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("Club Night")
    names = ["slug", "starts_on", "ends_on", "is_published", "battle_size", "points_limit", "minimum_points"]
    for name in names:
        for _ in range(4):  # a day has three parts and a button
            if page.evaluate("document.activeElement.name") == name:
                break
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.name") == name
        if name in ("points_limit", "minimum_points"):
            page.keyboard.type("750")
        if name == "is_published":
            page.keyboard.press("Space")
        page.keyboard.press("Tab")
    page.get_by_label("Name", exact=True).press("Enter")
    page.wait_for_url("**/events/club-night/")
    event = Event.objects.get()
    assert (event.is_published, profile_of(event).points_limit, profile_of(event).minimum_points) == (True, 750, 750)


def test_an_event_is_written_without_script_on_a_phone(without_script: Page):
    page = without_script
    page.goto("/events/")
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name", exact=True).fill("Autumn Open")
    page.get_by_label("Detachments allowed", exact=True).fill("nonsense")
    page.get_by_role("button", name="Store the event").click()
    expect(page.locator("#id_detachments_error")).to_contain_text("Line 1: there is no detachment “nonsense”")
    assert page.viewport_size == PHONE
    page.get_by_label("Detachments allowed", exact=True).fill("Awakened Dynasty")
    page.get_by_role("button", name="Store the event").click()
    page.wait_for_url("**/events/autumn-open/")
    assert profile_of(Event.objects.get()) == profile(detachments=("necrons:awakened-dynasty",))


def test_the_pages_of_events_fit_a_phone_and_a_desk(refused_once: Page):
    page = refused_once
    page.goto("/organise/event/")
    page.get_by_label("Name", exact=True).fill("The Great Autumn Open of the Club at the Old Corn Exchange " * 2)
    page.get_by_label("Detachments barred", exact=True).fill("Canoptek Court\n" + "nonsense" * 30)
    page.locator("summary").filter(has_text="Warlord").click()
    page.get_by_label("The army has a Warlord", exact=True).select_option("advice")
    page.get_by_label("Reason for The army has a Warlord").fill("because " * 30)
    page.get_by_role("button", name="Store the event").click()
    for window in (PHONE, DESK):
        page.set_viewport_size(window)
        assert width_needed(page) <= window["width"]
    page.get_by_label("Detachments barred", exact=True).fill("Canoptek Court")
    page.get_by_role("button", name="Store the event").click()
    page.get_by_role("link", name="Change it").wait_for()
    slug = Event.objects.get().slug
    page.goto(f"/check/?event={slug}")
    page.get_by_label("Your army list").fill(ILLEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("button", name="Save this roster").click()
    page.locator(".fixes button").first.click()
    page.get_by_role("button", name="Take it back").wait_for()
    roster = page.url
    event = f"/events/{slug}/"
    addresses = ("/events/", event, f"{event}change/", f"{event}json/", roster, roster.replace("/?", "/why/?"))
    for window in (PHONE, DESK):
        page.set_viewport_size(window)
        for address in addresses:
            page.goto(address)
            assert width_needed(page) <= window["width"], (address, window)


def test_a_fix_is_taken_back_by_its_button(organiser: Page):
    page = organiser
    page.goto("/check/")
    page.get_by_label("Your army list").fill(ILLEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("button", name="Save this roster").click()
    before = page.locator(".army .unit").count()
    page.get_by_role("button", name="Do this: Remove Doomsday Ark").first.click()
    expect(page.locator(".note").filter(has_text="Done: Remove Doomsday Ark")).to_have_count(1)
    expect(page.locator(".army .unit")).to_have_count(before - 1)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".note").filter(has_text="Taken back: Remove Doomsday Ark")).to_have_count(1)
    expect(page.locator(".army .unit")).to_have_count(before)
