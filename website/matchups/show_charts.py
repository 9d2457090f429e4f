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
    """The table behind a chart as a CSV file, with its figures in full; chances go from 0 to 1."""
    table = chart.table
    rows = [[plain_cell(row[0]), *figures] for row, figures in zip(table.rows, table.figures, strict=True)]
    return write_csv([plain_cell(header) for header in table.headers], rows)
