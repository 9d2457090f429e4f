"""``python -m tests.bench.fixes [--lists FOLDER]``: how long looking for fixes takes, beside one check of the roster.

Every spec with something broken, and every list text of a folder that is illegal. Prints milliseconds
of processor time and how many edited rosters were tried; nothing is judged.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from datasheets.catalogue import Catalogue
from datasheets.sources import source_catalogue
from roster.checking import check_text
from roster.document import RosterDocument
from roster.muster import EventProfile, Report, Stage, check_roster
from roster.muster.fixes import find_fixes
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue
from tests.muster.specs import all_specs


@dataclass(frozen=True)
class Case:
    """A roster with its report."""

    name: str
    document: RosterDocument
    catalogue: Catalogue
    report: Report
    event: EventProfile | None = None


@dataclass(frozen=True)
class Measured:
    """Milliseconds of one check and of the search, and what the search tried."""

    case: Case
    check: float
    search: float
    tried: int
    cut_short: int


def of_specs(real: Catalogue) -> Iterator[Case]:
    """The rosters of the specs with something broken."""
    for spec in all_specs():
        if not spec.broken:
            continue
        catalogue = real if spec.content.get("catalogue") == "real" else spec_catalogue()
        stage = Stage(spec.content.get("stage", "event" if spec.event is not None else "final"))
        document = roster_of(spec.content["roster"], catalogue)
        report = check_roster(document, catalogue, stage=stage, event=spec.event)
        yield Case(f"{spec.check}/{spec.name}", document, catalogue, report, spec.event)


def of_lists(folder: Path, real: Catalogue) -> Iterator[Case]:
    """The list texts of a folder that are illegal."""
    for path in sorted(folder.rglob("*.txt")):
        result = check_text(path.read_text(encoding="utf-8", errors="replace"), real)
        if result.document is not None and result.report is not None and result.report.is_legal is False:
            yield Case(path.name, result.document, real, result.report)


def measured(case: Case) -> Measured:
    """The case measured once; what the process keeps of loadouts is warm after its own check."""
    start = time.process_time()
    check_roster(case.document, case.catalogue, stage=case.report.stage, event=case.event)
    between = time.process_time()
    report = find_fixes(case.document, case.catalogue, case.report, event=case.event)
    end = time.process_time()
    search = report.fix_search
    assert search is not None
    return Measured(case, (between - start) * 1_000, (end - between) * 1_000, search.tried, search.cut_short)


def told(name: str, rows: Sequence[Measured]) -> str:
    """A line of figures over the cases of one kind."""
    if not rows:
        return f"{name}: none"
    worst = max(rows, key=lambda row: row.search)
    median, check = (statistics.median(times) for times in ([row.search for row in rows], [row.check for row in rows]))
    cut = sum(row.cut_short > 0 for row in rows)
    return (
        f"{name}: {len(rows)}; search median {median:.1f} ms, worst {worst.search:.0f} ms ({worst.case.name}, "
        f"{worst.tried} tried); one check median {check:.1f} ms; cut short in {cut}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lists", type=Path, help="a folder with list texts")
    folder = parser.parse_args().lists
    real = source_catalogue()
    print(told("specs", [measured(case) for case in of_specs(real)]))
    if folder is not None:
        print(told("illegal lists", [measured(case) for case in of_lists(folder, real)]))


if __name__ == "__main__":
    main()
