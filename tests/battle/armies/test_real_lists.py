"""Real army lists become fighters that the engine takes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from battle.armies import FieldedArmy, field_army
from battle.engine.attacks import resolve
from battle.engine.policies import Policies
from battle.engine.situation import Situation
from battle.engine.validation import faults_in
from datasheets.catalogue import Catalogue
from roster.interchange import read_text

OWN_LISTS = Path(__file__).resolve().parents[2] / "fixtures_lists"


def _armies(files: Iterable[Path], catalogue: Catalogue) -> list[FieldedArmy]:
    documents = (read_text(file.read_text("utf-8", errors="replace"), catalogue).document for file in sorted(files))
    return [field_army(document, catalogue) for document in documents if document is not None and document.units]


def test_every_known_unit_of_our_lists_can_fight(catalogue: Catalogue) -> None:
    armies = _armies(OWN_LISTS.rglob("*.txt"), catalogue)

    assert len(armies) > 0
    assert [fault for army in armies for unit in army.units for fault in faults_in(unit.fighters)] == []
    # Some of these lists name a unit that nobody knows; it is left out with its reason.
    reasons = {reason.partition(":")[0].partition(" is ")[2] for army in armies for _, reason in army.left_out}
    assert reasons <= {"not recognised", "known by name and price only"}


def test_units_of_one_list_attack_those_of_another(catalogue: Catalogue) -> None:
    one, *_, other = _armies(OWN_LISTS.rglob("*.txt"), catalogue)

    for attacker in one.units[:4]:
        for target in other.units[:4]:
            found = resolve(attacker.fighters, target.fighters, Situation(distance=12), Policies())
            assert sum(found.states.values()) == pytest.approx(1.0, abs=1e-12), (attacker.name, target.name)
            assert found.measures.expected_kills <= target.fighters.models


@pytest.mark.reference
def test_every_unit_of_the_reference_lists_can_fight(catalogue: Catalogue, reference_lists: Path) -> None:
    armies = _armies(reference_lists.rglob("*.txt"), catalogue)

    assert sum(len(army.units) for army in armies) > 200
    assert [fault for army in armies for unit in army.units for fault in faults_in(unit.fighters)] == []
