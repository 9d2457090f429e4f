"""``manage.py simulate``: scenarios in files, answered for people and for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from battle.scenario.answering import answer
from battle.scenario.as_text import answer_lines
from battle.scenario.decoding import MAX_BYTES, scenario_from_json
from battle.scenario.pairing import PairAnswer
from datasheets.catalogue import Catalogue
from tests.battle.scenario.documents import rifle, riflemen, scenario, trooper, unit

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "scenario.md"
EXAMPLES = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
SAID = (1.417, 2.044)
"""What the page says of its first two examples."""


def _file(folder: Path, document: dict[str, Any], name: str = "scenario.json") -> str:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_the_answer_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    captain = trooper(name="Captain", count=1, W=5, is_character=True, is_bodyguard=False)
    document = scenario(
        riflemen(rifle(abilities=["RAPID FIRE 1", "PRECISION"]), rifle(name="Knife", range=None)),
        unit(trooper(count=4, points=20), captain, abilities=["Stealth"]),
        name="Sample",
        situation={"distance": 12},
    )

    call_command("simulate", _file(tmp_path, document))

    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "Sample",
        "Riflemen (10 models) attacks Troopers (5 models, 80 points).",
        'Situation: shooting phase, 12" away.',
    ]
    assert "  10 × Rifle:" in lines
    assert "    BS/WS 4+ (printed 3+; -1, Stealth (24.33)); T 4; S 4; AP -1; D 1; A 2" in lines, "\n".join(lines)
    assert "    30.00 attacks, 15.00 hits (50.00 % each, 16.67 % critical), 7.50 wounds (50.00 % of a hit)" in lines
    assert "    7.50 go to save rolls: Trooper saves on 4+, 50.00 % get through: 1.00 wounds each" in lines
    assert [line for line in lines if line.startswith("  With [RAPID FIRE] instead of without: +")] != []
    assert "  Without attacks: Knife: It is a melee weapon." in lines
    assert "Method: exact." in lines


def test_the_answer_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = _file(tmp_path, scenario(target=unit(trooper(weapons=[rifle()])), question="exchange"))

    call_command("simulate", file, "--json")

    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["question"], found["method"]) == ("quartermaster.answer/1", "exchange", "exact")
    assert found["file"] == file
    assert found["first"]["destroyed"]["expected_models"] == pytest.approx(1.416742, abs=1e-6)
    assert sum(found["first"]["destroyed"]["models"]) == pytest.approx(1.0, abs=1e-12)
    assert sum(row["chance"] for row in found["answers"]) == pytest.approx(1.0, abs=1e-9)
    assert found["first"]["batches"][0]["stages"]["attacks"] == pytest.approx(20)


def test_dice_are_shown_as_dice_and_survivors_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cannon = rifle(name="Cannon", A="D3", D="D6+1", S=9)
    tank = trooper(name="Tank", count=1, T=5, W=6, weapons=[cannon])

    call_command("simulate", _file(tmp_path, scenario(unit(tank), unit(tank, name="Other"), question="exchange")))

    lines = capsys.readouterr().out.splitlines()
    assert "    BS/WS 3+; T 5; S 9; AP -1; D D6+1; A D3" in lines
    [kills] = [line.partition("Other: ")[2][:4] for line in lines if line.startswith("  Destroyed of Other")]
    # What is left of one model strikes as the first did, whatever wounds it lost.
    assert [line.partition(": ")[2] for line in lines if "left are" in line] == [
        f"left are 1 Tank; they destroy {kills} models on average."
    ]


def test_several_files_and_one_that_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = _file(tmp_path, scenario(), "good.json")
    bad = _file(tmp_path, scenario(unit(trooper(count=0))), "bad.json")
    missing = str(tmp_path / "missing.json")

    with pytest.raises(SystemExit) as ended:
        call_command("simulate", good, bad, missing)

    said = capsys.readouterr()
    assert ended.value.code == 2
    assert said.out.startswith("Riflemen (10 models) attacks Troopers (10 models).")
    assert said.err.splitlines() == [
        f"{bad}: At /attacker/models: 0 models; a unit has 1 to 200.",
        f"{missing}: There is no such file.",
    ]


@pytest.mark.parametrize("example", EXAMPLES, ids=[json.loads(one)["name"] for one in EXAMPLES])
def test_the_examples_of_the_page_are_answered(example: str, catalogue: Catalogue) -> None:
    found = answer(scenario_from_json(example.encode()), catalogue)

    assert answer_lines(found)[0] == json.loads(example)["name"]


@pytest.mark.parametrize(("example", "kills"), list(zip(EXAMPLES, SAID, strict=False)))
def test_the_figures_of_the_page_are_right(example: str, kills: float) -> None:
    found = answer(scenario_from_json(example.encode()))

    assert found.result.measures.expected_kills == pytest.approx(kills, abs=5e-4)  # type: ignore[union-attr]
    assert f"{kills} models are destroyed on average" in DOCUMENT.read_text(encoding="utf-8")


def test_the_figures_of_the_pair_of_the_page_are_right() -> None:
    [example] = [one for one in EXAMPLES if '"pair"' in one]

    found = answer(scenario_from_json(example.encode()))

    assert isinstance(found, PairAnswer)
    assert found.after.measures.expected_kills == pytest.approx(3.762, abs=5e-4)
    assert found.after.measures.destroyed == pytest.approx(0.317, abs=5e-4)
    page = DOCUMENT.read_text(encoding="utf-8")
    assert "3.762 models are destroyed on average, all five in 31.7 of 100 cases." in page


def test_the_page_has_an_example_of_every_question() -> None:
    asked = [json.loads(one) for one in EXAMPLES]

    assert {one["question"] for one in asked} == {
        "attack",
        "exchange",
        "chain",
        "matrix",
        "field",
        "comparison",
        "pair",
    }


@pytest.mark.parametrize("seed", ["-1", "4294967296", "one"])
def test_a_seed_that_is_none_is_refused(seed: str) -> None:
    with pytest.raises(CommandError, match="write a whole number from 0 to 4,294,967,295"):
        call_command("simulate", "scenario.json", f"--seed={seed}")


def test_a_scenario_as_long_as_may_be_is_read_and_a_longer_one_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = []
    for length in (MAX_BYTES, MAX_BYTES + 1):
        path = tmp_path / f"{length}.json"
        path.write_text(json.dumps(scenario()).ljust(length), encoding="utf-8")
        files.append(str(path))

    with pytest.raises(SystemExit):
        call_command("simulate", *files)

    said = capsys.readouterr()
    assert said.out.startswith("Riflemen (10 models) attacks Troopers (10 models).")
    assert said.err == (f"{files[1]}: The scenario has more than 1,000,000 bytes, which is the most that is read.\n")
