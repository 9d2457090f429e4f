"""Applying a fix to a saved roster: only one that is offered, only to the version that was looked at."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from datasheets.catalogue import Catalogue
from roster.comparing import Legality
from roster.fixing import with_fixes
from roster.models import Roster
from roster.muster import Fix
from roster.muster.fixes import patch_id
from roster.saved import checked, document_of
from roster.services.fixes import FixNotOffered, apply_fix
from roster.services.rosters import RosterHasChanged, finish_roster
from roster.wording import fix_text
from tests.roster.lists import LEGAL_LIST, WITHOUT_WARLORD
from tests.roster.saved import saved_roster

pytestmark = pytest.mark.django_db
TWO_BOSSES = LEGAL_LIST.replace("Patrol (100 points)", "Patrol (200 points)") + (
    "\nWarboss (100 points)\n  • Warlord\n  • 1x Kustom shoota\n    1x Power klaw\n"
)


@pytest.fixture
def roster(owner: User, release: Catalogue) -> Roster:
    """A finished roster that names no Warlord."""
    saved = saved_roster(owner, release, WITHOUT_WARLORD)
    finish_roster(saved)
    assert (saved.legality, saved.version) == (Legality.ILLEGAL, 2)
    return saved


def offered(roster: Roster, catalogue: Catalogue, check: str) -> list[Fix]:
    report = with_fixes(checked(roster, catalogue), catalogue).report
    assert report is not None
    return [
        fix
        for verdict in report.broken
        if verdict.check == check
        for violation in verdict.violations
        for fix in violation.fixes
    ]


def test_a_fix_that_is_offered_is_applied_and_the_roster_judged_anew(roster: Roster, release: Catalogue):
    [fix] = offered(roster, release, "25.04/warlord-named")
    assert fix_text(apply_fix(roster, patch_id(fix.patch), version=2)) == "Make Warboss the Warlord."
    kept = Roster.objects.get()
    assert (kept.legality, kept.version, kept.points) == (Legality.LEGAL, 3, 100)
    assert [unit.is_warlord for unit in document_of(kept).units] == [True]
    assert (kept.name, document_of(kept).name, document_of(kept).release) == ("Patrol", "Patrol", release.stamp.label)


def test_what_is_no_longer_used_is_no_longer_referred_to(owner: User, release: Catalogue):
    two = saved_roster(owner, release, TWO_BOSSES)
    [fix, *_] = offered(two, release, "25.04/one-warlord")
    apply_fix(two, patch_id(fix.patch), version=1)
    assert sum(unit.is_warlord for unit in document_of(Roster.objects.get()).units) == 1
    assert set(two.references.values_list("key", flat=True)) >= {"orks:warboss", "orks"}


def test_a_roster_that_changed_since_is_left_alone(roster: Roster, release: Catalogue):
    [fix] = offered(roster, release, "25.04/warlord-named")
    with pytest.raises(RosterHasChanged, match="it has version 2, and you saw 1"):
        apply_fix(roster, patch_id(fix.patch), version=1)
    before = Roster.objects.get()
    assert (before.version, document_of(before).units[0].is_warlord) == (2, False)


def test_a_roster_that_changes_meanwhile_is_left_alone(roster: Roster, release: Catalogue):
    [fix] = offered(roster, release, "25.04/warlord-named")
    Roster.objects.update(version=7)
    with pytest.raises(RosterHasChanged):
        apply_fix(roster, patch_id(fix.patch), version=2)
    assert document_of(Roster.objects.get()).units[0].is_warlord is False


@pytest.mark.parametrize("fix_id", ["", "0123456789abcdef", "ee1efa8d0758706f" * 100, "\0"])
def test_nothing_but_what_is_offered_is_applied(roster: Roster, fix_id: str):
    with pytest.raises(FixNotOffered, match="nothing was written"):
        apply_fix(roster, fix_id, version=2)
    assert Roster.objects.get().version == 2


def test_a_fix_that_was_applied_is_not_offered_again(roster: Roster, release: Catalogue):
    [fix] = offered(roster, release, "25.04/warlord-named")
    apply_fix(roster, patch_id(fix.patch), version=2)
    with pytest.raises(FixNotOffered):
        apply_fix(Roster.objects.get(), patch_id(fix.patch), version=3)
