"""What comes of a scenario at once: all its parts answered and joined."""

from __future__ import annotations

from battle.scenario.answers import Answer
from battle.scenario.parts import prepared
from battle.scenario.rolling import NO_ROLLS, Rolls
from battle.scenario.shapes import ScenarioShape
from datasheets.catalogue import Catalogue


def answer(scenario: ScenarioShape, catalogue: Catalogue | None = None, rolls: Rolls = NO_ROLLS) -> Answer:
    """The answer; raises :class:`~roster.document_faults.DocumentError` for what cannot be, with its place."""
    return prepared(scenario, catalogue, rolls).answer()
