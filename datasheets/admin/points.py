"""Prices of units in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import AggregateAdmin, CatalogueAdmin, LinkedInline, PartInline, ReadOnlyAdmin


class CopyTierInline(LinkedInline):
    """Tiers of copies."""

    model = models.CopyTier
    fields = ("first", "last")


class PaidItemInline(PartInline):
    """Wargear with a price."""

    model = models.PaidItem
    show_change_link = True


class AddOnInline(PartInline):
    """Models priced beside the size row."""

    model = models.AddOn


@admin.register(models.PriceTable)
class PriceTableAdmin(AggregateAdmin):
    """Price tables."""

    list_display = ("datasheet", "price_list", "allied", "block", "is_legends", "source", "is_edited")
    list_filter = ("price_list", "allied", "is_legends", "is_edited")
    search_fields = ("datasheet__name", "datasheet__public_id")
    natural_key = ("datasheet", "price_list", "allied")
    inlines = (CopyTierInline, PaidItemInline, AddOnInline)


class SizeRowInline(PartInline):
    """Sizes and their points."""

    model = models.SizeRow
    show_change_link = True


@admin.register(models.CopyTier)
class CopyTierAdmin(CatalogueAdmin):
    """Tiers of copies."""

    list_display = ("__str__", "table")
    search_fields = ("table__datasheet__name", "table__datasheet__public_id")
    natural_key = ("table",)
    inlines = (SizeRowInline,)


class SizeRowKindInline(PartInline):
    """The kinds of model a row names."""

    model = models.SizeRowKind


@admin.register(models.SizeRow)
class SizeRowAdmin(CatalogueAdmin):
    """Sizes and their points."""

    list_display = ("__str__", "tier")
    search_fields = ("tier__table__datasheet__name",)
    natural_key = ("tier",)
    inlines = (SizeRowKindInline,)


class PaidItemItemInline(PartInline):
    """The items that paid wargear stands for."""

    model = models.PaidItemItem


@admin.register(models.PaidItem)
class PaidItemAdmin(CatalogueAdmin):
    """Wargear with a price."""

    list_display = ("name", "points", "table")
    search_fields = ("name", "table__datasheet__name")
    natural_key = ("table",)
    inlines = (PaidItemItemInline,)


@admin.register(models.PastPrice)
class PastPriceAdmin(ReadOnlyAdmin):
    """What older manuals asked."""

    list_display = ("manual", "datasheet", "enhancement", "item", "price_list", "first_copy", "model_count", "points")
    list_filter = ("manual",)
    list_select_related = ("datasheet", "enhancement", "price_list")
    search_fields = ("datasheet__name", "enhancement__name")
