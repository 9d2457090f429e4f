"""The checks of the muster: their public ids, what they claim and how much they weigh."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.v1.view import OpenApiView
from roster.muster.registry import all_checks
from roster.muster.report import Severity

_SEVERITIES = [severity.value for severity in Severity]


class SeveritiesSerializer(serializers.Serializer):
    """What breaking the check means at each stage of a roster."""

    draft = serializers.ChoiceField(choices=_SEVERITIES)
    final = serializers.ChoiceField(choices=_SEVERITIES)
    event = serializers.ChoiceField(choices=_SEVERITIES)


class CheckSerializer(serializers.Serializer):
    """A check; its id is public and never changes meaning."""

    id = serializers.CharField()
    rule = serializers.CharField()
    family = serializers.CharField()
    title = serializers.CharField()
    claim = serializers.CharField(help_text="What is true of a roster that holds.")
    severity = SeveritiesSerializer()


class ChecksView(OpenApiView):
    """Every check there is."""

    @extend_schema(
        operation_id="list_checks",
        tags=["about"],
        summary="The checks",
        responses={200: CheckSerializer(many=True)},
        examples=[
            OpenApiExample(
                "Check",
                {
                    "id": "25.03/unit-limit",
                    "rule": "25.03",
                    "family": "Units",
                    "title": "No datasheet is taken too often",
                    "claim": "No datasheet is taken more often than the battle size allows.",
                    "severity": {"draft": "illegal", "final": "illegal", "event": "illegal"},
                },
                response_only=True,
                status_codes=["200"],
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """In the order in which reports hold them."""
        return Response(
            [
                {
                    "id": check.id,
                    "rule": check.rule,
                    "family": check.family,
                    "title": check.title,
                    "claim": check.claim,
                    "severity": {
                        "draft": check.severity.draft.value,
                        "final": check.severity.final.value,
                        "event": check.severity.event.value,
                    },
                }
                for check in all_checks()
            ]
        )
