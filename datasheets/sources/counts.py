"""What was in the package, what was stored, merged and excluded: kinds by faction, adding up (R-06)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.sources import records
from datasheets.sources.detachments import Detachments

COMBAT_PATROL = "Combat Patrol"
QUARANTINED = "quarantined"
REMOVED = "removed by corrections"
MANUAL_DECIDES = "the manual lists other targets"
UNKNOWN_TARGET = "no datasheet of the leader's faction"

KINDS = (
    "datasheets",
    "weapons",
    "wargear",
    "options",
    "detachments",
    "enhancements",
    "attachments",
    "abilities",
    "stratagems",
    "phase mappings",
    "resource pools",
    "missions",
    "mission cards",
    "deployment patterns",
    "terrain templates",
    "terrain layouts",
    "hulls",
    "benchmark targets",
)


@dataclass(frozen=True, slots=True)
class CountRow:
    """One kind of record of one faction; ``package`` is ``stored + merged`` and all ``excluded``.

    ``faction`` is empty for wargear, which the package gives to no faction. ``supplements`` were
    stored beside the package's: from the points manual, supplements and corrections.
    """

    faction: str
    kind: str
    package: int
    stored: int
    merged: int = 0
    excluded: tuple[tuple[str, int], ...] = ()
    """Reason and number."""
    supplements: int = 0

    @property
    def adds_up(self) -> bool:
        """Whether every record of the package is accounted for."""
        return self.package == self.stored + self.merged + sum(number for _, number in self.excluded)


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """The account of an import, by kind and faction."""

    rows: tuple[CountRow, ...]

    @property
    def adds_up(self) -> bool:
        """Whether every row adds up."""
        return all(row.adds_up for row in self.rows)

    def total(self, kind: str) -> CountRow:
        """All factions' rows of one kind as one."""
        rows = [row for row in self.rows if row.kind == kind]
        return _row("", kind, _Tally.sum(rows))


class _Tally:
    """Counts of one kind of one faction as they are made."""

    def __init__(self) -> None:
        self.stored = self.merged = self.supplements = 0
        self.excluded: Counter[str] = Counter()

    @classmethod
    def sum(cls, rows: Iterable[CountRow]) -> _Tally:
        tally = cls()
        for row in rows:
            tally.stored += row.stored
            tally.merged += row.merged
            tally.supplements += row.supplements
            tally.excluded.update(dict(row.excluded))
        return tally


def _row(faction: str, kind: str, tally: _Tally, package: int | None = None) -> CountRow:
    excluded = tuple(sorted(tally.excluded.items()))
    if package is None:
        package = tally.stored + tally.merged + tally.excluded.total()
    return CountRow(faction, kind, package, tally.stored, tally.merged, excluded, tally.supplements)


def count_imports(
    bundle: records.Bundle, data: CatalogueData, detachments: Detachments, others: Iterable[CountRow] = ()
) -> ImportCounts:
    """The account of what ``bundle`` became in ``data``, each record looked up by its own id.

    ``others`` are rows of what was counted while it was read.
    """
    tallies: defaultdict[tuple[str, str], _Tally] = defaultdict(_Tally)
    in_package: Counter[tuple[str, str]] = Counter()
    _count_units(bundle, data, tallies, in_package)
    _count_items(bundle, data, tallies, in_package)
    _count_options(bundle, data, tallies, in_package)
    _count_detachments(bundle, data, detachments, tallies, in_package)
    _count_enhancements(bundle, data, detachments, tallies, in_package)
    _count_attachments(bundle, data, tallies, in_package)
    rows = [_row(faction, kind, tally, in_package[faction, kind]) for (faction, kind), tally in tallies.items()]
    rows += others
    return ImportCounts(tuple(sorted(rows, key=lambda row: (KINDS.index(row.kind), row.faction))))


Tallies = defaultdict[tuple[str, str], _Tally]
InPackage = Counter[tuple[str, str]]


def _count_units(bundle: records.Bundle, data: CatalogueData, tallies: Tallies, in_package: InPackage) -> None:
    stored = {sheet.id for sheet in data.datasheets}
    for unit in bundle.units:
        key = (unit.faction_id, "datasheets")
        in_package[key] += 1
        unit_id = f"{unit.faction_id}:{unit.id}"
        if unit.game_modes:
            tallies[key].excluded[COMBAT_PATROL] += 1
        elif unit_id in stored:
            tallies[key].stored += 1
            stored.remove(unit_id)
    for unit_id in stored:
        tallies[unit_id.partition(":")[0], "datasheets"].supplements += 1


