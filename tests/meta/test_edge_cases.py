"""Every tricky edge of mustering that is listed is shown by a spec or a test that is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.yaml_files import read_yaml

TESTS = Path(__file__).resolve().parents[1]
EDGES: list[dict[str, Any]] = read_yaml(TESTS / "specs" / "edge_cases.yaml")


def test_the_list_is_whole() -> None:
    assert [row["number"] for row in EDGES] == list(range(1, 51))
    assert len({row["edge"] for row in EDGES}) == 50


@pytest.mark.parametrize("row", EDGES, ids=lambda row: str(row["number"]))
def test_each_is_shown_by_what_there_is(row: dict[str, Any]) -> None:
    assert row.keys() <= {"number", "edge", "shown", "why"}
    assert row["shown"], "an edge that nothing shows"
    assert len(set(row["shown"])) == len(row["shown"])
    assert [where for where in row["shown"] if not _is_there(where)] == []


def _is_there(where: str) -> bool:
    """Whether the file is there, and in it the claim or the test that is named."""
    path, _, claim = where.partition("#")
    path, _, test = path.partition("::")
    file = TESTS / path
    if not file.is_file():
        return False
    if claim:
        return claim in [one["claim"] for one in read_yaml(file)]
    return not test or f"def {test}(" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "where",
    ["specs/muster/none.yaml", "specs/armies/groups.yaml#Nobody says this.", "muster/test_points.py::test_nothing"],
)
def test_what_is_not_there_is_found(where: str) -> None:
    assert not _is_there(where)
