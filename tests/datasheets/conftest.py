"""The made-up catalogue in the tables, imported once for each module that asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from datasheets.services import import_catalogue
from datasheets.services.importing import ImportOutcome
from tests.datasheets.builders import mini_build


@pytest.fixture(scope="module")
def mini_import(django_db_setup: None, django_db_blocker: Any) -> Iterator[ImportOutcome]:
    """The made-up catalogue imported and published; rolled back when the module is done."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield import_catalogue(mini_build())
        transaction.set_rollback(True)


@pytest.fixture
def stored(mini_import: ImportOutcome, db: None) -> ImportOutcome:
    """The imported catalogue, in a transaction of the test's own."""
    return mini_import
