"""Edits over moving sources: laid over at every import, asked about where upstream moves underneath (R-12)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from datasheets import models
from datasheets.catalogue.entries import EntryRef, entries_of
from datasheets.catalogue.points import CopyTier, PriceTable, SizeRow
from datasheets.import_report import compare_with_manual, lines
from datasheets.models import EditKind, Override
from datasheets.overlay.kept import as_json
from datasheets.services import import_catalogue
from datasheets.services.editing import (
    EditRefused,
    confirm_override,
    give_back,
    history_of,
    moved_overrides,
    save_changes,
    undo_change,
    waiting_overrides,
    working_data,
    working_entries,
    working_entry,
)
from datasheets.services.roles import Right
from tests.datasheets.builders import mini_build, mini_catalogue
from tests.datasheets.edits import (
    KILN,
    KILN_PRICE,
    OLD_PRICE,
    imported,
    old_price,
    priced,
    questions,
    saved,
    the_waiting,
    with_fields,
    without_old_price,
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


def test_edit_survives_the_import_of_unchanged_sources(stored: None, owner: User) -> None:
    saved(KILN_PRICE, owner, tiers=priced(75))
    after = working_data()

    outcome = imported()

    assert outcome.difference.count == 0
    assert outcome.after == after == working_data()
    assert outcome.laid.edited == {KILN_PRICE}
    assert waiting_overrides() == 0
    assert models.PriceTable.objects.get(datasheet__public_id=KILN.key).is_edited


def test_edit_of_one_field_lets_the_others_follow_the_sources(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")

    imported(with_fields(KILN, aliases=("Baker",), source="wh40kdc 2"))

    kiln = working_entry(KILN).value
    assert (kiln.name, kiln.aliases, kiln.source) == ("Oven", ("Baker",), "admin")
    assert questions() == []
    give_back(KILN, by=owner, reason="")
    assert working_entry(KILN).value == replace(kiln, name="Kiln", source="wh40kdc 2")


def test_dry_run_tells_what_would_wait_and_writes_nothing(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")
    before = list(Override.objects.values_list())

    outcome = import_catalogue(mini_build(with_fields(KILN, name="Kiln Mk II")), is_dry_run=True)

    assert [(ref, field, kept.moved_to) for ref, field, kept in outcome.laid.waiting] == [(KILN, "name", "Kiln Mk II")]
    assert list(Override.objects.values_list()) == before


def test_edit_under_which_the_sources_moved_stands_and_waits(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven", reason="Misprint")
    signed = Override.objects.values_list("by_name", "reason", "at").get(field="name")

    outcome = imported(with_fields(KILN, name="Kiln Mk II"))

    assert working_entry(KILN).value.name == "Oven"
    assert questions() == [(str(KILN), "name", "moved", "Kiln Mk II")]
    assert Override.objects.values_list("by_name", "reason", "at").get(field="name") == signed
    assert waiting_overrides() == 1
    assert outcome.published is None
    told = list(lines(outcome, compare_with_manual(outcome), 1))
    assert "Edits that wait for a decision, and publishing with them: 1." in told
    assert "  datasheets/ash-wardens:kiln name: the sources have another value now" in told


def test_question_goes_away_when_the_sources_move_back(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")
    imported(with_fields(KILN, name="Kiln Mk II"))

    imported()

    assert questions() == []
    assert Override.objects.values_list("value", "replaced", "moved_to").get(field="name") == ("Oven", "Kiln", None)


def test_edit_that_the_sources_take_up_is_no_edit_any_more(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")

    outcome = imported(with_fields(KILN, name="Oven"))

    assert outcome.laid.agreed == ((KILN, "name"),)
    assert Override.objects.count() == 0
    assert working_data() == with_fields(KILN, name="Oven")
    assert not models.Datasheet.objects.filter(is_edited=True).exists()
    told = list(lines(outcome, compare_with_manual(outcome), 1))
    assert (
        "The sources now have what was edited here: datasheets/ash-wardens:kiln name. It is no edit any more." in told
    )


def test_moved_edit_can_be_kept_and_is_asked_about_once(stored: None, owner: User, club_mate: User) -> None:
    saved(KILN, owner, name="Oven")
    moved = with_fields(KILN, name="Kiln Mk II")
    imported(moved)

    confirm_override(the_waiting(), keep=True, by=club_mate)

    assert questions() == []
    assert working_entry(KILN).value.name == "Oven"
    assert [(each.kind, each.by) for each in history_of(KILN)] == [
        (EditKind.CONFIRM, "club_mate"),
        (EditKind.EDIT, "owner"),
    ]
    imported(moved)
    assert questions() == []
    assert Override.objects.get(field="name").replaced == "Kiln Mk II"


def test_moved_edit_can_be_given_up(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")
    imported(with_fields(KILN, name="Kiln Mk II"))
    waiting = the_waiting()

    confirm_override(waiting, keep=False, by=owner)

    assert working_data() == with_fields(KILN, name="Kiln Mk II")
    assert Override.objects.count() == 0
    with pytest.raises(EditRefused, match="It was decided already"):
        confirm_override(waiting, keep=True, by=owner)


def test_what_does_not_wait_cannot_be_decided(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")

    with pytest.raises(EditRefused, match="Nothing waits to be decided here"):
        confirm_override(Override.objects.get(field="name").pk, keep=True, by=owner)


def test_moved_edit_given_back_is_what_the_sources_have_now(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")
    imported(with_fields(KILN, name="Kiln Mk II"))

    give_back(KILN, by=owner, reason="")

    assert working_data() == with_fields(KILN, name="Kiln Mk II")


def test_new_edit_of_a_moved_field_still_waits(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")
    imported(with_fields(KILN, name="Kiln Mk II"))

    saved(KILN, owner, name="Furnace")

    assert questions() == [(str(KILN), "name", "moved", "Kiln Mk II")]
    saved(KILN, owner, name="Kiln Mk II")
    assert Override.objects.count() == 0


def test_edit_of_an_entry_that_the_sources_drop_waits_and_the_entry_goes(stored: None, owner: User) -> None:
    saved(OLD_PRICE, owner, tiers=priced(55))

    imported(without_old_price())

    assert OLD_PRICE not in working_entries([OLD_PRICE])
    last = as_json(replace(old_price(), tiers=priced(55), source="admin"))
    assert questions() == [(str(OLD_PRICE), "tiers", "gone", last)]
    imported(without_old_price())
    assert questions() == [(str(OLD_PRICE), "tiers", "gone", last)]


def test_entry_that_the_sources_dropped_can_be_kept_as_made_by_hand(stored: None, owner: User) -> None:
    saved(OLD_PRICE, owner, tiers=priced(55))
    imported(without_old_price())

    confirm_override(the_waiting(), keep=True, by=owner)

    assert working_entry(OLD_PRICE).is_handmade
    assert working_entry(OLD_PRICE).value.tiers == priced(55)
    assert imported(without_old_price()).difference.count == 0
    assert questions() == []


def test_entry_that_the_sources_dropped_can_be_let_go(stored: None, owner: User) -> None:
    saved(OLD_PRICE, owner, tiers=priced(55), block="Relics")
    imported(without_old_price())

    confirm_override(moved_overrides()[0].pk, keep=False, by=owner)

    assert Override.objects.count() == 0
    assert working_data() == without_old_price()


def test_edit_is_in_force_again_when_the_sources_have_the_entry_again(stored: None, owner: User) -> None:
    saved(OLD_PRICE, owner, tiers=priced(55))
    imported(without_old_price())

    imported()

    assert working_entry(OLD_PRICE).value.tiers == priced(55)
    assert questions() == []


def test_undo_after_an_import_still_returns_to_the_sources(stored: None, owner: User) -> None:
    change = saved(KILN_PRICE, owner, tiers=priced(75))
    imported(with_fields(KILN_PRICE, block="Vehicles"))
    assert change.change_id is not None

    undo_change(change.change_id, by=owner)

    assert working_data() == with_fields(KILN_PRICE, block="Vehicles")
    assert Override.objects.count() == 0


def test_renamed_upstream_does_not_take_an_edited_name_for_an_old_one(stored: None, owner: User) -> None:
    saved(KILN, owner, name="Oven")

    imported(with_fields(KILN, name="Kiln Mk II"))

    assert working_entry(KILN).value.aliases == ()


def test_many_prices_made_by_hand_are_laid_over_in_one_go(stored: None, owner: User) -> None:
    tables = {
        EntryRef("prices", f"{sheet.id}|{faction.id}"): PriceTable(
            sheet.id, faction.id, (CopyTier(1, None, tuple(SizeRow(count, 10 * count) for count in range(1, 60))),)
        )
        for sheet in mini_catalogue().datasheets
        for faction in mini_catalogue().factions
        if EntryRef("prices", f"{sheet.id}|{faction.id}") not in entries_of(mini_catalogue(), "prices")
    }
    save_changes(tables, by=owner, reason="Bulk")

    outcome = imported()

    assert outcome.difference.count == 0
    assert len(outcome.laid.edited) == len(tables) == 11
