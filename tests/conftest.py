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
TESTS = Path(__file__).resolve().parent

PLAIN = (
    "battle/advice",
    "battle/armies",
    "battle/effects",
    "battle/engine",
    "battle/proof",
    "battle/sampling",
    "battle/scenario",
    "checking",
    "config/test_embedded",
    "config/test_environment",
    "config/test_settings",
    "datasheets/audit",
    "datasheets/catalogue",
    "datasheets/crosscheck",
    "datasheets/releases",
    "datasheets/sources",
    "datasheets/spreadsheets",
    "explaining",
    "generated",
    "interchange",
    "meta",
    "muster",
)
"""Rooms whose tests reach no database, cache or queue unless they ask for one, or start processes with their own."""

LONG = ("datasheets/test_full_import", "datasheets/test_renames", "datasheets/test_upgrade")
"""Imports of the whole catalogue, again and again: a run for services makes those named here, others do the rest."""
MADE_ANYWAY = frozenset(
    {"test_second_import_writes_nothing_and_says_so", "test_newer_manual_may_be_put_in_force_at_once"}
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--services-only",
        action="store_true",
        help="leave out tests of plain packages, and most long imports",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--services-only"):
        return
    left = {item for item in items if _is_plain(item) or _is_long(item)}
    config.hook.pytest_deselected(items=list(left))
    items[:] = [item for item in items if item not in left]


def _is_long(item: pytest.Item) -> bool:
    """Whether the test imports the whole catalogue, and is not one of those made on every database."""
    room = item.path.relative_to(TESTS).as_posix()
    return room.startswith(LONG) and item.name.partition("[")[0] not in MADE_ANYWAY


def _is_plain(item: pytest.Item) -> bool:
    """Whether the test is of a plain room and asks for no database."""
    room = item.path.relative_to(TESTS).as_posix()
    if not room.startswith(PLAIN):
        return False
    asks = item.get_closest_marker("django_db") is not None
    return not asks and {"db", "transactional_db", "django_db_setup"}.isdisjoint(getattr(item, "fixturenames", ()))


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
