"""Canonical questions: equal where the answer is, and only there."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from battle.scenario.answering import answer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.canonical import canonical
from battle.scenario.decoding import scenario_from_json
from tests.battle.scenario.documents import comparison, field, guards, matrix, pair, riflemen, scenario, unit

ROSTER: dict[str, Any] = {
    "from": "roster",
    "roster": {
        "schema": "quartermaster.roster/1",
        "faction": {"id": "necrons", "name": "Necrons"},
        "battle_size": None,
        "name": "Mine",
        "units": [{"key": "u1", "datasheet": {"id": "necrons:immortals", "name": "Immortals"}}],
    },
}


def _canonical(document: dict[str, Any]) -> dict[str, Any]:
    return canonical(scenario_from_json(document))


def _named_other(document: dict[str, Any]) -> None:
    document["name"] = "Another"


def _roster_named_other(document: dict[str, Any]) -> None:
    document["attackers"][0]["roster"]["name"] = "Another"


def _roster_without_a_name(document: dict[str, Any]) -> None:
    del document["attackers"][0]["roster"]["name"]


def _defaults_written_out(document: dict[str, Any]) -> None:
    document["policies"] = {"fish": False}
    document["both_ways"] = True
    document["views"] = [{"name": "", "activity": "shooting", "situation": {"in_cover": False}}]


def _fields_in_another_order(document: dict[str, Any]) -> None:
    turned = dict(reversed(document.items()))
    document.clear()
    document.update(turned)


@pytest.mark.parametrize(
    "change",
    [_named_other, _roster_named_other, _roster_without_a_name, _defaults_written_out, _fields_in_another_order],
)
def test_what_changes_no_answer_changes_no_canonical_question(change: Callable[[dict[str, Any]], None]) -> None:
    document = matrix(name="One", attackers=[ROSTER])
    other = copy.deepcopy(document)
    change(other)

    assert _canonical(other) == _canonical(document)


def _unit_renamed(document: dict[str, Any]) -> None:
    document["targets"][0]["name"] = "Sentries"


def _key_renamed(document: dict[str, Any]) -> None:
    document["attackers"][0]["roster"]["units"][0]["key"] = "u9"


def _another_unit(document: dict[str, Any]) -> None:
    document["targets"].append(unit())


def _turned_round(document: dict[str, Any]) -> None:
    document["attackers"], document["targets"] = document["targets"], document["attackers"]


def _another_order(document: dict[str, Any]) -> None:
    document["attackers"].reverse()


def _another_view(document: dict[str, Any]) -> None:
    document["views"] = [{"situation": {"distance": 12}}]


def _a_named_view(document: dict[str, Any]) -> None:
    document["views"] = [{"name": "far"}]


def _one_way(document: dict[str, Any]) -> None:
    document["both_ways"] = False


def _another_policy(document: dict[str, Any]) -> None:
    document["policies"] = {"attacker": "points"}


def _another_question(document: dict[str, Any]) -> None:
    document.update(question="field", both_ways=True)


@pytest.mark.parametrize(
    "change",
    [
        _unit_renamed,
        _key_renamed,
        _another_unit,
        _turned_round,
        _another_order,
        _another_view,
        _a_named_view,
        _one_way,
        _another_policy,
        _another_question,
    ],
)
def test_everything_else_changes_it(change: Callable[[dict[str, Any]], None]) -> None:
    document = matrix(attackers=[ROSTER, riflemen()])
    other = copy.deepcopy(document)
    change(other)

    assert _canonical(other) != _canonical(document)


@pytest.mark.parametrize(
    "document",
    [
        scenario(name="One", situation={"distance": 12, "switches": []}),
        scenario(question="exchange"),
        scenario(question="chain", distance=12),
        pair(activity="both", policies={"attacker": "points"}),
        matrix(activity="fight"),
        field(weights=[2]),
        comparison(views=[{"name": "far", "situation": {"distance": 24}}]),
    ],
)
def test_a_canonical_question_is_a_scenario_of_the_same_answer(document: dict[str, Any]) -> None:
    found = _canonical(document)

    again = scenario_from_json(found)
    assert canonical(again) == found
    if document["question"] not in ("exchange", "chain"):  # whose troopers cannot strike back
        told = answer_as_dict(answer(scenario_from_json(document)))
        assert answer_as_dict(answer(again)) == {**told, "name": ""}


def test_names_of_rosters_in_a_comparison_are_forgotten_and_those_of_sides_kept() -> None:
    sides = [{"name": "mine", "units": [ROSTER]}, {"name": "yours", "units": [guards()]}]

    found = _canonical(comparison(sides=sides))

    assert [side["name"] for side in found["sides"]] == ["mine", "yours"]
    assert "name" not in found["sides"][0]["units"][0]["roster"]
    # What was asked stays as it was.
    assert ROSTER["roster"]["name"] == "Mine"
