"""A published catalogue for tests that ask the database for one."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from datasheets.selectors import current_catalogue
from datasheets.services import publish_release


@pytest.fixture
def release(db: None, catalogue: Catalogue) -> Catalogue:
    """The catalogue of the sources, in force."""
    publish_release(catalogue.data, upstream=catalogue.stamp.upstream, manual=catalogue.stamp.manual)
    return current_catalogue()
