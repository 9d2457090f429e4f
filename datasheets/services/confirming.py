"""Deciding edits under which the sources moved: publishing waits for it (R-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasheets.catalogue.entries import EntryRef, Value, changed_fields, decoded_entry, decoded_field, with_field
from datasheets.models import EditKind, Override
from datasheets.overlay.kept import WHOLE, Kept, Waiting, as_json
from datasheets.overlay.planning import signed_as
from datasheets.services.entry_rows import read_values
from datasheets.services.history import record_decision
from datasheets.services.override_rows import kept_of, read_overrides, write_overrides
from datasheets.services.refusals import EditRefused, Refusal
from datasheets.services.saving import Plan, SavedChange, apply, save, saving

if TYPE_CHECKING:
    from django.contrib.auth.models import User

KEPT = "Kept over what the sources have now."
FOLLOWED = "Follows the sources."


def confirm_override(override_id: int, *, keep: bool, by: User | None) -> SavedChange:
    """Decide a waiting override: ``keep`` the edit over what the sources have now, or follow them.

    An entry that the sources no longer have is kept as one made by hand; one made by hand that they
    now have is kept as edits of theirs. Raises :class:`EditRefused` where nothing waits, or where
    what would be kept does not fit.
    """
    with saving():
        row = Override.objects.filter(pk=override_id).first()
        if row is None:
            raise EditRefused([Refusal(EntryRef("overrides", str(override_id)), "", "It was decided already.")])
        ref, kept = EntryRef(row.collection, row.key), kept_of(row)
        _, values = read_values([ref])
        decide = {
            Waiting.MOVED: _moved,
            Waiting.GONE: _gone,
            Waiting.ARRIVED: _arrived,
            Waiting.MISFIT: _misfit,
        }.get(kept.waiting)
        if decide is None:
            raise EditRefused([Refusal(ref, row.field, "Nothing waits to be decided here: it was decided already.")])
        return decide(ref, row.field, kept, values.get(ref), keep=keep, by=by)


def _moved(ref: EntryRef, field: str, kept: Kept, value: Value | None, *, keep: bool, by: User | None) -> SavedChange:
    if keep:
        return _remember(ref, {field: Kept(kept.value, kept.moved_to)}, field, kept, by=by, reason=KEPT)
    after = with_field(value, field, decoded_field(ref.collection, field, kept.moved_to))
    return save({ref: after}, by=by, reason=FOLLOWED, kind=EditKind.CONFIRM)


def _gone(ref: EntryRef, field: str, kept: Kept, value: Value | None, *, keep: bool, by: User | None) -> SavedChange:
    if not keep:
        return _remember(ref, None, field, kept, by=by, reason=FOLLOWED)
    if kept.moved_to is None:
        message = "It is not known how the entry was last: make it anew by hand."
        raise EditRefused([Refusal(ref, field, message)])
    last = decoded_entry(ref.collection, kept.moved_to)
    return save({ref: last}, by=by, reason=KEPT, kind=EditKind.CONFIRM)


def _arrived(ref: EntryRef, field: str, kept: Kept, value: Value | None, *, keep: bool, by: User | None) -> SavedChange:
    upstream, own = decoded_entry(ref.collection, kept.moved_to), {WHOLE: kept}
    if not keep:
        plan = Plan(value, upstream, own, {})
    else:
        edits = {
            name: Kept(as_json(change.after), as_json(change.before))
            for name, change in changed_fields(upstream, value).items()
        }
        kept_after, after = signed_as(edits, value)
        plan = Plan(value, after, own, kept_after)
    saved = apply({ref: plan}, by=by, reason=KEPT if keep else FOLLOWED, kind=EditKind.CONFIRM)
    if saved.change_id is None:
        group = record_decision(ref, field, kept.value, by=by, reason=KEPT)
        return SavedChange(group.pk, (), {})
    return saved


def _misfit(ref: EntryRef, field: str, kept: Kept, value: Value | None, *, keep: bool, by: User | None) -> SavedChange:
    if not keep:
        return _remember(ref, {}, field, kept, by=by, reason=FOLLOWED)
    if field == WHOLE:
        wanted = decoded_entry(ref.collection, kept.value)
    else:
        wanted = with_field(value, field, decoded_field(ref.collection, field, kept.value))
    return save({ref: wanted}, by=by, reason=KEPT, kind=EditKind.CONFIRM)


def _remember(
    ref: EntryRef, decided: dict[str, Kept] | None, field: str, kept: Kept, *, by: User | None, reason: str
) -> SavedChange:
    """Change what is kept and no value: ``decided`` in place of the field, None for nothing of the entry."""
    before = read_overrides([ref])
    own = before.get(ref, {})
    after = {} if decided is None else {**{name: each for name, each in own.items() if name != field}, **decided}
    write_overrides(before, {ref: after}, by=by, reason=reason)
    group = record_decision(ref, field, kept.value, by=by, reason=reason)
    return SavedChange(group.pk, (), {})
