"""Allied rules, groups and allegiances in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import EntryAdmin


@admin.register(models.AlliedRule)
class AlliedRuleAdmin(EntryAdmin):
    """Allied rules."""

    collection = "allied_rules"
    list_display = ("name", "public_id", "exclusive_bucket", "is_confirmed", "source", "is_edited")
    list_filter = ("is_confirmed", "is_edited")
    search_fields = ("name", "public_id", "guests__datasheet__name")


@admin.register(models.GroupLimit)
class GroupLimitAdmin(EntryAdmin):
    """How many units of a group an army may have."""

    collection = "group_limits"
    list_display = ("public_id", "source", "is_edited")
    search_fields = ("public_id",)


@admin.register(models.Allegiance)
class AllegianceAdmin(EntryAdmin):
    """Choices that bind units of an army together: marks and the like."""

    collection = "allegiances"
    list_display = ("public_id", "source", "is_edited")
    search_fields = ("public_id",)
