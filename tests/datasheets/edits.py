"""Entries, edits and questions that the tests of editing share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User

from datasheets import models
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Datasheet, ModelKind, ModelProfile
from datasheets.catalogue.entries import EntryRef, Value, entries_of, with_entries
from datasheets.catalogue.points import CopyTier, PriceTable, SizeRow
from datasheets.models import Edit, EditGroup, Override
from datasheets.services import import_catalogue
from datasheets.services.editing import (
    SavedChange,
    moved_overrides,
    save_changes,
    working_data,
    working_entry,
)
from datasheets.services.importing import ImportOutcome
from tests.datasheets.builders import mini_build, mini_catalogue

KILN = EntryRef("datasheets", "ash-wardens:kiln")
KILN_PRICE = EntryRef("prices", "ash-wardens:kiln|ash-wardens")
SQUAD = EntryRef("datasheets", "ash-wardens:cinder-squad")


def saved(ref: EntryRef, by: User | None = None, *, reason: str = "because", **fields: Any) -> SavedChange:
    """The change that setting these fields of an entry makes."""
    return save_changes({ref: replace(working_entry(ref).value, **fields)}, by=by, reason=reason)


def priced(points: int) -> tuple[CopyTier, ...]:
    return (CopyTier(1, None, (SizeRow(1, points),)),)


def stored_tier(points: int) -> dict[str, object]:
    return {"first": 1, "last": None, "rows": [{"models": 1, "points": points, "composition": []}]}


def rows_of(ref: EntryRef) -> list[tuple[str, object, object]]:
    return list(
        Override.objects.filter(collection=ref.collection, key=ref.key).values_list("field", "value", "replaced")
    )


def state() -> tuple[object, ...]:
    """Everything that a refused edit must leave as it was."""
    return (
        working_data(),
        list(Override.objects.values_list()),
        Edit.objects.count(),
        EditGroup.objects.count(),
        models.Datasheet.objects.filter(is_edited=True).count(),
    )


def ember_titan() -> Datasheet:
    """A datasheet that nobody's sources have."""
    return Datasheet(
        id="ash-wardens:ember-titan",
        name="Ember Titan",
        faction="ash-wardens",
        faction_keywords=("Ash Wardens",),
        keywords=("Vehicle", "Newest Word"),
        minimum_models=1,
        maximum_models=1,
        profiles=(ModelProfile("Ember Titan", 10, 12, 2, 24, 6, 8),),
        kinds=(ModelKind("Ember Titan", 1, 1, profile="Ember Titan"),),
        items=("ash-wardens:ember-lance",),
    )


TITAN = EntryRef("datasheets", "ash-wardens:ember-titan")
TITAN_PRICE = EntryRef("prices", "ash-wardens:ember-titan|ash-wardens")


def titan_with_price() -> dict[EntryRef, Value]:
    return {TITAN: ember_titan(), TITAN_PRICE: PriceTable("ash-wardens:ember-titan", "ash-wardens", priced(500))}


OLD_KILN = EntryRef("datasheets", "ash-wardens:old-kiln")
OLD_PRICE = EntryRef("prices", "ash-wardens:old-kiln|ash-wardens")


def with_fields(ref: EntryRef, data: CatalogueData | None = None, **fields: Any) -> CatalogueData:
    """The made-up catalogue, or ``data``, with some fields of an entry set."""
    data = data or mini_catalogue()
    return with_entries(data, {ref: replace(entries_of(data)[ref], **fields)})


def imported(data: CatalogueData | None = None) -> ImportOutcome:
    return import_catalogue(mini_build(data))


def questions() -> list[tuple[str, str, str, Any]]:
    return [
        (str(EntryRef(row.collection, row.key)), row.field, row.question, row.moved_to) for row in moved_overrides()
    ]


def old_price() -> Value:
    return entries_of(mini_catalogue())[OLD_PRICE]


def without_old_price() -> CatalogueData:
    return with_entries(mini_catalogue(), {OLD_PRICE: None})


def the_waiting() -> int:
    (row,) = moved_overrides()
    return row.pk
