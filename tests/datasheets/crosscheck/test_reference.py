"""The real sources beside the catalogue that the project ships, where they are at hand."""

from __future__ import annotations

import functools
import re
from collections import Counter
from pathlib import Path

import pytest

from datasheets.catalogue.names import fold_name
from datasheets.crosscheck import cross_check
from datasheets.crosscheck.account import Field
from datasheets.crosscheck.checking import CrossCheck
from datasheets.crosscheck.classifying import Kind
from datasheets.crosscheck.grounds import read_grounds
from datasheets.crosscheck.report import LIMIT, CrossReport
from datasheets.sources import source_build
from tests.conftest import REFERENCE

pytestmark = pytest.mark.reference

DATA = REFERENCE / "data"
MISSING_CATALOGUES = (
    "catalogue not in the folder: Aeldari - Aeldari Library",
    "catalogue not in the folder: Chaos - Chaos Space Marines",
    "catalogue not in the folder: Imperium - Astra Militarum - Library",
    "catalogue not in the folder: Imperium - Space Marines",
)


@pytest.fixture(scope="module")
def data() -> Path:
    """The folder of reference data beside the project."""
    if not DATA.is_dir():
        pytest.skip("the reference data are not on this machine")
    return DATA


@functools.cache
def report(source: str, folder: Path) -> CrossReport:
    """The catalogue of the sources beside the source in the folder."""
    build = source_build()
    grounds = read_grounds(build.data, build.origins, build.stamp.date)
    checked: CrossCheck = cross_check(source, folder, build.data, build.external_refs, grounds)
    return CrossReport(checked, "what the sources make")


@pytest.mark.parametrize(
    ("source", "folder", "least"),
    [
        ("gdc", "gdc-11e", 55_000),
        ("bsdata", "bsdata-11e", 31_000),
        ("mfm", "mfm-11e/v1.5", 9_500),
        ("mfm", "mfm-11e/v1.1", 8_800),
    ],
)
def test_less_than_two_percent_of_each_source_is_unresolved(source: str, folder: str, least: int, data: Path) -> None:
    told = report(source, data / folder)

    assert len(told.outcomes) > least
    assert told.unresolved_share < LIMIT, f"{told.counts[Kind.UNRESOLVED]} of {len(told.outcomes)} are unresolved"


def test_the_manual_that_prices_the_catalogue_differs_in_no_figure(data: Path) -> None:
    figures = Counter(
        each.row.field
        for each in report("mfm", data / "mfm-11e/v1.5").outcomes
        if each.kind not in (Kind.EQUAL, Kind.VOCABULARY)
    )

    assert not figures.keys() & {
        Field.POINTS,
        Field.WARGEAR_POINTS,
        Field.DETACHMENT_POINTS,
        Field.DISPOSITIONS,
        Field.UNIQUE_TAGS,
        Field.ENHANCEMENT_POINTS,
    }


_LINE = re.compile(r"\s*- (?:\*\*[^*]+\*\*: )?(?:[➕➖] )?(?:new unit )?(.+?)(?: — .*\d.*| \(.*\)|)$")
"""A changelog's line on a unit: with its faction in front or under its heading, new, gone or repriced."""
_NAMES = re.compile(r"\*\*Units (?:added|removed):\*\* (.+)")


def named_in_changelogs(folder: Path) -> set[str]:
    """Folded names of all units that a changelog has a line about."""
    named: set[str] = set()
    for path in folder.glob("*.md"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := _NAMES.match(line):
                named |= {fold_name(name) for name in match[1].split(",")}
            elif match := _LINE.match(line):
                named.add(fold_name(match[1]))
    return named


def test_every_price_called_newer_is_of_a_unit_that_a_changelog_names(data: Path) -> None:
    named = named_in_changelogs(data / "mfm-11e/changelog")
    names = {sheet.id: {*map(fold_name, (sheet.name, *sheet.aliases))} for sheet in source_build().data.datasheets}

    told = report("mfm", data / "mfm-11e/v1.1")

    changed = {each.row.entry for each in told.outcomes if (each.kind, each.row.field) == (Kind.NEWER, Field.POINTS)}
    assert len(changed) > 300
    assert {entry for entry in changed if not names[entry] & named} == set()


def test_the_missing_catalogues_of_new_recruit_are_told(data: Path) -> None:
    assert report("bsdata", data / "bsdata-11e").check.account.notes == MISSING_CATALOGUES