def _count_items(bundle: records.Bundle, data: CatalogueData, tallies: Tallies, in_package: InPackage) -> None:
    stored = {item.id for item in data.items}
    known = set(stored)
    rows = [(weapon.faction_id, "weapons", f"{weapon.faction_id}:{weapon.id}") for weapon in bundle.weapons]
    rows += [("", "wargear", f"wargear:{row.id}") for row in bundle.wargear]
    for faction, kind, item_id in rows:
        in_package[faction, kind] += 1
        if item_id in stored:
            tallies[faction, kind].stored += 1
            stored.remove(item_id)
        elif item_id in known:
            tallies[faction, kind].merged += 1
    for item_id in stored:
        faction = item_id.partition(":")[0]
        key = ("", "wargear") if faction == "wargear" else (faction, "weapons")
        tallies[key].supplements += 1


def _count_options(bundle: records.Bundle, data: CatalogueData, tallies: Tallies, in_package: InPackage) -> None:
    patrol = {(unit.faction_id, unit.id) for unit in bundle.units if unit.game_modes}
    stored = {(sheet.id, option.id) for sheet in data.datasheets for option in sheet.options}
    quarantined = {(sheet.id, part.id) for sheet in data.datasheets for part in sheet.quarantined}
    for row in bundle.wargear_options:
        key = (row.faction_id, "options")
        in_package[key] += 1
        option = (f"{row.faction_id}:{row.unit_id}", row.id)
        if (row.faction_id, row.unit_id) in patrol:
            tallies[key].excluded[COMBAT_PATROL] += 1
        elif option in stored:
            tallies[key].stored += 1
            stored.remove(option)
        else:
            # Only corrections take an option away otherwise, and each row of theirs names one.
            tallies[key].excluded[QUARANTINED if option in quarantined else REMOVED] += 1
    for datasheet, _ in stored:
        tallies[datasheet.partition(":")[0], "options"].supplements += 1


def _count_detachments(
    bundle: records.Bundle, data: CatalogueData, detachments: Detachments, tallies: Tallies, in_package: InPackage
) -> None:
    stored = {detachment.id for detachment in data.detachments}
    # The row of the owner is the one stored; an owner without a row of its own gets the first.
    rows = sorted(bundle.detachments, key=lambda row: f"{row.faction_id}:{row.id}" not in stored)
    for row in rows:
        key = (row.faction_id, "detachments")
        in_package[key] += 1
        detachment_id = detachments.upstream_ids.get(row.id, "")
        if row.game_modes:
            tallies[key].excluded[COMBAT_PATROL] += 1
        elif detachment_id in stored:
            tallies[key].stored += 1
            stored.remove(detachment_id)
        else:
            tallies[key].merged += 1
    for detachment_id in stored:
        tallies[detachment_id.partition(":")[0], "detachments"].supplements += 1


def _count_enhancements(
    bundle: records.Bundle, data: CatalogueData, detachments: Detachments, tallies: Tallies, in_package: InPackage
) -> None:
    patrol = {row.id: row.faction_id for row in bundle.detachments if row.game_modes}
    stored = {enhancement.id for enhancement in data.enhancements}
    for row in bundle.enhancements:
        enhancement_id = detachments.enhancement_ids.get(row.id, "")
        faction = patrol[row.detachment_id] if row.game_modes else enhancement_id.partition(":")[0]
        key = (faction, "enhancements")
        in_package[key] += 1
        if row.game_modes:
            tallies[key].excluded[COMBAT_PATROL] += 1
        elif enhancement_id in stored:
            tallies[key].stored += 1
            stored.remove(enhancement_id)
        else:
            tallies[key].merged += 1
    for enhancement_id in stored:
        tallies[enhancement_id.partition(":")[0], "enhancements"].supplements += 1


def _count_attachments(bundle: records.Bundle, data: CatalogueData, tallies: Tallies, in_package: InPackage) -> None:
    """Pairs of leader and bodyguard. The package's leaders have no faction: a pair counts for each that has one."""
    leaders: defaultdict[str, list[records.Unit]] = defaultdict(list)
    for unit in bundle.units:
        leaders[unit.id].append(unit)
    datasheets = {sheet.id for sheet in data.datasheets}
    stored = {(row.joining, row.bodyguard) for row in data.attachments}
    known = set(stored)
    for row in bundle.leader_attachments:
        for leader in leaders[row.leader_id]:
            key = (leader.faction_id, "attachments")
            joining = f"{leader.faction_id}:{leader.id}"
            for slug in row.eligible_bodyguard_ids:
                pair = (joining, f"{leader.faction_id}:{slug}")
                in_package[key] += 1
                if leader.game_modes:
                    tallies[key].excluded[COMBAT_PATROL] += 1
                elif pair in stored:
                    tallies[key].stored += 1
                    stored.remove(pair)
                elif pair in known:
                    tallies[key].merged += 1
                elif pair[1] not in datasheets:
                    tallies[key].excluded[UNKNOWN_TARGET] += 1
                else:
                    tallies[key].excluded[MANUAL_DECIDES] += 1
    for joining, _ in stored:
        tallies[joining.partition(":")[0], "attachments"].supplements += 1
