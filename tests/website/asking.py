"""What tests of asking post: a form as its page has it, filled in, with one of its buttons pressed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.test import Client

from battle.models import SimulationRequest
from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL, LEGAL

DATASHEETS = {
    "attacker-choice": "datasheet",
    "attacker-datasheet": "Immortals",
    "target-choice": "datasheet",
    "target-datasheet": "Canoptek Wraiths",
}
"""One unit on another, by their names."""

TWO_TEXTS = {"mine-choice": "text", "mine-text": LEGAL, "theirs-choice": "text", "theirs-text": ILLEGAL}
"""Two pasted lists."""


def fields_of(page: Element) -> dict[str, Any]:
    """What the form on the page would send as it stands, by name; buttons are not pressed."""
    form = page.one("form", class_="ask-form")
    found: dict[str, Any] = {}
    for field in form.all("input"):
        kind = field.attributes.get("type", "text")
        if kind == "file" or (kind in ("checkbox", "radio") and "checked" not in field.attributes):
            continue
        found.setdefault(field.attributes["name"], []).append(field.attributes.get("value", ""))
    for field in form.all("textarea"):
        # A browser drops the line feed behind the tag.
        written = "".join(child for child in field.children if isinstance(child, str)).removeprefix("\n")
        found.setdefault(field.attributes["name"], []).append(written)
    for field in form.all("select"):
        options = field.all("option")
        chosen = [option for option in options if "selected" in option.attributes] or options[:1]
        found.setdefault(field.attributes["name"], []).extend(option.attributes["value"] for option in chosen)
    return found


def pressed(client: Client, kind: str, fields: Mapping[str, Any], step: str = "run") -> Any:
    """The response to the form of this kind, with one of its buttons."""
    return client.post(f"/matchups/new/{kind}/", {**fields, "step": step})


def faults(page: Element) -> list[str]:
    """What the head of the page says has to be mended."""
    return [row.text for row in page.one(id="ask-errors").all("li")]


def asked(response: Any) -> SimulationRequest:
    """The request that the response leads to."""
    assert response.status_code == 302, faults(page_of(response))
    found = SimulationRequest.objects.select_related("simulation").get()
    assert response.headers["Location"] == f"/matchups/{found.uuid}/"
    return found
