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
from datasheets.services.roles import Right, require
from datasheets.services.saving import Plan, SavedChange, apply, save, saving

if TYPE_CHECKING:
    from django.contrib.auth.models import User

KEPT = "Kept over what the sources have now."
FOLLOWED = "Follows the sources."


def confirm_override(override_id: int, *, keep: bool, by: User | None) -> SavedChange:
    """Decide a waiting override: ``keep`` the edit over what the sources have now, or follow them.

    An entry that the sources no longer have is kept as one made by hand; one made by hand that they
    now have is kept as edits of theirs. Raises :class:`EditRefused` where nothing waits, or where
    what would be kept does not fit, and :class:`~datasheets.services.roles.NotAllowed` for whoever
    may not decide.
    """
    require(by, Right.CONFIRM)
    with saving():
        row = Override.objects.filter(pk=override_id).first()
        if row is None:
            raise EditRefused([Refusal(EntryRef("overrides", str(override_id)), "", "It was decided already.")])
        ref, kept = EntryRef(row.collection, row.key), kept_of(row)
        if kept.waiting is Waiting.NOTHING:
            raise EditRefused([Refusal(ref, row.field, "Nothing waits to be decided here: it was decided already.")])
        if kept.waiting is Waiting.ARRIVED:
            return _arrived(ref, kept, keep=keep, by=by)
        if not keep and kept.waiting is not Waiting.MOVED:
            # The tables hold what the sources have: nothing is to be written but that it is settled.
            return _remember(ref, row.field, kept, None, whole_entry=kept.waiting is Waiting.GONE, by=by)
        if keep and kept.waiting is Waiting.MOVED:
            return _remember(ref, row.field, kept, Kept(kept.value, kept.moved_to), by=by)
        stored, values = read_values([ref])
        after = _decided(ref, row.field, kept, values.get(ref), keep=keep)
        reason = KEPT if keep else FOLLOWED
        return save({ref: after}, stored, values, by=by, reason=reason, kind=EditKind.CONFIRM)


def _decided(ref: EntryRef, field: str, kept: Kept, value: Value | None, *, keep: bool) -> Value:
    """What the entry is to be where the decision changes it."""
    if kept.waiting is Waiting.MOVED:
        return with_field(value, field, decoded_field(ref.collection, field, kept.moved_to))
    if kept.waiting is Waiting.GONE:
        if kept.moved_to is None:
            message = "It is not known how the entry was last: make it anew by hand."
            raise EditRefused([Refusal(ref, field, message)])
        return decoded_entry(ref.collection, kept.moved_to)
    if field == WHOLE:
        return decoded_entry(ref.collection, kept.value)
    return with_field(value, field, decoded_field(ref.collection, field, kept.value))


def _arrived(ref: EntryRef, kept: Kept, *, keep: bool, by: User | None) -> SavedChange:
    stored, values = read_values([ref])
    value, upstream = values.get(ref), decoded_entry(ref.collection, kept.moved_to)
    kept_after: dict[str, Kept] = {}
    after = upstream
    if keep:
        edits = {
            name: Kept(as_json(change.after), as_json(change.before))
            for name, change in changed_fields(upstream, value).items()
        }
        kept_after, after = signed_as(edits, value)
    plans = {ref: Plan(value, after, {WHOLE: kept}, kept_after)}
    saved = apply(plans, stored, values, by=by, reason=KEPT if keep else FOLLOWED, kind=EditKind.CONFIRM)
    if saved.change_id is None:
        return SavedChange(record_decision(ref, WHOLE, kept.value, by=by, reason=KEPT).pk, (), {})
    return saved


def _remember(
    ref: EntryRef, field: str, kept: Kept, decided: Kept | None, *, by: User | None, whole_entry: bool = False
) -> SavedChange:
    """Change what is kept and no value: ``decided`` in place of the field's, or of all the entry's."""
    before = read_overrides([ref])
    after = {} if whole_entry else {name: each for name, each in before.get(ref, {}).items() if name != field}
    if decided is not None:
        after[field] = decided
    reason = FOLLOWED if decided is None else KEPT
    write_overrides(before, {ref: after}, by=by, reason=reason)
    return SavedChange(record_decision(ref, field, kept.value, by=by, reason=reason).pk, (), {})
