"""Batches of lists, to look at only. Texts and reports belong to their owners and are not shown."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from roster.admin.read_only import ReadOnly
from roster.models import CheckBatch, CheckBatchItem


class CheckBatchItemInline(ReadOnly, TabularInline):
    """The lists of a batch: where each stands and why."""

    model = CheckBatchItem
    fields = ("position", "filename", "status", "attempts", "claimed_at", "finished_at", "is_legal", "problem")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[CheckBatchItem]:
        """The rows without texts and reports, which are large and private."""
        return super().get_queryset(request).defer("text", "result")


@admin.register(CheckBatch)
class CheckBatchAdmin(ReadOnly, ModelAdmin):
    """The batches, newest first."""

    list_display = ("uuid", "name", "owner", "release", "total", "created_at", "expires_at")
    list_select_related = ("owner",)
    search_fields = ("uuid", "name", "owner__username")
    date_hierarchy = "created_at"
    inlines = (CheckBatchItemInline,)
