"""The rows of the data package on what happens in play: abilities, stratagems, missions, terrain.

As in :mod:`datasheets.sources.records`, every struct refuses fields it does not name. What abilities
and missions do is open there (``Tree``): :mod:`datasheets.sources.vocabulary` names what may stand in it.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field

from datasheets.sources.record import ExternalRef, GameVersion, Record

Tree = dict[str, Any]
"""A clause as the package writes it; read by :mod:`datasheets.sources.clauses`."""

Phase = Literal["command", "movement", "shooting", "charge", "fight"]


class Ability(Record, frozen=True):
    ability_id: str
    name: str
    ability_type: Literal["core", "detachment", "enhancement", "faction", "stratagem", "unit"]
    behavior: Literal["activated", "aura", "passive", "reactive"]
    effect: Tree
    scope: Tree
    authored_by: str
    game_version: GameVersion
    faction_id: str | None = None
    unit_ids: tuple[str, ...] = ()
    detachment_id: str | None = None
    trigger: Tree | tuple[Tree, ...] | None = None
    usage: Tree | None = None
    applies_to: Any = None
    interactions: Any = None
    supersedes: Any = None
    version: str = ""
    source_digest: str = ""
    community_notes: str = ""
    disputed: bool = False
    dispute_notes: str = ""


class PhaseMapping(Record, frozen=True):
    source_id: str
    source_type: Literal["ability", "detachment-rule", "enhancement", "stratagem"]
    phases: tuple[Phase, ...]
    authored_by: str
    game_version: GameVersion


class TargetRestrictions(Record, frozen=True):
    required_keywords: tuple[str, ...] = ()
    required_keywords_any: tuple[str, ...] = ()
    notes: str = ""


class Stratagem(Record, frozen=True):
    id: str
    name: str
    category: Literal["core", "detachment"]
    cp_cost: int
    phases: tuple[Phase, ...]
    player_turn: Literal["either", "opponent-turn", "your-turn"]
    timing: Literal["once-per-battle", "once-per-phase", "once-per-turn"]
    game_version: GameVersion
    detachment_id: str | None = None
    ability_id: str | None = None
    type: Literal["battle-tactic", "epic-deed", "strategic-ploy", "wargear"] | None = None
    target_restrictions: TargetRestrictions | None = None
    external_refs: tuple[ExternalRef, ...] = ()


class Generation(Record, frozen=True):
    amount: int
    condition: Tree


class ResourcePool(Record, frozen=True):
    id: str
    name: str
    faction_id: str
    pool_type: Literal["counter", "dice-pool"]
    generation: tuple[Generation, ...]
    game_version: GameVersion
    max_size: int | None = None


class Award(Record, frozen=True):
    trigger: Tree
    when: Tree | None = None
    vp: int | None = None
    vp_per: int | None = None
    vp_max: int | None = None
    per: str = ""
    cumulative: bool = False
    exclusive_group: str = ""
    mode: Literal["", "fixed", "tactical"] = ""


class MissionCard(Record, frozen=True):
    id: str
    name: str
    card_type: Literal["primary", "secondary"]
    awards: tuple[Award, ...]
    game_version: GameVersion
    text: str = ""
    subtype: str = ""
    actions: tuple[Tree, ...] = ()
    when_drawn: Tree | None = None


class MissionMatchup(Record, frozen=True):
    id: str
    disposition: str
    opponent_disposition: str
    mission_id: str
    game_version: GameVersion


class Mission(Record, frozen=True):
    id: str
    name: str
    deployment_pattern_ids: tuple[str, ...]
    vp_per_round_cap: int
    vp_per_game_cap: int
    secondary_vp_per_round_cap: int
    secondary_vp_per_game_cap: int
    source: str
    game_version: GameVersion


class Point(Record, frozen=True):
    x: float
    y: float


class Shape(Record, frozen=True):
    type: Literal["polygon", "rectangle"]
    points: tuple[Point, ...] = ()
    width: float | None = None
    height: float | None = None


class Zone(Record, frozen=True):
    player: Literal["attacker", "defender"]
    position: Point
    shape: Shape
    name: str = ""
    color: str = ""


class DeploymentPattern(Record, frozen=True):
    id: str
    name: str
    source: str
    zones: tuple[Zone, ...]
    game_version: GameVersion
    description: str = ""
    territories: tuple[Zone, ...] = ()
    objectives: tuple[Point, ...] = ()


class Wall(Record, frozen=True):
    points: tuple[Point, ...]
    thickness: float


class TemplateFeature(Record, frozen=True):
    id: str
    template: str
    position: Point
    rotation_degrees: int = 0
    mirror: Literal["", "horizontal", "vertical"] = ""


class UpperFloor(Record, frozen=True):
    floor: int
    footprint: Shape


class TerrainTemplate(Record, frozen=True):
    id: str
    name: str
    kind: Literal["area", "feature"]
    footprint: Shape
    source: str
    game_version: GameVersion
    outline: tuple[Point, ...] = ()
    features: tuple[TemplateFeature, ...] = ()
    walls: tuple[Wall, ...] = ()
    terrain_category: Literal["", "dense", "light"] = ""
    default_blocking: bool | None = None
    default_height_inches: float | None = None
    has_roof: bool | None = None
    ground_accessible: bool | None = None
    upper_floor: UpperFloor | None = None


class KeystoneRef(Record, frozen=True):
    kind: Literal["vertex"]
    index: int


class Keystone(Record, frozen=True):
    edge: Literal["bottom", "left", "right", "top"]
    ref: KeystoneRef


class PieceObjective(Record, frozen=True):
    position: Point | None = None
    control_range_inches: float | None = None


class TerrainPiece(Record, frozen=True):
    id: str
    name: str
    piece_type: Literal["area", "feature"]
    position: Point
    rotation_degrees: int = 0
    template: str | None = None
    footprint: Shape | None = None
    height_inches: float | None = None
    is_objective: bool = False
    objective: PieceObjective | None = None
    objective_role: Literal["", "center", "expansion", "home"] = ""
    link_group: str = ""
    parent_area_id: str = ""
    terrain: bool = True
    keystones: tuple[Keystone, ...] = ()


class Board(Record, frozen=True):
    width: float
    height: float


class TerrainLayout(Record, frozen=True):
    id: str
    name: str
    deployment_pattern_id: str
    pieces: tuple[TerrainPiece, ...]
    source: str
    game_version: GameVersion
    description: str = ""
    mission_matchup_id: str | None = None
    variant: int | None = None
    board: Board | None = None


class HullShape(Record, frozen=True):
    id: str
    name: str
    bounds_width_in: float
    bounds_height_in: float
    points: tuple[Point, ...]
    game_version: GameVersion


class TargetProfile(Record, frozen=True):
    id: str
    name: str
    unit_id: str
    faction_id: str
    game_version: GameVersion
    description: str = ""
    model_count_override: int | None = None


class GameVersionRow(Record, frozen=True):
    """A state of the rules that records name; nothing of it but the name is needed."""

    edition: str
    dataslate: str
    label: str = ""
    effective_date: str = ""
    supersedes: str | None = None


class UnitKeyword(Record, frozen=True):
    """A core ability of datasheets; the package encodes no effect of any. One that comes stops the build."""

    id: str
    name: str
    required_parameters: tuple[str, ...]
    game_version: GameVersion
    effect: None = field(default=None)
