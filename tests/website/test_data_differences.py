"""What the list names and the data have otherwise, on the page (R-27)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.website.pages import page_of
from tests.website.texts import LEGAL

pytestmark = pytest.mark.usefixtures("release")


def test_other_detachment_points_are_told_beside_the_prices(client: Client):
    changed = re.sub(r"\((\d) Detachment Points?\)", "(1 Detachment Point)", LEGAL, count=1)
    assert changed != LEGAL

    page = page_of(client.post("/check/", {"text": changed}))

    [section] = [
        one
        for one in page.all("section", class_="differences")
        if one.attributes["aria-labelledby"] == "data-differences-heading"
    ]
    [row] = section.all("li")
    assert row.one("span", class_="difference-unit").text == "Detachment Points"
    assert re.match(
        r"The list states 1 Detachment Points, by .+ they are \d \(.+ \d\)\.", row.one("span", class_="reason").text
    )


def test_a_list_as_the_data_have_it_shows_no_such_section(client: Client):
    page = page_of(client.post("/check/", {"text": LEGAL}))

    headings = [one.attributes["aria-labelledby"] for one in page.all("section", class_="differences")]
    assert "data-differences-heading" not in headings
