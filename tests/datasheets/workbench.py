"""The administration's editing page as a browser would send it back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from datasheets import models
from datasheets.admin.workbench.page import Page
from datasheets.admin.workbench.subject import unsealed
from datasheets.catalogue.entries import EntryRef, Value
from datasheets.services.editing import working_entry
from datasheets.services.roles import Role, ensure_roles, give_role

WHY = {"reason": "A slip", "known_from": "Field Manual 1.0, 1 October 2026"}


def address_of(public_id: str, view: str = "change") -> str:
    """A page of a datasheet."""
    return reverse(f"admin:datasheets_datasheet_{view}", args=[models.Datasheet.objects.get(public_id=public_id).pk])


def sent_by(answer: Any) -> dict[str, str]:
    """What the form on an editing page sends where nothing is touched."""
    page: Page = answer.context["page"]
    sent = {"subject": answer.context["sealed"], "blank_weapons": str(answer.context["blank_weapons"])}
    for form in _forms(page):
        for field in form:
            value = field.value()
            if value is True:
                sent[field.html_name] = "on"
            elif value is not None and value is not False:
                sent[field.html_name] = str(value)
    return sent


def read_back(answer: Any) -> dict[EntryRef, Value | None]:
    """The changes that the service reads from the untouched form."""
    sent = sent_by(answer)
    page = Page(unsealed(sent["subject"]), data=sent)
    assert page.is_valid()
    return page.changes()


def save(
    client: Client, address: str, typed: dict[str, str], *, do: str = "save", why: dict[str, str] | None = None
) -> Any:
    """Open the page, type, and press a button; the answer."""
    sent = sent_by(client.get(address))
    return client.post(address, {**sent, **typed, **(WHY if why is None else why), "do": do})


def _forms(page: Page) -> Iterator[forms.BaseForm]:
    editors = [page.main, *page.weapons, *page.new_weapons, *page.prices]
    if page.new_prices is not None:
        editors.append(page.new_prices)
    for editor in editors:
        yield editor.form
        for rows in editor.parts.values():
            yield from (rows.management_form, *rows.forms)
    for attached in page.attachments:
        yield from (attached.rows.management_form, *attached.rows.forms)


def signed_in(name: str) -> tuple[User, Client]:
    """An editor of that name, and their browser."""
    ensure_roles()
    person = User.objects.create_user(name)
    give_role(person, Role.EDITOR)
    client = Client()
    client.force_login(person)
    return person, client


def told(answer: Any) -> list[str]:
    """The messages that an answer brings."""
    return [str(message) for message in get_messages(answer.wsgi_request)]


def value(collection: str, key: str) -> Any:
    """An entry as the tables hold it."""
    return working_entry(EntryRef(collection, key)).value
