"""Entries of the catalogue by reference: comparing, setting, encoding."""

from dataclasses import replace

import msgspec
import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.entries import (
    COLLECTIONS,
    EntryRef,
    FieldChange,
    NoSuchEntry,
    changes_between,
    decoded_entry,
    decoded_field,
    encoded,
    entries_of,
    parse_ref,
    with_entries,
    with_field,
)

MONOLITH = EntryRef("datasheets", "necrons:monolith")


def test_every_entry_of_the_catalogue_has_a_reference_of_its_own(catalogue: Catalogue) -> None:
    for collection in COLLECTIONS:
        assert len(entries_of(catalogue.data, collection)) == len(getattr(catalogue.data, collection)), collection


def test_a_reference_reads_back_from_its_text(catalogue: Catalogue) -> None:
    refs = entries_of(catalogue.data)
    assert {parse_ref(str(ref)) for ref in refs} == set(refs)
    with pytest.raises(NoSuchEntry, match="names no entry"):
        parse_ref("armies/necrons")


def test_every_entry_and_field_reads_back_from_json(catalogue: Catalogue) -> None:
    for ref, value in entries_of(catalogue.data).items():
        content = msgspec.json.decode(msgspec.json.encode(encoded(value)))
        assert decoded_entry(ref.collection, content) == value
        for field, raw in content.items():
            assert decoded_field(ref.collection, field, raw) == getattr(value, field)


def test_changes_name_the_entry_and_the_fields(catalogue: Catalogue) -> None:
    monolith = entries_of(catalogue.data)[MONOLITH]
    wider = with_field(monolith, "maximum_models", 2)
    new = replace(monolith, id="necrons:second-monolith")
    after = with_entries(catalogue.data, {MONOLITH: wider, EntryRef("datasheets", new.id): new})
    changes = {change.ref: change for change in changes_between(catalogue.data, after)}
    assert changes[MONOLITH].fields == {"maximum_models": FieldChange(1, 2)}
    assert changes[EntryRef("datasheets", new.id)].before is None
    assert len(changes) == 2
    assert with_entries(after, {MONOLITH: monolith, EntryRef("datasheets", new.id): None}) == catalogue.data


def test_a_field_that_is_none_is_refused_by_name(catalogue: Catalogue) -> None:
    monolith = entries_of(catalogue.data)[MONOLITH]
    with pytest.raises(NoSuchEntry, match="Datasheet has no field wounds"):
        with_field(monolith, "wounds", 3)
    with pytest.raises(NoSuchEntry, match="datasheets have no field wounds"):
        decoded_field("datasheets", "wounds", 3)
