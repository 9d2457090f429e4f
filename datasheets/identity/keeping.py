"""Keeping the stored ids of what upstream renamed, throughout a catalogue (R-06)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.identity import EntryKind, References, owner_of
from datasheets.catalogue.names import fold_name
from datasheets.identity.matching import Matches, match, upstream_reference
from datasheets.identity.rewriting import rewritten, with_composed
from datasheets.sources.findings import Finding

Entry = Datasheet | Detachment | Enhancement
Named = TypeVar("Named", Datasheet, Detachment, Enhancement)


@dataclass(frozen=True, slots=True)
class Renamed:
    """An entry that upstream calls ``new_name`` now, and which keeps its ``id``."""

    kind: EntryKind
    id: str
    old_name: str
    new_name: str


@dataclass(frozen=True)
class KeptIds:
    """The catalogue and its references under the stored ids, and what was renamed or could not be told."""

    data: CatalogueData
    references: References
    renamed: tuple[Renamed, ...] = ()
    findings: tuple[Finding, ...] = ()
    upstream_ids: Mapping[str, str] = field(default_factory=dict)
    """What upstream calls the entries that keep an id, by that id."""


def keep_ids(
    data: CatalogueData, references: References, before: CatalogueData, stored_references: References
) -> KeptIds:
    """``data`` with the ids that ``before``, the stored catalogue, has for the same entries.

    Such an entry keeps its other names, and the name it had becomes one of them. Enhancements follow
    their detachment before they are matched themselves.
    """
    upstream: dict[EntryKind, dict[str, str]] = {kind: {} for kind in EntryKind}
    findings: list[Finding] = []
    for kinds in ((EntryKind.DATASHEET, EntryKind.DETACHMENT), (EntryKind.ENHANCEMENT,)):
        ids: dict[EntryKind, Mapping[str, str]] = {}
        for kind in kinds:
            found = _match(kind, data, references, before, stored_references)
            ids[kind] = found.ids
            findings += found.findings
            upstream[kind].update({known: entry_id for entry_id, known in found.ids.items()})
        if any(ids.values()):
            every = with_composed(ids, data.enhancements)
            data = rewritten(data, every)
            references = {
                kind: {every.get(kind, {}).get(entry_id, entry_id): told for entry_id, told in entries.items()}
                for kind, entries in references.items()
            }
    if not any(upstream.values()):
        return KeptIds(data, references, findings=tuple(findings))
    renamed: list[Renamed] = []
    data = replace(
        data,
        datasheets=_with_old_names(EntryKind.DATASHEET, data.datasheets, before.datasheets, upstream, renamed),
        detachments=_with_old_names(EntryKind.DETACHMENT, data.detachments, before.detachments, upstream, renamed),
        enhancements=_with_old_names(EntryKind.ENHANCEMENT, data.enhancements, before.enhancements, upstream, renamed),
    )
    known = _upstream_ids(upstream)
    return KeptIds(data, _with_upstream_ids(references, upstream), tuple(renamed), tuple(findings), known)


def _upstream_ids(upstream: Mapping[EntryKind, Mapping[str, str]]) -> dict[str, str]:
    """Upstream's ids by ours; those of enhancements begin with what upstream calls their detachment."""
    ids = {**upstream[EntryKind.DATASHEET], **upstream[EntryKind.DETACHMENT]}
    for kept, found in upstream[EntryKind.ENHANCEMENT].items():
        detachment = owner_of(found)
        ids[kept] = ids.get(detachment, detachment) + found.removeprefix(detachment)
    return ids


def entry_ids(data: CatalogueData, kind: EntryKind) -> set[str]:
    """The ids of the entries of one kind."""
    rows: Mapping[EntryKind, Iterable[Entry]] = {
        EntryKind.DATASHEET: data.datasheets,
        EntryKind.DETACHMENT: data.detachments,
        EntryKind.ENHANCEMENT: data.enhancements,
    }
    return {row.id for row in rows[kind]}


def _match(
    kind: EntryKind, data: CatalogueData, references: References, before: CatalogueData, stored: References
) -> Matches:
    return match(
        wanted=entry_ids(data, kind),
        references=references.get(kind, {}),
        stored=entry_ids(before, kind),
        stored_references=stored.get(kind, {}),
    )


def _with_old_names(
    kind: EntryKind,
    rows: tuple[Named, ...],
    stored: Iterable[Named],
    upstream: Mapping[EntryKind, Mapping[str, str]],
    renamed: list[Renamed],
) -> tuple[Named, ...]:
    """``rows`` with the names that those which keep their id had so far; ``renamed`` gets new names."""
    known = {row.id: row for row in stored if row.id in upstream[kind]}
    bearers = {(owner_of(row.id), fold_name(row.name)) for row in rows}
    found: list[Named] = []
    for row in rows:
        old = known.get(row.id)
        if old is None:
            found.append(row)
            continue
        if old.name != row.name:
            renamed.append(Renamed(kind, row.id, old.name, row.name))
        found.append(replace(row, aliases=_aliases(row, old, bearers)))
    return tuple(found)


def _aliases(row: Entry, old: Entry, bearers: set[tuple[str, str]]) -> tuple[str, ...]:
    """The aliases of ``row``, those of ``old`` and its name, but for what is another entry's name by now.

    Such a name would make lists ambiguous.
    """
    kept = [name for name in (*old.aliases, old.name) if (owner_of(row.id), fold_name(name)) not in bearers]
    return tuple(dict.fromkeys((*row.aliases, *kept)))


def _with_upstream_ids(references: References, upstream: Mapping[EntryKind, Mapping[str, str]]) -> References:
    """``references`` that tell by which ids upstream's own names know the entries, too."""
    told = {kind: dict(references.get(kind, {})) for kind in EntryKind}
    for kind, entries in upstream.items():
        for known, entry_id in entries.items():
            told[kind][known] = (*told[kind].get(known, ()), upstream_reference(entry_id))
    return told
