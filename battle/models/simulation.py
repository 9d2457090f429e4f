"""A simulation: a question that is answered once, in parts that workers claim. The rows are the truth (R-34)."""

from __future__ import annotations

import datetime
import uuid
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from battle.models.share import WorkShare

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager

    from battle.models.request import SimulationRequest

MOST_PARTS = 12_800
KEPT_FOR = datetime.timedelta(days=30)
"""How long a simulation is kept after it was last asked for (R-35)."""
CELL_KEPT_FOR = datetime.timedelta(days=7)
"""How long the simulation of one cell is kept, which nobody's list shows."""


def end_of_keeping() -> datetime.datetime:
    """When a simulation asked for now is deleted, unless somebody asks again."""
    return timezone.now() + KEPT_FOR


class SimulationStatus(models.TextChoices):
    """Where a simulation stands: nothing of it begun, begun, answered, given up, or wanted by nobody any more."""

    PENDING = "pending", "waiting"
    RUNNING = "running", "being computed"
    DONE = "done", "done"
    FAILED = "failed", "given up"
    CANCELLED = "cancelled", "cancelled"


UNFINISHED = (SimulationStatus.PENDING, SimulationStatus.RUNNING)


class Priority(models.IntegerChoices):
    """Who is served first: a person who waits, before what was handed in to be done some time."""

    PERSON = 0, "somebody waits"
    BATCH = 1, "some time"


class Method(models.TextChoices):
    """How figures were found."""

    EXACT = "exact", "exact"
    SAMPLED = "sampled", "sampled"
    MIXED = "mixed", "partly sampled"


