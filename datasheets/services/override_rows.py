"""Override rows as what the plain overlay calls kept fields, and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from datasheets.catalogue.entries import EntryRef
from datasheets.models import Override, Question
from datasheets.models.override import PROBLEM_LENGTH, REASON_LENGTH
from datasheets.overlay.kept import Kept, KeptFields, Waiting

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ASKED_AT_ONCE = 200
WRITTEN_AT_ONCE = 500


def read_overrides(refs: Iterable[EntryRef] | None = None) -> dict[EntryRef, dict[str, Kept]]:
    """What is kept of the edits of ``refs``, or of all entries."""
    found: defaultdict[EntryRef, dict[str, Kept]] = defaultdict(dict)
    for row in _rows(refs):
        found[EntryRef(row.collection, row.key)][row.field] = kept_of(row)
    return dict(found)


def kept_of(row: Override) -> Kept:
    """What an override row says."""
    return Kept(row.value, row.replaced, Waiting(row.question), row.moved_to, row.problem)


def write_overrides(
    before: Mapping[EntryRef, KeptFields],
    after: Mapping[EntryRef, KeptFields],
    *,
    by: User | None = None,
    reason: str = "",
    at: datetime | None = None,
) -> None:
    """Make the rows say ``after`` where they say ``before``; a new value is signed, a new question is not."""
    gone: list[tuple[EntryRef, str]] = []
    new: list[Override] = []
    for ref in before.keys() | after.keys():
        had, has = before.get(ref, {}), after.get(ref, {})
        gone += [(ref, field) for field in had if field not in has]
        for field, each in has.items():
            if had.get(field) == each:
                continue
            columns = _columns(each)
            if field not in had or had[field].value != each.value:
                columns |= {
                    "by": by,
                    "by_name": name_of(by),
                    "reason": reason[:REASON_LENGTH],
                    "at": at or timezone.now(),
                }
            if field in had:
                Override.objects.filter(collection=ref.collection, key=ref.key, field=field).update(**columns)
            else:
                new.append(Override(collection=ref.collection, key=ref.key, field=field, **columns))
    Override.objects.bulk_create(new, batch_size=WRITTEN_AT_ONCE)
    for start in range(0, len(gone), ASKED_AT_ONCE):
        condition = Q(pk__in=[])
        for ref, field in gone[start : start + ASKED_AT_ONCE]:
            condition |= Q(collection=ref.collection, key=ref.key, field=field)
        Override.objects.filter(condition).delete()


def name_of(user: User | None) -> str:
    """What the history calls a person, also when the account is gone."""
    return "" if user is None else user.get_full_name() or user.get_username()


def _columns(each: Kept) -> dict[str, Any]:
    return {
        "value": each.value,
        "replaced": each.replaced,
        "question": Question(each.waiting.value),
        "moved_to": each.moved_to,
        "problem": each.problem[:PROBLEM_LENGTH],
    }


def _rows(refs: Iterable[EntryRef] | None) -> QuerySet[Override]:
    rows = Override.objects.order_by("collection", "key", "field")
    if refs is None:
        return rows
    keys: defaultdict[str, list[str]] = defaultdict(list)
    for ref in refs:
        keys[ref.collection].append(ref.key)
    condition = Q(pk__in=[])
    for collection, own in keys.items():
        condition |= Q(collection=collection, key__in=own)
    return rows.filter(condition)
