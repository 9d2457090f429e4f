"""Detachments in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import AggregateAdmin, CatalogueAdmin, LinkedInline, PartInline


class OfferInline(LinkedInline):
    """What it costs in each faction."""

    model = models.DetachmentOffer
    fields = ("faction", "points", "source")


class RequiredKeywordInline(PartInline):
    """Keywords the army needs one of."""

    model = models.RequiredKeyword


class GrantedKeywordInline(PartInline):
    """Keywords it gives."""

    model = models.GrantedKeyword


class UnitMinimumInline(PartInline):
    """Units the army must include."""

    model = models.UnitMinimum


class DatasheetInline(PartInline):
    """Datasheets it requires or excludes."""

    model = models.DetachmentDatasheet


class ExcludedDetachmentInline(PartInline):
    """Detachments it cannot stand beside."""

    model = models.ExcludedDetachment
    fk_name = "detachment"


class ExcludedFactionInline(PartInline):
    """Chapters whose own list lacks it."""

    model = models.DetachmentExcludedFaction


class AliasInline(PartInline):
    """Its other names."""

    model = models.DetachmentAlias


@admin.register(models.Detachment)
class DetachmentAdmin(AggregateAdmin):
    """Detachments."""

    list_display = ("name", "public_id", "knowledge", "source", "is_edited")
    list_filter = ("offers__faction", "knowledge", "is_edited")
    search_fields = ("name", "public_id", "alias_rows__name")
    natural_key = ("public_id",)
    inlines = (
        OfferInline,
        RequiredKeywordInline,
        GrantedKeywordInline,
        UnitMinimumInline,
        DatasheetInline,
        ExcludedDetachmentInline,
        ExcludedFactionInline,
        AliasInline,
    )


class DispositionInline(PartInline):
    """Dispositions it grants."""

    model = models.OfferedDisposition


class UniqueTagInline(PartInline):
    """Its Unique tags."""

    model = models.OfferedUniqueTag


@admin.register(models.DetachmentOffer)
class DetachmentOfferAdmin(CatalogueAdmin):
    """Offers to factions."""

    list_display = ("detachment", "faction", "points", "source")
    list_filter = ("faction", "points")
    search_fields = ("detachment__name", "detachment__public_id")
    natural_key = ("detachment", "faction")
    inlines = (DispositionInline, UniqueTagInline)
