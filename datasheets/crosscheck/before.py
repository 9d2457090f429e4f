"""The catalogue as it would be without its corrections and edits, as far as they tell what they replaced."""

from __future__ import annotations

import msgspec

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryRef, Value, decoded_field, entries_of, with_entries, with_field
from datasheets.catalogue.origin import WHOLE, OriginLayer, Origins

COMPARED = ("datasheets", "items", "detachments")
"""The collections that compared fields rest on."""

OWN = (OriginLayer.CORRECTION, OriginLayer.EDIT)


def without_corrections(data: CatalogueData, origins: Origins) -> CatalogueData:
    """``data`` with every field that a correction or edit set at the value that stood there before.

    Where the value before is not told, or an entry as a whole was made here, it is left as it is.
    """
    entries = entries_of(data, *COMPARED)
    changes: dict[EntryRef, Value | None] = {}
    for ref, fields in origins.items():
        value = entries.get(ref)
        if value is None:
            continue
        for name, origin in fields.items():
            if name != WHOLE and origin.layer in OWN:
                try:
                    value = with_field(value, name, decoded_field(ref.collection, name, origin.replaced))
                except msgspec.ValidationError:
                    continue  # Not told, or in the shape of an older version of this program.
        if value is not entries[ref]:
            changes[ref] = value
    return with_entries(data, changes)
