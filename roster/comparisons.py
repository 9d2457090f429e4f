"""Judges the rosters of running comparisons, a chunk at a time, until none waits: the work behind the task."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from datasheets.catalogue import Catalogue
from datasheets.leases import MAXIMUM_ATTEMPTS, Rows, close, free_stale, held, let_wait
from datasheets.selectors import catalogue_of, catalogue_with_drafts_of
from datasheets.working import Candidate, WorkCrashed, take_next, work_through
from roster.comparing import RosterChange, compare
from roster.documents import DocumentError
from roster.leases import LEASE
from roster.models import ComparedRoster, Comparison, ComparisonStatus, ItemStatus, Roster
from roster.saved import document_of, judged
from roster.timebox import OutOfTime, within

CHUNK = 25
"""Rosters claimed at once: few milliseconds each, so that a chunk stays far within its lease."""
SECONDS_FOR_A_CHUNK = 12.0
"""Less than a lease, so that nobody else takes the rows while they are being judged."""
SHOWN_UNITS = 40
"""Units whose price differs that a row keeps by name; the points tell the whole."""

Closed = tuple[int, ItemStatus, dict[str, object]]
"""Key of a row, how it ends, and its columns."""
Judge = Callable[[Roster, Catalogue, Catalogue], RosterChange]


class RosterCrashed(WorkCrashed):
    """Judging a roster ended in a fault of our own. Its row has been given up; the others wait as before."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows of one comparison that this worker holds, with the label of the release asked about."""

    comparison: int
    release: str
    token: uuid.UUID
    rows: tuple[ComparedRoster, ...]


def change_of(roster: Roster, base: Catalogue, catalogue: Catalogue) -> RosterChange:
    """What changes for ``roster`` from ``base`` to ``catalogue``."""
    return compare(document_of(roster), judged(roster, base), judged(roster, catalogue))


def compare_waiting_rosters(*, seconds: float, judge: Judge = change_of) -> bool:
    """Judge waiting rosters of all running comparisons, in turn; True where time ran out before the rosters did.

    Raises :class:`RosterCrashed`, after closing the row and letting the rest of its chunk wait, where ``judge`` raises.
    """
    time_ran_out = work_through(claim_chunk, lambda chunk: judge_chunk(chunk, judge), seconds=seconds)
    if not time_ran_out:
        finish_comparisons()
    return time_ran_out


def claim_chunk() -> Chunk | None:
    """Claim the next waiting rosters of the running comparison that waited longest, None where none waits."""
    while (taken := take_next(_candidate)) is not None:
        ours = taken.ours.select_related("roster", "base", "comparison__release")
        claimed = tuple(ours.defer("base__content", "comparison__release__content").order_by("pk"))
        if claimed:  # else its rosters were deleted just now
            return Chunk(claimed[0].comparison_id, claimed[0].comparison.release.label, taken.token, claimed)
    return None


def _candidate() -> Candidate | None:
    waiting = ComparedRoster.objects.filter(
        status=ItemStatus.PENDING, comparison__status=ComparisonStatus.RUNNING
    ).order_by(F("comparison__last_claimed_at").asc(nulls_first=True), "comparison_id", "pk")
    first = waiting.values_list("comparison_id", flat=True).first()
    if first is None:
        return None
    rows = ComparedRoster.objects.filter(comparison_id=first, comparison__status=ComparisonStatus.RUNNING)
    pending = rows.filter(status=ItemStatus.PENDING).order_by("attempts", "pk").values_list("pk", "attempts")[:CHUNK]
    fresh = [key for key, attempts in pending if not attempts]
    # What was begun before comes by itself: the other rosters of its chunk may be innocent.
    keys = fresh or [key for key, _ in pending[:1]]
    turn = Comparison.objects.filter(pk=first)
    return Candidate(rows, keys, lambda: turn.update(last_claimed_at=timezone.now()), begun_before=not fresh)


