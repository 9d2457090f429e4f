"""Who asked what, to look at only. What people wrote, and their rosters, are theirs and not shown."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from battle.models import SimulationRequest
from roster.admin.read_only import ReadOnly


@admin.register(SimulationRequest)
class SimulationRequestAdmin(ReadOnly, ModelAdmin):
    """The requests, last asked first."""

    list_display = ("uuid", "owner", "kind", "standing", "asked_at", "cancelled_at")
    list_filter = (
        "simulation__status",
        "simulation__priority",
        "simulation__question_kind",
        ("cancelled_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("owner", "simulation")
    search_fields = ("=uuid", "=simulation__uuid", "owner__username")
    search_help_text = "A name, or the whole id of a request or a simulation"
    show_full_result_count = False
    list_per_page = 50
    fields = ("uuid", "owner", "simulation", "standing", "created_at", "asked_at", "cancelled_at")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[SimulationRequest]:
        """The rows without what people wrote."""
        return super().get_queryset(request).defer("ask", "sources", "notes", "name", "title")

    @admin.display(description="question")
    def kind(self, row: SimulationRequest) -> str:
        """What kind of question it is."""
        return row.simulation.question_kind

    @admin.display(description="status")
    def standing(self, row: SimulationRequest) -> str:
        """Where it stands for this person."""
        return str(row.status.label)
