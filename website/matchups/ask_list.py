"""The requests of a person as rows of a list: how each stands, how far it is, and whether it is still of today."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from battle.models import PartStatus, Simulation, SimulationChunk, SimulationRequest, SimulationStatus
from battle.scenario.version import ENGINE_VERSION
from datasheets.catalogue import ReleaseStamp
from website.matchups.ask_kinds import kind_in_words

ROWS_OF_A_PAGE = 25

_ICONS: Mapping[str, tuple[str, str]] = {
    SimulationStatus.PENDING: ("waiting", "Waiting"),
    SimulationStatus.RUNNING: ("waiting", "Being computed"),
    SimulationStatus.DONE: ("legal", "Done"),
    SimulationStatus.FAILED: ("illegal", "Given up"),
    SimulationStatus.CANCELLED: ("none", "Cancelled"),
}


@dataclass(frozen=True, slots=True)
class RequestRow:
    """A request in the list. ``done`` of ``total`` parts need no work any more; ``stale`` says what is newer today."""

    request: SimulationRequest
    kind: str
    icon: str
    word: str
    css: str
    is_unfinished: bool
    done: int
    total: int
    gaps: int
    stale: str


def request_rows(requests: Sequence[SimulationRequest], stamp: ReleaseStamp | None) -> tuple[RequestRow, ...]:
    """The rows in their order; one query for the progress of all that are not finished."""
    done = _parts_done(request.simulation for request in requests if not request.is_finished)
    return tuple(_row(request, done, stamp) for request in requests)


def _parts_done(simulations: Iterable[Simulation]) -> Mapping[int, int]:
    keys = [simulation.pk for simulation in simulations]
    if not keys:
        return {}
    ended = Q(status__in=(PartStatus.DONE, PartStatus.FAILED))
    counted = SimulationChunk.objects.filter(simulation_id__in=keys).order_by().values("simulation_id")
    return dict(counted.annotate(done=Count("pk", filter=ended)).values_list("simulation_id", "done"))


def _row(request: SimulationRequest, done: Mapping[int, int], stamp: ReleaseStamp | None) -> RequestRow:
    simulation, status = request.simulation, request.status
    icon, word = _ICONS[status]
    if status is SimulationStatus.DONE and simulation.failed_parts:
        icon, word = "warning", "Done, with gaps"
    is_unfinished = not request.is_finished
    return RequestRow(
        request,
        kind_in_words(simulation.question_kind),
        icon,
        word,
        f"run-{status.value}",
        is_unfinished,
        done.get(simulation.pk, 0) if is_unfinished else simulation.total_parts,
        simulation.total_parts,
        simulation.failed_parts,
        _stale(simulation, stamp) if status is SimulationStatus.DONE else "",
    )


def _stale(simulation: Simulation, stamp: ReleaseStamp | None) -> str:
    if simulation.release_hash and stamp is not None and simulation.release_hash != stamp.content_hash:
        return f"Release {stamp.label} is in force now"
    return "The engine changed since" if simulation.engine != ENGINE_VERSION else ""
