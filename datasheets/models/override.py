"""Overrides: what people changed in single fields of entries, and what the sources had there (R-12)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from datasheets.models.aggregate import ID_LENGTH, NAME_LENGTH, one_of

COLLECTION_LENGTH = 40
FIELD_LENGTH = 60
KEY_LENGTH = 4 * ID_LENGTH
REASON_LENGTH = 500
PROBLEM_LENGTH = 1000


class Question(models.TextChoices):
    """What an override waits to be asked; publishing waits with it."""

    NONE = "", "nothing"
    MOVED = "moved", "the sources have another value now"
    GONE = "gone", "the sources no longer have the entry"
    ARRIVED = "arrived", "the sources now have the entry made by hand"
    MISFIT = "misfit", "it no longer fits what the sources have"


class Override(models.Model):
    """One field of one entry as a person wants it; the field ``""`` is a whole entry made by hand.

    ``replaced`` is what the sources had when it was set, ``moved_to`` what they have where a
    ``question`` is open. Overrides with the questions gone and misfit are set aside: the tables hold
    what the sources have.
    """

    collection = models.CharField("collection", max_length=COLLECTION_LENGTH)
    key = models.CharField("entry", max_length=KEY_LENGTH)
    field = models.CharField(
        "field", max_length=FIELD_LENGTH, blank=True, help_text="Empty: the whole entry was made by hand."
    )
    value = models.JSONField("value", null=True, blank=True)
    replaced = models.JSONField("value of the sources then", null=True, blank=True)
    question = models.CharField(
        "question", max_length=10, blank=True, default=Question.NONE, choices=Question.choices, db_index=True
    )
    moved_to = models.JSONField("value of the sources now", null=True, blank=True)
    problem = models.CharField("what is wrong", max_length=PROBLEM_LENGTH, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField("by", max_length=NAME_LENGTH, blank=True)
    at = models.DateTimeField("at", default=timezone.now)
    reason = models.CharField("reason", max_length=REASON_LENGTH, blank=True)

    class Meta:
        ordering = ["collection", "key", "field"]
        verbose_name = "override"
        constraints = [
            models.UniqueConstraint(fields=["collection", "key", "field"], name="override_of_a_field_once"),
            models.CheckConstraint(condition=~models.Q(collection="") & ~models.Q(key=""), name="override_of_an_entry"),
            one_of("question", Question.values, "override_question_known"),
        ]

    def __str__(self) -> str:
        return f"{self.collection}/{self.key}" + (f" {self.field}" if self.field else "")
