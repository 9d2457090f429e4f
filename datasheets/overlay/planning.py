"""What an edit of one entry leaves to be remembered."""

from __future__ import annotations

from dataclasses import replace

from datasheets.catalogue.entries import Value, changed_fields, with_field
from datasheets.overlay.kept import (
    SIGNATURE,
    SIGNED_FIELD,
    WHOLE,
    Kept,
    KeptFields,
    Waiting,
    as_json,
    is_edited,
    is_signature,
    real_edits,
)


def planned(kept: KeptFields, before: Value | None, after: Value | None) -> tuple[dict[str, Kept], Value | None]:
    """The edits kept once an entry goes from ``before`` to ``after``, and ``after`` with its signature.

    A field set back to what the sources have is no edit any more. What waits to be asked keeps waiting.
    """
    if after is None:
        return {}, None
    if before is None or WHOLE in kept:
        whole = kept.get(WHOLE, Kept(None))
        if whole.is_set_aside:
            # It was given up for what the sources have; now it is wanted over that.
            has = None if before is None else as_json(before)
            whole = Kept(None, waiting=Waiting.NOTHING if before is None else Waiting.ARRIVED, moved_to=has)
        signed = after
        if SIGNED_FIELD in after.__dataclass_fields__ and not after.source:
            signed = with_field(after, SIGNED_FIELD, SIGNATURE)
        return {WHOLE: replace(whole, value=as_json(signed))}, signed
    result = dict(kept)
    for field, change in changed_fields(before, after).items():
        value, old = as_json(change.after), result.get(field)
        if field == SIGNED_FIELD and value == SIGNATURE:
            continue
        if old is None or old.is_set_aside or is_signature(field, old):
            was = old.replaced if old is not None and is_signature(field, old) else as_json(change.before)
            result[field] = Kept(value, was)
        else:
            result[field] = replace(old, value=value)
        if value == result[field].upstream:
            del result[field]
    return signed_as(result, after)


def signed_as(kept: KeptFields, value: Value) -> tuple[dict[str, Kept], Value]:
    """``kept`` and ``value`` with a signature if edits are in force, without if none are."""
    result = dict(kept)
    if SIGNED_FIELD not in value.__dataclass_fields__ or WHOLE in kept:
        return result, value
    signature = kept.get(SIGNED_FIELD)
    if signature is not None and not is_signature(SIGNED_FIELD, signature):
        return result, value
    if not is_edited(real_edits(kept)):
        result.pop(SIGNED_FIELD, None)
        source = signature.replaced if signature is not None else value.source
        return result, with_field(value, SIGNED_FIELD, source)
    if signature is None and value.source != SIGNATURE:
        result[SIGNED_FIELD] = Kept(SIGNATURE, value.source)
    return result, with_field(value, SIGNED_FIELD, SIGNATURE)
