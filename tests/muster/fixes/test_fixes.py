"""What is offered for a violation: in which order, in which words, and what the patch does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from roster.document import RosterDocument
from roster.documents import document_from_json, document_to_json
from roster.muster import Fix, Report, Stage, check_roster
from roster.muster.fixes import Bounds, apply_patch, find_fixes, patch_between
from roster.muster.fixes.edits import with_warlord, without_units
from roster.muster.fixes.register import Proposal, Situation, proposals_for
from roster.muster.report import Violation
from roster.wording import fix_text
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue

CAPTAIN = {"unit": "captain", "warlord": True}


def _found(stage: Stage = Stage.FINAL, bounds: Bounds | None = None, **roster: Any) -> tuple[RosterDocument, Report]:
    catalogue = spec_catalogue()
    document = roster_of(roster, catalogue)
    report = check_roster(document, catalogue, stage=stage)
    return document, find_fixes(document, catalogue, report, bounds=bounds)


def _fixes(report: Report, check: str) -> list[Fix]:
    verdict = next(one for one in report.verdicts if one.check == check)
    return [fix for violation in verdict.violations for fix in violation.fixes]


def _told(report: Report, check: str) -> list[str]:
    return [fix_text(fix) for fix in _fixes(report, check)]


def test_a_third_walker_is_removed_and_the_points_are_what_the_army_loses() -> None:
    document, report = _found(size="incursion", units=[CAPTAIN, {"unit": "walker", "times": 3}])

    # The third copy costs 110 points; without any one of them, the two others cost 100 each.
    assert _told(report, "25.03/unit-limit") == ["Remove Walker (110 points)."]
    [fix] = _fixes(report, "25.03/unit-limit")
    assert list(fix.patch) == [{"op": "remove", "path": "/units/1"}]
    assert len(apply_patch(document, fix.patch).units) == 3


def test_a_surplus_of_two_is_mended_whole() -> None:
    document, report = _found(
        size="incursion", units=[CAPTAIN, {"unit": "squad", "times": 2}, {"unit": "walker", "times": 4}]
    )

    fixes = _fixes(report, "25.03/unit-limit")
    assert [fix_text(fix) for fix in fixes][:1] == ["Remove 2 × Walker (220 points)."]
    assert [len(apply_patch(document, fix.patch).units) for fix in fixes] == [5] * len(fixes)


def test_what_loses_least_comes_first() -> None:
    _, report = _found(
        points_limit=300,
        units=[{**CAPTAIN, "enhancements": ["mantle"]}, {"unit": "squad"}, {"unit": "walker"}, {"unit": "walker"}],
    )
    told = _told(report, "25.03/points-limit")
    lost = [int(text.partition("(")[2].split()[0]) for text in told]
    assert lost == sorted(lost)


def test_of_a_surplus_the_cheapest_unit_that_covers_it_goes_first() -> None:
    _, report = _found(
        points_limit=170,
        units=[
            {**CAPTAIN, "enhancements": ["mantle"]},
            {"unit": "squad"},
            {"unit": "medic", "attached_to": "u2", "as": "support"},
        ],
    )
    used = next(one.used for one in report.verdicts if one.check == "25.03/points-limit")
    assert used == 215
    assert _told(report, "25.03/points-limit") == [
        "Remove Medic (50 points).",
    ]


def test_a_removed_bodyguard_takes_nothing_else_with_it_and_leaves_no_key_behind() -> None:
    catalogue = spec_catalogue()
    document = roster_of(
        {
            "units": [{**CAPTAIN, "attached_to": "u2", "as": "leader"}, "squad", "carrier", "terminators"],
            "plan": {"embarked": {"u3": ["u1", "u2"]}, "reserves": ["u2", "u4"]},
        },
        catalogue,
    )

    edited = document_to_json(without_units(document, {1}))

    assert "u2" not in str(edited)
    assert (edited["units"][0]["attached_to"], edited["units"][0]["attached_as"]) == (None, None)
    assert edited["plan"] == {
        "embarked": [{"transport": "u3", "passengers": ["u1"]}],
        "reserves": ["u4"],
        "splits": [],
    }
    assert document_from_json(edited) == without_units(document, {1})


def test_a_removed_transport_takes_its_embarkation_along() -> None:
    catalogue = spec_catalogue()
    document = roster_of(
        {"units": [CAPTAIN, "carrier"], "plan": {"embarked": {"u2": ["u1"]}, "reserves": ["u2"]}}, catalogue
    )
    edited = without_units(document, {1})
    assert edited.plan is not None
    assert (edited.plan.embarked, edited.plan.reserves) == ((), ())


def test_a_unit_without_its_key_in_the_plan_of_another_of_that_key_stays_named() -> None:
    catalogue = spec_catalogue()
    document = roster_of(
        {
            "units": [CAPTAIN, {"unit": "squad", "key": "x"}, {"unit": "squad", "key": "x"}],
            "plan": {"reserves": ["x"]},
        },
        catalogue,
    )
    edited = without_units(document, {2})
    assert edited.plan is not None
    assert edited.plan.reserves == ("x",)


def test_the_only_warlord_is_not_removed_without_another() -> None:
    _, report = _found(
        units=[{"unit": "hero", "warlord": True}, {"unit": "hero", "attached_to": "u3"}, "squad", "captain"]
    )
    assert _told(report, "25.03/epic-hero") == ["Remove Hero (200 points)."]
    [fix] = _fixes(report, "25.03/epic-hero")
    assert fix.patch[0] == {"op": "remove", "path": "/units/1"}


def test_of_two_support_units_one_goes_to_a_squad_that_has_none() -> None:
    document, report = _found(
        units=[
            CAPTAIN,
            "squad",
            {"unit": "squad"},
            {"unit": "squad"},
            {"unit": "squad"},
            {"unit": "medic", "attached_to": "u2", "as": "support"},
            {"unit": "lieutenant", "attached_to": "u2", "as": "support"},
        ]
    )
    fixes = _fixes(report, "24.34/one-support")
    assert fix_text(fixes[0]) == "Attach Lieutenant to Squad."
    assert apply_patch(document, fixes[0].patch).units[6].attached_to == "u3"


def test_an_enhancement_and_a_unit_together_are_told_in_one_sentence() -> None:
    _, report = _found(
        points_limit=90,
        units=[{**CAPTAIN, "enhancements": ["blade"]}, "squad"],
    )
    assert _told(report, "25.03/points-limit") == ["Drop Sample Blade and remove Squad (95 points)."]


def test_wargear_of_the_leader_goes_to_the_leader() -> None:
    document, report = _found(
        units=[
            CAPTAIN,
            {
                "unit": "gunners",
                "models": {
                    "Corporal": {"count": 1, "items": {"pistol": 1}},
                    "Gunner": {"count": 4, "items": {"pistol": 4, "rifle": 4, "blade": 1}},
                },
            },
        ],
    )
    fixes = _fixes(report, "datasheet/wargear-kind")
    assert fix_text(fixes[0]) == "Give 1 × Blade of Gunners to its Corporal."
    corporal = apply_patch(document, fixes[0].patch).units[1].models[0]
    assert [(row.item.name, row.count) for row in corporal.items][-1] == ("Blade", 1)


def test_what_a_list_states_of_prices_that_change_is_let_go() -> None:
    catalogue = spec_catalogue()

    document = roster_of({"size": "incursion", "units": [CAPTAIN, {"unit": "walker", "times": 3}]}, catalogue)
    units = tuple(replace(unit, stated_points=100) for unit in document.units)
    document = replace(document, units=units, stated_points=390)
    report = find_fixes(document, catalogue, check_roster(document, catalogue))

    [fix] = _fixes(report, "25.03/unit-limit")
    edited = apply_patch(document, fix.patch)

    assert edited.stated_points is None
    assert [unit.stated_points for unit in edited.units] == [100, 100, None]


def test_a_price_that_stays_keeps_what_is_stated_of_it() -> None:

    catalogue = spec_catalogue()
    document = replace(roster_of({"units": ["captain", "squad"]}, catalogue), stated_points=155)
    report = find_fixes(document, catalogue, check_roster(document, catalogue))
    [fix] = _fixes(report, "25.04/warlord-named")
    assert (fix_text(fix), list(fix.patch)) == (
        "Make Captain the Warlord.",
        [{"op": "replace", "path": "/units/0/is_warlord", "value": True}],
    )
    assert apply_patch(document, fix.patch).stated_points == 155


def test_nothing_is_offered_for_a_roster_too_large_to_look_at() -> None:
    _, report = _found(units=[{"unit": "squad", "times": 201}])
    assert (_fixes(report, "app/roster-size"), report.fix_search and report.fix_search.tried) == ([], 0)


def test_where_the_bound_cuts_the_search_short_the_report_says_so() -> None:
    roster: dict[str, Any] = {"units": ["captain", "seer", "squad"], "size": "incursion"}
    _, whole = _found(**roster)
    _, cut = _found(**roster, bounds=Bounds(tried=1, work=1))
    assert whole.fix_search is not None
    assert whole.fix_search.cut_short == 0
    assert cut.fix_search is not None
    assert (cut.fix_search.tried, cut.fix_search.cut_short) == (1, 1)


@pytest.mark.parametrize(("times", "most"), [(20, 117), (66, 11), (200, 8)])
def test_the_more_is_wrong_the_less_is_tried_and_no_edit_is_made_that_is_not_looked_at(
    monkeypatch: pytest.MonkeyPatch, times: int, most: int
) -> None:
    made: list[Proposal] = []

    def counted(check: str, situation: Situation, violation: Violation) -> Iterator[Proposal]:
        for proposal in proposals_for(check, situation, violation):
            made.append(proposal)
            yield proposal

    monkeypatch.setattr("roster.muster.fixes.search.proposals_for", counted)
    # Each is a Warlord, bears what it may not, and carries what is not its own.
    bearer = {"unit": "squad", "warlord": True, "times": times, "enhancements": ["mantle", "blade", "mantle"]}
    _, report = _found(units=[bearer])
    violations = sum(len(verdict.violations) for verdict in report.verdicts)
    assert violations > 5 * times
    assert report.fix_search is not None
    assert report.fix_search.tried <= most
    assert report.fix_search.cut_short > 0
    assert 0 < len(made) <= 6 * most


def test_patches_of_equal_documents_are_empty_and_units_are_taken_out_as_wholes() -> None:
    document = roster_of({"units": [CAPTAIN, "squad", "walker", "seer"]}, spec_catalogue())
    assert patch_between(document, document) == ()
    assert list(patch_between(document, without_units(document, {1, 2}))) == [
        {"op": "remove", "path": "/units/2"},
        {"op": "remove", "path": "/units/1"},
    ]


@pytest.mark.parametrize("index", [0, 1, 2])
def test_one_warlord_is_left_whoever_was(index: int) -> None:
    document = roster_of({"units": [CAPTAIN, {"unit": "seer", "warlord": True}, "walker"]}, spec_catalogue())
    edited = with_warlord(document, index)
    assert [unit.is_warlord for unit in edited.units] == [place == index for place in range(3)]
