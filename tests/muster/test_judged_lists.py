"""Real lists of strangers and what is broken in them, each violation judged by hand.

``tests/specs/handwritten/reference-lists.yaml``: ``judged: true`` is a violation that the texts bear out, ``false``
one that is a fault of the project and still there.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from datasheets.catalogue import Catalogue
from roster.interchange import read_text
from roster.muster import Outcome, Stage, check_roster
from tests.yaml_files import read_yaml

JUDGED = Path(__file__).resolve().parents[1] / "specs" / "handwritten" / "reference-lists.yaml"
KEYS = frozenset({"file", "legal", "points", "undecided", "violations"})
VIOLATION_KEYS = frozenset({"check", "at", "judged", "why"})


def _judged() -> list[Mapping[str, Any]]:
    return list(read_yaml(JUDGED))


@pytest.mark.reference
@pytest.mark.parametrize("row", _judged(), ids=[row["file"][:2] for row in _judged()])
def test_a_real_list_is_broken_as_judged(row: Mapping[str, Any], reference_lists: Path, catalogue: Catalogue) -> None:
    path = reference_lists / row["file"]
    if not path.is_file():
        pytest.skip(f"{row['file']} is not on this machine")
    document = read_text(path.read_text(encoding="utf-8"), catalogue).document
    assert document is not None

    report = check_roster(document, catalogue, stage=Stage.FINAL)

    found = [(verdict.check, violation.at) for verdict in report.broken for violation in verdict.violations]
    assert sorted(found) == sorted((one["check"], one["at"]) for one in row["violations"])
    undecided = sorted(one.check for one in report.verdicts if one.outcome is Outcome.NOT_CHECKED)
    assert (report.is_legal, report.points.total, undecided) == (
        row["legal"],
        row["points"],
        sorted(row.get("undecided", ())),
    )


def test_every_violation_of_a_real_list_is_judged_and_says_why() -> None:
    for row in _judged():
        assert set(row) <= KEYS, row["file"]
        for one in row["violations"]:
            assert set(one) == VIOLATION_KEYS, row["file"]
            assert isinstance(one["judged"], bool)
            assert one["why"].endswith("."), one["why"]
