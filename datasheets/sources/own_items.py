"""Items of one datasheet where the package gives it an item of others, which has other figures there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.entries import decoded_entry, encoded
from datasheets.catalogue.wargear import Item
from datasheets.sources.correction_rows import OwnItemRow
from datasheets.sources.corrections import Corrections
from datasheets.sources.origins import Fixed, Gone, Ledger, known, known_sheet

Items = Mapping[str, Item]
Sheets = Mapping[str, Datasheet]


def give_own_items(
    ledger: Ledger, items: dict[str, Item], sheets: dict[str, Datasheet], corrections: Corrections
) -> None:
    """Make the items that rows name, and put each in its datasheet in place of the shared one."""
    for note in corrections.notes("options", "own"):
        shared = dict(items)
        ledger.lay("items", items, [note], partial(_made, sheets))
        if items.keys() != shared.keys():
            ledger.lay("datasheets", sheets, [note], _with_own)


def _made(sheets: Sheets, items: Items, row: OwnItemRow) -> Items:
    item: Item = known(items, row.like, "item")
    if row.like not in known_sheet(sheets, row.datasheet).items:
        raise Gone(f"{row.datasheet} does not list {row.like}.")
    if row.item in items:
        raise Fixed(f"{row.item}, an item of its own,")
    return {row.item: replace(item, id=row.item)}


def _with_own(sheets: Sheets, row: OwnItemRow) -> Sheets:
    sheet = known_sheet(sheets, row.datasheet)
    made: Datasheet = decoded_entry("datasheets", _with_id(encoded(sheet), row.like, row.item))
    return {sheet.id: made}


def _with_id(value: Any, old: str, new: str) -> Any:  # what JSON can hold
    if isinstance(value, dict):
        return {key: _with_id(each, old, new) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_with_id(each, old, new) for each in value]
    return new if value == old else value
