"""The example lists of the check page show one of each verdict, and their own prices are today's."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult, check_text
from roster.event_documents import event_from_json
from roster.interchange.result import LineStatus
from roster.muster.profiles import profile_faults
from tests.config.conftest import TOP

DEMO = TOP / "fixtures" / "demo"


def checked(name: str, catalogue: Catalogue) -> CheckResult:
    return check_text((DEMO / f"{name}.txt").read_text(), catalogue)


def broken(result: CheckResult) -> set[str]:
    assert result.report is not None
    return {verdict.check for verdict in result.report.verdicts if verdict.outcome == "broken"}


def unread(result: CheckResult) -> list[str]:
    assert result.read is not None
    return [line.text.strip() for line in result.read.lines if line.status is LineStatus.UNKNOWN]


def test_there_are_three_examples_and_an_event() -> None:
    assert sorted(path.name for path in DEMO.iterdir()) == [
        "a-legal-roster.txt",
        "a-roster-with-a-line-not-understood.txt",
        "an-illegal-roster.txt",
        "autumn-open.json",
    ]


def test_the_event_is_one_that_can_be_stored(catalogue: Catalogue) -> None:
    profile = event_from_json((DEMO / "autumn-open.json").read_bytes())
    assert (profile.name, profile_faults(profile, catalogue)) == ("Autumn Open", ())


def test_the_legal_example_is_legal_and_read_whole(catalogue: Catalogue) -> None:
    result = checked("a-legal-roster", catalogue)
    assert (result.is_legal, broken(result), unread(result)) == (True, set(), [])


def test_the_illegal_example_breaks_four_checks_and_gets_advice(catalogue: Catalogue) -> None:
    result = checked("an-illegal-roster", catalogue)
    assert result.is_legal is False
    assert broken(result) == {
        "25.03/points-limit",
        "25.03/unit-limit",
        "25.04/enhancement-detachment",
        "25.04/warlord-named",
        "mfm/copy-surcharge",
    }
    assert unread(result) == []


def test_a_line_not_understood_leaves_the_verdict_open(catalogue: Catalogue) -> None:
    result = checked("a-roster-with-a-line-not-understood", catalogue)
    assert result.is_legal is None
    # The second is advice: the model's own weapon is not written, since the line beside it says something else.
    assert broken(result) == {"data/recognised", "datasheet/wargear-written"}
    assert unread(result) == ["1x Gauss flamer"]


@pytest.mark.parametrize("name", sorted(path.stem for path in DEMO.glob("*.txt")))
def test_what_an_example_states_is_what_it_costs(name: str, catalogue: Catalogue) -> None:
    result = checked(name, catalogue)
    assert result.stated_points == result.computed_points
    assert result.differences == ()
