"""Questions in parts: answered one by one in any order they come to what they come to at once."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from battle.armies import FieldedArmy, field_army
from battle.engine.remembering import forget
from battle.scenario import fielding
from battle.scenario.answering import answer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.decoding import scenario_from_json
from battle.scenario.parts import Failed, Part, Prepared, prepared
from battle.scenario.rolling import Rolls
from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import (
    comparison,
    field,
    guards,
    knife,
    matrix,
    pair,
    rifle,
    riflemen,
    scenario,
    trooper,
    unit,
)

ARMED = unit(trooper(weapons=[rifle(A=1), knife()]), name="Armed")
CHAIN = scenario(riflemen(), ARMED, question="chain", distance=13, rounds=2)
VIEWS = [
    {"name": "far", "situation": {"distance": 20}},
    {"name": "after a charge", "activity": "fight", "situation": {"has_charged": True}},
    {"activity": "both"},
]
QUESTIONS = {
    "attack": scenario(),
    "exchange": scenario(riflemen(), ARMED, question="exchange"),
    "chain": CHAIN,
    "pair": pair(riflemen(rifle(), knife()), ARMED, activity="both"),
    "matrix": matrix(attackers=[riflemen(), ARMED], targets=[ARMED, guards()], views=VIEWS),
    "field": field(attackers=[riflemen(), ARMED], targets=[ARMED, guards()], weights=[2, 0.5], views=VIEWS),
    "comparison": comparison(views=VIEWS),
}


def _prepared(document: dict[str, Any], rolls: Rolls | None = None) -> Prepared:
    return prepared(scenario_from_json(document), None, rolls or Rolls())


def _stored(value: Any) -> Any:
    """As it comes back from wherever it was kept."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("question", QUESTIONS)
def test_parts_in_any_order_come_to_the_answer_at_once(question: str) -> None:
    document = QUESTIONS[question]
    whole = answer_as_dict(answer(scenario_from_json(document)))
    places = list(range(len(_prepared(document).parts)))
    luck = random.Random(5)  # noqa: S311
    for _ in range(2):
        luck.shuffle(places)
        forget()
        # Whoever answers a part has prepared the question anew.
        found = {place: _stored(_prepared(document).part_answer(place)) for place in places}

        joined = _prepared(document).joined([found[place] for place in sorted(found)])

        assert joined == _stored(whole)
    assert _prepared(document).at_once() == whole
    assert (whole["schema"], whole["question"]) == ("quartermaster.answer/1", question)


def test_a_part_is_one_unit_on_the_whole_other_side_in_one_view() -> None:
    found = _prepared(QUESTIONS["matrix"])

    assert (found.question, found.cells, len(found.parts)) == ("matrix", 24, 12)
    assert found.parts[:5] == (
        Part(0, 2, "Riflemen, far"),
        Part(1, 2, "Armed, far"),
        Part(2, 2, "Armed, far"),
        Part(3, 2, "Guards, far"),
        Part(4, 2, "Riflemen, after a charge"),
    )
    assert found.parts[-1] == Part(11, 2, "Guards")


def test_parts_of_a_comparison_name_their_side() -> None:
    found = _prepared(comparison())

    assert found.parts == (Part(0, 1, "Riflemen, rifles"), Part(1, 1, "Riflemen, knives too"))


@pytest.mark.parametrize("question", ["attack", "exchange", "chain", "pair"])
def test_two_units_are_one_part(question: str) -> None:
    found = _prepared(QUESTIONS[question])

    assert [(part.position, part.cells) for part in found.parts] == [(0, 1)]
    assert found.question == question
    assert found.parts[0].label.startswith("Riflemen and ")


def test_a_side_that_meets_itself_is_worked_out_once() -> None:
    found = _prepared(matrix(attackers=[riflemen(), ARMED], targets=[riflemen(), ARMED]))

    [view] = found.joined([found.part_answer(part.position) for part in found.parts])["views"]

    assert found.cells == 4
    assert view["back"] == view["forth"]


