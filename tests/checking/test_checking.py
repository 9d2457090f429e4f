"""From text or document to a verdict: what makes it yes, no or neither."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.checking import check_document, check_text
from roster.interchange import read_text
from roster.muster.report import Stage
from tests.interchange.texts import text_of


@pytest.mark.parametrize(
    "name",
    [
        "dialect_a",
        "dialect_a_flattened",
        "dialect_b",
        "dialect_b_flattened",
        "french",
        "page_copy",
        "three_detachments",
    ],
)
def test_a_legal_list_is_legal_in_every_shape(catalogue: Catalogue, name: str) -> None:
    result = check_text(text_of(name), catalogue)
    assert result.is_legal is True
    assert result.report is not None
    assert result.report.stage is Stage.FINAL
    assert (result.differences, result.total_difference) == ((), None)


def test_the_verdict_on_a_text_is_that_on_its_document(catalogue: Catalogue) -> None:
    from_text = check_text(text_of("dialect_a"), catalogue)
    assert from_text.document is not None
    from_document = check_document(from_text.document, catalogue)
    assert from_document.report == from_text.report
    assert (from_document.is_legal, from_document.read) == (True, None)
    assert from_document.document == from_text.document


def test_a_line_not_understood_leaves_no_word_of_legal(catalogue: Catalogue) -> None:
    text = text_of("dialect_a").replace("CHARACTERS\n", "CHARACTERS\nsomething else\n")
    result = check_text(text, catalogue)
    assert result.report is not None
    assert (result.report.is_legal, result.is_legal) == (True, None)


def test_what_is_broken_stays_broken_with_a_line_not_understood(catalogue: Catalogue) -> None:
    text = text_of("dialect_a").replace("CHARACTERS\n", "CHARACTERS\nsomething else\n").replace("  • Warlord\n", "")
    assert check_text(text, catalogue).is_legal is False


@pytest.mark.parametrize("text", ["", "hello", "x" * 200_001, "\x00\x01"])
def test_what_cannot_be_read_has_no_verdict(catalogue: Catalogue, text: str) -> None:
    result = check_text(text, catalogue)
    assert (result.report, result.is_legal, result.document) == (None, None, None)
    assert (result.stated_points, result.computed_points) == (None, None)
    assert result.read is not None
    assert result.read.refusal is not None


def test_a_list_of_another_edition_has_no_verdict_but_its_units(catalogue: Catalogue) -> None:
    result = check_text(text_of("tenth_edition"), catalogue)
    assert (result.report, result.is_legal, result.document) == (None, None, None)
    assert (result.stated_points, result.computed_points) == (285, None)
    assert result.read == read_text(text_of("tenth_edition"), catalogue)


def test_detachment_points_are_those_of_the_catalogue(catalogue: Catalogue) -> None:
    result = check_text(
        text_of("three_detachments").replace("(3 Detachment Points)", "(9 Detachment Points)"), catalogue
    )
    assert result.read is not None
    assert (result.read.stated_detachment_points, result.computed_detachment_points) == (9, 3)


def test_the_stage_is_handed_on(catalogue: Catalogue) -> None:
    result = check_text(text_of("dialect_a"), catalogue, stage=Stage.DRAFT)
    assert result.report is not None
    assert result.report.stage is Stage.DRAFT


def test_ten_thousand_units_get_an_answer(catalogue: Catalogue) -> None:
    text = "Big (2000 points)\nOrks\nStrike Force (2000 points)\nBATTLELINE\n" + "Boyz (85 pts)\n" * 10_000
    result = check_text(text, catalogue)
    assert result.document is not None
    assert len(result.document.units) == 10_000
    assert result.is_legal is False
