"""Removals: which units or enhancements to take out so that as little as possible is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice

from roster.muster.army import Army
from roster.muster.fixes.edits import without_enhancements, without_units
from roster.muster.fixes.register import Proposal, Situation
from roster.muster.unit import HeldEnhancement, Unit

PAIRED = 60
"""Candidates of which pairs are tried; of more, only single ones and what is cheapest together."""

CHOICES = 12
"""Ways to take out the same number that are proposed."""

Held = tuple[Unit, HeldEnhancement]


def points_of(unit: Unit) -> int:
    """Known points of the unit."""
    return sum(part.points for part in unit.price.parts)


def place_of(held: HeldEnhancement) -> int:
    """Place of the enhancement among those of its unit."""
    return int(held.pointer.rpartition("/")[2])


def enhancement_points(held: HeldEnhancement, army: Army) -> int:
    """Points of the enhancement in this army, 0 where none are known."""
    return (held.enhancement.points_in(*army.lineage) or 0) if held.enhancement is not None else 0


def told(names: Sequence[str]) -> tuple[str, ...]:
    """The names, those that stand several times with their number: ``("2 × Walker", "Squad")``."""
    return tuple(name if count == 1 else f"{count} × {name}" for name, count in Counter(names).items())


def removal(situation: Situation, units: Sequence[Unit], *, is_last_resort: bool = False) -> Proposal:
    """Remove these units."""
    points = sum(points_of(unit) for unit in units)
    is_priced = all(unit.price.points is not None for unit in units)
    params: dict[str, object] = {"units": told([unit.name for unit in units])}
    if is_priced:
        params["points"] = points
    document = without_units(situation.document, {unit.index for unit in units})
    kind = "remove_units" if is_priced else "remove_unpriced_units"
    return Proposal(kind, document, params, points, is_last_resort)


def drop(situation: Situation, held: Sequence[Held]) -> Proposal:
    """Drop these enhancements."""
    army = situation.army
    points = sum(enhancement_points(one, army) for _, one in held)
    is_priced = all(one.enhancement and one.enhancement.points_in(*army.lineage) is not None for _, one in held)
    places = {(unit.index, place_of(one)) for unit, one in held}
    params: dict[str, object] = {
        "enhancements": told([one.name for _, one in held]),
        "units": tuple(dict.fromkeys(unit.name for unit, _ in held)),
    }
    if is_priced:
        params["points"] = points
    kind = "drop_enhancements" if is_priced else "drop_unpriced_enhancements"
    return Proposal(kind, without_enhancements(situation.document, places), params, points)


def removals_of(situation: Situation, units: Sequence[Unit], number: int) -> Iterator[Proposal]:
    """Remove so many of these units: those that cost least, and other choices after them."""
    cheapest = sorted(units, key=points_of)
    if not 0 < number <= len(units):
        return
    for chosen in islice(combinations(cheapest, number), CHOICES):
        yield removal(situation, sorted(chosen, key=lambda unit: unit.index))


def enough(weights: Sequence[int], surplus: int, *, beside: Collection[int] = ()) -> Iterator[tuple[int, ...]]:
    """Places whose weights together reach ``surplus``, as few and as little as will do; none that are not needed.

    ``beside``: places that go only alone.
    """
    places = [place for place, weight in enumerate(weights) if weight > 0]
    singles = [place for place in places if weights[place] >= surplus]
    small = [place for place in places if weights[place] < surplus and place not in beside]
    found: list[tuple[int, ...]] = [(place,) for place in singles]
    if len(small) <= PAIRED:
        found += [pair for pair in combinations(small, 2) if weights[pair[0]] + weights[pair[1]] >= surplus]
    found.sort(key=lambda chosen: (sum(weights[place] for place in chosen), len(chosen)))
    if not found:
        found = [chosen] if (chosen := _greedy(small, weights, surplus)) else []
    yield from found[: 2 * CHOICES]


def _greedy(places: Sequence[int], weights: Sequence[int], surplus: int) -> tuple[int, ...]:
    """The heaviest until it is enough, then without those that turn out not to be needed."""
    chosen: list[int] = []
    for place in sorted(places, key=lambda place: -weights[place]):
        if sum(weights[one] for one in chosen) >= surplus:
            break
        chosen.append(place)
    total = sum(weights[one] for one in chosen)
    if total < surplus:
        return ()
    for place in sorted(chosen, key=lambda place: weights[place]):
        if total - weights[place] >= surplus:
            chosen.remove(place)
            total -= weights[place]
    return tuple(sorted(chosen))
