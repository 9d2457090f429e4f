"""Fixes of saved rosters: applying one of those that are offered, and taking it back."""

from __future__ import annotations

from collections.abc import Sequence

from datasheets.selectors import catalogue_of
from roster.document import RosterDocument
from roster.fixing import with_fixes
from roster.models import Roster
from roster.muster import EventProfile, Fix
from roster.muster.fixes import Operation, apply_patch, patch_between, patch_id
from roster.saved import checked, document_of
from roster.services.rosters import RosterHasChanged, replace_document


class FixNotOffered(Exception):
    """The fix is none that is offered for the roster as it stands; nothing was written."""


def apply_fix(roster: Roster, fix_id: str, *, version: int, event: EventProfile | None = None) -> Fix:
    """Change the saved roster by one of the fixes that are offered for it, named by its id.

    The fixes are looked for anew on the release of the roster, and for the event where the roster was
    looked at for one: nothing else is ever applied. Raises :class:`FixNotOffered`, and
    :class:`RosterHasChanged` where ``version`` is not the roster's any more.
    """
    _require_version(roster, version)
    fix = _offered(roster, fix_id, event)
    if fix is None:
        raise FixNotOffered(
            "This fix is not offered for the roster as it stands. Load it again and choose one of those that are; "
            "nothing was written."
        )
    replace_document(roster, apply_patch(document_of(roster), fix.patch))
    return fix


def way_back(before: RosterDocument, roster: Roster) -> tuple[Operation, ...]:
    """Operations that make ``before`` of the document that the roster has now; :func:`take_back` takes them."""
    return patch_between(document_of(roster), before)


def take_back(roster: Roster, patch: Sequence[Operation], *, version: int) -> None:
    """Make the roster what it was, by a patch of :func:`way_back` from the roster at ``version``.

    Raises :class:`RosterHasChanged` where that is not its version any more: nothing is written then.
    """
    _require_version(roster, version)
    replace_document(roster, apply_patch(document_of(roster), patch))


def _require_version(roster: Roster, version: int) -> None:
    if roster.version != version:
        raise RosterHasChanged(
            f"This roster was changed since you looked: it has version {roster.version}, and you saw {version:,}. "
            "Load it again; nothing was written."
        )


def _offered(roster: Roster, fix_id: str, event: EventProfile | None) -> Fix | None:
    catalogue = catalogue_of(roster.release.label)
    report = with_fixes(checked(roster, catalogue, event=event), catalogue).report
    fixes = (
        fix
        for verdict in (report.broken if report is not None else ())
        for violation in verdict.violations
        for fix in violation.fixes
    )
    return next((fix for fix in fixes if patch_id(fix.patch) == fix_id), None)
