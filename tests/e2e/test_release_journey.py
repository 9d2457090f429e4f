"""An editor's work on its way into force and back, in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from datasheets.catalogue.entries import EntryRef
from datasheets.models import Publication
from datasheets.services.editing import save_changes, working_entry
from datasheets.services.publishing import release_in_force
from datasheets.services.roles import Role
from tests.datasheets.releasing import imported, person_with
from tests.e2e.browser import DESK, PATIENCE_MILLISECONDS, PHONE, complaints_of, width_needed
from tests.people import PASSWORD

KILN = EntryRef("prices", "ash-wardens:kiln|ash-wardens")


@pytest.fixture
def edited(live_server) -> str:
    """Address of a service where an editor has made the Kiln dearer, and nothing of it is in force."""
    imported()
    table = working_entry(KILN).value
    tier = table.tiers[0]
    dearer = replace(tier, rows=(replace(tier.rows[0], points=tier.rows[0].points + 15), *tier.rows[1:]))
    save_changes(
        {KILN: replace(table, tiers=(dearer, *table.tiers[1:]))}, by=person_with(Role.EDITOR), reason="As printed"
    )
    return live_server.url


@pytest.fixture
def windows(browser: Browser, edited: str) -> Iterator[list[Page]]:
    """A window of the editor's and one of the publisher's, each signed in. Nothing may have been complained of."""
    person_with(Role.PUBLISHER)
    pages, complaints = [], []
    for username in ("editor", "publisher"):
        page = browser.new_context(viewport=DESK, base_url=edited).new_page()
        page.set_default_timeout(PATIENCE_MILLISECONDS)
        complaints.append(complaints_of(page))
        page.goto("/accounts/login/?next=/admin/datasheets/release/")
        page.get_by_label("Username").fill(username)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/admin/datasheets/release/")
        pages.append(page)
    yield pages
    for page in pages:
        page.context.close()
    # A refused page is told by its status, of which the browser complains.
    assert [told for each in complaints for told in each if "403" not in told] == []


def in_force() -> str:
    release = release_in_force()
    assert release is not None
    return release.label


def test_an_edit_comes_into_force_by_a_publisher_and_goes_back(windows: list[Page]) -> None:
    editor, publisher = windows
    assert User.objects.filter(groups__name="publisher").count() == 1

    editor.get_by_role("link", name="Compile a draft").click()
    editor.get_by_label("Note (optional)").fill("The Kiln as printed")
    editor.get_by_role("button", name="Compile").click()
    expect(editor.get_by_role("heading", name="Draft 2026.10.2")).to_be_visible()
    editor.get_by_role("link", name="What it changes against 2026.10.1").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("What changes from 2026.10.1 to 2026.10.2")
    expect(editor.locator(".change-list li")).to_have_count(1)
    expect(editor.locator(".change-subject")).to_have_text("Kiln")
    expect(editor.locator(".change-step")).to_contain_text("+15")
    editor.go_back()
    assert editor.get_by_role("link", name="Publish …").count() == 0
    editor.goto(editor.url.replace("/change/", "/publish/"))
    expect(editor.locator("#problem")).to_contain_text("that is for the role publisher")
    assert in_force() == "2026.10.1"

    publisher.reload()
    publisher.get_by_role("link", name="2026.10.2").click()
    publisher.get_by_role("link", name="Publish …").click()
    expect(publisher.get_by_role("heading", name="Publish 2026.10.2?")).to_be_visible()
    expect(publisher.get_by_text("Ash Wardens: Kiln: ")).to_be_visible()
    publisher.get_by_role("button", name="Publish").click()
    expect(publisher.get_by_text("2026.10.2 is in force.")).to_be_visible()
    assert in_force() == "2026.10.2"

    publisher.goto("/admin/datasheets/release/")
    publisher.get_by_role("link", name="2026.10.1").click()
    publisher.get_by_role("link", name="Roll back to it …").click()
    publisher.get_by_label("Note (optional)").fill("Printed wrong after all")
    publisher.get_by_role("button", name="Roll back to it").click()
    expect(publisher.get_by_text("2026.10.1 is in force again.")).to_be_visible()
    assert in_force() == "2026.10.1"
    assert [(row.by, row.note) for row in Publication.objects.order_by("-id")[:2]] == [
        ("publisher", "Printed wrong after all"),
        ("publisher", ""),
    ]


def test_pages_of_releases_fit_a_phone(windows: list[Page]) -> None:
    editor, _ = windows
    editor.set_viewport_size(PHONE)

    for address in ("/releases/", "/admin/datasheets/release/", "/admin/datasheets/release/compile/"):
        editor.goto(address)
        assert width_needed(editor) <= PHONE["width"], address
