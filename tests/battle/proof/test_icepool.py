"""The engine beside a program of the dice calculator icepool that was written by itself: thirty attacks."""

from __future__ import annotations

import pytest

from tests.battle.proof.scenarios import THIRTY, Printout


def test_there_are_thirty_with_names_of_their_own() -> None:
    assert len({one.name for one in THIRTY}) == len(THIRTY) == 30


@pytest.mark.parametrize("printout", THIRTY, ids=[one.name for one in THIRTY])
def test_chances_of_models_destroyed_are_those_of_icepool(printout: Printout) -> None:
    found = printout.by_engine()

    assert found.measures.kills == pytest.approx(printout.by_icepool(), abs=1e-9)
    assert sum(found.states.values()) == pytest.approx(1.0, abs=1e-12)
