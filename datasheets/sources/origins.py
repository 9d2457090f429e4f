"""The account of corrections: what each changed, which the sources have outgrown, and where values come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.entries import EntryRef, Value, changed_fields
from datasheets.catalogue.origin import WHOLE, Origin, OriginLayer, Origins
from datasheets.sources.correction_rows import Reasoned
from datasheets.sources.corrections import Noted, new_id
from datasheets.sources.findings import Finding, FindingKind

Row = TypeVar("Row", bound=Reasoned)
Entries = Mapping[str, Value]
Change = Callable[[Entries, Any], Entries]
"""The entries that a row changes, as it would have them; raises :class:`Gone`."""

PRICED: Mapping[str, frozenset[str] | None] = {
    "prices": None,
    "past_prices": None,
    "datasheets": frozenset({"is_legends", "not_offered"}),
    "enhancements": frozenset({"prices", "is_upgrade", "not_offered"}),
    "detachments": frozenset({"offers", "excluded_factions"}),
}
"""The fields that a points manual sets, by collection; None: all of them."""


class Gone(Exception):
    """A correction names what the sources do not have, or have no longer. The message says what, as a sentence."""


class Fixed(Exception):
    """What a correction would set is so without it. The message says what, as the subject of a sentence."""


@dataclass
class Ledger:
    """Lays corrections over entries, one row after the other, and keeps what each of them did."""

    origins: dict[EntryRef, dict[str, Origin]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def lay(self, collection: str, entries: dict[str, Value], notes: Iterable[Noted[Any]], change: Change) -> None:
        """Change ``entries`` as the rows say.

        A row that names what is not there changes nothing and is told, and so is one whose effect is
        there already.
        """
        for note in notes:
            try:
                changed = change(entries, note.row)
            except Gone as gone:
                self.tell_gone(note, str(gone))
            except Fixed as fixed:
                self.tell_fixed(note, str(fixed))
            else:
                self.keep(collection, entries, changed, note)

    def keep(self, collection: str, entries: dict[str, Value], changed: Entries, note: Noted[Any]) -> None:
        """Put ``changed`` into ``entries``, with the origin of each field that is another one now."""
        if not changed:
            self.tell_fixed(note, collection)
        for key, value in changed.items():
            if self.record(EntryRef(collection, key), entries.get(key), value, note):
                entries[key] = value
            else:
                self.tell_fixed(note, key)

    def record(self, ref: EntryRef, before: Value | None, after: Value, note: Noted[Any]) -> bool:
        """Keep the origins of the fields in which ``after`` differs; whether any does.

        An entry that a correction made is its own as a whole, whatever others set in it.
        """
        if before is None:
            self.set(ref, WHOLE, None, note)
            return True
        fields = changed_fields(before, after)
        if WHOLE in self.origins.get(ref, {}) and fields:
            self.set(ref, WHOLE, None, note)
            return True
        for name, change in fields.items():
            self.set(ref, name, change.before, note)
        return bool(fields)

    def set(self, ref: EntryRef, name: str, replaced: Any, note: Noted[Any]) -> None:
        """Keep that ``note`` set a field; a field that an earlier row set keeps what that one replaced."""
        replaced = msgspec.json.decode(msgspec.json.encode(replaced))
        fields = self.origins.setdefault(ref, {})
        earlier = fields.get(name)
        if earlier is None:
            fields[name] = Origin(OriginLayer.CORRECTION, note.source, note.reason, replaced, note.place)
            return
        fields[name] = Origin(
            OriginLayer.CORRECTION,
            _both(earlier.source, note.source, "; "),
            _both(earlier.reason, note.reason, " "),
            earlier.replaced,
            _both(earlier.row, note.place, ", "),
        )

    def tell_gone(self, note: Noted[Any], what: str) -> None:
        """The sources do not have what the row corrects."""
        text = f"{what} Nothing is changed there; correct the row, or remove it."
        self.findings.append(Finding(FindingKind.CORRECTION_GONE, f"corrections/{note.place}", text))

    def tell_fixed(self, note: Noted[Any], subject: str) -> None:
        """The sources have by now what the row would set."""
        text = f"{subject} is so without it: upstream has fixed this; remove it."
        self.findings.append(Finding(FindingKind.CORRECTION_FIXED, f"corrections/{note.place}", text))

    def tell_moved(self, note: Noted[Any], text: str) -> None:
        """The sources have another value than the one the row was written against."""
        self.findings.append(Finding(FindingKind.CORRECTION_MOVED, f"corrections/{note.place}", text))


def _both(earlier: str, later: str, between: str) -> str:
    return earlier if later in earlier else f"{earlier}{between}{later}"


def known(entries: Entries, key: str, what: str = "datasheet") -> Any:  # the entry; its type is the collection's
    """The entry that a row names; raises :class:`Gone` where there is none."""
    entry = entries.get(key)
    if entry is None:
        raise Gone(f"{key} is no {what}.")
    return entry


def known_sheet(sheets: Mapping[str, Datasheet], datasheet_id: str) -> Datasheet:
    """The datasheet that a row names; raises :class:`Gone`."""
    sheet: Datasheet = known(sheets, datasheet_id)
    return sheet


def made_entries(data: CatalogueData, notes: Mapping[str, tuple[str, str]]) -> Origins:
    """The origins of entries that supplements made: ``notes`` are source and reason by datasheet or item id."""
    made: dict[EntryRef, dict[str, Origin]] = {}
    for collection in ("datasheets", "items"):
        for entry in getattr(data, collection):
            if entry.id in notes:
                source, reason = notes[entry.id]
                made[EntryRef(collection, entry.id)] = {WHOLE: Origin(OriginLayer.SUPPLEMENT, source, reason)}
    return made


def with_kept_ids(origins: Origins, upstream_ids: Mapping[str, str]) -> Origins:
    """The origins by the ids that entries keep; ``upstream_ids`` are what upstream calls them, by those (R-06)."""
    kept = {upstream: ours for ours, upstream in upstream_ids.items()}
    if not kept:
        return origins
    return {EntryRef(ref.collection, new_id(ref.key, kept)): fields for ref, fields in origins.items()}


def origin_by_rule(ref: EntryRef, field_name: str, value: Value, *, upstream: str, manual: str) -> Origin:
    """Where a field comes from that no correction, supplement or edit set.

    ``upstream`` and ``manual`` are their names and versions. An entry may say in its ``source`` that it
    rests on something else than they do.
    """
    own = getattr(value, "source", "")
    priced = PRICED.get(ref.collection, frozenset())
    if priced is None or field_name in priced:
        return Origin(OriginLayer.MANUAL, own if own and ref.collection in ("prices", "past_prices") else manual)
    if own == "points manual":
        return Origin(OriginLayer.MANUAL, manual)
    if ref.collection == "attachments" and own not in ("", upstream):
        return Origin(OriginLayer.MANUAL, own)
    return Origin(OriginLayer.UPSTREAM, upstream)
