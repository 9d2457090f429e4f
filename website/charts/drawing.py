"""Pictures by pygal, reduced to what a page may have in it: shapes, words and classes.

pygal writes its styles, a script and settings into every picture. Nothing of that is kept: shapes get classes of
``charts.css``, bars of second and further series a pattern, and each shape its value as a title.
"""

from __future__ import annotations

import hashlib
import math
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from website.charts.library import library
from website.charts.values import Chart, Kind, Series, Table

SVG = "http://www.w3.org/2000/svg"
WIDTH = 400
LONGEST_NAME = 52
"""So many characters have room in a line of the legend."""
MOST_SERIES = 6
"""So many patterns and line styles can be told apart."""
LEAST_TOP = 0.001
"""No axis of values ends below this: smaller chances are all written alike, and 1e-18 has no round numbers."""

_DROPPED_TAGS = frozenset({"defs", "desc", "title", "style", "script"})
_DROPPED_CLASSES = frozenset({"tooltip-overlay", "background", "titles-empty"})
_KEPT_ATTRIBUTES = frozenset(
    {"class", "transform", "x", "y", "width", "height", "d", "cx", "cy", "r", "text-anchor", "viewBox"}
)
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

PATTERNS = ("M0 6 L6 0", "M0 3 H6", "M0 0 L6 6", "M3 0 V6", "M0 0 L6 6 M0 6 L6 0")
"""Hatches of the second and further series of bars."""


def settings_of(**special: object) -> dict[str, Any]:
    """What every chart is drawn with, and what is special about this one."""
    return {
        "style": library().style.Style(
            label_font_size=12, major_label_font_size=12, value_font_size=11, legend_font_size=12
        ),
        "width": WIDTH,
        "js": [],
        "no_prefix": True,
        "pretty_print": False,
        "legend_at_bottom": True,
        "legend_at_bottom_columns": 1,
        "truncate_legend": -1,
        "truncate_label": 60,
        "margin": 8,
        "spacing": 6,
        "rounded_bars": 0,
        "no_data_text": "Nothing to show",
        **special,
    }


def refuse_too_many(series: Sequence[Series]) -> None:
    """Raise ValueError for more series than can be told apart."""
    if len(series) > MOST_SERIES:
        raise ValueError(f"{len(series)} series cannot be told apart in one chart; at most {MOST_SERIES}.")


def key_of(*parts: object) -> str:
    """What tells this chart from every other on a page, and is the same whenever it is drawn."""
    return "chart-" + hashlib.sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()[:12]


def readable(text: str) -> str:
    """The text without characters that no XML may have."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def shortened(text: str, most: int) -> str:
    """The text, cut to so many characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def drawn(graph: Any) -> ElementTree.Element:
    """The picture that pygal makes, without all that a page may not have."""
    root: ElementTree.Element = graph.render_tree()
    root.attrib.pop("xmlns", None)
    _clean(root)
    root.set("class", "chart-svg")
    return root


def _clean(node: ElementTree.Element) -> None:
    node.tag = f"{{{SVG}}}{node.tag.rsplit('}', 1)[-1]}"
    node.attrib = {name: value for name, value in node.attrib.items() if name in _KEPT_ATTRIBUTES}
    if "class" in node.attrib:
        words = node.attrib["class"].split()
        node.set("class", " ".join(f"chart-{word.replace('serie-', 'series-')}" for word in words))
        if not words:
            del node.attrib["class"]
    for child in list(node):
        if not isinstance(child.tag, str) or child.tag in _DROPPED_TAGS or _is_dropped(child):
            node.remove(child)
        else:
            _clean(child)


def _is_dropped(node: ElementTree.Element) -> bool:
    words = node.get("class", "").split()
    return not _DROPPED_CLASSES.isdisjoint(words) or (node.tag == "g" and not len(node))


def having(root: ElementTree.Element, word: str, *, inside: str = "") -> Iterator[ElementTree.Element]:
    """The nodes of this class, or those of class ``inside`` in them."""
    for node in root.iter():
        if f"chart-{word}" in node.get("class", "").split():
            if inside:
                yield from having(node, inside)
            else:
                yield node


def say(node: ElementTree.Element, text: str) -> None:
    """Let the node say ``text`` to whoever points at it."""
    title = ElementTree.Element(f"{{{SVG}}}title")
    title.text = readable(text)
    node.insert(0, title)