def judge_chunk(chunk: Chunk, judge: Judge = change_of) -> None:
    """Judge the rosters of a chunk and store what changes, all in one transaction.

    What was not judged within :data:`SECONDS_FOR_A_CHUNK` waits again; a roster that was being judged
    then for the third time is given up.
    """
    rows = ComparedRoster.objects.filter(comparison_id=chunk.comparison)
    closed: list[Closed] = []
    try:
        catalogue = catalogue_with_drafts_of(chunk.release)
        bases = {row.base_id: row.base.label for row in chunk.rows}
        by_base = {key: catalogue_of(label) for key, label in bases.items()}
        within(SECONDS_FOR_A_CHUNK, lambda: _judge_rows(chunk.rows, by_base, catalogue, judge, closed))
    except OutOfTime:
        late = chunk.rows[len(closed)] if len(closed) < len(chunk.rows) else None
        if late is not None and late.attempts >= MAXIMUM_ATTEMPTS:
            problem = f"Judging this roster took longer than {SECONDS_FOR_A_CHUNK:.0f} seconds, so it was stopped."
            closed.append((late.pk, ItemStatus.FAILED, {"problem": problem}))
        _store(rows, chunk.token, closed)
    except RosterCrashed:
        _store(rows, chunk.token, closed)
        raise
    except BaseException:
        let_wait(held(rows, chunk.token))
        raise  # the process is being stopped, or the catalogue cannot be had
    else:
        _store(rows, chunk.token, closed)


def _judge_rows(
    rows: Sequence[ComparedRoster],
    by_base: Mapping[int, Catalogue],
    catalogue: Catalogue,
    judge: Judge,
    closed: list[Closed],
) -> None:
    """Judge one row after the other and add to ``closed`` how each ends."""
    for row in rows:
        try:
            change = judge(row.roster, by_base[row.base_id], catalogue)
        except DocumentError as error:
            problem = f"The roster document cannot be read: {error}"
            closed.append((row.pk, ItemStatus.FAILED, {"problem": problem}))
        except OutOfTime:
            raise
        except Exception as error:
            # The same roster would fail again. Its row is closed with the reason and the fault goes on to the log.
            problem = "Judging this roster ended in a fault of the service. Please report it."
            closed.append((row.pk, ItemStatus.FAILED, {"problem": problem}))
            raise RosterCrashed(f"roster {row.roster_id}") from error
        else:
            closed.append((row.pk, ItemStatus.DONE, columns_of(change, row.roster.version)))


def _store(rows: Rows, token: uuid.UUID, closed: list[Closed]) -> None:
    """Close these rows with what was found, and let the others of the claim wait."""
    with transaction.atomic():
        for key, status, found in closed:
            close(held(rows.filter(pk=key), token), status, **found)
        let_wait(held(rows, token))


def release_stale_rosters() -> int:
    """Free the rows of workers that died; returns how many wait again."""
    return free_stale(
        ComparedRoster.objects.all(),
        lease=LEASE,
        problem=(
            f"Judging this roster was begun {MAXIMUM_ATTEMPTS} times and never came to an end, so it was given up."
        ),
    )


def comparisons_waiting() -> list[int]:
    """Keys of the running comparisons that have rosters waiting."""
    running = Comparison.objects.filter(status=ComparisonStatus.RUNNING, rows__status=ItemStatus.PENDING)
    return list(running.order_by("pk").values_list("pk", flat=True).distinct())


def finish_comparisons() -> int:
    """End the running comparisons of which every row has its answer; returns how many."""
    unfinished = ComparedRoster.objects.filter(status__in=(ItemStatus.PENDING, ItemStatus.CLAIMED))
    running = Comparison.objects.filter(status=ComparisonStatus.RUNNING)
    return running.exclude(pk__in=unfinished.values("comparison_id")).update(
        status=ComparisonStatus.FINISHED, ended_at=timezone.now()
    )


def reopen_comparisons() -> int:
    """Let comparisons run again that got rows at the moment they were ended; returns how many."""
    unfinished = ComparedRoster.objects.filter(status__in=(ItemStatus.PENDING, ItemStatus.CLAIMED))
    ended = Comparison.objects.filter(status=ComparisonStatus.FINISHED, pk__in=unfinished.values("comparison_id"))
    return ended.update(status=ComparisonStatus.RUNNING, ended_at=None)


def columns_of(change: RosterChange, version: int) -> dict[str, object]:
    """The columns of a row that say what changes."""
    return {
        "roster_version": version,
        "is_priced_otherwise": change.is_priced_otherwise,
        "is_judged_otherwise": change.is_judged_otherwise,
        "points_before": change.points_before,
        "points_after": change.points_after,
        "is_complete_before": change.is_complete_before,
        "is_complete_after": change.is_complete_after,
        "over_by": change.over_by,
        "legality_before": change.legality_before.value,
        "legality_after": change.legality_after.value,
        "newly_broken": list(change.newly_broken),
        "newly_held": list(change.newly_held),
        "units": [msgspec.to_builtins(unit) for unit in (*change.detachments, *change.units)[:SHOWN_UNITS]],
    }
