"""Weapons and wargear in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import EntryAdmin


@admin.register(models.Item)
class ItemAdmin(EntryAdmin):
    """Weapons and wargear; new ones are made on the page of a datasheet that has them."""

    collection = "items"
    list_display = ("name", "kind", "public_id", "is_edited")
    list_filter = ("kind", "is_edited")
    search_fields = ("name", "public_id")
