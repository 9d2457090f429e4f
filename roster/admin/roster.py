"""Saved rosters, to see which use what. What is in them belongs to their owners and is not shown."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from roster.access import may_preview
from roster.admin.read_only import ReadOnly
from roster.models import Roster


@admin.register(Roster)
class RosterAdmin(ReadOnly, ModelAdmin):
    """The saved rosters, last changed first."""

    list_display = ("name", "owner", "faction", "points", "legality", "release", "updated_at")
    list_filter = ("legality", "is_finished", "release")
    list_select_related = ("owner", "release")
    search_fields = ("uuid", "name", "owner__username")
    fields = (
        "uuid",
        "name",
        "owner",
        "faction",
        "battle_size",
        "points",
        "is_complete",
        "legality",
        "is_finished",
        "release",
        "created_at",
        "updated_at",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Roster]:
        """The rows without the documents, which are large and private."""
        rows = super().get_queryset(request).select_related("owner", "release")
        return rows.defer("document", "open_lines", "release__content")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Who keeps the catalogue sees which rosters rest on it."""
        return may_preview(request.user) or super().has_view_permission(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """The same people find it in the menu."""
        return self.has_view_permission(request)
