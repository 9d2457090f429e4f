"""What can be taken away of a matchup and of its cells: tables as CSV, charts as SVG and CSV, the answer as JSON."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page

from battle.models import Simulation, SimulationStatus
from battle.selectors import result_of
from battle.services import AskRefused
from website.charts import download
from website.matchups.show_address import wanted_of
from website.matchups.show_answer import ShownAnswer, shown_answer
from website.matchups.show_charts import ShownChart, chart_csv
from website.matchups.show_tables import table_csv
from website.page import page
from website.throttle import too_many_checks
from website.views.matchup_results import cell_of, matchup_of, seed_of, simulation_of_cell

CSV, SVG, JSON = "text/csv; charset=utf-8", "image/svg+xml", "application/json"


@page("GET", "HEAD")
@login_required
@never_cache
@gzip_page
def matchup_file(request: HttpRequest, matchup_id: uuid.UUID, kind: str, name: str, suffix: str) -> HttpResponse:
    """A table (CSV) or a chart (SVG, CSV) of a matchup, as its page has it at this address."""
    found = matchup_of(request, matchup_id)
    answer = _answer(found.simulation if found.status == SimulationStatus.DONE else None)
    return _file(shown_answer(answer, wanted_of(request.GET)), kind, name, suffix)


@page("GET", "HEAD")
@login_required
@never_cache
@gzip_page
def matchup_json(request: HttpRequest, matchup_id: uuid.UUID) -> HttpResponse:
    """The whole answer."""
    found = matchup_of(request, matchup_id)
    return _json(_answer(found.simulation if found.status == SimulationStatus.DONE else None), str(found.uuid))


@page("GET", "HEAD")
@login_required
@never_cache
def cell_file(
    request: HttpRequest,
    matchup_id: uuid.UUID,
    view: int,
    way: str,
    row: int,
    column: int,
    kind: str,
    name: str,
    suffix: str,
) -> HttpResponse:
    """A table (CSV) or a chart (SVG, CSV) of one cell."""
    if (refused := too_many_checks(request)) is not None:
        return refused
    answer = _answer(_cell(request, matchup_id, view, way, row, column))
    return _file(shown_answer(answer, wanted_of({})), kind, name, suffix)


@page("GET", "HEAD")
@login_required
@never_cache
def cell_json(request: HttpRequest, matchup_id: uuid.UUID, view: int, way: str, row: int, column: int) -> HttpResponse:
    """The whole answer of one cell."""
    if (refused := too_many_checks(request)) is not None:
        return refused
    answer = _answer(_cell(request, matchup_id, view, way, row, column))
    return _json(answer, f"{matchup_id}-{view}-{way}-{row}-{column}")


def _cell(request: HttpRequest, matchup_id: uuid.UUID, view: int, way: str, row: int, column: int) -> Simulation:
    found = matchup_of(request, matchup_id)
    try:
        return simulation_of_cell(found, cell_of(found, view, way, row, column), seed_of(request))
    except AskRefused as refusal:
        raise Http404("This cell has no answer.") from refusal


def _answer(simulation: Simulation | None) -> dict[str, Any]:
    """The answer, or 404 where there is none yet, or none will come."""
    is_done = simulation is not None and simulation.status == SimulationStatus.DONE
    answer = result_of(simulation) if is_done and simulation is not None else None
    if answer is None:
        raise Http404("There is no answer to take away yet.")
    return answer


def _file(shown: ShownAnswer, kind: str, name: str, suffix: str) -> HttpResponse:
    if kind == "tables" and suffix == "csv" and (table := shown.table(name)) is not None:
        return _attached(table_csv(table), CSV, f"matchup-{name}.csv")
    if kind == "charts" and (chart := shown.chart(name)) is not None:
        return _chart(chart, suffix)
    raise Http404("The matchup has no such table and no such chart.")


def _chart(chart: ShownChart, suffix: str) -> HttpResponse:
    if suffix == "svg":
        return _attached(download(chart.chart), SVG, f"matchup-{chart.name}.svg")
    return _attached(chart_csv(chart.chart), CSV, f"matchup-{chart.name}.csv")


def _json(answer: dict[str, Any], name: str) -> HttpResponse:
    content = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return _attached(content.encode("utf-8", "backslashreplace"), JSON, f"matchup-{name}.json")


def _attached(content: bytes, content_type: str, filename: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
