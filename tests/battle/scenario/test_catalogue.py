"""Scenarios whose units stand in the catalogue or in a roster."""

from __future__ import annotations

from typing import Any

import pytest

from battle.scenario.answering import answer
from battle.scenario.attacking import AttackAnswer
from battle.scenario.decoding import scenario_from_json
from battle.scenario.fielding import needs_catalogue, units_of
from battle.scenario.shapes import MatrixShape
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import riflemen, scenario

WARRIORS: dict[str, Any] = {
    "from": "catalogue",
    "datasheet": "Necron Warriors",
    "models": [
        {
            "kind": "Necron Warrior",
            "count": 20,
            "items": [{"item": "gauss reaper", "count": 20}, {"item": "Close combat weapon", "count": 20}],
        }
    ],
}


def _roster(*keys: str, **changes: Any) -> dict[str, Any]:
    def unit(key: str, id: str, attached_to: str | None = None) -> dict[str, Any]:
        return {"key": key, "datasheet": {"id": id, "name": id}, "attached_to": attached_to}

    document = {
        "schema": "quartermaster.roster/1",
        "faction": {"id": "necrons", "name": "Necrons"},
        "battle_size": None,
        "units": [
            unit("u1", "necrons:necron-warriors"),
            unit("u2", "necrons:overlord", "u1"),
            unit("u3", "necrons:immortals"),
            unit("u4", "necrons:nobody"),
        ],
        **changes,
    }
    return {"from": "roster", "roster": document, "units": list(keys)}


def _answer(document: dict[str, Any], catalogue: Catalogue) -> AttackAnswer:
    found = answer(scenario_from_json(document), catalogue)
    assert isinstance(found, AttackAnswer)
    return found


def test_only_units_that_are_named_need_a_catalogue() -> None:
    assert not needs_catalogue(scenario_from_json(scenario()))
    assert needs_catalogue(scenario_from_json(scenario(target=WARRIORS)))


def test_a_datasheet_with_models_wargear_and_who_leads_it(catalogue: Catalogue) -> None:
    target = {
        **WARRIORS,
        "detachments": ["Annihilation Legion"],
        "attached": [{"datasheet": "Overlord", "enhancements": ["Eternal Madness"], "attached_as": "leader"}],
    }

    found = _answer(scenario(target=target), catalogue).target

    assert found.name == "Necron Warriors with Overlord"
    assert [(one.name, one.models, one.enhancement_points) for one in found.fighters.profiles] == [
        ("Necron Warrior", 20, 0),
        ("Overlord", 1, 20),
    ]
    assert found.assumptions == ("Overlord: no wargear is written down; every model carries what it comes with.",)


def test_effects_of_the_scenario_join_the_unit(catalogue: Catalogue) -> None:
    effect = {"source": "Sample", "side": "attacks suffered", "part": "InSv", "change": "grant", "value": 4}

    plain = _answer(scenario(target=WARRIORS), catalogue).result.measures.expected_kills
    saved = _answer(scenario(target={**WARRIORS, "effects": [effect]}), catalogue).result.measures.expected_kills

    # AP -1 leaves a save of 5+; the invulnerable save is 4+.
    assert plain * 3 / 4 == pytest.approx(saved)


def test_a_unit_of_a_roster_brings_who_is_attached(catalogue: Catalogue) -> None:
    by_bodyguard = _answer(scenario(target=_roster("u1")), catalogue).target
    by_leader = _answer(scenario(target=_roster("u2")), catalogue).target

    assert by_bodyguard.name == "Necron Warriors with Overlord"
    assert by_leader == by_bodyguard


def test_a_side_of_a_roster_is_all_units_that_can_fight(catalogue: Catalogue) -> None:
    shape = scenario_from_json(
        {"schema": "quartermaster.scenario/1", "question": "matrix", "attackers": [_roster()], "targets": [riflemen()]}
    )
    assert isinstance(shape, MatrixShape)

    found = units_of(shape.attackers[0], "/attackers/0", catalogue, {})

    assert [unit.name for unit in found] == ["Necron Warriors with Overlord", "Immortals"]
    assert found[0].assumptions[-1] == (
        "necrons:nobody is left out: necrons:nobody is not recognised: its characteristics are not known."
    )


@pytest.mark.parametrize(
    ("target", "pointer", "sentence"),
    [
        (
            {**WARRIORS, "datasheet": "Necrn Warriors"},
            "/target/datasheet",
            "No datasheet is called “Necrn Warriors”. "
            "Did you mean Necron Warriors or Hearthkyn Warriors or Kabalite Warriors?",
        ),
        (
            {"from": "catalogue", "datasheet": "Chaos Spawn"},
            "/target/datasheet",
            "5 datasheets are called Chaos Spawn. Name one by id: chaos-space-marines:chaos-spawn, "
            "death-guard:chaos-spawn, emperors-children:chaos-spawn, thousand-sons:chaos-spawn, "
            "world-eaters:chaos-spawn.",
        ),
        (
            {"from": "catalogue", "datasheet": "Necron Warriors", "models": [{"kind": "Sample", "count": 1}]},
            "/target/datasheet",
            "Necron Warriors has no model called Sample: there are Necron Warrior.",
        ),
        (
            {**WARRIORS, "items": [{"item": "Gaus reaper", "count": 1}]},
            "/target/items/0/item",
            "Necron Warriors has no “Gaus reaper”. Did you mean Gauss reaper?",
        ),
        (
            {**WARRIORS, "attached": [{"datasheet": "Overlord", "enhancements": ["Sample"]}]},
            "/target/attached/0/enhancements/0",
            "No enhancements are called “Sample”.",
        ),
        ({**WARRIORS, "detachments": ["Sample"]}, "/target/detachments/0", "No detachments are called “Sample”."),
        (
            _roster("u9"),
            "/target/units/0",
            "No unit of the roster with the key “u9” can fight; there are u1, u2, u3. "
            "necrons:nobody is not recognised: its characteristics are not known.",
        ),
        (_roster(), "/target/units", "2 units stand here, and one is asked for. Name it by its key: u1, u3."),
        (_roster(units=[]), "/target/roster", "No unit of the roster can fight. It has no units."),
        (
            _roster(units=[{"key": "u1"}]),
            "/target/roster/units/0",
            'Object missing required field "datasheet".',
        ),
    ],
)
def test_what_nobody_knows_is_refused(
    catalogue: Catalogue, target: dict[str, Any], pointer: str, sentence: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        answer(scenario_from_json(scenario(target=target)), catalogue)

    assert (refused.value.pointer, refused.value.message) == (pointer, sentence)


def test_a_faction_tells_datasheets_of_one_name_apart(catalogue: Catalogue) -> None:
    spawn = {"from": "catalogue", "datasheet": "Chaos Spawn", "faction": "Death Guard"}

    [found] = units_of(
        scenario_from_json(scenario(target=spawn)).target,  # type: ignore[union-attr]
        "/target",
        catalogue,
        {},
    )

    assert "death guard" in found.fighters.keywords
