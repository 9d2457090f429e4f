"""Advice on a matrix as tables: what each unit attacks first, what threatens it, and who attacks whom together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from battle.advice import Measure, Ranked, UnitPriorities, UnitThreats, allocation, priorities, threats
from roster.muster.words import abridged
from website.matchups import show_numbers as numbers
from website.matchups.show_measures import Shown
from website.matchups.show_tables import Entry, Heading, ShownTable, figure, words
from website.matchups.show_ways import Way


def advice_tables(answer: Mapping[str, Any], view: int, way: Way, shown: Shown, cells: str) -> tuple[ShownTable, ...]:
    """Priorities and threats of the units that are mine, ranked by the measure; ``cells``: where cells are opened."""
    return tuple(_tables(answer, view, way, shown, cells))


def _tables(answer: Mapping[str, Any], view: int, way: Way, shown: Shown, cells: str) -> Iterator[ShownTable]:
    measure = Measure(shown.name)
    is_comparison = answer["question"] == "comparison"
    whose = f" of {way.label}" if is_comparison else ""
    slug = way.slug if is_comparison else "forth"
    found = priorities(answer, view, measure=measure, side=way.side)
    yield ShownTable(
        "priorities",
        f"Target priority{whose}, by {shown.label.lower()}",
        _headings("Attack first", "Then", shown),
        tuple(_priority(one, shown, f"{cells}{view}/{slug}/{one.unit.position}/") for one in found),
    )
    feared = () if is_comparison else threats(answer, view, measure=measure)
    if feared:
        yield ShownTable(
            "threats",
            f"Threats to each unit, by {shown.label.lower()}",
            _headings("Most to fear from", "Then from", shown),
            tuple(_threat(one, shown, f"{cells}{view}/back/") for one in feared),
        )
    together = allocation(answer, view, side=way.side)
    if together.assigned:
        what = "Points" if together.is_in_points else "Models"
        yield ShownTable(
            "together",
            f"All together{whose}: who attacks whom",
            (Heading("Unit"), Heading("Target"), Heading(f"{what} more", is_number=True)),
            tuple(
                (
                    words(one.unit.name),
                    words(one.target.name, link=f"{cells}{view}/{slug}/{one.unit.position}/{one.target.position}/"),
                    figure(numbers.points(one.gain) if together.is_in_points else numbers.mean(one.gain), one.gain),
                )
                for one in together.assigned
            ),
        )


def _headings(first: str, then: str, shown: Shown) -> tuple[Heading, ...]:
    return (
        Heading("Unit"),
        Heading(first),
        Heading(shown.label, is_number=True),
        Heading(then),
        Heading(f"{shown.label}, then", is_number=True),
    )


def _priority(one: UnitPriorities, shown: Shown, path: str) -> tuple[Entry, ...]:
    return (words(one.unit.name), *_ranking(one.ranked, shown, lambda ranked: f"{path}{ranked.unit.position}/"))


def _threat(one: UnitThreats, shown: Shown, path: str) -> tuple[Entry, ...]:
    mine = one.unit.position
    return (words(one.unit.name), *_ranking(one.ranked, shown, lambda ranked: f"{path}{ranked.unit.position}/{mine}/"))


def _ranking(ranked: Sequence[Ranked], shown: Shown, path: Callable[[Ranked], str]) -> Iterator[Entry]:
    """The first and the next of a ranking, each with its figure; what shares the first place is named with it."""
    firsts = [one for one in ranked if one.is_first]
    if not firsts:
        yield from (words("nothing"), words(numbers.NOTHING), words(numbers.NOTHING), words(numbers.NOTHING))
        return
    best = firsts[0]
    alike = abridged([one.unit.name for one in firsts[1:]])
    yield words(best.unit.name, note=f"or alike {alike}" if alike else best.why, link=path(best))
    yield figure(shown.text(best.figure.value), best.figure.value)
    rest = [one for one in ranked if not one.is_first]
    if rest:
        yield words(rest[0].unit.name, link=path(rest[0]))
        yield figure(shown.text(rest[0].figure.value), rest[0].figure.value)
    else:
        yield from (words(numbers.NOTHING), words(numbers.NOTHING))
