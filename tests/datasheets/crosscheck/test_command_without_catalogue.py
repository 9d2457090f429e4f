"""``manage.py compare_catalogue`` where there is nothing to compare."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.datasheets.crosscheck.test_command import refusal


@pytest.mark.django_db
def test_empty_tables_are_refused(tmp_path: Path) -> None:
    assert refusal("--source", "gdc", str(tmp_path)) == (
        "There is nothing to compare in the working tables. Run: python manage.py import_catalogue"
    )


@pytest.mark.django_db
def test_a_release_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refusal("--source", "gdc", str(tmp_path), "--release", "2031.01.1") == (
        'There is no release or draft "2031.01.1"; /admin/ names those there are.'
    )
