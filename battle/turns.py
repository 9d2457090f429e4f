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

    @property
    def turn(self) -> tuple[datetime, datetime, int]:
        return self.served_at, *self.age


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
    urgent, same = 0, []
    for priority, key, share, served_at, created_at in rows:
        if priority < simulation.priority:
            urgent += parts.get(key, 0)
        elif key in parts:
            same.append(_Waiting(key, share, served_at or _NEVER, created_at, parts[key]))
    ours = next((one for one in same if one.key == simulation.pk), None)
    return urgent + (_before(ours, same) if ours is not None else 0)


def _before(ours: _Waiting, waiting: list[_Waiting]) -> int:
    """Parts of the same urgency that come first."""
    own = [one for one in waiting if one.share == ours.share]
    older = sum(one.parts for one in own if one.age < ours.age)
    if ours.share is None:
        return older + sum(one.parts for one in waiting if one.share is not None)
    turn = min(one.turn for one in own)
    parts: Counter[int] = Counter()
    turns: dict[int, tuple[datetime, datetime, int]] = {}
    for one in waiting:
        if one.share is not None and one.share != ours.share:
            parts[one.share] += one.parts
            turns[one.share] = min(turns.get(one.share, one.turn), one.turn)
    return older + sum(min(parts[share], older + (turns[share] < turn)) for share in parts)
