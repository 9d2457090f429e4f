"""Duels and matrices as scenarios ask for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from battle.scenario.answering import answer
from battle.scenario.answers import TableAnswer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.as_text import answer_lines
from battle.scenario.decoding import scenario_from_json
from battle.scenario.dueling import ChainAnswer
from battle.scenario.rolling import Rolls
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import rifle, riflemen, trooper, unit

SWORD = {"name": "Sword", "range": None, "A": 1, "skill": 4, "S": 4, "AP": 0, "D": 1}


def _swordsman(name: str, **changes: Any) -> dict[str, Any]:
    """One model: it hits on 4+ and wounds its like on 4+, and nothing saves."""
    return unit(trooper(name=name, count=1, Sv=7, W=1, weapons=[SWORD], **changes), name=f"{name}s")


def _chain(**changes: Any) -> dict[str, Any]:
    return {
        "schema": "quartermaster.scenario/1",
        "question": "chain",
        "attacker": _swordsman("Red"),
        "target": _swordsman("Blue"),
        "distance": 13,
        "rounds": 1,
        "attacker_course": {"approach": 6},
        "target_course": {"charges": False},
        **changes,
    }


def _matrix(**changes: Any) -> dict[str, Any]:
    return {
        "schema": "quartermaster.scenario/1",
        "question": "matrix",
        "attackers": [riflemen()],
        "targets": [unit(), unit(trooper(count=5, points=20), name="Guards")],
        **changes,
    }


def _refused(document: dict[str, Any], catalogue: Catalogue | None = None) -> tuple[str, str]:
    with pytest.raises(DocumentError) as refused:
        answer(scenario_from_json(document), catalogue)
    return refused.value.pointer, refused.value.message


def test_a_duel_for_people() -> None:
    found = answer(scenario_from_json(_chain(name="Swords")))

    lines = answer_lines(found)

    assert lines[:9] == [
        "Swords",
        "Reds (1 model), which has the first turn, and Blues (1 model), 13 inches apart.",
        "Round 1:",
        "  Reds's turn, in 100.00 %: it charges over 7 inches and succeeds in 58.33 %",
        "  Reds's turn, in 58.33 %: Reds fights; Reds has lost 0.00, Blues has lost 0.15",
        "  Reds's turn, in 43.75 %: Blues fights; Reds has lost 0.11, Blues has lost 0.15",
        "  Blues's turn, in 32.81 %: Blues fights; Reds has lost 0.19, Blues has lost 0.15",
        "  Blues's turn, in 24.61 %: Reds fights; Reds has lost 0.19, Blues has lost 0.21",
        "  At its end, 7 inches apart or, in 18.46 %, engaged:",
    ]
    assert "  Reds: 1 in 80.86 %, 0 in 19.14 %" in lines
    assert "Method: exact." in lines


def test_a_duel_for_programs() -> None:
    found = answer_as_dict(answer(scenario_from_json(_chain())))

    assert (found["schema"], found["question"], found["method"]) == ("quartermaster.answer/1", "chain", "exact")
    charge = found["steps"][0]
    assert (charge["round"], charge["turn"], charge["unit"], charge["action"]) == (1, "attacker", "attacker", "charge")
    assert (charge["distance"], charge["chance"]) == (7, pytest.approx(1.0))
    assert charge["charge_succeeds"] == pytest.approx(21 / 36)
    # A quarter of the first blow; else the answer, and in the other turn all once more (see the engine's test).
    assert found["rounds"][0]["target"]["whole_unit"] == pytest.approx(21 / 36 * 91 / 256)
    assert found["rounds"][0]["attacker"]["left"] == pytest.approx([21 / 36 * 84 / 256, 1 - 21 / 36 * 84 / 256])
    assert sum(map(sum, found["joint"])) == pytest.approx(1.0, abs=1e-12)


def test_the_command_prints_duels_and_matrices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for place, document in enumerate((_chain(), _matrix())):
        path = tmp_path / f"{place}.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        files.append(str(path))

    call_command("simulate", *files, "--json")

    duel, table = map(json.loads, capsys.readouterr().out.splitlines())
    assert (duel["question"], table["question"]) == ("chain", "matrix")


def test_a_matrix_for_programs() -> None:
    found = answer_as_dict(answer(scenario_from_json(_matrix())))

    alone = answer_as_dict(
        answer(
            scenario_from_json(
                {
                    "schema": "quartermaster.scenario/1",
                    "question": "attack",
                    "attacker": riflemen(),
                    "target": unit(trooper(count=5, points=20), name="Guards"),
                }
            )
        )
    )["destroyed"]
    assert [one["name"] for one in found["targets"]] == ["Troopers", "Guards"]
    [view] = found["views"]
    assert (view["name"], view["activity"], view["situation"], len(view["forth"])) == ("", "shooting", {}, 1)
    cell = view["forth"][0][1]
    assert cell["expected_models"] == pytest.approx(alone["expected_models"], abs=1e-12)
    assert cell["expected_points"] == pytest.approx(20 * alone["expected_models"], abs=1e-10)
    assert (cell["points_for_a_point"], cell["attacks"]) == (None, True)
    # Troopers have no weapons.
    assert [[row[0]["attacks"], row[0]["expected_models"]] for row in view["back"]] == [[False, 0], [False, 0]]


def test_a_matrix_for_people() -> None:
    found = answer(scenario_from_json(_matrix(name="Table", activity="both")))

    lines = answer_lines(found)

    assert lines[:6] == [
        "Table",
        "1 unit and 2 units.",
        "Shooting and then fighting.",
        "Attackers on targets: models destroyed on average, their points, and the chance that the whole unit is",
        "  Riflemen (10 models)",
        "    Troopers (10 models): 1.42 models, 0.0 points, 0.00 %",
    ]
    assert "    Riflemen (10 models): no weapon can attack" in lines


def test_whole_rosters_against_each_other(catalogue: Catalogue) -> None:
    roster = {
        "from": "roster",
        "roster": {
            "schema": "quartermaster.roster/1",
            "faction": {"id": "necrons", "name": "Necrons"},
            "battle_size": None,
            "units": [
                {"key": "u1", "datasheet": {"id": "necrons:necron-warriors", "name": "Necron Warriors"}},
                {"key": "u2", "datasheet": {"id": "necrons:immortals", "name": "Immortals"}},
            ],
        },
    }

    found = answer(scenario_from_json(_matrix(attackers=[roster], targets=[roster, riflemen()])), catalogue)

    assert isinstance(found, TableAnswer)
    [view] = found.document["views"]
    assert [len(row) for row in view["forth"]] == [3, 3]
    assert [len(row) for row in view["back"]] == [2, 2, 2]
    assert view["forth"][0][1] == view["back"][0][1]


@pytest.mark.parametrize(
    ("changes", "pointer", "message"),
    [
        (
            {"distance": 40, "rounds": 1},
            "",
            "Nothing happens: neither unit can shoot, charge or fight the other on these courses.",
        ),
        ({"attacker": unit(), "target": unit()}, "/attacker", "Neither unit has weapons, so nothing happens."),
        (
            {"policies": {"order": ["Green"]}},
            "/policies/order/0",
            "Neither unit has “Green”; they have Red, Blue.",
        ),
        (
            {"attacker_course": {"shooting": {"switches": ["oath"]}}},
            "/attacker_course/shooting/switches/0",
            "Nothing is turned on by “oath”: the units have no switches.",
        ),
    ],
)
def test_duels_that_are_refused(changes: dict[str, Any], pointer: str, message: str) -> None:
    assert _refused(_chain(**changes)) == (pointer, message)


@pytest.mark.parametrize(
    ("changes", "pointer", "message"),
    [
        ({"attackers": []}, "/attackers", "No unit stands on this side."),
        (
            {"targets": [unit()] * 41},
            "/targets",
            "More than 40 units stand on this side, which is the most that can. Name fewer of them.",
        ),
        (
            {"policies": {"order": ["Trooper"]}},
            "/policies/order",
            "It names groups of one target, and a table has many.",
        ),
        (
            {"situation": {"phase": "fight"}},
            "/situation/phase",
            "The activity says in which phases units attack.",
        ),
    ],
)
def test_matrices_that_are_refused(changes: dict[str, Any], pointer: str, message: str) -> None:
    assert _refused(_matrix(**changes)) == (pointer, message)


@pytest.mark.parametrize(
    ("document", "pointer", "message"),
    [
        (_chain(rounds=6), "/rounds", "Expected integer <= 5."),
        (_chain(attacker_course={"moves": 6}), "/attacker_course", 'Object contains unknown field "moves".'),
        (
            _chain(target_course={"shooting": {"shooting_type": "snap"}}),
            "/target_course/shooting",
            'Object contains unknown field "shooting_type".',
        ),
        (
            _matrix(activity="charge"),
            "/activity",
            "Invalid enum value 'charge'. There are: shooting, fight, both.",
        ),
    ],
)
def test_what_cannot_be_read(document: dict[str, Any], pointer: str, message: str) -> None:
    assert _refused(document) == (pointer, message)


@pytest.mark.parametrize("document", [_chain(), _matrix()])
@pytest.mark.parametrize("rolls", [Rolls(samples=1000), Rolls(is_traced=True)])
def test_no_dice_are_rolled_for_them(document: dict[str, Any], rolls: Rolls) -> None:
    with pytest.raises(DocumentError, match="Dice are rolled for attacks, exchanges and pairs only"):
        answer(scenario_from_json(document), None, rolls)


def test_what_is_too_large_is_refused_and_not_sampled() -> None:
    many = unit(*(trooper(name=f"Kind {number}", count=1, W=2 + number) for number in range(9)), name="Many")

    pointer, message = _refused(_chain(attacker=riflemen(), target=many, distance=12))

    assert pointer == ""
    assert message.startswith("The exact answer would not fit: ")
    assert message.endswith(". Ask for fewer rounds, models or weapons.")


def test_switches_are_those_of_both_units() -> None:
    effect = {
        "source": "Sample Oath",
        "side": "attacks made",
        "part": "hit roll",
        "change": "add",
        "value": 1,
        "switch": "oath",
    }
    red = {**_swordsman("Red"), "effects": [effect]}

    off = answer(scenario_from_json(_chain(attacker=red)))
    on = answer(
        scenario_from_json(_chain(attacker=red, attacker_course={"approach": 6, "fighting": {"switches": ["oath"]}}))
    )

    assert isinstance(off, ChainAnswer)
    assert isinstance(on, ChainAnswer)
    assert (off.switches, on.switches) == (frozenset(), frozenset({"oath"}))
    # The first blow hits on 3+ instead of 4+.
    assert on.chain.steps[1].target.destroyed == pytest.approx(21 / 36 * 1 / 3)
    assert [row["is_on"] for row in answer_as_dict(on)["switches"]] == [True]


def test_rifles_shoot_while_they_come_nearer() -> None:
    """Twelve inches in two moves: out of range, then within it, then half of it."""
    guns = riflemen(rifle(range=20, abilities=["RAPID FIRE 1"]))
    found = answer(
        scenario_from_json(
            _chain(
                attacker=guns,
                target=unit(),
                distance=27,
                rounds=3,
                attacker_course={"approach": 6, "charges": False},
            )
        )
    )

    assert isinstance(found, ChainAnswer)
    assert [(step.round, step.action.value, step.distance) for step in found.chain.steps] == [
        (2, "shooting", 15),
        (3, "shooting", 9),
    ]
