"""What a table would refuse is told before the database is asked, for each of its checks."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import models as orm
from django.db.models import F

from datasheets.tables.fit import holds, misfits
from datasheets.tables.rows import Rows
from datasheets.tables.spread import spread
from datasheets.tables.table import TABLE_OF
from tests.datasheets.builders import mini_catalogue
from tests.datasheets.test_constraints import BAD_ROWS


def test_made_up_catalogue_fits() -> None:
    assert list(misfits(spread(mini_catalogue()))) == []


@pytest.mark.parametrize("name", sorted(BAD_ROWS))
def test_each_check_is_told_of_its_bad_row(name: str) -> None:
    model, values = BAD_ROWS[name]
    table, rows = TABLE_OF[model], spread(mini_catalogue())
    key, row = next(iter(rows.tables[table].items()))
    constraint = next(each for each in model._meta.constraints if each.name == name)
    assert isinstance(constraint, orm.CheckConstraint)
    assert holds(table, key, row, constraint) is not False

    parent = table.parent_key(key)
    bad = row._replace(**{column: _plain(value, parent, row, key) for column, value in values.items()})
    own = Rows()
    own.tables[table][key] = bad

    assert holds(table, key, bad, constraint) is False
    (found, *_) = misfits(own)
    assert found.message


def _plain(value: Any, parent: tuple[Any, ...], row: Any, key: tuple[Any, ...]) -> Any:
    """A value as a row holds it, where the database would take it from another column."""
    if not isinstance(value, F):
        return value
    named = value.name  # type: ignore[attr-defined]  # the stubs leave it out
    if named == "id":
        return key[0]
    return getattr(row, named) if named in row._fields else parent[-1]
