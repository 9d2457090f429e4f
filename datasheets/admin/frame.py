"""Keywords, factions, battle sizes and force dispositions in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import EntryAdmin, ReadOnlyAdmin


@admin.register(models.Keyword)
class KeywordAdmin(ReadOnlyAdmin):
    """Keywords: those that entries have; a new one comes with the entry that has it first."""

    list_display = ("name",)
    search_fields = ("name",)


@admin.register(models.Faction)
class FactionAdmin(EntryAdmin):
    """Factions."""

    collection = "factions"
    list_display = ("name", "parent", "keyword", "chapter_keyword", "price_list", "is_edited")
    list_filter = ("has_detachments", "is_edited")
    search_fields = ("name", "public_id", "alias_rows__name")


@admin.register(models.BattleSize)
class BattleSizeAdmin(EntryAdmin):
    """Battle sizes."""

    collection = "battle_sizes"
    list_display = ("name", "points_limit", "detachment_points", "enhancement_limit", "unit_limit", "is_edited")
    search_fields = ("name", "public_id")


@admin.register(models.ForceDisposition)
class ForceDispositionAdmin(EntryAdmin):
    """Force dispositions."""

    collection = "dispositions"
    list_display = ("name", "public_id", "is_edited")
    search_fields = ("name", "public_id")
