"""Where each field's value comes from, in words for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from datasheets.catalogue.entries import EntryRef, Value
from datasheets.models import FieldOrigin, ImportedSources, Override
from datasheets.overlay.kept import WHOLE, is_signature
from datasheets.services.override_rows import kept_of
from datasheets.sources.origins import origin_by_rule

LAYERS = {
    "upstream": "data package",
    "manual": "points manual",
    "supplement": "supplement",
    "correction": "correction",
    "edit": "edited here",
}


@dataclass(frozen=True)
class Mark:
    """Where a value comes from. ``is_override`` marks those that a person set here and may give back."""

    layer: str
    source: str
    reason: str
    replaced: Any
    by: str
    at: datetime | None
    ref: EntryRef
    field: str

    @property
    def is_override(self) -> bool:
        """Whether a person set it here."""
        return self.layer == "edit"

    @property
    def layer_name(self) -> str:
        """The layer as people call it."""
        return LAYERS.get(self.layer, self.layer)

    @property
    def replaced_text(self) -> str:
        """What the layer below has, in short."""
        return told(self.replaced)


def marks_of(entries: Mapping[EntryRef, Value]) -> dict[tuple[EntryRef, str], Mark]:
    """The marks of every field of these entries, in three queries; a whole entry made by hand has one for all."""
    kept: dict[tuple[EntryRef, str], Mark] = {}
    if not entries:
        return kept
    where = named(entries)
    stored = {(EntryRef(row.collection, row.key), row.field): row for row in FieldOrigin.objects.filter(where)}
    edits = {
        (EntryRef(row.collection, row.key), row.field): row
        for row in Override.objects.filter(where)
        if not kept_of(row).is_set_aside and not is_signature(row.field, kept_of(row))
    }
    last = ImportedSources.objects.first()
    upstream, manual = (last.upstream, f"{last.manual_name} {last.manual_version}") if last else ("", "")
    for ref, value in entries.items():
        for field in value.__dataclass_fields__:
            edit = edits.get((ref, field)) or edits.get((ref, WHOLE))
            if edit is not None:
                own = edit.field == field
                replaced = kept_of(edit).replaced if own else None
                kept[ref, field] = Mark("edit", "", edit.reason, replaced, edit.by_name, edit.at, ref, edit.field)
                continue
            row = stored.get((ref, field)) or stored.get((ref, WHOLE))
            if row is not None:
                kept[ref, field] = Mark(row.layer, row.source, row.reason, row.replaced, "", None, ref, field)
            else:
                origin = origin_by_rule(ref, field, value, upstream=upstream, manual=manual)
                kept[ref, field] = Mark(str(origin.layer), origin.source, origin.reason, None, "", None, ref, field)
    return kept


def named(entries: Iterable[EntryRef]) -> Q:
    """Rows with a collection and a key that name one of ``entries``."""
    keys: dict[str, list[str]] = {}
    for ref in entries:
        keys.setdefault(ref.collection, []).append(ref.key)
    where = Q(pk__in=())
    for collection, its_keys in keys.items():
        where |= Q(collection=collection, key__in=its_keys)
    return where


LONGEST_TOLD = 300
_KEYS = {"first": "from copy", "last": "to copy", "rows": "sizes:"}
"""What attributes are called where their own name does not say it."""


def told(value: Any) -> str:
    """An encoded value in one line: ``points: 80; models: 5`` rather than brackets and quotes."""
    text = _told(value)
    return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}…"


def _told(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "nothing"
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(
            f"{_KEYS.get(key, key.replace('_', ' '))} {_told(each)}"
            for key, each in value.items()
            if each not in (None, "", [], {})
        )
    if isinstance(value, list):
        return "; ".join(_told(each) for each in value)
    return str(value)
