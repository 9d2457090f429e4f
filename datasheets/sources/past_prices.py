"""What older manuals asked wherever it differs from today, so that a list's figure can be explained.

What today's manual no longer prices differs too: a list of last summer may hold it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.faction import Faction
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.points import PastPrice, PriceTable
from datasheets.sources import manual, records
from datasheets.sources.factions import list_faction
from datasheets.sources.register import Register

PriceKey = tuple[str, str, bool]
"""Datasheet, price list, allied."""


def past_prices_of_manual(
    older: manual.Manual, register: Register, tables: Mapping[PriceKey, PriceTable], label: str
) -> Iterator[PastPrice]:
    """Unit prices of an older manual that today's does not ask."""
    for price_list in older.lists:
        faction = list_faction(price_list.slug)
        for unit in price_list.units:
            datasheet = register.find(price_list.slug, unit.name, unit.block)
            if datasheet is None:
                continue
            allied = register.is_allied(unit.block)
            rows = [
                PastPrice(label, datasheet, faction, tier.span[0], row.models, row.points)
                for tier in unit.tiers
                for row in tier.rows
            ]
            yield from _changed(rows, tables.get((datasheet, faction, allied)), allied)
            table = tables.get((datasheet, faction, allied))
            today = {row.name: row.points for row in table.wargear} if table else {}
            for item in unit.wargear:
                if today.get(item.name) != item.points:
                    yield PastPrice(label, datasheet, faction, 1, 0, item.points, item=item.name, allied=allied)


def past_prices_of_package(
    units: Iterable[records.Unit],
    factions: Mapping[str, Faction],
    tables: Mapping[PriceKey, PriceTable],
    label: str,
) -> Iterator[PastPrice]:
    """Unit prices of the package that today's manual does not ask.

    A unit's ``points`` are those of its own list (a chapter's for a unit of that chapter) and of every
    list that ``allied_points`` does not name; host ``imperium`` means: as a guest of another army.
    """
    chapters = {fold_keyword(row.chapter_keyword): row for row in factions.values() if row.chapter_keyword}
    for unit in units:
        if unit.game_modes:
            continue
        datasheet = f"{unit.faction_id}:{unit.id}"
        own_chapters = [
            chapters[fold_keyword(keyword)] for keyword in unit.faction_keywords if fold_keyword(keyword) in chapters
        ]
        home = own_chapters[0].price_list if own_chapters else unit.faction_id
        named = {row.host_faction for row in unit.allied_points}
        children = [row.id for row in factions.values() if row.parent == home and row.price_list == row.id]
        # A unit that no list has any more is told of in its own list only.
        lists = [home, *(child for child in children if child not in named and (datasheet, child, False) in tables)]
        for price_list in lists:
            rows = [
                PastPrice(label, datasheet, price_list, row.unit_count_min or 1, row.models_max or row.models, row.cost)
                for row in unit.points
            ]
            yield from _changed(rows, tables.get((datasheet, price_list, False)), allied=False)
        for host in sorted(named):
            allied = host == "imperium"
            price_list = unit.faction_id if allied else host
            rows = [
                PastPrice(label, datasheet, price_list, row.unit_count_min or 1, row.models_max or row.models, row.cost)
                for row in unit.allied_points
                if row.host_faction == host
            ]
            yield from _changed(rows, tables.get((datasheet, price_list, allied)), allied)


def _changed(rows: Sequence[PastPrice], table: PriceTable | None, allied: bool) -> Iterator[PastPrice]:
    """Rows that today's table, where there is one, does not have with the same points, size and copy."""
    tiers = table.tiers if table else ()
    for row in rows:
        tier = next((each for each in tiers if each.first <= row.first_copy <= (each.last or row.first_copy)), None)
        today = {size.points for size in tier.rows if size.models == row.models} if tier else set()
        same_tiers = any(each.first == row.first_copy for each in tiers)
        if row.points not in today or not same_tiers:
            yield replace(row, allied=allied)


def past_prices_of_enhancements(
    older: Iterable[tuple[str, str, int]], enhancements: Mapping[str, Enhancement], label: str
) -> Iterator[PastPrice]:
    """Enhancement prices (enhancement id, price list, points) that today's manual does not ask."""
    for enhancement_id, price_list, points in older:
        enhancement = enhancements[enhancement_id]
        today = {price.faction: price.points for price in enhancement.prices}
        if today.get(price_list) != points:
            yield PastPrice(label, enhancement_id, price_list, 1, 0, points)
