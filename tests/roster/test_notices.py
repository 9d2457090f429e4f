"""What owners are told after a publication: which rosters change, once, until they put it away or move."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from datasheets.catalogue import Catalogue
from datasheets.catalogue.entries import EntryRef
from datasheets.models import Release
from datasheets.selectors import current_catalogue
from roster.comparisons import claim_chunk, compare_waiting_rosters
from roster.models import ComparedRoster, Comparison, ComparisonStatus
from roster.selectors.rosters import notices_of
from roster.services.comparisons import dismiss_notice, notify_owners, purge_comparisons, start_preview
from roster.services.rosters import move_to_release
from roster.tasks import sweep_comparisons
from tests.roster.lists import OTHER_LIST
from tests.roster.saved import WARBOSS, dearer, drafted, published, put_in_force, saved_roster, smaller, without

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(release: Catalogue) -> Release:
    """A draft in which a Warboss costs 10 points more, and Incursion allows 105."""
    return drafted(smaller(dearer(release.data), "incursion", 105), release)


def run() -> None:
    assert compare_waiting_rosters(seconds=60) is False


def test_after_publishing_owners_are_told_on_rosters_that_change(owner: User, release: Catalogue):
    orks, necrons = saved_roster(owner, release), saved_roster(owner, release, OTHER_LIST)
    newest = published(smaller(dearer(release.data), "incursion", 105), release)
    comparison = notify_owners()
    assert comparison is not None
    run()
    notices = notices_of([orks, necrons])
    assert set(notices) == {orks.pk}
    assert notices[orks.pk].sentence == (
        f"Release {newest.label} changes this roster: 100 → 110 points, now over the limit by 5, "
        "legal → not legal, 1 check newly broken."
    )


def test_a_notice_says_that_a_price_went_and_came_back(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    published(without(release.data, EntryRef("datasheets", WARBOSS)), release)
    notify_owners()
    run()
    assert "100 → 0 points, something has no known price any more" in notices_of([roster])[roster.pk].sentence
    move_to_release(roster, current_catalogue())
    published(release.data, release)
    notify_owners()
    run()
    assert "0 → 100 points, everything has a price now" in notices_of([roster])[roster.pk].sentence


def test_a_publication_is_noticed_once_and_rosters_saved_later_are_added(owner: User, release: Catalogue):
    saved_roster(owner, release)
    published(dearer(release.data), release)
    assert (notify_owners() is not None, notify_owners()) == (True, None)
    run()
    late = saved_roster(owner, release)
    saved_roster(owner, current_catalogue())
    comparison = notify_owners()
    assert comparison is not None
    run()
    assert (Comparison.objects.count(), comparison.rows.count()) == (1, 2)
    assert set(notices_of([late])) == {late.pk}


def test_notices_take_over_what_the_preview_found(owner: User, release: Catalogue, draft: Release):
    roster = saved_roster(owner, release)
    start_preview(draft, by=owner)
    run()
    put_in_force(draft)
    notify_owners()
    assert claim_chunk() is None
    assert notices_of([roster])[roster.pk].row.points_after == 110


def test_a_notice_that_was_put_away_does_not_come_back(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    published(dearer(release.data), release)
    notify_owners()
    run()
    assert set(notices_of([roster])) == {roster.pk}
    assert (dismiss_notice(roster), dismiss_notice(roster)) == (True, False)
    notify_owners()
    assert notices_of([roster]) == {}
    assert ComparedRoster.objects.get().dismissed_at is not None


def test_a_roster_that_moved_has_no_notice(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    published(dearer(release.data), release)
    notify_owners()
    run()
    move_to_release(roster, current_catalogue())
    assert notices_of([roster]) == {}


def test_going_back_to_the_release_of_a_roster_takes_its_notice_away(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    published(dearer(release.data), release)
    notify_owners()
    run()
    published(release.data, release)
    notify_owners()
    run()
    assert notices_of([roster]) == {}


def test_the_sweep_does_it_all_without_being_asked(owner: User, release: Catalogue, monkeypatch):
    rung: list[int] = []
    monkeypatch.setattr(
        "roster.tasks.compare_rosters.apply_async", lambda arguments, **options: rung.append(arguments[0])
    )
    roster = saved_roster(owner, release)
    published(dearer(release.data), release)
    sweep_comparisons()
    assert rung == [Comparison.objects.get().pk]
    run()
    sweep_comparisons()
    assert (len(rung), set(notices_of([roster]))) == (1, {roster.pk})


def test_a_comparison_that_was_ended_before_its_last_roster_came_runs_again(
    owner: User, release: Catalogue, monkeypatch
):
    monkeypatch.setattr("roster.tasks.compare_rosters.apply_async", lambda *arguments, **options: None)
    roster = saved_roster(owner, release)
    published(dearer(release.data), release)
    notify_owners()
    Comparison.objects.update(status=ComparisonStatus.FINISHED, ended_at=timezone.now())
    sweep_comparisons()
    assert Comparison.objects.get().status == ComparisonStatus.RUNNING
    run()
    assert set(notices_of([roster])) == {roster.pk}


def test_old_comparisons_go_away_but_for_the_notices_of_today(owner: User, release: Catalogue, draft: Release):
    saved_roster(owner, release)
    preview = start_preview(draft, by=owner)
    notify_owners()
    run()
    long_ago = timezone.now() - datetime.timedelta(days=200)
    Comparison.objects.update(ended_at=long_ago, created_at=long_ago)
    assert purge_comparisons() == 1
    assert not Comparison.objects.filter(pk=preview.pk).exists()
    assert Comparison.objects.count() == 1
