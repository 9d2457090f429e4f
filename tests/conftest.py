"""Fixtures that every room's tests share."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest
from pytest_django import Settings

from datasheets.catalogue import Catalogue
from tests.people import club_mate, owner, stranger

__all__ = ["catalogue", "club_mate", "owner", "reference_lists", "stranger"]

REFERENCE = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(autouse=True)
def _a_cache_for_each_test(settings: Settings) -> None:
    """What a test counts (checks of an address, batches of a user, failed sign-ins) ends with it, on every cache."""
    own = {**settings.CACHES["default"], "KEY_PREFIX": f"test-{uuid.uuid4()}"}
    settings.CACHES = {"default": own}


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The catalogue of all factions as the sources have it, compiled without a database."""
    from datasheets.sources import source_catalogue

    return source_catalogue()


@pytest.fixture(scope="session")
def reference_lists() -> Path:
    """The folder of real army lists beside the project; tests that need it are left out where it is not there."""
    folder = REFERENCE / "lists"
    if not folder.is_dir():
        pytest.skip("the reference lists are not on this machine")
    return folder
