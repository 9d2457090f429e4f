"""Numbers beyond what profiles print, and rolls that combine in too many ways, are refused before memory is used."""

from __future__ import annotations

import re
from typing import Any

import pytest

from battle.engine.modifiers import MOST_WAYS, Characteristic, Modifier, Operation, modified, refuse_many_ways
from battle.engine.work import TooLarge
from battle.scenario.answering import answer
from battle.scenario.decoding import scenario_from_json
from battle.scenario.rolling import NO_ROLLS, Rolls
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import rifle, riflemen, scenario


def effects(count: int, **changes: Any) -> list[dict[str, Any]]:
    """So many effects that are alike but for their names."""
    alike = {"side": "attacks made", "change": "add", **changes}
    return [{"source": f"Rule {number}", **alike} for number in range(count)]


def test_a_number_may_be_as_large_as_profiles_print() -> None:
    double = Modifier(Operation.MULTIPLY, 2, "Rule")

    assert modified(Characteristic.DAMAGE, 500, [double]).value == 1000
    with pytest.raises(TooLarge, match=re.escape("D of 1,002; 1,000 is the most that is worked out")):
        modified(Characteristic.DAMAGE, 501, [double])


def test_rolls_combine_in_so_many_ways_at_most() -> None:
    refuse_many_ways("D", [MOST_WAYS, 1])

    with pytest.raises(TooLarge, match=re.escape("can come up in 2,001 ways")):
        refuse_many_ways("D", [MOST_WAYS + 1])


@pytest.mark.parametrize("rolls", [NO_ROLLS, Rolls(samples=100)], ids=["exactly", "by dice"])
@pytest.mark.parametrize(
    ("weapon", "rules", "reason"),
    [
        ({"A": 10}, effects(100, part="A", change="multiply", value=1000), "A of more than a million millions"),
        ({"D": 10}, effects(2, part="D", change="multiply", value=20), "D of 4,000"),
        ({"S": 10}, effects(2, part="S", change="multiply", value=20), "S of 4,000"),
        ({"A": "D6"}, effects(4, part="A", value="3D6"), "what is rolled for A and its changes can come up in 65,536"),
        ({"S": "D6"}, effects(4, part="S", value="3D6"), "what is rolled for S and its changes can come up in 65,536"),
        ({"D": "D6"}, effects(4, part="D", value="3D6"), "what is rolled for D and its changes can come up in 65,536"),
        ({}, effects(101, part="attack dice", value=1000), "up to 1,000,020 attack dice of 10 × Rifle"),
    ],
    ids=["A", "D", "S", "rolled A", "rolled S", "rolled D", "attack dice"],
)
def test_what_is_too_large_is_refused_with_the_number(
    weapon: dict[str, Any], rules: list[dict[str, Any]], reason: str, rolls: Rolls
) -> None:
    asked = scenario_from_json(scenario(riflemen(rifle(**weapon), effects=rules)))

    with pytest.raises(DocumentError) as refused:
        answer(asked, rolls=rolls)

    assert refused.value.message.startswith(f"The exact answer would not fit: {reason}")
    assert refused.value.message.endswith(
        "Ask with smaller numbers, fewer weapons, or fewer effects that are rolled for."
    )
