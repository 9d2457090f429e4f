"""Every paragraph of the core rules that touches attacks has tests that cite it, or a reason why it has none."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command

from battle.rules_coverage import Citation, Paragraph, Section, faults


def test_a_paragraph_with_neither_or_both_and_an_unknown_number_are_faults() -> None:
    section = Section("01", (Paragraph("01.01", "Nothing"), Paragraph("01.02", "Both", "because")))
    test = Citation("test_a.py", "test_something_holds")

    assert faults([section], {"01.02": [test], "09.09": [test]}) == [
        "01.01 (Nothing) has no test and no reason why not.",
        "01.02 (Both) has tests and a reason why it has none.",
        "09.09 is not listed and is cited by test_a.py: test_something_holds.",
    ]


def test_every_paragraph_has_tests_or_a_reason_and_the_page_says_which() -> None:
    said = StringIO()

    call_command("generate_rules_coverage", check=True, stdout=said)

    assert said.getvalue() == "docs/rules-coverage.md is up to date.\n"
