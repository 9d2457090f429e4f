"""The suite runs on what the environment names, so that a run on PostgreSQL and Redis is one."""

from __future__ import annotations

import os

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection


@pytest.mark.django_db
def test_the_database_is_the_one_the_environment_names() -> None:
    expected = "postgresql" if os.environ.get("DATABASE_URL") else "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert connection.vendor == expected


def test_cache_and_queue_are_those_the_environment_names() -> None:
    cache.set("services", "answer", timeout=5)
    assert cache.get("services") == "answer"
    redis_url = os.environ.get("REDIS_URL") or None
    assert settings.CACHES["default"].get("LOCATION") == redis_url or redis_url is None
    assert (redis_url or "memory://") == settings.CELERY_BROKER_URL
