"""Every table of corrections that checks rest on is counted, and has rows."""

from __future__ import annotations

from dataclasses import astuple

from datasheets.catalogue import Catalogue, CatalogueData
from datasheets.catalogue.table_rows import count_rows


def test_an_empty_catalogue_has_no_rows() -> None:
    assert set(astuple(count_rows(CatalogueData()))) == {0}


def test_every_table_of_the_sources_has_rows_counted_by_what_they_say(catalogue: Catalogue) -> None:
    rows = catalogue.rows

    assert min(astuple(rows)) > 0
    assert rows.allied_rules == len(catalogue.data.allied_rules)
    names = {sheet.name for sheet in catalogue.data.datasheets if sheet.reserves.must_start}
    assert rows.must_start_in_reserves >= len(names) > 0
    assert rows == count_rows(catalogue.data)
