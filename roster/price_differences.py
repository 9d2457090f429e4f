"""Why a list's own figures differ from the computed ones: another copy, an older manual, something unread (R-27).

Figures of the list explain nothing by themselves: no price is ever computed from them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from datasheets.catalogue import Catalogue, fold_name
from datasheets.catalogue.points import PastPrice, PriceTable
from roster.document import RosterDocument, UnitEntry
from roster.muster.points import price_unit
from roster.muster.report import PriceKind, Report, UnitPrice
from roster.muster.words import counted, listed, ordinal

_MOST_COPIES = 24
"""Beyond this many copies of one datasheet no order of copies is searched; no army may have half as many."""

_MOST_COMBINATIONS = 4_096

_OLDEST_MANUAL = "Munitorum Field Manual 1.1"
_LAST_DATA_VERSION_BEFORE_MANUALS = 895
"""The app's data up to this version was made before the oldest manual whose prices are at hand: lists made
with it print figures that manual had already changed. Lists of version 925 print that manual's own."""

_VERSION = re.compile(r"v?(\d{1,6})")


class Cause(StrEnum):
    """Why a stated figure differs from the computed one (R-27)."""

    OLDER_PRICE = "older_price"
    """An older manual printed the stated figure, or its figure for this entry is another one."""
    COPY_TIER = "copy_tier"
    """The stated figure is that of another copy of the datasheet."""
    NOT_READ = "not_read"
    """Something of the unit was not understood, so its computed price is not whole."""
    UNPRICED = "unpriced"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class PriceDifference:
    """A unit whose stated and computed points differ. ``explanation`` is a sentence with both figures.

    The army's own difference has an empty ``unit``.
    """

    unit: str
    name: str
    stated: int
    computed: int | None
    cause: Cause
    explanation: str


@dataclass(frozen=True, slots=True)
class _Case:
    """A unit of the roster with its price, and the table it was bought from."""

    entry: UnitEntry
    price: UnitPrice
    table: PriceTable | None

    @property
    def name(self) -> str:
        return self.entry.datasheet.name

    @property
    def base(self) -> int:
        """Points that depend on size and copy."""
        return sum(part.points for part in self.price.parts if part.kind in (PriceKind.SIZE, PriceKind.COPY))

    @property
    def rest(self) -> int:
        """Points of everything else."""
        return sum(part.points for part in self.price.parts) - self.base

    @property
    def differs(self) -> bool:
        return self.entry.stated_points is not None and self.entry.stated_points != self.price.points


def price_differences(
    document: RosterDocument,
    report: Report,
    catalogue: Catalogue,
    *,
    unread_units: frozenset[str] = frozenset(),
    data_version: str | None = None,
) -> tuple[PriceDifference, ...]:
    """Every unit whose stated figure is not the computed one, in the order of the roster, with the cause.

    ``unread_units`` are keys of units under which a line was not understood, ``data_version`` is that
    of the list's footer.
    """
    prices = {price.unit: price for price in report.points.units}
    faction = document.faction.id if document.faction and document.faction.id else ""
    detachments = frozenset(chosen.id for chosen in document.detachments if chosen.id)
    cases = [
        _Case(entry, prices[entry.key], catalogue.price_table(entry.datasheet.id or "", faction, detachments))
        for entry in document.units
        if entry.key in prices
    ]
    if not any(case.differs for case in cases):
        return ()
    explainer = _Explainer(catalogue, catalogue.lineage(faction), unread_units, data_version)
    by_copy = explainer.other_copies(cases)
    return tuple(by_copy.get(case.entry.key) or explainer.explained(case) for case in cases if case.differs)


