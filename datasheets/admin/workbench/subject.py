"""What a page is about: an entry with everything that belongs to it, as it was when the page was made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core import signing

from datasheets import models
from datasheets.catalogue.datasheet import CompositionTier, Datasheet, KindCount, ModelKind, ModelProfile
from datasheets.catalogue.entries import EntryRef, NoSuchEntry, Value, decoded_entry, encoded, parse_ref, ref_of
from datasheets.catalogue.points import CopyTier, PriceTable, SizeRow
from datasheets.services.editing import working_entries
from datasheets.tables.entries import ref_of_row  # noqa: F401

_SALT = "datasheets.admin.workbench"


class NotFromHere(Exception):
    """A page's hidden state that this service did not write."""


@dataclass(frozen=True)
class Subject:
    """The entries of a page by reference, the one it is named for first; ``new`` are not in the tables yet."""

    main: EntryRef
    entries: Mapping[EntryRef, Value]
    new: frozenset[EntryRef] = frozenset()

    def of(self, collection: str) -> dict[EntryRef, Value]:
        """Those of one collection."""
        return {ref: value for ref, value in self.entries.items() if ref.collection == collection}

    def sealed(self) -> str:
        """The subject as text that a page carries, so that a save knows what its editor saw."""
        content = {
            "main": str(self.main),
            "entries": {str(ref): encoded(value) for ref, value in self.entries.items()},
            "new": sorted(str(ref) for ref in self.new),
        }
        return signing.dumps(content, salt=_SALT, compress=True)


def unsealed(text: str) -> Subject:
    """The subject of a page; raises :class:`NotFromHere` where this service did not write it."""
    try:
        content: Any = signing.loads(text, salt=_SALT)
        entries = {parse_ref(ref): value for ref, value in content["entries"].items()}
        return Subject(
            parse_ref(content["main"]),
            {ref: decoded_entry(ref.collection, value) for ref, value in entries.items()},
            frozenset(parse_ref(ref) for ref in content["new"]),
        )
    except (signing.BadSignature, NoSuchEntry, KeyError, TypeError, ValueError) as fault:
        raise NotFromHere("The page does not come from here, or from an older version: load it again.") from fault


def subject_of(main: EntryRef) -> Subject:
    """The entry ``main`` as the tables hold it, and for a datasheet all that belongs to it."""
    found = working_entries([main])
    if main not in found:
        raise NoSuchEntry(f"There is no {main}.")
    entries = {main: found[main].value}
    if main.collection == "datasheets":
        refs = [EntryRef("items", item) for item in entries[main].items]
        refs += _rows(main.key)
        there = working_entries(refs)
        entries |= {ref: there[ref].value for ref in refs if ref in there}
    return Subject(main, entries)


def _rows(datasheet: str) -> Iterable[EntryRef]:
    """The price tables and attachments of a datasheet."""
    tables = models.PriceTable.objects.filter(datasheet__public_id=datasheet)
    for price_list, allied in tables.order_by("pk").values_list("price_list__public_id", "allied"):
        yield ref_of("prices", PriceTable(datasheet, price_list, (), allied=allied))
    named = ("joining__public_id", "bodyguard__public_id", "role", "required_detachment__public_id")
    for side in ("joining", "bodyguard"):
        rows = models.Attachment.objects.filter(**{f"{side}__public_id": datasheet})
        for joining, bodyguard, role, detachment in rows.order_by(
            f"{'bodyguard' if side == 'joining' else 'joining'}__name"
        ).values_list(*named):
            yield EntryRef("attachments", "|".join((joining, bodyguard, role, detachment or "")).rstrip("|"))


def new_datasheet(
    *,
    entry_id: str,
    name: str,
    faction: str,
    faction_keywords: tuple[str, ...],
    price_list: str,
    models: int,
    points: int,
) -> Subject:
    """A new datasheet with what can be known of it: one kind of model, one make-up, one price."""
    sheet = Datasheet(
        id=entry_id,
        name=name,
        faction=faction,
        faction_keywords=faction_keywords,
        keywords=(name,),
        minimum_models=models,
        maximum_models=models,
        profiles=(ModelProfile(name, 0, 0, 0, 0, 0, 0),),
        kinds=(ModelKind(name, models, models, profile=name),),
        tiers=(CompositionTier((KindCount(name, models, models),)),),
    )
    table = PriceTable(entry_id, price_list, (CopyTier(1, None, (SizeRow(models, points),)),))
    main, prices = ref_of("datasheets", sheet), ref_of("prices", table)
    return Subject(main, {main: sheet, prices: table}, frozenset({main, prices}))
