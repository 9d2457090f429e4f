"""Rows of the battle app, one module per aggregate."""

from battle.models.gauntlet import Gauntlet
from battle.models.request import AskedKey, SimulationRequest
from battle.models.share import WorkShare
from battle.models.simulation import (
    Method,
    PartStatus,
    Priority,
    Simulation,
    SimulationChunk,
    SimulationContent,
    SimulationStatus,
)

__all__ = [
    "AskedKey",
    "Gauntlet",
    "Method",
    "PartStatus",
    "Priority",
    "Simulation",
    "SimulationChunk",
    "SimulationContent",
    "SimulationRequest",
    "SimulationStatus",
    "WorkShare",
]
