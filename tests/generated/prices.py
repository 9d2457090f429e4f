"""What units cost, read from the points manual anew: the muster's own prices are compared with these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.catalogue.points import PriceTable, SizeRow


class PriceBook:
    """The price lists as one army uses them: its own, its parents', and for guests the one of their faction."""

    def __init__(self, catalogue: Catalogue, lineage: tuple[str, ...], detachments: Iterable[str]) -> None:
        self._catalogue = catalogue
        self._lineage = lineage
        self._detachments = frozenset(detachments)
        self._tables = _tables(catalogue)
        self._found: dict[str, PriceTable | None] = {}

    def table(self, sheet: Datasheet) -> PriceTable | None:
        """The table that prices the datasheet here, None where no list has it."""
        if sheet.id not in self._found:
            keys = [(sheet.id, one, False) for one in self._lineage]
            keys += [(sheet.id, sheet.faction, sheet.faction not in self._lineage), (sheet.id, sheet.faction, False)]
            row = next((self._tables[key] for key in keys if key in self._tables), None)
            self._found[sheet.id] = row.in_army_with(self._detachments) if row is not None else None
        return self._found[sheet.id]

    def rows(self, sheet: Datasheet, copy: int = 1) -> tuple[SizeRow, ...]:
        """The sizes that are priced for the copy."""
        table = self.table(sheet)
        tiers = table.tiers if table is not None else ()
        return next((tier.rows for tier in tiers if tier.first <= copy and (tier.last or copy) >= copy), ())

    def unit(
        self, sheet: Datasheet, copy: int, counts: Mapping[str, int], items: Counter[str], borne: Iterable[Enhancement]
    ) -> int | None:
        """Points of a unit with these models by kind and pieces by item; None where the manual has no price."""
        table = self.table(sheet)
        if table is None:
            return None
        added = {fold_keyword(one.kind): one.points for one in table.add_ons}
        extra = {kind: count for kind, count in counts.items() if fold_keyword(kind) in added}
        plain = {kind: count for kind, count in counts.items() if count and kind not in extra}
        row = best_row(self.rows(sheet, copy), sheet, plain)
        if row is None:
            return None
        points = row.points + sum(added[fold_keyword(kind)] * count for kind, count in extra.items())
        for paid in table.wargear:
            points += paid.points * sum(count for item, count in items.items() if self._is_paid(item, paid))
        included = {one for own in table.detachment_prices for one in own.includes}
        for enhancement in borne:
            own = 0 if enhancement.id in included else enhancement.points_in(*self._lineage)
            if own is None:
                return None
            points += own
        return points

    def _is_paid(self, item: str, paid: object) -> bool:
        items: tuple[str, ...] = getattr(paid, "items", ())
        if items:
            return item in items
        return fold_name(self._catalogue.items[item].name) == fold_name(getattr(paid, "name", ""))


_TABLES: dict[int, tuple[Catalogue, dict[tuple[str, str, bool], PriceTable]]] = {}


def _tables(catalogue: Catalogue) -> dict[tuple[str, str, bool], PriceTable]:
    """The tables of a catalogue by datasheet and list, laid out once."""
    if id(catalogue) not in _TABLES:
        rows = {(row.datasheet, row.price_list, row.allied): row for row in catalogue.data.prices}
        _TABLES[id(catalogue)] = (catalogue, rows)
    return _TABLES[id(catalogue)][1]


def kind_of(sheet: Datasheet, written: str) -> ModelKind | None:
    """The kind of model that a row of the manual means."""
    folded = fold_keyword(written)
    for kind in sheet.kinds:
        if folded in {fold_keyword(name) for name in (kind.name, *kind.aliases)}:
            return kind
    return None


def named_counts(sheet: Datasheet, row: SizeRow) -> dict[str, int] | None:
    """The models of a row that names kinds, by the datasheet's names for them."""
    counts: dict[str, int] = {}
    for written, count in row.composition:
        kind = kind_of(sheet, written)
        if kind is None:
            return None
        counts[kind.name] = count
    return counts


def best_row(rows: Iterable[SizeRow], sheet: Datasheet, counts: Mapping[str, int]) -> SizeRow | None:
    """The row that names just these models, else the one of their number, else the next larger one."""
    size = sum(counts.values())
    fitting: list[tuple[int, int, int, SizeRow]] = []
    for row in rows:
        if row.composition:
            named = named_counts(sheet, row)
            if named == dict(counts):
                return row
            if named is not None and all(named.get(kind, 0) >= count for kind, count in counts.items()):
                fitting.append((1, row.models, row.points, row))
        elif row.models >= size:
            fitting.append((int(row.models != size), row.models, row.points, row))
    return min(fitting, key=lambda one: one[:3])[3] if fitting else None
