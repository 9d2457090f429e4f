"""A gauntlet of one's own in a browser: from names, changed, found again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from battle.models import Gauntlet
from tests.e2e.browser import DESK, PHONE, width_needed

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_gauntlet_is_made_from_names_and_changed(signed_in: Page) -> None:
    page = signed_in
    page.goto("/matchups/gauntlets/")
    page.get_by_role("link", name="New gauntlet").click()
    page.get_by_label("Name", exact=True).fill("Club night")
    page.get_by_label("Datasheets by name").fill("Necron Warriors\nMonolith")
    page.get_by_role("button", name="Keep the gauntlet").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Club night")
    page.get_by_role("link", name="Change it").click()
    page.get_by_label("How common Necron Warriors is").fill("3")
    page.get_by_label("Why Monolith is here").fill("The largest thing they have.")
    for width in (PHONE, DESK):
        page.set_viewport_size(width)
        assert width_needed(page) <= width["width"]
    page.get_by_role("button", name="Keep the changes").click()
    expect(page.get_by_role("row", name=re.compile("Necron Warriors"))).to_contain_text("75.0 %")
    for width in (PHONE, DESK):
        page.set_viewport_size(width)
        assert width_needed(page) <= width["width"]
    kept = Gauntlet.objects.get()
    assert (kept.name, kept.weights, kept.reasons) == ("Club night", [3, 1], ["", "The largest thing they have."])
