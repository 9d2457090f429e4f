"""The edits of people laid over what the sources have: which hold, which moved, which lost their ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import (
    EntryRef,
    NoSuchEntry,
    Value,
    decoded_entry,
    decoded_field,
    entries_of,
    with_entries,
    with_field,
)
from datasheets.overlay.kept import (
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
from datasheets.overlay.planning import signed_as

Overrides = Mapping[EntryRef, KeptFields]


@dataclass(frozen=True, slots=True)
class Laid:
    """The sources with the edits over them.

    ``kept`` is what is to be remembered of the edits from now on, ``agreed`` the fields that the
    sources now have as they were edited, so that nothing remains to be remembered.
    """

    data: CatalogueData
    kept: Mapping[EntryRef, dict[str, Kept]]
    agreed: tuple[tuple[EntryRef, str], ...]

    @property
    def edited(self) -> frozenset[EntryRef]:
        """The entries that are other than the sources have them."""
        return frozenset(ref for ref, kept in self.kept.items() if is_edited(kept))

    @property
    def waiting(self) -> tuple[tuple[EntryRef, str, Kept], ...]:
        """The edits that somebody has to decide on."""
        return tuple(
            (ref, field, each)
            for ref, kept in sorted(self.kept.items())
            for field, each in sorted(kept.items())
            if each.waiting is not Waiting.NOTHING
        )


def lay_over(
    sources: CatalogueData,
    overrides: Overrides,
    *,
    misfits: Mapping[EntryRef, str] | None = None,
    last_held: Mapping[EntryRef, Value] | None = None,
) -> Laid:
    """``sources`` with ``overrides`` laid over them, field by field.

    The entries of ``misfits`` stay as the sources have them, for the reason given. ``last_held`` are
    entries as they were until now: what is remembered of one that the sources no longer have.
    """
    if not overrides:
        return Laid(sources, {}, ())
    entries = entries_of(sources, *sorted({ref.collection for ref in overrides}))
    changes: dict[EntryRef, Value | None] = {}
    kept: dict[EntryRef, dict[str, Kept]] = {}
    agreed: list[tuple[EntryRef, str]] = []
    for ref, own in sorted(overrides.items()):
        upstream = entries.get(ref)
        problem = (misfits or {}).get(ref)
        if WHOLE in own:
            value, found = _handmade(ref, own[WHOLE], upstream, problem)
        elif upstream is None:
            value, found = None, _gone(own, (last_held or {}).get(ref))
        else:
            value, found = _edited(ref, own, upstream, problem)
        if value != upstream:
            changes[ref] = value
        if found:
            kept[ref] = found
        agreed += [(ref, field) for field in real_edits(own) if field not in found]
    return Laid(with_entries(sources, changes), kept, tuple(agreed))


def taken_off(data: CatalogueData, overrides: Overrides) -> CatalogueData:
    """``data`` without the edits that lie over it: what the sources had, as far as that is remembered."""
    if not overrides:
        return data
    entries = entries_of(data, *sorted({ref.collection for ref in overrides}))
    changes: dict[EntryRef, Value | None] = {}
    for ref, own in overrides.items():
        value = entries.get(ref)
        if value is None:
            continue
        if WHOLE in own:
            changes[ref] = value if own[WHOLE].is_set_aside else None
            continue
        for field, each in own.items():
            if not each.is_set_aside and field in value.__dataclass_fields__:
                value = with_field(value, field, decoded_field(ref.collection, field, each.replaced))
        changes[ref] = value
    return with_entries(data, changes)


def _handmade(ref: EntryRef, own: Kept, upstream: Value | None, problem: str | None) -> tuple[Value, dict[str, Kept]]:
    try:
        value = decoded_entry(ref.collection, own.value)
    except (msgspec.ValidationError, NoSuchEntry) as fault:
        problem = problem or str(fault)
    has_now = None if upstream is None else as_json(upstream)
    if problem is not None:
        return upstream, {WHOLE: replace(own, waiting=Waiting.MISFIT, moved_to=has_now, problem=problem)}
    if upstream is None:
        return value, {WHOLE: Kept(own.value)}
    if value == upstream:
        return upstream, {}
    return value, {WHOLE: replace(own, waiting=Waiting.ARRIVED, moved_to=has_now, problem="")}


def _gone(own: KeptFields, last: Value | None) -> dict[str, Kept]:
    """The edits of an entry that the sources no longer have, with the entry as it last was."""
    return {
        field: each
        if each.waiting is Waiting.GONE
        else replace(each, waiting=Waiting.GONE, moved_to=None if last is None else as_json(last), problem="")
        for field, each in real_edits(own).items()
    }


def _edited(ref: EntryRef, own: KeptFields, upstream: Value, problem: str | None) -> tuple[Value, dict[str, Kept]]:
    value = upstream
    found: dict[str, Kept] = {}
    for field, each in real_edits(own).items():
        if field not in upstream.__dataclass_fields__:
            found[field] = replace(each, waiting=Waiting.MISFIT, moved_to=None, problem=f"There is no field {field}.")
            continue
        has_now = as_json(getattr(upstream, field))
        if has_now == each.value:
            continue
        if problem is not None:
            found[field] = replace(each, waiting=Waiting.MISFIT, moved_to=has_now, problem=problem)
            continue
        try:
            wanted = decoded_field(ref.collection, field, each.value)
        except msgspec.ValidationError as fault:
            found[field] = replace(each, waiting=Waiting.MISFIT, moved_to=has_now, problem=str(fault))
            continue
        value = with_field(value, field, wanted)
        found[field] = _judged(each, has_now)
    signature = own.get(SIGNED_FIELD)
    if signature is not None and is_signature(SIGNED_FIELD, signature):
        # What the entry names as its source without the edit is always what the sources name now.
        found[SIGNED_FIELD] = Kept(signature.value, upstream.source)
    found, value = signed_as(found, value)
    return value, found


def _judged(each: Kept, has_now: Any) -> Kept:
    if has_now == each.replaced:
        return Kept(each.value, each.replaced)
    return replace(each, waiting=Waiting.MOVED, moved_to=has_now, problem="")
