"""Emptied fields of the editing page: what has a default gets it back, and nothing ends in a fault."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import get_args, get_type_hints

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from datasheets import models
from datasheets.admin.workbench import views
from datasheets.admin.workbench.page import plan_of
from datasheets.catalogue.entries import COLLECTIONS, EntryRef, value_type
from datasheets.services.editing import EditRefused, working_entry
from datasheets.services.refusals import Refusal
from datasheets.services.roles import Role, ensure_roles, give_role
from datasheets.tables.entries import FIXED
from tests.datasheets.workbench import WHY, save, sent_by

EDITED = sorted(set(COLLECTIONS) - set(FIXED))


@pytest.fixture
def editor(db: None) -> Client:
    ensure_roles()
    person = User.objects.create_user("editor")
    give_role(person, Role.EDITOR)
    client = Client()
    client.force_login(person)
    return client


def address() -> tuple[str, EntryRef]:
    row = models.Allegiance.objects.order_by("public_id")[0]
    return reverse("admin:datasheets_allegiance_change", args=[row.pk]), EntryRef("allegiances", row.public_id)


def test_an_emptied_number_has_its_default_again(editor: Client, stored: None) -> None:
    page, ref = address()
    save(editor, page, {"main-minimum": "1", "confirm": "yes"})
    assert working_entry(ref).value.minimum == 1

    answer = save(editor, page, {"main-minimum": "", "confirm": "yes"})

    assert answer.status_code == 302
    assert working_entry(ref).value.minimum == 0


@pytest.mark.parametrize("do", ["check", "save"])
def test_a_value_that_fits_no_field_is_told_and_the_audit_is_not_asked(
    editor: Client, stored: None, monkeypatch: pytest.MonkeyPatch, do: str
) -> None:
    page, ref = address()
    sent = sent_by(editor.get(page))

    def unfit(changes: object) -> None:
        raise EditRefused([Refusal(ref, "minimum", "Expected `int`, got `null`.")])

    monkeypatch.setattr(views, "check_values", unfit)
    answer = editor.post(page, {**sent, "main-name": "Other", **WHY, "do": do})

    assert answer.status_code == 200
    assert [str(each) for each in get_messages(answer.wsgi_request)] == [
        "Some values do not fit. They are marked below; nothing was saved."
    ]
    assert "Expected `int`, got `null`." in answer.content.decode()
    assert models.EditGroup.objects.count() == 0


@pytest.mark.parametrize("collection", EDITED)
def test_an_empty_field_never_holds_nothing_where_something_belongs(collection: str, stored: None) -> None:
    from datasheets.admin.workbench.names import stored_names

    names = stored_names("", near=())
    hints = get_type_hints(value_type(collection))
    optional = {name for name, hint in hints.items() if type(None) in get_args(hint)}
    defaults = {
        field.name
        for field in fields(value_type(collection))
        if field.default is not MISSING or field.default_factory is not MISSING
    }
    for column in plan_of(collection).columns:
        field = column.field(names)
        if not field.required and column.name not in optional:
            assert field.clean("") is not None or column.name not in defaults, column.name
