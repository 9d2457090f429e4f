"""An answer of any kind as its page has it, and the tables and charts of it that can be taken away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battle.advice import Reading, summary
from website.matchups.show_address import Wanted
from website.matchups.show_advice import advice_tables
from website.matchups.show_cell import ShownPair, shown_pair
from website.matchups.show_chain import ShownChain, shown_chain
from website.matchups.show_charts import ShownChart
from website.matchups.show_comparison import compared
from website.matchups.show_exchange import ShownExchange, shown_exchange
from website.matchups.show_matrix import HeatMap, heat_map
from website.matchups.show_measures import MEASURES, Shown, measure_of
from website.matchups.show_ranking import ranking_chart
from website.matchups.show_tables import ShownTable, sortable
from website.matchups.show_ways import Way, cells_of, view_in_words, view_title, way_of, ways_of

TABLES = frozenset({"matrix", "field", "comparison"})
"""Questions whose answers have cells."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few ways to look at an answer."""

    label: str
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ShownCells:
    """An answer with cells: the matrix of one way in one view by one measure, and what follows from it."""

    views: tuple[Choice, ...]
    ways: tuple[Choice, ...]
    measures: tuple[Choice, ...]
    measure: Shown
    view_words: str
    way: Way
    heat: HeatMap
    query: str
    comparison: ShownTable | None
    advice: tuple[ShownTable, ...]
    charts: tuple[ShownChart, ...]

    @property
    def tables(self) -> Iterator[ShownTable]:
        """Every table that can be taken away."""
        yield self.heat.table
        if self.comparison is not None:
            yield self.comparison
        yield from self.advice


Shape = ShownCells | ShownPair | ShownExchange | ShownChain


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """What the page shows. ``template`` is the part of it for this kind of question."""

    template: str
    shape: Shape
    summary: tuple[str, ...]

    def table(self, name: str) -> ShownTable | None:
        """The table of that name."""
        return next((table for table in self.shape.tables if table.name == name), None)

    def chart(self, name: str) -> ShownChart | None:
        """The chart of that name."""
        return next((chart for chart in self.shape.charts if chart.name == name), None)


def shown_answer(answer: Mapping[str, Any], wanted: Wanted, cells: str = "") -> ShownAnswer:
    """The answer as the address wants it; ``cells`` is the address below which its cells are opened."""
    answer = Reading(answer)
    question = answer["question"]
    if question in TABLES:
        view = wanted.place(len(answer["views"]))
        return ShownAnswer("website/matchups/_cells.html", _cells(answer, wanted, view, cells), summary(answer, view))
    if question == "exchange":
        return ShownAnswer("website/matchups/_exchange.html", shown_exchange(answer), summary(answer))
    if question == "chain":
        return ShownAnswer("website/matchups/_chain.html", shown_chain(answer), summary(answer))
    return ShownAnswer("website/matchups/_pair.html", shown_pair(answer), summary(answer))


def _cells(answer: Mapping[str, Any], wanted: Wanted, view: int, cells: str) -> ShownCells:
    views = answer["views"]
    ways = ways_of(answer)
    way = way_of(ways, wanted.side) or ways[0]
    measure = measure_of(wanted.show)
    comparison = compared(answer, view, ways, measure) if answer["question"] == "comparison" else None
    return ShownCells(
        views=tuple(
            Choice(view_title(one, place), wanted.query(view=str(place)), place == view)
            for place, one in enumerate(views)
        ),
        ways=_ways(ways, way, wanted),
        measures=tuple(Choice(one.label, wanted.query(show=one.name), one is measure) for one in MEASURES),
        measure=measure,
        view_words=view_in_words(views[view]),
        way=way,
        heat=heat_map(cells_of(answer, view, way), way, measure, wanted, view),
        query=wanted.query(),
        comparison=sortable(comparison, wanted) if comparison is not None else None,
        advice=tuple(sortable(table, wanted) for table in advice_tables(answer, view, way, measure, cells)),
        charts=(ranking_chart(answer, view, way),),
    )


def _ways(ways: Sequence[Way], chosen: Way, wanted: Wanted) -> tuple[Choice, ...]:
    """Orders belong to the units of a way: the other one begins anew."""
    return tuple(Choice(way.label, wanted.query(side=way.slug, order="", columns=""), way is chosen) for way in ways)
