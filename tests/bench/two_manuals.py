"""``python -m tests.bench.two_manuals``: real lists priced by two points manuals, beside what they state.

Prints a table and, for every figure that differs on the earlier manual, the unit and its cause. With
folders or files as arguments it takes those in place of the reference lists.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from datasheets.catalogue import Catalogue, ReleaseStamp
from datasheets.sources.build import FIXTURES, build_sources
from datasheets.sources.manual import read_manual
from roster.checking import CheckResult, check_text
from roster.interchange.decoding import UnreadableFile, decode_upload
from roster.price_differences import PriceDifference
from tests.bench.__main__ import REFERENCE_LISTS, list_files

EARLIER, LATER = "v1.1", "v1.5"


@dataclass(frozen=True)
class Priced:
    """A list on both manuals."""

    name: str
    earlier: CheckResult
    later: CheckResult

    @property
    def data_version(self) -> str:
        """The version of the app's data that the list was made with."""
        return (self.earlier.read.data_version if self.earlier.read else None) or "not stated"

    @property
    def units_stated(self) -> int:
        """What the list's own figures for its units add up to."""
        document = self.earlier.document
        return sum(unit.stated_points or 0 for unit in document.units) if document else 0

    @property
    def remaining(self) -> tuple[PriceDifference, ...]:
        """Units whose figure on the earlier manual is another one and stays so in the sum."""
        return tuple(each for each in self.earlier.differences if each.cause.value != "copy_tier")


def catalogue_by(version: str) -> Catalogue:
    """The catalogue of the sources, priced by one of the project's manuals."""
    build = build_sources(manual=read_manual(FIXTURES / "points" / version))
    return Catalogue(ReleaseStamp(version, "", "", build.upstream, build.stamp), build.data)


def priced(paths: list[Path], earlier: Catalogue, later: Catalogue) -> Iterator[Priced]:
    """Every list that can be read, on both."""
    for path in paths:
        try:
            text = decode_upload(path.read_bytes())
        except UnreadableFile:
            continue
        found = Priced(path.name, check_text(text, earlier), check_text(text, later))
        if found.earlier.report is not None:
            yield found


def main(arguments: list[str]) -> int:
    """Print the table."""
    given = [Path(argument) for argument in arguments] or [REFERENCE_LISTS]
    paths = [path for path in given if path.is_file()] + list_files([path for path in given if path.is_dir()])
    rows = list(priced(paths, catalogue_by(EARLIER), catalogue_by(LATER)))
    if not rows:
        print("no list could be read", file=sys.stderr)
        return 1
    print(f"{'list':58} {'data':>10} {'stated':>7} {'units':>6} {EARLIER:>6} {LATER:>6} {'left':>5}")
    for row in rows:
        left = (row.earlier.computed_points or 0) - row.units_stated
        print(
            f"{row.name:58} {row.data_version:>10} {row.earlier.stated_points or '-':>7} {row.units_stated:>6}"
            f" {row.earlier.computed_points:>6} {row.later.computed_points:>6} {left:>+5}"
        )
        for each in row.remaining:
            print(f"    {each.name}: states {each.stated}, {EARLIER} asks {each.computed} ({each.cause.value})")
        assert left == sum((each.computed or 0) - each.stated for each in row.remaining), row.name
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
