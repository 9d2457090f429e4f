"""Charts of a page by the names under which they can be taken away."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.spreadsheets.files import write_csv
from roster.selectors.batches import plain_cell
from website.charts import Chart


@dataclass(frozen=True, slots=True)
class ShownChart:
    """A chart; ``name`` is a slug."""

    name: str
    chart: Chart


def chart_csv(chart: Chart) -> bytes:
    """The table behind a chart as a CSV file."""
    rows = [[plain_cell(text) for text in row] for row in chart.table.rows]
    return write_csv([plain_cell(header) for header in chart.table.headers], rows)
