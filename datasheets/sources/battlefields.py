"""Deployment patterns, terrain, hulls and benchmark targets of the package."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from datasheets.catalogue.battlefield import (
    BenchmarkTarget,
    Deployment,
    Hull,
    Keystone,
    Placement,
    Point,
    Shape,
    TerrainLayout,
    TerrainPiece,
    TerrainTemplate,
    Wall,
    Zone,
)
from datasheets.sources import play_records, records
from datasheets.sources.faults import SourceFault


def deployments_of(bundle: records.Bundle, label: str) -> Iterator[Deployment]:
    """The deployment patterns."""
    for row in bundle.deployment_patterns:
        yield Deployment(
            id=row.id,
            name=row.name,
            zones=tuple(map(_zone, row.zones)),
            territories=tuple(map(_zone, row.territories)),
            objectives=_points(row.objectives),
            source=f"{row.source} ({label})",
        )


def terrain_templates_of(bundle: records.Bundle, label: str) -> Iterator[TerrainTemplate]:
    """Terrain areas and features; raises :class:`SourceFault` for a feature of no template."""
    known = {row.id for row in bundle.terrain_templates}
    for row in bundle.terrain_templates:
        for feature in row.features:
            _require(feature.template, known, f"{label}: terrain template {row.id}", "template")
        yield TerrainTemplate(
            id=row.id,
            name=row.name,
            kind=row.kind,
            footprint=_shape(row.footprint),
            outline=_points(row.outline),
            features=tuple(
                Placement(each.template, _point(each.position), each.rotation_degrees, each.mirror)
                for each in row.features
            ),
            walls=tuple(Wall(_points(wall.points), wall.thickness) for wall in row.walls),
            category=row.terrain_category,
            height=row.default_height_inches,
            is_blocking=row.default_blocking,
            has_roof=row.has_roof,
            is_ground_accessible=row.ground_accessible,
            upper_floor=row.upper_floor.floor if row.upper_floor else None,
            upper_footprint=_shape(row.upper_floor.footprint) if row.upper_floor else None,
            source=f"{row.source} ({label})",
        )


def terrain_layouts_of(bundle: records.Bundle, label: str) -> Iterator[TerrainLayout]:
    """The layouts; raises :class:`SourceFault` where one names a pairing, pattern or template that is not there."""
    pairings = {row.id: (row.disposition, row.opponent_disposition) for row in bundle.mission_matchups}
    deployments = {row.id for row in bundle.deployment_patterns}
    templates = {row.id for row in bundle.terrain_templates}
    for row in bundle.terrain_layouts:
        where = f"{label}: terrain layout {row.id}"
        _require(row.deployment_pattern_id, deployments, where, "deployment pattern")
        for piece in row.pieces:
            if piece.template is not None:
                _require(piece.template, templates, where, "template")
        if row.mission_matchup_id is not None:
            _require(row.mission_matchup_id, pairings, where, "pairing of dispositions")
        yield TerrainLayout(
            id=row.id,
            name=row.name,
            deployment=row.deployment_pattern_id,
            pieces=tuple(map(_piece, row.pieces)),
            dispositions=tuple(dict.fromkeys(pairings[row.mission_matchup_id])) if row.mission_matchup_id else (),
            variant=row.variant,
            width=row.board.width if row.board else None,
            height=row.board.height if row.board else None,
            source=f"{row.source} ({label})",
        )


def hulls_of(bundle: records.Bundle, label: str) -> Iterator[Hull]:
    """Outlines of vehicles without a base."""
    for row in bundle.hull_shapes:
        yield Hull(row.id, row.name, row.bounds_width_in, row.bounds_height_in, _points(row.points), source=label)


def benchmark_targets_of(bundle: records.Bundle, datasheets: Collection[str], label: str) -> Iterator[BenchmarkTarget]:
    """Datasheets that attacks are compared against; raises :class:`SourceFault` for one that is not there."""
    for row in bundle.target_profiles:
        datasheet = f"{row.faction_id}:{row.unit_id}"
        _require(datasheet, datasheets, f"{label}: target profile {row.id}", "datasheet")
        yield BenchmarkTarget(row.id, row.name, datasheet, source=label)


def _require(name: str, known: Collection[str], where: str, what: str) -> None:
    if name not in known:
        raise SourceFault(f"{where} names the {what} {name}, which is not there.")


def _piece(row: play_records.TerrainPiece) -> TerrainPiece:
    objective = row.objective
    return TerrainPiece(
        id=row.id,
        name=row.name,
        type=row.piece_type,
        position=_point(row.position),
        rotation_degrees=row.rotation_degrees,
        template=row.template,
        footprint=_shape(row.footprint) if row.footprint else None,
        height=row.height_inches,
        is_objective=row.is_objective,
        objective=_point(objective.position) if objective and objective.position else None,
        objective_role=row.objective_role,
        control_range=objective.control_range_inches if objective else None,
        link_group=row.link_group,
        parent=row.parent_area_id,
        is_terrain=row.terrain,
        keystones=tuple(Keystone(each.edge, each.ref.index) for each in row.keystones),
    )


def _zone(row: play_records.Zone) -> Zone:
    return Zone(row.player, _point(row.position), _shape(row.shape))


def _shape(row: play_records.Shape) -> Shape:
    return Shape(row.type, _points(row.points), row.width, row.height)


def _points(rows: Iterable[play_records.Point]) -> tuple[Point, ...]:
    return tuple(map(_point, rows))


def _point(row: play_records.Point) -> Point:
    return row.x, row.y
