"""Keywords, factions, battle sizes and force dispositions in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import AggregateAdmin, PartInline


@admin.register(models.Keyword)
class KeywordAdmin(AggregateAdmin):
    """Keywords."""

    list_display = ("name", "is_edited")
    list_filter = ("is_edited",)
    search_fields = ("name",)
    natural_key = ("name",)


class FactionKeywordInline(PartInline):
    """The faction's keywords."""

    model = models.FactionKeyword


class FactionAliasInline(PartInline):
    """The faction's other names."""

    model = models.FactionAlias


@admin.register(models.Faction)
class FactionAdmin(AggregateAdmin):
    """Factions."""

    list_display = ("name", "parent", "keyword", "chapter_keyword", "price_list", "is_edited")
    list_filter = ("has_detachments", "is_edited")
    search_fields = ("name", "public_id", "alias_rows__name")
    natural_key = ("public_id",)
    inlines = (FactionKeywordInline, FactionAliasInline)


@admin.register(models.BattleSize)
class BattleSizeAdmin(AggregateAdmin):
    """Battle sizes."""

    list_display = ("name", "points_limit", "detachment_points", "enhancement_limit", "unit_limit", "is_edited")
    search_fields = ("name", "public_id")
    natural_key = ("public_id",)


@admin.register(models.ForceDisposition)
class ForceDispositionAdmin(AggregateAdmin):
    """Force dispositions."""

    list_display = ("name", "public_id", "is_edited")
    search_fields = ("name", "public_id")
    natural_key = ("public_id",)
