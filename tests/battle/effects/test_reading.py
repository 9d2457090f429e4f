"""Files of judged effects are read strictly: whatever does not fit is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from battle.effects.formula import NoNumber
from battle.effects.judged import Beneficiary, Switch
from battle.effects.probing import NotProbed, probed
from battle.effects.reading import EffectsFault, abilities_of
from battle.effects.shapes import Kind, Mistake, Upstream, Who
from battle.engine.dice import number
from battle.engine.effects import Change, Condition, Part, Side
from battle.engine.effects import Test as Asks

Entry = dict[str, Any]
"""An entry as YAML has it; ``Any``: what a file says."""


def an_entry() -> Entry:
    """An ability with one effect by a switch and one by a state."""
    return {
        "ability": "sample:rule",
        "name": "Rule",
        "datasheets": ["sample:unit"],
        "digest": "0" * 64,
        "status": "judged",
        "upstream": "partial",
        "mistakes": ["gate-dropped"],
        "switches": [{"name": "sworn", "says": "It was sworn.", "kind": "choice", "once": "battle", "lasts": "phase"}],
        "effects": [
            {
                "for": "unit",
                "side": "attacks made",
                "part": "hit roll",
                "change": "add",
                "value": 1,
                "switch": "sworn",
                "conditions": [{"test": "target keyword", "values": ["Monster"]}],
            },
            {
                "for": {"who": "army", "keywords": ["Sample Guard"], "within": 6},
                "side": "attacks suffered",
                "part": "Feel No Pain",
                "change": "grant",
                "value": 5,
                "conditions": [{"test": "switched on", "values": ["blessed"], "is_negated": True}],
            },
        ],
        "probes": [{"says": "it does nothing while it is off", "without": 1, "with": "6 * 4/6 * 3/6 * 3/6"}],
    }


def written(folder: Path, *entries: Entry, name: str = "sample", faction: str = "sample") -> Path:
    """A file with these entries."""
    content = {
        "schema": "quartermaster.effects/1",
        "faction": faction,
        "states": [{"name": "blessed", "says": "The army is blessed.", "kind": "state"}],
        "abilities": list(entries),
    }
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return path


def test_an_ability_is_read_whole(tmp_path: Path) -> None:
    (found,) = abilities_of(written(tmp_path, an_entry()))

    first, second = found.given
    assert (found.id, found.upstream, found.mistakes) == ("sample:rule", Upstream.PARTIAL, (Mistake.GATE,))
    assert (first.to, first.effect.side, first.effect.part) == (Beneficiary(Who.UNIT), Side.MADE, Part.HIT_ROLL)
    assert (first.effect.change, first.effect.value) == (Change.ADD, number(1))
    assert (first.effect.source, first.effect.switch) == ("Rule", "sample:rule/sworn")
    assert first.effect.conditions == (Condition(Asks.TARGET_KEYWORD, ("monster",)),)
    assert second.to == Beneficiary(Who.ARMY, keywords=frozenset({"sample guard"}), within=6)
    assert second.effect.conditions == (Condition(Asks.SWITCHED_ON, ("sample/blessed",), True),)
    assert found.switches == (
        Switch("sample/blessed", "The army is blessed.", Kind.STATE),
        Switch("sample:rule/sworn", "It was sworn.", Kind.CHOICE, once="battle", lasts="phase"),
    )


def _with(**changes: object) -> Callable[[Entry], Entry]:
    return lambda entry: {**entry, **changes}


def _with_effect(**changes: object) -> Callable[[Entry], Entry]:
    return lambda entry: {**entry, "effects": [{**entry["effects"][0], **changes}, entry["effects"][1]]}


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (_with(text="words"), 'tmp/sample.yaml: abilities "Rule": Object contains unknown field `text`.'),
        (_with(probes=[]), "sample.yaml, sample:rule: it has effects and no probe."),
        (_with(mistakes=[]), "sample.yaml, sample:rule: upstream is partial, and mistakes are none."),
        (_with(upstream="right"), "sample.yaml, sample:rule: upstream is right, and mistakes are gate-dropped."),
        (
            _with(effects=[], switches=[], probes=[]),
            "sample.yaml, sample:rule: it has neither effects nor a reason why it has none (not_carried).",
        ),
        (
            _with_effect(switch="paid"),
            "sample.yaml, sample:rule: effect 1 asks for the switch “paid”; there are: blessed, sworn.",
        ),
        (_with_effect(switch=None), "sample.yaml, sample:rule: the switch “sworn” turns nothing on."),
        (_with_effect(value=None), "sample.yaml, sample:rule: effect 1: It changes hit roll without a value."),
        (
            _with_effect(change="re-roll one roll", value=None),
            "sample.yaml, sample:rule: effect 1: one re-roll of a hit roll for the whole unit is not spent; say so in "
            "not_carried instead.",
        ),
        (
            _with_effect(value="many"),
            "sample.yaml, sample:rule: “many” is neither a number nor dice. Write a number, "
            "or dice like D3, 2D6 or D6+1.",
        ),
        (
            _with_effect(**{"for": {"who": "unit", "within": 6}}),
            "sample.yaml, sample:rule: effect 1: keywords, within and others_only are asked of friends (who: army).",
        ),
        (
            _with_effect(**{"for": {"who": "unit", "kinds": ["Sergeant"]}}),
            "sample.yaml, sample:rule: effect 1: kinds are those of the bearer (who: bearer).",
        ),
        (
            _with(switches=[{"name": "blessed", "says": "x"}]),
            "sample.yaml, sample:rule: the switch “blessed” is a state of the file too; name it otherwise.",
        ),
    ],
)
def test_what_does_not_fit_is_refused(changed: Callable[[Entry], Entry], fault: str, tmp_path: Path) -> None:
    path = written(tmp_path, changed(an_entry()))

    with pytest.raises(EffectsFault) as raised:
        abilities_of(path)

    assert str(raised.value) == fault.replace("tmp/", f"{tmp_path.name}/")


@pytest.mark.parametrize(
    ("changes", "fault", "words"),
    [
        ({"without": "one"}, NoNumber, "“one” is no number, sum, product or quotient"),
        (
            {"situation": {"switches": ["paid"]}},
            NotProbed,
            "sample:rule: a probe turns “paid” on; there are: blessed, near, sworn.",
        ),
    ],
)
def test_a_probe_that_asks_for_what_there_is_not_is_refused(
    changes: dict[str, Any], fault: type[ValueError], words: str, tmp_path: Path
) -> None:
    probe = {"says": "x", "without": 1, "with": 1, **changes}
    (ability,) = abilities_of(written(tmp_path, {**an_entry(), "probes": [probe]}))

    with pytest.raises(fault) as raised:
        probed(ability, ability.probes[0])
    assert str(raised.value) == words


def test_an_ability_is_judged_once(tmp_path: Path) -> None:
    with pytest.raises(EffectsFault, match=r"^sample\.yaml, sample:rule: it is judged twice\.$"):
        abilities_of(written(tmp_path, an_entry(), an_entry()))


def test_an_ability_is_of_the_faction_of_its_file(tmp_path: Path) -> None:
    with pytest.raises(EffectsFault, match=r"^sample\.yaml, other:rule: it is not of the file's faction\.$"):
        abilities_of(written(tmp_path, {**an_entry(), "ability": "other:rule"}))


def test_a_file_is_named_for_its_faction(tmp_path: Path) -> None:
    with pytest.raises(EffectsFault, match="the file's name is to be the same"):
        abilities_of(written(tmp_path, faction="other"))
