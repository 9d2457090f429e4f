"""The scenario document, ``quartermaster.scenario/1``, as it is decoded: strictly, every list bounded."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from battle.engine.courses import MOST_ROUNDS, NEAREST_INCHES
from battle.engine.matrix import Activity
from battle.scenario.situation_shapes import PoliciesShape, SituationShape
from battle.scenario.unit_shapes import MOST_UNITS_OF_A_SIDE, Units, UnitShape
from battle.scenario.value_shapes import Inches, Name, Names, Text

SCHEMA = "quartermaster.scenario/1"

MOST_VIEWS = 8
FEWEST_SIDES, MOST_SIDES = 2, 4


class AttackShape(
    Struct,
    forbid_unknown_fields=True,
    frozen=True,
    tag_field="question",
    tag="attack",
    rename={"schema_": "schema"},
):
    """What attacks do to a unit."""

    schema_: Literal["quartermaster.scenario/1"]
    attacker: UnitShape
    target: UnitShape
    name: Text = ""
    situation: SituationShape = SituationShape()
    policies: PoliciesShape = PoliciesShape()


class ExchangeShape(
    Struct,
    forbid_unknown_fields=True,
    frozen=True,
    tag_field="question",
    tag="exchange",
    rename={"schema_": "schema"},
):
    """An attack, and the survivors strike back in the situation answer."""

    schema_: Literal["quartermaster.scenario/1"]
    attacker: UnitShape
    target: UnitShape
    name: Text = ""
    situation: SituationShape = SituationShape()
    answer: SituationShape = SituationShape()
    policies: PoliciesShape = PoliciesShape()


class CircumstancesShape(Struct, forbid_unknown_fields=True, frozen=True):
    """What is true whenever a unit of a duel attacks; is_indirect: it makes indirect shooting where it can (10.07)."""

    is_indirect: bool = False
    in_cover: bool = False
    is_visible: bool = True
    characters_visible: bool = True
    is_spotted: bool = False
    is_above: bool = False
    target_on_ground: bool = True
    attacker_on_objective: bool = False
    target_on_objective: bool = False
    target_is_closest: bool = False
    attacker_battle_shocked: bool = False
    target_battle_shocked: bool = False
    spent: Names = ()
    switches: Names = ()


class CourseShape(Struct, forbid_unknown_fields=True, frozen=True):
    """What a unit of a duel does in its turns; approach in inches, below 0: away."""

    approach: Annotated[float, Meta(ge=-100, le=100)] = 0.0
    keep: Inches = NEAREST_INCHES
    advances: bool = False
    charges: bool = True
    charge_modifier: Annotated[int, Meta(ge=-12, le=12)] = 0
    rerolls_charges: bool = False
    shooting: CircumstancesShape = CircumstancesShape()
    fighting: CircumstancesShape = CircumstancesShape()


class ChainShape(
    Struct,
    forbid_unknown_fields=True,
    frozen=True,
    tag_field="question",
    tag="chain",
    rename={"schema_": "schema"},
):
    """A duel over battle rounds: both units shoot, charge and fight in their turns."""

    schema_: Literal["quartermaster.scenario/1"]
    attacker: UnitShape
    target: UnitShape
    distance: Inches
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = MOST_ROUNDS
    first: Literal["attacker", "target"] = "attacker"
    attacker_course: CourseShape = CourseShape()
    target_course: CourseShape = CourseShape()
    name: Text = ""
    policies: PoliciesShape = PoliciesShape()


class ViewShape(Struct, forbid_unknown_fields=True, frozen=True):
    """One way to look at a table: with what units attack, and in what situation."""

    name: Text = ""
    activity: Activity = Activity.SHOOTING
    situation: SituationShape = SituationShape()


Views = Annotated[tuple[ViewShape, ...], Meta(max_length=MOST_VIEWS)]


class MatrixShape(
    Struct,
    forbid_unknown_fields=True,
    frozen=True,
    tag_field="question",
    tag="matrix",
    rename={"schema_": "schema"},
):
    """Every unit of one side on every unit of the other, both ways; activity and situation: of the one view."""

    schema_: Literal["quartermaster.scenario/1"]
    attackers: Units
    targets: Units
    name: Text = ""
    views: Views = ()
    activity: Activity | UnsetType = UNSET
    situation: SituationShape | UnsetType = UNSET
    both_ways: bool = True
    policies: PoliciesShape = PoliciesShape()


Weight = Annotated[float, Meta(ge=0, le=1_000_000)]


class FieldShape(
    Struct,
    forbid_unknown_fields=True,
    frozen=True,
    tag_field="question",
    tag="field",
    rename={"schema_": "schema"},
):
    """Units on a field of typical targets; weights: how common each of the targets is."""

    schema_: Literal["quartermaster.scenario/1"]
    attackers: Units
    targets: Units
    weights: Annotated[tuple[Weight, ...], Meta(max_length=MOST_UNITS_OF_A_SIDE)] | None = None
    name: Text = ""
    views: Views = ()
    activity: Activity | UnsetType = UNSET
    situation: SituationShape | UnsetType = UNSET
    both_ways: bool = False
    policies: PoliciesShape = PoliciesShape()


class SideShape(Struct, forbid_unknown_fields=True, frozen=True):
    """One of those that are compared."""

    name: Name
    units: Units


class ComparisonShape(
    Struct,
    forbid_unknown_fields=True,
    frozen=True,
    tag_field="question",
    tag="comparison",
    rename={"schema_": "schema"},
):
    """Two to four sides, each on the same targets."""

    schema_: Literal["quartermaster.scenario/1"]
    sides: Annotated[tuple[SideShape, ...], Meta(min_length=FEWEST_SIDES, max_length=MOST_SIDES)]
    targets: Units
    name: Text = ""
    views: Views = ()
    activity: Activity | UnsetType = UNSET
    situation: SituationShape | UnsetType = UNSET
    policies: PoliciesShape = PoliciesShape()


class PairShape(
    Struct,
    forbid_unknown_fields=True,
    frozen=True,
    tag_field="question",
    tag="pair",
    rename={"schema_": "schema"},
):
    """One cell of a table in full; is_cell: switches and weapons may be named that only other units have."""

    schema_: Literal["quartermaster.scenario/1"]
    attacker: UnitShape
    target: UnitShape
    activity: Activity = Activity.SHOOTING
    name: Text = ""
    situation: SituationShape = SituationShape()
    policies: PoliciesShape = PoliciesShape()
    is_cell: bool = False


TableShape = MatrixShape | FieldShape | ComparisonShape
ScenarioShape = AttackShape | ExchangeShape | ChainShape | MatrixShape | FieldShape | ComparisonShape | PairShape


def scenario_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of the scenario document."""
    schema: dict[str, Any] = msgspec.json.schema(ScenarioShape)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA, **schema}
