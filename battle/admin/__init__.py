"""Admin pages of the battle app."""

from battle.admin.simulation import SimulationAdmin
from battle.admin.simulation_part import SimulationPartAdmin
from battle.admin.simulation_request import SimulationRequestAdmin

__all__ = ["SimulationAdmin", "SimulationPartAdmin", "SimulationRequestAdmin"]
