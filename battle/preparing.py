"""Questions that a worker keeps prepared between their parts: units fielded once, not for each part."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from battle.models import Simulation, SimulationContent
from battle.questions import Question, question_of_document
from battle.releases import catalogue_to_answer
from battle.scenario.parts import Prepared
from battle.scenario.rolling import Rolls
from datasheets.catalogue import Catalogue

QUESTIONS_KEPT = 6
"""How many one process keeps; the one that was asked for longest ago goes first."""


def catalogue_of_simulation(simulation: Simulation) -> Catalogue | None:
    """The catalogue it was asked by, None where no unit is of one; raises :class:`~battle.releases.NoRelease`."""
    label = simulation.release
    return catalogue_to_answer(label, simulation.release_hash) if label else None


def question_asked(simulation: Simulation, catalogue: Catalogue | None) -> Question:
    """The question as it is stored; raises :class:`~roster.document_faults.DocumentError`."""
    document = SimulationContent.objects.values_list("question", flat=True).get(simulation=simulation)
    return question_of_document(document, catalogue, Rolls(simulation.samples, simulation.seed, simulation.is_traced))


class Kept:
    """Prepared questions by the keys of their simulations, which never change. Threads share it."""

    def __init__(self, size: int = QUESTIONS_KEPT) -> None:
        self._size = size
        self._prepared: OrderedDict[str, Prepared] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._prepared)

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._prepared.clear()

    def of(self, simulation: Simulation) -> Prepared:
        """The question of the simulation, prepared by whoever needs it first.

        Raises :class:`~battle.releases.NoRelease` where its release is gone or was withdrawn, even while it is
        kept, and :class:`~roster.document_faults.DocumentError`.
        """
        catalogue = catalogue_of_simulation(simulation)
        with self._lock:
            found = self._prepared.get(simulation.key)
            if found is not None:
                self._prepared.move_to_end(simulation.key)
                return found
        # Without the lock: two threads may prepare the same, which costs a moment and never holds up a third.
        made = question_asked(simulation, catalogue).prepare()
        with self._lock:
            kept = self._prepared.setdefault(simulation.key, made)
            self._prepared.move_to_end(simulation.key)
            while len(self._prepared) > self._size:
                self._prepared.popitem(last=False)
        return kept


KEPT = Kept()
