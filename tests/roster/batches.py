"""Builds batches row by row, as the services store them."""

from __future__ import annotations

from django.contrib.auth.models import User

from roster.claims import Claim, Finding, claim_next
from roster.models import CheckBatch, CheckBatchItem

LEGAL = Finding(
    is_readable=True,
    is_legal=True,
    faction="Dark Angels",
    battle_size="Strike Force",
    stated_points=1995,
    computed_points=2000,
    broken_checks=0,
    unknown_lines=0,
    problem="",
    result={"is_legal": True},
)


def batch_of(owner: User, *texts: str, name: str = "", release: str = "r1") -> CheckBatch:
    """A batch with these lists, all waiting."""
    batch = CheckBatch.objects.create(owner=owner, name=name, release=release, total=len(texts))
    CheckBatchItem.objects.bulk_create(
        CheckBatchItem(batch=batch, position=position, filename=f"{position}.txt", text=text)
        for position, text in enumerate(texts, start=1)
    )
    return batch


def claimed() -> Claim:
    """The next waiting list, claimed."""
    claim = claim_next()
    assert claim is not None
    return claim
