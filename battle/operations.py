"""The queue and single simulations in words and as JSON, for the command line."""

from __future__ import annotations

import datetime
from typing import Any

from battle.models import PartStatus, Simulation
from battle.queue import failed_parts
from battle.selectors import progress_of, queue_state
from datasheets.workers import workers_seen

SHOWN_PARTS = 20


def queue_as_dict() -> dict[str, Any]:
    """The queue as plain JSON: ``lanes``, ``simulations`` by status, ``people``, ``failed_parts`` and ``workers``."""
    state = queue_state()
    workers = workers_seen()
    return {
        "lanes": [
            {
                "priority": lane.priority.name.lower(),
                "waiting_parts": lane.waiting_parts,
                "running_parts": lane.running_parts,
                "oldest_seconds": round(lane.oldest.total_seconds(), 1) if lane.oldest is not None else None,
            }
            for lane in state.lanes
        ],
        "simulations": dict(state.simulations),
        "people": [
            {"person": one.person, "simulations": one.simulations, "waiting_parts": one.waiting_parts}
            for one in state.people
        ],
        "failed_parts": failed_parts().count(),
        "workers": None
        if workers is None
        else [
            {"name": one.name, "seen_seconds_ago": round(one.seconds_ago, 1), "is_alive": one.is_alive}
            for one in workers
        ],
    }


def queue_as_text(queue: dict[str, Any]) -> str:
    """The same for people."""
    lines = [f"{'priority':<10}{'waiting':>9}{'running':>9}   oldest waits"]
    for lane in queue["lanes"]:
        oldest = in_words(lane["oldest_seconds"])
        lines.append(f"{lane['priority']:<10}{lane['waiting_parts']:>9}{lane['running_parts']:>9}   {oldest}")
    lines.append("Simulations: " + ", ".join(f"{count} {status}" for status, count in queue["simulations"].items()))
    for one in queue["people"]:
        who = one["person"] or "(an account that is gone)"
        lines.append(f"  {who}: {one['waiting_parts']} parts of {one['simulations']} simulations wait")
    lines.append(f"Parts given up: {queue['failed_parts']}")
    if queue["workers"] is None:
        lines.append("Workers: not known, since the cache does not answer.")
    elif not queue["workers"]:
        lines.append("Workers: none was seen in the last day.")
    for worker in queue["workers"] or ():
        state = "works" if worker["is_alive"] else "GONE"
        lines.append(f"Worker {worker['name']}: {state}, seen {in_words(worker['seen_seconds_ago'])} ago")
    return "\n".join(lines)


def simulation_as_text(simulation: Simulation) -> str:
    """Where one simulation stands, with its parts that are not simply done."""
    progress = progress_of(simulation)
    lines = [
        f"{simulation.question_kind} {simulation.uuid}: {simulation.get_status_display()}",
        f"  release {simulation.release or '(profiles only)'}, engine {simulation.engine}, seed {simulation.seed}, "
        f"samples {simulation.samples or 'none'}",
        f"  parts: {progress.parts_done} of {progress.parts_total} ended, {progress.parts_claimed} being computed, "
        f"{simulation.failed_parts} given up; {progress.waiting_before} of others come first",
        f"  computed for {simulation.seconds:.2f} s; asked {_moment(simulation.created_at)}, begun "
        f"{_moment(simulation.started_at)}, ended {_moment(simulation.finished_at)}, kept until "
        f"{_moment(simulation.expires_at)}",
    ]
    if simulation.problem:
        lines.append(f"  problem: {simulation.problem}")
    for request in simulation.requests.select_related("owner").order_by("asked_at", "pk"):
        cancelled = ", cancelled" if request.cancelled_at else ""
        lines.append(f"  asked by {request.owner.get_username()} as {request.uuid}{cancelled}")
    odd = simulation.chunks.exclude(status=PartStatus.DONE, attempts__lte=1)
    odd = odd.exclude(status=PartStatus.PENDING, attempts=0).defer("result").order_by("position")
    for part in odd[:SHOWN_PARTS]:
        problem = f": {part.problem}" if part.problem else ""
        lines.append(f"  part {part.position}: {part.get_status_display()}, begun {part.attempts} times{problem}")
    more = odd.count() - SHOWN_PARTS
    if more > 0:
        lines.append(f"  and {more} more parts")
    return "\n".join(lines)


def in_words(seconds: float | None) -> str:
    """A time span as people say it."""
    if seconds is None:
        return "-"
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def _moment(at: datetime.datetime | None) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S}" if at is not None else "-"
