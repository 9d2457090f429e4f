"""What happens in play, in the admin: looked at, not edited. Its facts come from the sources."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib import admin
from django.utils.html import format_html

from datasheets import models
from datasheets.admin.base import ReadOnlyAdmin
from datasheets.models.play import PlayEntry


def outline(value: Any, depth: int = 0) -> Iterator[str]:
    """A tree of JSON as indented lines: what has no parts of its own stands behind its name."""
    indent = "  " * depth
    pairs = value.items() if isinstance(value, dict) else ((str(place), each) for place, each in enumerate(value, 1))
    for name, each in pairs:
        if each in ([], {}, None, ""):
            continue
        if isinstance(each, list) and all(isinstance(part, list) and len(part) == 2 for part in each):
            yield f"{indent}{name}: " + ", ".join(f"{key} {told}" for key, told in each)
        elif isinstance(each, dict | list):
            yield f"{indent}{name}:"
            yield from outline(each, depth + 1)
        else:
            yield f"{indent}{name}: {each}"


class PlayAdmin(ReadOnlyAdmin):
    """An entry on play, with its content as an outline."""

    list_per_page = 50
    search_fields: ClassVar[tuple[str, ...]] = ("name", "public_id")
    exclude = ("content", "is_edited")
    readonly_fields: ClassVar[tuple[str, ...]] = ("in_full",)

    @admin.display(description="content")
    def in_full(self, entry: PlayEntry) -> str:
        """The content as lines."""
        return format_html("<pre>{}</pre>", "\n".join(outline(json.loads(entry.content))))


@admin.register(models.Ability)
class AbilityAdmin(PlayAdmin):
    """Abilities as encoded; few are checked against their text (R-45)."""

    list_display = ("name", "public_id", "kind", "behaviour", "status", "is_disputed")
    list_filter = ("kind", "behaviour", "status", "is_disputed")
    search_fields = ("name", "public_id", "datasheet_rows__datasheet__name")
    readonly_fields = ("in_full", "held_by")

    @admin.display(description="held by")
    def held_by(self, ability: models.Ability) -> str:
        """Who has the ability."""
        rows = (
            *ability.datasheet_rows.select_related("datasheet__faction"),
            *ability.detachment_rows.select_related("detachment"),
            *ability.enhancement_rows.select_related("enhancement__detachment"),
            *ability.faction_rows.select_related("faction"),
        )
        return ", ".join(str(row) for row in rows) or "no record of the sources"


@admin.register(models.Stratagem)
class StratagemAdmin(PlayAdmin):
    """Stratagems."""

    list_display = ("name", "detachment", "command_points", "timing", "player_turn")
    list_filter = ("category", "type", "timing", "player_turn")
    list_select_related = ("detachment",)
    search_fields = ("name", "public_id", "detachment__name")


@admin.register(models.ResourcePool)
class ResourcePoolAdmin(PlayAdmin):
    """Resource pools."""

    list_display = ("name", "faction", "type", "maximum")
    list_select_related = ("faction",)


@admin.register(models.Mission)
class MissionAdmin(PlayAdmin):
    """Missions."""

    list_display = ("name", "disposition", "opponent_disposition", "primary_per_game", "secondary_per_game")
    list_filter = ("disposition", "opponent_disposition")
    list_select_related = ("disposition", "opponent_disposition")


@admin.register(models.MissionCard)
class MissionCardAdmin(PlayAdmin):
    """Mission cards."""

    list_display = ("name", "type", "subtype")
    list_filter = ("type",)


@admin.register(models.Deployment, models.Hull)
class BattlefieldAdmin(PlayAdmin):
    """Deployment patterns and hulls."""

    list_display = ("name", "public_id", "source")


@admin.register(models.TerrainTemplate)
class TerrainTemplateAdmin(PlayAdmin):
    """Terrain areas and features."""

    list_display = ("name", "public_id", "kind", "category", "source")
    list_filter = ("kind", "category")


@admin.register(models.TerrainLayout)
class TerrainLayoutAdmin(PlayAdmin):
    """Terrain layouts."""

    list_display = ("name", "deployment", "variant", "source")
    list_filter = ("deployment",)
    list_select_related = ("deployment",)


@admin.register(models.BenchmarkTarget)
class BenchmarkTargetAdmin(PlayAdmin):
    """Benchmark targets."""

    list_display = ("name", "datasheet")
    list_select_related = ("datasheet__faction",)
