"""Parts of simulations, to look at only: where each stands, how often it was begun, and why it was given up."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from battle.models import SimulationChunk
from roster.admin.read_only import ReadOnly


@admin.register(SimulationChunk)
class SimulationPartAdmin(ReadOnly, ModelAdmin):
    """The parts, those of the newest simulations first."""

    list_display = ("simulation", "position", "cells", "status", "attempts", "claimed_at", "finished_at", "problem")
    list_filter = ("status", "attempts")
    list_select_related = ("simulation",)
    search_fields = ("=simulation__uuid",)
    search_help_text = "The whole id of a simulation"
    show_full_result_count = False
    list_per_page = 50
    ordering = ("-simulation_id", "position")
    fields = (
        "simulation",
        "position",
        "cells",
        "status",
        "attempts",
        "claimed_at",
        "finished_at",
        "seconds",
        "problem",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[SimulationChunk]:
        """The rows without what was found, which may be large."""
        return super().get_queryset(request).defer("result")
