"""Each thing a served installation needs is missed by its own id."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from config.checks import served_has_what_it_needs
from config.env import MISSING_SECRET_KEY

# The check only reads the setting; no connection is made from it.
pytestmark = pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")

POSTGRESQL = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "rosters"}}
SQLITE = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "rosters"}}


@pytest.fixture
def served(settings: Settings) -> Settings:
    """A served installation that lacks nothing."""
    settings.SERVED = True
    settings.DATABASES = POSTGRESQL
    settings.CELERY_BROKER_URL = "redis://redis:6379/0"
    settings.SECRET_KEY = "0123456789" * 5
    settings.ALLOWED_HOSTS = ["roster.example.org"]
    return settings


def ids() -> list[str | None]:
    return [found.id for found in served_has_what_it_needs(None)]


def test_a_served_installation_that_lacks_nothing_starts(served: Settings) -> None:
    assert ids() == []


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("DATABASES", SQLITE, "quartermaster.E001"),
        ("CELERY_BROKER_URL", "quartermaster-files://localhost", "quartermaster.E002"),
        ("SECRET_KEY", MISSING_SECRET_KEY, "quartermaster.E003"),
        ("SECRET_KEY", "0123456789" * 4, "quartermaster.E003"),
        ("ALLOWED_HOSTS", [], "quartermaster.E004"),
        ("ALLOWED_HOSTS", ["roster.example.org", "*"], "quartermaster.E004"),
    ],
)
def test_each_thing_missing_is_named_by_its_own_id(served: Settings, name: str, value: object, expected: str) -> None:
    setattr(served, name, value)
    assert ids() == [expected]


def test_an_embedded_installation_needs_none_of_them(settings: Settings) -> None:
    settings.SERVED = False
    settings.ALLOWED_HOSTS = []
    assert ids() == []
