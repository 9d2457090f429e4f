"""Keeping rosters: saving, what is refused, renaming, finishing, moving and deleting."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import ProtectedError
from django.db.models.deletion import Collector

from datasheets.catalogue import Catalogue
from datasheets.catalogue.entries import EntryRef
from datasheets.selectors import current_catalogue
from roster.access import roster_visible_to, rosters_visible_to
from roster.checking import check_text
from roster.document import Reference, RosterDocument, UnitEntry
from roster.models import Roster, RosterReference
from roster.saved import document_of
from roster.services.rosters import (
    RosterHasChanged,
    RosterRefused,
    delete_roster,
    finish_roster,
    move_to_release,
    plan_move,
    rename_roster,
    save_checked,
    save_roster,
    settle_open_lines,
)
from roster.uses import uses_of
from tests.roster.lists import LEGAL_LIST, NO_LIST, WITH_UNKNOWN_LINE, WITHOUT_WARLORD
from tests.roster.saved import WARBOSS, dearer, published, saved_roster, smaller, without

pytestmark = pytest.mark.django_db


def test_a_checked_text_is_kept_with_its_verdict_on_the_release_that_judged_it(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    assert (roster.name, roster.faction, roster.battle_size) == ("Patrol", "Orks", "Incursion")
    assert (roster.points, roster.is_complete, roster.legality, roster.is_finished) == (100, True, "legal", False)
    assert (roster.release.label, roster.open_lines, roster.version) == (release.stamp.label, [], 1)
    assert document_of(roster).release == release.stamp.label
    assert document_of(roster).units[0].datasheet.id == WARBOSS


def test_lines_not_understood_are_kept_and_leave_the_verdict_open(owner: User, release: Catalogue):
    roster = saved_roster(owner, release, WITH_UNKNOWN_LINE)
    assert roster.legality == "open"
    (line,) = roster.open_lines
    assert (line["number"], line["text"], line["unit"]) == (14, "1x Zzap vexilla of doom", "Warboss")
    assert line["meaning"] != ""
    settle_open_lines(roster)
    assert (roster.open_lines, roster.legality) == ([], "legal")
    carried = [count.item.name for count in document_of(roster).units[0].models[0].items]
    assert carried == ["Kustom shoota", "Power klaw"]


def test_a_text_that_is_no_list_is_not_kept(owner: User, release: Catalogue):
    with pytest.raises(RosterRefused, match=r"Nothing was saved\.$"):
        save_checked(owner, check_text(NO_LIST, release), catalogue=release)
    assert Roster.objects.count() == 0


def test_a_text_of_which_little_was_understood_is_not_kept(owner: User, release: Catalogue):
    noise = "".join(f"    1x Zzap vexilla of doom {number}\n" for number in range(101))
    with pytest.raises(RosterRefused, match=r"^101 lines of the text were not understood; .* at most 100\."):
        saved_roster(owner, release, LEGAL_LIST + noise)
    assert Roster.objects.count() == 0


def test_nobody_keeps_more_rosters_than_one_may(owner: User, release: Catalogue, monkeypatch):
    monkeypatch.setattr("roster.services.rosters.MAXIMUM_ROSTERS", 2)
    saved_roster(owner, release)
    saved_roster(owner, release)
    with pytest.raises(RosterRefused, match=r"^You keep 2 rosters; 2 is the most\. Delete one you no longer need\.$"):
        saved_roster(owner, release)
    assert Roster.objects.count() == 2


def test_a_document_beyond_measure_is_not_kept(owner: User, release: Catalogue):
    units = tuple(UnitEntry(f"u{number}", Reference(None, "x" * 3000)) for number in range(200))
    with pytest.raises(RosterRefused, match=r"bytes long as JSON; at most 400,000 are kept\."):
        save_roster(owner, RosterDocument(None, None, units=units))
    assert Roster.objects.count() == 0


def test_a_document_with_a_letter_that_databases_refuse_is_kept_without_it(owner: User, release: Catalogue):
    units = (UnitEntry("u1", Reference(None, "War\0boss")),)
    roster = save_roster(owner, RosterDocument(None, None, units=units, name="a\0b"))
    roster.refresh_from_db()
    assert (document_of(roster).units[0].datasheet.name, roster.name) == ("War�boss", "a�b")


def test_a_roster_is_its_owners_alone(owner: User, club_mate: User, release: Catalogue):
    roster = saved_roster(owner, release)
    assert roster_visible_to(owner, roster.uuid) == roster
    assert roster_visible_to(club_mate, roster.uuid) is None
    assert list(rosters_visible_to(AnonymousUser())) == []


def test_deleting_a_user_deletes_their_rosters(owner: User, club_mate: User, release: Catalogue):
    saved_roster(owner, release)
    kept = saved_roster(club_mate, release)
    owner.delete()
    assert list(Roster.objects.all()) == [kept]
    assert set(RosterReference.objects.values_list("roster", flat=True)) == {kept.pk}


def test_which_rosters_use_an_entry_is_one_query(
    owner: User, club_mate: User, release: Catalogue, django_assert_num_queries
):
    first = saved_roster(owner, release, name="Green tide")
    second = saved_roster(club_mate, release, name="Waaagh")
    with django_assert_num_queries(1):
        uses = uses_of(EntryRef("datasheets", WARBOSS))
    assert [(use.label, use.url) for use in uses] == [
        ("“Waaagh” of club_mate", f"/admin/roster/roster/{second.pk}/change/"),
        ("“Green tide” of owner", f"/admin/roster/roster/{first.pk}/change/"),
    ]
    assert uses_of(EntryRef("datasheets", "necrons:monolith")) == ()


def test_a_roster_uses_what_it_names_and_what_prices_it(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    used = {(row.collection, row.key) for row in roster.references.all()}
    assert {collection for collection, _ in used} == {
        "factions",
        "battle_sizes",
        "detachments",
        "dispositions",
        "datasheets",
        "items",
        "prices",
    }
    assert {
        ("factions", "orks"),
        ("detachments", "orks:war-horde"),
        ("datasheets", WARBOSS),
        ("prices", f"{WARBOSS}|orks"),
    } <= used


def test_a_roster_is_renamed_with_its_document(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    rename_roster(roster, "  Green\ttide ")
    roster.refresh_from_db()
    assert (roster.name, document_of(roster).name, roster.version) == ("Green tide", "Green tide", 2)
    with pytest.raises(RosterRefused, match=r"^The name is empty\. Give the roster a name\.$"):
        rename_roster(roster, " ")


def test_a_finished_roster_is_judged_as_one(owner: User, release: Catalogue):
    roster = saved_roster(owner, release, WITHOUT_WARLORD)
    assert roster.legality == "legal"  # a draft may lack its Warlord yet
    finish_roster(roster)
    assert (roster.is_finished, roster.legality) == (True, "illegal")
    finish_roster(roster, is_finished=False)
    assert (roster.is_finished, roster.legality) == (False, "legal")


def test_a_roster_stays_on_its_release_until_it_is_moved(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    published(dearer(release.data), release)
    roster.refresh_from_db()
    assert (roster.release.label, roster.points) == (release.stamp.label, 100)
    newest = current_catalogue()
    move = plan_move(roster, newest)
    assert move.to == newest.stamp.label
    assert (move.change.points_before, move.change.points_after) == (100, 110)
    assert [(unit.at, unit.name, unit.before, unit.after) for unit in move.change.units] == [
        ("/units/0", "Warboss", 100, 110)
    ]
    assert (move.change.checks, move.change.newly_broken, move.change.newly_held) == ((), (), ())
    move_to_release(roster, newest)
    roster.refresh_from_db()
    assert (roster.release.label, roster.points, roster.version) == (newest.stamp.label, 110, 2)
    assert document_of(roster).release == newest.stamp.label
    assert plan_move(roster, newest).change.is_change is False


def test_a_move_says_what_becomes_illegal_and_by_how_much(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    published(smaller(dearer(release.data), "incursion", 105), release)
    change = plan_move(roster, current_catalogue()).change
    assert (change.points_after, change.over_by) == (110, 5)
    assert (change.legality_before, change.legality_after) == ("legal", "illegal")
    assert change.newly_broken == ("25.03/points-limit",)
    (check,) = change.checks
    assert check.sentence == "110 points; Incursion allows 105. Remove 5 points."


def test_a_move_to_a_release_without_a_datasheet_says_that_its_price_is_gone(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    published(without(release.data, EntryRef("datasheets", WARBOSS)), release)
    change = plan_move(roster, current_catalogue()).change
    (unit,) = change.units
    assert (unit.before, unit.after, unit.reason) == (100, None, "Warboss is not recognised")
    assert (change.is_complete_before, change.is_complete_after) == (True, False)
    move_to_release(roster, current_catalogue())
    assert (roster.is_complete, roster.points) == (False, 0)
    assert roster.references.filter(collection="datasheets").count() == 0


def test_two_windows_do_not_overwrite_each_other(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    other = Roster.objects.get(pk=roster.pk)
    rename_roster(other, "First")
    with pytest.raises(RosterHasChanged):
        rename_roster(roster, "Second")
    roster.refresh_from_db()
    assert roster.name == "First"


def test_deleting_a_roster_deletes_what_was_found_about_it(owner: User, release: Catalogue):
    delete_roster(saved_roster(owner, release))
    assert (Roster.objects.count(), RosterReference.objects.count()) == (0, 0)


def test_a_release_with_rosters_on_it_cannot_go_away(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    with pytest.raises(ProtectedError):
        Collector(using="default").collect([roster.release])
