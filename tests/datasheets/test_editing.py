"""Editing through the one door: written, remembered, undone, refused, and merged between two editors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, OperationalError
from django.test import override_settings

from datasheets import models
from datasheets.catalogue.attachment import Attachment, AttachmentRole
from datasheets.catalogue.datasheet import Datasheet, ModelKind, ModelProfile
from datasheets.catalogue.entries import EntryRef, NoSuchEntry, Value, entries_of, ref_of, with_entries
from datasheets.catalogue.points import CopyTier, PriceTable, SizeRow
from datasheets.models import Edit, EditGroup, EditKind, Override
from datasheets.overlay.kept import as_json
from datasheets.services import saving
from datasheets.services.editing import (
    EditConflict,
    EditRefused,
    EntryInUse,
    SavedChange,
    Use,
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


KILN = EntryRef("datasheets", "ash-wardens:kiln")
KILN_PRICE = EntryRef("prices", "ash-wardens:kiln|ash-wardens")
SQUAD = EntryRef("datasheets", "ash-wardens:cinder-squad")


def saved(ref: EntryRef, by: User | None = None, *, reason: str = "because", **fields: Any) -> SavedChange:
    """The change that setting these fields of an entry makes."""
    return save_changes({ref: replace(working_entry(ref).value, **fields)}, by=by, reason=reason)


def priced(points: int) -> tuple[CopyTier, ...]:
    return (CopyTier(1, None, (SizeRow(1, points),)),)


def stored_tier(points: int) -> dict[str, object]:
    return {"first": 1, "last": None, "rows": [{"models": 1, "points": points, "composition": []}]}


def rows_of(ref: EntryRef) -> list[tuple[str, object, object]]:
    return list(
        Override.objects.filter(collection=ref.collection, key=ref.key).values_list("field", "value", "replaced")
    )


def state() -> tuple[object, ...]:
    """Everything that a refused edit must leave as it was."""
    return (
        working_data(),
        list(Override.objects.values_list()),
        Edit.objects.count(),
        EditGroup.objects.count(),
        models.Datasheet.objects.filter(is_edited=True).count(),
    )


def ember_titan() -> Datasheet:
    """A datasheet that nobody's sources have."""
    return Datasheet(
        id="ash-wardens:ember-titan",
        name="Ember Titan",
        faction="ash-wardens",
        faction_keywords=("Ash Wardens",),
        keywords=("Vehicle", "Newest Word"),
        minimum_models=1,
        maximum_models=1,
        profiles=(ModelProfile("Ember Titan", 10, 12, 2, 24, 6, 8),),
        kinds=(ModelKind("Ember Titan", 1, 1, profile="Ember Titan"),),
        items=("ash-wardens:ember-lance",),
    )


TITAN = EntryRef("datasheets", "ash-wardens:ember-titan")
TITAN_PRICE = EntryRef("prices", "ash-wardens:ember-titan|ash-wardens")


def titan_with_price() -> dict[EntryRef, Value]:
    return {TITAN: ember_titan(), TITAN_PRICE: PriceTable("ash-wardens:ember-titan", "ash-wardens", priced(500))}


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


def test_undo_puts_back_what_was_there(stored: None, owner: User, club_mate: User) -> None:
    change = save_changes(
        {
            KILN: replace(working_entry(KILN).value, name="Oven"),
            KILN_PRICE: replace(working_entry(KILN_PRICE).value, tiers=()),
        },
        by=owner,
        reason="Both at once",
    )
    assert change.change_id is not None

    undone = undo_change(change.change_id, by=club_mate)

    assert working_data() == mini_catalogue()
    assert Override.objects.count() == 0
    assert [(each.kind, each.by, each.is_undone) for each in history_of(KILN)] == [
        (EditKind.UNDO, "club_mate", False),
        (EditKind.EDIT, "owner", True),
    ]
    with pytest.raises(EditRefused, match="undone already"):
        undo_change(change.change_id, by=owner)
    assert undone.change_id is not None
    undo_change(undone.change_id, by=owner)
    assert working_entry(KILN).value.name == "Oven"
    assert undo_change(change.change_id, by=owner).change_id is not None
    assert working_data() == mini_catalogue()


