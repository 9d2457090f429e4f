"""Fixes on pages: told with every verdict, and applied to saved rosters by their owner alone."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from roster.models import Roster
from roster.saved import document_of
from tests.website.pages import Element, page_of
from tests.website.texts import LEGAL

pytestmark = pytest.mark.usefixtures("release")
WITHOUT_WARLORD = LEGAL.replace("  • Warlord\n", "")


@pytest.fixture
def home_client(client: Client, owner: User) -> Client:
    """The owner's browser, signed in."""
    client.force_login(owner)
    return client


@pytest.fixture
def roster(home_client: Client) -> Roster:
    """A list without a Warlord, saved through the page and finished."""
    home_client.post("/rosters/save/", {"text": WITHOUT_WARLORD})
    saved = Roster.objects.get()
    home_client.post(f"/rosters/{saved.uuid}/finish/")
    return saved


def fix_forms(page: Element, roster: Roster) -> list[Element]:
    return page.all("form", action=f"/rosters/{roster.uuid}/fix/")


def values_of(form: Element) -> dict[str, str]:
    fields = {field.attributes["name"]: field.attributes["value"] for field in form.all("input", type="hidden")}
    fields.pop("csrfmiddlewaretoken", None)
    return fields


def test_a_checked_list_says_what_would_mend_it_and_offers_no_button(client: Client):
    page = page_of(client.post("/check/", {"text": WITHOUT_WARLORD}))
    [rule] = page.all("li", id="rule-25.04-warlord-named")
    assert rule.all("div", class_="fixes")
    assert "the Warlord." in rule.all("div", class_="fixes")[0].text
    assert rule.all("button") == []


def test_a_fix_of_a_saved_roster_is_applied_by_its_button(home_client: Client, roster: Roster):
    page = page_of(home_client.get(f"/rosters/{roster.uuid}/"))
    form = fix_forms(page, roster)[0]
    response = home_client.post(f"/rosters/{roster.uuid}/fix/", values_of(form), follow=True)

    assert "Done: Make " in page_of(response).text
    assert any(unit.is_warlord for unit in document_of(Roster.objects.get()).units)
    assert [form for form in fix_forms(page_of(response), roster) if "Warlord" in form.text] == []


def test_a_page_that_was_loaded_before_a_change_changes_nothing(home_client: Client, roster: Roster):
    form = fix_forms(page_of(home_client.get(f"/rosters/{roster.uuid}/")), roster)[0]
    home_client.post(f"/rosters/{roster.uuid}/rename/", {"name": "Other"})
    response = home_client.post(f"/rosters/{roster.uuid}/fix/", values_of(form))
    assert response.status_code == 409
    assert "This roster was changed since you looked" in page_of(response).text
    assert not any(unit.is_warlord for unit in document_of(Roster.objects.get()).units)


@pytest.mark.parametrize(
    "posted",
    [{}, {"version": "1"}, {"version": "x", "fix": "y"}, {"version": "2", "fix": "0" * 16}, {"version": "9" * 500}],
)
def test_what_is_not_offered_is_refused_with_a_sentence(home_client: Client, roster: Roster, posted: dict[str, str]):
    response = home_client.post(f"/rosters/{roster.uuid}/fix/", posted)
    assert response.status_code == 409
    assert "nothing was written" in page_of(response).text
    assert Roster.objects.get().version == 2


def test_a_club_mate_and_a_visitor_cannot_fix_it(client: Client, club_mate: User, owner: User, roster: Roster):
    form = fix_forms(page_of(client.get(f"/rosters/{roster.uuid}/")), roster)[0]
    other = Client()
    assert other.post(f"/rosters/{roster.uuid}/fix/", values_of(form)).status_code == 302
    other.force_login(club_mate)
    assert other.post(f"/rosters/{roster.uuid}/fix/", values_of(form)).status_code == 404
    assert other.get(f"/rosters/{roster.uuid}/fix/").status_code in (404, 405)
    assert Roster.objects.get().version == 2


def test_a_post_without_its_token_is_refused(owner: User, roster: Roster):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(owner)
    assert strict.post(f"/rosters/{roster.uuid}/fix/", {"version": "2"}).status_code == 403


def test_an_event_that_is_not_there_is_told_and_nothing_is_changed(home_client: Client, roster: Roster):
    form = fix_forms(page_of(home_client.get(f"/rosters/{roster.uuid}/")), roster)[0]
    response = home_client.post(f"/rosters/{roster.uuid}/fix/", {**values_of(form), "event": "no-such-event"})
    assert response.status_code == 422
    assert "There is no event “no-such-event”" in page_of(response).text
    assert Roster.objects.get().version == 2
