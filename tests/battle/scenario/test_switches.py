"""Switches: offered by name, refused where they turn nothing on or exclude each other."""

from __future__ import annotations

from typing import Any

import pytest

from battle.effects.judged import Switch
from battle.effects.shapes import Kind
from battle.scenario.answering import answer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.as_text import answer_lines
from battle.scenario.attacking import AttackAnswer
from battle.scenario.decoding import scenario_from_json
from battle.scenario.switches import Offer, refuse_switches
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError
from tests.battle.scenario.documents import riflemen, scenario

SURGEON: dict[str, Any] = {"from": "catalogue", "datasheet": "Plague Surgeon"}
SELECTED = "death-guard:inflamed-infections/selected"
FIGHT: dict[str, Any] = {"phase": "fight"}


def _fault(document: dict[str, Any], catalogue: Catalogue | None = None) -> tuple[str, str]:
    with pytest.raises(DocumentError) as raised:
        answer(scenario_from_json(document), catalogue)
    return raised.value.pointer, raised.value.message


def test_an_answer_offers_switches_and_says_which_are_on(catalogue: Catalogue) -> None:
    found = answer(scenario_from_json(scenario(SURGEON, situation={**FIGHT, "switches": [SELECTED]})), catalogue)

    (offered,) = [one for one in answer_as_dict(found)["switches"] if one["name"] == SELECTED]
    assert offered == {
        "name": SELECTED,
        "unit": "Plague Surgeon",
        "units": ["Plague Surgeon"],
        "says": "The target was selected for it at the start of the Fight phase.",
        "kind": "mark",
        "once": None,
        "lasts": "the phase",
        "cost": None,
        "instead_of": [],
        "is_on": True,
    }
    assert (
        f"  {SELECTED} (Plague Surgeon): The target was selected for it at the start of the Fight phase. "
        "(lasts the phase)"
    ) in answer_lines(found)


def test_a_switch_that_turns_nothing_on_is_refused(catalogue: Catalogue) -> None:
    misspelt = {**FIGHT, "switches": ["death-guard:inflamed-infections/select"]}

    assert _fault(scenario(SURGEON, situation=misspelt), catalogue) == (
        "/situation/switches/0",
        f"Nothing is turned on by “death-guard:inflamed-infections/select”. Did you mean “{SELECTED}”?",
    )


def test_units_without_switches_say_so() -> None:
    document = scenario(riflemen(), situation={"switches": ["oath"]})

    assert _fault(document) == (
        "/situation/switches/0",
        "Nothing is turned on by “oath”: the units have no switches.",
    )


def test_of_an_exchange_both_situations_are_looked_at(catalogue: Catalogue) -> None:
    document = {**scenario(SURGEON), "question": "exchange", "answer": {"switches": ["pact"]}, "situation": FIGHT}

    pointer, message = _fault(document, catalogue)
    assert (pointer, message.partition(".")[0]) == ("/answer/switches/0", "Nothing is turned on by “pact”")


def test_two_that_exclude_each_other_are_refused() -> None:
    one = Switch("sample:rule/first", "First.", Kind.CHOICE, instead_of=("sample:rule/second",))
    other = Switch("sample:rule/second", "Second.", Kind.CHOICE)
    offers = [Offer(one, ("Unit",)), Offer(other, ("Unit",))]

    refuse_switches([one.name], offers, "/situation")
    with pytest.raises(DocumentError) as raised:
        refuse_switches([other.name, one.name], offers, "/situation")
    assert (raised.value.pointer, raised.value.message) == (
        "/situation/switches/1",
        "“sample:rule/first” and “sample:rule/second” are not on together; turn one of them off.",
    )


def test_friends_give_what_their_abilities_give(catalogue: Catalogue) -> None:
    haulers = {"from": "catalogue", "datasheet": "Myphitic Blight-haulers", "friends": ["Lord of Virulence"]}
    name = "death-guard:blight-bombardment/selected"

    off = answer(scenario_from_json(scenario(haulers)), catalogue)
    on = answer(scenario_from_json(scenario(haulers, situation={"switches": [name]})), catalogue)
    assert isinstance(off, AttackAnswer)
    assert isinstance(on, AttackAnswer)
    assert on.result.measures.expected_kills > off.result.measures.expected_kills


def test_a_friend_that_is_unknown_has_its_place(catalogue: Catalogue) -> None:
    pointer, message = _fault(scenario({**SURGEON, "friends": ["Lord of Virulenc"]}, situation=FIGHT), catalogue)

    assert pointer == "/attacker/friends/0"
    assert message.startswith("No datasheet is called “Lord of Virulenc”. Did you mean Lord of Virulence")
