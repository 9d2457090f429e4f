"""Kinds of model, make-ups, wargear options and budgets of a datasheet in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from datasheets import models
from datasheets.admin.base import CatalogueAdmin, LinkedInline, PartInline


class OfDatasheetAdmin(CatalogueAdmin):
    """A page of a part of a datasheet, which names other parts of the same datasheet."""

    natural_key: tuple[str, ...] = ("datasheet",)

    def get_form(self, request: HttpRequest, obj: Model | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Offer the kinds and profiles of the same datasheet only."""
        form = super().get_form(request, obj, change=change, **kwargs)
        for name in self.listed_choices:
            if name in form.base_fields:
                field: Any = form.base_fields[name]
                field.queryset = field.queryset.filter(datasheet=getattr(obj, "datasheet_id", None))
        return form


class KindAliasInline(PartInline):
    """Other names of a kind."""

    model = models.ModelKindAlias


class DefaultItemInline(PartInline):
    """What a model of the kind carries."""

    model = models.DefaultItem


@admin.register(models.ModelKind)
class ModelKindAdmin(OfDatasheetAdmin):
    """Kinds of model."""

    list_display = ("name", "datasheet", "minimum", "maximum", "is_leader", "is_character")
    search_fields = ("name", "datasheet__name", "datasheet__public_id")
    listed_choices = ("profile",)
    inlines = (DefaultItemInline, KindAliasInline)


class KindCountInline(PartInline):
    """How many models of each kind a make-up has."""

    model = models.KindCount
    listed_choices = ("kind",)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer the kinds of the same datasheet only."""
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if db_field.name == "kind" and request.resolver_match is not None:
            tier = request.resolver_match.kwargs.get("object_id")
            kinds: QuerySet[models.ModelKind] = models.ModelKind.objects.filter(datasheet__tiers=tier)
            field.queryset = kinds
            # One query for the page, not one for each row of it.
            field.choices = [("", "---------"), *((kind.pk, kind.name) for kind in kinds)]
        return field


@admin.register(models.CompositionTier)
class CompositionTierAdmin(OfDatasheetAdmin):
    """Legal make-ups."""

    list_display = ("__str__", "datasheet")
    search_fields = ("datasheet__name", "datasheet__public_id")
    inlines = (KindCountInline,)


class ReplacedItemInline(PartInline):
    """What a model gives up."""

    model = models.ReplacedItem


class ChoiceInline(LinkedInline):
    """What it may take instead."""

    model = models.OptionChoice


@admin.register(models.WargearOption)
class WargearOptionAdmin(OfDatasheetAdmin):
    """Wargear options."""

    list_display = ("public_id", "datasheet", "kind", "per_model", "per_models", "limit")
    search_fields = ("public_id", "datasheet__name", "datasheet__public_id")
    natural_key = ("datasheet", "public_id")
    listed_choices = ("kind",)
    inlines = (ReplacedItemInline, ChoiceInline)


class ChosenItemInline(PartInline):
    """The items of a choice."""

    model = models.ChosenItem


@admin.register(models.OptionChoice)
class OptionChoiceAdmin(CatalogueAdmin):
    """Choices of options."""

    list_display = ("__str__", "option")
    search_fields = ("option__public_id", "option__datasheet__name")
    natural_key = ("option",)
    inlines = (ChosenItemInline,)


class BudgetItemInline(PartInline):
    """The items a budget counts."""

    model = models.BudgetItem


@admin.register(models.ItemBudget)
class ItemBudgetAdmin(OfDatasheetAdmin):
    """Budgets of items."""

    list_display = ("__str__", "datasheet", "duplicate_limit")
    search_fields = ("datasheet__name", "datasheet__public_id")
    inlines = (BudgetItemInline,)
