"""Simulations, their progress and where everything of them is, as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from api.v1.schema.answer import ANSWER, QUESTIONS
from battle.models import Method, Priority, SimulationRequest, SimulationStatus
from battle.selectors import Freshness, Progress

STATUSES = tuple(SimulationStatus.values)
METHODS = tuple(Method.values)
PRIORITIES = {Priority.PERSON.value: "person", Priority.BATCH.value: "batch"}


@dataclass(frozen=True, slots=True)
class ShownSimulation:
    """A request; where it is shown by itself how far it is and whether it is as of today, and whole: the answer."""

    request: SimulationRequest
    progress: Progress | None = None
    freshness: Freshness | None = None
    result: dict[str, Any] | None = None


class ListedSimulationSerializer(serializers.Serializer):
    """A simulation of yours, as a row of their list."""

    id = serializers.UUIDField(source="request.uuid")
    name = serializers.CharField(source="request.name", help_text="What you called it; may be empty.")
    title = serializers.CharField(source="request.title", help_text="What is asked, in words.")
    question = serializers.ChoiceField(choices=QUESTIONS, source="request.simulation.question_kind")
    status = serializers.ChoiceField(choices=STATUSES, source="request.status")
    method = serializers.SerializerMethodField()
    release = serializers.CharField(
        source="request.simulation.release",
        help_text="Label of the release; empty where every unit is given by its profiles.",
    )
    # Numbers are spelled out: those of a model are bounded by the database at hand, and so would the description be.
    parts = serializers.IntegerField(source="request.simulation.total_parts", min_value=1)
    cells = serializers.IntegerField(
        source="request.simulation.total_cells", min_value=0, help_text="Pairs of units in all parts."
    )
    failed_parts = serializers.IntegerField(
        source="request.simulation.failed_parts", min_value=0, help_text="Parts that were given up and are missing."
    )
    problem = serializers.CharField(
        source="request.simulation.problem", help_text="Why there is no answer, or what is missing in it; else empty."
    )
    created_at = serializers.DateTimeField(source="request.created_at")
    asked_at = serializers.DateTimeField(source="request.asked_at", help_text="When it was last asked for.")
    finished_at = serializers.DateTimeField(source="request.simulation.finished_at", allow_null=True)
    expires_at = serializers.DateTimeField(
        source="request.simulation.expires_at", help_text="When it is deleted, unless it is asked for again."
    )
    url = serializers.SerializerMethodField()

    @extend_schema_field({"type": ["string", "null"], "enum": [*METHODS, None]})
    def get_method(self, shown: ShownSimulation) -> str | None:
        """How the figures were found; null before."""
        return shown.request.simulation.method or None

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, shown: ShownSimulation) -> str:
        """Address of this simulation."""
        return self._address("simulation", shown)

    def _address(self, name: str, shown: ShownSimulation) -> str:
        return address_of(shown.request, self.context["request"], name)


class SimulationProgressSerializer(serializers.Serializer):
    """How far a simulation is."""

    parts_done = serializers.IntegerField(min_value=0, help_text="Computed or given up.")
    parts_claimed = serializers.IntegerField(min_value=0, help_text="Being computed at this moment.")
    parts_total = serializers.IntegerField(min_value=1)
    cells_done = serializers.IntegerField(min_value=0)
    cells_total = serializers.IntegerField(min_value=0)
    waiting_before = serializers.IntegerField(min_value=0, help_text="Parts of other simulations that come first.")
    seconds = serializers.FloatField(min_value=0, help_text="Computed so far, all workers together.")


class FreshnessSerializer(serializers.Serializer):
    """Whether asking again today could give another answer."""

    is_current = serializers.BooleanField()
    release_now = serializers.CharField(help_text="Label of the release in force.")
    release_changed = serializers.BooleanField()
    engine_changed = serializers.BooleanField()
    changed_rosters = serializers.ListField(
        child=serializers.CharField(), help_text="Names of saved rosters that were changed or deleted since."
    )


class SourceSerializer(serializers.Serializer):
    """Where a unit, or a list of units, came from."""

    pointer = serializers.CharField(help_text="JSON pointer into the document that was asked.")
    kind = serializers.CharField(help_text="As its member `from`.")
    name = serializers.CharField()
    roster = serializers.CharField(required=False, help_text="Id of a saved roster.")
    version = serializers.IntegerField(required=False, help_text="The version the roster had.")
    release = serializers.CharField(required=False, help_text="Label of the release the roster stood on.")
    gauntlet = serializers.CharField(required=False, help_text="Id of a gauntlet.")


class SimulationSerializer(ListedSimulationSerializer):
    """A simulation of yours: how it stands, by what it is answered, and where to go on."""

    priority = serializers.SerializerMethodField()
    engine = serializers.CharField(
        source="request.simulation.engine", help_text="Version of the engine; another one may answer otherwise."
    )
    samples = serializers.IntegerField(
        source="request.simulation.samples",
        min_value=1,
        allow_null=True,
        help_text="Null: answered exactly if it fits.",
    )
    seed = serializers.IntegerField(source="request.simulation.seed", min_value=0)
    progress = SimulationProgressSerializer()
    freshness = FreshnessSerializer()
    sources = SourceSerializer(source="request.sources", many=True)
    notes = serializers.ListField(
        source="request.notes", child=serializers.CharField(), help_text="What was not understood, and the like."
    )
    result_url = serializers.SerializerMethodField()
    events_url = serializers.SerializerMethodField()
    cells_url = serializers.SerializerMethodField()
    cancel_url = serializers.SerializerMethodField()
    again_url = serializers.SerializerMethodField()

    @extend_schema_field({"type": "string", "enum": list(PRIORITIES.values())})
    def get_priority(self, shown: ShownSimulation) -> str:
        """Whom it makes wait."""
        return PRIORITIES[shown.request.simulation.priority]

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_result_url(self, shown: ShownSimulation) -> str:
        """Where the answer is, once there is one."""
        return self._address("simulation-result", shown)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_events_url(self, shown: ShownSimulation) -> str:
        """Where the progress is told as it goes."""
        return self._address("simulation-events", shown)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_cells_url(self, shown: ShownSimulation) -> str:
        """Where a cell of a table is opened."""
        return self._address("simulation-cells", shown)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_cancel_url(self, shown: ShownSimulation) -> str:
        """Where it is cancelled."""
        return self._address("simulation-cancel", shown)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_again_url(self, shown: ShownSimulation) -> str:
        """Where it is asked again as of today."""
        return self._address("simulation-again", shown)


class AnsweredSimulationSerializer(SimulationSerializer):
    """A simulation of yours with its answer."""

    result = serializers.SerializerMethodField()

    @extend_schema_field({"oneOf": [ANSWER, {"type": "null"}]})
    def get_result(self, shown: ShownSimulation) -> dict[str, Any] | None:
        """The answer; null where it was given up or cancelled."""
        return shown.result


class CellSerializer(serializers.Serializer):
    """A cell of a table, opened: what the one unit does to the other, in full."""

    view = serializers.IntegerField(min_value=0)
    direction = serializers.ChoiceField(choices=("forth", "back"))
    row = serializers.IntegerField(min_value=0)
    column = serializers.IntegerField(min_value=0)
    side = serializers.IntegerField(min_value=0)
    status = serializers.ChoiceField(choices=STATUSES)
    method = serializers.SerializerMethodField()
    engine = serializers.CharField()
    answer = serializers.SerializerMethodField()

    @extend_schema_field({"type": ["string", "null"], "enum": [*METHODS, None]})
    def get_method(self, cell: dict[str, Any]) -> str | None:
        """How the figures were found; null before."""
        return cell["method"] or None

    @extend_schema_field({"oneOf": [ANSWER, {"type": "null"}]})
    def get_answer(self, cell: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to the question `pair`; null until it is there."""
        result: dict[str, Any] | None = cell["answer"]
        return result


def address_of(shown: SimulationRequest, request: Request, name: str = "simulation") -> str:
    """Where the simulation is, or what belongs to it."""
    return reverse(f"api-v1:{name}", kwargs={"simulation": shown.uuid}, request=request)
