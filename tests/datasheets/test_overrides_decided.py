"""What was made by hand and then arrives, and edits that no longer fit: set aside, and decided (R-12)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from datasheets import models
from datasheets.catalogue.entries import EntryRef, entries_of, with_entries
from datasheets.catalogue.points import PriceTable
from datasheets.models import Override
from datasheets.overlay.kept import as_json
from datasheets.services.editing import (
    EditRefused,
    confirm_override,
    give_back,
    moved_overrides,
    save_changes,
    working_data,
    working_entries,
    working_entry,
)
from datasheets.services.roles import Right
from tests.datasheets.builders import mini_catalogue
from tests.datasheets.edits import (
    KILN_PRICE,
    OLD_KILN,
    OLD_PRICE,
    SQUAD,
    TITAN,
    TITAN_PRICE,
    imported,
    priced,
    questions,
    saved,
    the_waiting,
    titan_with_price,
    with_fields,
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


def test_entry_made_by_hand_survives_with_its_new_keyword(stored: None, owner: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")

    assert imported().difference.count == 0
    assert set(working_entries(titan_with_price())) == {TITAN, TITAN_PRICE}


def test_entry_made_by_hand_that_the_sources_bring_stands_and_waits(stored: None, owner: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")
    theirs = replace(titan_with_price()[TITAN], name="Titan of Embers", source="wh40kdc 2")

    imported(with_entries(mini_catalogue(), {TITAN: theirs}))

    assert working_entry(TITAN).value.name == "Ember Titan"
    assert questions() == [(str(TITAN), "", "arrived", as_json(theirs))]


def test_entry_that_arrived_can_stay_as_edits_of_theirs(stored: None, owner: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")
    theirs = replace(titan_with_price()[TITAN], name="Titan of Embers", source="wh40kdc 2")
    sources = with_entries(mini_catalogue(), {TITAN: theirs})
    imported(sources)

    confirm_override(the_waiting(), keep=True, by=owner)

    assert list(Override.objects.filter(key=TITAN.key).values_list("field", "value", "replaced")) == [
        ("name", "Ember Titan", "Titan of Embers"),
        ("source", "admin", "wh40kdc 2"),
    ]
    assert imported(sources).difference.count == 0
    assert questions() == []
    give_back(TITAN, by=owner, reason="")
    assert working_entry(TITAN).value == theirs


def test_entry_that_arrived_can_be_taken_from_the_sources(stored: None, owner: User) -> None:
    save_changes(titan_with_price(), by=owner, reason="New model")
    theirs = replace(titan_with_price()[TITAN], name="Titan of Embers")
    imported(with_entries(mini_catalogue(), {TITAN: theirs}))

    confirm_override(the_waiting(), keep=False, by=owner)

    assert working_entry(TITAN).value == theirs
    assert not working_entry(TITAN).is_handmade


def test_entry_that_arrived_just_as_it_was_made_by_hand_is_theirs(stored: None, owner: User) -> None:
    made = PriceTable("ash-wardens:flame-marshal", "ash-wardens", priced(60), source="Field Manual 1.1")
    ref = EntryRef("prices", "ash-wardens:flame-marshal|ash-wardens")
    save_changes({ref: made}, by=owner, reason="Printed at last")

    outcome = imported(with_entries(mini_catalogue(), {ref: made}))

    assert outcome.laid.agreed == ((ref, ""),)
    assert Override.objects.count() == 0


def test_entry_made_by_hand_that_names_what_is_gone_is_set_aside(stored: None, owner: User) -> None:
    ref = EntryRef("prices", "ash-wardens:old-kiln|ember")
    save_changes({ref: PriceTable("ash-wardens:old-kiln", "ember", priced(60))}, by=owner, reason="")
    rest = with_entries(mini_catalogue(), {OLD_KILN: None, OLD_PRICE: None})
    rest = replace(
        rest,
        detachments=tuple(
            replace(row, excluded_datasheets=tuple(each for each in row.excluded_datasheets if each != OLD_KILN.key))
            for row in rest.detachments
        ),
        attachments=tuple(row for row in rest.attachments if row.joining != OLD_KILN.key),
        group_limits=(),
    )

    imported(rest)

    assert working_data() == rest
    assert questions() == [(str(ref), "", "misfit", None)]
    assert "names ash-wardens:old-kiln as its datasheet" in Override.objects.get().problem
    with pytest.raises(EditRefused, match="which is not among the datasheets"):
        confirm_override(the_waiting(), keep=True, by=owner)
    imported()
    assert questions() == []
    assert working_entry(ref).is_handmade


def test_edit_that_no_longer_fits_is_set_aside_and_told(stored: None, owner: User) -> None:
    saved(SQUAD, owner, maximum_models=7)

    imported(with_fields(SQUAD, minimum_models=8))

    assert working_entry(SQUAD).value == entries_of(with_fields(SQUAD, minimum_models=8))[SQUAD]
    assert questions() == [(str(SQUAD), "maximum_models", "misfit", 10)]
    assert not models.Datasheet.objects.filter(is_edited=True).exists()
    confirm_override(the_waiting(), keep=False, by=owner)
    assert Override.objects.count() == 0


def test_edit_set_aside_can_be_made_to_fit_and_kept(stored: None, owner: User) -> None:
    saved(SQUAD, owner, maximum_models=7)
    imported(with_fields(SQUAD, minimum_models=8))

    with pytest.raises(EditRefused, match="must not be above"):
        confirm_override(the_waiting(), keep=True, by=owner)
    saved(SQUAD, owner, minimum_models=6)
    confirm_override(the_waiting(), keep=True, by=owner)

    assert (working_entry(SQUAD).value.minimum_models, working_entry(SQUAD).value.maximum_models) == (6, 7)
    assert questions() == []


def test_edit_stored_in_a_shape_nobody_knows_any_more_is_set_aside(stored: None, owner: User) -> None:
    saved(KILN_PRICE, owner, tiers=priced(75))
    Override.objects.filter(field="tiers").update(value=[{"from": 1}])

    imported()

    assert working_data() == mini_catalogue()
    assert [(row.question, "first" in row.problem) for row in moved_overrides()] == [("misfit", True)]
