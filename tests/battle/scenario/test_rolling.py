"""Scenarios answered by rolling dice, and one roll of them to read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from battle.engine.measures import Measures
from battle.scenario.answering import answer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.as_text import answer_lines
from battle.scenario.attacking import AttackAnswer
from battle.scenario.decoding import scenario_from_json
from battle.scenario.exchanging import ExchangeAnswer
from battle.scenario.rolling import Rolls
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import rifle, riflemen, scenario, trooper, unit

PLASMA = rifle(name="Plasma", A="D3", S=8, AP=-3, D=2, abilities=["HAZARDOUS", "DEVASTATING WOUNDS", "PRECISION"])
CAPTAIN = trooper(name="Captain", count=1, W=5, InSv=4, is_character=True, is_bodyguard=False, points=80)

ROUNDING = 1e-9


def _squad() -> dict[str, Any]:
    return unit(trooper(count=5, points=20, weapons=[rifle()]), CAPTAIN)


def _attack(document: dict[str, Any], rolls: Rolls) -> AttackAnswer:
    found = answer(scenario_from_json(document), rolls=rolls)
    assert isinstance(found, AttackAnswer)
    return found


def _exchange(document: dict[str, Any], rolls: Rolls) -> ExchangeAnswer:
    found = answer(scenario_from_json({**document, "question": "exchange"}), rolls=rolls)
    assert isinstance(found, ExchangeAnswer)
    return found


def _is_near(sampled: Measures, exact: Measures, errors: Any) -> bool:
    """Within four standard errors in all that is told of both."""
    return (
        abs(sampled.expected_kills - exact.expected_kills) <= 4 * errors.kills + ROUNDING
        and abs(sampled.wounds - exact.wounds) <= 4 * errors.wounds + ROUNDING
        and abs(sampled.points - exact.points) <= 4 * errors.points + ROUNDING
        and abs(sampled.destroyed - exact.destroyed) <= 4 * errors.destroyed + ROUNDING
    )


def test_an_attack_is_sampled_where_that_is_asked_for() -> None:
    document = scenario(riflemen(rifle(), PLASMA), _squad())
    exact = _attack(document, Rolls())

    found = _attack(document, Rolls(samples=20_000, seed=4))

    assert (exact.method, exact.sampling) == ("exact", None)
    assert found.method == "sampled"
    assert found.sampling is not None
    assert (found.sampling.samples, found.sampling.seed, found.sampling.reason) == (20_000, 4, "")
    assert _is_near(found.result.measures, exact.result.measures, found.sampling.errors)
    assert [batch.choice for batch in found.result.batches] == [batch.choice for batch in exact.result.batches]
    assert [batch.precise for batch in found.result.batches] == [batch.precise for batch in exact.result.batches]
    assert found.result.order == exact.result.order
    assert found.assumptions == exact.assumptions
    assert found.result.hazards == exact.result.hazards == 10


def test_an_exchange_is_sampled_with_everybody_who_survives() -> None:
    document = scenario(riflemen(rifle(), PLASMA), _squad())
    exact = _exchange(document, Rolls())

    found = _exchange(document, Rolls(samples=20_000, seed=4))

    assert found.sampling is not None
    assert found.sampling.back is not None
    assert _is_near(found.exchange.first.measures, exact.exchange.first.measures, found.sampling.errors)
    assert _is_near(found.exchange.back, exact.exchange.back, found.sampling.back)
    for row, other in zip(found.exchange.joint, exact.exchange.joint, strict=True):
        assert row == pytest.approx(other, abs=0.02)
    assert sum(map(sum, found.exchange.joint)) == pytest.approx(1.0, abs=1e-12)
    assert {words for words, _, _ in found.exchange.answers} <= {words for words, _, _ in exact.exchange.answers}


@pytest.mark.parametrize("question", ["attack", "exchange"])
def test_what_would_not_fit_exactly_is_sampled_and_says_so(question: str) -> None:
    guns = unit(trooper(count=200, weapons=[rifle(A="20D6")]), name="Guns")
    document = scenario(guns, unit(trooper(count=200, W=200)), question=question)

    found = answer(scenario_from_json(document))
    lines = answer_lines(found)

    assert isinstance(found, AttackAnswer | ExchangeAnswer)
    assert found.method == "sampled"
    assert found.sampling is not None
    assert found.sampling.samples == 2_100
    assert "The exact answer would not fit: it would take too long to work out." in lines
    [method] = [line for line in lines if line.startswith("Method: ")]
    assert method.startswith("Method: sampled, 2,100 samples with seed 1; standard errors: ")


def test_the_answer_for_programs_says_how_it_was_sampled() -> None:
    found = answer_as_dict(_attack(scenario(), Rolls(samples=1_000, seed=2)))

    assert found["method"] == "sampled"
    assert found["contributions"] is None
    assert set(found["sampling"]) == {"samples", "seed", "standard_errors", "reason"}
    assert found["sampling"]["samples"] == 1_000
    assert found["sampling"]["reason"] is None
    errors = found["sampling"]["standard_errors"]
    chance = found["destroyed"]["models"][1]
    assert errors["models"][1] == pytest.approx((chance * (1 - chance) / 1_000) ** 0.5)
    assert "sampling" not in answer_as_dict(_attack(scenario(), Rolls()))


def test_the_same_seed_gives_the_same_answer() -> None:
    document = scenario(riflemen(PLASMA), _squad())
    found = [answer_as_dict(_attack(document, Rolls(1_000, seed))) for seed in (1, 1, 2)]

    assert found[0] == found[1] != found[2]


def test_one_roll_stands_below_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(scenario(riflemen(PLASMA), _squad(), question="exchange")), encoding="utf-8")

    call_command("simulate", str(file), "--trace", "--seed", "3")
    call_command("simulate", str(file), "--json", "--trace", "--seed", "3", "--samples", "500")

    *text, as_json = capsys.readouterr().out.splitlines()
    at = text.index("One roll:")
    trace = [line.strip() for line in text[at + 1 :] if line.strip()]
    assert "Method: exact." in text[:at]
    assert trace[0] == "10 × Plasma against T 4 (04.03, 05.02.01):"
    assert len([line for line in trace if line.startswith("Hazard rolls: ")]) == 1
    assert [line.strip() for line in json.loads(as_json)["trace"]] == trace


def test_numbers_of_samples_are_bounded(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="“99”: write a number from 100 to 1,000,000"):
        call_command("simulate", "scenario.json", "--samples", "99")

    with pytest.raises(DocumentError) as refused:
        _attack(scenario(riflemen(rifle(A=100))), Rolls(samples=1_000_000))

    assert refused.value.message == "1,000,000 samples would take too long; at most 30,000 of these attacks."


@pytest.mark.parametrize("question", ["attack", "exchange"])
@pytest.mark.parametrize("samples", [None, 100])
def test_what_cannot_be_rolled_a_hundred_times_is_refused_before_anything_is_rolled(
    question: str, samples: int | None
) -> None:
    # Each critical hit brings 70 more, each of which takes 20 dice and a Feel No Pain for every wound.
    gun = rifle(A="20D6", D="20D6", abilities=["SUSTAINED HITS 20D6", "DEVASTATING WOUNDS", "LETHAL HITS"])
    document = scenario(
        unit(trooper(count=200, weapons=[gun])), unit(trooper(count=200, W=1000, FNP=5)), question=question
    )

    with pytest.raises(DocumentError) as refused:
        answer(scenario_from_json(document), rolls=Rolls(samples=samples))

    assert refused.value.message == (
        "The exact answer would not fit: it would take too long to work out. "
        "100 samples of so many attacks would take too long."
    )


def test_of_survivors_of_many_kinds_fewer_samples_are_rolled() -> None:
    gun = rifle(A="D6", D="D6")
    # 101 by 101 ways for models to be left, so that hardly two samples strike back alike.
    mixed = unit(
        trooper(name="Light", count=100, W=10, weapons=[rifle()]),
        trooper(name="Heavy", count=100, T=6, W=3, weapons=[rifle()]),
    )
    alike = unit(trooper(count=200, W=10, weapons=[rifle()]))
    shooters = unit(trooper(count=200, weapons=[gun]))

    said = []
    for target in (mixed, alike):
        with pytest.raises(DocumentError) as refused:
            answer(scenario_from_json(scenario(shooters, target, question="exchange")), rolls=Rolls(samples=1_000_000))
        said.append(refused.value.message.partition("at most ")[2])

    assert said == ["4,800 of these attacks.", "20,000 of these attacks."]
