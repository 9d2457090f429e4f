"""Additions: the smallest unit of a datasheet that something demands, where nothing in the roster can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.datasheet import Datasheet, Knowledge, WarlordRule
from datasheets.catalogue.names import fold_keyword
from roster.document import Reference, UnitEntry
from roster.muster.army import Army
from roster.muster.attached import ways_by_data
from roster.muster.fixes.edits import with_warlord
from roster.muster.fixes.pieces import smallest
from roster.muster.fixes.register import Proposal, Situation
from roster.muster.unit import CHARACTER, EPIC_HERO, fold_keywords

ADDED = 6
"""Datasheets that are proposed, the cheapest."""


def additions(
    situation: Situation,
    is_wanted: Callable[[Datasheet], bool],
    *,
    number: int = 1,
    as_warlord: bool = False,
    by_name: bool = False,
    worth: range | None = None,
) -> Iterator[Proposal]:
    """Add units of a wanted datasheet of the army faction, the cheapest first; only those ``worth`` so many points.

    ``as_warlord``: one who can be it. Epic Heroes as such, and guests, only where they are wanted ``by_name``.
    """
    army = situation.army
    priced = [
        (points, sheet)
        for sheet in situation.catalogue.data.datasheets
        if is_wanted(sheet)
        and _is_open(sheet, army, by_name)
        and (not as_warlord or _can_be_warlord(sheet, by_name))
        and (not as_warlord or by_name or _can_stand_alone(sheet, army))
        and (points := _points(sheet, army)) is not None
        and (worth is None or points * number in worth)
    ]
    for points, sheet in sorted(priced, key=lambda one: (one[0], one[1].id))[:ADDED]:
        document = situation.document
        for _ in range(number):
            key = _free_key({unit.key for unit in document.units})
            entry = UnitEntry(key, Reference(sheet.id, sheet.name), smallest(sheet, situation.catalogue))
            document = replace(document, units=(*document.units, entry))
        params: dict[str, object] = {"unit": sheet.name, "points": points * number}
        if as_warlord:
            yield Proposal("add_warlord", with_warlord(document, len(document.units) - 1), params, is_last_resort=True)
        elif number > 1:
            yield Proposal("add_units", document, {**params, "number": number}, is_last_resort=True)
        else:
            yield Proposal("add_unit", document, params, is_last_resort=True)


def _is_open(sheet: Datasheet, army: Army, with_guests: bool) -> bool:
    """Whether the army may have the datasheet, as far as its keywords say."""
    return (
        army.faction is not None
        and (with_guests or fold_keyword(army.faction.keyword) in fold_keywords(sheet.faction_keywords))
        and not sheet.is_legends
        and not sheet.not_offered
        and sheet.knowledge is Knowledge.FULL
        and army.is_on_offer(sheet)
    )


def _can_be_warlord(sheet: Datasheet, with_heroes: bool) -> bool:
    keywords = fold_keywords(sheet.keywords)
    is_likely = CHARACTER in keywords and (with_heroes or EPIC_HERO not in keywords)
    return is_likely and sheet.warlord is not WarlordRule.NEVER


def _can_stand_alone(sheet: Datasheet, army: Army) -> bool:
    """Whether it may be without another unit: it is not support alone, nor made to join (25.04, R-13)."""
    ways = ways_by_data(sheet.id, army, army.catalogue.lineage(sheet.faction))
    is_support = bool(ways) and all(way.role is AttachmentRole.SUPPORT for way in ways)
    return not is_support and not any(way.is_mandatory for way in ways)


def _points(sheet: Datasheet, army: Army) -> int | None:
    """Points of its smallest size as a first copy, None where the army has no price for it."""
    lineage = army.lineage[0] if army.lineage else ""
    table = army.catalogue.price_table(sheet.id, lineage, army.detachment_ids)
    if table is None or not table.tiers or not table.tiers[0].rows:
        return None
    return min(table.tiers[0].rows, key=lambda row: row.models).points


def _free_key(taken: set[str]) -> str:
    return next(key for number in range(1, len(taken) + 2) if (key := f"u{number}") not in taken)
