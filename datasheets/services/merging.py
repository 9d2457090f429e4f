"""Two editors on one entry: what the second one saves, given what the first one saved in between."""

from __future__ import annotations

from datasheets.catalogue.entries import EntryRef, Value, changed_fields, with_field
from datasheets.overlay.kept import SIGNED_FIELD, WHOLE
from datasheets.services.history import Since, since
from datasheets.services.refusals import FieldConflict


def merged(
    ref: EntryRef, mine: Value | None, version: str, current: Value | None
) -> tuple[Value | None, tuple[str, ...], list[FieldConflict]]:
    """What to save of ``mine``, begun at ``version``; the fields of others kept in it; what conflicts."""
    if mine == current:
        return mine, (), []
    before = since(ref, version, current)
    if before is None:
        return mine, (), _unexplained(ref, mine, current)
    if not before.last:
        return mine, (), []
    if mine is None or current is None or before.base is None:
        return mine, (), [_conflict(ref, WHOLE, before, current, mine)]
    theirs, own = changed_fields(before.base, current), changed_fields(before.base, mine)
    conflicts = [
        _conflict(ref, field, before, theirs[field].after, change.after)
        for field, change in own.items()
        if field in theirs and theirs[field].after != change.after
    ]
    result = current
    for field, change in own.items():
        result = with_field(result, field, change.after)
    return result, tuple(field for field in theirs if field not in own and field != SIGNED_FIELD), conflicts


def _conflict(ref: EntryRef, field: str, before: Since, theirs: Value, mine: Value) -> FieldConflict:
    last = before.last.get(field) or next(iter(before.last.values()))
    base = before.base if field == WHOLE or before.base is None else getattr(before.base, field)
    return FieldConflict(ref, field, base, theirs, mine, by=last.group.by_name, at=last.group.at)


def _unexplained(ref: EntryRef, mine: Value | None, current: Value | None) -> list[FieldConflict]:
    """What nobody's edit explains came with an import, so that nobody can say which of the fields are mine."""
    if mine is None or current is None:
        return [FieldConflict(ref, WHOLE, None, current, mine, by="", at=None)]
    return [
        FieldConflict(ref, field, None, change.before, change.after, by="", at=None)
        for field, change in changed_fields(current, mine).items()
    ]
