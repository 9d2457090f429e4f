"""Who takes up what room in a transport: its capacity, slots, holds, and whom it does not carry (18.01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product

from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.catalogue.transport import Hold, Transport
from roster.document import ItemCount
from roster.muster.unit import Unit

MAXIMUM_TRIED = 4_096
"""Ways to stow units that could ride in several rooms that are tried; beyond them the first one counts."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room of a transport, what of it is used and by whom; ``used`` is None where a size is not known.

    ``hold`` is None for the capacity itself. ``counts_units``: used and limit are units.
    """

    used: int | None
    limit: int
    riders: tuple[Unit, ...]
    hold: Hold | None = None
    counts_units: bool = False

    @property
    def surplus(self) -> int:
        """How much more is used than there is."""
        return max(0, (self.used or 0) - self.limit)


# Capacity ---------------------------------------------------------------------------------------------


def capacity_of(transport: Unit, terms: Transport) -> int:
    """Its capacity with what it carries and the models it has, as written."""
    carried = {row.item.id for row in (*transport.entry.items, *_items(transport)) if row.count > 0}
    kinds = {fold_keyword(model.kind) for model in transport.entry.models if model.count > 0}
    for other in terms.capacities:
        if other.item in carried or (other.kind is not None and fold_keyword(other.kind) in kinds):
            return other.capacity
    return terms.capacity


def _items(unit: Unit) -> Iterator[ItemCount]:
    return (item for model in unit.entry.models if model.count > 0 for item in model.items)


def most_capacity(terms: Transport) -> int:
    """The most that a transport of that kind may carry, whatever it is equipped with."""
    return max(terms.capacity, *[other.capacity for other in terms.capacities], 0)


def slots_of(rider: Unit, size: int | None, terms: Transport) -> int | None:
    """Capacity that so many models of the rider take up; None if that is not known."""
    if size is None:
        return None
    free = {fold_keyword(name) for name in terms.free_models}
    costs: list[tuple[int, int | None]] = []
    free_models = 0
    for model in rider.entry.models:
        kind = rider.kind(model.kind)
        if fold_keyword(kind.name if kind else model.kind) in free:
            free_models += model.count
        else:
            costs.append((model.count, _cost(rider, kind, terms)))
    if not rider.entry.models:
        kinds = rider.datasheet.kinds if rider.datasheet is not None else ()
        costs = [(0, _cost(rider, kind, terms)) for kind in kinds or (None,)]
    distinct = {cost for _, cost in costs} or {1}
    if None in distinct:
        return None
    if len(distinct) == 1:
        return max(0, size - free_models) * (costs[0][1] or 1 if costs else 1)
    if sum(count for count, _ in costs) + free_models != size:
        return None
    return sum(count * (cost or 1) for count, cost in costs)


def _cost(rider: Unit, kind: ModelKind | None, terms: Transport) -> int | None:
    """Slots of one model; None where that hangs on wounds that are not known."""
    wounds = _wounds(rider.datasheet, kind)
    most = 1
    for row in terms.slot_costs:
        if not rider.has(row.keyword):
            continue
        if row.minimum_wounds is None or (wounds is not None and wounds >= row.minimum_wounds):
            most = max(most, row.slots)
        elif wounds is None:
            return None
    return most


def _wounds(datasheet: Datasheet | None, kind: ModelKind | None) -> int | None:
    """The Wounds characteristic of models of the kind."""
    if datasheet is None:
        return None
    named = [profile.W for profile in datasheet.profiles if kind is not None and profile.name == kind.profile]
    every = {profile.W for profile in datasheet.profiles}
    if named:
        return named[0]
    return every.pop() if len(every) == 1 else None


# Who may ride -----------------------------------------------------------------------------------------


def keeps_out(unit: Unit, group: Sequence[Unit], terms: Transport) -> tuple[str, tuple[str, ...]] | None:
    """The message that says why the unit may not ride, and the keywords concerned; None if nothing known does.

    ``group`` are the units it is attached to, itself among them.
    """
    excluded = tuple(
        keyword
        for keyword in terms.excluded_keywords
        if unit.has(keyword) and not _is_spared(keyword, unit, group, terms)
    )
    if excluded:
        return "excluded", excluded
    if _rides_in_capacity(unit, terms) or any(_rides_in(unit, hold) for hold in terms.holds):
        return None
    wanted = (terms.required_keywords,) if terms.required_keywords else ()
    groups = (*wanted, *terms.passengers, *(passengers for hold in terms.holds for passengers in hold.passengers))
    return "lacking", tuple(dict.fromkeys(" ".join(group) for group in groups))


def _rides_in_capacity(unit: Unit, terms: Transport) -> bool:
    if not unit.has_all(terms.required_keywords):
        return False
    return not terms.passengers or any(unit.has_all(group) for group in terms.passengers)


def _rides_in(unit: Unit, hold: Hold) -> bool:
    if not any(unit.has_all(group) for group in hold.passengers):
        return False
    if hold.maximum_wounds is None or unit.datasheet is None:
        return True
    return all(hold.maximum_wounds >= profile.W for profile in unit.datasheet.profiles)


def _is_spared(keyword: str, unit: Unit, group: Sequence[Unit], terms: Transport) -> bool:
    has_joined = any(other is not unit and not other.has(keyword) for other in group)
    return any(
        fold_keyword(row.keyword) == fold_keyword(keyword)
        and unit.has_all(row.keywords)
        and (has_joined or not row.has_joined)
        for row in terms.spared
    )


def is_spoken_of(unit: Unit, group: Sequence[Unit], terms: Transport) -> bool:
    """Whether a condition in words may let in the unit that the fields keep out.

    It has to name the unit by one of its keywords; for an excluded keyword, only a unit that joined
    others that may ride is let in.
    """
    kept_out = keeps_out(unit, group, terms)
    if kept_out is None or not terms.conditions:
        return False
    message, keywords = kept_out
    if message == "excluded":
        has_joined = any(other is not unit and keeps_out(other, group, terms) is None for other in group)
        return has_joined and all(_names_keyword(terms.conditions, keyword) for keyword in keywords)
    return any(_names_keyword(terms.conditions, keyword) for keyword in unit.keywords)


@lru_cache(maxsize=4096)
def _names_keyword(conditions: str, keyword: str) -> bool:
    """Whether the words have the keyword, each of its words singular or plural."""
    told, asked = (" ".join(fold_keyword(word) for word in fold_name(text).split()) for text in (conditions, keyword))
    return f" {asked} " in f" {told} "


# Who rides where --------------------------------------------------------------------------------------


def stow(
    riders: Sequence[Unit], sizes: Sequence[int | None], units: int, capacity: int, terms: Transport
) -> tuple[Room, ...]:
    """The rooms of a transport with these riders: the capacity first, then the holds in which somebody rides.

    Riders that could ride in several rooms are tried in each until all fits. Who may ride nowhere counts
    against the capacity. ``units`` are the riders as attached units.
    """
    first: tuple[Room, ...] | None = None
    for places in islice(product(*(_places(rider, terms) for rider in riders)), MAXIMUM_TRIED):
        rooms = _rooms(riders, sizes, places, units, capacity, terms)
        if not any(room.surplus for room in rooms):
            return rooms
        first = first or rooms
    return first or ()


def _places(rider: Unit, terms: Transport) -> tuple[Hold | None, ...]:
    holds = tuple(hold for hold in terms.holds if _rides_in(rider, hold))
    return (None, *holds) if _rides_in_capacity(rider, terms) or not holds else holds


def _rooms(
    riders: Sequence[Unit],
    sizes: Sequence[int | None],
    places: Sequence[Hold | None],
    units: int,
    capacity: int,
    terms: Transport,
) -> tuple[Room, ...]:
    stowed = list(zip(riders, sizes, places, strict=True))
    holds = []
    for hold in terms.holds:
        here = [(rider, size) for rider, size, place in stowed if place is hold]
        if not here:
            continue
        holds.append(Room(_total([size for _, size in here]), hold.models, tuple(rider for rider, _ in here), hold))
        if hold.capacity is not None:
            capacity = min(capacity, hold.capacity)
    inside = [(rider, size) for rider, size, place in stowed if place is None]
    if terms.counts_units:
        used: int | None = units if inside else 0
    else:
        used = _total([slots_of(rider, size, terms) for rider, size in inside])
    own = Room(used, capacity, tuple(rider for rider, _ in inside), counts_units=terms.counts_units)
    return (own, *holds)


def _total(numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None
