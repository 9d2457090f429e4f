"""Addresses of version 1."""

from django.urls import path

from api.v1.auth import LoginView, LogoutView
from api.v1.batches import BatchCsvView, BatchesView, BatchItemsView, BatchItemView, BatchView
from api.v1.check import CheckView
from api.v1.checks import ChecksView
from api.v1.data_errors import DataErrorsView, DataErrorView
from api.v1.documentation import DocumentationView, RosterSchemaView, SchemaView
from api.v1.events import EventSchemaView, EventsView, EventView
from api.v1.fixes import RosterFixView
from api.v1.gauntlets import GauntletsView, GauntletView
from api.v1.index import IndexView, ProblemsView, ReleaseView
from api.v1.releases import ReleaseByLabelView, ReleaseDiffView, ReleasesView
from api.v1.rosters import RosterMoveView, RostersView, RosterView
from api.v1.simulation_events import SimulationEventsView
from api.v1.simulations import (
    AskSchemaView,
    SimulationAgainView,
    SimulationCancelView,
    SimulationCellsView,
    SimulationResultView,
    SimulationsView,
    SimulationView,
)
from api.v1.why import ExplainView, RosterWhyView

app_name = "api-v1"
urlpatterns = [
    path("", IndexView.as_view(), name="index"),
    path("auth/login", LoginView.as_view(), name="login"),
    path("auth/logout", LogoutView.as_view(), name="logout"),
    path("checks", ChecksView.as_view(), name="checks"),
    path("data-errors", DataErrorsView.as_view(), name="data-errors"),
    path("data-errors/<uuid:report>", DataErrorView.as_view(), name="data-error"),
    path("docs/", DocumentationView.as_view(), name="documentation"),
    path("events", EventsView.as_view(), name="events"),
    path("events/<slug:slug>", EventView.as_view(), name="event"),
    path("gauntlets", GauntletsView.as_view(), name="gauntlets"),
    path("gauntlets/<slug:slug>", GauntletView.as_view(), name="gauntlet"),
    path("muster/batches", BatchesView.as_view(), name="batches"),
    path("muster/batches/<uuid:batch>", BatchView.as_view(), name="batch"),
    path("muster/batches/<uuid:batch>/csv", BatchCsvView.as_view(), name="batch-csv"),
    path("muster/batches/<uuid:batch>/items", BatchItemsView.as_view(), name="batch-items"),
    path("muster/batches/<uuid:batch>/items/<int:position>", BatchItemView.as_view(), name="batch-item"),
    path("muster/check", CheckView.as_view(), name="check"),
    path("muster/explain", ExplainView.as_view(), name="explain"),
    path("problems", ProblemsView.as_view(), name="problems"),
    path("release", ReleaseView.as_view(), name="release"),
    path("releases", ReleasesView.as_view(), name="releases"),
    path("releases/<str:label>", ReleaseByLabelView.as_view(), name="release-by-label"),
    path("releases/<str:before>/diff/<str:after>", ReleaseDiffView.as_view(), name="release-diff"),
    path("rosters", RostersView.as_view(), name="rosters"),
    path("rosters/<uuid:roster>", RosterView.as_view(), name="roster"),
    path("rosters/<uuid:roster>/fixes", RosterFixView.as_view(), name="roster-fixes"),
    path("rosters/<uuid:roster>/move", RosterMoveView.as_view(), name="roster-move"),
    path("rosters/<uuid:roster>/why", RosterWhyView.as_view(), name="roster-why"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("schemas/ask-1.json", AskSchemaView.as_view(), name="ask-schema"),
    path("schemas/event-1.json", EventSchemaView.as_view(), name="event-schema"),
    path("schemas/roster-1.json", RosterSchemaView.as_view(), name="roster-schema"),
    path("simulations", SimulationsView.as_view(), name="simulations"),
    path("simulations/<uuid:simulation>", SimulationView.as_view(), name="simulation"),
    path("simulations/<uuid:simulation>/again", SimulationAgainView.as_view(), name="simulation-again"),
    path("simulations/<uuid:simulation>/cancel", SimulationCancelView.as_view(), name="simulation-cancel"),
    path("simulations/<uuid:simulation>/cells", SimulationCellsView.as_view(), name="simulation-cells"),
    path("simulations/<uuid:simulation>/events", SimulationEventsView.as_view(), name="simulation-events"),
    path("simulations/<uuid:simulation>/result", SimulationResultView.as_view(), name="simulation-result"),
]
