"""Bells: what a task does when it is rung, and what every worker looks for on its own."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from config.celery import app
from datasheets.catalogue import Catalogue
from roster.claims import LEASE
from roster.models import CheckBatch, CheckBatchItem, ItemStatus
from roster.tasks import check_batch, sweep
from tests.roster.batches import batch_of, claimed
from tests.roster.lists import LEGAL_LIST

pytestmark = pytest.mark.django_db
Bells = Callable[[], list[list[int]]]


@pytest.fixture
def bells() -> Bells:
    """Takes the messages out of the broker and tells their arguments; what earlier tests left is taken out first."""

    def heard() -> list[list[int]]:
        arguments: list[list[int]] = []
        with app.connection_for_read() as connection:
            waiting = connection.SimpleQueue(app.conf.task_default_queue)
            while True:
                try:
                    message = waiting.get_nowait()
                except waiting.Empty:
                    return arguments
                message.ack()
                arguments.append(message.payload[0])

    heard()
    return heard


def test_a_bell_is_answered_until_nothing_waits(owner: User, release: Catalogue, bells: Bells):
    batch = batch_of(owner, LEGAL_LIST, LEGAL_LIST, release=release.stamp.label)
    check_batch(batch.pk)
    assert set(batch.items.values_list("status", flat=True)) == {ItemStatus.DONE}
    assert bells() == []


def test_a_bell_rung_twice_or_for_a_batch_that_is_gone_changes_nothing(owner: User, release: Catalogue, bells: Bells):
    batch = batch_of(owner, LEGAL_LIST, release=release.stamp.label)
    check_batch(batch.pk)
    before = CheckBatchItem.objects.values().get()
    check_batch(batch.pk)
    check_batch(batch.pk + 1)
    assert CheckBatchItem.objects.values().get() == before
    assert bells() == []


def test_a_task_whose_time_is_over_rings_again(
    owner: User, release: Catalogue, bells: Bells, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("roster.tasks.SLICE_SECONDS", 0)
    batch = batch_of(owner, LEGAL_LIST, release=release.stamp.label)
    check_batch(batch.pk)
    assert batch.items.get().status == ItemStatus.PENDING
    assert bells() == [[batch.pk]]


def test_the_sweep_frees_what_dead_workers_held_and_rings_for_it(owner: User, bells: Bells):
    batch = batch_of(owner, LEGAL_LIST)
    claimed()
    sweep()
    assert (batch.items.get().status, bells()) == (ItemStatus.CLAIMED, [])
    CheckBatchItem.objects.update(claimed_at=timezone.now() - LEASE)
    sweep()
    assert batch.items.get().status == ItemStatus.PENDING
    assert bells() == [[batch.pk]]


def test_the_sweep_rings_once_for_every_batch_that_waits(owner: User, stranger: User, bells: Bells):
    batches = [batch_of(owner, LEGAL_LIST, LEGAL_LIST), batch_of(stranger, LEGAL_LIST)]
    sweep()
    assert bells() == [[batch.pk] for batch in batches]


def test_the_sweep_deletes_what_has_expired(owner: User, bells: Bells):
    batch = batch_of(owner, LEGAL_LIST)
    now = timezone.now()
    CheckBatch.objects.update(created_at=now - datetime.timedelta(days=31), expires_at=now)
    sweep()
    assert not CheckBatch.objects.filter(pk=batch.pk).exists()


def test_messages_hold_ids_only(owner: User, bells: Bells):
    batch = batch_of(owner, LEGAL_LIST)
    check_batch.delay(batch.pk)
    assert bells() == [[batch.pk]]
