"""Allied rules in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import AggregateAdmin, PartInline


class KeywordInline(PartInline):
    """Keywords of hosts and of the ratio."""

    model = models.AlliedKeyword


class LimitInline(PartInline):
    """Caps by battle size."""

    model = models.AlliedLimit


class DetachmentInline(PartInline):
    """Detachments it needs one of."""

    model = models.AlliedDetachment


class GuestInline(PartInline):
    """Datasheets it lets in."""

    model = models.AlliedGuest


@admin.register(models.AlliedRule)
class AlliedRuleAdmin(AggregateAdmin):
    """Allied rules."""

    list_display = ("name", "public_id", "exclusive_bucket", "is_confirmed", "source", "is_edited")
    list_filter = ("is_confirmed", "is_edited")
    search_fields = ("name", "public_id", "guests__datasheet__name")
    natural_key = ("public_id",)
    inlines = (KeywordInline, LimitInline, DetachmentInline, GuestInline)
