"""Fixtures of the sources' tests."""

from __future__ import annotations

import pytest

from datasheets.sources import SourceBuild, source_build


@pytest.fixture(scope="session")
def build() -> SourceBuild:
    """The build of the project's own fixtures."""
    return source_build()
