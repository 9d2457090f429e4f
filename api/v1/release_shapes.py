"""How releases and their differences look in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.v1.schema.report import RELEASE_EXAMPLE
from datasheets.catalogue.catalogue import ReleaseStamp
from datasheets.release_selectors import ReleaseState, ShownRelease
from datasheets.releases import Change, FactionChanges, Topic

FIGURE = {"type": ["integer", "string", "null"]}


class ReleaseManualSerializer(serializers.Serializer):
    """The points manual that the prices come from."""

    name = serializers.CharField()
    version = serializers.CharField()
    date = serializers.DateField()


class ListedReleaseSerializer(serializers.Serializer):
    """A release of the catalogue: it never changes, but how it stands does."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not the label of one
    content_hash = serializers.CharField(help_text="SHA-256 of the content, hex.")
    state = serializers.ChoiceField(choices=[state.value for state in ReleaseState])
    compiled = serializers.DateTimeField()
    published = serializers.DateTimeField(allow_null=True, help_text="When it first came into force.")
    upstream = serializers.CharField(help_text="The data package and its version.")
    manual = ReleaseManualSerializer()
    corrections = serializers.IntegerField(help_text="Corrections that went into it.")
    supplements = serializers.IntegerField(help_text="Entries that no source but our own has.")
    overrides = serializers.IntegerField(help_text="Fields that editors set.")
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="How many of each there are.")
    note = serializers.CharField()
    by = serializers.CharField(allow_null=True, help_text="Who compiled it; told to editors and publishers only.")


class StampSerializer(serializers.Serializer):
    """Which release."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not the label of one
    content_hash = serializers.CharField()
    upstream = serializers.CharField()
    manual = ReleaseManualSerializer()


@extend_schema_field(FIGURE)
class FigureField(serializers.Field):
    """A number, a word, or null."""


class RefSerializer(serializers.Serializer):
    """The entry of the catalogue that differs."""

    collection = serializers.CharField()
    key = serializers.CharField()


class ChangeSerializer(serializers.Serializer):
    """One difference."""

    topic = serializers.ChoiceField(choices=[topic.value for topic in Topic])
    faction = serializers.CharField(help_text="Id of the faction; empty for what belongs to none.")
    subject = serializers.CharField()
    what = serializers.CharField(help_text="The part that differs; empty for the whole.")
    before = FigureField()
    after = FigureField()
    unit = serializers.CharField(help_text="What figures count: points, DP or nothing.")
    also = serializers.CharField(help_text="What differs with it, in words.")
    text = serializers.CharField(help_text="The whole of it as a sentence.")
    ref = RefSerializer()


class ChangesPageSerializer(serializers.Serializer):
    """A page of the changes asked for."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ChangeSerializer(many=True)


class FactionCountsSerializer(serializers.Serializer):
    """How much differs for a faction."""

    id = serializers.CharField()
    name = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Changes by topic.")


class DiffSerializer(serializers.Serializer):
    """What differs between two releases."""

    before = StampSerializer()
    after = StampSerializer()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Changes by topic, of all factions.")
    factions = FactionCountsSerializer(many=True)
    changes = ChangesPageSerializer()


def release_as_dict(row: ShownRelease, with_people: bool) -> dict[str, Any]:
    """A release as :class:`ListedReleaseSerializer` describes it."""
    release = row.release
    values = {
        "label": release.label,
        "content_hash": release.content_hash,
        "state": row.state.value,
        "compiled": release.compiled_at,
        "published": row.published_at,
        "upstream": release.upstream,
        "manual": {"name": release.manual_name, "version": release.manual_version, "date": release.manual_date},
        "corrections": release.corrections,
        "supplements": release.supplements,
        "overrides": release.overrides,
        "counts": release.counts,
        "note": release.note,
        "by": release.by if with_people else None,
    }
    return dict(ListedReleaseSerializer(values).data)


def stamp_as_dict(stamp: ReleaseStamp) -> dict[str, Any]:
    """Which release, as :class:`StampSerializer` describes it."""
    manual = {"name": stamp.manual.name, "version": stamp.manual.version, "date": stamp.manual.date}
    return {
        "label": stamp.label,
        "content_hash": stamp.content_hash,
        "upstream": stamp.upstream,
        "manual": manual,
    }


def faction_as_dict(faction: FactionChanges) -> dict[str, Any]:
    """A faction as :class:`FactionCountsSerializer` describes it."""
    counts = {topic.value: len(changes) for topic, changes in faction.topics.items()}
    return {"id": faction.id, "name": faction.name, "counts": counts}


def change_as_dict(change: Change) -> dict[str, Any]:
    """A change as :class:`ChangeSerializer` describes it."""
    return {
        "topic": change.topic.value,
        "faction": change.faction,
        "subject": change.subject,
        "what": change.what,
        "before": change.before,
        "after": change.after,
        "unit": change.unit,
        "also": change.also,
        "text": str(change),
        "ref": {"collection": change.ref.collection, "key": change.ref.key},
    }


RELEASE_LISTED_EXAMPLE: dict[str, Any] = {
    "label": RELEASE_EXAMPLE["label"],
    "content_hash": RELEASE_EXAMPLE["content_hash"],
    "state": "in force",
    "compiled": "2026-10-01T07:58:00Z",
    "published": "2026-10-01T08:00:00Z",
    "upstream": RELEASE_EXAMPLE["upstream"],
    "manual": RELEASE_EXAMPLE["manual"],
    "corrections": 412,
    "supplements": 24,
    "overrides": 0,
    "counts": {"datasheets": 1438},
    "note": "",
    "by": None,
}
_STAMP = {name: RELEASE_EXAMPLE[name] for name in ("label", "content_hash", "upstream", "manual")}
DIFF_EXAMPLE: dict[str, Any] = {
    "before": {**_STAMP, "label": "2026.07.1"},
    "after": _STAMP,
    "counts": {"prices": 1},
    "factions": [{"id": "adeptus-astartes", "name": "Space Marines", "counts": {"prices": 1}}],
    "changes": {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [
            {
                "topic": "prices",
                "faction": "adeptus-astartes",
                "subject": "Gladiator Reaper",
                "what": "1 model",
                "before": 160,
                "after": 165,
                "unit": "points",
                "also": "third and further copies 170 -> 175",
                "text": "Gladiator Reaper: 1 model 160 -> 165 points (third and further copies 170 -> 175)",
                "ref": {"collection": "prices", "key": "adeptus-astartes:gladiator-reaper|adeptus-astartes"},
            }
        ],
    },
}
