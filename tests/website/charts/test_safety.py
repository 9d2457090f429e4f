"""Pictures go into pages whose policy allows no inline styles and scripts, with names that people wrote."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from tests.website.charts.pictures import parsed
from website.charts import Chart, Series, bars_chart, distribution_chart, download, steps_chart
from website.charts.drawing import SVG

ROOT = Path(__file__).resolve().parents[3]
HOSTILE = "<script>alert(1)</script>\" onload='x' & \x00\x1b]]>\ud800"
TWO = (Series(HOSTILE, (0.25, 0.75)), Series("Blues", (0.5, 0.5)))


def charts(name: str = HOSTILE) -> list[Chart]:
    return [
        distribution_chart(name, TWO, name),
        bars_chart(name, [name, "b"], TWO, value_words=name),
        steps_chart(name, [name, "b"], TWO, value_words=name),
    ]


@pytest.mark.parametrize("chart", charts(), ids=("distribution", "bars", "steps"))
def test_nothing_in_a_picture_is_style_script_or_handler(chart: Chart) -> None:
    root = parsed(chart)
    tags = {node.tag.removeprefix(f"{{{SVG}}}") for node in root.iter()}
    assert tags <= {"svg", "title", "desc", "defs", "pattern", "g", "rect", "path", "text", "circle"}
    attributes = {name for node in root.iter() for name in node.attrib}
    assert not [name for name in attributes if name == "style" or name.startswith("on") or "href" in name]


@pytest.mark.parametrize("chart", charts(), ids=("distribution", "bars", "steps"))
def test_a_hostile_name_stays_words(chart: Chart) -> None:
    title = parsed(chart).findtext(f"{{{SVG}}}title")
    assert title == "<script>alert(1)</script>\" onload='x' & \ufffd\ufffd]]>\ufffd"
    assert "<script" not in str(chart.svg)


@pytest.mark.parametrize("chart", charts(), ids=("distribution", "bars", "steps"))
def test_a_picture_is_named_and_described(chart: Chart) -> None:
    root = parsed(chart)
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", f"{chart.key}-title {chart.key}-desc")
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert ids[:2] == [f"{chart.key}-title", f"{chart.key}-desc"]
    assert len(ids) == len(set(ids))
    assert all(name is not None and name.startswith(chart.key) for name in ids)


def test_charts_of_one_page_share_no_id_and_are_the_same_whenever_drawn() -> None:
    first = distribution_chart("A", TWO, "models", key="1")
    second = distribution_chart("A", TWO, "models", key="2")
    assert first.key != second.key
    assert distribution_chart("A", TWO, "models", key="1") == first
    assert re.search(r"\d{4}-\d\d-\d\d", str(first.svg)) is None


def test_a_chart_to_take_away_carries_its_title_and_its_styles() -> None:
    content = download(distribution_chart("Rifles & riflemen", [Series("", (0.5, 0.5))], "models"))
    text = content.decode("utf-8")
    assert text.startswith('<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"')
    assert "@media screen and (prefers-color-scheme: dark)" in text
    assert 'class="chart-heading">Rifles &amp; riflemen</text>' in text
    assert "<script" not in text
    assert "url(" not in text.split("</style>")[0]


def test_the_page_has_picture_words_table_and_both_files() -> None:
    chart = distribution_chart("Models <b>", [Series("", (0.5, 0.5))], "models")
    page = render_to_string(
        "website/matchups/_chart.html", {"chart": chart, "svg_url": "/x.svg?a=1&b=2", "csv_url": "/x.csv"}
    )
    assert str(chart.svg) in page
    assert "<figcaption>Models &lt;b&gt;</figcaption>" in page
    assert page.count('<th scope="row">') == 2
    assert 'href="/x.svg?a=1&amp;b=2"' in page
    assert 'href="/x.csv"' in page
    assert "style=" not in page


def test_the_library_is_loaded_with_the_first_chart_only() -> None:
    program = "import sys, website.charts; print('pygal' in sys.modules)"
    finished = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (finished.stdout.strip(), finished.stderr) == ("False", "")
