"""Digits that are no number (², ①) in hidden fields of the administration are refused in words, not with a fault."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from datasheets import models
from datasheets.services.roles import Role, ensure_roles, give_role
from tests.datasheets.workbench import WHY, sent_by

NO_NUMBERS = ["²", "①", "9" * 30, "-1", "1.5"]


@pytest.fixture
def publisher(db: None) -> Client:
    ensure_roles()
    person = User.objects.create_user("publisher")
    give_role(person, Role.PUBLISHER)
    client = Client()
    client.force_login(person)
    return client


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_a_page_that_asks_for_so_many_weapons_has_the_usual_one(publisher: Client, stored: None, typed: str) -> None:
    page = reverse("admin:datasheets_datasheet_change", args=[models.Datasheet.objects.order_by("pk")[0].pk])
    sent = sent_by(publisher.get(page))

    answer = publisher.post(page, {**sent, "blank_weapons": typed, "do": "check"})

    assert answer.status_code == 200
    assert len(answer.context["page"].new_weapons) == 1


@pytest.mark.parametrize("typed", ["²", "①"])
def test_a_decision_on_no_edit_is_asked_anew(publisher: Client, typed: str) -> None:
    answer = publisher.post(reverse("admin:moved-overrides"), {"override": typed, "decision": "keep"})

    assert answer.status_code == 302
    [said] = [str(each) for each in get_messages(answer.wsgi_request)]
    assert "Choose" in said


@pytest.mark.parametrize("typed", ["²", "①"])
def test_a_choice_of_no_conflict_is_passed_over(publisher: Client, stored: None, typed: str) -> None:
    page = reverse("admin:datasheets_allegiance_change", args=[models.Allegiance.objects.order_by("public_id")[0].pk])
    sent = sent_by(publisher.get(page))

    answer = publisher.post(
        page, {**sent, **WHY, "main-name": "Other", "confirm": "yes", f"conflict{typed}": "none", "do": "decide"}
    )

    assert answer.status_code == 302
    assert models.EditGroup.objects.count() == 1
