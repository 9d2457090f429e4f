"""How far a matchup is, in real numbers and words."""

from __future__ import annotations

from dataclasses import dataclass

from battle.models import Simulation, SimulationStatus
from battle.selectors import Progress
from roster.muster.words import counted


@dataclass(frozen=True, slots=True)
class ShownProgress:
    """``words`` say what is done of how much, ``state`` one word and ``icon`` its picture.

    ``problem`` says why there is no answer, or what is missing of it.
    """

    is_finished: bool
    is_done: bool
    is_cancellable: bool
    state: str
    icon: str
    words: str
    more: tuple[str, ...]
    done: int
    total: int
    problem: str

    @property
    def percent(self) -> int:
        """How much of all is done, 0 to 100."""
        return 100 * self.done // self.total if self.total else 100


def shown_progress(status: SimulationStatus, progress: Progress, simulation: Simulation) -> ShownProgress:
    """The progress of ``simulation`` for a person for whom it stands at ``status``."""
    is_waiting = status in (SimulationStatus.PENDING, SimulationStatus.RUNNING)
    return ShownProgress(
        is_finished=not is_waiting,
        is_done=status == SimulationStatus.DONE,
        is_cancellable=is_waiting,
        state=_STATES[status],
        icon=_ICONS[status],
        words=_words(progress),
        more=tuple(_more(progress)) if is_waiting else (),
        done=progress.cells_done,
        total=progress.cells_total,
        problem=_problem(status, simulation),
    )


_STATES = {
    SimulationStatus.PENDING: "Waiting",
    SimulationStatus.RUNNING: "Being computed",
    SimulationStatus.DONE: "Done",
    SimulationStatus.FAILED: "Given up",
    SimulationStatus.CANCELLED: "Cancelled",
}
_ICONS = {
    SimulationStatus.PENDING: "waiting",
    SimulationStatus.RUNNING: "waiting",
    SimulationStatus.DONE: "legal",
    SimulationStatus.FAILED: "warning",
    SimulationStatus.CANCELLED: "none",
}


def _words(progress: Progress) -> str:
    pairs = counted(progress.cells_total, "pair of units", "pairs of units")
    parts = counted(progress.parts_total, "part")
    return f"{progress.cells_done:,} of {pairs} done, {progress.parts_done:,} of {parts}."


def _more(progress: Progress) -> list[str]:
    found = []
    if progress.parts_claimed:
        found.append(f"{counted(progress.parts_claimed, 'part')} being computed now.")
    if progress.waiting_before:
        found.append(f"{counted(progress.waiting_before, 'part')} of other matchups first.")
    if progress.seconds:
        found.append(f"{progress.seconds:.1f} s of computing so far.")
    return found


def _problem(status: SimulationStatus, simulation: Simulation) -> str:
    if status == SimulationStatus.CANCELLED:
        return "It was cancelled before it was done."
    return simulation.problem
