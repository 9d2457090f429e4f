"""The installed data package as it may have looked a version ago: doctored, to see an upgrade."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import structs

from datasheets.catalogue.names import fold_name
from datasheets.sources import SourceBuild, build_sources, records
from datasheets.sources.build import FIXTURES, MANUAL_VERSION
from datasheets.sources.manual import read_manual
from datasheets.sources.package import Package, read_package

Row = TypeVar("Row")

FACTION = "necrons"
RENAMED = "monolith"
"""A unit that had another name and id: :data:`OLD_NAME`, :data:`OLD_SLUG`."""
OLD_SLUG, OLD_NAME = "great-monolith", "Great Monolith"
NEW = "doomsday-ark"
"""A unit that the older package lacks: known then by the manual's name and price only."""
GONE_SLUG, GONE_NAME = "tomb-barge-of-old", "Tomb Barge of Old"
"""A unit that the older package has beside the others."""
TOUGHER = "annihilation-barge"
"""A unit whose Toughness was one less, and which had an option less."""


def older_package() -> Package:
    """The package before one unit came, one went, one was renamed and one changed."""
    installed = read_package()
    bundle = installed.bundle
    units = [_older(row) for row in bundle.units if not _is(row, NEW)]
    barge = next(row for row in units if _is(row, TOUGHER))
    units.append(structs.replace(barge, id=GONE_SLUG, name=GONE_NAME, external_refs=(), ability_ids=()))
    return Package(
        "1.4.4",
        structs.replace(
            bundle,
            units=tuple(units),
            unit_compositions=_of_units(bundle.unit_compositions),
            wargear_options=tuple(row for row in _of_units(bundle.wargear_options) if row.unit_id != TOUGHER),
            leader_attachments=tuple(
                structs.replace(
                    row,
                    leader_id=OLD_SLUG if row.leader_id == RENAMED else row.leader_id,
                    eligible_bodyguard_ids=tuple(slug for slug in row.eligible_bodyguard_ids if slug != NEW),
                )
                for row in bundle.leader_attachments
            ),
        ),
    )


def older_build() -> SourceBuild:
    """The sources with that package, and with a manual that prices the renamed unit by its old name."""
    manual = read_manual(FIXTURES / "points" / MANUAL_VERSION)
    lists = tuple(
        structs.replace(
            each,
            units=tuple(
                structs.replace(unit, name=OLD_NAME) if fold_name(unit.name) == RENAMED else unit for unit in each.units
            ),
        )
        if each.slug == FACTION
        else each
        for each in manual.lists
    )
    return build_sources(package=older_package(), manual=structs.replace(manual, lists=lists))


def _is(row: records.Unit, slug: str) -> bool:
    return (row.faction_id, row.id) == (FACTION, slug)


def _older(row: records.Unit) -> records.Unit:
    if _is(row, RENAMED):
        return structs.replace(row, id=OLD_SLUG, name=OLD_NAME)
    if _is(row, TOUGHER):
        profiles = tuple(structs.replace(profile, T=profile.T - 1) for profile in row.profiles)
        return structs.replace(row, profiles=profiles)
    return row


UnitRow = TypeVar("UnitRow", records.Composition, records.WargearOption)


def _of_units(rows: Iterable[UnitRow]) -> tuple[UnitRow, ...]:
    """``rows`` of units, without those of the new one, with the old id of the renamed one."""
    return tuple(
        structs.replace(row, unit_id=OLD_SLUG) if (row.faction_id, row.unit_id) == (FACTION, RENAMED) else row
        for row in rows
        if (row.faction_id, row.unit_id) != (FACTION, NEW)
    )
