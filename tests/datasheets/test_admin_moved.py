"""Edits whose source has changed: three values beside each other, and a publisher's decision (R-12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from datasheets.catalogue.entries import EntryRef, entries_of, with_entries
from datasheets.models import Override
from datasheets.services import import_catalogue
from datasheets.services.editing import save_changes, working_entry
from datasheets.services.roles import Role, ensure_roles, give_role
from tests.datasheets.builders import mini_build

pytestmark = pytest.mark.django_db

PRICES = EntryRef("prices", "ash-wardens:kiln|ash-wardens")
MOVED = "/admin/moved/"


def priced(table: Any, points: int) -> Any:
    tier = table.tiers[0]
    return replace(table, tiers=(replace(tier, rows=(replace(tier.rows[0], points=points),)),))


@pytest.fixture
def publisher(stored: None) -> Client:
    """Somebody who decides, after an edit to 75 and a new package that says 80 instead of 70."""
    save_changes({PRICES: priced(working_entry(PRICES).value, 75)}, by=None, reason="Slip")
    build = mini_build()
    table = entries_of(build.data, "prices")[PRICES]
    import_catalogue(replace(build, data=with_entries(build.data, {PRICES: priced(table, 80)})))
    ensure_roles()
    person = User.objects.create_user("petra")
    give_role(person, Role.PUBLISHER)
    client = Client()
    client.force_login(person)
    return client


def points() -> int:
    return int(working_entry(PRICES).value.tiers[0].rows[0].points)


def test_the_page_shows_ours_what_it_replaced_and_what_upstream_has_now(publisher: Client) -> None:
    [(row, entry, field, ours, replaced, theirs)] = publisher.get(MOVED).context["rows"]

    assert (row.field, row.reason) == ("tiers", "Slip")
    assert (entry, field) == ("price table Kiln, Ash Wardens", "Sizes")
    assert ["points 75" in ours, "points 70" in replaced, "points 80" in theirs] == [True, True, True]
    assert points() == 75


@pytest.mark.parametrize(("decision", "after", "said"), [("keep", 75, "Ours holds."), ("take", 80, "Theirs holds.")])
def test_a_publisher_decides_and_nothing_waits_any_longer(
    publisher: Client, decision: str, after: int, said: str
) -> None:
    [(row, *_)] = publisher.get(MOVED).context["rows"]

    answer = publisher.post(MOVED, {"override": row.pk, "decision": decision})

    assert [str(message) for message in get_messages(answer.wsgi_request)] == [said]
    assert points() == after
    assert publisher.get(MOVED).context["rows"] == []


def test_no_decision_decides_nothing(publisher: Client) -> None:
    answer = publisher.post(MOVED, {"override": "1; drop", "decision": "perhaps"})

    assert answer["Location"] == reverse("admin:moved-overrides")
    assert Override.objects.exclude(question="").count() == 1
    assert points() == 75
