"""Addresses of a matchup that was asked for: its page, its cells, and what can be taken away of them."""

from django.urls import path

from website.views.matchup_downloads import cell_file, cell_json, matchup_file, matchup_json
from website.views.matchup_results import (
    matchup,
    matchup_again,
    matchup_cancellation,
    matchup_cell,
    matchup_deletion,
)

MATCHUP = "matchups/<uuid:matchup_id>/"
CELL = f"{MATCHUP}cells/<int:view>/<slug:way>/<int:row>/<int:column>/"
FILE = "<slug:kind>/<slug:name>.<slug:suffix>"

urlpatterns = [
    path(MATCHUP, matchup, name="matchup"),
    path(f"{MATCHUP}cancel/", matchup_cancellation, name="matchup-cancel"),
    path(f"{MATCHUP}again/", matchup_again, name="matchup-again"),
    path(f"{MATCHUP}delete/", matchup_deletion, name="matchup-delete"),
    path(f"{MATCHUP}answer.json", matchup_json, name="matchup-json"),
    path(f"{MATCHUP}{FILE}", matchup_file, name="matchup-file"),
    path(CELL, matchup_cell, name="matchup-cell"),
    path(f"{CELL}answer.json", cell_json, name="matchup-cell-json"),
    path(f"{CELL}{FILE}", cell_file, name="matchup-cell-file"),
]
