"""The battlefield: deployment patterns, terrain, hulls. Lengths in inches, from the lower left corner."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
"""x and y."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon, or a rectangle of ``width`` and ``height``; its points are relative to where it stands."""

    type: str
    points: tuple[Point, ...] = ()
    width: float | None = None
    height: float | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """A player's deployment zone or territory: ``shape`` at ``position``."""

    player: str
    position: Point
    shape: Shape


@dataclass(frozen=True, slots=True)
class Deployment:
    """A deployment pattern. ``objectives`` are the centres of objective markers."""

    id: str
    name: str
    zones: tuple[Zone, ...]
    territories: tuple[Zone, ...] = ()
    objectives: tuple[Point, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall along ``points``, ``thickness`` thick."""

    points: tuple[Point, ...]
    thickness: float


@dataclass(frozen=True, slots=True)
class Placement:
    """A template placed within another one; ``mirror`` names an axis, or is empty."""

    template: str
    position: Point
    rotation_degrees: int = 0
    mirror: str = ""


@dataclass(frozen=True, slots=True)
class TerrainTemplate:
    """A terrain area or feature as it can be placed. ``category`` is dense or light, where a source says."""

    id: str
    name: str
    kind: str
    footprint: Shape
    outline: tuple[Point, ...] = ()
    features: tuple[Placement, ...] = ()
    walls: tuple[Wall, ...] = ()
    category: str = ""
    height: float | None = None
    is_blocking: bool | None = None
    has_roof: bool | None = None
    is_ground_accessible: bool | None = None
    upper_floor: int | None = None
    upper_footprint: Shape | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Keystone:
    """How a piece is measured in: one of its vertices from an edge of the table."""

    edge: str
    vertex: int


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """A piece of a layout. ``objective`` is the centre of an objective in it, ``parent`` the area it stands in."""

    id: str
    name: str
    type: str
    position: Point
    rotation_degrees: int = 0
    template: str | None = None
    footprint: Shape | None = None
    height: float | None = None
    is_objective: bool = False
    objective: Point | None = None
    objective_role: str = ""
    control_range: float | None = None
    link_group: str = ""
    parent: str = ""
    is_terrain: bool = True
    keystones: tuple[Keystone, ...] = ()


@dataclass(frozen=True, slots=True)
class TerrainLayout:
    """Where terrain stands for a pairing of dispositions (ids), in up to three variants."""

    id: str
    name: str
    deployment: str
    pieces: tuple[TerrainPiece, ...]
    dispositions: tuple[str, ...] = ()
    variant: int | None = None
    width: float | None = None
    height: float | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Hull:
    """The outline of a vehicle that has no base."""

    id: str
    name: str
    width: float
    height: float
    points: tuple[Point, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class BenchmarkTarget:
    """A datasheet that people compare attacks against (``datasheet`` is its id)."""

    id: str
    name: str
    datasheet: str
    source: str = ""
