"""Attachments in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model

from datasheets import models
from datasheets.admin.base import EntryAdmin
from datasheets.catalogue.entries import BETWEEN, EntryRef


@admin.register(models.Attachment)
class AttachmentAdmin(EntryAdmin):
    """Attachments; the common fields stand on the datasheet's page, all of them here."""

    collection = "attachments"
    list_display = ("joining", "role", "bodyguard", "required_detachment", "source", "is_edited")
    list_filter = ("role", "joining__faction", "is_edited")
    search_fields = ("joining__name", "bodyguard__name")

    def ref_of(self, obj: Any) -> EntryRef:
        """The entry that a row is."""
        detachment = obj.required_detachment.public_id if obj.required_detachment else ""
        parts = (obj.joining.public_id, obj.bodyguard.public_id, obj.role, detachment)
        return EntryRef(self.collection, BETWEEN.join(parts).rstrip(BETWEEN))

    def row_of(self, ref: EntryRef) -> Model | None:
        """The row of an entry."""
        joining, bodyguard, role, *detachment = ref.key.split(BETWEEN)
        return models.Attachment.objects.filter(
            joining__public_id=joining,
            bodyguard__public_id=bodyguard,
            role=role,
            required_detachment__public_id=detachment[0] if detachment else None,
        ).first()
