"""Datasheets in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from datasheets import models
from datasheets.admin.base import EntryAdmin
from datasheets.admin.handmade import add_datasheet
from datasheets.services.roles import Right, may


@admin.register(models.Datasheet)
class DatasheetAdmin(EntryAdmin):
    """Datasheets, each on one page with its weapons, options, points and attachments."""

    collection = "datasheets"
    list_display = ("name", "faction", "minimum_models", "maximum_models", "warlord", "is_legends", "is_edited")
    list_filter = ("faction", "knowledge", "warlord", "is_legends", "is_edited")
    search_fields = ("name", "public_id", "alias_rows__name")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Editors make datasheets by hand."""
        return may(request.user, Right.EDIT)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Name and faction, then the workbench."""
        if not self.has_add_permission(request):
            raise PermissionDenied("Only editors and publishers make new datasheets.")
        return add_datasheet(request, self)
