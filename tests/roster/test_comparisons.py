"""Releases compared over saved rosters: what is found, by whom rows are claimed, and what owners are told."""

from __future__ import annotations

import csv
import datetime
import time
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from datasheets.catalogue import Catalogue
from datasheets.models import Release
from roster.comparisons import (
    CHUNK,
    RosterCrashed,
    change_of,
    claim_chunk,
    compare_waiting_rosters,
    comparisons_waiting,
    judge_chunk,
    release_stale_rosters,
)
from roster.models import ComparedRoster, Comparison, ComparisonStatus, ItemStatus, Roster
from roster.selectors.comparisons import ChangeFilter, comparison_csv, comparison_progress
from roster.selectors.rosters import notices_of
from roster.services.comparisons import (
    PreviewRefused,
    cancel_comparison,
    start_preview,
)
from roster.services.rosters import finish_roster
from tests.roster.lists import LEGAL_LIST, OTHER_LIST
from tests.roster.saved import dearer, drafted, published, saved_roster, smaller

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(release: Catalogue) -> Release:
    """A draft in which a Warboss costs 10 points more, and Incursion allows 105."""
    return drafted(smaller(dearer(release.data), "incursion", 105), release)


def run() -> None:
    assert compare_waiting_rosters(seconds=60) is False


def test_a_preview_says_which_rosters_change_from_what_to_what(owner: User, release: Catalogue, draft: Release):
    orks = saved_roster(owner, release)
    necrons = saved_roster(owner, release, OTHER_LIST)
    comparison = start_preview(draft, by=owner)
    assert comparison.base is not None
    assert (comparison.base.label, comparison.started_by) == (release.stamp.label, owner)
    run()
    row = comparison.rows.get(roster=orks)
    assert (row.points_before, row.points_after, row.over_by) == (100, 110, 5)
    assert (row.legality_before, row.legality_after) == ("legal", "illegal")
    assert (row.newly_broken, row.newly_held) == (["25.03/points-limit"], [])
    assert row.units == [{"at": "/units/0", "name": "Warboss", "before": 100, "after": 110, "reason": ""}]
    assert (row.is_priced_otherwise, row.is_judged_otherwise, row.roster_version) == (True, True, 1)
    same = comparison.rows.get(roster=necrons)
    assert (same.is_priced_otherwise, same.is_judged_otherwise, same.units) == (False, False, [])
    comparison.refresh_from_db()
    assert comparison.status == ComparisonStatus.FINISHED
    progress = comparison_progress(comparison)
    assert (progress.total, progress.finished, progress.percent) == (2, 2, 100)
    assert {choice: count for choice, count in progress.counts.items() if count} == {
        ChangeFilter.CHANGED: 1,
        ChangeFilter.PRICE: 1,
        ChangeFilter.LEGALITY: 1,
        ChangeFilter.NEWLY_ILLEGAL: 1,
        ChangeFilter.UNCHANGED: 1,
    }


def test_a_preview_changes_no_roster(owner: User, release: Catalogue, draft: Release):
    roster = saved_roster(owner, release)
    before = Roster.objects.filter(pk=roster.pk).values().get()
    start_preview(draft, by=owner)
    run()
    assert Roster.objects.filter(pk=roster.pk).values().get() == before
    assert notices_of([roster]) == {}


def test_a_roster_on_an_older_release_is_compared_with_the_one_in_force(owner: User, release: Catalogue):
    roster = saved_roster(owner, release)
    published(dearer(release.data, by=10), release)
    draft = drafted(dearer(release.data, by=30), release)
    comparison = start_preview(draft, by=owner)
    run()
    row = comparison.rows.get(roster=roster)
    assert (row.points_before, row.points_after) == (110, 130)


def test_starting_twice_is_one_preview_and_what_was_found_is_taken_over(
    owner: User, release: Catalogue, draft: Release
):
    unchanged, changed = saved_roster(owner, release), saved_roster(owner, release)
    first = start_preview(draft, by=owner)
    assert start_preview(draft, by=owner) == first
    run()
    finish_roster(changed)
    second = start_preview(draft, by=owner)
    assert second != first
    statuses = dict(second.rows.values_list("roster_id", "status"))
    assert statuses == {unchanged.pk: ItemStatus.DONE, changed.pk: ItemStatus.PENDING}
    row = second.rows.get(roster=unchanged)
    assert (row.points_after, row.newly_broken) == (110, ["25.03/points-limit"])


