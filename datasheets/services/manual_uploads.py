"""Points manuals that people hand in: kept as a row, looked at by a worker, taken after a yes (R-34).

What a row waits for is done by :mod:`datasheets.services.manual_work`; here it is handed in, approved and rung for.
"""

from __future__ import annotations

import datetime
import zlib
from collections.abc import Mapping

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from datasheets.bells import ring_on_commit
from datasheets.leases import Standing
from datasheets.models import ManualUpload, Step
from datasheets.services.roles import Right, require, who
from datasheets.tasks import work_on_manuals

KEPT_FOR = datetime.timedelta(days=30)
"""How long what was handed in is told; the files go as soon as nobody needs them."""


class NothingToApprove(Exception):
    """The manual cannot be approved now; the message says why and what to do."""


def hand_in_manual(files: Mapping[str, bytes], *, by: User) -> ManualUpload:
    """Keep the files, and have a worker look what they would change.

    Raises :class:`~datasheets.services.roles.NotAllowed`.
    """
    require(by, Right.COMPILE)
    texts = msgspec.json.encode({name: content.decode() for name, content in files.items()})
    with transaction.atomic():
        upload = ManualUpload.objects.create(
            by=by, by_name=who(by), names=sorted(files), files=zlib.compress(texts), step=Step.LOOK
        )
        _ring(upload)
    return upload


def approve_manual(upload: ManualUpload, *, by: User) -> None:
    """Have a worker take a manual whose differences were looked at: it becomes a draft.

    Raises :class:`NothingToApprove` where it was not looked at, or is being taken already.
    """
    require(by, Right.COMPILE)
    with transaction.atomic():
        rows = ManualUpload.objects.filter(pk=upload.pk, step=Step.LOOK, status=Standing.DONE)
        is_ours = rows.update(step=Step.TAKE, status=Standing.PENDING, by=by, attempts=0, finished_at=None)
        if is_ours:
            _ring(upload)
    if not is_ours:
        raise NothingToApprove("It was approved already, or nobody has looked at it yet: this page says how it stands.")


def purge_manual_uploads() -> int:
    """Delete what was handed in long ago; returns how many rows. Drafts and stored manuals stay."""
    old = ManualUpload.objects.filter(created_at__lt=timezone.now() - KEPT_FOR)
    deleted, _ = old.exclude(status=Standing.CLAIMED).delete()
    return deleted


def _ring(upload: ManualUpload) -> None:
    ring_on_commit(work_on_manuals.delay, upload.pk)
