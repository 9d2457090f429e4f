"""The verdict in words."""

from __future__ import annotations

from dataclasses import replace

from roster.checking import CheckResult
from roster.interchange.result import LineStatus, ReadResult
from roster.muster.report import Outcome, Severity, Stage
from tests.website.results import a_catalogue, a_line, a_report, a_result, a_roster, a_verdict
from website.result import result_sheet
from website.result.banner import Banner, Standing

HELD = a_verdict("25.03/held", Outcome.HELD)
BROKEN = a_verdict("25.03/broken", Outcome.BROKEN)
WARNING = a_verdict("25.03/warning", Outcome.BROKEN, severity=Severity.WARNING)
NOT_CHECKED = a_verdict("25.03/gap", Outcome.NOT_CHECKED)
NOT_UNDERSTOOD = a_line(1, LineStatus.UNKNOWN)


def banner_of(*verdicts, is_legal, lines=()) -> Banner:
    result = a_result(a_roster(), a_report(*verdicts, is_legal=is_legal), lines=lines)
    return result_sheet(result, a_catalogue()).banner


def test_a_legal_list_is_called_legal():
    assert banner_of(HELD, is_legal=True) == Banner(Standing.LEGAL, "Legal", "1 rule looked at, none broken.")


def test_a_draft_is_legal_so_far_and_says_what_its_warnings_become():
    result = a_result(a_roster(), replace(a_report(HELD, is_legal=True), stage=Stage.DRAFT))
    assert result_sheet(result, a_catalogue()).banner == Banner(
        Standing.LEGAL,
        "Legal so far",
        "1 rule looked at, none broken. A draft: what it still lacks is a warning until it is finished.",
    )


def test_one_broken_rule_is_counted_in_the_singular_and_warnings_are_not_counted():
    assert banner_of(HELD, BROKEN, WARNING, is_legal=False) == Banner(
        Standing.ILLEGAL, "Not legal: 1 rule broken", "3 rules looked at."
    )


def test_an_illegal_list_also_says_what_was_not_read_and_not_checked():
    found = banner_of(BROKEN, BROKEN, NOT_CHECKED, is_legal=False, lines=[NOT_UNDERSTOOD, NOT_UNDERSTOOD])
    assert found == Banner(
        Standing.ILLEGAL,
        "Not legal: 2 rules broken",
        "3 rules looked at, 1 of them could not be checked; besides, 2 lines not understood.",
    )


def test_the_sentence_leaves_out_what_there_is_none_of():
    not_checked = banner_of(BROKEN, NOT_CHECKED, is_legal=False)
    unread = banner_of(BROKEN, is_legal=False, lines=[NOT_UNDERSTOOD])
    assert not_checked.sentence == "2 rules looked at, 1 of them could not be checked."
    assert unread.sentence == "1 rule looked at; besides, 1 line not understood."


def test_a_line_not_understood_leaves_the_verdict_open():
    assert banner_of(HELD, is_legal=None, lines=[NOT_UNDERSTOOD]) == Banner(
        Standing.UNSURE,
        "Cannot say: 1 line not understood",
        "1 rule looked at, none found broken, but what was not read or not checked could change that.",
    )


def test_a_check_not_made_leaves_the_verdict_open():
    assert banner_of(HELD, NOT_CHECKED, NOT_CHECKED, is_legal=None).title == "Cannot say: 2 checks could not be made"


def test_a_text_that_is_no_roster_shows_why_it_was_refused():
    refused = CheckResult(
        ReadResult(None, (NOT_UNDERSTOOD,), None, refusal="This is a recipe."), None, None, None, None
    )
    sheet = result_sheet(refused, a_catalogue())
    assert sheet.banner == Banner(Standing.UNSURE, "Cannot read this text", "This is a recipe.")
    assert (sheet.army, sheet.rules, sheet.figures) == (None, None, ())
    assert sheet.lines is not None
    assert (sheet.lines.unknown, sheet.lines.unknown_lines, sheet.lines.is_refused) == (1, (), True)
