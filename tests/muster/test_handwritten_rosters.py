"""Rosters that were judged by hand from datasheets and rule texts, before the project judged them.

``tests/specs/handwritten/<faction>.yaml`` holds a list of rosters over the catalogue of all factions::

    - claim: what it shows
      by: the datasheet, and which of its sections decide
      roster: {...}                  # see tests/muster/handwritten.py
      parts: [90, 170, 25]           # prices of the manual that were added up, in the order of the units
      total: 285                     # their sum, by hand
      illegal: [25.03/unit-limit]    # exactly the checks that make it illegal; default: none
      undecided: [18.01/passengers]  # checks that cannot be made here; default: none
      open: why                      # the judgement stands, and the project does not yet agree
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from datasheets.catalogue import Catalogue
from roster.muster import Outcome, Severity, Stage, check_roster
from tests.muster.handwritten import handwritten_roster
from tests.yaml_files import read_yaml

HANDWRITTEN = Path(__file__).resolve().parents[1] / "specs" / "handwritten"
NOT_ROSTERS = frozenset({"reference-lists"})
KEYS = frozenset({"claim", "by", "roster", "parts", "total", "illegal", "undecided", "open"})
REQUIRED = frozenset({"claim", "by", "roster", "parts", "total"})
LEAST = 200
"""So many rosters are judged by hand at least."""


def _rows() -> list[tuple[str, Mapping[str, Any]]]:
    return [
        (f"{path.stem}-{row.get('claim')}", row)
        for path in sorted(HANDWRITTEN.glob("*.yaml"))
        if path.stem not in NOT_ROSTERS
        for row in read_yaml(path)
    ]


ROWS = _rows()


@pytest.mark.parametrize("row", [row for _, row in ROWS], ids=[name for name, _ in ROWS])
def test_a_handwritten_roster_is_judged_as_by_hand(row: Mapping[str, Any], catalogue: Catalogue) -> None:
    document = handwritten_roster(row["roster"], catalogue)
    judged = {
        "illegal": sorted(row.get("illegal", ())),
        "undecided": sorted(row.get("undecided", ())),
        "total": row["total"],
    }

    report = check_roster(document, catalogue, stage=Stage.FINAL)

    found = {
        "illegal": sorted(one.check for one in report.broken if one.severity is Severity.ILLEGAL),
        "undecided": sorted(one.check for one in report.verdicts if one.outcome is Outcome.NOT_CHECKED),
        "total": report.points.total,
    }
    if "open" in row:
        assert found != judged, "The project agrees by now: take ``open`` away."
    else:
        assert found == judged


@pytest.mark.parametrize("row", [row for _, row in ROWS], ids=[name for name, _ in ROWS])
def test_a_handwritten_roster_says_what_it_rests_on(row: Mapping[str, Any], catalogue: Catalogue) -> None:
    assert set(row) <= KEYS
    assert set(row) >= REQUIRED
    assert sum(row["parts"]) == row["total"]
    document = handwritten_roster(row["roster"], catalogue)
    assert {unit.datasheet.id for unit in document.units} <= set(catalogue.datasheets)
    assert {detachment.id for detachment in document.detachments} <= set(catalogue.detachments)
    borne = {enhancement.id for unit in document.units for enhancement in unit.enhancements}
    assert borne <= set(catalogue.enhancements)


def test_two_hundred_rosters_are_judged() -> None:
    assert len(ROWS) >= LEAST


def test_no_claim_stands_twice() -> None:
    names = [name for name, _ in ROWS]
    assert len(names) == len(set(names))
