"""Price tables: what each points list asks for each datasheet, with paid wargear resolved to items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.points import AddOn, CopyTier, PaidItem, PriceTable, SizeRow
from datasheets.catalogue.wargear import Item
from datasheets.sources import manual
from datasheets.sources.factions import list_faction
from datasheets.sources.findings import Finding, FindingKind
from datasheets.sources.register import Register
from datasheets.sources.slugs import without_tags


def price_tables(
    lists: Sequence[manual.PriceList], register: Register, items: Mapping[str, Item], label: str
) -> Iterator[PriceTable]:
    """A table for every unit entry of every list; the register makes stubs for unknown units."""
    for price_list, unit, datasheet_id in register.enter_lists(lists):
        where = f"{list_faction(price_list.slug)}: {unit.name}"
        if "tiers" in unit.missing:
            text = "the manual prices it, no source at hand says how."
            register.findings.append(Finding(FindingKind.MISSING_PRICE, where, text))
        if unit.source:
            register.findings.append(Finding(FindingKind.SOURCE, where, f"rests on: {unit.source}."))
        yield _table(price_list, unit, register.datasheets[datasheet_id], register, items, label)


def _table(
    price_list: manual.PriceList,
    unit: manual.Unit,
    datasheet: Datasheet,
    register: Register,
    items: Mapping[str, Item],
    label: str,
) -> PriceTable:
    where = f"{list_faction(price_list.slug)}: {unit.name}"
    findings = register.findings
    table = PriceTable(
        datasheet=datasheet.id,
        price_list=list_faction(price_list.slug),
        tiers=tuple(_tier(tier, datasheet, where, findings) for tier in unit.tiers),
        wargear=tuple(
            PaidItem(row.name, row.points, paid_items(row.name, datasheet, items, where, findings))
            for row in unit.wargear
        ),
        add_ons=tuple(AddOn(_kind(row.model, datasheet) or row.model, row.points) for row in unit.add_ons),
        allied=register.is_allied(unit.block),
        block=unit.block,
        is_legends=unit.legends,
        source=unit.source or label,
    )
    sizes = [row.models for tier in table.tiers for row in tier.rows]
    if sizes and (min(sizes) < datasheet.minimum_models or max(sizes) > datasheet.maximum_models):
        text = (
            f"the manual prices {min(sizes)} to {max(sizes)} models, {datasheet.id} takes "
            f"{datasheet.minimum_models} to {datasheet.maximum_models}."
        )
        findings.append(Finding(FindingKind.PRICE_ROW, where, text))
    return table


def _tier(tier: manual.Tier, datasheet: Datasheet, where: str, findings: list[Finding]) -> CopyTier:
    first, last = tier.span
    return CopyTier(first, last, tuple(_row(row, datasheet, where, findings) for row in tier.rows))


def _row(row: manual.Row, datasheet: Datasheet, where: str, findings: list[Finding]) -> SizeRow:
    composition: list[tuple[str, int]] = []
    for name, count in row.composition.items():
        kind = _kind(name, datasheet)
        if kind is None:
            text = f'a price row of {row.models} models names "{name}", which is no kind of model of {datasheet.id}.'
            findings.append(Finding(FindingKind.PRICE_ROW, where, text))
        composition.append((kind or name, count))
    return SizeRow(row.models, row.points, tuple(composition))


def _kind(name: str, datasheet: Datasheet) -> str | None:
    """The kind of model that the manual names, whole, singular or plural."""
    for kind in datasheet.kinds:
        if fold_keyword(kind.name) == fold_keyword(name):
            return kind.name
    return None


def paid_items(
    name: str, datasheet: Datasheet, items: Mapping[str, Item], where: str, findings: list[Finding]
) -> tuple[str, ...]:
    """The items of the datasheet that a paid wargear row stands for; none is a finding."""
    wanted = fold_keyword(without_tags(name))
    found = tuple(item_id for item_id in datasheet.items if fold_keyword(without_tags(items[item_id].name)) == wanted)
    if not found and datasheet.items:
        text = f'the manual prices "{name}", which {datasheet.id} cannot carry.'
        findings.append(Finding(FindingKind.PAID_WARGEAR, where, text))
    return found
