"""A datasheet made by hand: from an empty form to a legal roster, without a developer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.db import transaction
from django.test import Client
from django.urls import reverse

from datasheets import models
from datasheets.admin.workbench import standing
from datasheets.catalogue.entries import EntryRef
from datasheets.selectors import current_catalogue
from datasheets.services import import_catalogue
from datasheets.services.editing import working_entry
from datasheets.services.publishing import compile_draft, publish
from datasheets.services.roles import Role, ensure_roles, give_role
from datasheets.sources import source_build
from roster.checking import check_text
from tests.datasheets.workbench import WHY, address_of, sent_by
from tests.website.conftest import necrons_of
from tests.website.texts import LEGAL

ADD = "/admin/datasheets/datasheet/add/"
HERALD = "necrons:tomb-herald"


@pytest.fixture(scope="module")
def necrons(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The Necrons of the sources, imported and in force; rolled back when the module is done."""
    build = source_build()
    with django_db_blocker.unblock(), transaction.atomic():
        import_catalogue(replace(build, data=necrons_of(build.data)))
        yield
        transaction.set_rollback(True)


@pytest.fixture
def publisher(necrons: None, db: None) -> User:
    ensure_roles()
    person = User.objects.create_user("petra")
    give_role(person, Role.PUBLISHER)
    return person


@pytest.fixture
def browser(publisher: User) -> Client:
    standing.forget()
    client = Client()
    client.force_login(publisher)
    return client


STATS = {
    "main-profiles-0-M": "5",
    "main-profiles-0-T": "5",
    "main-profiles-0-Sv": "3",
    "main-profiles-0-W": "4",
    "main-profiles-0-Ld": "6",
    "main-profiles-0-OC": "1",
    "main-keywords": "Infantry, Necrons, Tomb Herald",
    "main-kinds-0-default_items": "Herald's rod",
    "main-kinds-0-base": "round 40",
    "newitem0-name": "Herald's rod",
    "newitem0-kind": "melee",
    "newitem0-profiles-0-name": "Herald's rod",
    "newitem0-profiles-0-attacks": "4",
    "newitem0-profiles-0-skill": "3",
    "newitem0-profiles-0-strength": "5",
    "newitem0-profiles-0-armour_penetration": "-1",
    "newitem0-profiles-0-damage": "1",
}


def test_the_first_form_asks_for_four_things_and_refuses_a_name_that_is_taken(browser: Client) -> None:
    empty = browser.get(ADD)
    taken = browser.get(ADD, {"name": "Overlord", "faction": "necrons", "models": "1", "points": "80"})
    nameless = browser.get(ADD, {"name": "!!", "faction": "necrons", "models": "1", "points": "80"})

    assert list(empty.context["form"].fields) == ["name", "faction", "models", "points"]
    assert taken.context["form"].errors == {
        "name": ["Necrons have a datasheet called Overlord already: edit that one."]
    }
    assert nameless.context["form"].errors == {"name": ["Write a name with letters in it."]}


def test_the_page_of_a_new_datasheet_is_filled_with_what_follows_and_stores_nothing(browser: Client) -> None:
    before = models.Datasheet.objects.count()

    page = browser.get(ADD, {"name": "Tomb Herald", "faction": "necrons", "models": "1", "points": "65"})

    sheet = page.context["subject"].entries[EntryRef("datasheets", HERALD)]
    assert (sheet.name, sheet.keywords, sheet.faction_keywords) == ("Tomb Herald", ("Tomb Herald",), ("Necrons",))
    assert [(kind.name, kind.minimum, kind.maximum) for kind in sheet.kinds] == [("Tomb Herald", 1, 1)]
    assert models.Datasheet.objects.count() == before


def test_from_empty_to_a_legal_roster_with_its_price(browser: Client, publisher: User) -> None:
    page = browser.get(ADD, {"name": "Tomb Herald", "faction": "necrons", "models": "1", "points": "65"})

    saved = browser.post(ADD, {**sent_by(page), **STATS, **WHY, "do": "save"})

    assert saved.status_code == 302, [error.message for error in saved.context["errors"]]
    assert saved["Location"] == address_of(HERALD)
    told = [str(message) for message in get_messages(saved.wsgi_request)]
    assert told == ["Saved: 3 fields of 3 entries. It takes effect when the next release is published."]
    sheet = working_entry(EntryRef("datasheets", HERALD)).value
    assert sheet.items == ("necrons:heralds-rod",)
    assert sheet.kinds[0].default_items == ("necrons:heralds-rod",)

    draft = compile_draft(by=publisher, note="The Tomb Herald")
    publish(draft, by=publisher)

    text = LEGAL.replace("(515 points)", "(580 points)", 1).replace(
        "OTHER DATASHEETS\n",
        "OTHER DATASHEETS\n\nTomb Herald (65 points)\n  • 1x Herald’s rod\n",
    )
    result = check_text(text, current_catalogue())
    assert (result.is_legal, result.stated_points, result.computed_points) == (True, 580, 580)


def test_what_is_missing_is_told_and_saved_only_when_confirmed(browser: Client) -> None:
    page = browser.get(ADD, {"name": "Tomb Herald", "faction": "necrons", "models": "1", "points": "65"})

    asked = browser.post(ADD, {**sent_by(page), **WHY, "do": "save"})

    assert asked.status_code == 200
    assert asked.context["has_to_confirm"]
    assert not models.Datasheet.objects.filter(public_id=HERALD).exists()
    missing = "\n".join(fault.message for fault in asked.context["errors"])
    assert "Tomb Herald" in missing


def test_only_what_was_made_by_hand_can_be_deleted_again(browser: Client) -> None:
    page = browser.get(ADD, {"name": "Tomb Herald", "faction": "necrons", "models": "1", "points": "65"})
    browser.post(ADD, {**sent_by(page), **STATS, **WHY, "do": "save"})

    overlord = browser.post(address_of("necrons:overlord", "delete"))
    price = models.PriceTable.objects.get(datasheet__public_id=HERALD)
    browser.post(reverse("admin:datasheets_pricetable_delete", args=[price.pk]), {"reason": "a trial"})
    herald = browser.post(address_of(HERALD, "delete"), {"reason": "a trial"})

    assert (overlord.status_code, herald.status_code) == (403, 302)
    assert models.Datasheet.objects.filter(public_id="necrons:overlord").exists()
    assert not models.Datasheet.objects.filter(public_id=HERALD).exists()
