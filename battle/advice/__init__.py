"""What answers to scenarios mean for whoever decides at the table; plain, over their JSON (R-28, R-29)."""

from battle.advice.allocation import Allocation, Assigned, allocation
from battle.advice.measures import Figure, Measure
from battle.advice.naming import both_sides
from battle.advice.priorities import Ranked, UnitPriorities, UnitThreats, priorities, threats
from battle.advice.reading import Reading
from battle.advice.summary import summary
from battle.advice.tables import Unit
from battle.advice.totals import SideTotals, UnitTotal, totals

__all__ = [
    "Allocation",
    "Assigned",
    "Figure",
    "Measure",
    "Ranked",
    "Reading",
    "SideTotals",
    "Unit",
    "UnitPriorities",
    "UnitThreats",
    "UnitTotal",
    "allocation",
    "both_sides",
    "priorities",
    "summary",
    "threats",
    "totals",
]
