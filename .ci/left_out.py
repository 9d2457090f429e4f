"""Says what each run of the suite left out, and fails where that is more than the reference lists.

The reference lists are real army lists that are not part of the project: tests that read them are
left out, and counted, where the lists are not there.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

ALLOWED = "reference lists"


def left_out(report: Path) -> tuple[int, Counter[str]]:
    """Tests of a JUnit report that ran, and the reasons of those that did not."""
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))  # noqa: S314 - written by our own run
    reasons = Counter(skip.get("message", "") for case in cases for skip in case.iter("skipped"))
    return len(cases) - reasons.total(), reasons


def main(reports: list[str]) -> int:
    """0 where every report ran tests and left out none but those of the reference lists."""
    exit_code = 0
    for report in reports:
        ran, reasons = left_out(Path(report))
        print(f"{Path(report).stem}: {ran} ran, {reasons.total()} left out")
        for reason, count in sorted(reasons.items()):
            is_allowed = ALLOWED in reason
            print(f"  {count} {'' if is_allowed else 'NOT ALLOWED '}because: {reason}")
            exit_code = exit_code if is_allowed else 1
        if ran == 0:
            exit_code = 1
    return exit_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
