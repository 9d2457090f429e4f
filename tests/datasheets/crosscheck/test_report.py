"""The report of a cross-check: shares, limits, filters, sentences and the JSON object."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from datasheets.crosscheck.account import Field
from datasheets.crosscheck.classifying import Kind
from datasheets.crosscheck.newer import NewerRow
from datasheets.crosscheck.report import CrossReport, as_json, lines
from tests.datasheets.crosscheck import shelf

CODEX = NewerRow("Codex Lamplighters", date(2026, 9, 1), "made up", ("gdc",), fields=(Field.T,))


def report_of(folder: Path, **changes: str) -> CrossReport:
    """A cross-check with datacards in which these characteristics of the guard differ."""
    cards = shelf.datacards()
    cards["datasheets"][0]["stats"][0].update(changes)
    checked = shelf.check(
        "gdc", shelf.write_json(folder, "lamplighters.json", cards), rests_on=shelf.grounds(newer=(CODEX,))
    )
    return CrossReport(checked, "the made-up catalogue")


def test_the_share_is_of_all_compared_fields_and_the_limit_is_below_two_percent(tmp_path: Path) -> None:
    report = report_of(tmp_path, t="4", w="2")

    assert report.counts == {Kind.EQUAL: 105, Kind.VOCABULARY: 2, Kind.NEWER: 1, Kind.UNRESOLVED: 1}
    assert report.unresolved_share == 1 / 109
    assert report.is_within_limit
    assert not report_of(tmp_path, w="2", oc="3", m='5"').is_within_limit


def test_nothing_compared_is_not_within_the_limit(tmp_path: Path) -> None:
    empty = replace(report_of(tmp_path), faction="snuffers")

    assert (len(empty.outcomes), empty.is_within_limit) == (0, False)


def test_the_class_keeps_the_list_and_not_the_counts(tmp_path: Path) -> None:
    report = replace(report_of(tmp_path, t="4", w="2"), kind=Kind.NEWER)

    assert [each.row.field for each in report.differences] == [Field.T]
    assert report.counts[Kind.UNRESOLVED] == 1


def test_the_report_for_people_counts_and_lists_what_is_unresolved(tmp_path: Path) -> None:
    told = list(lines(report_of(tmp_path, t="4", w="2"), verbosity=1))

    assert told[:4] == [
        "game-datacards of 2026-07-01, beside the made-up catalogue.",
        "109 fields compared: 105 equal, 2 vocabulary, 0 corrected here, 1 newer, 1 unresolved.",
        "Unresolved: 0.92% (the limit is below 2%).",
        "",
    ]
    assert f"{'T':<20}{3:>9}{2:>16}{0:>16}{0:>16}{1:>16}{0:>16}" in told
    assert told[-5:] == [
        "Newer, by what says so:",
        "  2026-09-01       1  Codex Lamplighters",
        "",
        "Unresolved (1):",
        "  [unresolved] lamplighters:lamp-guard, W Lamp Guard: 1 here, 2 there",
    ]


def test_more_words_list_every_difference_with_its_ground(tmp_path: Path) -> None:
    told = list(lines(report_of(tmp_path, t="4", w="2"), verbosity=2))

    assert told[-5:] == [
        "Differences (4):",
        "  [newer] lamplighters:lamp-guard, T Lamp Guard: 3 here, 4 there (Codex Lamplighters, 2026-09-01)",
        "  [unresolved] lamplighters:lamp-guard, W Lamp Guard: 1 here, 2 there",
        "  [vocabulary] lamplighters:lamp-guard, keywords: lamp guard here, nothing else there"
        " (the same in another word)",
        "  [vocabulary] lamplighters:oil-wagon, datasheet: oil wagon here, wagon of oil there"
        " (the same in another word)",
    ]


def test_few_words_are_three_lines(tmp_path: Path) -> None:
    assert len(list(lines(report_of(tmp_path, t="4"), verbosity=0))) == 3


def test_the_json_object_has_the_counts_and_every_difference(tmp_path: Path) -> None:
    told = as_json(replace(report_of(tmp_path, t="4", w="2"), kind=Kind.UNRESOLVED))

    fields = told.pop("fields")
    assert fields["T"] == {
        "compared": 3,
        "equal": 2,
        "vocabulary": 0,
        "corrected here": 0,
        "newer": 1,
        "unresolved": 0,
    }
    assert told == {
        "source": "gdc",
        "label": "game-datacards",
        "date": "2026-07-01",
        "catalogue": "the made-up catalogue",
        "faction": None,
        "class": "unresolved",
        "compared": 109,
        "counts": {"equal": 105, "vocabulary": 2, "corrected here": 0, "newer": 1, "unresolved": 1},
        "unresolved_share": 0.009174,
        "limit": 0.02,
        "is_within_limit": True,
        "newer": [{"source": "Codex Lamplighters", "date": "2026-09-01", "count": 1}],
        "notes": [],
        "only_in_catalogue": [],
        "differences": [
            {
                "class": "unresolved",
                "entry": "lamplighters:lamp-guard",
                "name": "Lamp Guard",
                "faction": "lamplighters",
                "field": "W",
                "detail": "Lamp Guard",
                "ours": "1",
                "theirs": "2",
                "reason": "",
                "date": "",
            }
        ],
    }
