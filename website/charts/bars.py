"""The chart of a ranking: bars side by side, a row for each name."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from roster.muster.words import sentence
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

BAR_HEIGHT = 19
BETWEEN_ROWS = 9
AROUND = 70
LEGEND_LINE = 20
LONGEST_LABEL = 24
ROOM_FOR_FIGURES = 1.25
"""The axis is so much longer than the longest bar, whose figure stands behind it."""


def bars_chart(
    title: str,
    labels: Sequence[str],
    series: Sequence[Series],
    *,
    value_words: str,
    kind: Kind = Kind.NUMBER,
    key: str = "",
) -> Chart:
    """A row for each of ``labels``, the first on top, with a bar for its value (0 or more) in each of the series.

    ``value_words`` ("points destroyed") says what the values are. Raises ValueError for more than six series, and
    where a series has not one value for each label.
    """
    refuse_too_many(series)
    rows = _Rows(tuple(labels), tuple(series), value_words, kind)
    key = key_of("bars", key, title, rows)
    return chart_of(rows.drawn(key), key=key, title=title, described=rows.described(), table=rows.table())


@dataclass(frozen=True, slots=True)
class _Rows:
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    value_words: str
    kind: Kind

    def __post_init__(self) -> None:
        for one in self.series:
            if len(one.values) != len(self.labels):
                raise ValueError(f"{one.name} has {len(one.values)} values for {len(self.labels)} labels.")

    def described(self) -> Iterator[str]:
        """The highest of each series."""
        for one in self.series:
            who = f"{one.name}: " if len(self.series) > 1 else ""
            known = [(value, label) for value, label in zip(one.values, self.labels, strict=True) if value is not None]
            if not known:
                if self.labels:
                    yield sentence(f"{who}no values are known")
                continue
            most, for_most = max(known, key=lambda pair: pair[0])
            least, for_least = min(known, key=lambda pair: pair[0])
            if len(known) > 1 and most == least:
                yield sentence(f"{who}the same for all: {self.kind.in_words(most)} {self.value_words}")
                continue
            said = f"{who}most for {for_most}: {self.kind.in_words(most)} {self.value_words}"
            yield sentence(f"{said}; least for {for_least}: {self.kind.in_words(least)}" if len(known) > 1 else said)

    def table(self) -> Table:
        """All values, in full."""
        words = self.value_words[:1].upper() + self.value_words[1:]
        headers = [one.name if len(self.series) > 1 else words for one in self.series]
        rows = (
            (label, *(self.kind.in_words(one.values[position]) for one in self.series))
            for position, label in enumerate(self.labels)
        )
        figures = (tuple(one.values[position] for one in self.series) for position in range(len(self.labels)))
        return Table(("Name", *headers), tuple(rows), tuple(figures))

    def drawn(self, key: str) -> ElementTree.Element:
        """The picture, with hatches whose ids begin with ``key``."""
        has_legend = len(self.series) > 1
        highest = max((value or 0.0 for one in self.series for value in one.values), default=0.0)
        top = ticks(highest)
        is_empty = not self.labels or not any(value is not None for one in self.series for value in one.values)
        settings = settings_of(
            height=AROUND
            + max(1, len(self.labels)) * (BAR_HEIGHT * max(1, len(self.series)) + BETWEEN_ROWS)
            + LEGEND_LINE * len(self.series) * has_legend,
            show_legend=has_legend,
            print_values=True,
            print_values_position="top",
            x_title=readable(shortened(self.value_words, LONGEST_NAME)),
            x_labels=[readable(shortened(label, LONGEST_LABEL)) for label in reversed(self.labels)],
            **scale(top, self.kind, is_empty=is_empty),
        )
        if not is_empty:
            settings["range"] = (0, max(top[-1], highest * ROOM_FOR_FIGURES))
        graph = library().HorizontalBar(**settings)
        for one in self.series:
            graph.add(readable(shortened(one.name, LONGEST_NAME)), list(reversed(one.values)))
        root = drawn(graph)
        remove_guides(root, "y")
        for index, one in enumerate(self.series):
            self._say_values(root, index, one)
        for text in having(root, "value"):
            text.set("text-anchor", "start")
        pattern_bars(root, key, len(self.series))
        return root

    def _say_values(self, root: ElementTree.Element, index: int, one: Series) -> None:
        """pygal draws from the bottom up, so its first bar is that of the last label."""
        labels, values = self.labels[::-1], one.values[::-1]
        prefix = f"{one.name}: " if len(self.series) > 1 else ""
        bars = list(having(root, f"series-{index}", inside="bar"))
        name_shapes(bars, values, lambda row, value: f"{labels[row]}: {prefix}{self.kind.in_words(value)}")
        write_values(root, index, [self.kind.in_words(value) for value in values if value is not None])
