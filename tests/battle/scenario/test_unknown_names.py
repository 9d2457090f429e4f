"""Names in a scenario that nothing has are refused, and not passed over as if they changed nothing."""

from __future__ import annotations

from typing import Any

import pytest

from battle.scenario.answering import answer
from battle.scenario.decoding import scenario_from_json
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import rifle, riflemen, scenario, trooper, unit

ARMED = unit(trooper(weapons=[rifle(name="Carbine")]))
EFFECT = {"source": "Rule", "side": "attacks made", "part": "A", "change": "add", "value": 1, "models": ["Sergeant"]}


def duel(**changes: Any) -> dict[str, Any]:
    """A duel of riflemen and others with carbines."""
    return scenario(target=ARMED, question="chain", distance=12, rounds=1, **changes)


def matrix(**changes: Any) -> dict[str, Any]:
    """Riflemen and others with carbines on each other."""
    document = scenario(question="matrix", attackers=[riflemen()], targets=[ARMED], **changes)
    return {name: value for name, value in document.items() if name not in ("attacker", "target")}


@pytest.mark.parametrize(
    ("document", "pointer", "sentence"),
    [
        (
            scenario(policies={"weapons": ["Rifle", "Rifel"]}),
            "/policies/weapons/1",
            "No weapon here is called “Rifel”. Did you mean “Rifle”?",
        ),
        (
            scenario(situation={"spent": ["Zap"]}),
            "/situation/spent/0",
            "No weapon here is called “Zap”. There are: Rifle.",
        ),
        (
            scenario(target=ARMED, question="exchange", answer={"spent": ["Rifle"]}),
            "/answer/spent/0",
            "No weapon here is called “Rifle”. There are: Carbine.",
        ),
        (
            duel(policies={"weapons": ["Zap"]}),
            "/policies/weapons/0",
            "No weapon here is called “Zap”. There are: Rifle, Carbine.",
        ),
        (
            duel(target_course={"shooting": {"spent": ["Zap"]}}),
            "/target_course/shooting/spent/0",
            "No weapon here is called “Zap”. There are: Carbine.",
        ),
        (
            matrix(policies={"weapons": ["Zap"]}),
            "/policies/weapons/0",
            "No weapon here is called “Zap”. There are: Rifle, Carbine.",
        ),
        (
            matrix(situation={"spent": ["Zap"]}),
            "/situation/spent/0",
            "No weapon here is called “Zap”. There are: Rifle, Carbine.",
        ),
        (
            scenario(riflemen(effects=[EFFECT])),
            "/attacker/effects/0/models/0",
            "No kind of model is called Sergeant; there are Rifleman.",
        ),
    ],
)
def test_a_name_that_nothing_has_is_refused(document: dict[str, Any], pointer: str, sentence: str) -> None:
    with pytest.raises(DocumentError) as refused:
        answer(scenario_from_json(document))

    assert (refused.value.pointer, refused.value.message) == (pointer, sentence)


def test_profiles_are_named_by_their_weapon_too() -> None:
    profiles = [rifle(name="Plasma, hot", S=8, profile_of="Plasma"), rifle(name="Plasma, cool", profile_of="Plasma")]
    document = scenario(riflemen(*profiles), policies={"weapons": ["Plasma", "Plasma, cool"]})

    found = answer(scenario_from_json(document))

    assert [report.weapons for report in found.result.batches] == [("10 × Plasma, hot",)]  # type: ignore[union-attr]
