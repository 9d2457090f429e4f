"""Scenarios whose units stand in them by their profiles."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from battle.engine.policies import Policies
from battle.engine.situation import Situation
from battle.scenario.answering import answer
from battle.scenario.answers import Answer
from battle.scenario.attacking import AttackAnswer
from battle.scenario.decoding import scenario_from_json
from battle.scenario.exchanging import ExchangeAnswer
from battle.scenario.shapes import scenario_schema
from battle.scenario.situation_shapes import PoliciesShape, SituationShape
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import rifle, riflemen, scenario, trooper, unit


def _answer(document: dict[str, Any]) -> Answer:
    return answer(scenario_from_json(document))


def _attack(document: dict[str, Any]) -> AttackAnswer:
    found = _answer(document)
    assert isinstance(found, AttackAnswer)
    return found


def test_ten_rifles_at_ten_troopers() -> None:
    found = _attack(scenario())

    assert found.result.measures.expected_kills == pytest.approx(1.416742, abs=1e-6)
    assert found.method == "exact"


def test_situation_and_policies_have_every_field_of_the_engine() -> None:
    assert {field.name for field in fields(Situation)} == set(SituationShape.__struct_fields__)
    assert {field.name for field in fields(Policies)} == set(PoliciesShape.__struct_fields__)


def test_what_is_left_out_is_as_the_engine_has_it() -> None:
    assert {name: getattr(SituationShape(), name) for name in SituationShape.__struct_fields__} == {
        field.name: getattr(Situation(), field.name) or getattr(SituationShape(), field.name)
        for field in fields(Situation)
    }
    assert all(getattr(PoliciesShape(), field.name) == getattr(Policies(), field.name) for field in fields(Policies))


def test_the_schema_is_one_of_four_questions() -> None:
    assert len(scenario_schema()["anyOf"]) == 7


def test_loadouts_of_one_kind_and_weapons_of_the_unit() -> None:
    cannon = rifle(name="Cannon", A=1, S=9, AP=-3, D="D6", abilities=["HEAVY"])
    armed = trooper(
        loadouts=[
            {"models": 9, "weapons": [rifle()]},
            {"models": 1, "weapons": [cannon, rifle(range=None, name="Knife")]},
        ]
    )

    found = _attack(scenario(unit(armed, weapons=[rifle(name="Turret", count=2)])))

    uses = {(use.weapon.name, use.count) for use in found.attacker.fighters.weapons}
    assert uses == {("Turret", 2), ("Rifle", 9), ("Cannon", 1), ("Knife", 1)}
    assert [weapon for weapon, _ in found.result.left_out] == ["Knife"]


def test_core_abilities_and_characters_of_an_attached_unit() -> None:
    captain = trooper(name="Captain", count=1, W=5, InSv=4, is_character=True, is_bodyguard=False, component="Captain")
    target = unit(trooper(), captain, keywords=["Infantry"], abilities=["Feel No Pain 5+", "Stealth"])

    fighters = _attack(scenario(target=target)).target.fighters

    assert (fighters.is_attached, fighters.has_stealth, fighters.keywords) == (True, True, {"infantry"})
    assert [(one.name, one.feel_no_pain, one.invulnerable) for one in fighters.profiles] == [
        ("Trooper", 5, 7),
        ("Captain", 5, 4),
    ]


def test_an_effect_waits_for_its_switch() -> None:
    effect = {
        "source": "The oath",
        "side": "attacks made",
        "part": "hit roll",
        "change": "re-roll",
        "switch": "oath",
        "weapons": {"melee": False, "names": ["RIFLE"], "except_abilities": ["torrent"]},
        "conditions": [{"test": "target keyword", "values": ["INFANTRY"]}],
    }
    attacker = riflemen(effects=[effect])
    target = unit(keywords=["Infantry"])

    off = _attack(scenario(attacker, target)).result.measures.expected_kills
    on = _attack(scenario(attacker, target, situation={"switches": ["oath"]})).result.measures.expected_kills

    assert off == pytest.approx(1.416742, abs=1e-6)
    # 8/9 of the attacks hit instead of 2/3.
    assert on > off * 1.3


def test_an_exchange_answers_for_both() -> None:
    target = unit(trooper(count=5, weapons=[rifle()]))

    found = _answer(scenario(target=target, question="exchange", answer={"in_cover": True}))

    assert isinstance(found, ExchangeAnswer)
    assert sum(sum(row) for row in found.exchange.joint) == pytest.approx(1.0, abs=1e-12)
    assert 0 < found.exchange.back.expected_kills < found.exchange.first.measures.expected_kills


W = "/attacker/models/0/weapons/0"


@pytest.mark.parametrize(
    ("document", "pointer", "sentence"),
    [
        (
            scenario(question="sample"),
            "/question",
            "Invalid value 'sample'. “question” is one of: attack, exchange, chain, matrix, field, comparison, pair.",
        ),
        (scenario(sample=1), "", 'Object contains unknown field "sample".'),
        (
            scenario(schema="quartermaster.scenario/2"),
            "/schema",
            'This version reads scenario documents of the schema "quartermaster.scenario/1".',
        ),
        (
            scenario({"from": "nowhere"}),
            "/attacker/from",
            "Invalid value 'nowhere'. “from” is one of: profiles, catalogue, roster.",
        ),
        (
            scenario({"from": "catalogue", "datasheet": "Sample"}),
            "/attacker",
            "A catalogue is needed to know this unit, and none is at hand.",
        ),
        (scenario(unit(trooper(count=0))), "/attacker/models", "0 models; a unit has 1 to 200."),
        (scenario(target=unit(trooper(count=201))), "/target/models", "201 models; a unit has 1 to 200."),
        (scenario(target=unit(trooper(count=-1))), "/target/models/0/count", "Expected integer >= 0."),
        (scenario(unit()), "/attacker", "Troopers has no weapons, so there are no attacks."),
        (
            scenario(situation={"distance": 25}),
            "/attacker",
            "No weapon of Riflemen can attack in this situation. "
            "Rifle: The target is 25 inches away; its range is 24 (04.02).",
        ),
        (scenario(riflemen(rifle(skill=1))), f"{W}/skill", "BS 1; it is 2 to 6."),
        (scenario(riflemen(rifle(skill=None))), f"{W}/skill", "No BS, and no [TORRENT] that does without (24.37)."),
        (scenario(riflemen(rifle(A=0))), f"{W}/A", "A 0; it is at least 1 (02.02.01)."),
        (
            scenario(riflemen(rifle(A="many"))),
            f"{W}/A",
            "“many” is neither a number nor dice. Write a number, or dice like D3, 2D6 or D6+1.",
        ),
        (
            scenario(riflemen(rifle(A="30D6"))),
            f"{W}/A",
            "“30D6” is too large: at most 20 dice, and 1000 in all.",
        ),
        (
            scenario(riflemen(rifle(S=0))),
            f"{W}/S",
            "S 0; it is at least 1 (02.02.01). Write “-” for a weapon that has none.",
        ),
        (scenario(riflemen(rifle(AP=1))), f"{W}/AP", "AP 1; write it as profiles do: 0, -1, -2."),
        (scenario(riflemen(rifle(range=0))), f"{W}/range", "range 0; it is 1 to 1000."),
        (
            scenario(riflemen(rifle(abilities=["SUSTAINED HITS"]))),
            f"{W}/abilities/0",
            "[SUSTAINED HITS] carries a number: write “SUSTAINED HITS 1”.",
        ),
        (scenario(target=unit(trooper(W=0))), "/target/models/0/W", "W 0; it is 1 to 1000."),
        (scenario(target=unit(trooper(Sv=1))), "/target/models/0/Sv", "Sv 1; it is 2 to 7."),
        (scenario(target=unit(trooper(FNP=1))), "/target/models/0/FNP", "Feel No Pain 1; it is 2 to 7."),
        (
            scenario(target=unit(trooper(), trooper())),
            "/target/models/1/name",
            "Two kinds of model are called Trooper; name them apart.",
        ),
        (
            scenario(target=unit(trooper(is_character=True))),
            "/target/models/0/count",
            "10 CHARACTERs in one kind; each is a group of its own (05.03), so name them one by one.",
        ),
        (
            scenario(unit(trooper(loadouts=[{"models": 3, "weapons": [rifle()]}]))),
            "/attacker/models/0/loadouts",
            "The loadouts are those of 3 models; there are 10 Trooper.",
        ),
        (
            scenario(unit(trooper(loadouts=[{"models": 10, "weapons": []}], weapons=[rifle()]))),
            "/attacker/models/0/loadouts",
            "Write either weapons, those of every model, or loadouts, not both.",
        ),
        (
            scenario(unit(trooper(loadouts=[{"models": 10, "weapons": [rifle(skill=7)]}]))),
            "/attacker/models/0/loadouts/0/weapons/0/skill",
            "BS 7; it is 2 to 6.",
        ),
        (
            scenario(target=unit(abilities=["Stealth", "Sample"])),
            "/target/abilities/1",
            "“Sample” is no core ability that is known. Write it as datasheets do (Feel No Pain 5+, Stealth, "
            "Deadly Demise D6); what other abilities do is written as effects.",
        ),
        (
            scenario(riflemen(effects=[{"source": "Sample", "side": "attacks made", "part": "luck", "change": "add"}])),
            "/attacker/effects/0/part",
            "Invalid enum value 'luck'. There are: A, attack dice, BS/WS, S, AP, D, T, W, Sv, InSv, Feel No Pain, "
            "hit roll, wound roll, save roll, damage roll, critical hit, critical wound, weapon ability, "
            "benefit of cover, modifiers, first damage, targeted within.",
        ),
        (
            scenario(riflemen(effects=[{"source": "Sample", "side": "attacks made", "part": "A", "change": "add"}])),
            "/attacker/effects/0",
            "Sample: It changes A without a value.",
        ),
        (scenario(policies={"order": ["Nobody"]}), "/policies/order/0", "The target has no “Nobody”; it has Trooper."),
        (
            scenario(unit(trooper(count=200, weapons=[rifle(A="20D6+880", count=5)])), unit(trooper(count=200))),
            "",
            "The exact answer would not fit: it would take too long to work out. 100 samples of so many attacks would "
            "take too long.",
        ),
        (
            scenario(policies={"precise": "Nobody"}),
            "/policies/precise",
            "The target has no “Nobody”; it has no CHARACTER.",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(document: dict[str, Any], pointer: str, sentence: str) -> None:
    with pytest.raises(DocumentError) as refused:
        _answer(document)

    assert (refused.value.pointer, refused.value.message) == (pointer, sentence)


@pytest.mark.parametrize(
    ("content", "pointer", "sentence"),
    [
        (b"", "", "This is not JSON: Input data was truncated."),
        (b"\xff\xfe", "", "This is UTF-16; JSON is read in UTF-8. Save the file in that encoding."),
        (b"[" * 100_000, "", "Expected object, got array."),
        (
            b'{"schema": "quartermaster.scenario/1", "question": "attack", "attacker": ' + b"[" * 50_000,
            "/attacker",
            "Expected object, got array.",
        ),
        (b" " * 1_000_001, "", "The scenario has more than 1,000,000 bytes, which is the most that is read."),
        (b"7", "", "Expected object, got integer."),
        (
            scenario(question="chain", distance=1, first="me"),
            "/first",
            "Invalid enum value 'me'. There are: attacker, target.",
        ),
        (
            {},
            "",
            'Object missing required field "question". “question” is one of: attack, exchange, chain, matrix, field, '
            "comparison, pair.",
        ),
        (
            {"schema": "\ud800"},
            "",
            "This is not JSON: 'utf-8' codec can't encode character '\\ud800' in position 0: surrogates not allowed.",
        ),
    ],
)
def test_what_is_no_scenario_is_refused(content: bytes | dict[str, Any], pointer: str, sentence: str) -> None:
    with pytest.raises(DocumentError) as refused:
        scenario_from_json(content)

    assert (refused.value.pointer, refused.value.message) == (pointer, sentence)
