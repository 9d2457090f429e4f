"""Batches handed in: rows stored together, bells after them, names and bounds kept, old ones deleted."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from datasheets.catalogue import Catalogue
from datasheets.selectors import NoRelease
from roster.models import CheckBatch, CheckBatchItem, ItemStatus
from roster.services import (
    Upload,
    UploadError,
    create_batch,
    create_batch_of_texts,
    delete_batch,
    purge_expired,
    uploads_of,
)
from roster.tasks import check_batch
from tests.roster.batches import batch_of
from tests.roster.uploads import zip_upload

pytestmark = pytest.mark.django_db


def test_an_upload_becomes_rows_in_order(owner: User, release: Catalogue):
    batch = create_batch(
        owner,
        [Upload("a.txt", b"first"), Upload("b.jpg", b"\xff\xd8\xff"), zip_upload(("c/", b""), ("c/d.txt", b"third"))],
    )
    assert (batch.owner, batch.name, batch.release, batch.total) == (owner, "", release.stamp.label, 3)
    assert batch.skipped == [{"name": "c/", "reason": "a folder"}]
    rows = batch.items.order_by("position")
    assert [(row.position, row.filename, row.text, row.status, row.attempts) for row in rows] == [
        (1, "a.txt", "first", ItemStatus.PENDING, 0),
        (2, "b.jpg", "", ItemStatus.FAILED, 0),
        (3, "c/d.txt", "third", ItemStatus.PENDING, 0),
    ]
    assert rows[1].problem == (
        "b.jpg: The file is a picture (JPEG), not a text. Save the list as a plain text file and give that."
    )


def test_a_batch_is_kept_for_thirty_days(owner: User, release: Catalogue):
    batch = create_batch_of_texts(owner, [("a", "a list")])
    assert abs(batch.expires_at - batch.created_at - datetime.timedelta(days=30)) < datetime.timedelta(seconds=1)


@pytest.mark.parametrize(("lists", "bells"), [(1, 1), (75, 1), (76, 2), (300, 4)])
def test_bells_are_rung_after_the_rows_are_stored(
    owner: User, release: Catalogue, django_capture_on_commit_callbacks, lists: int, bells: int
):
    with django_capture_on_commit_callbacks() as callbacks:
        batch = create_batch_of_texts(owner, [(f"{number}", "a list") for number in range(lists)])
    assert [(callback.func, callback.args) for callback in callbacks] == [(check_batch.delay, (batch.pk,))] * bells


def test_nobody_is_called_where_nothing_can_be_checked(
    owner: User, release: Catalogue, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as callbacks:
        create_batch(owner, [Upload("a.txt", b"")])
    assert callbacks == []


def test_three_hundred_lists_are_stored_in_few_queries(owner: User, release: Catalogue, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        create_batch_of_texts(owner, [(f"{number}", "a list") for number in range(300)])
    assert CheckBatchItem.objects.count() == 300


def test_a_refused_upload_leaves_nothing_behind(owner: User, release: Catalogue):
    with pytest.raises(UploadError):
        create_batch(owner, [Upload("a.zip", b"PK\x03\x04 cut short")])
    assert CheckBatch.objects.count() == 0


def test_without_a_release_there_is_no_batch(owner: User):
    with pytest.raises(NoRelease):
        create_batch_of_texts(owner, [("a", "a list")])
    assert CheckBatch.objects.count() == 0


@pytest.mark.parametrize(
    ("given", "kept"), [("  Saturday\n", "Saturday"), ("   ", ""), ("x" * 150, "x" * 120), ("a\x1bb", "a�b")]
)
def test_the_name_of_a_batch_is_one_line(owner: User, release: Catalogue, given: str, kept: str):
    assert create_batch_of_texts(owner, [("a", "a list")], name=given).name == kept


def test_files_of_a_form_are_uploads():
    files = [SimpleUploadedFile("a.txt", b"first"), SimpleUploadedFile("b.txt", b"second")]
    assert list(uploads_of(files)) == [Upload("a.txt", b"first"), Upload("b.txt", b"second")]


def test_a_batch_is_deleted_with_its_lists(owner: User):
    kept, deleted = batch_of(owner, "a list"), batch_of(owner, "a list", "a list")
    delete_batch(deleted)
    assert list(CheckBatch.objects.all()) == [kept]
    assert CheckBatchItem.objects.count() == 1


def test_what_has_expired_is_deleted_and_nothing_else(owner: User):
    kept, expired = batch_of(owner, "a list"), batch_of(owner, "a list", "a list")
    now = timezone.now()
    CheckBatch.objects.filter(pk=expired.pk).update(created_at=now - datetime.timedelta(days=31), expires_at=now)
    assert purge_expired() == 1
    assert list(CheckBatch.objects.all()) == [kept]
    assert CheckBatchItem.objects.count() == 1
    assert purge_expired() == 0


def test_batches_go_with_their_owner(owner: User):
    batch_of(owner, "a list")
    owner.delete()
    assert CheckBatch.objects.count() == 0
