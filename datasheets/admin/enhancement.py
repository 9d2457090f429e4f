"""Enhancements in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import EntryAdmin


@admin.register(models.Enhancement)
class EnhancementAdmin(EntryAdmin):
    """Enhancements."""

    collection = "enhancements"
    list_display = ("name", "detachment", "is_upgrade", "knowledge", "is_edited")
    list_filter = ("is_upgrade", "knowledge", "is_edited")
    search_fields = ("name", "public_id", "alias_rows__name", "detachment__name")