def test_a_part_that_failed_leaves_its_cells_empty() -> None:
    found = _prepared(matrix(targets=[ARMED, guards()]))
    fragments: list[Any] = [found.part_answer(part.position) for part in found.parts]
    fragments[0] = Failed("It was given up.")

    joined = found.joined(fragments)

    nothing = {
        "expected_models": None,
        "expected_wounds": None,
        "expected_points": None,
        "whole_unit": None,
        "points_for_a_point": None,
        "attacks": None,
        "refused": "It was given up.",
    }
    assert joined["views"][0]["forth"] == [[nothing, nothing]]
    assert joined["views"][0]["back"] == [fragments[1]["cells"], fragments[2]["cells"]]
    assert joined["method"] == "exact"


@pytest.mark.parametrize("question", ["attack", "matrix", "comparison"])
def test_where_everything_failed_there_is_no_answer(question: str) -> None:
    found = _prepared(QUESTIONS[question])

    with pytest.raises(DocumentError, match="It was given up"):
        found.joined([Failed("It was given up.") for _ in found.parts])


def test_a_part_is_refused_where_nothing_can_attack() -> None:
    found = _prepared(scenario(situation={"distance": 30}))

    with pytest.raises(DocumentError) as refused:
        found.part_answer(0)

    assert refused.value.pointer == "/attacker"


def test_what_takes_longer_is_not_answered_at_once() -> None:
    many = unit(trooper(count=30, W=3, weapons=[rifle(A="2D6", D="D6", abilities=["DEVASTATING WOUNDS"])]))
    document = scenario(many, unit(trooper(count=60, W=6, FNP=5)))

    assert _prepared(document).at_once() is None
    assert answer_as_dict(answer(scenario_from_json(document)))["method"] == "exact"


def test_samples_and_many_cells_are_not_answered_at_once() -> None:
    sides = {"attackers": [ARMED] * 11, "targets": [ARMED] * 10}

    assert _prepared(scenario(), Rolls(samples=1000)).at_once() is None
    assert _prepared(matrix(**sides, both_ways=False)).at_once() is None


def test_what_would_be_sampled_is_not_answered_at_once() -> None:
    # Refused by its numbers before much was worked out.
    guns = unit(trooper(count=200, weapons=[rifle(A="20D6")]), name="Guns")

    assert _prepared(scenario(guns, unit(trooper(count=200, W=200)))).at_once() is None


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_seeds_are_bounded(seed: int) -> None:
    with pytest.raises(DocumentError) as refused:
        _prepared(scenario(), Rolls(seed=seed))

    assert refused.value.pointer == "/seed"
    assert refused.value.message == f"{seed} is no seed; write a whole number from 0 to 4,294,967,295."


def test_rosters_are_fielded_once(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []

    def counting(document: RosterDocument, known: Catalogue) -> FieldedArmy:
        counted.append(document.name)
        return field_army(document, known)

    monkeypatch.setattr(fielding, "field_army", counting)
    units = [
        {"key": f"u{number}", "datasheet": {"id": "necrons:immortals", "name": "Immortals"}} for number in range(1, 4)
    ]
    roster = {
        "schema": "quartermaster.roster/1",
        "faction": {"id": "necrons", "name": "Necrons"},
        "battle_size": None,
        "units": units,
    }
    each = [{"from": "roster", "roster": roster, "units": [one["key"]]} for one in units]

    found = prepared(scenario_from_json(matrix(attackers=each, targets=each)), catalogue)
    found.part_answer(0)

    assert len(counted) == 1


def test_switches_on_offer_name_every_unit_that_has_them() -> None:
    effect = {"source": "The oath", "side": "attacks made", "part": "A", "change": "add", "value": 1, "switch": "oath"}
    sworn = unit(trooper(weapons=[rifle()]), name="Sworn", effects=[effect])
    other = unit(trooper(weapons=[rifle()]), name="Other", effects=[{**effect, "switch": "hunt"}, effect])

    found = _prepared(matrix(attackers=[sworn, other], targets=[sworn, guards()]))

    assert [(offer.switch.name, offer.units) for offer in found.offers] == [
        ("oath", ("Sworn", "Other")),
        ("hunt", ("Other",)),
    ]
