"""The Celery application: rings the bell for work whose truth is in database rows."""

import os

from celery import Celery, signals

from config import broker
from config.sweeper import Sweeper

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
broker.install()

app = Celery("quartermaster")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

_sweeper = Sweeper(every_seconds=30)

WORKER_NICENESS = 10
"""How far workers stand back, on the scale of ``nice``."""


@signals.setup_logging.connect
def _keep_our_logging(**_: object) -> None:
    """Django has set logging up already; a receiver keeps Celery from replacing it."""


@signals.worker_init.connect
def _refuse_if_misconfigured(**_: object) -> None:
    from config.checks import refuse_if_misconfigured

    refuse_if_misconfigured()


@signals.worker_init.connect
def _give_way(**_: object) -> None:
    """Let the web server go first where both share a processor: somebody waits for what it does."""
    os.nice(WORKER_NICENESS)


@signals.worker_ready.connect
def _start_sweeping(**_: object) -> None:
    """Begin to look for work left lying, now and twice a minute from then on (R-34)."""
    _sweeper.start()


@signals.worker_shutdown.connect
def _stop_sweeping(**_: object) -> None:
    _sweeper.stop()
