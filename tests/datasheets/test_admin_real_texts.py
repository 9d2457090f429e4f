"""What the editing page shows of the real catalogue is read back to the letter, field by field."""

from __future__ import annotations

from typing import Any

import pytest

from datasheets.admin.workbench.editor import EntryEditor
from datasheets.admin.workbench.names import Named, Names
from datasheets.admin.workbench.page import plan_of
from datasheets.admin.workbench.rows import ValueForm
from datasheets.catalogue import Catalogue
from datasheets.catalogue.entries import ref_of

EVERY = 15
"""Each so many entries of a collection are looked at."""

COLLECTIONS = (
    "factions",
    "battle_sizes",
    "items",
    "datasheets",
    "prices",
    "detachments",
    "enhancements",
    "attachments",
    "allied_rules",
    "group_limits",
    "allegiances",
)


@pytest.fixture(scope="module")
def named(catalogue: Catalogue) -> dict[Named, dict[str, str]]:
    """Names of the real catalogue."""
    data = catalogue.data
    kinds: dict[Named, Any] = {
        Named.ITEM: data.items,
        Named.DATASHEET: data.datasheets,
        Named.DETACHMENT: data.detachments,
        Named.FACTION: data.factions,
        Named.BATTLE_SIZE: data.battle_sizes,
        Named.DISPOSITION: data.dispositions,
    }
    return {kind: {row.id: row.name for row in rows} for kind, rows in kinds.items()}


def shown(form: Any) -> dict[str, str]:
    """What a form would send where nothing is touched."""
    sent = {}
    for field in form:
        value = field.value()
        if value is not None and value is not False:
            sent[field.html_name] = "on" if value is True else str(value)
    return sent


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_every_field_is_read_back_from_its_text(
    catalogue: Catalogue, named: dict[Named, dict[str, str]], collection: str
) -> None:
    names = Names(named)
    otherwise = []
    entries = getattr(catalogue.data, collection)[::EVERY]
    assert entries
    for value in entries:
        ref = ref_of(collection, value)
        names.faction, near = ref.key.partition(":")[0], getattr(value, "items", ())
        names.put_near(near)
        page = EntryEditor(plan_of(collection), ref, value, names=names, prefix="m")
        sent = shown(page.form)
        for rows in page.parts.values():
            for form in (rows.management_form, *rows.forms):
                sent |= shown(form)
        back = EntryEditor(plan_of(collection), ref, value, names=names, prefix="m", data=sent)
        assert back.is_valid(), (ref, back.form.errors, [rows.errors for rows in back.parts.values()])
        assert back.value({}) == value
        forms: list[ValueForm] = [back.form, *(form for rows in back.parts.values() for form in rows.forms)]
        otherwise += [
            (ref, name, read)
            for form in forms
            if form.value is not None
            for name, read in form.cleaned_data.items()
            if name != "DELETE" and read != getattr(form.value, name)
        ]
    assert otherwise == []
