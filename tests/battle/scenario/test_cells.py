"""Cells that take too long for a row: sampled, and then refused, without keeping others from being answered."""

from __future__ import annotations

from typing import Any

import pytest

from battle.scenario import cells
from battle.scenario.answering import answer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.as_text import answer_lines
from battle.scenario.decoding import scenario_from_json
from battle.scenario.parts import prepared
from battle.scenario.rolling import Rolls
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import guards, knife, matrix, pair, rifle, riflemen, trooper, unit

GUNS = unit(trooper(count=200, weapons=[rifle(A="20D6"), knife()]), name="Guns")
MANY = unit(trooper(count=50, weapons=[rifle(A=4), knife()]), name="Many")
WALL = unit(trooper(count=200, W=200, points=2), name="Wall")
HOPELESS = unit(
    trooper(
        count=200,
        weapons=[rifle(A="20D6", D="20D6", abilities=["SUSTAINED HITS 20D6", "DEVASTATING WOUNDS", "LETHAL HITS"])],
    ),
    name="Hopeless",
)
LONG = "The exact answer would not fit: it would take too long to work out."


def _table(**changes: Any) -> dict[str, Any]:
    return matrix(**{"attackers": [GUNS], "targets": [WALL, guards()], "both_ways": False, **changes})


def _row(document: dict[str, Any], seed: int = 1) -> list[dict[str, Any]]:
    row: list[dict[str, Any]] = prepared(scenario_from_json(document), None, Rolls(seed=seed)).part_answer(0)["cells"]
    return row


@pytest.mark.parametrize(("activity", "samples"), [("shooting", 210), ("both", 200)])
def test_what_would_not_fit_is_sampled_with_its_standard_errors(activity: str, samples: int) -> None:
    wall, _ = _row(_table(activity=activity), seed=7)

    told = {name: wall[name] for name in ("method", "samples", "seed", "reason", "attacks")}
    assert told == {"method": "sampled", "samples": samples, "seed": 7, "reason": LONG, "attacks": True}
    assert set(wall["standard_errors"]) == {
        "expected_models",
        "expected_wounds",
        "expected_points",
        "whole_unit",
        "points_for_a_point",
    }
    assert wall["standard_errors"]["expected_points"] == pytest.approx(2 * wall["standard_errors"]["expected_models"])
    assert wall["standard_errors"]["points_for_a_point"] is None
    alone = answer_as_dict(answer(scenario_from_json(pair(GUNS, WALL, activity=activity)), rolls=Rolls(samples=300)))
    errors = [found["standard_errors"]["expected_models"] for found in (wall, alone["sampling"])]
    assert abs(wall["expected_models"] - alone["cell"]["expected_models"]) <= 4 * sum(errors)


def test_the_same_seed_gives_the_same_cells() -> None:
    found = [_row(_table(targets=[WALL]), seed=seed)[0] for seed in (3, 3, 4)]

    assert found[0] == found[1] != found[2]


def test_a_table_of_both_kinds_of_cells_is_mixed() -> None:
    found = answer(scenario_from_json(_table(activity="fight", targets=[guards()], attackers=[GUNS, riflemen()])))
    mixed = answer_as_dict(answer(scenario_from_json(_table(attackers=[GUNS, riflemen()]))))
    sampled = answer_as_dict(answer(scenario_from_json(_table(targets=[WALL]))))

    assert (answer_as_dict(found)["method"], mixed["method"], sampled["method"]) == ("exact", "mixed", "sampled")


def test_cells_that_take_long_leave_work_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MORE_WORK_OF_A_ROW", 1.5 * cells.WORK_OF_A_SAMPLED_CELL)
    walls = [WALL, unit(trooper(count=200, W=199, points=2), name="Other wall")]

    first, second, third = _row(_table(attackers=[MANY], targets=[*walls, guards()]))

    assert first["method"] == "sampled"
    assert second["refused"] == "Other cells of the row take too long already. Ask for this pair by itself."
    assert second["expected_models"] is None
    assert (third["attacks"], "method" in third) == (True, False)


def test_what_cannot_even_be_rolled_is_refused_with_its_reason() -> None:
    target = unit(trooper(count=200, W=1000, FNP=5), name="Endless")

    cell, other = _row(_table(attackers=[HOPELESS], targets=[target, unit(trooper(count=1, Sv=7, W=1), name="One")]))

    assert cell["refused"] == f"{LONG} 100 samples of so many attacks would take too long. Ask for this pair by itself."
    assert other["refused"] == cell["refused"]


def test_a_table_of_refused_cells_is_refused() -> None:
    target = unit(trooper(count=200, W=1000, FNP=5), name="Endless")

    with pytest.raises(DocumentError) as refused:
        answer(scenario_from_json(_table(attackers=[HOPELESS], targets=[target])))

    assert refused.value.message.startswith(f"Nothing of it could be answered. {LONG}")


def test_sampled_and_refused_cells_for_people() -> None:
    target = unit(trooper(count=200, W=1000, FNP=5), name="Endless")

    lines = answer_lines(answer(scenario_from_json(_table(attackers=[HOPELESS, GUNS], targets=[target, WALL]))))

    first = next(line for line in lines if line.startswith("    "))
    assert first.startswith(f"    Endless (200 models): not answered. {LONG}")
    assert any(line.endswith(", 210 samples") for line in lines)
    assert "Method: sampled." in lines
