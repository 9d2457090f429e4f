"""Finding anything in the catalogue by a few letters: every match, by faction, from memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from datasheets import models
from datasheets.catalogue.names import fold_name

LEAST_LETTERS = 2
LONGEST_QUERY = 100
MOST_SUGGESTIONS = 50

KINDS = ("Datasheet", "Detachment", "Enhancement", "Weapon or wargear")


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be found. ``folded`` are its name and its aliases as they are compared."""

    kind: str
    name: str
    faction: str
    address: str
    folded: tuple[str, ...]
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """An entry that was found; ``alias`` is the name by which, where it is not its own."""

    entry: Entry
    alias: str
    rank: int


@dataclass(frozen=True, slots=True)
class Group:
    """The matches of one faction: datasheets first, then the rest by kind, best names first."""

    faction: str
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class _Index:
    state: Any
    entries: tuple[Entry, ...]


_LOCK = Lock()
_kept: _Index | None = None


def find(text: str) -> tuple[Group, ...]:
    """Everything with ``text`` in its name or an alias, by faction; nothing for less than two letters."""
    wanted = fold_name(text[:LONGEST_QUERY])
    if len(wanted.replace(" ", "")) < LEAST_LETTERS:
        return ()
    by_faction: dict[str, list[Match]] = {}
    for entry in _entries():
        match = _match(entry, wanted)
        if match is not None:
            by_faction.setdefault(entry.faction, []).append(match)
    groups = []
    for faction in sorted(by_faction):
        found = sorted(by_faction[faction], key=lambda each: (KINDS.index(each.entry.kind), each.rank, each.entry.name))
        groups.append(Group(faction, tuple(found)))
    # The faction with the best name first, so that Enter opens what was meant.
    return tuple(sorted(groups, key=lambda group: min((KINDS.index(m.entry.kind), m.rank) for m in group.matches)))


def _match(entry: Entry, wanted: str) -> Match | None:
    best = None
    for number, name in enumerate(entry.folded):
        place = name.find(wanted)
        if place < 0:
            continue
        rank = 0 if place == 0 else 1 if name[place - 1] == " " else 2
        if best is None or rank < best[0]:
            best = (rank, number)
    if best is None:
        return None
    return Match(entry, entry.aliases[best[1] - 1] if best[1] else "", best[0])


def _entries() -> tuple[Entry, ...]:
    """The index; built anew when somebody edited or an import ran."""
    global _kept
    state = (
        models.EditGroup.objects.order_by("-pk").values_list("pk", "at").first(),
        models.ImportedSources.objects.order_by("-pk").values_list("pk", flat=True).first(),
        models.Datasheet.objects.order_by("-pk").values_list("pk", flat=True).first(),
    )
    with _LOCK:
        if _kept is None or _kept.state != state:
            _kept = _Index(state, tuple(_read()))
        return _kept.entries


def _read() -> Iterator[Entry]:
    factions = dict(models.Faction.objects.values_list("public_id", "name"))
    aliases = {
        model: _aliases(model, field)
        for model, field in (
            (models.DatasheetAlias, "datasheet_id"),
            (models.DetachmentAlias, "detachment_id"),
            (models.EnhancementAlias, "enhancement_id"),
        )
    }

    def entry(kind: str, model: Any, row: tuple[int, str, str], names: Iterable[str]) -> Entry:
        primary_key, public_id, name = row
        owner = public_id.partition(":")[0]
        other = tuple(names)
        return Entry(
            kind,
            name,
            factions.get(owner, "No faction"),
            f"{addresses[model]}{primary_key}/change/",
            tuple(fold_name(each) for each in (name, *other)),
            other,
        )

    listed: tuple[Any, ...] = (models.Datasheet, models.Detachment, models.Enhancement, models.Item)
    addresses = {model: reverse(f"admin:datasheets_{model._meta.model_name}_changelist") for model in listed}
    named = dict(zip(listed[:3], aliases.values(), strict=True))
    for kind, model in zip(KINDS, listed, strict=True):
        for row in model._default_manager.order_by("name").values_list("pk", "public_id", "name"):
            yield entry(kind, model, row, named.get(model, {}).get(row[0], ()))


def _aliases(model: Any, field: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for primary_key, name in model.objects.order_by("position").values_list(field, "name"):
        found.setdefault(primary_key, []).append(name)
    return found


# Pages -----------------------------------------------------------------------------------------


def may_look(request: HttpRequest) -> None:
    """Raise ``PermissionDenied`` for those who may not see the catalogue."""
    if not request.user.has_perm("datasheets.view_datasheet"):
        raise PermissionDenied("The catalogue's pages are for the roles viewer, editor and publisher.")


def find_page(request: HttpRequest) -> HttpResponse:
    """The search as a page, which needs no script; with a script every page has it."""
    may_look(request)
    text = request.GET.get("q", "")
    groups = find(text)
    context = {
        **admin.site.each_context(request),
        "title": "Find anything",
        "query": text[:LONGEST_QUERY],
        "groups": groups,
        "count": sum(len(group.matches) for group in groups),
        "is_too_short": bool(text.strip()) and not groups and len(fold_name(text)) < LEAST_LETTERS,
    }
    return TemplateResponse(request, "admin/find.html", context)


def find_results(request: HttpRequest) -> HttpResponse:
    """The matches as JSON: groups of ``[name, kind, address, alias]``."""
    may_look(request)
    return JsonResponse(
        {
            "groups": [
                {
                    "faction": group.faction,
                    "matches": [
                        [match.entry.name, match.entry.kind, match.entry.address, match.alias]
                        for match in group.matches
                    ],
                }
                for group in find(request.GET.get("q", ""))
            ]
        }
    )


_SUGGESTED: dict[str, Any] = {
    "item": models.Item,
    "datasheet": models.Datasheet,
    "detachment": models.Detachment,
    "faction": models.Faction,
    "battle size": models.BattleSize,
    "force disposition": models.ForceDisposition,
}


def suggestions(request: HttpRequest) -> HttpResponse:
    """Names for a field that is being typed: those of its faction first, then those of others, with their ids."""
    may_look(request)
    kind, faction = request.GET.get("kind", ""), request.GET.get("faction", "")
    typed = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    wanted = fold_name(typed)
    if not wanted:
        return JsonResponse({"names": []})
    if kind == "keyword":
        keywords = models.Keyword.objects.order_by("name").values_list("name", flat=True)
        found = [name for name in keywords if wanted in fold_name(name)]
        found.sort(key=lambda name: not fold_name(name).startswith(wanted))
        return JsonResponse({"names": found[:MOST_SUGGESTIONS]})
    if kind == "ability":
        abilities = models.WeaponKeyword.objects.order_by("name").values_list("name", flat=True).distinct()
        return JsonResponse({"names": [name for name in abilities if wanted in fold_name(name)][:MOST_SUGGESTIONS]})
    if kind not in _SUGGESTED:
        return JsonResponse({"names": []})
    rows = _SUGGESTED[kind]._default_manager.order_by("name").values_list("public_id", "name")
    matching = [(entry, name) for entry, name in rows if wanted in fold_name(name)]
    matching.sort(key=lambda row: (not row[0].startswith(f"{faction}:"), not fold_name(row[1]).startswith(wanted)))
    counts: dict[str, int] = {}
    for _, name in matching:
        counts[name] = counts.get(name, 0) + 1
    names = [name if counts[name] == 1 else f"{name} [{entry}]" for entry, name in matching[:MOST_SUGGESTIONS]]
    return JsonResponse({"names": names})
