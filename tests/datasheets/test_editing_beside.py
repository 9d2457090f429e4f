"""Several people at once at the one door, each with a connection of their own where the database has them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from datasheets.models import Edit, EditGroup, Override
from datasheets.services import import_catalogue, turns
from datasheets.services.editing import EditConflict, WorkingEntry, save_changes, working_data, working_entry
from datasheets.services.refusals import CatalogueBusy
from tests.datasheets.builders import mini_build, mini_catalogue
from tests.datasheets.edits import KILN, SQUAD
from tests.datasheets.test_turns import BUSY, somebody_imports

pytestmark = pytest.mark.django_db(transaction=True)


def test_nobody_saves_while_somebody_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import_catalogue(mini_build())
    file = tmp_path / "catalogue.import-lock"
    monkeypatch.setattr(turns, "lock_file", lambda: file)
    wanted = {KILN: replace(working_entry(KILN).value, name="Oven")}

    with somebody_imports(file), pytest.raises(CatalogueBusy) as refused:
        save_changes(wanted, by=None, reason="")

    assert str(refused.value) == BUSY
    assert working_data() == mini_catalogue()
    assert Edit.objects.count() == 0
    save_changes(wanted, by=None, reason="")
    assert working_entry(KILN).value.name == "Oven"


def test_of_many_who_set_one_field_one_wins_and_the_others_are_told() -> None:
    import_catalogue(mini_build())
    loaded = working_entry(KILN)

    def save(number: int) -> str:
        try:
            value = replace(loaded.value, name=f"Kiln {number}")
            save_changes({KILN: value}, by=None, reason="", versions={KILN: loaded.version})
            return f"Kiln {number}"
        except EditConflict:
            return "told"
        finally:
            if connection.vendor == "postgresql":
                connection.close()

    told = _at_once(save)

    assert sorted(told)[1:] == ["told"] * (PEOPLE - 1)
    assert working_entry(KILN).value.name == sorted(told)[0]
    assert (EditGroup.objects.count(), Override.objects.filter(field="name").count()) == (1, 1)


def test_of_many_who_set_fields_of_their_own_nothing_is_lost() -> None:
    import_catalogue(mini_build())
    kiln, squad = working_entry(KILN), working_entry(SQUAD)
    edits: list[tuple[WorkingEntry, dict[str, Any]]] = [
        (kiln, {"name": "Oven"}),
        (kiln, {"aliases": ("Baker",)}),
        (kiln, {"is_legends": True}),
        (squad, {"name": "Embers"}),
    ]

    def save(number: int) -> str:
        loaded, fields = edits[number]
        try:
            wanted = {loaded.ref: replace(loaded.value, **fields)}
            save_changes(wanted, by=None, reason="", versions={loaded.ref: loaded.version})
            return "saved"
        finally:
            if connection.vendor == "postgresql":
                connection.close()

    assert _at_once(save) == ["saved"] * PEOPLE
    found = working_entry(KILN).value
    assert (found.name, found.aliases, found.is_legends) == ("Oven", ("Baker",), True)
    assert working_entry(SQUAD).value.name == "Embers"


PEOPLE = 4


def _at_once(save: object) -> list[str]:
    assert callable(save)
    if connection.vendor == "postgresql":
        with ThreadPoolExecutor(PEOPLE) as people:
            return list(people.map(save, range(PEOPLE)))
    # A database in memory is one connection's; SQLite lets one write after the other anyway.
    return [save(number) for number in range(PEOPLE)]