class _Explainer:
    """Finds causes within one release."""

    def __init__(
        self, catalogue: Catalogue, lineage: tuple[str, ...], unread: frozenset[str], data_version: str | None
    ) -> None:
        self._catalogue = catalogue
        self._lineage = lineage
        self._unread = unread
        self._data_version = data_version
        manual = catalogue.stamp.manual
        self._manual = f"{manual.name} {manual.version}".strip()

    # Another copy --------------------------------------------------------------------------------

    def other_copies(self, cases: Sequence[_Case]) -> dict[str, PriceDifference]:
        """Units whose figure is that of another copy, where the copies can be ordered so that all figures fit."""
        groups: defaultdict[str, list[_Case]] = defaultdict(list)
        for case in cases:
            if case.entry.datasheet.id is not None:
                groups[fold_name(case.name)].append(case)
        found: dict[str, PriceDifference] = {}
        for group in groups.values():
            if 1 < len(group) <= _MOST_COPIES and any(case.differs for case in group):
                found.update(self._reordered(group))
        return found

    def _reordered(self, group: Sequence[_Case]) -> dict[str, PriceDifference]:
        if any(case.entry.stated_points is None or case.price.points is None for case in group):
            return {}
        fits: list[list[int]] = []
        for case in group:
            wanted = (case.entry.stated_points or 0) - case.rest
            fits.append([copy for copy in range(1, len(group) + 1) if self._base_at(case, copy) == wanted])
        order = _assignment(fits, keep=[case.price.copy for case in group])
        if order is None:
            return {}
        stated = sum(case.entry.stated_points or 0 for case in group)
        computed = sum(case.price.points or 0 for case in group)
        together = (
            f"all {len(group)} together cost {computed} either way"
            if stated == computed
            else f"all {len(group)} together: {stated} stated, {computed} computed"
        )
        return {
            case.entry.key: PriceDifference(
                case.entry.key,
                case.name,
                case.entry.stated_points or 0,
                case.price.points,
                Cause.COPY_TIER,
                f"The list prices it as the {ordinal(copy)} {case.name} ({case.entry.stated_points}), "
                f"here it is the {ordinal(case.price.copy)} ({case.price.points}); {together}.",
            )
            for case, copy in zip(group, order, strict=True)
            if case.differs
        }

    def _base_at(self, case: _Case, copy: int) -> int | None:
        datasheet = self._catalogue.datasheets.get(case.entry.datasheet.id or "")
        if datasheet is None or case.table is None:
            return None
        price = price_unit(
            case.entry,
            datasheet,
            copy=copy,
            table=case.table,
            enhancements=(),
            lineage=self._lineage,
            manual=self._manual,
        ).price
        parts = [part.points for part in price.parts if part.kind in (PriceKind.SIZE, PriceKind.COPY)]
        return sum(parts) if parts else None

    # An older price, or none -----------------------------------------------------------------------

    def explained(self, case: _Case) -> PriceDifference:
        """The difference of one unit with the first cause that fits."""
        stated = case.entry.stated_points or 0
        cause, explanation = self._cause(case, stated)
        return PriceDifference(case.entry.key, case.name, stated, case.price.points, cause, explanation)

    def _cause(self, case: _Case, stated: int) -> tuple[Cause, str]:
        is_unread = case.entry.key in self._unread
        if case.price.points is None:
            missing = listed(case.price.missing) or "something has no known price"
            cause = Cause.NOT_READ if is_unread else Cause.UNPRICED
            return cause, f"The list states {stated}; its price here is not whole: {missing}."
        older = self._older(case, stated)
        if older is not None:
            return Cause.OLDER_PRICE, older
        figures = f"The list states {stated}, {self._manual} asks {case.price.points}"
        if is_unread:
            return Cause.NOT_READ, f"{figures}; a line of this unit was not understood, so something may be missing."
        if self._is_before_manuals():
            return (
                Cause.OLDER_PRICE,
                f"{figures}. The list was made with data version {self._data_version}, from before the oldest manual "
                f"at hand ({_OLDEST_MANUAL}), so its figure is taken for an older one.",
            )
        changes = self._changes(case)
        if changes and self._data_version is not None:
            return (
                Cause.OLDER_PRICE,
                f"{figures}. The list was made with data version {self._data_version}, "
                f"and the figure has changed between versions: {changes}.",
            )
        return Cause.UNEXPLAINED, f"{figures}; {self._manuals_at_hand(changes)}{self._hint(case, stated)}."

    def _is_before_manuals(self) -> bool:
        match = _VERSION.fullmatch(self._data_version or "")
        return match is not None and int(match[1]) <= _LAST_DATA_VERSION_BEFORE_MANUALS

    def _manuals_at_hand(self, changes: str) -> str:
        if changes:
            return f"older manuals asked other figures, but not this one ({changes})"
        return "the older manuals at hand ask no other figure"

    def _hint(self, case: _Case, stated: int) -> str:
        """A part whose points are just what is missing."""
        short = (case.price.points or 0) - stated
        for part in case.price.parts:
            if part.points == short and part.kind in (PriceKind.WARGEAR, PriceKind.ADD_ON, PriceKind.ENHANCEMENT):
                return f"; without the {short} points for {part.label} the figures would be equal"
        return ""

    def _older(self, case: _Case, stated: int) -> str | None:
        """What an older manual asked for the unit, if its figures add up to the stated one."""
        past = self._past_of(case)
        manuals = list(dict.fromkeys(row.manual for row in reversed(past)))
        # The price of this very copy explains more than that of another one.
        for is_same_copy in (True, False):
            for manual in manuals:
                rows = [row for row in past if row.manual == manual]
                parts = self._alternatives(case, rows, is_same_copy=is_same_copy)
                choice = _adding_up_to(stated, parts)
                if choice is None:
                    continue
                changed = [one.was for one in choice if one.was]
                details = f" ({listed(changed)})" if len(parts) > 1 else ""
                return f"{manual} asked {stated}{details}, {self._manual} asks {case.price.points}."
        return None

    def _past_of(self, case: _Case) -> list[PastPrice]:
        """Past prices of the datasheet in the list it was bought from, and of its enhancements."""
        rows = []
        if case.table is not None:
            rows += [
                row
                for row in self._catalogue.past_prices.get(case.entry.datasheet.id or "", ())
                if row.price_list == case.table.price_list and row.allied == case.table.allied
            ]
        for enhancement in case.entry.enhancements:
            rows += [
                row
                for row in self._catalogue.past_prices.get(enhancement.id or "", ())
                if row.price_list in self._lineage
            ]
        return rows

    def _alternatives(self, case: _Case, rows: Sequence[PastPrice], *, is_same_copy: bool) -> list[list[_Alternative]]:
        """For each part of the price, what today's manual and the older one ask, for this copy or for any."""
        size = case.entry.model_count or 1
        units = [row for row in rows if row.subject == case.entry.datasheet.id and not row.item]
        larger = min((row.models for row in units if row.models >= size), default=None)
        units = [row for row in units if row.models == larger]
        if is_same_copy:
            first = max((row.first_copy for row in units if row.first_copy <= case.price.copy), default=None)
            units = [row for row in units if row.first_copy == first]
        base = [_Alternative(case.base)]
        base += [
            _Alternative(row.points, f"{row.points} for {counted(row.models, 'model')}, now {case.base}")
            for row in units
        ]
        parts = [base]
        for part in case.price.parts:
            if part.kind in (PriceKind.SIZE, PriceKind.COPY):
                continue
            parts.append([_Alternative(part.points), *self._past_part(case, part.kind, part.label, part.points, rows)])
        return parts

    def _past_part(
        self, case: _Case, kind: PriceKind, label: str, points: int, rows: Sequence[PastPrice]
    ) -> Iterable[_Alternative]:
        if kind is PriceKind.ENHANCEMENT:
            ids = {row.id for row in case.entry.enhancements if row.name == label}
            for row in rows:
                if row.subject in ids:
                    yield _Alternative(row.points, f"{row.points} for {label}, now {points}")
        if kind is PriceKind.WARGEAR:
            number, _, name = label.rpartition(" × ")
            count = int(number) if number.isdecimal() else 1
            for row in rows:
                if row.item and fold_name(row.item) == fold_name(name):
                    yield _Alternative(row.points * count, f"{row.points * count} for {label}, now {points}")

    def _changes(self, case: _Case) -> str:
        """Which figures older manuals had for the unit's size, and which stands today."""
        size = case.entry.model_count or 1
        told = []
        for row in self._past_of(case):
            is_unit = row.subject == case.entry.datasheet.id
            if is_unit and (row.item or row.models != size or row.first_copy > case.price.copy):
                continue
            if not is_unit:
                name = next(entry.name for entry in case.entry.enhancements if entry.id == row.subject)
                told.append(f"{row.manual} asked {row.points} for {name}")
            else:
                told.append(f"{row.manual} asked {row.points}")
        return listed(list(dict.fromkeys(told)))


