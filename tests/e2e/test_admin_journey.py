"""An editor mends a wrong price and is refused publishing; a publisher publishes it, and goes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, FilePayload, Page, expect

from datasheets.admin.workbench import standing
from datasheets.models import Publication, Release
from datasheets.selectors import current_catalogue
from datasheets.services import import_catalogue
from datasheets.services.roles import Role, ensure_roles, give_role
from datasheets.sources import source_build
from roster.comparisons import compare_waiting_rosters
from tests.e2e.browser import DESK, PATIENCE_MILLISECONDS, PHONE, complaints_of, width_needed
from tests.people import PASSWORD
from tests.roster.saved import dearer, saved_roster
from tests.website.conftest import necrons_of
from tests.website.texts import LEGAL

WRONG, RIGHT = 60, 65


@pytest.fixture
def office(browser: Browser, live_server: Any, settings: Any, owner: User) -> str:
    """Address of a site whose Immortals cost 5 points too little, with an editor, a publisher and a saved roster."""
    settings.WEBSITE_CHECK_RATE = "1000/min"
    standing.forget()
    build = source_build()
    import_catalogue(replace(build, data=dearer(necrons_of(build.data), "necrons:immortals", by=WRONG - RIGHT)))
    ensure_roles()
    for role in (Role.EDITOR, Role.PUBLISHER):
        give_role(User.objects.create_user(role.value, password=PASSWORD), role)
    saved_roster(owner, current_catalogue(), LEGAL, name="Tomb Patrol")
    return str(live_server.url)


@contextmanager
def signed_in(browser: Browser, site: str, name: str, window: Any = DESK) -> Iterator[Page]:
    """A window of its own; nothing may have been complained of at the end."""
    context = browser.new_context(viewport=window, base_url=site)
    page = context.new_page()
    page.set_default_timeout(2 * PATIENCE_MILLISECONDS)
    complaints = complaints_of(page)
    page.goto("/admin/login/?next=/admin/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("combobox").first.wait_for()
    yield page
    context.close()
    assert complaints == []


def find_immortals(page: Page) -> None:
    """Two letters, and Enter on the right line."""
    page.get_by_label("Find a datasheet").fill("im")
    found = page.get_by_role("option", name="Immortals", exact=True)
    expect(found).to_be_visible()
    while found.get_attribute("aria-selected") != "true":
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Immortals")).to_be_visible()


def price_of_five(page: Page) -> Any:
    return page.locator('#prices input[name="prices0-tiers-0-points"]')


def immortals_on_the_site(browser: Browser, site: str) -> str:
    """What a player's check says that the Immortals of the list cost."""
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto("/check/")
    page.get_by_label("Your army list").fill(LEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator("#verdict").wait_for()
    told = page.locator(".army").inner_text()
    context.close()
    return str(re.search(r"Immortals.*?(\d+)\s*points", told, re.DOTALL).group(1))  # type: ignore[union-attr]


def test_an_editor_mends_a_price_and_a_publisher_puts_it_in_force_and_goes_back(browser: Browser, office: str):
    assert immortals_on_the_site(browser, office) == str(WRONG)
    with signed_in(browser, office, "editor") as page:
        find_immortals(page)
        expect(price_of_five(page)).to_have_value(str(WRONG))

        # Checked without saving: a price for a size that no unit has is told beside the sizes.
        page.locator('[name="prices0-tiers-0-models"]').fill("50")
        page.locator("#save").get_by_role("button", name="Check").click()
        expect(page.locator("#prices .qm-remark.qm-error").first).to_contain_text("a unit has 5 to 10")
        expect(page.get_by_text("Audit of what you typed, not saved:")).to_be_visible()
        page.locator('[name="prices0-tiers-0-models"]').fill("5")

        price_of_five(page).fill(str(RIGHT))
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Name the document that has the right value, with its date.")).to_be_visible()
        page.locator("#save").get_by_label("Why").fill("The manual asks 65")
        page.locator("#save").get_by_label("Known from").fill("Munitorum Field Manual 1.5, 30 September 2026")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Saved: 1 field of 1 entry.")).to_be_visible()
        expect(page.locator("#prices .qm-override")).to_have_text("edited here by editor")

        page.get_by_role("link", name="History", exact=True).click()
        expect(page.get_by_role("heading", name="Edited by editor")).to_be_visible()
        expect(page.get_by_text("The manual asks 65. Known from: Munitorum Field Manual 1.5")).to_be_visible()

        page.goto("/admin/datasheets/release/compile/")
        page.get_by_label("Note").fill("Immortals")
        page.get_by_role("button", name="Compile").click()
        draft = Release.objects.order_by("-pk")[0]
        expect(page.get_by_role("heading", name=f"Draft {draft.label}")).to_be_visible()
        page.get_by_role("link", name="What it would do to saved rosters").click()
        page.get_by_role("button").last.click()
        compare_waiting_rosters(seconds=30)
        page.reload()
        expect(page.get_by_role("rowheader", name="Tomb Patrol")).to_be_visible()
        expect(page.get_by_text("510 → 515")).to_be_visible()

        page.goto(f"/admin/datasheets/release/{draft.pk}/change/")
        expect(page.get_by_role("link", name="Publish", exact=False)).to_have_count(0)
        expect(page.get_by_text("Publishing, rolling back and withdrawing is for publishers.")).to_be_visible()
    assert immortals_on_the_site(browser, office) == str(WRONG)

    with signed_in(browser, office, "publisher") as page:
        page.goto(f"/admin/datasheets/release/{draft.pk}/change/")
        page.get_by_role("link", name="Publish …").click()
        page.wait_for_url("**/publish/")
        page.get_by_role("button", name="Publish").click()
        expect(page.get_by_text("Rosters are judged by it.")).to_be_visible()
        assert immortals_on_the_site(browser, office) == str(RIGHT)

        first = Publication.objects.order_by("pk")[0].release
        page.goto(f"/admin/datasheets/release/{first.pk}/change/")
        page.get_by_role("link", name="Roll back to it …").click()
        page.wait_for_url("**/roll-back/")
        page.get_by_role("button", name="Roll back to it").click()
        expect(page.get_by_text("Rosters are judged by it.")).to_be_visible()
    assert immortals_on_the_site(browser, office) == str(WRONG)


def test_an_editor_is_refused_publishing_by_the_address_too(browser: Browser, office: str):
    release = Release.objects.get()
    context = browser.new_context(base_url=office)
    page = context.new_page()
    page.goto(f"/admin/login/?next=/admin/datasheets/release/{release.pk}/publish/")
    page.get_by_label("Username").fill("editor")
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_response(
        lambda answer: answer.url.endswith(f"release/{release.pk}/publish/") and "login" not in answer.url
    ) as answer:
        page.keyboard.press("Enter")
    assert answer.value.status == 403
    context.close()
    assert Publication.objects.count() == 1


def test_rows_are_added_and_names_offered_while_typing(browser: Browser, office: str):
    with signed_in(browser, office, "editor") as page:
        find_immortals(page)
        options = page.locator('[data-rows="main-options"]')
        before = options.locator("tbody tr").count()
        options.get_by_role("button", name="Add a row").click()
        expect(options.locator("tbody tr")).to_have_count(before + 1)
        field = options.locator(f'[name="main-options-{before}-replaces"]')
        field.press_sequentially("Gauss bl")
        offered = page.locator("#qm-suggest [role=option]").first
        expect(offered).to_contain_text("Gauss blaster")
        page.keyboard.press("Enter")
        expect(field).to_have_value(re.compile("Gauss blaster"))


def test_a_chosen_file_is_told_beside_its_own_field_only(browser: Browser, office: str):
    with signed_in(browser, office, "editor") as page:
        page.goto("/admin/spreadsheets/")
        page.get_by_label("File").set_input_files(FilePayload(name="prices.csv", mimeType="text/csv", buffer=b"a"))
        expect(page.get_by_label("Why")).to_have_value("")

        page.goto("/admin/points-manual/")
        manual = FilePayload(name="orks.yaml", mimeType="application/yaml", buffer=b"a: 1")
        page.get_by_label("The manual's files").set_input_files(manual)
        page.get_by_role("button", name="See what it changes").click()
        expect(page.get_by_text("waits to be compared")).to_be_visible()


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_of_the_administration_need_no_sideways_scrolling(browser: Browser, office: str, window: Any):
    with signed_in(browser, office, "editor", window) as page:
        find_immortals(page)
        sheet = page.url
        for address in (
            sheet,
            sheet.replace("/change/", "/history/"),
            "/admin/",
            "/admin/find/?q=im",
            "/admin/spreadsheets/",
            "/admin/points-manual/",
            "/admin/moved/",
            "/admin/changes/",
            "/admin/datasheets/datasheet/",
            "/admin/datasheets/datasheet/add/",
        ):
            page.goto(address)
            assert (address, width_needed(page)) == (address, window["width"])
