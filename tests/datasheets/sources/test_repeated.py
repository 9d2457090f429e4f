"""Two rows of the package with one name are refused where they differ: neither is taken in silence."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from datasheets.sources import SourceFault, build_sources
from datasheets.sources.package import Package, read_package
from datasheets.sources.repeated import NAMED_BY, refuse_repeated

WITHOUT_NAME = {
    "abilities",
    "game_versions",
    "interaction_flags",
    "leader_attachments",
    "phase_mappings",
}
"""Rows that share a name by design, or have none."""


def otherwise(row: Any, named_by: tuple[str, ...]) -> Any:
    """A row of the same name that says something else."""
    field = next(field.name for field in structs.fields(row) if field.name not in named_by)
    return structs.replace(row, **{field: "other"})


def test_every_collection_is_looked_at_or_left_out_for_a_reason() -> None:
    assert set(read_package().bundle.__struct_fields__) == set(NAMED_BY) | WITHOUT_NAME


def test_the_installed_package_repeats_nothing() -> None:
    refuse_repeated(read_package().bundle, "wh40kdc")


@pytest.mark.parametrize("collection", sorted(NAMED_BY))
def test_two_rows_of_one_name_are_refused_where_they_differ(collection: str) -> None:
    bundle = read_package().bundle
    rows = getattr(bundle, collection)
    name = ", ".join(getattr(rows[0], field) for field in NAMED_BY[collection])

    refuse_repeated(structs.replace(bundle, **{collection: (*rows, rows[0])}), "wh40kdc")
    with pytest.raises(SourceFault) as refused:
        refuse_repeated(
            structs.replace(bundle, **{collection: (*rows, otherwise(rows[0], NAMED_BY[collection]))}), "wh40kdc"
        )

    assert str(refused.value) == f"wh40kdc: stands twice with different contents: {collection} {name}."


def test_a_build_of_such_a_package_is_refused() -> None:
    package = read_package()
    units = package.bundle.units
    doubled = structs.replace(package.bundle, units=(*units, structs.replace(units[0], name="Other")))

    with pytest.raises(SourceFault, match="stands twice with different contents: units"):
        build_sources(package=Package(package.version, doubled))
