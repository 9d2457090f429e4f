"""What is not offered because a fault of it is settled by no dated source (R-11); the datasheet says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from datasheets.catalogue.datasheet import Datasheet, Quarantined, QuarantinedPart
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.points import PriceTable
from datasheets.catalogue.wargear import Item, WargearOption
from datasheets.sources.corrected_loadouts import known_option
from datasheets.sources.correction_rows import QuarantinedRow
from datasheets.sources.corrections import Corrections
from datasheets.sources.faults import SourceFault
from datasheets.sources.findings import Finding, FindingKind
from datasheets.sources.origins import Gone, Ledger, known, known_sheet

Items = Mapping[str, Item]


def quarantine(ledger: Ledger, sheets: dict[str, Datasheet], corrections: Corrections, items: Items) -> None:
    """Take what the rows name out of what ``sheets`` offer, and keep it as quarantined.

    Raises :class:`SourceFault` where a row does not name exactly one thing of one datasheet, or one detachment.
    """
    for note in corrections.notes("quarantine"):
        row: QuarantinedRow = note.row
        named = (row.option, row.item, row.kind, row.rule, row.detachment)
        if sum(map(bool, named)) != 1 or bool(row.detachment) == bool(row.datasheet):
            raise SourceFault(
                f"corrections/{note.place}: name one option, item, kind or rule of one datasheet, or one detachment."
            )
        if row.datasheet:
            ledger.lay("datasheets", sheets, [note], partial(_without, note.reason, items))
    for sheet in sheets.values():
        for part in sheet.quarantined:
            text = f"{part.part} {part.id} ({', '.join(part.names)}) is not offered: {part.reason}"
            ledger.findings.append(Finding(FindingKind.QUARANTINED, sheet.id, text))


def quarantine_detachments(ledger: Ledger, detachments: dict[str, Detachment], corrections: Corrections) -> None:
    """Say of the detachments that rows name why they are not offered."""
    for note in corrections.notes("quarantine"):
        if note.row.detachment:
            ledger.lay("detachments", detachments, [note], partial(_not_offered, note.reason))
    for detachment in detachments.values():
        if detachment.not_offered:
            text = f"it is not offered: {detachment.not_offered}"
            ledger.findings.append(Finding(FindingKind.QUARANTINED, detachment.id, text))


def _not_offered(reason: str, detachments: Mapping[str, Detachment], row: QuarantinedRow) -> Mapping[str, Detachment]:
    detachment: Detachment = known(detachments, row.detachment, "detachment")
    return {detachment.id: replace(detachment, not_offered=reason)}


def withdraw_unpriced(
    sheets: dict[str, Datasheet],
    detachments: Mapping[str, Detachment],
    enhancements: dict[str, Enhancement],
    tables: Iterable[PriceTable],
    manual: str,
) -> None:
    """Say of datasheets and enhancements that the points manual does not price why they are not offered (R-02).

    A datasheet that the manual lists without a price known here is not offered either.
    """
    listed = {table.datasheet for table in tables}
    priced = {table.datasheet for table in tables if table.tiers or table.detachment_prices}
    for sheet in list(sheets.values()):
        if sheet.id not in priced and not sheet.is_legends:
            known_as = "prices it, and no source at hand says how." if sheet.id in listed else "has it in no list."
            sheets[sheet.id] = replace(sheet, not_offered=f"{manual} {known_as}")
    for enhancement in list(enhancements.values()):
        if not enhancement.prices and detachments[enhancement.detachment].offers:
            enhancements[enhancement.id] = replace(enhancement, not_offered=f"{manual} does not list it.")


def _without(
    reason: str, items: Items, sheets: Mapping[str, Datasheet], row: QuarantinedRow
) -> Mapping[str, Datasheet]:
    sheet = known_sheet(sheets, row.datasheet)
    if row.option:
        made = _without_option(sheet, row.option, items, reason)
    elif row.rule:
        part = Quarantined(QuarantinedPart.RULE, row.rule, (row.rule,), reason)
        made = replace(sheet, quarantined=(*sheet.quarantined, part))
    elif row.item:
        made = _without_item(sheet, row.item, items, reason)
    else:
        made = _without_kind(sheet, row.kind, reason)
    return {sheet.id: made}


def _without_option(sheet: Datasheet, option_id: str, items: Items, reason: str) -> Datasheet:
    """The sheet without the option. Its items stay listed, so that lists which name them are understood."""
    option = known_option(sheet, option_id)
    options = tuple(each for each in sheet.options if each is not option)
    names = _names([*(item for choice in option.choices for item in choice), *option.replaces], items)
    return replace(
        sheet,
        options=options,
        quarantined=(*sheet.quarantined, Quarantined(QuarantinedPart.OPTION, option.id, names, reason)),
    )


def _without_item(sheet: Datasheet, item_id: str, items: Items, reason: str) -> Datasheet:
    """The sheet without the item, the choices that bring it, and the options that are left without any."""
    if item_id not in {*sheet.items, *_carried(sheet), *_chosen(sheet.options)}:
        raise Gone(f"{sheet.id} cannot carry {item_id}.")
    options = tuple(
        replace(option, choices=choices)
        for option in sheet.options
        if (choices := tuple(choice for choice in option.choices if item_id not in choice))
    )
    kinds = tuple(
        replace(kind, default_items=tuple(each for each in kind.default_items if each != item_id))
        for kind in sheet.kinds
    )
    part = Quarantined(QuarantinedPart.ITEM, item_id, _names([item_id], items), reason)
    return replace(
        sheet,
        options=options,
        kinds=kinds,
        items=tuple(each for each in sheet.items if each != item_id),
        quarantined=(*sheet.quarantined, part),
    )


def _without_kind(sheet: Datasheet, name: str, reason: str) -> Datasheet:
    """The sheet without the kind of model, its place in the make-ups, and the options for it alone."""
    if name not in {kind.name for kind in sheet.kinds}:
        raise Gone(f"{sheet.id} has no {name}.")
    tiers = tuple(
        replace(tier, counts=tuple(count for count in tier.counts if count.kind != name)) for tier in sheet.tiers
    )
    return replace(
        sheet,
        kinds=tuple(kind for kind in sheet.kinds if kind.name != name),
        tiers=tuple(dict.fromkeys(tier for tier in tiers if tier.counts)),
        options=tuple(option for option in sheet.options if option.kind != name),
        quarantined=(*sheet.quarantined, Quarantined(QuarantinedPart.KIND, name, (name,), reason)),
    )


def _chosen(options: Iterable[WargearOption]) -> set[str]:
    return {item for option in options for choice in option.choices for item in choice}


def _carried(sheet: Datasheet) -> set[str]:
    return {item for kind in sheet.kinds for item in kind.default_items}


def _names(item_ids: Iterable[str], items: Items) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items[each].name if each in items else each for each in item_ids))