def test_the_release_in_force_has_no_preview(owner: User, release: Catalogue):
    current = Release.objects.get(label=release.stamp.label)
    with pytest.raises(PreviewRefused, match=f"^{current.label} is in force already: publishing it changes nothing"):
        start_preview(current, by=owner)
    assert Comparison.objects.count() == 0


def test_a_cancelled_preview_is_not_gone_on_with(owner: User, release: Catalogue, draft: Release):
    saved_roster(owner, release)
    comparison = start_preview(draft, by=owner)
    chunk = claim_chunk()
    assert chunk is not None
    assert (cancel_comparison(comparison), cancel_comparison(comparison)) == (True, False)
    judge_chunk(chunk)
    assert (claim_chunk(), comparisons_waiting()) == (None, [])
    comparison.refresh_from_db()
    assert comparison.status == ComparisonStatus.CANCELLED
    row = comparison.rows.get()
    assert (row.status, row.claim_token, row.points_after) == (ItemStatus.PENDING, None, None)


def test_a_deleted_roster_leaves_the_preview(owner: User, release: Catalogue, draft: Release):
    saved_roster(owner, release)
    comparison = start_preview(draft, by=owner)
    owner.rosters.all().delete()
    run()
    comparison.refresh_from_db()
    assert (comparison.status, comparison_progress(comparison).total) == (ComparisonStatus.FINISHED, 0)


def test_rosters_are_claimed_in_chunks_and_each_once(owner: User, release: Catalogue, draft: Release):
    for _ in range(CHUNK + 1):
        saved_roster(owner, release)
    start_preview(draft, by=owner)
    first, second, third = claim_chunk(), claim_chunk(), claim_chunk()
    assert first is not None
    assert second is not None
    assert (len(first.rows), len(second.rows), third) == (CHUNK, 1, None)
    assert {row.pk for row in first.rows} & {row.pk for row in second.rows} == set()


def test_rosters_that_were_begun_before_come_last_and_one_by_one(owner: User, release: Catalogue, draft: Release):
    """One of them may end its worker, and the others of its chunk are innocent."""
    for _ in range(5):
        saved_roster(owner, release)
    comparison = start_preview(draft, by=owner)
    begun = list(comparison.rows.order_by("pk").values_list("pk", flat=True)[:2])
    comparison.rows.filter(pk__in=begun).update(attempts=1)

    chunks = [claim_chunk() for _ in range(3)]

    assert [[row.pk for row in chunk.rows] for chunk in chunks if chunk is not None] == [
        list(comparison.rows.order_by("pk").values_list("pk", flat=True)[2:]),
        [begun[0]],
        [begun[1]],
    ]


def test_comparisons_take_turns(owner: User, release: Catalogue, draft: Release):
    for _ in range(CHUNK + 1):
        saved_roster(owner, release)
    first = start_preview(draft, by=owner)
    second = start_preview(drafted(dearer(release.data, by=40), release), by=owner)
    order = []
    while (chunk := claim_chunk()) is not None:
        order.append(chunk.comparison)
    assert order == [first.pk, second.pk, first.pk, second.pk]


def test_rows_of_a_worker_that_died_wait_again_and_a_late_result_is_dropped(
    owner: User, release: Catalogue, draft: Release
):
    saved_roster(owner, release)
    comparison = start_preview(draft, by=owner)
    dead = claim_chunk()
    assert dead is not None
    assert release_stale_rosters() == 0
    ComparedRoster.objects.update(claimed_at=timezone.now() - datetime.timedelta(minutes=1))
    assert release_stale_rosters() == 1
    alive = claim_chunk()
    assert alive is not None
    judge_chunk(dead)
    assert comparison.rows.get().status == ItemStatus.CLAIMED
    judge_chunk(alive)
    assert (comparison.rows.get().status, comparison.rows.get().attempts) == (ItemStatus.DONE, 2)


def test_a_roster_begun_three_times_is_given_up_with_the_reason(owner: User, release: Catalogue, draft: Release):
    saved_roster(owner, release)
    comparison = start_preview(draft, by=owner)
    for _ in range(3):
        assert claim_chunk() is not None
        ComparedRoster.objects.update(claimed_at=timezone.now() - datetime.timedelta(minutes=1))
        release_stale_rosters()
    row = comparison.rows.get()
    assert (row.status, row.attempts) == (ItemStatus.FAILED, 3)
    assert row.problem == "Judging this roster was begun 3 times and never came to an end, so it was given up."


