"""A points manual that somebody gives: the catalogue priced by it, as a draft with what it changes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import User

from datasheets.catalogue import Catalogue, ReleaseStamp
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.models import StoredManual
from datasheets.releases import ReleaseDiff, release_diff
from datasheets.selectors import NoRelease, current_catalogue
from datasheets.services.importing import ImportOutcome, InForce, import_catalogue
from datasheets.services.manuals import build_with, completed, newest_manual, read_manual_folder, stored_manuals
from datasheets.services.roles import Right, require
from datasheets.sources.manual import Manual


@dataclass(frozen=True)
class ManualImport:
    """What came of a manual. ``taken`` are the lists that it lacks and that keep the prices of ``newest``.

    ``diff`` is what changes against the release that was in force, or against nothing where none was.
    """

    given: Manual
    newest: Manual
    taken: tuple[str, ...]
    outcome: ImportOutcome
    diff: ReleaseDiff

    @property
    def is_older(self) -> bool:
        """Whether the next import goes back to another manual."""
        return self.given.date < self.newest.date


class UnknownManual(LookupError):
    """There is no such manual among those that were given; the message names those there are."""


def import_manual(
    folder: Path, *, by: User | None, in_force: InForce = InForce.LATER, is_dry_run: bool = False
) -> ManualImport:
    """Price the catalogue by the manual in ``folder``, keep it for later imports, and compile a draft.

    ``in_force`` says whether it waits for a publisher. Raises
    :class:`~datasheets.sources.faults.SourceFault` where the manual cannot be read or used,
    :class:`~datasheets.services.roles.NotAllowed`, and what importing raises.
    """
    require(by, Right.COMPILE)
    if in_force is not InForce.LATER:
        require(by, Right.PUBLISH)
    given = read_manual_folder(folder)
    before = _in_force()
    newest = newest_manual()
    manual, taken = completed(given, newest)
    build = build_with(manual, stored_manuals())
    outcome = import_catalogue(build, is_dry_run=is_dry_run, in_force=in_force, keep_manual=manual, by=by)
    label = outcome.release.label if outcome.release else "dry run"
    stamp = ReleaseStamp(label, "", "", build.upstream, build.stamp)
    diff = release_diff(before or _nothing(stamp), Catalogue(stamp, outcome.after))
    return ManualImport(given, newest, taken, outcome, diff)


def forget_manual(version: str, *, by: User | None) -> None:
    """Let later imports no longer know a manual that was given; raises :class:`UnknownManual`."""
    require(by, Right.COMPILE)
    deleted, _ = StoredManual.objects.filter(version=version).delete()
    if not deleted:
        known = ", ".join(StoredManual.objects.values_list("version", flat=True)) or "none"
        raise UnknownManual(f"No manual {version} was given here; given were: {known}.")


def _in_force() -> Catalogue | None:
    try:
        return current_catalogue()
    except NoRelease:
        return None


def _nothing(stamp: ReleaseStamp) -> Catalogue:
    return Catalogue(ReleaseStamp("nothing", "", "", stamp.upstream, stamp.manual), CatalogueData())
