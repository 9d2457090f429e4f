"""Releases and points manuals in the admin: to look at, never to change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from datasheets import models
from datasheets.admin.base import ReadOnlyAdmin


@admin.register(models.Release)
class ReleaseAdmin(ReadOnlyAdmin):
    """Published releases."""

    list_display = ("label", "published_at", "manual_name", "manual_version", "manual_date", "upstream")
    search_fields = ("label", "content_hash")
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Releases without their content, which is large and not shown."""
        return super().get_queryset(request).defer("content")


@admin.register(models.Publication)
class PublicationAdmin(ReadOnlyAdmin):
    """Which release came into force when."""

    list_display = ("release", "published_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Publications with their releases, without content."""
        return super().get_queryset(request).select_related("release").defer("release__content")


@admin.register(models.StoredManual)
class StoredManualAdmin(ReadOnlyAdmin):
    """Points manuals given by hand."""

    list_display = ("name", "version", "date", "stored_at")
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Manuals without their content."""
        return super().get_queryset(request).defer("content")
