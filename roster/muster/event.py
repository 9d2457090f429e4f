"""Event profiles: what an event asks of rosters beyond the rules, as values."""

from __future__ import annotations

from dataclasses import dataclass

from roster.muster.report import Severity

DISPOSITION_CHOSEN = "25.04/disposition-chosen"


@dataclass(frozen=True, slots=True)
class LoweredCheck:
    """A check that weighs less at the event: its public id, its severity there, and the organiser's reason."""

    check: str
    severity: Severity
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EventProfile:
    """A named set of restrictions on top of the rules; what is empty or None restricts nothing.

    ``battle_size``, ``factions``, ``detachments``, ``barred_detachments``, ``barred_datasheets`` and
    ``dispositions`` are ids of the catalogue. ``factions``, ``detachments`` and ``dispositions`` are
    those allowed. ``points_limit`` and ``minimum_points`` count points.
    """

    id: str
    name: str
    battle_size: str | None = None
    points_limit: int | None = None
    minimum_points: int | None = None
    factions: tuple[str, ...] = ()
    detachments: tuple[str, ...] = ()
    barred_detachments: tuple[str, ...] = ()
    barred_datasheets: tuple[str, ...] = ()
    dispositions: tuple[str, ...] = ()
    allows_legends: bool = False
    requires_disposition: bool = True
    requires_plan: bool = False
    lowered: tuple[LoweredCheck, ...] = ()

    def lowering_of(self, check: str) -> LoweredCheck | None:
        """What the organiser said of the check with this id, None if nothing.

        An event that needs no disposition written down lets its choice wait for the mission, as outside of events.
        """
        for row in self.lowered:
            if row.check == check:
                return row
        if check == DISPOSITION_CHOSEN and not self.requires_disposition:
            return LoweredCheck(check, Severity.WARNING, "The force disposition may be chosen with the mission.")
        return None
