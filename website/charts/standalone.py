"""A chart as a file of its own: with its title written in it, and its styles, light and dark."""

from __future__ import annotations

import textwrap
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path

from website.charts.drawing import SVG, WIDTH, as_text, text_node
from website.charts.values import Chart

STYLES = Path(__file__).resolve().parents[1] / "static" / "website" / "charts.css"
TITLE_LINE = 20
LONGEST_TITLE_LINE = 42

_COLOURS = """
:root {
  color-scheme: light dark;
  --ink: #1c2227;
  --ink-2: #525b63;
  --line: #d9d4cb;
  --line-strong: #807a70;
  --surface: #ffffff;
  --accent: #0f5468;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e9e7e2;
    --ink-2: #a9b2b8;
    --line: #34414a;
    --line-strong: #7f8d96;
    --surface: #1b2328;
    --accent: #8fd0e3;
  }
}
svg { background: var(--surface); font-family: system-ui, sans-serif; }
"""
"""What the sheet of the charts takes from the site's."""


def download(chart: Chart) -> bytes:
    """The chart as an SVG file."""
    root = ElementTree.fromstring(str(chart.svg))  # noqa: S314 - written by this package
    lines = textwrap.wrap(chart.title, LONGEST_TITLE_LINE) or [""]
    above = TITLE_LINE * len(lines) + 8
    width, height = (float(number) for number in root.get("viewBox", "0 0 0 0").split()[2:])
    root.set("viewBox", f"0 {-above} {width:.0f} {height + above:.0f}")
    root.set("width", f"{2 * width:.0f}")
    root.set("height", f"{2 * (height + above):.0f}")
    for position, line in enumerate(lines):
        text_node(root, line, x=WIDTH / 2, y=TITLE_LINE * (position + 1) - above, words="chart-heading")
    style = ElementTree.Element(f"{{{SVG}}}style")
    style.text = _COLOURS + _styles()
    root.insert(0, style)
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + as_text(root).encode("utf-8")


@cache
def _styles() -> str:
    return STYLES.read_text(encoding="utf-8")
