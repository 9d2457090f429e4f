"""The explanation as a whole: bounded, honest about what was not tried, and true on real lists."""

from __future__ import annotations

from dataclasses import replace

import pytest

from datasheets.catalogue import Catalogue
from roster.checking import check_document, check_text
from roster.document import ModelEntry, Reference, RosterDocument, UnitEntry
from roster.explaining import Explanation, explain
from roster.explaining.as_json import explanation_as_dict
from roster.explaining.explanation import Answer, Topic
from roster.explaining.newcomers import another, smallest, with_newcomers
from roster.muster import Outcome, check_roster
from tests.explaining.rosters import PATROL, chapter, document, explained
from tests.interchange.texts import text_of
from tests.muster.spec_catalogue import spec_catalogue

LISTS = ("dialect_a", "dialect_b", "three_detachments", "nested_warlord", "printed_twice", "french")


def test_the_opening_says_how_it_stands_and_what_comes_next():
    assert explained(PATROL).opening == "This roster is legal; 1,295 points are left, and 1 limit is reached."
    assert explained({**PATROL, "size": "incursion"}).opening == (
        "This roster is not legal: 1 check broken. What follows says what a change would break beyond that."
    )


def test_without_trials_everything_says_that_it_was_not_tried():
    explanation = explained(PATROL, most_trials=0)
    assert (explanation.trials, explanation.most_trials) == (0, 0)
    assert [unit.was_tried for unit in explanation.units] == [False] * 7
    assert [one.untried for one in explanation.chapters] == [
        "Not all that fits was tried: this roster was tried often enough.",
        "14 enhancements not tried: this roster was tried often enough.",
        "5 datasheets not tried: this roster was tried often enough.",
        "Not every detachment was tried: this roster was tried often enough.",
        "1 unit not tried.",
    ]
    assert all(one.possibilities == () for one in explanation.chapters)
    assert not any(unit.can_take or unit.breaks for unit in explanation.units)
    assert explanation.limits == explained(PATROL).limits


@pytest.mark.parametrize("units", [1, 20, 60, 200])
def test_trials_are_bounded_by_the_size_of_the_roster_and_by_how_much_is_wrong(units: int):
    # Of 200 walkers nearly every one is a violation.
    explanation = explained({**PATROL, "units": [{"unit": "walker", "times": units}]})
    assert explanation.trials <= explanation.most_trials == {1: 240, 20: 200, 60: 66, 200: 19}[units]


def test_a_roster_too_large_to_be_checked_is_not_tried():
    explanation = explained({**PATROL, "units": [{"unit": "walker", "times": 201}]})
    assert (explanation.trials, explanation.units, explanation.chapters) == (0, (), ())
    assert explanation.opening.startswith("The roster is too large to be explained unit by unit;")


def test_a_text_that_cannot_be_read_has_nothing_but_its_result(catalogue: Catalogue):
    result = check_text("Dear diary", catalogue)
    explanation = explain(result, catalogue)
    assert explanation == Explanation(result)
    assert explanation_as_dict(explanation, catalogue)["account"] is None


def test_rosters_of_nothing_and_of_nonsense_are_explained():
    nothing = RosterDocument(faction=None, battle_size=None)
    odd = UnitEntry("u1", Reference(None, "?"), (ModelEntry("", -5),), attached_to="u1")
    nonsense = replace(nothing, units=(odd, odd, replace(odd, key="", datasheet=Reference("sample-legion:squad"))))
    for one in (nothing, nonsense, replace(document(PATROL), points_limit=-3)):
        explanation = explain(check_document(one, spec_catalogue()), spec_catalogue())
        assert len(explanation.units) == len(one.units)
        assert explanation.account is not None


def test_the_roster_itself_is_left_alone():
    before = document(PATROL)
    result = check_document(before, spec_catalogue())
    explain(result, spec_catalogue())
    assert result.document == document(PATROL)
    assert result == check_document(before, spec_catalogue())


# What is said is true, on real lists ----------------------------------------------------------------


@pytest.mark.parametrize("name", LISTS)
def test_units_said_to_fit_leave_a_legal_roster_legal(name: str, catalogue: Catalogue):
    result = check_text(text_of(name), catalogue)
    assert result.document is not None
    assert result.is_legal
    assert result.document.faction is not None
    lineage = catalogue.lineage(result.document.faction.id or "")
    named = {sheet.name: sheet for sheet in catalogue.data.datasheets if sheet.faction in lineage}
    told = chapter(explain(result, catalogue), Topic.POINTS)
    for one in told.possibilities:
        sheet = named[one.sentence.partition(" is possible")[0]]
        report = check_roster(with_newcomers(result.document, [smallest(sheet)]), catalogue)
        added = report.points.total - (result.computed_points or 0)
        assert (report.is_legal, added) == (True, one.points), one.sentence


@pytest.mark.parametrize("name", LISTS)
def test_numbers_of_copies_said_to_be_the_limit_are(name: str, catalogue: Catalogue):
    result = check_text(text_of(name), catalogue)
    assert result.document is not None
    explanation = explain(result, catalogue)
    limits = {line.of: line for line in explanation.limits if line.check.startswith("25.03/")}
    tried = 0
    for one in chapter(explanation, Topic.COPIES).possibilities:
        line = limits[one.sentence.partition(", ")[0]]
        entry = another(result.document.units[line.units[0]])
        outcomes = []
        for more in (line.left, line.left + 1):
            report = check_roster(with_newcomers(result.document, [entry] * more), catalogue)
            (verdict,) = [verdict for verdict in report.verdicts if verdict.check == line.check]
            outcomes.append(verdict.outcome)
        assert outcomes == [Outcome.HELD, Outcome.BROKEN], one.sentence
        tried += 1
    assert tried > 0


def test_answers_of_a_real_list_are_all_kinds(catalogue: Catalogue):
    explanation = explain(check_text(text_of("dialect_a"), catalogue), catalogue)
    found = {one.answer for made in explanation.chapters for one in made.possibilities}
    assert found == {Answer.YES, Answer.NOT_NOW, Answer.NO}
