"""Whether what a unit carries can be shared out among its models: legal loadouts by exact assignment.

A *loadout* is what one model carries: its default items, changed by options. The loadouts a kind of
model may have are listed once per datasheet (:mod:`~roster.muster.loadouts.model_loadouts`); a search
with a hard limit of steps shares the recorded items out among them
(:mod:`~roster.muster.loadouts.search`). Reading is lenient: a list may leave out what models carry
anyway, so only items that cannot be there are at fault.
"""

from roster.muster.loadouts.as_added import as_added
from roster.muster.loadouts.assessment import (
    Assessment,
    Excess,
    Fault,
    Recorded,
    assess_loadouts,
    assess_with,
    forget_assessments,
)

__all__ = [
    "Assessment",
    "Excess",
    "Fault",
    "Recorded",
    "as_added",
    "assess_loadouts",
    "assess_with",
    "forget_assessments",
]
