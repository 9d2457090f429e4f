"""What every page has: landmarks, headings in order, notes in the footer, no inline script or style."""

from __future__ import annotations

import itertools
import re

import pytest
from django.test import Client

from datasheets.models import Release
from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL

PAGES = ["/", "/check/", "/accounts/login/", "/check/?example=nothing-of-the-kind", "/no/such/page/"]


def heading_levels(page: Element) -> list[int]:
    """Levels of the headings, in the order of the page."""
    return [int(element.tag[1]) for element in page.all() if re.fullmatch(r"h[1-6]", element.tag)]


def assert_no_level_is_left_out(levels: list[int]) -> None:
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels)), levels


@pytest.mark.parametrize("address", PAGES)
def test_pages_have_landmarks_a_skip_link_and_headings_in_order(client: Client, release: Release, address: str):
    page = page_of(client.get(address))
    assert [len(page.all(tag)) for tag in ("header", "main", "footer")] == [1, 1, 1]
    first_link = page.all("a")[0]
    assert (first_link.text, first_link.attributes["href"]) == ("Skip to the content", "#main")
    assert page.one("main").attributes["id"] == "main"
    assert_no_level_is_left_out(heading_levels(page))


def test_a_result_keeps_the_headings_in_order_and_every_id_once(client: Client, release: Release):
    page = page_of(client.post("/check/", {"text": ILLEGAL}))
    assert_no_level_is_left_out(heading_levels(page))
    ids = [element.attributes["id"] for element in page.all() if "id" in element.attributes]
    assert len(ids) == len(set(ids))


def test_every_jump_link_and_label_leads_to_something_on_the_page(client: Client, release: Release):
    page = page_of(client.post("/check/", {"text": ILLEGAL}))
    ids = {element.attributes["id"] for element in page.all() if "id" in element.attributes}
    jumps = {link.attributes["href"][1:] for link in page.all("a") if link.attributes["href"].startswith("#")}
    named_by = {
        name
        for element in page.all()
        for key in ("for", "aria-labelledby", "aria-describedby")
        for name in element.attributes.get(key, "").split()
    }
    assert jumps - ids == set()
    assert named_by - ids == set()


@pytest.mark.parametrize("address", PAGES)
def test_pages_have_no_inline_script_style_or_event_handler(client: Client, release: Release, address: str):
    page = page_of(client.get(address))
    assert all("src" in script.attributes and not script.text for script in page.all("script"))
    assert page.all("style") == []
    assert not [
        (element.tag, key)
        for element in page.all()
        for key in element.attributes
        if key == "style" or key.startswith(("on", "hx-on"))
    ]


@pytest.mark.parametrize("address", PAGES)
def test_pages_load_nothing_from_elsewhere(client: Client, release: Release, address: str):
    page = page_of(client.get(address))
    loaded = [element.attributes.get("src") for element in page.all("script") + page.all("img")]
    loaded += [element.attributes.get("href") for element in page.all("link")]
    assert all(source and source.startswith("/static/") for source in loaded)


def test_the_footer_names_owner_source_manual_release_and_scope(client: Client, release: Release):
    footer = page_of(client.get("/")).one("footer")
    assert [paragraph.text for paragraph in footer.all("p")] == [
        f"Data in force: Munitorum Field Manual 1.5 of 2026-09-30 , release {release.label} .",
        "Unofficial. Warhammer 40,000 is Games Workshop’s. This site is run by players; "
        "Games Workshop has neither made nor endorsed it.",
        "Datasheets come from the wh40kdc data, licensed under CC BY 4.0 , with corrections of our own.",
        "Not covered: Crusade, Combat Patrol and doubles.",
    ]


def test_the_header_leads_everywhere_and_marks_the_page_one_is_on(client: Client, release: Release):
    navigation = page_of(client.get("/check/")).one("nav", aria_label="Main")
    assert [
        (link.text, link.attributes["href"], link.attributes.get("aria-current")) for link in navigation.all("a")
    ] == [
        ("Check a list", "/check/", "page"),
        ("Check a folder", "/check/batch/", None),
        ("Events", "/events/", None),
        ("Matchups", "/matchups/", None),
        ("API", "/api/v1/docs/", None),
        ("Sign in", "/accounts/login/", None),
    ]


def test_a_signed_in_person_can_sign_out_from_every_page(client: Client, release: Release, owner):
    client.force_login(owner)
    form = page_of(client.get("/")).one("form", action="/accounts/logout/")
    assert form.one("button").text == "Sign out owner"
    client.post("/accounts/logout/")
    assert page_of(client.get("/")).all("form", action="/accounts/logout/") == []


def test_the_front_page_leads_to_the_check_page(client: Client, release: Release):
    page = page_of(client.get("/"))
    assert page.one("h1").text == "Is my army list legal, and why?"
    assert [link.attributes["href"] for link in page.one("main").all("a")] == ["/check/", "/check/batch/"]


def test_before_a_release_is_published_pages_still_open(client: Client, db: None):
    footer = page_of(client.get("/")).one("footer")
    assert "Data in force" not in footer.text
    assert client.get("/check/").status_code == 200


def test_before_a_release_is_published_nothing_is_checked_and_the_page_says_why(client: Client, db: None):
    response = client.post("/check/", {"text": ILLEGAL})
    assert response.status_code == 503
    assert page_of(response).one(id="problem").text == (
        "503 No catalogue yet No release of the catalogue has been published here, so nothing can be checked. "
        "Whoever runs this service publishes one with: python manage.py import_catalogue"
    )


def test_the_front_page_asks_the_database_once(client: Client, release: Release, django_assert_num_queries):
    client.get("/")
    with django_assert_num_queries(1):
        client.get("/")


def test_a_strict_content_security_policy_is_sent_with_every_page(client: Client, release: Release):
    for address in PAGES:
        policy = client.get(address).headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
