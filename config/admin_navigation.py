"""What the administration's side bar offers, in groups named for what people come to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse


class Group(NamedTuple):
    """A group of the side bar: the models it lists, by label, and pages of its own."""

    title: str
    models: tuple[str, ...]
    pages: tuple[tuple[str, str, str], ...] = ()
    """Title, name of the address, and the permission it needs."""


GROUPS: tuple[Group, ...] = (
    Group("Find", (), (("Find anything", "admin:find", "datasheets.view_datasheet"),)),
    Group(
        "Catalogue",
        (
            "datasheets.Datasheet",
            "datasheets.Item",
            "datasheets.Detachment",
            "datasheets.Enhancement",
            "datasheets.Attachment",
            "datasheets.AlliedRule",
            "datasheets.Faction",
            "datasheets.BattleSize",
            "datasheets.ForceDisposition",
            "datasheets.Keyword",
        ),
        (
            ("Edits whose source has changed", "admin:moved-overrides", "datasheets.view_datasheet"),
            ("Changes by people", "admin:changes", "datasheets.view_datasheet"),
            ("Spreadsheets", "admin:spreadsheet", "datasheets.view_datasheet"),
        ),
    ),
    Group(
        "Points",
        ("datasheets.PriceTable", "datasheets.PastPrice", "datasheets.StoredManual"),
        (("Prices from a manual", "admin:manual-upload", "datasheets.compile_draft"),),
    ),
    Group("Releases", ("datasheets.Release", "datasheets.Publication")),
    Group("Reports", ("datasheets.DataErrorReport", "roster.Roster", "roster.CheckBatch")),
    Group("Events", ("roster.Event",)),
    Group("Previews", ("roster.Comparison",)),
    Group(
        "Simulations",
        ("battle.Simulation", "battle.SimulationChunk", "battle.SimulationRequest"),
        (("Work queue", "admin:battle_queue", "battle.view_simulation"),),
    ),
    Group("People", ("auth.User", "auth.Group", "knox.AuthToken")),
)


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The groups of which the user may see something; models that no group names stand under their app's group."""
    shown = {
        model._meta.label: (str(model._meta.verbose_name_plural).capitalize(), model_admin, model._meta)
        for model, model_admin in admin.site._registry.items()
        if model_admin.has_module_permission(request) and model_admin.has_view_permission(request)
    }
    named = {label for group in GROUPS for label in group.models}
    groups = []
    for group in GROUPS:
        rest = sorted(label for label in shown if label not in named and _group_of(label) == group.title)
        items = [
            {"title": shown[label][0], "link": _changelist(shown[label][2])}
            for label in (*group.models, *rest)
            if label in shown
        ]
        items += list(_pages(request, group.pages))
        if items:
            groups.append({"title": group.title, "items": items, "separator": True})
    return groups


def _pages(request: HttpRequest, pages: Iterable[tuple[str, str, str]]) -> Iterable[dict[str, Any]]:
    for title, name, permission in pages:
        if request.user.has_perm(permission):
            yield {"title": title, "link": reverse(name)}


def _changelist(options: Any) -> str:
    return reverse(f"admin:{options.app_label}_{options.model_name}_changelist")


def _group_of(label: str) -> str:
    """The group of a model that none names."""
    model = label.lower()
    if "preview" in model:
        return "Previews"
    if "release" in model or "publication" in model:
        return "Releases"
    if "report" in model or label.startswith("roster."):
        return "Reports"
    if label.startswith("datasheets."):
        return "Catalogue"
    return "People"
