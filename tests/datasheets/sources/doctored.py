"""Corrections laid over packages that upstream has changed: built from the project's own sources."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from datasheets.sources.build import FIXTURES, MANUAL_VERSION, SourceBuild, compile_sources
from datasheets.sources.correction_rows import ForeignRow, PrintedRow
from datasheets.sources.corrections import Corrections, read_corrections
from datasheets.sources.manual import Manual, read_manual
from datasheets.sources.package import Package, read_package
from datasheets.sources.records import Bundle
from datasheets.sources.supplements import Supplement, read_supplements


def corrections_of(**topics: Any) -> Corrections:  # the topics, as a YAML file has them
    """Corrections of these topics alone, beside the names and the manual's own, which are needed to read at all."""
    own = read_corrections(FIXTURES / "corrections").only_names
    return msgspec.structs.replace(own, **{name: _topic(name, content) for name, content in topics.items()})


def _topic(name: str, content: Any) -> Any:
    field = next(field for field in msgspec.structs.fields(Corrections) if field.name == name)
    return msgspec.convert({"reason": "it is so", "source": "a datasheet of July 2026", **content}, field.type)


def built(corrections: Corrections, change: Callable[[Bundle], Bundle] = lambda bundle: bundle) -> SourceBuild:
    """The build of the package as ``change`` makes it."""
    package = installed()
    return compile_sources(
        Package(package.version, change(package.bundle)), _manual(), [], corrections, _supplements(), FIXTURES
    )


@cache
def installed() -> Package:
    """The installed package, read once, without what happens in play, but for abilities that corrections name."""
    package = read_package()
    topic = read_corrections(FIXTURES / "corrections").abilities
    rows: tuple[ForeignRow | PrintedRow, ...] = (*topic.rows, *topic.added)
    named = {(row.datasheet.partition(":")[0], slug) for row in rows for slug in row.abilities}
    bundle = msgspec.structs.replace(
        package.bundle,
        abilities=tuple(row for row in package.bundle.abilities if (row.faction_id, row.ability_id) in named),
        stratagems=(),
        phase_mappings=(),
        terrain_layouts=(),
        terrain_templates=(),
    )
    return Package(package.version, bundle)


@cache
def _manual() -> Manual:
    return read_manual(FIXTURES / "points" / MANUAL_VERSION)


@cache
def _supplements() -> Supplement:
    return read_supplements(FIXTURES / "supplements")


def without_unit(faction: str, unit: str) -> Callable[[Bundle], Bundle]:
    """A package that no longer has a unit."""

    def changed(bundle: Bundle) -> Bundle:
        return msgspec.structs.replace(
            bundle,
            units=tuple(row for row in bundle.units if (row.faction_id, row.id) != (faction, unit)),
            unit_compositions=tuple(
                row for row in bundle.unit_compositions if (row.faction_id, row.unit_id) != (faction, unit)
            ),
            wargear_options=tuple(
                row for row in bundle.wargear_options if (row.faction_id, row.unit_id) != (faction, unit)
            ),
        )

    return changed


def with_unit(faction: str, unit: str, **fields: Any) -> Callable[[Bundle], Bundle]:
    """A package that has other values in fields of a unit."""

    def changed(bundle: Bundle) -> Bundle:
        units = tuple(
            msgspec.structs.replace(row, **fields) if (row.faction_id, row.id) == (faction, unit) else row
            for row in bundle.units
        )
        return msgspec.structs.replace(bundle, units=units)

    return changed
