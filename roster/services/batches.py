"""What people do with batches of lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.contrib.auth.models import AbstractBaseUser
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone

from datasheets.bells import ring_on_commit
from datasheets.selectors import current_catalogue
from roster.archives import ListFile, Reading, Upload, UploadError, UploadTooLarge, read_texts, read_uploads, shown_name
from roster.event_documents import event_to_json
from roster.models import CheckBatch, CheckBatchItem, Event, ItemStatus
from roster.retention import purge_expired
from roster.services.events import profile_of
from roster.tasks import check_batch

__all__ = [
    "Upload",
    "UploadError",
    "UploadTooLarge",
    "create_batch",
    "create_batch_of_texts",
    "delete_batch",
    "purge_expired",
    "uploads_of",
]

_LISTS_PER_BELL = 75
_MAXIMUM_BELLS = 4


def uploads_of(files: Iterable[UploadedFile]) -> Iterator[Upload]:
    """The files of a form as uploads, read one at a time."""
    for file in files:
        yield Upload(name=file.name or "", content=file.read())


def create_batch(
    owner: AbstractBaseUser, uploads: Iterable[Upload], *, name: str = "", event: Event | None = None
) -> CheckBatch:
    """Store the lists of an upload, files or zip archives, and ring for them to be checked.

    For ``event`` if one is given; its profile is kept with the batch as it is now.

    A file that cannot be read becomes a row that says why. Raises :class:`UploadError` where the
    upload as a whole cannot be used, and ``NoRelease`` where there is no catalogue to judge by.
    """
    return _store(owner, read_uploads(uploads), name, event)


def create_batch_of_texts(
    owner: AbstractBaseUser, texts: Iterable[tuple[str, str]], *, name: str = "", event: Event | None = None
) -> CheckBatch:
    """The same for lists given as (name, text)."""
    return _store(owner, read_texts(texts), name, event)


def delete_batch(batch: CheckBatch) -> None:
    """Delete a batch with its texts and reports at once; a worker in the middle of one of its lists drops it."""
    batch.delete()


def _store(owner: AbstractBaseUser, reading: Reading, name: str, event: Event | None) -> CheckBatch:
    release = current_catalogue().stamp.label
    with transaction.atomic():
        batch = CheckBatch.objects.create(
            owner_id=owner.pk,
            name=shown_name(name)[:120] if name.strip() else "",
            release=release,
            event=event,
            event_profile=event_to_json(profile_of(event)) if event is not None else None,
            total=len(reading.lists),
            skipped=[{"name": entry.name, "reason": entry.reason} for entry in reading.skipped],
        )
        CheckBatchItem.objects.bulk_create(
            (_row(batch, position, entry) for position, entry in enumerate(reading.lists, start=1)), batch_size=100
        )
        waiting = sum(not entry.problem for entry in reading.lists)
        for _ in range(min(_MAXIMUM_BELLS, -(-waiting // _LISTS_PER_BELL))):
            ring_on_commit(check_batch.delay, batch.pk)
    return batch


def _row(batch: CheckBatch, position: int, entry: ListFile) -> CheckBatchItem:
    if entry.problem:
        return CheckBatchItem(
            batch=batch,
            position=position,
            filename=entry.name,
            status=ItemStatus.FAILED,
            finished_at=timezone.now(),
            problem=entry.problem,
        )
    return CheckBatchItem(batch=batch, position=position, filename=entry.name, text=entry.text)
