"""An event: who holds it and when, and the profile that rosters are checked against."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from roster.event_documents import MAX_NAME, MAX_SLUG


class Event(models.Model):
    """An event with its profile, the document of the schema ``quartermaster.event/1``.

    ``slug`` and ``name`` are those of the profile; the slug never changes. Who may see it is decided in
    ``roster.access``. ``version`` counts changes: whoever changes a row names the version they saw.
    """

    slug = models.SlugField(max_length=MAX_SLUG, unique=True)
    name = models.CharField(max_length=MAX_NAME)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="events"
    )
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    is_published = models.BooleanField(default=False)
    profile = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = [F("starts_on").desc(nulls_last=True), "name", "slug"]
        constraints = [
            models.CheckConstraint(condition=~Q(slug="") & ~Q(name=""), name="event_named"),
            models.CheckConstraint(
                condition=Q(starts_on__isnull=True) | Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="event_ends_after_it_starts",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="event_version_from_one"),
        ]

    def __str__(self) -> str:
        return self.name
