"""Catalogue values become rows and come back as they were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

import pytest
from django.db import models as orm

from datasheets import models
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.encoding import content_hash
from datasheets.catalogue.order import in_order
from datasheets.models.aggregate import Aggregate, Part
from datasheets.services import import_catalogue
from datasheets.snapshot import read_catalogue
from datasheets.tables.gather import gather
from datasheets.tables.rows import DanglingReference, RepeatedRow
from datasheets.tables.spread import spread
from datasheets.tables.table import TABLE_OF, TABLES
from tests.datasheets.builders import factions, mini_build, mini_catalogue, squad


def values_within(value: Any) -> Iterator[Any]:
    """Every dataclass instance in ``value``, itself included."""
    if is_dataclass(value):
        yield value
        for field in fields(value):
            yield from values_within(getattr(value, field.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from values_within(each)


def test_builders_give_every_field_a_value_of_its_own() -> None:
    plain: set[str] = set()
    used: set[str] = set()
    for value in values_within(mini_catalogue()):
        for field in fields(value):
            name = f"{type(value).__name__}.{field.name}"
            default = field.default_factory() if field.default_factory is not MISSING else field.default
            (plain if getattr(value, field.name) == default else used).add(name)
    assert plain - used == set()


def test_rows_of_a_catalogue_gather_to_the_same_catalogue() -> None:
    assert gather(spread(mini_catalogue())) == mini_catalogue()


@pytest.mark.django_db
def test_stored_catalogue_reads_back_equal_in_values_order_and_hash() -> None:
    import_catalogue(mini_build())

    assert read_catalogue() == mini_catalogue()
    assert content_hash(read_catalogue()) == content_hash(mini_catalogue())


def test_entries_in_any_order_gather_to_one_order() -> None:
    data = mini_catalogue()
    reversed_data = CatalogueData(
        **{field.name: tuple(reversed(getattr(data, field.name))) for field in fields(CatalogueData)}
    )

    assert reversed_data != data
    assert in_order(reversed_data) == data
    assert gather(spread(reversed_data)) == data


@pytest.mark.django_db
def test_reading_takes_one_query_a_table(django_assert_num_queries: Any) -> None:
    import_catalogue(mini_build())

    with django_assert_num_queries(len(TABLES)):
        read_catalogue()


def test_every_model_of_the_catalogue_is_a_table() -> None:
    found = {
        model for model in (getattr(models, name) for name in models.__all__) if issubclass(model, Aggregate | Part)
    }
    assert {table.model for table in TABLES} == found


def test_every_table_stands_after_those_its_rows_name() -> None:
    place = {table.model: index for index, table in enumerate(TABLES)}
    too_early = [
        (table.model.__name__, target.__name__)
        for table in TABLES
        for target in (*table.references.values(), *([table.parent] if table.parent else []))
        if place[target] > place[table.model]
    ]
    assert too_early == []


def test_every_key_is_unique_in_the_database() -> None:
    loose = [table.name for table in TABLES if not is_unique(table.model, table.key, table.parent_column)]
    # Keys with an empty part are unique by several constraints, each with its condition.
    assert loose == ["past prices", "attachments"]


def is_unique(model: type[orm.Model], key: tuple[str, ...], parent: str | None) -> bool:
    columns = {*key, *([parent] if parent else [])}
    by_constraint = any(
        isinstance(constraint, orm.UniqueConstraint)
        and set(constraint.fields) == columns
        and constraint.condition is None
        for constraint in model._meta.constraints
    )
    unique_columns = {field.name for field in model._meta.concrete_fields if field.unique}
    return by_constraint or (len(columns) == 1 and columns <= unique_columns)


def test_two_entries_of_one_key_are_refused_by_name() -> None:
    data = replace(mini_catalogue(), datasheets=(squad(), squad()))

    with pytest.raises(RepeatedRow) as refusal:
        spread(data)

    assert str(refusal.value) == "datasheets: ash-wardens:cinder-squad stands twice; a table holds it once."


def test_reference_to_nothing_is_refused_by_name() -> None:
    stray = replace(factions()[0], parent="nobody")
    data = replace(mini_catalogue(), factions=(stray, *factions()[1:]))

    with pytest.raises(DanglingReference) as refusal:
        spread(data)

    assert str(refusal.value) == ("factions: ash-wardens names nobody as its parent, which is not among the factions.")


def test_position_orders_parts_whatever_order_they_were_stored_in() -> None:
    rows = spread(mini_catalogue())
    table = TABLE_OF[models.DatasheetKeyword]
    rows.tables[table] = dict(reversed(rows.tables[table].items()))

    assert gather(rows) == mini_catalogue()
