"""The form of an event: what an organiser writes is stored, and what does not fit is said beside its field."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from datasheets.models import Release
from roster.models import Event
from roster.muster import EventProfile, LoweredCheck, Severity
from roster.services.events import change_event, profile_of
from tests.roster.events import organiser_of, profile, stored_event
from tests.website.pages import Element, page_of

pytestmark = pytest.mark.usefixtures("release")
NEW = "/organise/event/"
CHANGE = "/events/autumn-open/change/"
EVERYTHING: dict[str, Any] = {
    "battle_size": "incursion",
    "points_limit": 1000,
    "minimum_points": 900,
    "factions": ("necrons",),
    "detachments": ("necrons:awakened-dynasty", "necrons:hypercrypt-legion"),
    "barred_detachments": ("necrons:canoptek-court",),
    "barred_datasheets": ("necrons:deathmarks",),
    "dispositions": ("disruption", "take-and-hold"),
    "allows_legends": True,
    "requires_disposition": False,
    "requires_plan": True,
    "lowered": (LoweredCheck("25.04/warlord-named", Severity.WARNING, "It may be named at the table."),),
}


@pytest.fixture
def organiser(client: Client, owner: User) -> Client:
    """The owner's browser: an organiser, signed in."""
    client.force_login(organiser_of(owner))
    return client


def written(**values: Any) -> dict[str, Any]:
    """The least that the form sends, with these values."""
    return {"name": "Autumn Open", "slug": "autumn-open", "no_legends": "on", "requires_disposition": "on", **values}


def sent_by(page: Element) -> dict[str, Any]:
    """What a browser would send of the form as it stands on the page."""
    form = page.one("form", class_="event-form")
    fields: dict[str, Any] = {}
    for field in form.all("input"):
        kind, name = field.attributes["type"], field.attributes.get("name", "")
        if kind == "checkbox" and "checked" not in field.attributes:
            continue
        fields.setdefault(name, []).append(field.attributes.get("value", "on" if kind == "checkbox" else ""))
    for box in form.all("textarea"):
        fields[box.attributes["name"]] = ["".join(str(child) for child in box.children).removeprefix("\n")]
    for select in form.all("select"):
        chosen = [one.attributes["value"] for one in select.all("option") if "selected" in one.attributes]
        fields[select.attributes["name"]] = chosen or [select.all("option")[0].attributes["value"]]
    return fields


def errors_of(page: Element) -> dict[str, str]:
    """What is said beside each field, by the id of the place."""
    return {one.attributes["id"]: one.text for one in page.all("div", class_="field-errors")}


def test_an_event_is_created_from_what_the_form_says(organiser: Client, owner: User) -> None:
    response = organiser.post(
        NEW,
        {
            "name": "Autumn Open",
            "slug": "",
            "starts_on": "2026-12-05",
            "ends_on": "2026-12-06",
            "is_published": "on",
            "battle_size": "incursion",
            "points_limit": "1000",
            "minimum_points": "900",
            "factions": ["necrons"],
            "detachments": "Awakened Dynasty\r\n\r\n  hypercrypt legion ",
            "barred_detachments": "necrons:canoptek-court",
            "barred_datasheets": "Deathmarks (Necrons)",
            "dispositions": ["disruption", "take-and-hold"],
            "requires_plan": "on",
            "lowered-25.04/warlord-named": "warning",
            "reason-25.04/warlord-named": " It may be named at the table. ",
        },
    )
    assert (response.status_code, response.headers["Location"]) == (302, "/events/autumn-open/")
    event = Event.objects.get()
    assert profile_of(event) == profile(**EVERYTHING)
    assert (event.organiser, event.is_published, event.version) == (owner, True, 1)
    assert (event.starts_on, event.ends_on) == (datetime.date(2026, 12, 5), datetime.date(2026, 12, 6))


def test_a_form_that_is_sent_as_it_was_shown_changes_nothing_of_the_profile(organiser: Client, owner: User) -> None:
    stored_event(owner, is_published=False, **EVERYTHING)
    sent = sent_by(page_of(organiser.get(CHANGE)))
    assert organiser.post(CHANGE, sent).status_code == 302
    event = Event.objects.get()
    assert profile_of(event) == profile(**EVERYTHING)
    assert (event.is_published, event.version) == (False, 2)


