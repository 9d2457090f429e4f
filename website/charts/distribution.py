"""The chart of a distribution: how likely each number is."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from battle.advice.figures import number, percent
from roster.muster.words import sentence
from website.charts.columns import Column, columns_of, thinned
from website.charts.drawing import (
    LONGEST_NAME,
    chart_of,
    drawn,
    having,
    key_of,
    name_shapes,
    pattern_bars,
    readable,
    refuse_too_many,
    remove_guides,
    scale,
    settings_of,
    shortened,
    ticks,
    write_values,
)
from website.charts.library import library
from website.charts.values import Chart, Kind, Series, Table

HEIGHT = 240
LEGEND_LINE = 20
MOST_VALUES_WRITTEN = 9
"""With more bars than these there is no room for the figure on each."""
VALUE_REACH = 20
"""So far a figure in the middle above its column reaches to the left."""
WIDEST_LABELS = 48
"""So many characters have room below the columns."""


def distribution_chart(
    title: str, series: Sequence[Series], unit_words: str, *, is_at_least: bool = False, key: str = ""
) -> Chart:
    """The chances of 0, 1, 2 ... ``unit_words`` ("models destroyed"), of up to six series side by side.

    ``is_at_least``: columns are the chance of that many or more, from 1. ``key`` tells charts of one page apart that
    show the same. Raises ValueError for more than six series.
    """
    refuse_too_many(series)
    chances = [tuple(value or 0.0 for value in one.values) for one in series]
    columns = columns_of(chances, is_at_least=is_at_least)
    shown = tuple(_shown(one, columns.columns, is_at_least=is_at_least) for one in chances)
    labels = tuple(str(column.first) if is_at_least else column.label for column in columns.columns)
    described = (*_described(series, chances, unit_words, is_at_least=is_at_least), *columns.said)
    key = key_of("distribution", key, title, tuple(series), unit_words, is_at_least)
    picture = Picture(
        names=tuple(one.name for one in series),
        labels=labels,
        values=shown,
        words=f"{unit_words} or more" if is_at_least else unit_words,
    )
    table = _table(series, chances, unit_words)
    return chart_of(picture.drawn(key), key=key, title=title, described=described, table=table)


@dataclass(frozen=True, slots=True)
class Picture:
    """The columns of a distribution as they are drawn."""

    names: tuple[str, ...]
    labels: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    words: str

    def drawn(self, key: str) -> ElementTree.Element:
        """The picture, with hatches whose ids begin with ``key``."""
        has_legend = len(self.names) > 1
        top = ticks(max((max(values, default=0.0) for values in self.values), default=0.0))
        graph = library().Bar(
            **settings_of(
                height=HEIGHT + LEGEND_LINE * len(self.names) * has_legend,
                show_legend=has_legend,
                print_values=True,
                print_values_position="top",
                x_title=readable(shortened(self.words, LONGEST_NAME)),
                x_labels=thinned(self.labels, WIDEST_LABELS),
                **scale(top, Kind.CHANCE, is_empty=not any(self.values)),
            )
        )
        for name, values in zip(self.names, self.values, strict=True):
            graph.add(readable(shortened(name, LONGEST_NAME)), list(values))
        root = drawn(graph)
        remove_guides(root, "x")
        for index, (name, values) in enumerate(zip(self.names, self.values, strict=True)):
            self._say_values(root, index, name, values)
        pattern_bars(root, key, len(self.names))
        return root

    def _say_values(self, root: ElementTree.Element, index: int, name: str, values: Sequence[float]) -> None:
        prefix = f"{name}: " if len(self.names) > 1 else ""
        name_shapes(
            list(having(root, f"series-{index}", inside="bar")),
            values,
            lambda column, value: f"{prefix}{self.labels[column]} {self.words}: {percent(value)}",
        )
        are_all_written = len(self.names) * len(self.labels) <= MOST_VALUES_WRITTEN
        highest = max(range(len(values)), key=lambda column: values[column], default=0)
        write_values(
            root,
            index,
            [
                _brief(value) if value and (are_all_written or column == highest) else ""
                for column, value in enumerate(values)
            ],
            nearest=VALUE_REACH,
        )


def at_least(chances: Sequence[float]) -> tuple[float, ...]:
    """The chance of each number or more, from 0."""
    return tuple(reversed([min(1.0, one) for one in accumulate(reversed(chances))]))


def _shown(chances: Sequence[float], columns: Sequence[Column], *, is_at_least: bool) -> tuple[float, ...]:
    if not is_at_least:
        return tuple(column.of(chances) for column in columns)
    or_more = at_least(chances)
    return tuple(or_more[column.first] if column.first < len(or_more) else 0.0 for column in columns)


def _brief(chance: float) -> str:
    """The chance as it has room above a column: ``<0.1 %``."""
    return percent(chance).replace("less than ", "<").replace("more than ", ">")


def _described(
    series: Sequence[Series], chances: Sequence[Sequence[float]], unit_words: str, *, is_at_least: bool
) -> Iterator[str]:
    for one, found in zip(series, chances, strict=True):
        who = one.name if one.name and len(series) > 1 else unit_words
        if not sum(found):
            yield sentence(f"{who}: no chances are known")
            continue
        if is_at_least:
            yield sentence(f"{who}: {_or_more_in_words(found)}")
            continue
        likely = max(range(len(found)), key=lambda value: found[value])
        mean = sum(value * chance for value, chance in enumerate(found))
        most = len(found) - 1
        yield sentence(
            f"{who}: most likely {likely} ({percent(found[likely])}), {number(mean)} on average; "
            f"none in {percent(found[0])} of cases, {most}, the most, in {percent(found[most])}"
        )


def _or_more_in_words(found: Sequence[float]) -> str:
    """``1 or more in 70.6 % of cases, 3 or more in 1.3 %, 5, the most, in 0.2 %``."""
    or_more, most = at_least(found), len(found) - 1
    said = [f"{value} or more in {percent(or_more[value])}" for value in sorted({1, (most + 1) // 2}) if value < most]
    said.append(f"{most}, the most, in {percent(or_more[most])}")
    return ", ".join([f"{said[0]} of cases", *said[1:]])


def _table(series: Sequence[Series], chances: Sequence[Sequence[float]], unit_words: str) -> Table:
    headers = [sentence(unit_words)[:-1]]
    for one in series:
        name = f"{one.name}: " if len(series) > 1 else ""
        headers += [sentence(f"{name}chance")[:-1], sentence(f"{name}that many or more")[:-1]]
    or_more = [at_least(found) for found in chances]
    rows, figures = [], []
    for value in range(max((len(found) for found in chances), default=0)):
        row = [str(value)]
        behind: list[float | None] = []
        for found, more in zip(chances, or_more, strict=True):
            is_known = value < len(found)
            row += [percent(found[value]), percent(more[value])] if is_known else ["–", "–"]
            behind += [found[value], more[value]] if is_known else [None, None]
        rows.append(tuple(row))
        figures.append(tuple(behind))
    return Table(tuple(headers), tuple(rows), tuple(figures))