def text_node(parent: ElementTree.Element, text: str, *, x: float, y: float, words: str) -> ElementTree.Element:
    """Words in the picture."""
    node = ElementTree.SubElement(parent, f"{{{SVG}}}text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "class": words})
    node.text = readable(text)
    return node


def remove_guides(root: ElementTree.Element, axis: str) -> None:
    """Remove the lines of the axis whose places are names, not values."""
    for guides in having(root, axis, inside="guides"):
        for path in guides.findall(f"{{{SVG}}}path"):
            guides.remove(path)


def write_values(
    root: ElementTree.Element, index: int, words: Sequence[str], *, nearest: float = float("-inf")
) -> None:
    """Write these words where pygal wrote the values of the series; nothing where they are empty.

    ``nearest``: no nearer to the left edge than that.
    """
    for group in having(root, f"series-{index}"):
        for text, said in zip(list(having(group, "value")), words, strict=False):
            if said:
                text.text = said
                text.set("x", f"{max(float(text.get('x', '0')), nearest):.1f}")
            else:
                group.remove(text)


def pattern_bars(root: ElementTree.Element, key: str, series: int) -> None:
    """Fill the bars of second and further series with hatches, so that they differ without colours."""
    if series < 2:
        return
    defs = ElementTree.Element(f"{{{SVG}}}defs")
    for index in range(1, series):
        name = f"{key}-hatch-{index}"
        pattern = ElementTree.SubElement(
            defs,
            f"{{{SVG}}}pattern",
            {"id": name, "width": "6", "height": "6", "patternUnits": "userSpaceOnUse"},
        )
        ElementTree.SubElement(pattern, f"{{{SVG}}}rect", {"width": "6", "height": "6", "class": "chart-hatch-ground"})
        ElementTree.SubElement(
            pattern, f"{{{SVG}}}path", {"d": PATTERNS[index - 1], "class": f"chart-hatch chart-color-{index}"}
        )
        for group in having(root, f"series-{index}"):
            for rect in group.iter(f"{{{SVG}}}rect"):
                rect.set("fill", f"url(#{name})")
        for legend in having(root, "legends"):
            for rect in legend.iter(f"{{{SVG}}}rect"):
                if f"chart-color-{index}" in rect.get("class", "").split():
                    rect.set("fill", f"url(#{name})")
    root.insert(0, defs)


def chart_of(root: ElementTree.Element, *, key: str, title: str, described: Iterable[str], table: Table) -> Chart:
    """The chart with its picture for a page, sentences on it and the values behind it."""
    description = " ".join(described) or "There is nothing to show."
    svg = _labelled(root, key=key, title=title, description=description)
    return Chart(key=key, title=title, description=description, table=table, svg=svg)


def _labelled(root: ElementTree.Element, *, key: str, title: str, description: str) -> SafeString:
    """The picture as text of a page, with a name and a description for who hears it."""
    root.attrib.pop("id", None)
    root.set("role", "img")
    root.set("aria-labelledby", f"{key}-title {key}-desc")
    for position, (tag, text) in enumerate((("title", title), ("desc", description))):
        node = ElementTree.Element(f"{{{SVG}}}{tag}", {"id": f"{key}-{tag}"})
        node.text = readable(text)
        root.insert(position, node)
    return mark_safe(as_text(root))  # noqa: S308 - escaped by the serialiser


def as_text(root: ElementTree.Element) -> str:
    """The tree as text, SVG being the namespace that needs no prefix."""
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(root, encoding="unicode")


def scale(top: Sequence[float], kind: Kind, *, is_empty: bool) -> dict[str, Any]:
    """Settings of the axis of values, which has these ticks; an empty chart has none."""
    if is_empty:
        return {"show_y_labels": False, "show_x_labels": False}
    labels = [f"{100 * tick:g} %" if kind is Kind.CHANCE else f"{tick:,g}" for tick in top]
    return {
        "y_labels": [{"value": tick, "label": label} for tick, label in zip(top, labels, strict=True)],
        "range": (0, top[-1]),
    }


def ticks(top: float) -> tuple[float, ...]:
    """Round numbers from 0 that go past ``top``, at most six of them."""
    if top <= 0:
        return (0.0, 1.0)
    top = max(top, LEAST_TOP)
    step = _round_step(top / 5)
    steps = next(count for count in range(1, 8) if count * step >= top * (1 - 1e-9))
    return tuple(round(position * step, 12) for position in range(steps + 1))


def _round_step(least: float) -> float:
    size = 10.0 ** math.floor(math.log10(least))
    return next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= least * (1 - 1e-9))


def name_shapes(
    shapes: Sequence[ElementTree.Element], values: Sequence[float | None], words: Callable[[int, float], str]
) -> None:
    """Let each shape say what it stands for; pygal draws none where there is no value."""
    known = [(position, value) for position, value in enumerate(values) if value is not None]
    for shape, (position, value) in zip(shapes, known, strict=True):
        say(shape, words(position, value))
