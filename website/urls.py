"""Addresses of the club's site; signing in and out is in ``config.urls``."""

from django.urls import path

from website.gauntlet_urls import urlpatterns as gauntlet_urls
from website.matchup_urls import urlpatterns as matchup_urls
from website.views.batch import batch, batch_deletion, batch_item, batch_table_csv, batches
from website.views.check import check
from website.views.event_forms import (
    event_change,
    event_deletion,
    event_download,
    event_json,
    event_new,
    event_new_json,
)
from website.views.events import event, events
from website.views.fixes import roster_fix, roster_undo
from website.views.home import home
from website.views.matchup_forms import matchup_datasheets, matchup_new
from website.views.matchups import matchups
from website.views.releases import release_changelog, release_diff, releases
from website.views.reports import report_form, reports
from website.views.rosters import roster, roster_change, roster_move, roster_saving, rosters
from website.views.why import check_why, roster_why

urlpatterns = [
    path("", home, name="home"),
    path("check/", check, name="check"),
    path("check/why/", check_why, name="check-why"),
    path("check/batch/", batches, name="check-batches"),
    path("check/batch/<uuid:batch_id>/", batch, name="check-batch"),
    path("check/batch/<uuid:batch_id>/delete/", batch_deletion, name="check-batch-delete"),
    path("check/batch/<uuid:batch_id>/table.csv", batch_table_csv, name="check-batch-csv"),
    path("check/batch/<uuid:batch_id>/<int:position>/", batch_item, name="check-batch-item"),
    path("events/", events, name="events"),
    path("events/<slug:slug>/", event, name="event"),
    path("events/<slug:slug>/change/", event_change, name="event-change"),
    path("events/<slug:slug>/delete/", event_deletion, name="event-delete"),
    path("events/<slug:slug>/json/", event_json, name="event-json"),
    path("events/<slug:slug>/profile.json", event_download, name="event-download"),
    path("organise/event/", event_new, name="event-new"),
    path("organise/event/json/", event_new_json, name="event-new-json"),
    path("rosters/", rosters, name="rosters"),
    path("rosters/save/", roster_saving, name="roster-save"),
    path("rosters/<uuid:roster_id>/", roster, name="roster"),
    path("rosters/<uuid:roster_id>/fix/", roster_fix, name="roster-fix"),
    path("rosters/<uuid:roster_id>/undo/", roster_undo, name="roster-undo"),
    path("rosters/<uuid:roster_id>/move/", roster_move, name="roster-move"),
    path("rosters/<uuid:roster_id>/why/", roster_why, name="roster-why"),
    path("rosters/<uuid:roster_id>/<slug:action>/", roster_change, name="roster-change"),
    path("matchups/", matchups, name="matchups"),
    path("matchups/datasheets/", matchup_datasheets, name="matchup-datasheets"),
    path("matchups/new/<slug:kind>/", matchup_new, name="matchup-new"),
    *gauntlet_urls,
    *matchup_urls,
    path("reports/", reports, name="reports"),
    path("reports/new/", report_form, name="report"),
    path("releases/", releases, name="releases"),
    path("releases/<str:before>/to/<str:after>/", release_diff, name="release-diff"),
    path("releases/<str:before>/to/<str:after>/changelog.md", release_changelog, name="release-changelog"),
]
