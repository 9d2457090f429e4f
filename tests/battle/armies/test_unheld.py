"""What datasheets print and the catalogue lacks is known by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.armies.abilities import abilities_in
from battle.armies.unheld import unheld_rules
from datasheets.catalogue import Catalogue
from tests.battle.armies.printed_rules import bare, unheld


def test_each_stands_under_a_datasheet_that_has_no_rule_of_that_name(catalogue: Catalogue) -> None:
    rows = unheld_rules()
    held = abilities_in(catalogue).datasheets
    sheets = {sheet.id for sheet in catalogue.data.datasheets}

    assert (len(rows), sum(map(len, rows.values()))) == (61, 82)
    assert rows.keys() - sheets == set()
    assert [
        (id, name)
        for id, names in rows.items()
        for name in names
        if bare(name) in {bare(one.name) for one in held.get(id, ())}
    ] == []


@pytest.mark.reference
def test_the_list_is_what_the_datasheets_print(catalogue: Catalogue, reference_lists: Path) -> None:
    found = unheld(catalogue, reference_lists.parent / "data" / "gdc-11e")

    assert {id: tuple(names) for id, names in found.items()} == unheld_rules()
