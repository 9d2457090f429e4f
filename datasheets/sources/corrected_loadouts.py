"""What models carry and may choose, as corrections have it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from msgspec import UNSET, structs

from datasheets.catalogue.datasheet import Datasheet, QuarantinedPart
from datasheets.catalogue.wargear import Item, ItemBudget, WargearOption
from datasheets.sources import correction_rows as rows
from datasheets.sources.corrections import Corrections
from datasheets.sources.origins import Gone, Ledger, known_sheet

Sheets = Mapping[str, Datasheet]


def correct_loadouts(
    ledger: Ledger, sheets: dict[str, Datasheet], corrections: Corrections, items: Mapping[str, Item]
) -> None:
    """Lay options and what models can carry over ``sheets``."""
    for section, change in (
        ("carried", partial(_carrying, items)),
        ("removed", _without_option),
        ("changed", partial(_with_changed_option, items)),
        ("rows", partial(_with_option, items)),
        ("budgets", _with_budgets),
    ):
        ledger.lay("datasheets", sheets, corrections.notes("options", section), change)


def _known_items(items: Mapping[str, Item], named: Iterable[str], where: str) -> None:
    unknown = sorted(set(named) - set(items))
    if unknown:
        raise Gone(f"{where}: no item {', '.join(unknown)}.")


def _known_kind(sheet: Datasheet, kind: str | None) -> None:
    if kind is not None and kind not in {each.name for each in sheet.kinds}:
        raise Gone(f"{sheet.id} has no {kind}.")


def known_option(sheet: Datasheet, option_id: str) -> WargearOption:
    """The option that a row names; raises :class:`Gone`."""
    for option in sheet.options:
        if option.id == option_id:
            return option
    raise Gone(f"{sheet.id} has no option {option_id}.")


def _carrying(items: Mapping[str, Item], sheets: Sheets, row: rows.CarriedRow) -> Sheets:
    sheet = known_sheet(sheets, row.datasheet)
    _known_items(items, (*row.add, *row.remove), sheet.id)
    kept = (each for each in sheet.items if each not in row.remove)
    return {sheet.id: replace(sheet, items=tuple(dict.fromkeys((*kept, *row.add))))}


def _without_option(sheets: Sheets, row: rows.OptionRemoval) -> Sheets:
    sheet = known_sheet(sheets, row.datasheet)
    option = known_option(sheet, row.option)
    return {sheet.id: replace(sheet, options=tuple(each for each in sheet.options if each is not option))}


def _with_changed_option(items: Mapping[str, Item], sheets: Sheets, row: rows.OptionChange) -> Sheets:
    sheet = known_sheet(sheets, row.datasheet)
    option = known_option(sheet, row.option)
    told = {name: value for name, value in structs.asdict(row).items() if name in WargearOption.__dataclass_fields__}
    changed = replace(option, **{name: value for name, value in told.items() if value is not UNSET})
    named = _named(changed)
    _known_items(items, named, row.option)
    _known_kind(sheet, changed.kind)
    options = tuple(changed if each is option else each for each in sheet.options)
    return {sheet.id: replace(sheet, options=options, items=tuple(dict.fromkeys((*sheet.items, *named))))}


def _with_option(items: Mapping[str, Item], sheets: Sheets, row: rows.OptionRow) -> Sheets:
    """An option that the package lacks, or has with a fault; one that it has by now changes nothing."""
    sheet = known_sheet(sheets, row.datasheet)
    if row.id in {option.id for option in sheet.options}:
        return {}
    option = WargearOption(
        id=row.id,
        replaces=row.replaces,
        choices=row.choices,
        kind=row.kind,
        per_model=row.per_model,
        per_models=row.per_models,
        limit=row.limit,
        required_faction=row.required_faction,
        all_models=row.all_models,
        while_carrying=row.while_carrying,
        unless_carrying=row.unless_carrying,
        maximum_models=row.maximum_models,
    )
    named = _named(option)
    _known_items(items, named, row.id)
    _known_kind(sheet, row.kind)
    kept = tuple(each for each in sheet.quarantined if (each.part, each.id) != (QuarantinedPart.OPTION, row.id))
    carried = tuple(dict.fromkeys((*sheet.items, *named)))
    return {sheet.id: replace(sheet, options=(*sheet.options, option), items=carried, quarantined=kept)}


def _with_budgets(sheets: Sheets, row: rows.BudgetsRow) -> Sheets:
    """Other budgets than those of the package."""
    sheet = known_sheet(sheets, row.datasheet)
    for each in row.budgets:
        strange = sorted(set(each.items) - set(sheet.items))
        if strange:
            raise Gone(f"{sheet.id} cannot carry {', '.join(strange)}.")
        for option in each.options:
            known_option(sheet, option)
    budgets = tuple(
        ItemBudget(each.items, each.count, each.per_models, each.duplicate_limit, each.options) for each in row.budgets
    )
    return {sheet.id: replace(sheet, budgets=budgets)}


def _named(option: WargearOption) -> tuple[str, ...]:
    return (*option.replaces, *(item for choice in option.choices for item in choice))
