"""The scenario document, ``quartermaster.scenario/1``, as it is decoded: strictly, every list bounded."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from battle.engine.courses import MOST_ROUNDS, NEAREST_INCHES
from battle.engine.effects import Change, Moment, Part, Side, Status, Test
from battle.engine.matrix import Activity
from battle.engine.policies import Aim
from battle.engine.situation import Phase, ShootingType

SCHEMA = "quartermaster.scenario/1"

MOST_NAMES = 100
MOST_EFFECTS = 200
MOST_UNITS = 100

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=200)]
Names = Annotated[tuple[Name, ...], Meta(max_length=MOST_NAMES)]
Whole = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Inches = Annotated[float, Meta(ge=0, le=1000)]
Points = Annotated[float, Meta(ge=0, le=1_000_000)]
Number = Whole | Text
"""A number, or dice as they are printed: ``"D6+1"``."""


# Profiles as printed ------------------------------------------------------------------------------------


class WeaponShape(Struct, forbid_unknown_fields=True, frozen=True):
    """One profile of a weapon; range null: melee; skill null: no hit roll; AP as printed, -2."""

    name: Name
    range: Whole | None
    A: Number
    skill: Whole | None
    S: Number
    AP: Whole
    D: Number
    count: Count = 1
    abilities: Names = ()
    profile_of: Text = ""
    only_against: Names = ()


Weapons = Annotated[tuple[WeaponShape, ...], Meta(max_length=MOST_NAMES)]


class LoadoutShape(Struct, forbid_unknown_fields=True, frozen=True):
    """So many models of a kind that carry the same weapons; each has count of each."""

    models: Count
    weapons: Weapons


class ModelsShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Models of one kind; what a die needs (Sv, InSv, FNP) as the number, null for none."""

    name: Name
    count: Count
    T: Whole
    Sv: Whole
    W: Whole
    InSv: Whole | None = None
    InSv_melee: Whole | None = None
    InSv_ranged: Whole | None = None
    FNP: Whole | None = None
    FNP_mortal: Whole | None = None
    is_character: bool = False
    is_bodyguard: bool = True
    component: Text = ""
    lost: Count = 0
    damaged_at: Whole | None = None
    points: Points = 0.0
    enhancement_points: Points = 0.0
    keywords: Names = ()
    weapons: Weapons = ()
    loadouts: Annotated[tuple[LoadoutShape, ...], Meta(max_length=MOST_NAMES)] = ()


class ConditionShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Something that has to be so, or with is_negated must not."""

    test: Test
    values: Names = ()
    is_negated: bool = False


class FilterShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Which weapons an effect is for; what is left out asks nothing."""

    names: Names = ()
    melee: bool | None = None
    abilities: Names = ()
    except_abilities: Names = ()
    except_names: Names = ()


class EffectShape(Struct, forbid_unknown_fields=True, frozen=True):
    """One change to one step of an attack."""

    source: Name
    side: Side
    part: Part
    change: Change
    value: Number | None = None
    ability: Name | None = None
    moment: Moment = Moment.ALWAYS
    weapons: FilterShape = FilterShape()
    models: Names = ()
    conditions: Annotated[tuple[ConditionShape, ...], Meta(max_length=MOST_NAMES)] = ()
    switch: Text = ""
    status: Status = Status.JUDGED
    only_mortal: bool = False
    only_psychic: bool = False
    reaches_mortal: bool = False
    component: Text = ""


Effects = Annotated[tuple[EffectShape, ...], Meta(max_length=MOST_EFFECTS)]


class ProfilesShape(Struct, forbid_unknown_fields=True, frozen=True, tag_field="from", tag="profiles"):
    """A unit by its profiles. weapons are the unit's as a whole, abilities core abilities as printed."""

    name: Name
    models: Annotated[tuple[ModelsShape, ...], Meta(max_length=MOST_NAMES)]
    weapons: Weapons = ()
    keywords: Names = ()
    abilities: Names = ()
    effects: Effects = ()
    starting_strength: Count | None = None


# Units of the catalogue and of rosters ---------------------------------------------------------------------


class ItemShape(Struct, forbid_unknown_fields=True, frozen=True):
    """So many of one item, by id or by its name on the datasheet, over all models of the entry."""

    item: Name
    count: Count


class EntryModelsShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Models of one kind of the datasheet and what they carry in all."""

    kind: Name
    count: Count
    items: Annotated[tuple[ItemShape, ...], Meta(max_length=MOST_NAMES)] = ()


class EntryShape(Struct, forbid_unknown_fields=True, frozen=True):
    """A unit that is attached to another."""

    datasheet: Name
    faction: Text = ""
    models: Annotated[tuple[EntryModelsShape, ...], Meta(max_length=MOST_NAMES)] = ()
    items: Annotated[tuple[ItemShape, ...], Meta(max_length=MOST_NAMES)] = ()
    enhancements: Names = ()
    bearer: Name | None = None
    attached_as: Literal["leader", "support", "joiner"] | None = None


class CatalogueShape(Struct, forbid_unknown_fields=True, frozen=True, tag_field="from", tag="catalogue"):
    """A datasheet by id or name, with who is attached to it; what is left out is as the datasheet has it.

    ``friends`` are other datasheets of its army, whose abilities can reach it.
    """

    datasheet: Name
    faction: Text = ""
    models: Annotated[tuple[EntryModelsShape, ...], Meta(max_length=MOST_NAMES)] = ()
    items: Annotated[tuple[ItemShape, ...], Meta(max_length=MOST_NAMES)] = ()
    enhancements: Names = ()
    bearer: Name | None = None
    attached: Annotated[tuple[EntryShape, ...], Meta(max_length=10)] = ()
    army: Text = ""
    detachments: Names = ()
    friends: Names = ()
    effects: Effects = ()


class RosterShape(Struct, forbid_unknown_fields=True, frozen=True, tag_field="from", tag="roster"):
    """Units of a roster document by the keys of their bodyguard units; without keys all of them."""

    roster: dict[str, Any]
    units: Names = ()
    effects: Effects = ()


UnitShape = ProfilesShape | CatalogueShape | RosterShape
Side_ = Annotated[tuple[UnitShape, ...], Meta(max_length=MOST_UNITS)]


# Situation and policies -----------------------------------------------------------------------------------


class SituationShape(Struct, forbid_unknown_fields=True, frozen=True):
    """What is true while the attacks are made; the fields are those of the engine's situation."""

    phase: Phase = Phase.SHOOTING
    shooting_type: ShootingType = ShootingType.NORMAL
    distance: Inches | None = None
    in_cover: bool = False
    is_visible: bool = True
    characters_visible: bool = True
    is_spotted: bool = False
    is_stationary: bool = False
    moved_little: bool = False
    has_advanced: bool = False
    has_charged: bool = False
    was_charged: bool = False
    is_above: bool = False
    target_on_ground: bool = True
    attacker_engaged: bool = False
    target_engaged: bool = False
    engaged_with_each_other: bool = False
    attacker_on_objective: bool = False
    target_on_objective: bool = False
    target_is_closest: bool = False
    attacker_battle_shocked: bool = False
    target_battle_shocked: bool = False
    single_target: bool = True
    round: Annotated[int, Meta(ge=1, le=5)] | None = None
    spent: Names = ()
    switches: Names = ()


class PoliciesShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Aims of both sides, and choices that are settled; null: the best for the aim is found out."""

    defender: Aim = Aim.MODELS
    attacker: Aim = Aim.MODELS
    order: Names | None = None
    lethal: bool | None = None
    fish: bool | None = False
    precise: Text | None = None
    weapons: Names | None = None
    reorder: bool = False
    snap_hits_are_critical: bool = False
    indirect_hits_at_any_skill: bool = False


# Questions --------------------------------------------------------------------------------------------------


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


class MatrixShape(
    Struct,
    forbid_unknown_fields=True,
    frozen=True,
    tag_field="question",
    tag="matrix",
    rename={"schema_": "schema"},
):
    """Every unit of one side on every unit of the other, both ways."""

    schema_: Literal["quartermaster.scenario/1"]
    attackers: Side_
    targets: Side_
    activity: Activity = Activity.SHOOTING
    name: Text = ""
    situation: SituationShape = SituationShape()
    policies: PoliciesShape = PoliciesShape()


ScenarioShape = AttackShape | ExchangeShape | ChainShape | MatrixShape


def scenario_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of the scenario document."""
    schema: dict[str, Any] = msgspec.json.schema(ScenarioShape)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA, **schema}
