"""Prices of units in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model

from datasheets import models
from datasheets.admin.base import EntryAdmin, ReadOnlyAdmin
from datasheets.catalogue.entries import BETWEEN, EntryRef

GUESTS = "guests"


@admin.register(models.PriceTable)
class PriceTableAdmin(EntryAdmin):
    """Price tables; they stand on the datasheet's page too."""

    collection = "prices"
    list_display = ("datasheet", "price_list", "allied", "block", "is_legends", "source", "is_edited")
    list_filter = ("price_list", "allied", "is_legends", "is_edited")
    search_fields = ("datasheet__name", "datasheet__public_id")

    def ref_of(self, obj: Any) -> EntryRef:
        """The entry that a row is."""
        parts = (obj.datasheet.public_id, obj.price_list.public_id, *((GUESTS,) if obj.allied else ()))
        return EntryRef(self.collection, BETWEEN.join(parts))

    def row_of(self, ref: EntryRef) -> Model | None:
        """The row of an entry."""
        datasheet, price_list, *guests = ref.key.split(BETWEEN)
        return models.PriceTable.objects.filter(
            datasheet__public_id=datasheet, price_list__public_id=price_list, allied=bool(guests)
        ).first()


@admin.register(models.PastPrice)
class PastPriceAdmin(ReadOnlyAdmin):
    """What older manuals asked."""

    list_display = ("manual", "datasheet", "enhancement", "item", "price_list", "first_copy", "model_count", "points")
    list_filter = ("manual",)
    search_fields = ("datasheet__name", "enhancement__name")