def test_undo_leaves_other_fields_as_others_set_them(stored: None, owner: User, club_mate: User) -> None:
    change = saved(KILN, owner, name="Oven")
    saved(KILN, club_mate, aliases=("Baker",))
    assert change.change_id is not None

    undo_change(change.change_id, by=owner)

    kiln = working_entry(KILN).value
    assert (kiln.name, kiln.aliases, kiln.source) == ("Kiln", ("Baker",), "admin")


def test_undo_of_what_was_changed_since_is_refused(stored: None, owner: User, club_mate: User) -> None:
    change = saved(KILN, owner, name="Oven")
    saved(KILN, club_mate, name="Furnace")
    before = state()
    assert change.change_id is not None

    with pytest.raises(EditConflict) as refused:
        undo_change(change.change_id, by=owner)

    (conflict,) = refused.value.conflicts
    assert (conflict.field, conflict.theirs, conflict.mine, conflict.by) == ("name", "Furnace", "Kiln", "club_mate")
    assert state() == before


def test_undo_of_a_change_there_is_not_is_refused(stored: None) -> None:
    with pytest.raises(EditRefused, match="There is no such change"):
        undo_change(4711, by=None)


def test_new_datasheet_with_its_price_is_one_change_and_can_be_undone(stored: None, owner: User) -> None:
    change = save_changes(titan_with_price(), by=owner, reason="New model", versions={TITAN: ""})

    found = working_entries(titan_with_price())
    assert found[TITAN].is_handmade
    assert found[TITAN].value == replace(ember_titan(), source="admin")
    assert models.Datasheet.objects.get(public_id=TITAN.key).is_edited
    assert EditGroup.objects.count() == 1
    assert change.change_id is not None

    undo_change(change.change_id, by=owner)

    assert working_entries(titan_with_price()) == {}
    assert Override.objects.count() == 0


