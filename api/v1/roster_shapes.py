"""Saved rosters, and what moving one changes, as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from api.v1.schema.check import ROSTER_EXAMPLE
from api.v1.schema.report import REPORT, REPORT_EXAMPLE
from api.v1.schema.roster import ROSTER
from roster.comparing import Legality, RosterChange
from roster.models import Roster
from roster.muster import Outcome, Severity
from roster.selectors.rosters import Notice

LEGALITIES = tuple(legality.value for legality in Legality)
OUTCOMES = tuple(outcome.value for outcome in Outcome)


@dataclass(frozen=True, slots=True)
class ShownRoster:
    """A saved roster with what the release in force changes, and, where it is shown whole, its report."""

    roster: Roster
    notice: Notice | None
    report: dict[str, Any] | None = None


class NoticeSerializer(serializers.Serializer):
    """What the release in force changes for a roster that stands on another."""

    release = serializers.CharField(help_text="Label of the release in force.")
    sentence = serializers.CharField()
    points_before = serializers.IntegerField(source="row.points_before")
    points_after = serializers.IntegerField(source="row.points_after")
    legality_before = serializers.ChoiceField(choices=LEGALITIES, source="row.legality_before")
    legality_after = serializers.ChoiceField(choices=LEGALITIES, source="row.legality_after")
    newly_broken = serializers.ListField(child=serializers.CharField(), source="row.newly_broken")
    newly_held = serializers.ListField(child=serializers.CharField(), source="row.newly_held")


class OpenLineSerializer(serializers.Serializer):
    """A line of the pasted text that was not understood."""

    number = serializers.IntegerField(min_value=1)
    text = serializers.CharField()
    meaning = serializers.CharField()
    unit = serializers.CharField(help_text="Name of the unit it stands in; empty where it stands in none.")


class SavedRosterSerializer(serializers.Serializer):
    """A saved roster: the verdict of the release it stands on."""

    id = serializers.UUIDField(source="roster.uuid")
    name = serializers.CharField(source="roster.name")
    faction = serializers.CharField(source="roster.faction", help_text="Empty where none is named.")
    battle_size = serializers.CharField(source="roster.battle_size", help_text="Empty where none is named.")
    points = serializers.IntegerField(source="roster.points", help_text="Sum of what has a price.")
    is_complete = serializers.BooleanField(
        source="roster.is_complete", help_text="Whether everything has a known price."
    )
    legality = serializers.ChoiceField(choices=LEGALITIES, source="roster.legality")
    is_finished = serializers.BooleanField(source="roster.is_finished", help_text="Else it is judged as a draft.")
    release = serializers.CharField(source="roster.release.label", help_text="The release it stands on.")
    version = serializers.IntegerField(
        source="roster.version", min_value=1, help_text="Counts changes; name it to change the roster."
    )
    created_at = serializers.DateTimeField(source="roster.created_at")
    updated_at = serializers.DateTimeField(source="roster.updated_at")
    notice = NoticeSerializer(allow_null=True)
    url = serializers.SerializerMethodField()
    move_url = serializers.SerializerMethodField()

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, shown: ShownRoster) -> str:
        """Address of this roster."""
        return self._address("roster", shown)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_move_url(self, shown: ShownRoster) -> str:
        """Where it is moved to another release."""
        return self._address("roster-move", shown)

    def _address(self, name: str, shown: ShownRoster) -> str:
        return reverse(f"api-v1:{name}", kwargs={"roster": shown.roster.uuid}, request=self.context["request"])


class WholeRosterSerializer(SavedRosterSerializer):
    """A saved roster with its document, the lines not understood, and the report by its release."""

    open_lines = OpenLineSerializer(source="roster.open_lines", many=True)
    roster = serializers.SerializerMethodField()
    report = serializers.SerializerMethodField()

    @extend_schema_field(ROSTER)
    def get_roster(self, shown: ShownRoster) -> object:
        """The roster document."""
        return shown.roster.document

    @extend_schema_field(REPORT)
    def get_report(self, shown: ShownRoster) -> object:
        """The report, judged now by the release the roster stands on."""
        return shown.report


class PriceChangeSerializer(serializers.Serializer):
    """A unit or detachment that costs something else; null is no known price."""

    at = serializers.CharField(help_text="JSON pointer into the roster document.")
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(help_text="Why there is no price any more; else empty.")


class CheckChangeSerializer(serializers.Serializer):
    """A check that ends otherwise."""

    check = serializers.CharField()
    title = serializers.CharField()
    before = serializers.ChoiceField(choices=OUTCOMES)
    after = serializers.ChoiceField(choices=OUTCOMES)
    severity = serializers.ChoiceField(choices=tuple(severity.value for severity in Severity))
    sentence = serializers.CharField(help_text="What it finds now.")


class MoveSerializer(serializers.Serializer):
    """Everything that moving a roster to another release changes."""

    before = serializers.CharField(help_text="Label of the release it stood on.")
    after = serializers.CharField(help_text="Label of the release asked about.")
    is_moved = serializers.BooleanField(help_text="False where it was only asked.")
    is_change = serializers.BooleanField(help_text="Whether a price or the verdict differs.")
    points_before = serializers.IntegerField()
    points_after = serializers.IntegerField()
    is_complete_before = serializers.BooleanField()
    is_complete_after = serializers.BooleanField()
    over_by = serializers.IntegerField(min_value=0, help_text="Points above the limit afterwards.")
    legality_before = serializers.ChoiceField(choices=LEGALITIES)
    legality_after = serializers.ChoiceField(choices=LEGALITIES)
    units = PriceChangeSerializer(many=True)
    detachments = PriceChangeSerializer(many=True, help_text="In Detachment Points.")
    checks = CheckChangeSerializer(many=True)
    newly_broken = serializers.ListField(child=serializers.CharField())
    newly_held = serializers.ListField(child=serializers.CharField())
    version = serializers.IntegerField(min_value=1, help_text="Of the roster as it is now.")


def move_as_dict(change: RosterChange, *, before: str, after: str, version: int, is_moved: bool) -> dict[str, Any]:
    """The move as an object."""
    names = set(MoveSerializer().fields) - {"before", "after", "is_moved", "version"}
    values = {name: getattr(change, name) for name in names}
    move = {"before": before, "after": after, "is_moved": is_moved, "version": version, **values}
    return MoveSerializer(move).data


_ID = "0f3b8a52-4d8e-4a8f-9a52-7a0a3f1f2c11"
_ADDRESS = f"https://quartermaster.example/api/v1/rosters/{_ID}"
ROSTER_SHOWN: dict[str, Any] = {
    "id": _ID,
    "name": "Patrol",
    "faction": "Orks",
    "battle_size": "Incursion",
    "points": 100,
    "is_complete": True,
    "legality": "legal",
    "is_finished": False,
    "release": "2026.09.1",
    "version": 1,
    "created_at": "2026-11-30T08:00:00Z",
    "updated_at": "2026-11-30T08:00:00Z",
    "notice": {
        "release": "2026.12.1",
        "sentence": "Release 2026.12.1 changes this roster: 100 → 110 points.",
        "points_before": 100,
        "points_after": 110,
        "legality_before": "legal",
        "legality_after": "legal",
        "newly_broken": [],
        "newly_held": [],
    },
    "url": _ADDRESS,
    "move_url": f"{_ADDRESS}/move",
}
WHOLE_ROSTER: dict[str, Any] = {
    **ROSTER_SHOWN,
    "notice": None,
    "open_lines": [],
    "roster": ROSTER_EXAMPLE,
    "report": REPORT_EXAMPLE,
}
MOVE_SHOWN: dict[str, Any] = {
    "before": "2026.09.1",
    "after": "2026.12.1",
    "is_moved": False,
    "is_change": True,
    "points_before": 990,
    "points_after": 1005,
    "is_complete_before": True,
    "is_complete_after": True,
    "over_by": 5,
    "legality_before": "legal",
    "legality_after": "illegal",
    "units": [{"at": "/units/0", "name": "Warboss", "before": 100, "after": 115, "reason": ""}],
    "detachments": [],
    "checks": [
        {
            "check": "25.03/points-limit",
            "title": "The army is within its points limit",
            "before": "held",
            "after": "broken",
            "severity": "illegal",
            "sentence": "1005 points; Incursion allows 1000. Remove 5 points.",
        }
    ],
    "newly_broken": ["25.03/points-limit"],
    "newly_held": [],
    "version": 1,
}


def answered(name: str, value: object, status: str = "200") -> OpenApiExample:
    """An example of an answer."""
    return OpenApiExample(name, value, response_only=True, status_codes=[status])
