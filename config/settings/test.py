"""Settings of the test suite: the same services as the environment names, nothing under ``var``."""

import os

from config import env as environment
from config.env import env
from config.settings.base import *  # noqa: F403
from config.settings.base import REST_FRAMEWORK, VAR_DIR

SECRET_KEY = "a key for tests, known to everybody and good for nothing"  # noqa: S105
DEMO_LOGIN = None
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Test processes run side by side and must not see each other's cache entries or messages.
_process = f"test-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
if env.str("REDIS_URL", default=""):
    CACHES = {"default": environment.cache(VAR_DIR, prefix=_process)}
    _broker = environment.broker(VAR_DIR, prefix=_process)
    CELERY_BROKER_URL = _broker["url"]
    CELERY_BROKER_TRANSPORT_OPTIONS = _broker["transport_options"]
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": _process}}
    CELERY_BROKER_URL = "memory://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {}

# Tests of throttles set their own rates.
REST_FRAMEWORK = REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": {"anon": "100000/min", "user": "100000/min"}}
