"""What the army costs, every part with where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from datasheets.catalogue import fold_name
from datasheets.catalogue.points import CopyTier, PriceTable, SizeRow
from roster.explaining.explanation import ArmyAccount, PriceRow, UnitAccount
from roster.muster.army import Army
from roster.muster.report import PriceKind, PricePart
from roster.muster.unit import Unit
from roster.muster.words import listed, ordinal


def account_of(army: Army, names: Sequence[str]) -> ArmyAccount:
    """The army's prices; ``names`` tell its units apart, in the document's order."""
    copies = Counter(fold_name(unit.name) for unit in army.units if unit.datasheet is not None)
    units = tuple(_unit(unit, army, names[unit.index], copies[fold_name(unit.name)]) for unit in army.units)
    by_kind: Counter[PriceKind] = Counter()
    for account in units:
        for row in account.rows:
            by_kind[row.kind] += row.points
    ordered = {kind: by_kind[kind] for kind in PriceKind if kind in by_kind}
    return ArmyAccount(army.points.total, army.points.is_complete, ordered, units)


def _unit(unit: Unit, army: Army, name: str, copies: int) -> UnitAccount:
    table = _table(unit, army)
    price = unit.price
    return UnitAccount(
        index=unit.index,
        key=unit.key,
        name=name,
        points=price.points,
        known=sum(part.points for part in price.parts),
        rows=tuple(
            PriceRow(one.kind, one.label, one.points, one.source, _note(one, unit, table)) for one in price.parts
        ),
        missing=price.missing,
        copy=price.copy,
        copies=max(1, copies),
        price_list=_price_list(table, army) if table is not None else "",
    )


def _table(unit: Unit, army: Army) -> PriceTable | None:
    """The table the unit was priced by, as ``assemble`` takes it."""
    if unit.datasheet is None:
        return None
    faction = army.lineage[0] if army.lineage else ""
    return army.catalogue.price_table(unit.datasheet.id, faction, army.detachment_ids)


def _price_list(table: PriceTable, army: Army) -> str:
    faction = army.catalogue.factions.get(table.price_list)
    words = faction.name if faction is not None else table.price_list
    if table.allied:
        words += ", as allies"
    if table.detachment_prices:
        detachment = army.catalogue.detachments.get(table.detachment_prices[0].detachment)
        words += f", with {detachment.name}" if detachment is not None else ""
    return words


def _note(part: PricePart, unit: Unit, table: PriceTable | None) -> str:
    if table is None:
        return ""
    if part.kind in (PriceKind.SIZE, PriceKind.COPY):
        has_surcharge = any(one.kind is PriceKind.COPY for one in unit.price.parts)
        if unit.priced.row is None or (has_surcharge and part.kind is PriceKind.SIZE):
            return ""
        return _copies_note(table, unit.priced.row, unit)
    if part.kind is PriceKind.WARGEAR:
        paid = next(
            (one for one in table.wargear if part.label == one.name or part.label.endswith(f" × {one.name}")), None
        )
        return f"{paid.points} points for each." if paid is not None else ""
    if part.kind is PriceKind.ADD_ON:
        added = next((one for one in table.add_ons if part.label.endswith(f" × {one.kind}")), None)
        return f"{added.points} points for each model." if added is not None else ""
    return ""


def _copies_note(table: PriceTable, row: SizeRow, unit: Unit) -> str:
    """What each copy of this size costs, where copies differ."""
    told = [(tier, _row_like(tier, row)) for tier in table.tiers]
    prices = [(tier, one.points) for tier, one in told if one is not None]
    if len({points for _, points in prices}) < 2:
        return ""
    words = listed([f"{_copies(tier)} {points}" for tier, points in prices])
    return f"At this size, {words}. This is the {ordinal(unit.price.copy)}."


def _row_like(tier: CopyTier, row: SizeRow) -> SizeRow | None:
    return next((one for one in tier.rows if (one.models, one.composition) == (row.models, row.composition)), None)


def _copies(tier: CopyTier) -> str:
    if tier.last is None:
        return f"the {ordinal(tier.first)} copy and later ones cost"
    if tier.first == tier.last:
        return f"the {ordinal(tier.first)} copy costs"
    return f"copies {tier.first} to {tier.last} cost"
