"""Claims: one worker for a list, batches in turn, dead workers' lists freed, nothing stored twice."""

from __future__ import annotations

import dataclasses
import datetime
import uuid

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from roster.claims import LEASE, batches_waiting, claim_next, give_up, hand_back, release_stale, store_finding
from roster.models import CheckBatch, CheckBatchItem, ItemStatus
from tests.roster.batches import LEGAL, batch_of, claimed

pytestmark = pytest.mark.django_db


def let_the_lease_pass() -> None:
    CheckBatchItem.objects.filter(status=ItemStatus.CLAIMED).update(claimed_at=timezone.now() - LEASE)


def test_a_claim_carries_what_checking_needs_and_counts_the_attempt(owner: User):
    batch = batch_of(owner, "a list", release="r7")
    claim = claimed()
    assert (claim.batch, claim.text, claim.filename, claim.release, claim.attempt) == (
        batch.pk,
        "a list",
        "1.txt",
        "r7",
        1,
    )
    row = batch.items.get()
    assert (row.status, row.claim_token, row.attempts) == (ItemStatus.CLAIMED, claim.token, 1)
    assert claim_next() is None


def test_batches_take_turns_whatever_their_size(owner: User, stranger: User):
    large = batch_of(owner, *("large" for _ in range(6)))
    first = claimed()
    small = batch_of(stranger, "small", "small")
    order = [first, *(claimed() for _ in range(7))]
    assert [claim.batch for claim in order] == [
        large.pk,
        small.pk,
        large.pk,
        small.pk,
        large.pk,
        large.pk,
        large.pk,
        large.pk,
    ]
    assert [CheckBatchItem.objects.get(pk=claim.item).position for claim in order] == [1, 1, 2, 2, 3, 4, 5, 6]


def test_a_claim_takes_four_queries_and_a_transaction(owner: User, django_assert_num_queries):
    batch_of(owner, "a list")
    # Select, claim, turn and read; inside a test a savepoint stands for the transaction.
    with django_assert_num_queries(6):
        claim_next()


def test_a_finding_is_stored_once(owner: User):
    batch = batch_of(owner, "a list")
    claim = claimed()
    assert store_finding(claim, LEGAL) is True
    row = batch.items.get()
    assert (row.status, row.is_legal, row.computed_points, row.result, row.claim_token) == (
        ItemStatus.DONE,
        True,
        2000,
        {"is_legal": True},
        None,
    )
    again = dataclasses.replace(LEGAL, is_legal=False, result={"is_legal": False})
    assert store_finding(claim, again) is False
    assert give_up(claim, "no") is False
    assert hand_back(claim) is False
    row.refresh_from_db()
    assert (row.status, row.is_legal, row.result) == (ItemStatus.DONE, True, {"is_legal": True})


def test_a_worker_whose_claim_was_taken_stores_nothing(owner: User):
    batch = batch_of(owner, "a list")
    late = claimed()
    let_the_lease_pass()
    assert release_stale() == 1
    second = claimed()
    assert store_finding(late, LEGAL) is False
    assert batch.items.get().status == ItemStatus.CLAIMED
    assert store_finding(second, LEGAL) is True
    assert batch.items.get().attempts == 2


def test_a_list_in_good_hands_is_not_taken_away(owner: User):
    batch_of(owner, "a list")
    claimed()
    assert release_stale() == 0
    assert claim_next() is None


def test_a_list_begun_three_times_is_given_up_with_a_reason(owner: User):
    batch = batch_of(owner, "poison", "a list")
    for attempt in (1, 2, 3):
        assert claimed().attempt == attempt
        let_the_lease_pass()
        assert release_stale() == (1 if attempt < 3 else 0)
    row = batch.items.get(position=1)
    assert (row.status, row.attempts, row.result) == (ItemStatus.FAILED, 3, None)
    assert row.problem == (
        "Checking this list was begun 3 times and never came to an end, so it was given up. "
        "Check it by itself, and report it if it fails again."
    )
    assert claimed().text == "a list"


def test_a_list_handed_back_waits_again(owner: User):
    batch = batch_of(owner, "a list")
    assert hand_back(claimed()) is True
    row = batch.items.get()
    assert (row.status, row.claim_token, row.claimed_at, row.attempts) == (ItemStatus.PENDING, None, None, 1)


def test_a_batch_deleted_in_the_middle_is_dropped(owner: User):
    batch = batch_of(owner, "a list")
    claim = claimed()
    CheckBatch.objects.filter(pk=batch.pk).delete()
    assert store_finding(claim, LEGAL) is False


def test_only_batches_with_waiting_lists_are_waiting(owner: User):
    done = batch_of(owner, "a list")
    store_finding(claimed(), LEGAL)
    waiting = batch_of(owner, "a list", "a list")
    assert batches_waiting() == [waiting.pk]
    assert done.pk != waiting.pk


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "lost"},
        {"status": ItemStatus.CLAIMED},
        {"status": ItemStatus.CLAIMED, "claim_token": uuid.uuid4()},
        {"claim_token": uuid.uuid4()},
        {"status": ItemStatus.DONE},
        {"status": ItemStatus.DONE, "finished_at": timezone.now(), "is_readable": True},
        {"status": ItemStatus.FAILED, "finished_at": timezone.now()},
        {"status": ItemStatus.FAILED, "problem": "why"},
        {"result": {}},
        {"is_legal": True},
        {
            "status": ItemStatus.DONE,
            "finished_at": timezone.now(),
            "is_readable": False,
            "is_legal": True,
            "result": {},
        },
        {"position": 0},
        {"position": 301},
        {"position": 2},
    ],
)
def test_the_database_refuses_rows_that_cannot_be(owner: User, changes: dict[str, object]):
    batch = batch_of(owner, "a list", "another")
    with pytest.raises(IntegrityError), transaction.atomic():
        batch.items.filter(position=1).update(**changes)


@pytest.mark.parametrize(
    "changes", [{"total": 0}, {"total": 301}, {"expires_at": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)}]
)
def test_the_database_refuses_batches_that_cannot_be(owner: User, changes: dict[str, object]):
    batch = batch_of(owner, "a list")
    with pytest.raises(IntegrityError), transaction.atomic():
        CheckBatch.objects.filter(pk=batch.pk).update(**changes)
