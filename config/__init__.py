"""The composition root: settings, addresses, processes. The only place that knows every app."""

import os

# Before anything multiplies matrices: workers are processes, and threads of each would only wait for those of others.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from config.celery import app as celery_app

__all__ = ["celery_app"]
