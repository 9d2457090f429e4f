"""What every change of the catalogue goes through: one transaction for rows, overrides and history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from datasheets.catalogue.entries import EntryChange, EntryRef, Value, changed_fields
from datasheets.models import EditGroup, EditKind
from datasheets.overlay.kept import WHOLE, KeptFields, is_edited
from datasheets.overlay.planning import planned
from datasheets.services.entry_rows import write_entries
from datasheets.services.history import record
from datasheets.services.override_rows import read_overrides, write_overrides
from datasheets.services.refusals import EditRefused, EntryInUse, Refusal, Use
from datasheets.services.turns import CatalogueBusy, publishing
from datasheets.tables.stored import StoredRows

if TYPE_CHECKING:
    from django.contrib.auth.models import User

WAIT = "5s"
"""How long a save waits for another one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to become of an entry and of the edits kept of it."""

    before: Value | None
    after: Value | None
    kept_before: KeptFields
    kept_after: KeptFields


@dataclass(frozen=True, slots=True)
class SavedChange:
    """What a save did. ``change_id`` names the history group; None where nothing was different."""

    change_id: int | None
    changes: tuple[EntryChange, ...]
    """Every entry that is not as before."""
    merged: Mapping[EntryRef, tuple[str, ...]]
    """Fields that others saved in between and that were kept, for entries saved from an older version."""


@contextmanager
def saving() -> Iterator[None]:
    """A transaction beside which nobody saves or imports; raises :class:`CatalogueBusy` with a sentence."""
    try:
        with _limited_wait(), publishing():
            _set_lock_timeout("0")
            yield
    except OperationalError as fault:
        if not is_busy(fault):
            raise
        raise CatalogueBusy(
            "Somebody else is writing the catalogue at this moment. Nothing was saved: try again in a minute."
        ) from fault


@contextmanager
def _limited_wait() -> Iterator[None]:
    """PostgreSQL gives up waiting for another saver after :data:`WAIT`; SQLite has its own limit."""
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic():
        _set_lock_timeout(WAIT)
        yield


def _set_lock_timeout(limit: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [limit])


def is_busy(fault: OperationalError) -> bool:
    """Whether the database gave up waiting for another writer."""
    if connection.vendor == "postgresql":
        return getattr(fault.__cause__, "sqlstate", "") == "55P03"
    return "locked" in str(fault)


def save(
    changes: Mapping[EntryRef, Value | None],
    stored: StoredRows,
    values: Mapping[EntryRef, Value],
    *,
    by: User | None,
    reason: str,
    kind: EditKind,
    undoes: EditGroup | None = None,
    merged: Mapping[EntryRef, tuple[str, ...]] | None = None,
) -> SavedChange:
    """Make the entries hold ``changes``; wants the transaction of :func:`saving`, and what was read in it."""
    kept = read_overrides(changes)
    plans: dict[EntryRef, Plan] = {}
    refusals: list[Refusal] = []
    for ref, after in changes.items():
        before, own = values.get(ref), kept.get(ref, {})
        if after is None:
            refusals += _undeletable(ref, before, own)
        kept_after, signed = planned(own, before, after) if before != after else (own, after)
        if signed != before or kept_after != own:
            plans[ref] = Plan(before, signed, own, kept_after)
    if refusals:
        raise EditRefused(refusals)
    return apply(plans, stored, values, by=by, reason=reason, kind=kind, undoes=undoes, merged=merged)


def apply(
    plans: Mapping[EntryRef, Plan],
    stored: StoredRows,
    values: Mapping[EntryRef, Value],
    *,
    by: User | None,
    reason: str,
    kind: EditKind,
    undoes: EditGroup | None = None,
    merged: Mapping[EntryRef, tuple[str, ...]] | None = None,
) -> SavedChange:
    """Carry plans out; wants the transaction of :func:`saving`.

    ``stored`` and ``values`` are the rows and values of all entries concerned, as the tables hold them.
    """
    for ref, plan in plans.items():
        if plan.after is None and plan.before is not None:
            _check_unused(ref)
    if plans:
        edited = frozenset(ref for ref, plan in plans.items() if is_edited(plan.kept_after))
        after = {ref: plan.after for ref, plan in plans.items()}
        write_entries(stored, after | {ref: each for ref, each in values.items() if ref not in plans}, plans, edited)
        write_overrides(
            {ref: plan.kept_before for ref, plan in plans.items()},
            {ref: plan.kept_after for ref, plan in plans.items()},
            by=by,
            reason=reason,
            at=timezone.now(),
        )
    differing = {ref: plan for ref, plan in plans.items() if plan.before != plan.after}
    group = None
    if differing:
        states = [(ref, plan.before, plan.after) for ref, plan in differing.items()]
        group = record(states, kind=kind, by=by, reason=reason, undoes=undoes)
    return SavedChange(
        change_id=group.pk if group else None,
        changes=tuple(_told(ref, plan) for ref, plan in differing.items()),
        merged=merged or {},
    )


def _told(ref: EntryRef, plan: Plan) -> EntryChange:
    both = plan.before is not None and plan.after is not None
    return EntryChange(ref, plan.before, plan.after, changed_fields(plan.before, plan.after) if both else {})


def _undeletable(ref: EntryRef, before: Value | None, own: KeptFields) -> Iterator[Refusal]:
    if before is None:
        yield Refusal(ref, "", "It is not there any more, so that it cannot be deleted.")
    elif WHOLE not in own:
        yield Refusal(
            ref,
            "",
            "Only entries made by hand can be deleted; this one is in the sources and would return with the next"
            " import. Correct it, or exclude it in the corrections.",
        )


def _check_unused(ref: EntryRef) -> None:
    uses: list[Use] = []
    for name in getattr(settings, "CATALOGUE_USES", ()):
        uses += import_string(name)(ref)
    if uses:
        raise EntryInUse(ref, uses)
