"""Where values come from, as the last import told it: written beside the tables, and read by entry."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.catalogue.entries import EntryRef, Value
from datasheets.catalogue.origin import WHOLE, Origin, OriginLayer, Origins
from datasheets.models import FieldOrigin, ImportedSources
from datasheets.sources.origins import origin_by_rule

AT_ONCE = 500

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class OriginsWritten:
    """How many rows were created, updated and deleted."""

    created: int = 0
    updated: int = 0
    deleted: int = 0


def write_origins(origins: Origins) -> OriginsWritten:
    """Make the table hold ``origins`` and nothing else; only rows that differ are written. Wants a transaction."""
    wanted = {
        (ref.collection, ref.key, field): told for ref, fields in origins.items() for field, told in fields.items()
    }
    created: list[FieldOrigin] = []
    updated: list[FieldOrigin] = []
    doomed: list[int] = []
    met: set[Key] = set()
    for row in FieldOrigin.objects.all():
        key = (row.collection, row.key, row.field)
        if key not in wanted:
            doomed.append(row.pk)
            continue
        met.add(key)
        told = _columns(wanted[key])
        if any(getattr(row, name) != value for name, value in told.items()):
            updated.append(_with(row, told))
    for key, origin in wanted.items():
        if key not in met:
            collection, entry, field = key
            created.append(_with(FieldOrigin(collection=collection, key=entry, field=field), _columns(origin)))
    for start in range(0, len(doomed), AT_ONCE):
        FieldOrigin.objects.filter(pk__in=doomed[start : start + AT_ONCE]).delete()
    FieldOrigin.objects.bulk_update(updated, ["layer", "source", "reason", "replaced", "row"], batch_size=AT_ONCE)
    FieldOrigin.objects.bulk_create(created, batch_size=AT_ONCE)
    return OriginsWritten(len(created), len(updated), len(doomed))


def stored_origins_of(ref: EntryRef) -> dict[str, Origin]:
    """The origins that the last import told of an entry, by field; :data:`WHOLE` is all that are not named."""
    return {
        row.field: Origin(OriginLayer(row.layer), row.source, row.reason, row.replaced, row.row)
        for row in FieldOrigin.objects.filter(collection=ref.collection, key=ref.key)
    }


def every_origin_of(ref: EntryRef, value: Value) -> dict[str, Origin]:
    """Where each field of ``value``, the entry ``ref``, comes from; edits are told elsewhere.

    What no correction or supplement set is the package's or the manual's, by rule.
    """
    stored = stored_origins_of(ref)
    last = ImportedSources.objects.first()
    upstream = last.upstream if last else ""
    manual = f"{last.manual_name} {last.manual_version}" if last else ""
    return {
        field: stored.get(field)
        or stored.get(WHOLE)
        or origin_by_rule(ref, field, value, upstream=upstream, manual=manual)
        for field in value.__dataclass_fields__
    }


def _columns(origin: Origin) -> dict[str, object]:
    return {
        "layer": origin.layer.value,
        "source": origin.source,
        "reason": origin.reason,
        "replaced": origin.replaced,
        "row": origin.row,
    }


def _with(row: FieldOrigin, columns: dict[str, object]) -> FieldOrigin:
    for name, value in columns.items():
        setattr(row, name, value)
    return row
