"""Two editors on one entry: merged where they can be, and else the second one is told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from datasheets import models
from datasheets.models import EditGroup
from datasheets.services.editing import (
    EditConflict,
    save_changes,
    working_entry,
)
from datasheets.services.roles import Right
from tests.datasheets.edits import (
    KILN,
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
