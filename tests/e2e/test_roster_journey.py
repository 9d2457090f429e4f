"""Journeys: keep a roster and move it when a release changes it; report a data error and read the answer."""

from __future__ import annotations

import re

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from datasheets.catalogue import Catalogue
from datasheets.models import DataErrorReport, ReportState
from datasheets.selectors import current_catalogue
from datasheets.services.reports import answer_report
from roster.comparisons import compare_waiting_rosters
from roster.models import Roster
from roster.services.comparisons import notify_owners
from tests.e2e.browser import DESK, PHONE, width_needed
from tests.roster.saved import dearer, published, saved_roster
from tests.website.conftest import necrons_of
from tests.website.texts import LEGAL

SKORPEKHS = "necrons:skorpekh-destroyers"


def check_legal_list(page: Page) -> None:
    page.goto("/check/")
    page.get_by_label("Your army list").fill(LEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator("#verdict").wait_for()


def test_a_roster_is_kept_and_moved_when_a_release_changes_it(signed_in: Page, catalogue: Catalogue):
    page = signed_in
    check_legal_list(page)
    page.get_by_role("button", name="Save this roster").click()
    page.wait_for_url(re.compile(r"/rosters/[0-9a-f-]{36}/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Tomb Patrol")
    expect(page.locator("#verdict")).to_have_text("Legal so far")

    published(dearer(necrons_of(catalogue.data), SKORPEKHS), catalogue)
    notify_owners()
    compare_waiting_rosters(seconds=60)
    newest = current_catalogue().stamp.label
    before = Roster.objects.get().points

    page.get_by_role("link", name="My rosters").first.click()
    expect(page.locator(".notice")).to_contain_text(f"Release {newest} changes this roster: {before:,} → ")
    page.get_by_role("link", name="See every change").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Move to release {newest}")
    expect(page.get_by_role("row", name="Skorpekh Destroyers").first).to_contain_text("+10")
    page.get_by_role("button", name="Move this roster").click()
    expect(page.locator(".note").first).to_have_text(f"Moved to release {newest}.")
    assert Roster.objects.get().points > before
    page.get_by_role("link", name="My rosters").first.click()
    expect(page.locator(".notice")).to_have_count(0)


def test_a_data_error_is_reported_and_answered(signed_in: Page, owner: User, stranger: User):
    page = signed_in
    check_legal_list(page)
    page.locator("summary").filter(has_text="Price of Overlord:").click()
    page.get_by_role("link", name=re.compile("Report a data error ?: Overlord, price")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Report a data error")
    expect(page.locator(".report-about")).to_contain_text("prices/necrons:overlord|necrons")
    page.get_by_label("What is wrong?").fill("An Overlord costs 85 points.")
    page.get_by_role("button", name="Send the report").click()
    page.wait_for_url("**/reports/")
    expect(page.locator(".roster-card")).to_contain_text("An Overlord costs 85 points.")
    report = DataErrorReport.objects.get()
    assert (report.subject, report.key, report.reporter) == ("price", "necrons:overlord|necrons", owner)
    answer_report(report, ReportState.FIXED, by=stranger, note="Right: corrected.")
    page.reload()
    expect(page.locator(".roster-card")).to_contain_text("Answer: Right: corrected.")


def test_a_roster_is_kept_without_script(signed_in: Page):
    context = signed_in.context.browser.new_context(  # type: ignore[union-attr]  # a page of a browser
        java_script_enabled=False, base_url=signed_in.url.split("/check/")[0], viewport=PHONE
    )
    context.add_cookies([{**cookie} for cookie in signed_in.context.cookies()])
    page = context.new_page()
    page.goto("/check/")
    page.get_by_label("Your army list").fill(LEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("button", name="Save this roster").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tomb Patrol")
    context.close()


def test_the_pages_of_rosters_and_reports_fit_a_phone_and_a_desk(signed_in: Page, catalogue: Catalogue, owner: User):
    page = signed_in
    check_legal_list(page)
    page.get_by_role("button", name="Save this roster").click()
    page.wait_for_url(re.compile(r"/rosters/[0-9a-f-]{36}/$"))
    roster = f"/rosters/{Roster.objects.get().uuid}/"
    unread = LEGAL.replace("Skorpekh Destroyers (85 points)", "Skorpek Destroyer (85 points)", 1)
    saved_roster(owner, current_catalogue(), unread, name="A roster of which a line was not understood")
    published(dearer(necrons_of(catalogue.data), SKORPEKHS), catalogue)
    notify_owners()
    compare_waiting_rosters(seconds=60)
    for window in (PHONE, DESK):
        page.set_viewport_size(window)
        for address in ("/rosters/", roster, f"{roster}move/", "/reports/", "/reports/new/?subject=unit&name=Overlord"):
            page.goto(address)
            assert width_needed(page) <= window["width"], (address, window)
