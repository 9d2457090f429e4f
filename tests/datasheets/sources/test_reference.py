"""The project's points manuals beside the published ones, where those are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasheets.sources.build import FIXTURES
from datasheets.sources.field_manual import convert_field_manual
from datasheets.sources.manual import read_manual


@pytest.mark.reference
@pytest.mark.parametrize("version", ["v1.1", "v1.5"])
def test_the_stored_manual_is_the_published_one_converted(reference_lists: Path, version: str) -> None:
    published = convert_field_manual(reference_lists.parent / "data" / "mfm-11e" / version)
    assert read_manual(FIXTURES / "points" / version) == published
