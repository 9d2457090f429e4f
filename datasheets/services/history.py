"""The history of edits: groups of changes by person and time, only ever added to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from django.utils import timezone

from datasheets.catalogue.entries import (
    EntryRef,
    FieldChange,
    NoSuchEntry,
    Value,
    changed_fields,
    decoded_entry,
    decoded_field,
    with_field,
)
from datasheets.models import Edit, EditGroup, EditKind
from datasheets.models.override import REASON_LENGTH
from datasheets.overlay.kept import SIGNATURE, SIGNED_FIELD, WHOLE, as_json
from datasheets.services.override_rows import name_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

WRITTEN_AT_ONCE = 500


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
class Since:
    """What happened to an entry since a version: the value then, and the last edit of each field."""

    base: Value | None
    last: dict[str, Edit]


def version_of(value: Value | None) -> str:
    """What names the state of an entry: equal values have equal versions; "" for none."""
    return "" if value is None else sha256(msgspec.json.encode(value)).hexdigest()[:32]


def record(
    changes: Iterable[tuple[EntryRef, Value | None, Value | None]],
    *,
    kind: EditKind,
    by: User | None,
    reason: str,
    undoes: EditGroup | None = None,
) -> EditGroup:
    """Add a group with every field that differs; wants the transaction that writes the entries."""
    group = EditGroup.objects.create(
        kind=kind, by=by, by_name=name_of(by), at=timezone.now(), reason=reason[:REASON_LENGTH], undoes=undoes
    )
    edits = []
    for ref, before, after in changes:
        if before is None or after is None:
            differing = {WHOLE: FieldChange(before, after)}
        else:
            differing = changed_fields(before, after)
        versions = {"version_before": version_of(before), "version_after": version_of(after)}
        edits += [
            Edit(
                group=group,
                collection=ref.collection,
                key=ref.key,
                field=field,
                before=as_json(change.before),
                after=as_json(change.after),
                **versions,
            )
            for field, change in differing.items()
        ]
    Edit.objects.bulk_create(edits, batch_size=WRITTEN_AT_ONCE)
    return group


def record_decision(ref: EntryRef, field: str, value: Any, *, by: User | None, reason: str) -> EditGroup:
    """Add to the history that an edit was confirmed, which changes no value."""
    group = EditGroup.objects.create(kind=EditKind.CONFIRM, by=by, by_name=name_of(by), reason=reason[:REASON_LENGTH])
    Edit.objects.create(group=group, collection=ref.collection, key=ref.key, field=field, before=value, after=value)
    return group


def history_of(ref: EntryRef, *, limit: int = 200) -> tuple[Edited, ...]:
    """What people changed in an entry, newest first."""
    edits = list(
        Edit.objects.filter(collection=ref.collection, key=ref.key).select_related("group").order_by("-id")[:limit]
    )
    undone = undone_among({edit.group_id for edit in edits})
    return tuple(
        Edited(
            change_id=edit.group_id,
            kind=EditKind(edit.group.kind),
            field=edit.field,
            before=edit.before,
            after=edit.after,
            by=edit.group.by_name,
            at=edit.group.at,
            reason=edit.group.reason,
            is_undone=edit.group_id in undone,
        )
        for edit in edits
        if not is_signing(edit)
    )


def is_signing(edit: Edit) -> bool:
    """Whether an edit only says that other fields are edited, or no longer are."""
    return edit.field == SIGNED_FIELD and SIGNATURE in (edit.before, edit.after)


def undone_among(groups: set[int]) -> set[int]:
    """Those of ``groups`` that were undone, by a change that was not undone itself."""
    if not groups:
        return set()
    undoing = dict(EditGroup.objects.filter(undoes__in=groups).values_list("pk", "undoes_id"))
    standing = undoing.keys() - undone_among(set(undoing))
    return {group for each, group in undoing.items() if each in standing and group is not None}


def since(ref: EntryRef, version: str, current: Value | None) -> Since | None:
    """What people changed in an entry since it had ``version``; None where the history does not reach there."""
    value = current
    last: dict[str, Edit] = {}
    if version_of(value) == version:
        return Since(value, last)
    for edits in _groups(ref):
        if edits[0].version_after != version_of(value):
            return None
        for edit in edits:
            last.setdefault(edit.field, edit)
            try:
                value = value_before(ref, value, edit)
            except (msgspec.ValidationError, NoSuchEntry):
                # From before the shape of the values changed.
                return None
        if version_of(value) == version:
            return Since(value, last)
    return None


def value_before(ref: EntryRef, value: Value | None, edit: Edit) -> Value | None:
    """``value`` with one edit taken back; raises what decoding raises."""
    if edit.field == WHOLE:
        return None if edit.before is None else decoded_entry(ref.collection, edit.before)
    return with_field(value, edit.field, decoded_field(ref.collection, edit.field, edit.before))


def _groups(ref: EntryRef) -> Iterable[list[Edit]]:
    """The edits of an entry that changed it, newest first, those of one change together."""
    group: list[Edit] = []
    rows = Edit.objects.filter(collection=ref.collection, key=ref.key).exclude(version_after="", version_before="")
    for edit in rows.select_related("group").order_by("-id").iterator(chunk_size=100):
        if group and edit.group_id != group[0].group_id:
            yield group
            group = []
        group.append(edit)
    if group:
        yield group
