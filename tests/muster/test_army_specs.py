"""Whole armies as data: what is illegal about each, and what its units cost.

``tests/specs/armies/<topic>.yaml`` holds a list of armies over the catalogue of all factions::

    - claim: what it shows
      roster: {...}                  # see tests/muster/rosters.py
      illegal: [25.03/unit-limit]    # exactly the checks that make it illegal; default: none
      points: [90, 170]              # of each unit, where the claim is about points
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from datasheets.catalogue import Catalogue
from roster.muster import Severity, Stage, check_roster
from tests.muster.rosters import roster_of
from tests.yaml_files import read_yaml

ARMIES = Path(__file__).resolve().parents[1] / "specs" / "armies"
KEYS = frozenset({"claim", "roster", "illegal", "points"})
LEAST = 60
"""So many armies are judged by hand at least."""


def _armies() -> list[tuple[str, Mapping[str, Any]]]:
    return [
        (f"{path.stem}-{army['claim']}", army) for path in sorted(ARMIES.glob("*.yaml")) for army in read_yaml(path)
    ]


@pytest.mark.parametrize("army", [army for _, army in _armies()], ids=[name for name, _ in _armies()])
def test_an_army_is_judged_as_by_hand(army: Mapping[str, Any], catalogue: Catalogue) -> None:
    assert set(army) <= KEYS
    document = roster_of(army["roster"], catalogue)
    assert {unit.datasheet.id for unit in document.units} <= set(catalogue.datasheets)
    assert {detachment.id for detachment in document.detachments} <= set(catalogue.detachments)
    held = {enhancement.id for unit in document.units for enhancement in unit.enhancements}
    assert held <= set(catalogue.enhancements)

    report = check_roster(document, catalogue, stage=Stage.FINAL)

    illegal = sorted(verdict.check for verdict in report.broken if verdict.severity is Severity.ILLEGAL)
    assert illegal == sorted(army.get("illegal", ()))
    if "points" in army:
        assert [price.points for price in report.points.units] == army["points"]


def test_sixty_armies_are_judged() -> None:
    assert len(_armies()) >= LEAST
