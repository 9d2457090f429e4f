"""Pages of answers for whoever is new to them, listens to them, or has little bandwidth."""

from __future__ import annotations

import gzip

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.battle.work.asked import attack, table
from tests.website.matchups_asked import address, asked, home_client
from tests.website.pages import page_of

__all__ = ["home_client"]

pytestmark = pytest.mark.usefixtures("release")


@pytest.mark.parametrize(
    "document",
    [attack(), {**attack(), "question": "exchange"}, {**attack(), "question": "chain", "distance": 12}, table(3, 2)],
)
def test_every_answer_says_what_its_figures_mean_and_heads_every_column(
    home_client: Client, owner: User, document: dict[str, object]
) -> None:
    page = page_of(home_client.get(address(asked(owner, document))))
    terms = [term.text for term in page.one("dl", class_="meanings").all("dt")]
    assert {"On average", "Models destroyed", "Chance to destroy", "Points destroyed", "Points for a point"} <= set(
        terms
    )
    assert all(heading.text for heading in page.all("th"))
    # A box that scrolls is no landmark: its section is one already, of the same name.
    boxes = page.all("div", class_="table-box")
    assert boxes
    assert {(box.attributes["role"], box.attributes["tabindex"]) for box in boxes} == {("group", "0")}


@pytest.mark.parametrize("tail", ["", "cells/0/forth/0/0/", "answer.json", "tables/matrix.csv"])
def test_what_is_large_comes_compressed_to_whoever_takes_it(home_client: Client, owner: User, tail: str) -> None:
    where = address(asked(owner, table(8, 6)), tail)
    plain = home_client.get(where)
    packed = home_client.get(where, headers={"accept-encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(gzip.decompress(packed.content)) == len(plain.content)
    assert len(packed.content) < len(plain.content) / 2
