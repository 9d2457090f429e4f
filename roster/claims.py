"""Who checks which list: claims by conditional update, so that every list is checked and stored once (R-34).

No row is locked: a claim or a result counts only where the update found the row as it was expected.
"""

from __future__ import annotations

import datetime
import uuid
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from datasheets.leases import MAXIMUM_ATTEMPTS, close, free_stale, held, let_wait
from datasheets.working import Candidate, take_next
from roster.leases import LEASE
from roster.models import CheckBatch, CheckBatchItem, ItemStatus

__all__ = [
    "LEASE",
    "MAXIMUM_ATTEMPTS",
    "WORN_OUT",
    "Claim",
    "Finding",
    "batches_waiting",
    "claim_next",
    "give_up",
    "hand_back",
    "release_stale",
    "store_finding",
]


WORN_OUT = (
    f"Checking this list was begun {MAXIMUM_ATTEMPTS} times and never came to an end, so it was given up. "
    "Check it by itself, and report it if it fails again."
)


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to check one list, and what is needed for it."""

    item: int
    token: uuid.UUID
    batch: int
    text: str
    filename: str
    release: str
    attempt: int
    event: dict[str, Any] | None = None
    """The profile of the event the batch is checked for, as it is kept with the batch; None without one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is stored of a checked list: the columns of the table, and the whole report as JSON."""

    is_readable: bool
    is_legal: bool | None
    faction: str
    battle_size: str
    stated_points: int | None
    computed_points: int | None
    broken_checks: int | None
    """None where nothing was read and so nothing was judged."""
    unknown_lines: int
    problem: str
    result: dict[str, object]


def claim_next() -> Claim | None:
    """Claim the next waiting list, or None where none waits.

    Batches take turns: the one whose last claim is longest ago is served next, so that a small
    batch does not wait behind a large one.
    """
    while (taken := take_next(_candidate)) is not None:
        row = (
            taken.ours.select_related("batch")
            .only("text", "filename", "attempts", "batch__release", "batch__event_profile")
            .first()
        )
        if row is not None:  # else the batch was deleted just now
            return Claim(
                row.pk,
                taken.token,
                row.batch_id,
                row.text,
                row.filename,
                row.batch.release,
                row.attempts,
                row.batch.event_profile,
            )
    return None


def store_finding(claim: Claim, finding: Finding) -> bool:
    """Store what was found and close the list, in one update. False where the claim no longer holds."""
    return bool(
        close(
            _held(claim.item, claim.token),
            ItemStatus.DONE,
            is_readable=finding.is_readable,
            is_legal=finding.is_legal,
            faction=finding.faction,
            battle_size=finding.battle_size,
            stated_points=finding.stated_points,
            computed_points=finding.computed_points,
            broken_checks=finding.broken_checks,
            unknown_lines=finding.unknown_lines,
            problem=finding.problem,
            result=finding.result,
        )
    )


def give_up(claim: Claim, problem: str) -> bool:
    """Close the list without a result, for a reason in words. False where the claim no longer holds."""
    return bool(close(_held(claim.item, claim.token), ItemStatus.FAILED, problem=problem))


def hand_back(claim: Claim) -> bool:
    """Let the list wait again, as when its worker is being stopped. False where the claim no longer holds."""
    return bool(let_wait(_held(claim.item, claim.token)))


def release_stale(*, lease: datetime.timedelta = LEASE) -> int:
    """Take claims older than the lease from workers that died; returns how many lists wait again.

    A list whose checking was begun :data:`MAXIMUM_ATTEMPTS` times is given up instead.
    """
    return free_stale(
        CheckBatchItem.objects.all(),
        lease=lease,
        problem=WORN_OUT,
    )


def batches_waiting() -> list[int]:
    """Keys of the batches that have lists waiting."""
    return list(
        CheckBatchItem.objects.filter(status=ItemStatus.PENDING)
        .order_by("batch_id")
        .values_list("batch_id", flat=True)
        .distinct()
    )


def _candidate() -> Candidate | None:
    waiting = CheckBatchItem.objects.filter(status=ItemStatus.PENDING).order_by(
        F("batch__last_claimed_at").asc(nulls_first=True), "batch_id", "position"
    )
    found = waiting.values_list("pk", "batch_id", "attempts").first()
    if found is None:
        return None
    item, batch, attempts = found
    turn = CheckBatch.objects.filter(pk=batch)

    def begin() -> None:
        turn.update(last_claimed_at=timezone.now())

    return Candidate(CheckBatchItem.objects.all(), [item], begin, begun_before=attempts > 0)


def _held(item: int, token: uuid.UUID) -> QuerySet[CheckBatchItem]:
    return held(CheckBatchItem.objects.filter(pk=item), token)