@dataclass(frozen=True, slots=True)
class _Alternative:
    """Points a part may have cost; ``was`` says what an older manual asked, empty for today's."""

    points: int
    was: str = ""


def _adding_up_to(stated: int, parts: Sequence[Sequence[_Alternative]]) -> tuple[_Alternative, ...] | None:
    """One alternative a part, at least one of them older, that together make the stated figure."""
    combinations = 1
    for alternatives in parts:
        combinations *= len(alternatives)
    if combinations > _MOST_COMBINATIONS:
        return None
    for choice in product(*parts):
        if sum(one.points for one in choice) == stated and any(one.was for one in choice):
            return choice
    return None


def _assignment(fits: Sequence[Sequence[int]], *, keep: Sequence[int]) -> list[int] | None:
    """Give every unit a copy of its own among those that fit it, its own copy where that fits; None if impossible."""
    holder: dict[int, int] = {}

    def place(unit: int, tried: set[int]) -> bool:
        for copy in sorted(fits[unit], key=lambda copy: copy != keep[unit]):
            if copy in tried:
                continue
            tried.add(copy)
            if copy not in holder or place(holder[copy], tried):
                holder[copy] = unit
                return True
        return False

    if not all(place(unit, set()) for unit in range(len(fits))):
        return None
    return [copy for copy, _ in sorted(holder.items(), key=lambda row: row[1])]


