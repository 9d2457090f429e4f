"""Pairs: one cell of a table in full, with the figures of the cell and of the engine asked directly."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import Any

import pytest

from battle.engine.attacks import resolve
from battle.engine.matrix import Activity, meeting
from battle.engine.policies import Policies
from battle.engine.situation import Phase, Situation
from battle.scenario.answering import answer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.as_text import answer_lines
from battle.scenario.canonical import canonical, cell_question
from battle.scenario.decoding import scenario_from_json
from battle.scenario.fielding import one_unit
from battle.scenario.pairing import FRESH, PairAnswer, asked_pair
from battle.scenario.parts import prepared
from battle.scenario.rolling import Rolls
from battle.scenario.shapes import MatrixShape, PairShape
from battle.scenario.tables import asked_table
from battle.scenario.unit_shapes import RosterShape
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError
from roster.documents import document_to_json
from roster.interchange import read_text
from tests.battle.armies.test_real_lists import OWN_LISTS
from tests.battle.scenario.documents import comparison, guards, knife, matrix, pair, rifle, riflemen, trooper, unit

PLAIN = Policies()
BOTH = riflemen(rifle(), knife())


def _answer(document: dict[str, Any], catalogue: Catalogue | None = None, rolls: Rolls | None = None) -> PairAnswer:
    found = answer(scenario_from_json(document), catalogue, rolls or Rolls())
    assert isinstance(found, PairAnswer)
    return found


def _cells(answer: dict[str, Any]) -> list[tuple[int, str, int, int, dict[str, Any]]]:
    """Every cell with its place: view, direction, row, column."""
    return [
        (view, direction, row, column, cell)
        for view, shown in enumerate(answer["views"])
        for direction in ("forth", "back")
        for row, cells in enumerate(shown[direction] or ())
        for column, cell in enumerate(cells)
    ]


def test_a_pair_in_one_phase_is_the_attack() -> None:
    found = answer_as_dict(_answer(pair(situation={"distance": 12})))

    attack = answer_as_dict(answer(scenario_from_json(pair(question="attack", situation={"distance": 12}))))
    [phase] = found["phases"]
    assert (phase["phase"], phase["note"], phase["method"]) == ("shooting", None, "exact")
    assert found["destroyed"] == attack["destroyed"] == phase["destroyed"]
    assert phase["batches"] == attack["batches"]
    assert phase["contributions"] == attack["contributions"]
    assert (found["activity"], found["situation"], found["method"]) == ("shooting", {"distance": 12}, "exact")
    assert found["cell"]["expected_models"] == attack["destroyed"]["expected_models"]
    assert "trace" not in found


def test_a_pair_in_both_phases_ends_with_what_both_do() -> None:
    found = _answer(pair(BOTH, activity="both", situation={"distance": 12, "has_charged": True}))

    sides = (found.attacker.fighters, found.target.fighters)
    situation = Situation(distance=12, has_charged=True)
    engine = meeting(*sides, Activity.BOTH, situation, PLAIN)
    shots = resolve(*sides, Situation(distance=12), PLAIN)
    fight = resolve(*sides, replace(situation, phase=Phase.FIGHT, distance=None), PLAIN)
    assert found.after.measures == engine.measures
    assert [phase.found.result.measures for phase in found.phases] == [shots.measures, fight.measures]
    told = answer_as_dict(found)
    assert [(phase["phase"], phase["note"]) for phase in told["phases"]] == [("shooting", None), ("fight", FRESH)]
    assert sum(told["destroyed"]["models"]) == pytest.approx(1.0, abs=1e-12)
    assert told["destroyed"]["expected_models"] > told["phases"][1]["destroyed"]["expected_models"]


def test_a_pair_that_cannot_attack_says_why() -> None:
    found = answer_as_dict(_answer(pair(situation={"distance": 30}), rolls=Rolls(is_traced=True)))

    assert found["cell"] == {
        "expected_models": 0.0,
        "expected_wounds": 0.0,
        "expected_points": 0.0,
        "whole_unit": 0.0,
        "points_for_a_point": None,
        "attacks": False,
    }
    [left_out] = found["phases"][0]["left_out"]
    assert left_out == {"weapon": "Rifle", "reason": "The target is 30 inches away; its range is 24 (04.02)."}
    assert "trace" not in found


def test_a_unit_without_weapons_destroys_nothing() -> None:
    assert answer_as_dict(_answer(pair(unit(), activity="both")))["cell"]["attacks"] is False


def test_one_roll_of_both_phases() -> None:
    found = answer_as_dict(_answer(pair(BOTH, activity="both"), rolls=Rolls(seed=3, is_traced=True)))

    trace = [line.strip() for line in found["trace"]]
    middle = trace.index("Then what is left of Riflemen fights what is left of Guards.")
    assert trace[0] == "10 × Rifle against T 4 (04.03, 05.02.01):"
    assert trace[middle - 1].startswith("Left: ")
    assert trace[middle + 1] == "10 × Knife against T 4 (04.03, 05.02.01):"
    again = answer_as_dict(_answer(pair(BOTH, activity="both"), rolls=Rolls(seed=3, is_traced=True)))
    assert found == again


@pytest.mark.parametrize("activity", ["shooting", "fight", "both"])
def test_a_pair_by_rolling_dice(activity: str) -> None:
    document = pair(BOTH, activity=activity)
    exact = _answer(document).after.measures

    found = _answer(document, rolls=Rolls(samples=20_000, seed=2))

    assert (found.method, found.sampling is not None) == ("sampled", True)
    assert found.sampling is not None
    errors, rolled = found.sampling.errors, found.after.measures
    assert abs(rolled.expected_kills - exact.expected_kills) <= 4 * errors.kills
    assert abs(rolled.points - exact.points) <= 4 * errors.points
    assert abs(rolled.destroyed - exact.destroyed) <= 4 * errors.destroyed
    told = answer_as_dict(found)
    assert (told["sampling"]["samples"], told["sampling"]["seed"], told["sampling"]["reason"]) == (20_000, 2, None)
    assert {phase["method"] for phase in told["phases"]} == {"sampled"}


def test_what_would_not_fit_in_both_phases_is_sampled() -> None:
    guns = unit(trooper(count=200, weapons=[rifle(A="20D6"), knife()]), name="Guns")

    found = answer_as_dict(_answer(pair(guns, activity="both")))

    assert found["method"] == "sampled"
    assert found["sampling"]["reason"] == "The exact answer would not fit: it would take too long to work out."
    assert [phase["method"] for phase in found["phases"]] == ["sampled", "exact"]


def test_a_pair_for_people() -> None:
    lines = answer_lines(_answer(pair(BOTH, name="Both", activity="both", situation={"distance": 12})))

    assert lines[:4] == [
        "Both",
        "Riflemen (10 models) attacks Guards (5 models, 100 points).",
        "Shooting and then fighting, 12 inches away.",
        "  Destroyed of Guards: 3.762 of 5 models on average, 75.2 points; 7.90 wounds lost. The whole unit: 31.70 %.",
    ]
    assert "The shooting phase by itself:" in lines
    assert "The fight phase by itself, at a target that is fresh:" in lines
    assert "Method: exact." in lines


@pytest.mark.parametrize(
    ("changes", "pointer", "message"),
    [
        (
            {"situation": {"phase": "fight"}},
            "/situation/phase",
            "The activity says in which phases units attack.",
        ),
        ({"activity": "charge"}, "/activity", "Invalid enum value 'charge'. There are: shooting, fight, both."),
        (
            {"situation": {"switches": ["oath"]}},
            "/situation/switches/0",
            "Nothing is turned on by “oath”: the units have no switches.",
        ),
        (
            {"policies": {"weapons": ["Zap"]}},
            "/policies/weapons/0",
            "No weapon here is called “Zap”. There are: Rifle.",
        ),
        ({"policies": {"order": ["Zap"]}}, "/policies/order/0", "The target has no “Zap”; it has Trooper."),
        ({"views": []}, "", 'Object contains unknown field "views".'),
    ],
)
def test_pairs_that_are_refused(changes: dict[str, Any], pointer: str, message: str) -> None:
    with pytest.raises(DocumentError) as refused:
        _answer(pair(**changes))

    assert (refused.value.pointer, refused.value.message) == (pointer, message)


def test_a_cell_may_name_what_only_other_units_have() -> None:
    situation = {"switches": ["oath"], "spent": ["Zap"]}

    found = _answer(pair(is_cell=True, situation=situation, policies={"weapons": ["Zap"]}))

    assert found.after.cell == _answer(pair()).after.cell


# Cells of tables ----------------------------------------------------------------------------------------------


def _whole_lists(catalogue: Catalogue) -> list[dict[str, Any]]:
    texts = (file.read_text("utf-8", errors="replace") for file in sorted(OWN_LISTS.rglob("*.txt")))
    documents = (read_text(text, catalogue).document for text in texts)
    return [
        {"from": "roster", "roster": document_to_json(document)}
        for document in documents
        if document is not None and len(document.units) > 4
    ]


def test_cells_of_real_lists_are_their_pairs_and_what_the_engine_says(catalogue: Catalogue) -> None:
    lists = _whole_lists(catalogue)
    views = [
        {"name": "near", "situation": {"distance": 9, "in_cover": True}},
        {"activity": "fight", "situation": {"was_charged": True}},
        {"activity": "both", "situation": {"distance": 6, "has_charged": True}},
    ]
    chance = random.Random(6)  # noqa: S311  (seeded, not secret)
    compared = 0
    for one, other in itertools.islice(itertools.combinations(lists, 2), 2):
        scenario = scenario_from_json(matrix(attackers=[one], targets=[other], views=views))
        table = prepared(scenario, catalogue)
        whole = table.joined([table.part_answer(part.position) for part in table.parts])
        for view, direction, row, column, cell in chance.sample(_cells(whole), 30):
            place: dict[str, Any] = {"view": view, "direction": direction, "row": row, "column": column}
            found = _answer(cell_question(canonical(scenario), **place, answer=whole), catalogue)

            told = answer_as_dict(found)
            sides = ("attackers", "targets") if direction == "forth" else ("targets", "attackers")
            named = (whole[sides[0]][row], whole[sides[1]][column])
            for side, one in zip(("attacker", "target"), named, strict=True):
                assert {**told[side], "place": one["place"]} == one
            assert told["cell"] == cell, (place, named)
            engine = meeting(
                found.attacker.fighters,
                found.target.fighters,
                found.activity,
                found.situation,
                PLAIN,
            )
            assert (cell["expected_models"], cell["expected_wounds"]) == (engine.cell.models, engine.cell.wounds)
            assert (cell["expected_points"], cell["whole_unit"]) == (engine.cell.points, engine.cell.destroyed)
            assert (cell["points_for_a_point"], cell["attacks"]) == (engine.cell.share, not engine.cell.is_idle)
            assert told["destroyed"]["models"] == list(engine.measures.kills)
            compared += 1
    assert compared == 60


def _entry(key: str, name: str) -> dict[str, Any]:
    return {"key": key, "datasheet": {"id": f"death-guard:{name.lower().replace(' ', '-')}", "name": name}}


def test_friends_give_a_unit_the_same_in_a_table_and_in_its_pair(catalogue: Catalogue) -> None:
    entries = [
        _entry("u1", "Plague Marines"),
        _entry("u2", "Myphitic Blight-haulers"),
        _entry("u3", "Lord of Virulence"),
    ]
    army: dict[str, Any] = {
        "from": "roster",
        "roster": {
            "schema": "quartermaster.roster/1",
            "faction": {"id": "death-guard", "name": "Death Guard"},
            "battle_size": None,
            "units": entries,
        },
    }
    scenario = scenario_from_json(matrix(attackers=[army], targets=[guards()], both_ways=False))
    assert isinstance(scenario, MatrixShape)
    units = asked_table(scenario, catalogue).units
    whole = answer_as_dict(answer(scenario, catalogue))
    helped = []
    for row, fielded in enumerate(units[:-1]):
        document = cell_question(canonical(scenario), view=0, direction="forth", row=row, column=0, answer=whole)
        shape = scenario_from_json(document)
        assert isinstance(shape, PairShape)

        found = asked_pair(shape, catalogue).attacker

        assert (found.fighters, found.switches) == (fielded.fighters, fielded.switches)
        alone = RosterShape({**army["roster"], "units": [entries[row]]})
        if one_unit(alone, "", catalogue, {}).fighters.effects != fielded.fighters.effects:
            helped.append(fielded.name)
    assert helped == ["Plague Marines", "Myphitic Blight-haulers"]


def test_the_cell_of_a_comparison() -> None:
    scenario = scenario_from_json(comparison(targets=[guards(), unit()], activity="fight"))
    whole = answer_as_dict(answer(scenario))

    document = cell_question(canonical(scenario), view=0, direction="forth", row=0, column=1, side=1, answer=whole)

    assert answer_as_dict(_answer(document))["cell"] == whole["views"][0]["sides"][1][0][1]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ({"view": 1}, "There is no 1; there are 0 to 0."),
        ({"row": 2}, "There is no 2; there are 0 to 0."),
        ({"column": -1}, "There is no -1; there are 0 to 0."),
        ({"direction": "back"}, "The table was not answered both ways."),
        ({"side": 1}, "There is no side 1; only comparisons have several."),
    ],
)
def test_cells_that_are_not_there(place: dict[str, Any], words: str) -> None:
    scenario = scenario_from_json(matrix(both_ways=False))
    whole = answer_as_dict(answer(scenario))

    with pytest.raises(LookupError) as refused:
        cell_question(
            canonical(scenario), **{"view": 0, "direction": "forth", "row": 0, "column": 0, **place}, answer=whole
        )

    assert str(refused.value) == words
