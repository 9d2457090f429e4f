"""Batches and their lists as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from api.v1.schema.report import REPORT
from roster.models import CheckBatch, CheckBatchItem, ItemStatus
from roster.selectors import BatchProgress, ItemFilter, verdict_word

VERDICTS = tuple(word.value for word in ItemFilter if word is not ItemFilter.ALL)


@dataclass(frozen=True, slots=True)
class CountedBatch:
    """A batch with the counts of its rows."""

    batch: CheckBatch
    progress: BatchProgress


class ProgressSerializer(serializers.Serializer):
    """How far a batch is, in lists.

    pending + claimed + done + failed = total, and legal + illegal + undecided + unreadable = done.
    """

    total = serializers.IntegerField()
    pending = serializers.IntegerField(help_text="Waiting.")
    claimed = serializers.IntegerField(help_text="Being checked at this moment.")
    done = serializers.IntegerField(help_text="Checked.")
    failed = serializers.IntegerField(help_text="Given up; each says why.")
    legal = serializers.IntegerField()
    illegal = serializers.IntegerField()
    undecided = serializers.IntegerField(help_text="Nothing broken, but something could not be checked.")
    unreadable = serializers.IntegerField(help_text="Not read as a list; each says why.")
    finished = serializers.IntegerField(help_text="done + failed.")
    percent = serializers.IntegerField(min_value=0, max_value=100, help_text="Finished in a hundred, rounded down.")
    is_finished = serializers.BooleanField()


class SkippedSerializer(serializers.Serializer):
    """Something in the upload that is no list."""

    name = serializers.CharField()
    reason = serializers.CharField()


class BatchSerializer(serializers.Serializer):
    """A batch: what was handed in, by which release it is judged, how far it is and where its lists are."""

    id = serializers.UUIDField(source="batch.uuid")
    name = serializers.CharField(source="batch.name")
    release = serializers.CharField(source="batch.release", help_text="Label of the release that judges every list.")
    event = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField(source="batch.created_at")
    expires_at = serializers.DateTimeField(
        source="batch.expires_at", help_text="When the batch is deleted with its texts."
    )
    skipped = SkippedSerializer(source="batch.skipped", many=True)
    progress = ProgressSerializer()
    url = serializers.SerializerMethodField()
    items_url = serializers.SerializerMethodField()
    csv_url = serializers.SerializerMethodField()

    @extend_schema_field(
        {
            "type": ["object", "null"],
            "description": "The event that every list is checked for, by the id and the name it had.",
            "required": ["id", "name"],
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
        }
    )
    def get_event(self, counted: CountedBatch) -> dict[str, str] | None:
        """The event, null for none."""
        profile = counted.batch.event_profile
        return {"id": str(profile["id"]), "name": str(profile["name"])} if profile else None

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, counted: CountedBatch) -> str:
        """Address of this batch."""
        return self._address("batch", counted)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_items_url(self, counted: CountedBatch) -> str:
        """Address of its lists."""
        return self._address("batch-items", counted)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_csv_url(self, counted: CountedBatch) -> str:
        """Address of its table as CSV."""
        return self._address("batch-csv", counted)

    def _address(self, name: str, counted: CountedBatch) -> str:
        return reverse(f"api-v1:{name}", kwargs={"batch": counted.batch.uuid}, request=self.context["request"])


class ItemSerializer(serializers.ModelSerializer):
    """A list of a batch as a row of its table; what is not known yet is null or empty."""

    # Numbers are spelled out: those of a model are bounded by the database at hand, and so would the description be.
    position = serializers.IntegerField(min_value=1)
    file = serializers.CharField(source="filename")
    status = serializers.ChoiceField(choices=ItemStatus.choices)
    verdict = serializers.SerializerMethodField()
    stated_points = serializers.IntegerField(allow_null=True)
    computed_points = serializers.IntegerField(allow_null=True)
    broken_checks = serializers.IntegerField(allow_null=True, min_value=0)
    unknown_lines = serializers.IntegerField(allow_null=True, min_value=0)
    attempts = serializers.IntegerField(min_value=0)
    url = serializers.SerializerMethodField()

    class Meta:
        model = CheckBatchItem
        fields = (
            "position",
            "file",
            "status",
            "verdict",
            "is_legal",
            "faction",
            "battle_size",
            "stated_points",
            "computed_points",
            "broken_checks",
            "unknown_lines",
            "problem",
            "attempts",
            "finished_at",
            "url",
        )

    @extend_schema_field({"type": "string", "enum": list(VERDICTS)})
    def get_verdict(self, item: CheckBatchItem) -> str:
        """The verdict in one word."""
        return verdict_word(item)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, item: CheckBatchItem) -> str:
        """Address of the list with its report."""
        return reverse(
            "api-v1:batch-item",
            kwargs={"batch": self.context["batch"].uuid, "position": item.position},
            request=self.context["request"],
        )


class ItemWithReportSerializer(ItemSerializer):
    """A list of a batch with its text and its whole report, which is null until it is checked."""

    report = serializers.SerializerMethodField()

    class Meta(ItemSerializer.Meta):
        fields = (*ItemSerializer.Meta.fields, "text", "report")  # type: ignore[assignment]

    @extend_schema_field({"oneOf": [REPORT, {"type": "null"}]})
    def get_report(self, item: CheckBatchItem) -> object:
        """The report as it was stored."""
        return item.result