def test_what_is_left_empty_restricts_nothing_but_what_the_new_form_proposes(organiser: Client) -> None:
    sent = sent_by(page_of(organiser.get(NEW)))
    assert organiser.post(NEW, {**sent, "name": "Autumn Open"}).status_code == 302
    assert profile_of(Event.objects.get()) == EventProfile("autumn-open", "Autumn Open")


@pytest.mark.parametrize(
    ("values", "place", "sentence"),
    [
        ({"name": " "}, "id_name_error", "The event has no name. Write one, as Autumn Open."),
        (
            {"name": "x" * 121},
            "id_name_error",
            "The name has 121 characters; at most 120 are kept. Write a shorter one.",
        ),
        ({"name": "A\x00B"}, "id_name_error", "A name is words on one line, with no space before them."),
        (
            {"slug": "Autumn Open"},
            "id_slug_error",
            "An id is lower-case letters, digits and hyphens between them, as autumn-open.",
        ),
        ({"slug": "taken"}, "id_slug_error", 'There is an event "taken" already. Choose another id.'),
        (
            {"name": "!?", "slug": ""},
            "id_slug_error",
            "No such name can be made from the name of the event. Write one.",
        ),
        ({"starts_on": "5 December"}, "id_starts_on_error", "This is no day. Write it as year, month and day:"),
        (
            {"starts_on": "2026-12-05", "ends_on": "2026-12-04"},
            "id_ends_on_error",
            "The event would end on 2026-12-04, before it starts.",
        ),
        ({"battle_size": "apocalypse"}, "id_battle_size_error", "“apocalypse” is no battle size."),
        ({"points_limit": "0"}, "id_points_limit_error", "Write whole points between 1 and 1,000,000"),
        ({"points_limit": "9" * 5000}, "id_points_limit_error", "Write whole points between 1 and 1,000,000"),
        (
            {"points_limit": "900", "minimum_points": "1000"},
            "id_minimum_points_error",
            "A minimum of 1000 points is above the limit of 900: no roster could hold.",
        ),
        ({"factions": ["squats"]}, "id_factions_error", "“squats” is no faction of the release in force."),
        (
            {"detachments": "Awakened Dynasty\nAwakend Dinasty"},
            "id_detachments_error",
            "Line 2: there is no detachment “Awakend Dinasty” in release 2026.09.1. Perhaps Awakened Dynasty?",
        ),
        (
            {"detachments": "Awakened Dynasty", "barred_detachments": "Awakened Dynasty"},
            "id_barred_detachments_error",
            "is among those allowed, too. Leave it out of one.",
        ),
        (
            {"barred_datasheets": "Deathmarks\n\nnecrons:deathmarks"},
            "id_barred_datasheets_error",
            "Line 3: Deathmarks stands in line 1, too. Leave one out.",
        ),
        ({"barred_datasheets": "\x00"}, "id_barred_datasheets_error", "Line 1: there is no datasheet “"),
        (
            {"lowered-25.04/warlord-named": "raised"},
            "lower-25.04-warlord-named_error",
            "It is illegal at events and can only be lowered. Choose again.",
        ),
        (
            {"reason-25.04/warlord-named": "House rule."},
            "lower-25.04-warlord-named_error",
            "There is a reason and nothing is lowered. Choose what it weighs, or take it out.",
        ),
        (
            {"lowered-25.04/warlord-named": "advice", "reason-25.04/warlord-named": "x" * 301},
            "lower-25.04-warlord-named_error",
            "The reason has 301 characters; at most 300 are kept.",
        ),
        (
            {"lowered-25.04/warlord-named": "advice", "reason-25.04/warlord-named": "two\nlines"},
            "lower-25.04-warlord-named_error",
            "No control characters stand here.",
        ),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field_and_nothing_is_stored(
    organiser: Client, owner: User, values: dict[str, Any], place: str, sentence: str
) -> None:
    Event.objects.create(slug="taken", name="Taken", profile={})
    response = organiser.post(NEW, written(**values))
    page = page_of(response)
    assert response.status_code == 422
    said = errors_of(page)
    assert list(said) == [place]
    assert sentence in said[place]
    summary = page.one("div", id="event-errors")
    assert summary.text.startswith("Not stored. What to mend: ")
    targets = {link.attributes["href"].removeprefix("#") for link in summary.all("a")}
    assert targets == {place.removesuffix("_error")}
    assert page.all(id=place.removesuffix("_error")) != []
    assert Event.objects.count() == 1


def test_everything_that_is_wrong_is_said_at_once(organiser: Client) -> None:
    page = page_of(
        organiser.post(
            NEW,
            written(
                name="",
                ends_on="tomorrow",
                points_limit="900",
                minimum_points="1000",
                detachments="nonsense\nAwakened Dynasty",
                barred_detachments="Awakened Dynasty",
                **{"reason-25.04/warlord-named": "House rule."},
            ),
        )
    )
    places = ["id_name", "id_ends_on", "id_minimum_points", "id_detachments", "id_barred_detachments"]
    assert set(errors_of(page)) == {f"{place}_error" for place in (*places, "lower-25.04-warlord-named")}
    summary = page.one("div", id="event-errors")
    assert [link.attributes["href"] for link in summary.all("a")] == [
        *(f"#{place}" for place in places),
        "#lower-25.04-warlord-named",
    ]


def test_a_field_that_is_wrong_names_its_error_to_a_screen_reader(organiser: Client) -> None:
    page = page_of(organiser.post(NEW, written(detachments="Nonsense", points_limit="-1")))
    for name in ("detachments", "points_limit"):
        field = page.one(id=f"id_{name}")
        assert field.attributes["aria-invalid"] == "true"
        assert field.attributes["aria-describedby"].split() == [f"id_{name}_helptext", f"id_{name}_error"]


def test_every_control_has_a_label_and_every_id_is_there_once(organiser: Client, owner: User) -> None:
    stored_event(owner, **EVERYTHING)
    for address in (NEW, CHANGE):
        page = page_of(organiser.get(address))
        ids = [one.attributes["id"] for one in page.all() if "id" in one.attributes]
        assert len(ids) == len(set(ids))
        labelled = {label.attributes["for"] for label in page.all("label") if "for" in label.attributes}
        form = page.one("form", class_="event-form")
        controls = [*form.all("input"), *form.all("select"), *form.all("textarea")]
        shown = {one.attributes["id"] for one in controls if one.attributes.get("type") != "hidden"}
        assert len(shown) > 200
        assert shown <= labelled


def test_the_families_of_lowered_checks_stand_open_and_say_how_many(organiser: Client, owner: User) -> None:
    stored_event(owner, **EVERYTHING)
    families = page_of(organiser.get(CHANGE)).all("details", class_="lower-family")
    opened = [family.one("summary").text for family in families if "open" in family.attributes]
    assert len(families) == 12
    assert opened == ["Warlord: 8 checks, 1 lowered"]


def test_a_form_that_is_late_is_told_and_changes_nothing(organiser: Client, owner: User) -> None:
    event = stored_event(owner)
    sent = sent_by(page_of(organiser.get(CHANGE)))
    change_event(event, profile(minimum_points=950), by=None)
    response = organiser.post(CHANGE, {**sent, "minimum_points": "1"})
    assert response.status_code == 409
    assert "was changed or deleted in between" in page_of(response).one("div", id="event-errors").text
    assert (profile_of(Event.objects.get()).minimum_points, Event.objects.get().version) == (950, 2)


@pytest.mark.parametrize("version", ["", "x", "0", "-1", "9" * 30])
def test_without_the_version_that_was_seen_nothing_is_changed(organiser: Client, owner: User, version: str) -> None:
    stored_event(owner)
    response = organiser.post(CHANGE, written(version=version, minimum_points="1"))
    assert response.status_code in (409, 422)
    assert Event.objects.get().version == 1


def test_what_the_release_no_longer_has_is_said_and_left_out(organiser: Client, owner: User, release: Release) -> None:
    event = stored_event(owner, factions=("necrons",))
    event.profile["factions"] = ["necrons", "squats"]
    event.profile["lowered"] = [{"check": "25.04/long-gone", "severity": "advice", "reason": ""}]
    event.save()
    page = page_of(organiser.get(CHANGE))
    assert "faction squats. The rest is checked. What is gone is left out when you store the event." in page.text
    assert "25.04/long-gone. They are left out when you store the event." in page.text
    assert organiser.post(CHANGE, sent_by(page)).status_code == 302
    assert profile_of(Event.objects.get()) == profile(factions=("necrons",))


def test_a_profile_that_cannot_be_read_leads_to_its_document(organiser: Client, owner: User) -> None:
    stored_event(owner)
    Event.objects.update(profile={"schema": "quartermaster.event/9"})
    response = organiser.get(CHANGE, follow=True)
    assert response.redirect_chain == [("/events/autumn-open/json/", 302)]
    assert "The profile cannot be read: " in page_of(response).text


def test_an_event_is_deleted_by_its_organiser(organiser: Client, owner: User) -> None:
    stored_event(owner)
    assert page_of(organiser.get("/events/autumn-open/")).all("form", action="/events/autumn-open/delete/") != []
    response = organiser.post("/events/autumn-open/delete/", follow=True)
    assert response.redirect_chain == [("/events/", 302)]
    assert "“Autumn Open” is deleted." in page_of(response).text
    assert not Event.objects.exists()


@pytest.mark.parametrize("is_published", [True, False])
def test_others_change_nothing_and_see_what_is_not_published_at_no_address(
    client: Client, owner: User, club_mate: User, stranger: User, is_published: bool
) -> None:
    stored_event(owner, is_published=is_published)
    staff = User.objects.create_user("staff", is_staff=True)
    seen = {
        "visitor": 200 if is_published else 404,
        "stranger": 200 if is_published else 404,
        "another organiser": 200 if is_published else 404,
        "staff": 200,
    }
    people = {"visitor": None, "stranger": stranger, "another organiser": organiser_of(club_mate), "staff": staff}
    for name, person in people.items():
        client.logout()
        if person is not None:
            client.force_login(person)
        for address in ("/events/autumn-open/", "/events/autumn-open/profile.json"):
            assert client.get(address).status_code == seen[name], (name, address)
        refused = 302 if person is None else 404
        for address in (CHANGE, "/events/autumn-open/json/", "/events/autumn-open/delete/"):
            assert client.post(address, written(version="1", minimum_points="1")).status_code == refused
        for address in (CHANGE, "/events/autumn-open/json/"):
            assert client.get(address).status_code == refused
    assert (Event.objects.get().version, profile_of(Event.objects.get())) == (1, profile())


def test_an_administrator_changes_any_event(client: Client, owner: User) -> None:
    stored_event(owner, is_published=False)
    client.force_login(User.objects.create_superuser("administrator"))
    sent = sent_by(page_of(client.get(CHANGE)))
    assert client.post(CHANGE, {**sent, "minimum_points": "900"}).status_code == 302
    event = Event.objects.get()
    assert (profile_of(event).minimum_points, event.organiser) == (900, owner)


def test_who_is_no_organiser_creates_none_and_is_told_who_does(client: Client, stranger: User) -> None:
    assert client.get(NEW).headers["Location"] == f"/accounts/login/?next={NEW}"
    client.force_login(stranger)
    for address in (NEW, f"{NEW}json/"):
        for answer in (client.get(address), client.post(address, written())):
            assert answer.status_code == 403
            assert "Events are kept by organisers." in page_of(answer).text
    assert page_of(client.get("/events/")).all("a", href=NEW) == []
    assert not Event.objects.exists()


def test_a_form_without_its_token_is_refused(owner: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(organiser_of(owner))
    assert strict.post(NEW, written()).status_code == 403
    assert not Event.objects.exists()
