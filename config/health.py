"""Whether the service lives and whether it can work, for supervisors and load balancers.

``/health/live`` answers as long as the process does. ``/health/ready`` answers 200 when database,
catalogue and broker are there and 503 when one is not, naming each. It also says how much work waits and
since when: that the queue is long makes a service slow, and not unready.
"""

from __future__ import annotations

import os

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from battle.queue import waiting_work
from config.celery import app
from datasheets.selectors import NoRelease, current_catalogue


@csrf_exempt
@require_safe
@never_cache
def live(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers."""
    return JsonResponse({"status": "live"})


@csrf_exempt
@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 with the release in use, or 503; ``checks`` gives each part's state, ``"ok"`` or what is wrong."""
    checks = {"database": _database(), "broker": _broker()}
    release, work = None, None
    if checks["database"] == "ok":
        checks["catalogue"], release = _catalogue()
        work = _work()
    is_ready = all(state == "ok" for state in checks.values())
    answer = {"status": "ready" if is_ready else "not ready", "checks": checks, "release": release, "work": work}
    return JsonResponse(answer, status=200 if is_ready else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "the database does not answer"
    return "ok"


def _catalogue() -> tuple[str, dict[str, str] | None]:
    """The state of the catalogue, and the release that checks use. The first call in a process loads it."""
    try:
        stamp = current_catalogue().stamp
    except NoRelease:
        return "no release is published; run: manage.py import_catalogue", None
    except DatabaseError:
        return "the tables are missing; run: manage.py migrate", None
    return "ok", {
        "label": stamp.label,
        "published": stamp.published,
        "manual": f"{stamp.manual.name} {stamp.manual.version}",
        "manual_date": stamp.manual.date,
        "upstream": stamp.upstream,
    }


def _work() -> dict[str, int | float | None] | None:
    """Parts of simulations that wait and run, and how long the oldest waits; None where the tables are missing."""
    try:
        waiting = waiting_work()
    except DatabaseError:
        return None
    oldest = round(waiting.oldest_seconds, 1) if waiting.oldest_seconds is not None else None
    return {"waiting_parts": waiting.parts, "running_parts": waiting.running_parts, "oldest_seconds": oldest}


def _broker() -> str:
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=2)
            broker.default_channel  # noqa: B018 - opening it asks Redis, or makes the folders of the file broker
    except (OperationalError, OSError):
        return "the broker does not answer"
    folder = settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("data_folder_out")
    if folder is not None and not os.access(folder, os.W_OK):
        return f"the folder {folder} cannot be written"
    return "ok"
