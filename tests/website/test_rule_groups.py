"""Verdicts in groups and words, the account of lines, and the figures."""

from __future__ import annotations

from dataclasses import replace

from roster.interchange.result import LineStatus
from roster.muster.report import Outcome, PriceKind, PricePart, Severity, UnitPrice, Violation
from tests.website.results import a_catalogue, a_line, a_report, a_result, a_roster, a_unit, a_verdict
from website.result import result_sheet
from website.result.figures import Figure
from website.result.lines import line_account
from website.result.rules import rule_groups, units_concerned


def test_every_verdict_is_in_exactly_one_group():
    report = a_report(
        a_verdict("a/broken", Outcome.BROKEN),
        a_verdict("a/warning", Outcome.BROKEN, severity=Severity.WARNING),
        a_verdict("a/advice", Outcome.BROKEN, severity=Severity.ADVICE),
        a_verdict("a/held", Outcome.HELD),
        a_verdict("a/gap", Outcome.NOT_CHECKED),
        a_verdict("a/none", Outcome.NOT_APPLICABLE),
        is_legal=False,
    )
    groups = rule_groups(report, ())
    assert [[line.check for line in group] for group in (
        groups.broken, groups.warnings, groups.advice, groups.not_checked, groups.held, groups.not_applicable
    )] == [["a/broken"], ["a/warning"], ["a/advice"], ["a/gap"], ["a/held"], ["a/none"]]  # fmt: skip
    assert [line.word for line in groups.broken + groups.warnings + groups.advice] == ["Broken", "Warning", "Advice"]


def test_both_numbers_are_named():
    groups = rule_groups(a_report(a_verdict("a/held", Outcome.HELD, used=1990, limit=2000, reason="Below.")), ())
    assert [(line.numbers, line.reason) for line in groups.held] == [("Found 1,990, limit 2,000", "Below.")]


def test_units_concerned_are_those_pointed_at_and_those_that_caused_it_each_once_in_order():
    violation = Violation("/units/4/items/2", "over", causes=("/units/1", "/detachments/0", "/units/4", ""))
    assert units_concerned(violation) == (1, 4)


def test_pointers_beyond_the_roster_lead_to_no_link():
    report = a_report(
        a_verdict("25.04/detachment-chosen", Outcome.BROKEN, Violation("/units/0", "none", causes=("/units/7",))),
        is_legal=False,
    )
    assert [link.anchor for link in rule_groups(report, ("Only unit",)).broken[0].breaches[0].units] == ["unit-1"]


def test_a_rule_broken_ten_thousand_times_is_shown_sixty_times_with_the_rest_counted():
    many = [Violation(f"/units/{place}", "none") for place in range(10_000)]
    rule = rule_groups(
        a_report(a_verdict("25.04/detachment-chosen", Outcome.BROKEN, *many), is_legal=False), ()
    ).broken[0]
    assert (len(rule.breaches), rule.breaches_left_out) == (60, 9_940)


def test_lines_not_understood_come_first_and_all_are_counted():
    lines = (
        a_line(1, LineStatus.USED),
        a_line(2, LineStatus.UNKNOWN, suggestions=("Sample Marchers",)),
        a_line(3, LineStatus.IGNORED),
        a_line(5, LineStatus.USED),
    )
    result = a_result(a_roster(), a_report(), lines=lines)
    assert result.read is not None
    account = line_account(result.read)
    assert (account.used, account.ignored, account.unknown, account.total) == (2, 1, 1, 4)
    assert account.unknown_lines == (lines[1],)
    assert account.all_lines == lines
    assert (account.left_out, account.unknown_left_out) == (0, 0)


def test_an_endless_text_is_shown_in_part_with_the_rest_counted():
    lines = tuple(a_line(number, LineStatus.UNKNOWN) for number in range(1, 5_001))
    result = a_result(a_roster(), a_report(), lines=lines)
    assert result.read is not None
    account = line_account(result.read)
    assert (account.left_out, account.unknown_left_out) == (3_000, 4_900)


def test_figures_come_from_the_checks_that_know_the_exceptions():
    price = UnitPrice("u1", 2015, (PricePart(PriceKind.SIZE, "5 models", 2015),))
    report = a_report(
        a_verdict("25.03/detachment-points", Outcome.HELD, used=3, limit=3),
        a_verdict("25.03/enhancement-limit", Outcome.HELD, used=1, limit=4),
        prices=[price],
    )
    sheet = result_sheet(a_result(a_roster(a_unit("u1")), report, stated_points=1995), a_catalogue())
    assert sheet.figures == (
        Figure("Points", "Points", 2015, 2000),
        Figure("Detachment Points", "DP", 3, 3),
        Figure("Enhancements", "Enh.", 1, 4),
        Figure("Units", "Units", 1, None),
    )
    assert [figure.over for figure in sheet.figures] == [15, 0, 0, 0]
    assert sheet.points_in_words == "1,995 stated, 2,015 computed"


def test_figures_are_counted_from_the_roster_where_a_check_has_none():
    sheet = result_sheet(a_result(a_roster(a_unit("u1")), a_report()), a_catalogue())
    assert [(figure.used, figure.limit) for figure in sheet.figures] == [(0, 2000), (2, 3), (0, 4), (1, None)]
    assert sheet.points_in_words == "0 computed; the list states no total"


def test_a_total_that_agrees_is_said_once_and_one_that_is_not_whole_is_said_to_be_so():
    report = a_report()
    whole = result_sheet(a_result(a_roster(), report, stated_points=0), a_catalogue())
    assert whole.points_in_words == "0 computed, as stated"
    partly = replace(report, points=replace(report.points, is_complete=False))
    sheet = result_sheet(a_result(a_roster(), partly, stated_points=5), a_catalogue())
    assert sheet.points_in_words == "5 stated, 0 computed, and something has no known price"
