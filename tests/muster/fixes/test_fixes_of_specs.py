"""Fixes of the rosters of the specs: each mends what it is for, breaks nothing, and is what its patch does."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from roster.documents import document_to_json
from roster.muster import Severity
from roster.muster.fixes import Bounds, reasons_without_proposals
from roster.muster.fixes.register import has_proposals, reason_without_proposals
from roster.muster.fixes.sentences import SENTENCES
from roster.muster.registry import all_checks
from roster.wording import fix_text
from tests.muster.fixes.tried import ALWAYS, applied, broken_specs, faults_of, repaired, tried_specs


def test_every_fix_mends_its_violation_and_adds_nothing(catalogue: Catalogue) -> None:
    rosters = tried_specs(catalogue)
    assert [fault for tried in rosters for fault in faults_of(tried)] == []
    assert sum(1 for tried in rosters for _ in tried.fixes()) >= 500


def test_there_is_a_roster_for_every_check_that_a_spec_breaks(catalogue: Catalogue) -> None:
    rosters = tried_specs(catalogue)
    assert {tried.spec.check for tried in rosters} == {spec.check for spec in broken_specs()}
    assert {tried.name for tried in rosters} >= ALWAYS


def test_the_spec_s_own_violations_have_a_fix_or_nothing_is_proposed_for_their_check(catalogue: Catalogue) -> None:
    without = [
        (tried.name, violation.message)
        for tried in tried_specs(catalogue)
        for verdict in tried.report.broken
        if verdict.check == tried.spec.check and verdict.severity is Severity.ILLEGAL
        for violation in verdict.violations
        if not violation.fixes and has_proposals(verdict.check)
    ]
    assert without == [
        ("25.02/army-faction/no-faction", "missing"),
        ("25.04/choice-limit/too-few", "under"),
        ("event/faction-allowed/not-among-them", "barred"),
    ]


NOT_MENDED = frozenset(
    {
        "25.02/army-faction/no-faction",
        "25.04/choice-limit/tank-aces",
        "25.04/choice-limit/too-few",
        "25.04/unit-faction/the-rule-is-one-way",
        "ally/count-limit/over",
        "app/roster-size/twenty-one-detachments-are-refused",
        "app/roster-size/two-hundred-and-one-units-are-refused",
        "data/recognised/nothing-is-known",
        "event/faction-allowed/not-among-them",
    }
)
"""Of 351 illegal specs the nine that stay illegal whatever is offered first."""


def test_illegal_rosters_become_legal_by_their_first_fixes(catalogue: Catalogue) -> None:
    illegal = [tried for tried in tried_specs(catalogue) if tried.report.is_legal is False]
    left = {tried.name for tried in illegal if repaired(tried)[0].is_legal is False}
    assert len(illegal) >= 100
    assert left == NOT_MENDED & {tried.name for tried in illegal}


def test_fixes_are_few_short_and_differ(catalogue: Catalogue) -> None:
    bounds = Bounds()
    for tried in tried_specs(catalogue):
        for verdict in tried.report.verdicts:
            for violation in verdict.violations:
                told = [fix_text(fix) for fix in violation.fixes]
                assert len(told) <= bounds.offered
                assert len(set(told)) == len(told), told
        assert max((len(fix.patch) for _, _, fix in tried.fixes()), default=0) <= bounds.operations


def test_what_was_tried_is_told_and_bounded(catalogue: Catalogue) -> None:
    for tried in tried_specs(catalogue):
        search = tried.report.fix_search
        assert search is not None
        size = len(tried.document.units) + len(tried.document.detachments)
        assert search.tried <= Bounds().trials(size)


def test_fixes_leave_the_document_as_it_was(catalogue: Catalogue) -> None:
    for tried in tried_specs(catalogue)[:40]:
        content = document_to_json(tried.document)
        for _, _, fix in tried.fixes():
            applied(tried.document, fix)
        assert document_to_json(tried.document) == content


def test_every_check_has_proposals_or_a_reason_why_not() -> None:
    undecided = [
        check.id
        for check in all_checks()
        if has_proposals(check.id) is (reason_without_proposals(check.id) is not None)
    ]
    assert undecided == []


def test_no_reason_is_for_a_check_that_is_not_there() -> None:
    assert set(reasons_without_proposals()) <= {check.id for check in all_checks()}


def test_every_sentence_is_used(catalogue: Catalogue) -> None:
    used: set[str] = set()
    for tried in tried_specs(catalogue):
        for _, _, fix in tried.fixes():
            steps = fix.params.get("steps")
            used |= {str(step["kind"]) for step in steps} if isinstance(steps, tuple) else {fix.kind}
    assert set(SENTENCES) - used == {"drop_and_remove", "move_wargear"}  # tested in test_fixes.py
