"""Whose part is next: the more urgent first, then the person served longest ago, then the older simulation (R-34)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet

from battle.models import PartStatus, Simulation, SimulationChunk
from battle.models.simulation import UNFINISHED

_NEVER = datetime.min.replace(tzinfo=UTC)


def waiting_simulations(engine: str) -> QuerySet[Simulation]:
    """The simulations for this engine that have parts waiting, in the order in which they are served.

    What is nobody's share any more, as after an account was deleted, comes after everybody's.
    """
    waiting = SimulationChunk.objects.filter(simulation=OuterRef("pk"), status=PartStatus.PENDING)
    return Simulation.objects.filter(Exists(waiting), status__in=UNFINISHED, engine=engine).order_by(
        "priority",
        ExpressionWrapper(Q(share__isnull=True), output_field=BooleanField()),
        F("share__last_claimed_at").asc(nulls_first=True),
        "created_at",
        "pk",
    )


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A simulation with parts waiting, and whose turn it takes."""

    key: int
    share: int | None
    served_at: datetime
    created_at: datetime
    parts: int

    @property
    def age(self) -> tuple[datetime, int]:
        return self.created_at, self.key


_Turn = tuple[int, datetime, tuple[datetime, int]]
"""How many parts are taken up before, when the share was served last, and its oldest simulation."""


def parts_before(simulation: Simulation) -> int:
    """How many parts of other simulations are taken up before the next one of this, if nothing new is asked.

    People take turns, a part each: those served before this person once more for each of the person's own parts
    that come first.
    """
    pending = SimulationChunk.objects.filter(status=PartStatus.PENDING).order_by()
    parts = dict(pending.values_list("simulation").annotate(parts=Count("*")))
    rows = (
        Simulation.objects.filter(status__in=UNFINISHED, engine=simulation.engine, priority__lte=simulation.priority)
        .order_by()
        .values_list("priority", "pk", "share_id", "share__last_claimed_at", "created_at")
    )
    urgent: list[_Waiting] = []
    same: list[_Waiting] = []
    for priority, key, share, served_at, created_at in rows:
        if key in parts:
            one = _Waiting(key, share, served_at or _NEVER, created_at, parts[key])
            (urgent if priority < simulation.priority else same).append(one)
    ours = next((one for one in same if one.key == simulation.pk), None)
    return sum(one.parts for one in urgent) + (_before(ours, same, _turns(urgent)) if ours is not None else 0)


def _before(ours: _Waiting, waiting: list[_Waiting], after_urgent: dict[int, _Turn]) -> int:
    """Parts of the same urgency that come first, once what is more urgent was taken up."""
    older = sum(one.parts for one in waiting if one.share == ours.share and one.age < ours.age)
    if ours.share is None:
        return older + sum(one.parts for one in waiting if one.share is not None)
    turns = {share: (0, served_at, age) for share, (_, served_at, age) in _turns(waiting).items()}
    turns |= {share: turn for share, turn in after_urgent.items() if share in turns}
    parts: Counter[int] = Counter()
    for one in waiting:
        if one.share is not None and one.share != ours.share:
            parts[one.share] += one.parts
    return older + sum(min(parts[share], older + (turns[share] < turns[ours.share])) for share in parts)


def _turns(waiting: list[_Waiting]) -> dict[int, _Turn]:
    """By share how many parts it has here, when it was served last, and the age of its oldest simulation.

    The smaller of these is served last the earlier, where shares take turns until nothing is left.
    """
    found: dict[int, _Turn] = {}
    for one in waiting:
        if one.share is not None:
            parts, served_at, age = found.get(one.share, (0, one.served_at, one.age))
            found[one.share] = (parts + one.parts, served_at, min(age, one.age))
    return found
