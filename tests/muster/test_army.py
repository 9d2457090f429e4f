"""The army a document describes: keywords at their fix-point, attached units, guests, the plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from datasheets.catalogue import Catalogue
from datasheets.catalogue.detachment import Detachment, DetachmentOffer, GrantedKeyword
from roster.muster.army import Army, assemble
from roster.muster.needs import Need
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue


def army(catalogue: Catalogue | None = None, **roster: Any) -> Army:
    catalogue = catalogue or spec_catalogue()
    return assemble(roster_of(roster, catalogue), catalogue)


def with_detachment(*grants: GrantedKeyword) -> Catalogue:
    """The invented catalogue with a detachment ``chain`` that grants these keywords."""
    plain = spec_catalogue()
    chain = Detachment(
        "sample-legion:chain", "Sample Chain", (DetachmentOffer("sample-legion", 1),), granted_keywords=grants
    )
    return Catalogue(plain.stamp, replace(plain.data, detachments=(*plain.data.detachments, chain)))


def names(units: Any) -> list[str]:
    return [unit.name for unit in units]


def test_a_granted_keyword_can_be_what_the_next_grant_asks_for() -> None:
    catalogue = with_detachment(GrantedKeyword("Bannered", "Chosen"), GrantedKeyword("Chosen", "Vehicle"))
    walker, squad = army(catalogue, detachments=["chain"], units=["walker", "squad"]).units
    assert (walker.has("Bannered"), squad.has("Bannered")) == (True, False)


def test_grants_that_feed_each_other_come_to_an_end() -> None:
    catalogue = with_detachment(GrantedKeyword("Odd", "Even"), GrantedKeyword("Even", "Odd"))
    [walker] = army(catalogue, detachments=["chain"], units=["walker"]).units
    assert not walker.has("Odd")


def test_a_limited_grant_goes_to_those_that_use_it() -> None:
    hounds = army(
        detachments=["pack"],
        units=[
            {"unit": "warhound", "times": 2},
            {"unit": "warhound", "enhancements": ["blade"]},
            {"unit": "warhound", "warlord": True},
        ],
    ).units
    assert [unit.has("Character") for unit in hounds] == [True, False, True, True]


def test_a_keyword_matches_whole_and_in_the_plural() -> None:
    [hunters] = army(units=["hunters"]).units
    assert (hunters.has("HUNTER"), hunters.has("Hunt"), hunters.has("Sample Legion")) == (True, False, True)


def test_a_chapter_has_its_parents_faction_keyword() -> None:
    reds = army(faction="sample-reds", units=["captain", "sample-court:imps"])
    assert reds.keywords == {"sample legion", "sample red"}
    assert [reds.is_native(unit) for unit in reds.units] == [True, False]


def test_attached_units_are_groups_in_roster_order() -> None:
    found = army(
        units=[{"unit": "captain", "attached_to": "u3"}, "walker", "squad", {"unit": "medic", "attached_to": "u3"}]
    )
    assert [names(attached.units) for attached in found.attached_units] == [["Squad", "Captain", "Medic"]]
    assert [names(found.whole_unit(unit)) for unit in found.units] == [
        ["Captain", "Squad", "Medic"],
        ["Walker"],
        ["Captain", "Squad", "Medic"],
        ["Captain", "Squad", "Medic"],
    ]


def test_a_circle_of_attachments_is_one_group() -> None:
    found = army(units=[{"unit": "captain", "attached_to": "u2"}, {"unit": "champion", "attached_to": "u1"}])
    assert names(found.whole_unit(found.units[0])) == ["Captain", "Champion"]


def test_passengers_of_a_transport_in_reserves_are_in_reserves_however_deep() -> None:
    plan = {"embarked": {"u1": ["u2"], "u2": ["u3"], "u3": ["u1"]}, "reserves": ["u1"]}
    found = army(units=["carrier", "barge", "squad", "walker"], plan=plan)
    assert found.plan is not None
    assert found.plan.in_reserves == {0, 1, 2}


def test_a_guest_comes_in_by_the_rule_with_most_room() -> None:
    plain = spec_catalogue()
    pact = plain.data.allied_rules[0]
    narrow = replace(
        pact, id="a-narrow-pact", points_limits=tuple(replace(row, maximum=10) for row in pact.points_limits)
    )
    catalogue = Catalogue(plain.stamp, replace(plain.data, allied_rules=(narrow, pact)))
    assert list(army(catalogue, units=["sample-court:imps"]).guests) == ["court-pact"]


def test_what_is_not_known_is_said_with_figures() -> None:
    found = army(faction=None, size=None, detachments=["?A", "?B", "spear"], units=["?C", "?D", "?E", "?F", "walker"])
    assert {need: found.lacks(need) for need in Need} == {
        Need.FACTION: "The army faction is not known.",
        Need.BATTLE_SIZE: "The battle size is not known.",
        Need.DETACHMENTS: "2 of 3 detachments not recognised: A and B.",
        Need.DISPOSITIONS: None,
        Need.UNITS: "4 of 5 units not recognised: C, D, E and 1 more.",
        Need.ENHANCEMENTS: None,
        Need.PRICES: "4 of 5 units without a whole price: C (C is not recognised), D (D is not recognised), "
        "E (E is not recognised) and 1 more.",
    }
