"""Editing through the one door: written, remembered, refused, or not written at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, OperationalError

from datasheets import models
from datasheets.catalogue.datasheet import ModelKind, ModelProfile
from datasheets.catalogue.entries import EntryRef, NoSuchEntry, Value, entries_of, ref_of, with_entries
from datasheets.models import EditGroup, Override
from datasheets.services import saving
from datasheets.services.editing import (
    EditRefused,
    SavedChange,
    confirm_override,
    give_back,
    history_of,
    origins_of,
    save_changes,
    undo_change,
    working_data,
    working_entries,
    working_entry,
)
from datasheets.services.refusals import CatalogueBusy
from datasheets.services.roles import NotAllowed, Right
from datasheets.tables.entries import EDITABLE, FIXED, MODELS, ref_of_row, row_key
from datasheets.tables.table import TABLE_OF
from tests.datasheets.builders import mini_catalogue
from tests.datasheets.edits import (
    KILN,
    KILN_PRICE,
    SQUAD,
    priced,
    rows_of,
    saved,
    state,
    stored_tier,
)
from tests.datasheets.rights import with_rights

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(owner: User) -> User:
    """Somebody who may edit and decide."""
    return with_rights(owner, Right.EDIT, Right.CONFIRM)


@pytest.fixture
def club_mate(club_mate: User) -> User:
    """Somebody else who may edit and decide."""
    return with_rights(club_mate, Right.EDIT, Right.CONFIRM)


def test_every_collection_is_read_entry_by_entry_as_it_is_read_whole(stored: None) -> None:
    entries = entries_of(mini_catalogue(), *EDITABLE)

    found = working_entries(entries)

    assert {ref: each.value for ref, each in found.items()} == entries
    assert set(MODELS) == {*EDITABLE, *FIXED}


def test_every_entry_is_found_again_by_the_key_of_its_row(stored: None) -> None:
    for ref in entries_of(mini_catalogue(), *EDITABLE):
        key = row_key(ref)
        assert key is not None
        assert ref_of_row(TABLE_OF[MODELS[ref.collection]], key) == ref


def test_unknown_entries_are_said_not_to_be_there(stored: None) -> None:
    for ref in (EntryRef("datasheets", "nobody"), EntryRef("prices", "a|b|c|d"), EntryRef("attachments", "a")):
        with pytest.raises(NoSuchEntry, match="There is no entry"):
            working_entry(ref)


def test_an_edited_field_is_written_remembered_and_told(stored: None, owner: User) -> None:
    change = saved(KILN_PRICE, owner, reason="Errata of May", tiers=priced(75))

    assert working_entry(KILN_PRICE).value == replace(
        entries_of(mini_catalogue())[KILN_PRICE], tiers=priced(75), source="admin"
    )
    old, new = stored_tier(70), stored_tier(75)
    assert rows_of(KILN_PRICE) == [("source", "admin", ""), ("tiers", [new], [old])]
    assert models.PriceTable.objects.get(datasheet__public_id=KILN.key).is_edited
    assert [(each.field, each.before, each.after, each.by, each.reason) for each in history_of(KILN_PRICE)] == [
        ("tiers", [old], [new], "owner", "Errata of May")
    ]
    assert change.change_id == EditGroup.objects.get().pk
    origin = origins_of(KILN_PRICE)["tiers"]
    assert (origin.layer.value, origin.by, origin.reason, origin.replaced) == ("edit", "owner", "Errata of May", [old])


@pytest.mark.parametrize("doing", ["save", "undo", "give back", "decide"])
def test_who_is_no_editor_changes_nothing(doing: str, stored: None, owner: User, stranger: User) -> None:
    change = saved(KILN, owner, name="Oven")
    assert change.change_id is not None
    number, before = change.change_id, state()
    deeds: dict[str, Callable[[], object]] = {
        "save": lambda: saved(KILN, stranger, name="Mine"),
        "undo": lambda: undo_change(number, by=stranger),
        "give back": lambda: give_back(KILN, by=stranger, reason=""),
        "decide": lambda: confirm_override(Override.objects.get(field="name").pk, keep=True, by=stranger),
    }

    with pytest.raises(NotAllowed, match="stranger may not"):
        deeds[doing]()

    assert state() == before


def test_saving_what_is_there_writes_nothing(stored: None, owner: User) -> None:
    before = state()

    change = save_changes({KILN: working_entry(KILN).value}, by=owner, reason="")

    assert change == SavedChange(None, (), {})
    assert state() == before


def test_nothing_else_is_written(stored: None, owner: User) -> None:
    saved(SQUAD, owner, keywords=("Infantry", "Newest Word"))

    squad = replace(entries_of(mini_catalogue())[SQUAD], keywords=("Infantry", "Newest Word"), source="admin")
    assert working_data() == with_entries(mini_catalogue(), {SQUAD: squad})


@pytest.mark.parametrize("collection", EDITABLE)
def test_every_entry_can_be_taken_out_and_put_in_again(collection: str, stored: None) -> None:
    """What is read, written and read again entry by entry stays what it was."""
    for ref, value in entries_of(mini_catalogue(), collection).items():
        for field in value.__dataclass_fields__:
            if getattr(value, field) and isinstance(getattr(value, field), tuple):
                emptied = replace(value, **{field: ()})
                if ref_of(collection, emptied) != ref:
                    continue
                try:
                    change = save_changes({ref: emptied}, by=None, reason="")
                except EditRefused:
                    continue
                assert working_entry(ref).value == replace(emptied, **_signed(emptied))
                assert change.change_id is not None
                undo_change(change.change_id, by=None)
    assert working_data() == mini_catalogue()
    assert Override.objects.count() == 0


def _signed(value: Value) -> dict[str, str]:
    return {"source": "admin"} if hasattr(value, "source") else {}


def test_field_set_back_by_hand_is_no_edit_any_more(stored: None, owner: User) -> None:
    saved(KILN_PRICE, owner, tiers=priced(75))
    saved(KILN_PRICE, owner, tiers=priced(70))

    assert working_data() == mini_catalogue()
    assert Override.objects.count() == 0
    assert not models.PriceTable.objects.filter(is_edited=True).exists()
    assert len(history_of(KILN_PRICE)) == 2


def test_second_edit_still_remembers_what_the_sources_had(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")
    saved(KILN, owner, name="Furnace")

    assert rows_of(KILN) == [("name", "Furnace", "Kiln"), ("source", "admin", "")]


BAD: dict[str, tuple[EntryRef, dict[str, Any], str, str]] = {
    "a word for a number": (KILN, {"minimum_models": "one"}, "minimum_models", "Expected `int`, got `str`"),
    "a wrong type inside": (
        SQUAD,
        {"profiles": (ModelProfile("Cinder", "six", 4, 3, 2, 6, 2),)},  # type: ignore[arg-type]
        "profiles",
        "Expected `int`, got `str` in profiles[0].M.",
    ),
    "least above most": (
        KILN,
        {"minimum_models": 3},
        "minimum_models",
        "Minimum_models must not be above maximum_models.",
    ),
    "no name": (KILN, {"name": ""}, "name", "The name must not be empty."),
    "too long a name": (KILN, {"name": "K" * 201}, "name", "The name has 201 characters; 200 are allowed."),
    "a null character": (KILN, {"name": "Kil\0n"}, "name", "U+0000"),
    "a null character inside": (KILN, {"aliases": ("Oven", "Kil\0n")}, "aliases", "U+0000"),
    "half a character": (KILN, {"name": "Kil\ud800n"}, "name", "half of one"),
    "a negative price": (KILN_PRICE, {"tiers": priced(-5)}, "tiers", "must be from 0 to 2147483647"),
    "a huge price": (KILN_PRICE, {"tiers": priced(2**40)}, "tiers", "must be from 0 to 2147483647"),
    "an unknown faction": (KILN, {"faction": "nobody"}, "faction", "It names nobody, which is not among the factions"),
    "an unknown item": (SQUAD, {"items": ("lasso",)}, "items", "It names lasso, which is not among the"),
    "a kind that is gone": (
        SQUAD,
        {"kinds": (ModelKind("Cinder", 1, 9),)},
        "tiers",
        "which is not among the",
    ),
    "a keyword twice": (KILN, {"keywords": ("Vehicle", "Vehicle")}, "", "stands twice"),
    "another id": (KILN, {"id": "ash-wardens:oven"}, "", "What names an entry cannot be changed."),
}


@pytest.mark.parametrize("name", BAD)
def test_value_that_does_not_fit_is_refused_with_its_place(name: str, stored: None, owner: User) -> None:
    ref, fields, field, message = BAD[name]
    before = state()

    with pytest.raises(EditRefused) as refused:
        saved(ref, owner, **fields)

    first = refused.value.refusals[0]
    assert (first.ref, first.field) == (ref, field)
    assert message in first.message
    assert state() == before


def test_all_that_does_not_fit_is_told_at_once(stored: None, owner: User) -> None:
    kiln, squad = working_entry(KILN).value, working_entry(SQUAD).value

    with pytest.raises(EditRefused) as refused:
        save_changes({KILN: replace(kiln, name=""), SQUAD: replace(squad, name="")}, by=owner, reason="")

    assert [each.ref for each in refused.value.refusals] == [KILN, SQUAD]


def test_past_prices_and_unknown_collections_are_not_edited(stored: None) -> None:
    past = mini_catalogue().past_prices[0]

    with pytest.raises(EditRefused, match="What an older manual printed is not edited"):
        save_changes({ref_of("past_prices", past): past}, by=None, reason="")
    with pytest.raises(EditRefused, match="There is no collection wishes"):
        save_changes({EntryRef("wishes", "x"): past}, by=None, reason="")
    with pytest.raises(EditRefused, match="A Datasheet belongs here, not a PastPrice"):
        save_changes({KILN: past}, by=None, reason="")


FAULTS = ["write_entries", "write_overrides", "record"]


@pytest.mark.parametrize("step", FAULTS)
def test_crash_in_the_middle_of_a_save_leaves_nothing(
    step: str, stored: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = state()
    real = getattr(saving, step)

    def broken(*args: object, **kwargs: object) -> None:
        real(*args, **kwargs)
        raise RuntimeError("the power went")

    monkeypatch.setattr(saving, step, broken)
    with pytest.raises(RuntimeError, match="the power went"):
        saved(KILN, owner, name="Oven")

    assert state() == before


def test_save_beside_another_writer_is_told_so(stored: None, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*args: object, **kwargs: object) -> None:
        raise OperationalError("database is locked") from _Locked()

    monkeypatch.setattr(saving, "write_entries", locked)
    before = state()

    with pytest.raises(CatalogueBusy, match="try again in a minute"):
        saved(KILN, owner, name="Oven")
    assert state() == before


class _Locked(Exception):
    """What PostgreSQL's driver raises where a lock is not to be had."""

    sqlstate = "55P03"


def test_what_the_database_refuses_all_the_same_is_a_refusal(
    stored: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*args: object, **kwargs: object) -> None:
        raise IntegrityError("CHECK constraint failed: datasheet_named")

    monkeypatch.setattr("datasheets.services.entry_rows.write_difference", refused)

    with pytest.raises(EditRefused, match="The database refused it"):
        saved(KILN, owner, name="Oven")


def test_save_of_one_entry_asks_few_questions(stored: None, owner: User, django_assert_max_num_queries: object) -> None:
    loaded = working_entry(SQUAD)
    value = replace(loaded.value, name="Embers")

    # One for each table that a datasheet has parts in or names, however many datasheets there are.
    with django_assert_max_num_queries(70):  # type: ignore[operator]
        save_changes({SQUAD: value}, by=owner, reason="", versions={SQUAD: loaded.version})
