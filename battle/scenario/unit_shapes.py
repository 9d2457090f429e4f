"""Units as scenario documents write them: by their profiles, of the catalogue, or of a roster."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from battle.engine.effects import Change, Moment, Part, Side, Status, Test
from battle.scenario.value_shapes import MOST_NAMES, Count, Name, Names, Number, Points, Text, Whole

MOST_EFFECTS = 200
MOST_UNITS_OF_A_SIDE = 40

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
Units = Annotated[tuple[UnitShape, ...], Meta(max_length=MOST_UNITS_OF_A_SIDE)]
