"""Keywords by what is chosen, borne and carried: whatever the order, and nothing read twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.group import Allegiance, AllegianceChoice
from roster.document import Reference, RosterDocument, UnitChoice, UnitEntry
from roster.muster import Outcome, check_roster
from roster.muster.army import Army, assemble
from roster.muster.choices import stands_for
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue


def army(catalogue: Catalogue | None = None, **roster: Any) -> Army:
    catalogue = catalogue or spec_catalogue()
    return assemble(roster_of(roster, catalogue), catalogue)


def with_allegiances(*allegiances: Allegiance) -> Catalogue:
    plain = spec_catalogue()
    return Catalogue(plain.stamp, replace(plain.data, allegiances=allegiances))


def _choice(id: str, keyword: str, *wanted: str, excludes: tuple[str, ...] = ()) -> Allegiance:
    """One that gives the keyword for those with the wanted ones."""
    choices = (AllegianceChoice("Yes", (keyword,)), AllegianceChoice("No"))
    return Allegiance(f"sample-legion:{id}", id, choices, to_keywords=wanted, excludes=excludes)


@pytest.mark.parametrize("order", list(permutations(("a", "b", "c"))))
def test_choices_that_open_each_other_are_given_in_whatever_order_they_are_written(order: tuple[str, ...]) -> None:
    catalogue = with_allegiances(
        _choice("a", "First", "Vehicle"), _choice("b", "Second", "First"), _choice("c", "Third", "Second")
    )
    [walker] = army(catalogue, units=[{"unit": "walker", "choices": dict.fromkeys(order, "Yes")}]).units
    assert walker.has_all(("First", "Second", "Third"))


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_what_a_choice_excludes_bars_it_whichever_is_written_first(order: tuple[str, ...]) -> None:
    catalogue = with_allegiances(_choice("a", "Bound", "Vehicle"), _choice("b", "Free", "Vehicle", excludes=("Bound",)))
    [walker] = army(catalogue, units=[{"unit": "walker", "choices": dict.fromkeys(order, "Yes")}]).units
    assert (walker.has("Bound"), walker.has("Free"), walker.given) == (True, False, {"sample-legion:a"})


def test_a_choice_does_not_bar_itself() -> None:
    catalogue = with_allegiances(_choice("a", "Marked", "Vehicle", excludes=("Marked",)))
    [walker] = army(catalogue, units=[{"unit": "walker", "choices": {"a": "Yes"}}]).units
    assert walker.has("Marked")


def test_a_choice_that_needs_the_keyword_it_gives_is_not_open() -> None:
    catalogue = with_allegiances(_choice("a", "Marked", "Marked"))
    [walker] = army(catalogue, units=[{"unit": "walker", "choices": {"a": "Yes"}}]).units
    assert (walker.has("Marked"), walker.given) == (False, frozenset())


def test_of_units_that_need_what_is_left_to_the_player_as_many_get_it_as_may() -> None:
    walkers = army(detachments=["levy"], units=[{"unit": "walker", "times": 3, "enhancements": ["blade"]}]).units
    assert [unit.has("Character") for unit in walkers] == [True, True, False]


def test_once_a_choice_is_written_nobody_is_taken_to_be_chosen() -> None:
    walkers = army(
        detachments=["levy"],
        units=[{"unit": "walker", "enhancements": ["blade"]}, {"unit": "walker", "choices": {"rank": "Officer"}}],
    ).units
    assert [unit.has("Character") for unit in walkers] == [False, True]


def test_what_a_detachment_leaves_to_the_player_is_an_allegiance_and_stands_once(catalogue: Catalogue) -> None:
    granted = [
        (detachment.id, grant)
        for detachment in catalogue.data.detachments
        for grant in detachment.granted_keywords
        if grant.is_choice or any(stands_for(one, detachment, grant) for one in catalogue.data.allegiances)
    ]
    characters = [
        one.id
        for one in catalogue.data.allegiances
        if [choice.keywords for choice in one.choices] == [("Character",)] and one.detachment is not None
    ]

    assert granted == []
    assert characters == [
        "adeptus-astartes:tank-aces",
        "adeptus-custodes:moritoi",
        "astra-militarum:commanders",
        "chaos-knights:pack-leaders",
        "tyranids:trygon-primes",
    ]


def test_twenty_thousand_choices_of_one_unit_are_answered_in_few_words() -> None:
    catalogue = spec_catalogue()
    known = UnitChoice(Reference("sample-legion:patron"), "Red")
    unknown = UnitChoice(Reference(None, "Clan"), "Red")
    unit = UnitEntry("u1", Reference("sample-legion:idol"), choices=(known, unknown) * 10_000)
    report = check_roster(
        RosterDocument(Reference("sample-legion"), Reference("strike-force"), units=(unit,)), catalogue
    )
    verdicts = {verdict.check: verdict for verdict in report.verdicts}
    assert verdicts["25.04/choice-known"].outcome is Outcome.BROKEN
    assert len(verdicts["25.04/choice-known"].violations) == 10_000
    assert len(verdicts["25.04/choice-limit"].reason or "") < 200
