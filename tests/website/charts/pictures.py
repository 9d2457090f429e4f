"""Pictures of charts, taken apart."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from website.charts import Chart
from website.charts.drawing import SVG


def parsed(chart: Chart) -> ElementTree.Element:
    """The picture as a tree; a parse error where it is no XML."""
    return ElementTree.fromstring(str(chart.svg))  # noqa: S314  (ours)


def of_class(root: ElementTree.Element, word: str) -> list[ElementTree.Element]:
    """The nodes of this class."""
    return [node for node in root.iter() if word in node.get("class", "").split()]


def bars(root: ElementTree.Element, series: int) -> list[tuple[str, float, float]]:
    """What the bars of the series say, and how wide and high they are."""
    found = []
    for group in of_class(root, f"chart-series-{series}"):
        for bar in of_class(group, "chart-bar"):
            rect = bar.find(f"{{{SVG}}}rect")
            assert rect is not None
            found.append(
                (bar.findtext(f"{{{SVG}}}title", ""), float(rect.get("width", "0")), float(rect.get("height", "0")))
            )
    return found


def texts(root: ElementTree.Element) -> list[str]:
    """All words that are drawn."""
    return [node.text or "" for node in root.iter(f"{{{SVG}}}text")]
