"""Undo, giving back, and what was made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import override_settings

from datasheets import models
from datasheets.catalogue.attachment import Attachment, AttachmentRole
from datasheets.catalogue.entries import EntryRef, ref_of
from datasheets.models import EditGroup, EditKind, Override
from datasheets.overlay.kept import as_json
from datasheets.services.editing import (
    EditConflict,
    EditRefused,
    EntryInUse,
    Use,
    give_back,
    history_of,
    save_changes,
    undo_change,
    working_data,
    working_entries,
    working_entry,
)
from datasheets.services.roles import Right
from tests.datasheets.builders import mini_catalogue
from tests.datasheets.edits import (
    KILN,
    KILN_PRICE,
    TITAN,
    TITAN_PRICE,
    ember_titan,
    saved,
    state,
    titan_with_price,
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


@override_settings(CATALOGUE_USES=["tests.datasheets.test_editing_undo.uses_of_titan"])
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
