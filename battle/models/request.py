"""What one person asked: their name for it and where its units came from; the answer may be shared with others."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from battle.models.simulation import Simulation, SimulationStatus

NAME_LENGTH = 200
TITLE_LENGTH = 300
KEY_LENGTH = 200


class SimulationRequest(models.Model):
    """A person's request. ``uuid`` is the public id; that of the simulation is told to nobody.

    ``title`` says in words what is asked, ``name`` what the person calls it. ``sources`` tells of each unit or list
    of units where it came from: objects of ``pointer``, ``kind``, ``name`` and, of a saved roster, ``roster``,
    ``version`` and ``release``. ``notes`` are sentences on what was not understood. ``ask`` is the document as it
    was asked.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="simulation_requests")
    simulation = models.ForeignKey(Simulation, on_delete=models.CASCADE, related_name="requests")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    title = models.CharField(max_length=TITLE_LENGTH)
    sources = models.JSONField(default=list, blank=True)
    notes = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    asked_at = models.DateTimeField(default=timezone.now)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    ask = models.JSONField()

    class Meta:
        ordering = ["-asked_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "simulation"], name="simulation_request_once"),
            models.CheckConstraint(condition=~Q(title=""), name="simulation_request_titled"),
        ]
        indexes = [
            models.Index(fields=["owner", "-asked_at", "-id"], name="simulation_request_by_owner"),
            models.Index(fields=["asked_at"], name="simulation_request_by_age"),
        ]

    def __str__(self) -> str:
        # What the person calls it is theirs: administrators see the id.
        return f"request {self.uuid}"

    @property
    def shown_name(self) -> str:
        """What the person calls it, else what is asked."""
        return self.name or self.title

    @property
    def status(self) -> SimulationStatus:
        """How it stands for this person: what they cancelled is cancelled, though others still wait for it."""
        if self.cancelled_at is not None:
            return SimulationStatus.CANCELLED
        return SimulationStatus(self.simulation.status)

    @property
    def is_finished(self) -> bool:
        """Whether the person has nothing to wait for any more."""
        return self.cancelled_at is not None or self.simulation.is_finished


class AskedKey(models.Model):
    """A key under which a person asked (Idempotency-Key): the same key brings the same request again.

    ``digest`` is the SHA-256 of the document that was asked with it.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=KEY_LENGTH)
    digest = models.CharField(max_length=64)
    request = models.ForeignKey(SimulationRequest, on_delete=models.CASCADE, related_name="keys")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="asked_key_once"),
            models.CheckConstraint(condition=~Q(key=""), name="asked_key_not_empty"),
        ]

    def __str__(self) -> str:
        return self.key
