"""``python -m tests.bench.fixes [--lists FOLDER]``: how long looking for fixes takes, beside one check of the roster.

Every spec with something broken, and every list text of a folder that is illegal. Prints milliseconds
of processor time and how many edited rosters were tried; then whether every fix of every spec mends what
it is for and breaks nothing, and how many of the illegal ones become legal by their first fixes.
"""

from __future__ import annotations

import argparse
import statistics
import sys
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
from tests.muster.fixes.tried import all_tried_specs, faults_of, repaired
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


def main() -> int:
    """Measure, judge and print; 1 where a fix is at fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lists", type=Path, help="a folder with list texts")
    folder = parser.parse_args().lists
    real = source_catalogue()
    print(told("specs", [measured(case) for case in of_specs(real)]))
    if folder is not None:
        print(told("illegal lists", [measured(case) for case in of_lists(folder, real)]))
    rosters = all_tried_specs(real)
    faults = [fault for one in rosters for fault in faults_of(one)]
    print(f"fixes of specs: {sum(1 for one in rosters for _ in one.fixes())}; at fault: {len(faults)} {faults[:10]}")
    illegal = [one for one in rosters if one.report.is_legal is False]
    left = [one.name for one in illegal if repaired(one)[0].is_legal is False]
    print(f"illegal specs: {len(illegal)}; not repaired: {len(left)} {left}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