_GRAVITY = (Cause.UNPRICED, Cause.NOT_READ, Cause.UNEXPLAINED, Cause.OLDER_PRICE, Cause.COPY_TIER)


def total_difference(
    document: RosterDocument, report: Report, differences: Sequence[PriceDifference]
) -> PriceDifference | None:
    """The army's stated total against the computed one, None where they are equal or none is stated."""
    stated, points = document.stated_points, report.points
    if stated is None or (stated == points.total and points.is_complete):
        return None
    computed = points.total if points.is_complete else None
    figures = f"The list states {stated} points, {points.total} are computed"
    units = sum(unit.stated_points or 0 for unit in document.units)
    adding_up = f"; the list's own figures for its units add up to {units}, not to {stated}" if units != stated else ""
    if computed is None:
        lacking = [price.unit for price in points.units if price.points is None]
        names = {unit.key: unit.datasheet.name for unit in document.units}
        shown = listed([names[key] for key in lacking]) or "the army faction is not known"
        explanation = f"{figures} without what has no known price: {shown}{adding_up}."
        return PriceDifference("", "army", stated, None, Cause.UNPRICED, explanation)
    if adding_up:
        return PriceDifference("", "army", stated, computed, Cause.UNEXPLAINED, f"{figures}{adding_up}.")
    changes: defaultdict[str, int] = defaultdict(int)
    for row in differences:
        changes[row.name] += (row.computed or 0) - row.stated
    told = [f"{name} {change:+d}" for name, change in changes.items() if change]
    cause = min((row.cause for row in differences), key=_GRAVITY.index, default=Cause.UNEXPLAINED)
    return PriceDifference("", "army", stated, computed, cause, f"{figures}: {listed(told)}.")
