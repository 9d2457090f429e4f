"""Rows that workers claim: taken, given back and freed by conditional update, whatever the rows are about (R-34).

A row has ``status``, ``claim_token``, ``claimed_at``, ``attempts``, ``finished_at`` and ``problem``. None is locked:
a claim or a result counts only where the update found the row as it was expected.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from roster.models import ItemStatus

MAXIMUM_ATTEMPTS = 3
LEASE = datetime.timedelta(seconds=20)
"""How long a claim holds. What is claimed at once takes well under a second, so an older claim is a dead worker's."""

Rows = QuerySet[Any]


def take(rows: Rows, keys: Sequence[int]) -> uuid.UUID | None:
    """Claim those of these rows that still wait; the token of the claim, None where nothing was left."""
    token = uuid.uuid4()
    is_ours = rows.filter(pk__in=keys, status=ItemStatus.PENDING).update(
        status=ItemStatus.CLAIMED, claim_token=token, claimed_at=timezone.now(), attempts=F("attempts") + 1
    )
    return token if is_ours else None


def held(rows: Rows, token: uuid.UUID) -> Rows:
    """The rows that this claim still holds."""
    return rows.filter(status=ItemStatus.CLAIMED, claim_token=token)


def close(rows: Rows, status: ItemStatus, **found: object) -> int:
    """Store what was found of held rows and end the claim, in one update; returns how many were still held."""
    return rows.update(status=status, claim_token=None, finished_at=timezone.now(), **found)


def let_wait(rows: Rows) -> int:
    """Let claimed rows wait again; returns how many."""
    return rows.update(status=ItemStatus.PENDING, claim_token=None, claimed_at=None)


def free_stale(rows: Rows, *, lease: datetime.timedelta, problem: str) -> int:
    """Take claims older than the lease from workers that died; returns how many rows wait again.

    A row that was begun :data:`MAXIMUM_ATTEMPTS` times is given up instead, for this ``problem``.
    """
    stale = rows.filter(status=ItemStatus.CLAIMED, claimed_at__lt=timezone.now() - lease)
    close(stale.filter(attempts__gte=MAXIMUM_ATTEMPTS), ItemStatus.FAILED, problem=problem)
    return let_wait(stale.filter(attempts__lt=MAXIMUM_ATTEMPTS))
