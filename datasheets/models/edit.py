"""The history of what people changed in the catalogue: only ever added to."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from datasheets.models.aggregate import NAME_LENGTH, one_of
from datasheets.models.override import COLLECTION_LENGTH, FIELD_LENGTH, KEY_LENGTH, REASON_LENGTH

VERSION_LENGTH = 64


class EditKind(models.TextChoices):
    """How a change came about."""

    EDIT = "edit", "edited"
    UNDO = "undo", "undone"
    GIVE_BACK = "give_back", "given back to the sources"
    CONFIRM = "confirm", "decided after the sources moved"
    SPREADSHEET = "spreadsheet", "imported from a spreadsheet"


class EditGroup(models.Model):
    """Everything one person changed at once: it is saved, shown and undone together."""

    kind = models.CharField("kind", max_length=12, choices=EditKind.choices, default=EditKind.EDIT)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField("by", max_length=NAME_LENGTH, blank=True)
    at = models.DateTimeField("at", default=timezone.now, db_index=True)
    reason = models.CharField("reason", max_length=REASON_LENGTH, blank=True)
    undoes = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="undone_by")

    class Meta:
        ordering = ["-id"]
        verbose_name = "change"
        constraints = [one_of("kind", EditKind.values, "edit_group_kind_known")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by_name or 'nobody known'} at {self.at:%Y-%m-%d %H:%M}"


class Edit(models.Model):
    """One field of one entry before and after a change; the field ``""`` is a whole entry that came or went.

    ``version_before`` and ``version_after`` name the state of the entry around the whole change.
    """

    group = models.ForeignKey(EditGroup, models.PROTECT, related_name="edits")
    collection = models.CharField("collection", max_length=COLLECTION_LENGTH)
    key = models.CharField("entry", max_length=KEY_LENGTH)
    field = models.CharField("field", max_length=FIELD_LENGTH, blank=True)
    before = models.JSONField("before", null=True, blank=True)
    after = models.JSONField("after", null=True, blank=True)
    version_before = models.CharField("version before", max_length=VERSION_LENGTH, blank=True)
    version_after = models.CharField("version after", max_length=VERSION_LENGTH, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = "edit"
        constraints = [
            models.UniqueConstraint(fields=["group", "collection", "key", "field"], name="edit_of_a_field_once"),
            models.CheckConstraint(condition=~models.Q(collection="") & ~models.Q(key=""), name="edit_of_an_entry"),
        ]
        indexes = [models.Index(fields=["collection", "key", "-id"], name="edit_history_of_an_entry")]

    def __str__(self) -> str:
        return f"{self.collection}/{self.key}" + (f" {self.field}" if self.field else "")
