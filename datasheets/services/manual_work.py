"""What a worker does with a points manual that was handed in: compare it, or compile a draft of it (R-34)."""

from __future__ import annotations

import datetime
import tempfile
import uuid
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from django.db.models import QuerySet

from datasheets.leases import Standing, close, free_stale, held, let_wait
from datasheets.models import ManualUpload, Step
from datasheets.releases.report import TITLES
from datasheets.services.manual_import import ManualImport, import_manual
from datasheets.services.publishing import PublishRefused
from datasheets.services.refusals import CatalogueBusy
from datasheets.services.roles import NotAllowed
from datasheets.sources.faults import SourceFault
from datasheets.tables.rows import DanglingReference, RepeatedRow
from datasheets.working import Candidate, Ends, WorkCrashed, take_next, work_through, worked

LEASE = datetime.timedelta(minutes=4)
"""How long a worker may take: an import takes some ten seconds, and waits for one that runs already."""
MOST_TOLD = 400
"""Differences of a faction that are kept; how many there are is kept too."""
REFUSALS = (SourceFault, RepeatedRow, DanglingReference, CatalogueBusy, PublishRefused, NotAllowed)
NO_FILES = b""
_WORKER_DIED = "It was begun three times and never came to an end, so it was given up. Hand the files in again."
_OUR_FAULT = "The service failed on these files, and nothing was written. Please tell an administrator."

Work = Callable[[ManualUpload], dict[str, Any]]
"""Does the step of a row and returns the columns of what was found."""


class ManualCrashed(WorkCrashed):
    """Work on a manual ended in a fault of our own. Its row says so; the others wait as before."""


def look(upload: ManualUpload) -> dict[str, Any]:
    """What the manual would change; nothing is written."""
    return {"found": _told(_imported(upload, is_dry_run=True))}


def taken(upload: ManualUpload) -> dict[str, Any]:
    """The draft that has its prices."""
    done = _imported(upload, is_dry_run=False)
    return {"release": done.outcome.release, "files": NO_FILES}


WORK: dict[str, Work] = {Step.LOOK: look, Step.TAKE: taken}


def work_on_waiting_manuals(*, seconds: float, work: dict[str, Work] = WORK) -> bool:
    """Do the steps of waiting manuals, oldest first; True where time ran out before the manuals did.

    Raises :class:`ManualCrashed`, after closing the row, where a step raises what it should not.
    """
    return work_through(_claim, lambda claimed: _work_on(*claimed, work), seconds=seconds)


def free_stale_manuals() -> int:
    """Take manuals from workers that died; returns how many wait again."""
    return free_stale(ManualUpload.objects.all(), lease=LEASE, problem=_WORKER_DIED)


def manuals_waiting() -> list[int]:
    """The keys of the manuals that wait for a worker, oldest first."""
    return list(_waiting().values_list("pk", flat=True))


def _waiting() -> QuerySet[ManualUpload]:
    return ManualUpload.objects.filter(status=Standing.PENDING).order_by("created_at", "pk")


def _claim() -> tuple[ManualUpload, uuid.UUID] | None:
    while (taken := take_next(_candidate)) is not None:
        upload = taken.ours.first()
        if upload is not None:
            return upload, taken.token
    return None


def _candidate() -> Candidate | None:
    oldest = _waiting().values_list("pk", "attempts").first()
    if oldest is None:
        return None
    key, attempts = oldest
    return Candidate(ManualUpload.objects.all(), [key], begun_before=attempts > 0)


def _work_on(upload: ManualUpload, token: uuid.UUID, work: dict[str, Work]) -> None:
    ours = held(ManualUpload.objects.filter(pk=upload.pk), token)
    worked(
        lambda: close(ours, Standing.DONE, **work[upload.step](upload)),
        Ends(
            give_up=lambda problem: close(ours, Standing.FAILED, problem=problem, files=NO_FILES),
            hand_back=lambda: let_wait(ours),
            attempt=upload.attempts,
            refused=dict.fromkeys(REFUSALS, str),
            fault=_OUR_FAULT,
            crashed=ManualCrashed(f"points manual handed in, {upload.pk}"),
            worn_out=_WORKER_DIED,
        ),
    )


def _imported(upload: ManualUpload, *, is_dry_run: bool) -> ManualImport:
    if upload.by is None:
        # Nobody at all would be taken for whoever has a shell on the machine, who may everything.
        raise NotAllowed("Whoever asked for this has no account any more. Hand the files in again.")
    with tempfile.TemporaryDirectory(prefix="manual-") as name:
        folder = Path(name)
        for file, text in msgspec.json.decode(zlib.decompress(upload.files), type=dict[str, str]).items():
            (folder / file).write_bytes(text.encode())
        try:
            return import_manual(folder, by=upload.by, is_dry_run=is_dry_run)
        except SourceFault as fault:
            # The folder is of this machine and of this moment: people know their files by name.
            raise SourceFault(str(fault).replace(f"{folder.name}/", "").replace(folder.name, "the files")) from fault


def _told(done: ManualImport) -> dict[str, Any]:
    """What the look found, as the page shows it."""
    given, newest = done.given, done.newest
    return {
        "manual": f"{given.name} {given.version}",
        "date": given.date.isoformat(),
        "against": done.diff.before.label,
        "newest": f"{newest.name} {newest.version}",
        "newest_date": newest.date.isoformat(),
        "is_older": done.is_older,
        "taken": list(done.taken),
        "counts": {TITLES[topic]: count for topic, count in done.diff.counts.items()},
        "factions": [
            {"name": faction.name, "count": len(changes), "changes": changes[:MOST_TOLD]}
            for faction in done.diff.factions
            for changes in [[str(change) for each in faction.topics.values() for change in each]]
        ],
    }
