"""Reader of points manuals: published folders of either shape, and manuals of the project's own shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from datasheets.catalogue.names import fold_name
from datasheets.crosscheck.account import (
    Account,
    DetachmentAccount,
    EnhancementAccount,
    Price,
    SheetAccount,
)
from datasheets.crosscheck.files import UnreadableSource, folder_of
from datasheets.crosscheck.ours import manual_ref, size_of
from datasheets.sources import manual as own
from datasheets.sources.correction_rows import SizeRow
from datasheets.sources.corrections import Names
from datasheets.sources.factions import list_faction
from datasheets.sources.faults import SourceFault
from datasheets.sources.field_manual import convert_field_manual


def read_mfm(path: Path, rules: ManualRules) -> Account:
    """The manual in the folder; raises :class:`UnreadableSource`."""
    folder_of(path)
    try:
        manual = own.read_manual(path) if (path / "manual.yaml").exists() else convert_field_manual(path)
    except SourceFault as fault:
        raise UnreadableSource(str(fault)) from fault
    return account_of_manual(manual, rules)


class ManualRules:
    """How names, blocks and sizes of manuals are read, as the catalogue's corrections say."""

    def __init__(self, names: Names, sizes: Iterable[SizeRow] = ()) -> None:
        self.allied_blocks = frozenset(names.allied_blocks)
        self.guest_blocks = names.guest_blocks
        self.covers = {(row.price_list, fold_name(row.unit), row.models): row.covers for row in sizes}
        self.renamed = {
            f"name:{list_faction(row.price_list) or '*'}:{fold_name(row.name)}": row.datasheet for row in names.units
        }


def account_of_manual(manual: own.Manual, rules: ManualRules) -> Account:
    """A manual's prices, Detachment Points, dispositions, tags and attachment lists."""
    return Account(
        label=f"{manual.name} {manual.version}",
        date=manual.date.isoformat(),
        sheets=tuple(_unit(row, unit, rules) for row in manual.lists for unit in row.units),
        detachments=tuple(_detachment(row.slug, each) for row in manual.lists for each in row.detachments),
        tells_copies=True,
        tells_kinds=True,
        is_complete=True,
    )


def _unit(price_list: own.PriceList, unit: own.Unit, rules: ManualRules) -> SheetAccount:
    faction = list_faction(price_list.slug)
    home = rules.guest_blocks.get(unit.block, faction)
    return SheetAccount(
        name=unit.name,
        factions=tuple(dict.fromkeys((home, faction))),
        refs=(
            manual_ref(faction, unit.block, unit.name),
            *(f"name:{each}:{fold_name(unit.name)}" for each in (faction, "*")),
        ),
        leads=frozenset(map(fold_name, unit.leads)) if "attachments" not in unit.missing else None,
        supports=frozenset(map(fold_name, unit.supports)) if "attachments" not in unit.missing else None,
        prices=tuple(_prices(price_list.slug, unit, unit.block in rules.allied_blocks, rules)),
        is_complete=False,
        is_legends=unit.legends,
        attached_in=faction,
    )


def _prices(slug: str, unit: own.Unit, is_allied: bool, rules: ManualRules) -> Iterator[Price]:
    where = (list_faction(slug), is_allied)
    for tier in unit.tiers:
        for row in tier.rows:
            covered = rules.covers.get((slug, fold_name(unit.name), row.models))
            size = str(covered) if covered else size_of(row.models, row.composition.items())
            yield Price(*where, str(tier.span[0]), size, row.points, models=row.models)
    for item in unit.wargear:
        yield Price(*where, "", "", item.points, wargear=item.name)
    for added in unit.add_ons:
        yield Price(*where, "", f"+ {fold_name(added.model)}", added.points)


def _detachment(slug: str, row: own.Detachment) -> DetachmentAccount:
    return DetachmentAccount(
        name=row.name,
        faction=list_faction(slug),
        points=row.points,
        dispositions=None if "dispositions" in row.missing else frozenset(row.dispositions),
        unique_tags=None if "unique" in row.missing else frozenset(map(fold_name, row.unique)),
        enhancements=None
        if "enhancements" in row.missing
        else tuple(EnhancementAccount(each.name, each.points, each.upgrade) for each in row.enhancements),
    )
