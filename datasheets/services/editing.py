"""The one door through which people change the catalogue: save, undo, give back, confirm.

A save writes the rows of the entries concerned, the overrides that keep the next import from taking
the change back, and the history, in one transaction or not at all. What can be refused is in
:mod:`datasheets.services.refusals`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Model, QuerySet

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryChange, EntryRef, Value
from datasheets.models import EditKind, Override
from datasheets.models.aggregate import EDITED_HERE, Aggregate, aggregate_of
from datasheets.services.refusals import EditConflict, EditRefused, EntryInUse, FieldConflict, Refusal, Use

if TYPE_CHECKING:
    from django.contrib.auth.models import User

__all__ = [
    "EditConflict",
    "EditRefused",
    "Edited",
    "EntryInUse",
    "FieldConflict",
    "Origin",
    "Refusal",
    "SavedChange",
    "Use",
    "WorkingEntry",
    "confirm_override",
    "give_back",
    "history_of",
    "moved_overrides",
    "origins_of",
    "record_saved",
    "save_changes",
    "undo_change",
    "version_of",
    "waiting_overrides",
    "working_data",
    "working_entries",
    "working_entry",
]


@dataclass(frozen=True, slots=True)
class WorkingEntry:
    """An entry as the tables hold it. ``version`` is given back with the save, so that nobody overwrites unseen."""

    ref: EntryRef
    value: Value
    version: str
    is_handmade: bool
    """Whether it was made by hand here; only such an entry can be deleted."""


@dataclass(frozen=True, slots=True)
class SavedChange:
    """What a save did. ``change_id`` names the history group; None where nothing was different."""

    change_id: int | None
    changes: tuple[EntryChange, ...]
    """Every entry that is not as before."""
    merged: Mapping[EntryRef, tuple[str, ...]]
    """Fields that others saved in between and that were kept, for entries saved from an older version."""


@dataclass(frozen=True, slots=True)
class Edited:
    """One field in the history of an entry; the field ``""`` is the whole entry that came or went."""

    change_id: int
    kind: EditKind
    field: str
    before: Any
    after: Any
    by: str
    at: datetime
    reason: str
    is_undone: bool


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the value of a field comes from.

    ``layer`` is ``upstream``, ``manual``, ``supplement``, ``correction`` or ``edit``; ``replaced`` is
    what the layer below has, encoded, and ``by`` and ``at`` tell of an edit only.
    """

    layer: str
    source: str
    reason: str = ""
    replaced: Any = None
    by: str = ""
    at: datetime | None = None


def working_entry(ref: EntryRef) -> WorkingEntry:
    """The entry as the tables hold it; raises :class:`~datasheets.catalogue.entries.NoSuchEntry`."""
    raise NotImplementedError


def working_entries(refs: Iterable[EntryRef]) -> dict[EntryRef, WorkingEntry]:
    """Those of ``refs`` that the tables hold."""
    raise NotImplementedError


def working_data() -> CatalogueData:
    """The whole catalogue as the tables hold it: what the next draft is compiled from."""
    raise NotImplementedError


def version_of(value: Value) -> str:
    """What names the state of an entry: equal values have equal versions."""
    raise NotImplementedError


def save_changes(
    changes: Mapping[EntryRef, Value | None],
    *,
    by: User | None,
    reason: str,
    versions: Mapping[EntryRef, str] | None = None,
    kind: EditKind = EditKind.EDIT,
) -> SavedChange:
    """Make the entries ``changes`` names hold these values, as one change; None deletes an entry made by hand.

    ``versions`` are those with which the editor began. Where somebody saved in between, fields that
    do not overlap are merged and told; else :class:`EditConflict` is raised. Raises
    :class:`EditRefused` where a value does not fit, and :class:`EntryInUse` where saved rosters use
    what would be deleted. Whatever is raised, nothing was written.
    """
    raise NotImplementedError


def record_saved(
    ref: EntryRef, before: Value | None, after: Value | None, *, by: User | None, reason: str
) -> SavedChange:
    """Keep overrides and history of an entry whose rows were written elsewhere; wants their transaction."""
    raise NotImplementedError


def undo_change(change_id: int, *, by: User | None) -> SavedChange:
    """Put every field that a change set back to what it was before, as a change of its own.

    Raises :class:`EditConflict` where one of them was changed again since, and :class:`EditRefused`
    where the change was undone already.
    """
    raise NotImplementedError


def history_of(ref: EntryRef, *, limit: int = 200) -> tuple[Edited, ...]:
    """What people changed in an entry, newest first."""
    raise NotImplementedError


def origins_of(ref: EntryRef) -> dict[str, Origin]:
    """Where each field of an entry comes from; a field that is not in there is as upstream has it."""
    raise NotImplementedError


def waiting_overrides() -> int:
    """How many overrides wait to be decided; publishing waits with them (R-12)."""
    raise NotImplementedError


def moved_overrides() -> tuple[Override, ...]:
    """The overrides that wait: ``question`` says for what, ``moved_to`` is what the sources have now."""
    raise NotImplementedError


def confirm_override(override_id: int, *, keep: bool, by: User | None) -> SavedChange:
    """Decide a waiting override: ``keep`` the edit over what the sources have now, or follow them."""
    raise NotImplementedError


def give_back(ref: EntryRef, *, by: User | None, reason: str, fields: Iterable[str] | None = None) -> SavedChange:
    """Let an entry, or some of its fields, follow the sources again.

    Raises :class:`EditRefused` for an entry that the sources do not have.
    """
    raise NotImplementedError


def mark_edited(row: Model) -> None:
    """Flag the entry that ``row`` is, or is a part of."""
    aggregate = aggregate_of(row)
    type(aggregate)._default_manager.filter(pk=aggregate.pk).update(is_edited=True)


def sign(rows: Iterable[Model]) -> None:
    """Say in the source of each of ``rows`` that its values were entered here."""
    for row in rows:
        if hasattr(row, "source"):
            row.source = EDITED_HERE


def forget_edits(entries: QuerySet[Aggregate]) -> int:
    """Unflag ``entries``; how many they were."""
    return entries.filter(is_edited=True).update(is_edited=False)
