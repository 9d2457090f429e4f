"""Attachments in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import AggregateAdmin, PartInline


class PriceListInline(PartInline):
    """The price lists whose armies may make it."""

    model = models.AttachmentPriceList


@admin.register(models.Attachment)
class AttachmentAdmin(AggregateAdmin):
    """Attachments."""

    list_display = ("joining", "role", "bodyguard", "required_detachment", "source", "is_edited")
    list_filter = ("role", "joining__faction", "is_edited")
    search_fields = ("joining__name", "bodyguard__name")
    natural_key = ("joining", "bodyguard", "role", "required_detachment")
    inlines = (PriceListInline,)
