"""Everything a muster has to check is checked: a list of a hundred things, and what answers for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from roster.muster.registry import all_checks
from tests.yaml_files import read_yaml

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "tests" / "specs" / "listed_checks.yaml"
FAMILIES: dict[str, list[dict[str, Any]]] = read_yaml(LIST)
ROWS = [row for rows in FAMILIES.values() for row in rows]


def test_the_list_is_whole() -> None:
    assert {family: len(rows) for family, rows in FAMILIES.items()} == {
        "Roster": 9,
        "Detachments": 10,
        "Units": 12,
        "Composition and price": 8,
        "Wargear": 9,
        "Enhancements": 15,
        "Attachments": 10,
        "Warlord": 9,
        "Allies": 9,
        "Transports and reserves": 9,
    }
    assert len({row["id"] for row in ROWS}) == len(ROWS) == 100


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_each_is_answered_by_checks_that_there_are(row: dict[str, Any]) -> None:
    assert row["checks"], "a thing to check without a check"
    assert set(row["checks"]) <= {check.id for check in all_checks()}
    assert all((ROOT / path).is_file() for path in row.get("tests", ()))
