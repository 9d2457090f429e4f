"""Datasheets in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import AggregateAdmin, CatalogueAdmin, LinkedInline, PartInline


class KeywordInline(PartInline):
    """Keywords and faction keywords."""

    model = models.DatasheetKeyword
    ordering = ("-role", "position")


class ProfileInline(PartInline):
    """Stat lines."""

    model = models.ModelProfile


class KindInline(LinkedInline):
    """Kinds of model."""

    model = models.ModelKind
    fields = ("name", "minimum", "maximum", "is_leader", "is_character", "profile")


class TierInline(LinkedInline):
    """Legal make-ups."""

    model = models.CompositionTier
    fields = ("position",)


class ItemInline(PartInline):
    """What its models can carry."""

    model = models.DatasheetItem


class OptionInline(LinkedInline):
    """Wargear options."""

    model = models.WargearOption
    fields = ("public_id", "kind", "per_model", "per_models", "limit", "required_faction")


class BudgetInline(LinkedInline):
    """How many of some items a unit may hold."""

    model = models.ItemBudget
    fields = ("count", "per_models", "duplicate_limit")


class TransportInline(LinkedInline):
    """Transport capacity."""

    model = models.Transport
    fields = ("capacity", "conditions")


class ConditionalKeywordInline(PartInline):
    """Keywords it has in some armies only."""

    model = models.ConditionalKeyword
    fk_name = "datasheet"


class ExcludedFactionInline(PartInline):
    """Factions that may not take it."""

    model = models.ExcludedFaction


class WarlordDetachmentInline(PartInline):
    """Detachments with which it may be the Warlord all the same."""

    model = models.WarlordDetachment


class SplitInline(PartInline):
    """What may split a unit of it."""

    model = models.SplitRule
    fk_name = "datasheet"


class AliasInline(PartInline):
    """Its other names."""

    model = models.DatasheetAlias


@admin.register(models.Datasheet)
class DatasheetAdmin(AggregateAdmin):
    """Datasheets."""

    list_display = ("name", "faction", "minimum_models", "maximum_models", "warlord", "is_legends", "is_edited")
    list_filter = ("faction", "knowledge", "warlord", "is_legends", "is_edited")
    search_fields = ("name", "public_id", "alias_rows__name")
    natural_key = ("public_id",)
    inlines = (
        KeywordInline,
        ProfileInline,
        KindInline,
        TierInline,
        OptionInline,
        BudgetInline,
        TransportInline,
        ItemInline,
        ConditionalKeywordInline,
        ExcludedFactionInline,
        WarlordDetachmentInline,
        SplitInline,
        AliasInline,
    )


class PassengerKeywordInline(PartInline):
    """Keywords every passenger needs, or must not have."""

    model = models.PassengerKeyword


class SlotCostInline(PartInline):
    """Models that take up more than one slot."""

    model = models.SlotCost


class PassengerGroupInline(LinkedInline):
    """Groups of keywords, one of which a passenger needs whole."""

    model = models.PassengerGroup


@admin.register(models.Transport)
class TransportAdmin(CatalogueAdmin):
    """Transports."""

    list_display = ("datasheet", "capacity", "conditions")
    search_fields = ("datasheet__name",)
    natural_key = ("datasheet",)
    exclude = ("position",)
    inlines = (PassengerKeywordInline, PassengerGroupInline, SlotCostInline)


class PassengerGroupKeywordInline(PartInline):
    """The keywords of a group."""

    model = models.PassengerGroupKeyword


@admin.register(models.PassengerGroup)
class PassengerGroupAdmin(CatalogueAdmin):
    """Passenger groups."""

    list_display = ("__str__", "transport")
    search_fields = ("transport__datasheet__name",)
    natural_key = ("transport",)
    inlines = (PassengerGroupKeywordInline,)