def test_edit_of_an_entry_made_by_hand_keeps_it_whole(stored: None, owner: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")

    saved(TITAN, owner, name="Great Titan")

    row = Override.objects.get(collection="datasheets", key=TITAN.key)
    assert row.field == ""
    assert row.value == as_json(replace(ember_titan(), name="Great Titan", source="admin"))
    assert [each.field for each in history_of(TITAN)] == ["name", ""]


def test_entry_of_the_sources_cannot_be_deleted(stored: None, owner: User) -> None:
    before = state()

    with pytest.raises(EditRefused, match="would return with the next import"):
        save_changes({KILN: None}, by=owner, reason="")

    assert state() == before


def test_entry_made_by_hand_can_be_deleted_and_brought_back(stored: None, owner: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")
    full = working_data()

    change = save_changes({TITAN: None, TITAN_PRICE: None}, by=owner, reason="Never came out")

    # The new keyword stays until the next import clears it away.
    assert working_data() == mini_catalogue()
    assert Override.objects.count() == 0
    assert change.change_id is not None
    undo_change(change.change_id, by=owner)
    assert working_data() == full


def test_entry_that_others_name_cannot_be_deleted_alone(stored: None, owner: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")
    before = state()

    with pytest.raises(EditRefused, match=r"It is named by prices/ash-wardens:ember-titan\|ash-wardens"):
        save_changes({TITAN: None}, by=owner, reason="")

    assert state() == before


def test_deleting_twice_is_told(stored: None) -> None:
    with pytest.raises(EditRefused, match="not there any more"):
        save_changes({TITAN: None}, by=None, reason="")


def uses_of_titan(ref: EntryRef) -> list[Use]:
    """Rosters for the tests of deletion."""
    return [Use("Ash on the wind (owner)", "/rosters/1/")] if ref == TITAN else []


@override_settings(CATALOGUE_USES=["tests.datasheets.test_editing.uses_of_titan"])
def test_entry_that_a_saved_roster_uses_cannot_be_deleted(stored: None, owner: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")
    before = state()

    with pytest.raises(EntryInUse) as refused:
        save_changes({TITAN: None, TITAN_PRICE: None}, by=owner, reason="")

    assert refused.value.uses == (Use("Ash on the wind (owner)", "/rosters/1/"),)
    assert str(refused.value) == (
        "datasheets/ash-wardens:ember-titan is used by 1 saved roster: Ash on the wind (owner)."
        " Take it out of them first; nothing was deleted."
    )
    assert state() == before


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


def test_two_editors_on_different_fields_are_merged_and_told(stored: None, owner: User, club_mate: User) -> None:
    loaded = working_entry(KILN)
    saved(KILN, club_mate, name="Oven")

    change = save_changes(
        {KILN: replace(loaded.value, aliases=("Baker",))}, by=owner, reason="", versions={KILN: loaded.version}
    )

    kiln = working_entry(KILN).value
    assert (kiln.name, kiln.aliases) == ("Oven", ("Baker",))
    assert change.merged == {KILN: ("name",)}


def test_second_editor_of_one_field_is_told_and_nothing_is_lost(stored: None, owner: User, club_mate: User) -> None:
    loaded = working_entry(KILN)
    saved(KILN, club_mate, name="Oven", aliases=("Baker",))
    before = state()

    with pytest.raises(EditConflict) as refused:
        save_changes(
            {KILN: replace(loaded.value, name="Furnace")}, by=owner, reason="", versions={KILN: loaded.version}
        )

    (conflict,) = refused.value.conflicts
    assert (conflict.ref, conflict.field, conflict.base, conflict.theirs, conflict.mine, conflict.by) == (
        KILN,
        "name",
        "Kiln",
        "Oven",
        "Furnace",
        "club_mate",
    )
    assert conflict.at == EditGroup.objects.get().at
    assert str(refused.value).startswith("club_mate changed name of datasheets/ash-wardens:kiln at ")
    assert state() == before


def test_two_editors_of_the_same_mind_do_not_conflict(stored: None, owner: User, club_mate: User) -> None:
    loaded = working_entry(KILN)
    saved(KILN, club_mate, name="Oven")

    change = save_changes(
        {KILN: replace(loaded.value, name="Oven")}, by=owner, reason="", versions={KILN: loaded.version}
    )

    assert change.change_id is None


def test_edit_of_what_somebody_deleted_in_between_is_a_conflict(stored: None, owner: User, club_mate: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")
    loaded = working_entry(TITAN)
    save_changes({TITAN: None, TITAN_PRICE: None}, by=club_mate, reason="No")

    with pytest.raises(EditConflict) as refused:
        save_changes({TITAN: replace(loaded.value, name="T")}, by=owner, reason="", versions={TITAN: loaded.version})

    assert [(each.field, each.theirs, each.by) for each in refused.value.conflicts] == [("", None, "club_mate")]


def test_making_what_somebody_made_in_between_is_a_conflict(stored: None, owner: User, club_mate: User) -> None:
    save_changes(titan_with_price(), by=club_mate, reason="New model")

    with pytest.raises(EditConflict):
        save_changes({TITAN: replace(ember_titan(), name="Mine")}, by=owner, reason="", versions={TITAN: ""})

    assert working_entry(TITAN).value.name == "Ember Titan"


def test_what_an_import_changed_in_between_is_a_conflict(stored: None, owner: User) -> None:
    loaded = working_entry(KILN)
    models.Datasheet.objects.filter(public_id=KILN.key).update(name="Kiln of old")

    with pytest.raises(EditConflict, match=r"^An import changed name of"):
        save_changes({KILN: loaded.value}, by=owner, reason="", versions={KILN: loaded.version})


def test_given_back_entry_is_as_the_sources_have_it(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven", aliases=("Baker",))

    give_back(KILN, by=owner, reason="Was wrong", fields=["name"])

    assert (working_entry(KILN).value.name, working_entry(KILN).value.aliases) == ("Kiln", ("Baker",))
    give_back(KILN, by=owner, reason="Was wrong")
    assert working_data() == mini_catalogue()
    assert Override.objects.count() == 0
    assert history_of(KILN)[0].kind is EditKind.GIVE_BACK


def test_entry_made_by_hand_has_nothing_to_be_given_back_to(stored: None, owner: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")

    with pytest.raises(EditRefused, match="It was made by hand"):
        give_back(TITAN, by=owner, reason="")


def test_attachments_are_known_with_and_without_detachment(stored: None, owner: User) -> None:
    free = Attachment("ash-wardens:flame-marshal", "ash-wardens:old-kiln", AttachmentRole.SUPPORT)
    gated = replace(free, required_detachment="ash-wardens:wildfire")
    refs = [ref_of("attachments", row) for row in (free, gated)]

    save_changes(dict(zip(refs, (free, gated), strict=True)), by=owner, reason="")

    assert [working_entry(ref).value.required_detachment for ref in refs] == [None, "ash-wardens:wildfire"]
    save_changes({refs[0]: None}, by=owner, reason="")
    assert list(working_entries(refs)) == [refs[1]]


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
