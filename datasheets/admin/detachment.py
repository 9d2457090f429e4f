"""Detachments in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import EntryAdmin


@admin.register(models.Detachment)
class DetachmentAdmin(EntryAdmin):
    """Detachments, with what each faction pays for them."""

    collection = "detachments"
    list_display = ("name", "public_id", "knowledge", "source", "is_edited")
    list_filter = ("offers__faction", "knowledge", "is_edited")
    search_fields = ("name", "public_id", "alias_rows__name")
