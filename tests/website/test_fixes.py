"""Fixes on pages: told with every verdict, and applied to saved rosters by their owner alone."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from roster.models import Roster
from roster.saved import document_of
from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL, LEGAL
from website.undo import STEPS

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


def undo_form(page: Element, roster: Roster) -> list[dict[str, str]]:
    """What the offer to take a fix back would send; empty where there is none."""
    return [values_of(form) for form in page.all("form", action=f"/rosters/{roster.uuid}/undo/")]


def fixed(client: Client, roster: Roster) -> Element:
    """The page after the first fix on it was applied."""
    page = page_of(client.get(f"/rosters/{roster.uuid}/"))
    return page_of(client.post(f"/rosters/{roster.uuid}/fix/", values_of(fix_forms(page, roster)[0]), follow=True))


def row_of(roster: Roster) -> tuple[object, ...]:
    """All of the roster that a fix may change, its version and times left out."""
    now = Roster.objects.get(pk=roster.pk)
    references = sorted(now.references.values_list("collection", "key"))
    return now.name, now.document, now.open_lines, now.points, now.legality, now.is_finished, references


def test_a_fix_is_taken_back_and_the_roster_is_what_it_was(home_client: Client, roster: Roster):
    before = row_of(roster)
    page = fixed(home_client, roster)
    assert row_of(roster) != before
    [form] = undo_form(page, roster)
    assert undo_form(page_of(home_client.get(f"/rosters/{roster.uuid}/")), roster) == [form]
    page = page_of(home_client.post(f"/rosters/{roster.uuid}/undo/", form, follow=True))
    assert "Taken back: Make " in page.text
    assert undo_form(page, roster) == []
    assert row_of(roster) == before
    assert Roster.objects.get().version == 4


def test_several_fixes_are_taken_back_one_after_another(home_client: Client, owner: User):
    home_client.post("/rosters/save/", {"text": ILLEGAL.replace("  • Warlord\n", "")})
    roster = Roster.objects.get()
    home_client.post(f"/rosters/{roster.uuid}/finish/")
    states = [row_of(roster)]
    page = page_of(home_client.get(f"/rosters/{roster.uuid}/"))
    while fix_forms(page, roster) and len(states) < 4:
        page = fixed(home_client, roster)
        states.append(row_of(roster))
    assert len(states) > 2
    for state in reversed(states[:-1]):
        [form] = undo_form(page, roster)
        page = page_of(home_client.post(f"/rosters/{roster.uuid}/undo/", form, follow=True))
        assert row_of(roster) == state
    assert undo_form(page, roster) == []


def test_what_changed_since_is_not_taken_back(home_client: Client, roster: Roster):
    [form] = undo_form(fixed(home_client, roster), roster)
    home_client.post(f"/rosters/{roster.uuid}/rename/", {"name": "Renamed"})
    now = row_of(roster)
    assert undo_form(page_of(home_client.get(f"/rosters/{roster.uuid}/")), roster) == []
    response = home_client.post(f"/rosters/{roster.uuid}/undo/", form)
    assert (response.status_code, row_of(roster)) == (409, now)
    assert "There is nothing to take back" in page_of(response).text


@pytest.mark.parametrize("version", ["", "2", "4", "x", "9" * 500])
def test_a_fix_is_taken_back_only_from_the_version_that_was_seen(home_client: Client, roster: Roster, version: str):
    fixed(home_client, roster)
    now = row_of(roster)
    response = home_client.post(f"/rosters/{roster.uuid}/undo/", {"version": version})
    assert (response.status_code, row_of(roster)) == (409, now)


def test_nobody_else_takes_a_fix_back(home_client: Client, club_mate: User, owner: User, roster: Roster):
    [form] = undo_form(fixed(home_client, roster), roster)
    now, other = row_of(roster), Client()
    assert other.post(f"/rosters/{roster.uuid}/undo/", form).status_code == 302
    other.force_login(club_mate)
    assert other.post(f"/rosters/{roster.uuid}/undo/", form).status_code == 404
    elsewhere = Client()
    elsewhere.force_login(owner)
    assert elsewhere.post(f"/rosters/{roster.uuid}/undo/", form).status_code == 409
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(owner)
    assert strict.post(f"/rosters/{roster.uuid}/undo/", form).status_code == 403
    assert row_of(roster) == now


def test_only_so_much_is_kept_to_be_taken_back(home_client: Client, roster: Roster):
    for _ in range(STEPS + 2):
        page = fixed(home_client, roster)
        home_client.post(f"/rosters/{roster.uuid}/undo/", undo_form(page, roster)[0])
    assert home_client.session["undo"] == {}
    fixed(home_client, roster)
    [steps] = home_client.session["undo"].values()
    assert len(steps) == 1
