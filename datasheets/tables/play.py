"""Entries on play as rows and back: fields that have a column, and the rest as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import msgspec
from django.db import models as orm

from datasheets import models
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import value_type
from datasheets.tables.rows import Rows
from datasheets.tables.table import TABLE_OF, Key, Row


@dataclass(frozen=True, eq=False)
class PlayTable:
    """How a collection is kept: ``parts`` are its fields of ids, each with the table of its rows."""

    collection: str
    model: type[orm.Model]
    parts: Mapping[str, tuple[type[orm.Model], str]]

    @cached_property
    def columns(self) -> dict[str, str]:
        """The columns that hold a field of the value, with the field's name."""
        named = {field.name for field in fields(value_type(self.collection))}
        own = {column: column for column in TABLE_OF[self.model].columns if column in named}
        return own | {"public_id": "id"}

    @cached_property
    def rest(self) -> tuple[str, ...]:
        """The fields that stand in the content."""
        kept = {*self.columns.values(), *self.parts}
        return tuple(field.name for field in fields(value_type(self.collection)) if field.name not in kept)


PLAY_TABLES: tuple[PlayTable, ...] = (
    PlayTable(
        "abilities",
        models.Ability,
        {
            "datasheets": (models.AbilityDatasheet, "datasheet"),
            "detachments": (models.AbilityDetachment, "detachment"),
            "enhancements": (models.AbilityEnhancement, "enhancement"),
            "factions": (models.AbilityFaction, "faction"),
        },
    ),
    PlayTable("stratagems", models.Stratagem, {}),
    PlayTable("resource_pools", models.ResourcePool, {}),
    PlayTable("mission_cards", models.MissionCard, {}),
    PlayTable("missions", models.Mission, {}),
    PlayTable("deployments", models.Deployment, {}),
    PlayTable("terrain_templates", models.TerrainTemplate, {}),
    PlayTable("terrain_layouts", models.TerrainLayout, {}),
    PlayTable("hulls", models.Hull, {}),
    PlayTable("benchmark_targets", models.BenchmarkTarget, {}),
)


def spread_play(rows: Rows, data: CatalogueData) -> None:
    """Add the rows that hold what ``data`` has on play."""
    for table in PLAY_TABLES:
        for value in getattr(data, table.collection):
            _spread(rows, table, value)


def gather_play(rows: Rows) -> dict[str, tuple[Any, ...]]:
    """What ``rows`` hold on play, by collection."""
    return {
        table.collection: tuple(_gathered(rows, table, key, row) for key, row in rows.of(table.model))
        for table in PLAY_TABLES
    }


def _spread(rows: Rows, table: PlayTable, value: Any) -> None:
    columns = {column: getattr(value, field) for column, field in table.columns.items()}
    rest = {field: getattr(value, field) for field in table.rest}
    key = rows.add(table.model, **columns, content=msgspec.json.encode(rest).decode())
    for field, (part, column) in table.parts.items():
        for position, public_id in enumerate(getattr(value, field)):
            rows.add(part, key, position=position, **{column: public_id})


def _gathered(rows: Rows, table: PlayTable, key: Key, row: Row) -> Any:
    told = json.loads(row.content)
    told |= {field: getattr(row, column) for column, field in table.columns.items()}
    told |= {field: rows.values_below(key, part, column) for field, (part, column) in table.parts.items()}
    return msgspec.convert(told, value_type(table.collection))
