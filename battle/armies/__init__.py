"""From rosters and datasheets of a catalogue to the fighters of the battle engine."""

from battle.armies.army import FieldedArmy, field_army, field_unit, with_friends
from battle.armies.pieces import NotFielded
from battle.armies.units import Fielded, fielded

__all__ = ["Fielded", "FieldedArmy", "NotFielded", "field_army", "field_unit", "fielded", "with_friends"]
