"""12.04: in which order units that are engaged fight."""

from __future__ import annotations

import pytest

from battle.engine.courses import Who, fighting_order
from tests.battle.engine.rules.citing import rule


@rule("12.04")
@pytest.mark.parametrize("active", list(Who))
@pytest.mark.parametrize(
    ("mine", "theirs", "is_active_first"),
    [(False, False, True), (True, False, True), (True, True, True), (False, True, False)],
)
def test_the_order_of_fights(active: Who, mine: bool, theirs: bool, is_active_first: bool) -> None:
    found = fighting_order(active, active_fights_first=mine, other_fights_first=theirs)

    assert found == ((active, active.other) if is_active_first else (active.other, active))
