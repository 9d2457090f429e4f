"""Matrices, fields and comparisons: views, directions, weights, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from battle.scenario import tables
from battle.scenario.answering import answer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.as_text import answer_lines
from battle.scenario.decoding import scenario_from_json
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import (
    comparison,
    field,
    guards,
    knife,
    matrix,
    rifle,
    riflemen,
    scenario,
    trooper,
    unit,
)

FAR = {"name": "far", "situation": {"distance": 24}}
TOO_FAR = {"name": "too far", "situation": {"distance": 30, "in_cover": True}}
FIGHT = {"name": "charge", "activity": "fight", "situation": {"has_charged": True}}


def _answer(document: dict[str, Any], catalogue: Catalogue | None = None) -> dict[str, Any]:
    return answer_as_dict(answer(scenario_from_json(document), catalogue))


def _refused(document: dict[str, Any], catalogue: Catalogue | None = None) -> tuple[str, str]:
    with pytest.raises(DocumentError) as refused:
        answer(scenario_from_json(document), catalogue)
    return refused.value.pointer, refused.value.message


def _destroyed(situation: dict[str, Any], attacker: dict[str, Any], target: dict[str, Any]) -> float:
    found = _answer(scenario(attacker, target, situation=situation))["destroyed"]["expected_models"]
    assert isinstance(found, float)
    return found


def test_each_view_has_its_own_situation() -> None:
    both = riflemen(rifle(), knife())

    found = _answer(matrix(attackers=[both], views=[FAR, TOO_FAR, FIGHT]))

    told = [(view["name"], view["activity"], view["situation"]) for view in found["views"]]
    assert told == [
        ("far", "shooting", {"distance": 24}),
        ("too far", "shooting", {"distance": 30, "in_cover": True}),
        ("charge", "fight", {"has_charged": True}),
    ]
    far, too_far, fight = (view["forth"][0][0] for view in found["views"])
    assert far["expected_models"] == _destroyed({"distance": 24}, both, guards())
    assert (too_far["expected_models"], too_far["attacks"]) == (0, False)
    assert fight["expected_models"] == _destroyed({"phase": "fight", "has_charged": True}, both, guards())


def test_an_activity_and_a_situation_are_one_view() -> None:
    one = _answer(matrix(activity="fight", situation={"has_charged": True}))
    other = _answer(matrix(views=[{"activity": "fight", "situation": {"has_charged": True}}]))

    assert one == other


@pytest.mark.parametrize(("changes", "has_back"), [({}, True), ({"both_ways": False}, False)])
def test_a_matrix_goes_both_ways_unless_it_shall_not(changes: dict[str, Any], has_back: bool) -> None:
    [view] = _answer(matrix(**changes))["views"]

    assert (view["back"] is not None) == has_back


def test_a_field_goes_one_way_and_says_how_common_its_targets_are() -> None:
    found = _answer(field(targets=[guards(), unit()], weights=[3, 0]))

    assert (found["question"], found["weights"], found["views"][0]["back"]) == ("field", [3.0, 0.0], None)
    assert "weights" not in _answer(field())


def test_all_units_of_a_roster_have_its_weight(catalogue: Catalogue) -> None:
    found = _answer(field(targets=[_roster(2), guards()], weights=[3, 1]), catalogue)

    assert [(one["name"], one["place"]) for one in found["targets"]] == [
        ("Immortals", 0),
        ("Immortals", 0),
        ("Guards", 1),
    ]
    assert found["weights"] == [3.0, 3.0, 1.0]


def test_sides_are_compared_on_the_same_targets() -> None:
    found = _answer(comparison(targets=[guards(), unit()], views=[FAR, FIGHT]))

    assert [(side["name"], [one["name"] for one in side["units"]]) for side in found["sides"]] == [
        ("rifles", ["Riflemen"]),
        ("knives too", ["Riflemen"]),
    ]
    far, fight = found["views"]
    assert set(far) == {"name", "activity", "situation", "sides"}
    assert [[len(row) for row in side] for side in far["sides"]] == [[2], [2]]
    assert far["sides"][0] == far["sides"][1]
    assert [side[0][0]["attacks"] for side in fight["sides"]] == [False, True]


def test_answers_have_just_these_fields() -> None:
    shared = {"schema", "question", "name", "method", "targets", "views", "not_modelled", "assumptions", "switches"}

    assert set(_answer(matrix())) == {*shared, "attackers"}
    assert set(_answer(field(weights=[1]))) == {*shared, "attackers", "weights"}
    assert set(_answer(comparison())) == {*shared, "sides"}
    cell = _answer(matrix())["views"][0]["forth"][0][0]
    assert list(cell) == [
        "expected_models",
        "expected_wounds",
        "expected_points",
        "whole_unit",
        "points_for_a_point",
        "attacks",
    ]
    assert _answer(matrix())["targets"] == [{"name": "Guards", "models": 5, "points": 100, "keys": [], "place": 0}]


def test_a_comparison_for_people() -> None:
    lines = answer_lines(answer(scenario_from_json(comparison(name="Knives or not", views=[FAR, FIGHT]))))

    assert lines == [
        "Knives or not",
        "1 unit and 1 unit and 1 unit.",
        "Far: shooting, 24 inches away.",
        "rifles on targets: models destroyed on average, their points, and the chance that the whole unit is",
        "  Riflemen (10 models)",
        "    Guards (5 models, 100 points): 1.42 models, 28.3 points, 0.06 %",
        "knives too on targets: models destroyed on average, their points, and the chance that the whole unit is",
        "  Riflemen (10 models)",
        "    Guards (5 models, 100 points): 1.42 models, 28.3 points, 0.06 %",
        "Charge: fighting, has charged.",
        "rifles on targets: models destroyed on average, their points, and the chance that the whole unit is",
        "  Riflemen (10 models)",
        "    Guards (5 models, 100 points): no weapon can attack",
        "knives too on targets: models destroyed on average, their points, and the chance that the whole unit is",
        "  Riflemen (10 models)",
        "    Guards (5 models, 100 points): 2.25 models, 45.0 points, 1.97 %",
        "Method: exact.",
    ]


def test_a_field_for_people() -> None:
    lines = answer_lines(answer(scenario_from_json(field(targets=[guards(), unit()], weights=[3, 0.5], views=[FAR]))))

    assert lines[:3] == [
        "1 unit and 2 units.",
        "How common the targets are: Guards (5 models, 100 points) 3, Troopers (10 models) 0.5.",
        "Far: shooting, 24 inches away.",
    ]


VIEW = {"activity": "fight"}


@pytest.mark.parametrize(
    ("document", "pointer", "message"),
    [
        (
            matrix(views=[VIEW], activity="shooting"),
            "/activity",
            "Each of the views has its own activity; write it there, or no views.",
        ),
        (
            field(views=[VIEW], situation={}),
            "/situation",
            "Each of the views has its own situation; write it there, or no views.",
        ),
        (matrix(views=[VIEW] * 9), "/views", "Expected array of length <= 8."),
        (
            matrix(views=[{"activity": "charge"}]),
            "/views/0/activity",
            "Invalid enum value 'charge'. There are: shooting, fight, both.",
        ),
        (matrix(views=[VIEW, {"distance": 3}]), "/views/1", 'Object contains unknown field "distance".'),
        (
            matrix(views=[VIEW, {"situation": {"phase": "fight"}}]),
            "/views/1/situation/phase",
            "The activity says in which phases units attack.",
        ),
        (
            matrix(views=[VIEW, {"situation": {"switches": ["oath"]}}]),
            "/views/1/situation/switches/0",
            "Nothing is turned on by “oath”: the units have no switches.",
        ),
        (
            matrix(views=[VIEW, {"situation": {"spent": ["Zap"]}}]),
            "/views/1/situation/spent/0",
            "No weapon here is called “Zap”. There are: Rifle.",
        ),
        (
            matrix(policies={"precise": "Guard"}),
            "/policies/precise",
            "It names groups of one target, and a table has many.",
        ),
        (matrix(weights=[1]), "", 'Object contains unknown field "weights".'),
        (field(weights=[1, 2]), "/weights", "2 weights for 1 targets; write one for each."),
        (field(weights=[0]), "/weights", "All weights are 0, so that no target counts. Give one of them more."),
        (field(weights=[-1]), "/weights/0", 'Expected "float" >= 0.0.'),
        (field(both_ways=1), "/both_ways", "Expected boolean, got integer."),
        (comparison(both_ways=True), "", 'Object contains unknown field "both_ways".'),
        (comparison(sides=[{"name": "one", "units": [riflemen()]}]), "/sides", "Expected array of length >= 2."),
        (comparison(sides=[{"name": "one", "units": [riflemen()]}] * 5), "/sides", "Expected array of length <= 4."),
        (
            comparison(sides=[{"name": "", "units": [riflemen()]}] * 2),
            "/sides/0/name",
            "Expected string of length >= 1.",
        ),
        (
            comparison(sides=[{"name": "one", "units": [riflemen()]}, {"name": "two", "units": []}]),
            "/sides/1/units",
            "No unit stands on this side.",
        ),
        (
            comparison(sides=[{"name": "one", "units": [riflemen()]}, {"name": "two", "units": [unit(trooper(W=0))]}]),
            "/sides/1/units/0/models/0/W",
            "W 0; it is 1 to 1000.",
        ),
    ],
)
def test_tables_that_are_refused(document: dict[str, Any], pointer: str, message: str) -> None:
    assert _refused(document) == (pointer, message)


def _roster(units: int) -> dict[str, Any]:
    entries = [
        {"key": f"u{number}", "datasheet": {"id": "necrons:immortals", "name": "Immortals"}} for number in range(units)
    ]
    document = {
        "schema": "quartermaster.roster/1",
        "faction": {"id": "necrons", "name": "Necrons"},
        "battle_size": None,
        "units": entries,
    }
    return {"from": "roster", "roster": document}


MOST = "More than 40 units stand on this side, which is the most that can. Name fewer of them."


@pytest.mark.parametrize(
    ("document", "pointer", "message"),
    [
        (matrix(attackers=[unit(name="A")] * 400, targets=[unit(name="B")] * 400), "/attackers", MOST),
        (matrix(targets=[unit()] * 41), "/targets", MOST),
        (
            comparison(sides=[{"name": "a", "units": [unit()] * 41}, {"name": "b", "units": [unit()]}]),
            "/sides/0/units",
            MOST,
        ),
        (
            matrix(attackers=[_roster(400)], targets=[_roster(400)]),
            "/attackers",
            "400 units stand on this side; at most 40 can. Name fewer of them.",
        ),
        (
            matrix(targets=[_roster(20), _roster(21)]),
            "/targets",
            "41 units stand on this side; at most 40 can. Name fewer of them.",
        ),
        (
            matrix(attackers=[_roster(40)], targets=[_roster(40)], views=[{}] * 5),
            "",
            "This would be 16,000 cells; at most 12,800 are answered. Ask with fewer units or views.",
        ),
    ],
)
def test_too_many_units_are_refused_before_any_is_fielded(
    document: dict[str, Any], pointer: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fielded(*_: object) -> None:
        raise AssertionError("a unit was fielded")

    monkeypatch.setattr(tables, "units_of", fielded)

    # There is no catalogue either: nobody has looked for one.
    assert _refused(document) == (pointer, message)


def test_the_largest_table_is_prepared() -> None:
    from battle.scenario.parts import prepared

    units = [unit(trooper(count=number + 1, weapons=[rifle()])) for number in range(40)]

    found = prepared(scenario_from_json(matrix(attackers=units, targets=units, views=[{}] * 8, both_ways=False)), None)

    assert (found.cells, len(found.parts)) == (12_800, 320)


def test_units_nobody_knows_are_left_out_and_said(catalogue: Catalogue) -> None:
    roster = _roster(2)
    roster["roster"]["units"][1]["datasheet"] = {"id": None, "name": "Nobodies"}

    found = _answer(matrix(attackers=[roster]), catalogue)

    assert [one["keys"] for one in found["attackers"]] == [["u0"]]
    assert [words for words in found["assumptions"] if "Nobodies" in words] == [
        "Nobodies is left out: Nobodies is not recognised: its characteristics are not known."
    ]
