"""Reports of data errors: what somebody found wrong in the catalogue, and what became of it (R-36)."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

LONGEST_WORDS = 2_000
LONGEST_LINE = 300


class ReportSubject(models.TextChoices):
    """What of a page a report is about."""

    UNIT = "unit", "a unit"
    PRICE = "price", "a price"
    VERDICT = "verdict", "a verdict"
    LINE = "line", "a line that was not understood"
    OTHER = "other", "something else"


class ReportState(models.TextChoices):
    """Where a report stands."""

    OPEN = "open", "open"
    ACCEPTED = "accepted", "accepted"
    REJECTED = "rejected", "rejected"
    FIXED = "fixed", "fixed"


class DataErrorReport(models.Model):
    """One report. ``uuid`` is its public id.

    ``release`` is the label of the release whose data is meant. ``collection`` and ``key`` name the
    entry, where it is one; ``check_id`` the check whose verdict is doubted, ``line`` the words of a text
    that were not understood. ``name`` is what the page called it and ``faction`` the id of the
    entry's faction, for the editors' list. A report of a user who is deleted stays, without the name.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    subject = models.CharField(max_length=8, choices=ReportSubject.choices)
    release = models.CharField(max_length=80)
    collection = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=400, blank=True)
    check_id = models.CharField("check", max_length=100, blank=True)
    line = models.CharField(max_length=LONGEST_LINE, blank=True)
    name = models.CharField(max_length=200, blank=True)
    faction = models.CharField(max_length=100, blank=True)
    wrong = models.TextField("what is wrong")
    known_from = models.TextField("where the right value is known from", blank=True)

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="data_error_reports"
    )
    created_at = models.DateTimeField("reported", default=timezone.now)

    state = models.CharField(max_length=8, choices=ReportState.choices, default=ReportState.OPEN)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField("answered", null=True, blank=True)
    note = models.TextField("answer", blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "data error report"
        constraints = [
            models.CheckConstraint(condition=Q(subject__in=ReportSubject.values), name="data_error_subject"),
            models.CheckConstraint(condition=Q(state__in=ReportState.values), name="data_error_state"),
            models.CheckConstraint(condition=~Q(wrong=""), name="data_error_says_what"),
            models.CheckConstraint(
                condition=Q(collection="", key="") | (~Q(collection="") & ~Q(key="")), name="data_error_whole_reference"
            ),
            models.CheckConstraint(
                condition=Q(state=ReportState.OPEN, answered_at__isnull=True)
                | (~Q(state=ReportState.OPEN) & Q(answered_at__isnull=False)),
                name="data_error_answered_or_open",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "-created_at"], name="data_error_by_state"),
            models.Index(fields=["collection", "key"], name="data_error_by_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.line or self.check_id or self.get_subject_display()}: {self.wrong[:60]}"
