"""The chart of values over steps: a line for each series, with a letter at its end."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from roster.muster.words import sentence
from website.charts.columns import thinned
from website.charts.drawing import (
    LONGEST_NAME,
    SVG,
    chart_of,
    drawn,
    having,
    key_of,
    name_shapes,
    readable,
    refuse_too_many,
    remove_guides,
    scale,
    settings_of,
    shortened,
    text_node,
    ticks,
)
from website.charts.library import library
from website.charts.values import Chart, Kind, Series, Table

HEIGHT = 240
LEGEND_LINE = 20
WIDEST_LABELS = 46
LETTERS = "ABCDEF"
LETTER_HEIGHT = 13
"""Letters at the ends of lines that meet stand so far apart."""


def steps_chart(
    title: str,
    labels: Sequence[str],
    series: Sequence[Series],
    *,
    value_words: str,
    kind: Kind = Kind.NUMBER,
    key: str = "",
) -> Chart:
    """How values go from step to step, ``labels`` being the steps; a value that is None is left out of its line.

    Raises ValueError for more than six series, and where a series has not one value for each label.
    """
    refuse_too_many(series)
    lines = _Lines(tuple(labels), tuple(series), value_words, kind)
    key = key_of("steps", key, title, lines)
    return chart_of(lines.drawn(), key=key, title=title, described=lines.described(), table=lines.table())


@dataclass(frozen=True, slots=True)
class _Lines:
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    value_words: str
    kind: Kind

    def __post_init__(self) -> None:
        for one in self.series:
            if len(one.values) != len(self.labels):
                raise ValueError(f"{one.name} has {len(one.values)} values for {len(self.labels)} labels.")

    def described(self) -> Iterator[str]:
        """Where each line begins and ends."""
        for one in self.series:
            who = one.name if len(self.series) > 1 else self.value_words
            known = [(value, label) for value, label in zip(one.values, self.labels, strict=True) if value is not None]
            if not known:
                if self.labels:
                    yield sentence(f"{who}: no values are known")
                continue
            (first, at_first), (last, at_last) = known[0], known[-1]
            ends = f"{self.kind.in_words(last)} ({at_last})"
            begins = f"from {self.kind.in_words(first)} ({at_first}) to " if len(known) > 1 else ""
            yield sentence(f"{who}: {begins}{ends}")

    def table(self) -> Table:
        """All values, in full."""
        words = self.value_words[:1].upper() + self.value_words[1:]
        headers = [one.name if len(self.series) > 1 else words for one in self.series]
        rows = (
            (label, *(self.kind.in_words(one.values[position]) for one in self.series))
            for position, label in enumerate(self.labels)
        )
        figures = (tuple(one.values[position] for one in self.series) for position in range(len(self.labels)))
        return Table(("Step", *headers), tuple(rows), tuple(figures))

    def drawn(self) -> ElementTree.Element:
        """The picture."""
        has_legend = len(self.series) > 1
        top = ticks(max((value or 0.0 for one in self.series for value in one.values), default=0.0))
        is_empty = not any(value is not None for one in self.series for value in one.values)
        graph = library().Line(
            **settings_of(
                height=HEIGHT + LEGEND_LINE * len(self.series) * has_legend,
                show_legend=has_legend,
                margin_right=24,
                dots_size=3,
                x_title=readable(shortened(self.value_words, LONGEST_NAME)),
                x_labels=thinned([readable(shortened(label, 20)) for label in self.labels], WIDEST_LABELS),
                **scale(top, self.kind, is_empty=is_empty),
            )
        )
        for letter, one in zip(LETTERS, self.series, strict=False):
            graph.add(readable(shortened(f"{letter}  {one.name}", LONGEST_NAME)), list(one.values))
        root = drawn(graph)
        remove_guides(root, "x")
        for index, one in enumerate(self.series):
            self._say_values(root, index, one)
        if has_legend:
            self._letters(root)
            _key_lines(root)
        return root

    def _say_values(self, root: ElementTree.Element, index: int, one: Series) -> None:
        prefix = f"{one.name}, " if len(self.series) > 1 else ""
        name_shapes(
            list(having(root, f"series-{index}", inside="dots")),
            one.values,
            lambda step, value: f"{prefix}{self.labels[step]}: {self.kind.in_words(value)}",
        )

    def _letters(self, root: ElementTree.Element) -> None:
        """Write each line's letter at its end; where ends meet, one below the other."""
        ends = []
        for index in range(len(self.series)):
            dots = list(having(root, f"series-{index}", inside="dot"))
            if dots:
                ends.append((float(dots[-1].get("cy", "0")), float(dots[-1].get("cx", "0")), index))
        overlay = next(having(root, "text-overlay"), None)
        lowest = float("-inf")
        for y, x, index in sorted(ends):
            lowest = max(y, lowest + LETTER_HEIGHT)
            if overlay is not None:
                text_node(overlay, LETTERS[index], x=x + 7, y=lowest + 4, words="chart-letter")


def _key_lines(root: ElementTree.Element) -> None:
    """Show in the legend each line's dashes where pygal has a square."""
    for legend in having(root, "legend"):
        for box in legend.findall(f"{{{SVG}}}rect"):
            x, y = float(box.get("x", "0")), float(box.get("y", "0")) + float(box.get("height", "0")) / 2
            color = next(word for word in box.get("class", "").split() if word.startswith("chart-color-"))
            legend.remove(box)
            line = {"d": f"M{x - 14:.1f} {y:.1f} h26", "class": f"chart-key-line {color}"}
            legend.append(ElementTree.Element(f"{{{SVG}}}path", line))