class Simulation(models.Model):
    """A question with everything that determines its answer, and where the answer stands.

    ``key`` is the SHA-256 of the question, the content of the release, the engine, samples, seed and trace:
    whoever asks the same gets the same row. ``release`` is a label, empty where only profiles were given.
    ``share`` is whose turn it takes. ``total_cells`` are the pairs of units in all parts, ``seconds`` what was
    computed, ``failed_parts`` how many parts were given up. ``problem`` says in one sentence why there is no
    answer, or what is missing in it. ``joining_at`` and ``joins`` say who puts the parts together: one worker
    at a time, three times at most.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    key = models.CharField(max_length=64, unique=True)
    question_kind = models.CharField(max_length=20)
    release = models.CharField(max_length=200, blank=True)
    release_hash = models.CharField(max_length=64, blank=True)
    engine = models.CharField(max_length=40)
    samples = models.PositiveIntegerField(null=True, blank=True)
    seed = models.PositiveBigIntegerField(default=1)
    is_traced = models.BooleanField(default=False)
    method = models.CharField(max_length=7, choices=Method.choices, blank=True)

    status = models.CharField(max_length=9, choices=SimulationStatus.choices, default=SimulationStatus.PENDING)
    priority = models.PositiveSmallIntegerField(choices=Priority.choices, default=Priority.PERSON)
    share = models.ForeignKey(WorkShare, on_delete=models.SET_NULL, null=True, blank=True, related_name="simulations")
    total_parts = models.PositiveIntegerField()
    total_cells = models.PositiveIntegerField()
    failed_parts = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(default=end_of_keeping)
    seconds = models.FloatField(default=0.0)
    problem = models.TextField(blank=True)
    joining_at = models.DateTimeField(null=True, blank=True)
    joins = models.PositiveSmallIntegerField(default=0)

    content: SimulationContent
    chunks: RelatedManager[SimulationChunk]
    requests: RelatedManager[SimulationRequest]

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(key__regex=r"^[0-9a-f]{64}$"), name="simulation_key_is_sha256"),
            models.CheckConstraint(condition=Q(status__in=SimulationStatus.values), name="simulation_status"),
            models.CheckConstraint(condition=Q(priority__in=Priority.values), name="simulation_priority"),
            models.CheckConstraint(condition=Q(method__in=["", *Method.values]), name="simulation_method"),
            models.CheckConstraint(
                condition=Q(total_parts__gte=1, total_parts__lte=MOST_PARTS), name="simulation_parts_within_bounds"
            ),
            models.CheckConstraint(
                condition=Q(failed_parts__lte=F("total_parts")), name="simulation_no_more_failed_than_there_are"
            ),
            models.CheckConstraint(
                condition=Q(status__in=UNFINISHED, finished_at__isnull=True)
                | (~Q(status__in=UNFINISHED) & Q(finished_at__isnull=False)),
                name="simulation_ended_has_its_time",
            ),
            models.CheckConstraint(
                condition=~Q(status=SimulationStatus.DONE) | ~Q(method=""), name="simulation_done_has_its_method"
            ),
            models.CheckConstraint(
                condition=~Q(status=SimulationStatus.FAILED) | ~Q(problem=""), name="simulation_failed_has_reason"
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at")), name="simulation_expires_after_creation"
            ),
        ]
        # Whole indexes: SQLite takes none of a part where the value of the status is a parameter.
        indexes = [
            models.Index(fields=["status", "priority", "created_at"], name="simulation_by_turn"),
            models.Index(fields=["expires_at"], name="simulation_by_expiry"),
            models.Index(fields=["-created_at", "-id"], name="simulation_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.question_kind} {self.uuid}"

    @property
    def is_finished(self) -> bool:
        """Whether nothing of it waits or runs any more."""
        return self.status not in UNFINISHED


class SimulationContent(models.Model):
    """The question as it is answered, and the answer once there is one: apart, so that lists stay light."""

    simulation = models.OneToOneField(Simulation, on_delete=models.CASCADE, primary_key=True, related_name="content")
    question = models.JSONField()
    result = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["simulation"]

    def __str__(self) -> str:
        return f"content of {self.simulation_id}"


class PartStatus(models.TextChoices):
    """Where a part stands; the values are those of ``datasheets.leases``."""

    PENDING = "pending", "waiting"
    CLAIMED = "claimed", "being computed"
    DONE = "done", "computed"
    FAILED = "failed", "given up"


class SimulationChunk(models.Model):
    """One part of a simulation: who computes it, and what came of it until all parts are put together.

    ``position`` counts from 0. ``claim_token`` belongs to the worker that computes the part: only its holder may
    store a result. ``attempts`` counts claims. ``result`` is emptied when the answer is complete.
    """

    # Without an index of its own: those below begin with it.
    simulation = models.ForeignKey(Simulation, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    position = models.PositiveIntegerField()
    cells = models.PositiveIntegerField()
    status = models.CharField(max_length=8, choices=PartStatus.choices, default=PartStatus.PENDING)
    claim_token = models.UUIDField(null=True, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(default=0.0)
    problem = models.TextField(blank=True)
    result = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["simulation", "position"]
        constraints = [
            models.UniqueConstraint(fields=["simulation", "position"], name="simulation_chunk_position"),
            models.CheckConstraint(
                condition=Q(position__lt=MOST_PARTS), name="simulation_chunk_position_within_bounds"
            ),
            models.CheckConstraint(condition=Q(status__in=PartStatus.values), name="simulation_chunk_status"),
            models.CheckConstraint(
                condition=Q(status=PartStatus.CLAIMED, claim_token__isnull=False, claimed_at__isnull=False)
                | (~Q(status=PartStatus.CLAIMED) & Q(claim_token__isnull=True)),
                name="simulation_chunk_only_claimed_holds_token",
            ),
            models.CheckConstraint(
                condition=Q(status__in=(PartStatus.DONE, PartStatus.FAILED), finished_at__isnull=False)
                | Q(status__in=(PartStatus.PENDING, PartStatus.CLAIMED), finished_at__isnull=True),
                name="simulation_chunk_ended_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(result__isnull=True) | Q(status=PartStatus.DONE),
                name="simulation_chunk_only_done_has_result",
            ),
            models.CheckConstraint(
                condition=~Q(status=PartStatus.FAILED) | ~Q(problem=""), name="simulation_chunk_failed_has_reason"
            ),
        ]
        indexes = [
            models.Index(fields=["simulation", "status", "attempts", "position"], name="simulation_chunk_by_turn"),
            models.Index(fields=["status", "simulation"], name="simulation_chunk_by_status"),
        ]

    def __str__(self) -> str:
        return f"part {self.position} of {self.simulation_id}"