def failing_for(roster: Roster) -> Callable:
    def judge(asked: Roster, base: Catalogue, catalogue: Catalogue):
        if asked.pk == roster.pk:
            raise ZeroDivisionError
        return change_of(asked, base, catalogue)

    return judge


def test_a_roster_on_which_the_service_fails_is_closed_and_the_others_are_judged(
    owner: User, release: Catalogue, draft: Release
):
    good, bad, also_good = (saved_roster(owner, release) for _ in range(3))
    comparison = start_preview(draft, by=owner)
    with pytest.raises(RosterCrashed) as crash:
        compare_waiting_rosters(seconds=60, judge=failing_for(bad))
    assert isinstance(crash.value.__cause__, ZeroDivisionError)
    run()
    statuses = dict(comparison.rows.values_list("roster_id", "status"))
    assert statuses == {good.pk: ItemStatus.DONE, bad.pk: ItemStatus.FAILED, also_good.pk: ItemStatus.DONE}
    assert comparison.rows.get(roster=bad).problem == (
        "Judging this roster ended in a fault of the service. Please report it."
    )


def test_a_roster_that_takes_too_long_is_given_up_at_the_third_time_and_the_others_are_judged(
    owner: User, release: Catalogue, draft: Release, monkeypatch
):
    monkeypatch.setattr("roster.comparisons.SECONDS_FOR_A_CHUNK", 0.2)
    good, endless, also_good = (saved_roster(owner, release) for _ in range(3))
    comparison = start_preview(draft, by=owner)

    def judge(roster: Roster, base: Catalogue, catalogue: Catalogue):
        while roster.pk == endless.pk:
            time.sleep(0.01)
        return change_of(roster, base, catalogue)

    assert compare_waiting_rosters(seconds=60, judge=judge) is False
    rows = {row.roster_id: row for row in comparison.rows.all()}
    assert {key: row.status for key, row in rows.items()} == {
        good.pk: ItemStatus.DONE,
        endless.pk: ItemStatus.FAILED,
        also_good.pk: ItemStatus.DONE,
    }
    assert (rows[endless.pk].attempts, rows[endless.pk].problem) == (
        3,
        "Judging this roster took longer than 0 seconds, so it was stopped.",
    )


def test_a_document_that_cannot_be_read_is_told_and_the_others_are_judged(
    owner: User, release: Catalogue, draft: Release
):
    good, bad = saved_roster(owner, release), saved_roster(owner, release)
    Roster.objects.filter(pk=bad.pk).update(document={"schema": "quartermaster.roster/0"})
    comparison = start_preview(draft, by=owner)
    run()
    assert comparison.rows.get(roster=good).status == ItemStatus.DONE
    row = comparison.rows.get(roster=bad)
    assert (row.status, row.problem) == (
        ItemStatus.FAILED,
        "The roster document cannot be read: /schema: This version reads roster documents of the schema "
        '"quartermaster.roster/1".',
    )


def test_a_worker_that_is_stopped_gives_its_rosters_back(owner: User, release: Catalogue, draft: Release):
    saved_roster(owner, release)
    comparison = start_preview(draft, by=owner)

    def stopped(*_: object):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare_waiting_rosters(seconds=60, judge=stopped)
    assert comparison.rows.get().status == ItemStatus.PENDING


def test_the_rosters_of_a_preview_can_be_taken_along(owner: User, release: Catalogue, draft: Release):
    roster = saved_roster(owner, release, LEGAL_LIST, name="=1+1")
    comparison = start_preview(draft, by=owner)
    run()
    (line,) = csv.DictReader(comparison_csv(comparison))
    assert line == {
        "roster": str(roster.uuid),
        "name": "'=1+1",
        "owner": "owner",
        "faction": "Orks",
        "points_before": "100",
        "points_after": "110",
        "legality_before": "legal",
        "legality_after": "illegal",
        "over_the_limit_by": "5",
        "newly_broken": "25.03/points-limit",
        "newly_held": "",
        "units": "Warboss 100 → 110",
        "status": "done",
        "problem": "",
    }
    assert list(csv.DictReader(comparison_csv(comparison, ChangeFilter.UNCHANGED))) == []
