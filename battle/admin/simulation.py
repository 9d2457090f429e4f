"""Simulations, to look at only, and the work queue. Questions and answers belong to who asked and are not shown."""

from __future__ import annotations

import datetime

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from unfold.admin import ModelAdmin

from battle.models import Simulation, SimulationChunk
from battle.operations import in_words
from battle.queue import failed_parts, running_parts
from battle.selectors import queue_state
from datasheets.workers import workers_seen
from roster.admin.read_only import ReadOnly

SHOWN = 50
"""Running and failed parts, and people, that the page lists; it says how many more there are."""
_FIELDS = (
    "uuid",
    "question_kind",
    "status",
    "problem",
    "priority",
    "share",
    "total_parts",
    "failed_parts",
    "total_cells",
    "method",
    "samples",
    "seed",
    "is_traced",
    "release",
    "engine",
    "seconds",
    "created_at",
    "started_at",
    "finished_at",
    "expires_at",
)


class HasGaps(admin.SimpleListFilter):
    """Whether parts of it were given up."""

    title = "parts given up"
    parameter_name = "gaps"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """The two choices."""
        return [("yes", "some"), ("no", "none")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Simulation]) -> QuerySet[Simulation]:
        """Those of the choice made."""
        match self.value():
            case "yes":
                return queryset.filter(failed_parts__gt=0)
            case "no":
                return queryset.filter(failed_parts=0)
        return queryset


@admin.register(Simulation)
class SimulationAdmin(ReadOnly, ModelAdmin):
    """The simulations, newest first."""

    list_display = (
        "uuid",
        "question_kind",
        "status",
        "priority",
        "total_parts",
        "failed_parts",
        "created_at",
        "finished_at",
    )
    list_filter = ("status", "priority", "question_kind", "method", HasGaps)
    search_fields = ("=uuid",)
    search_help_text = "The whole id of a simulation"
    show_full_result_count = False
    list_per_page = 50
    fields = _FIELDS
    readonly_fields = _FIELDS

    def get_urls(self) -> list[URLPattern]:
        """The work queue, before the pages that every model has."""
        queue = path("queue/", self.admin_site.admin_view(self.queue), name="battle_queue")
        return [queue, *super().get_urls()]

    def queue(self, request: HttpRequest) -> HttpResponse:
        """What waits and runs, of whom and since when, which workers there are, and what was given up."""
        if not self.has_view_permission(request):
            raise PermissionDenied("The work queue is for those who run this service.")
        state = queue_state()
        now = timezone.now()
        failed, running = failed_parts(), running_parts()
        context = {
            **self.admin_site.each_context(request),
            "title": "Work queue",
            "lanes": [
                (lane, in_words(lane.oldest.total_seconds() if lane.oldest is not None else None))
                for lane in state.lanes
            ],
            "simulations": state.simulations,
            "people": state.people[:SHOWN],
            "more_people": max(0, len(state.people) - SHOWN),
            "running": [(part, in_words(_seconds_since(part, now))) for part in running[:SHOWN]],
            "running_count": running.count(),
            "failed": failed[:SHOWN],
            "failed_count": failed.count(),
            "workers": None
            if (seen := workers_seen()) is None
            else [(worker, in_words(worker.seconds_ago)) for worker in seen],
            "shown": SHOWN,
        }
        return TemplateResponse(request, "admin/battle/queue.html", context)


def _seconds_since(part: SimulationChunk, now: datetime.datetime) -> float | None:
    return (now - part.claimed_at).total_seconds() if part.claimed_at is not None else None
