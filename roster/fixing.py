"""A check result with fixes on what is broken in it. Plain Python: no database, no clock."""

from __future__ import annotations

from dataclasses import replace

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult
from roster.muster.fixes import find_fixes


def with_fixes(result: CheckResult, catalogue: Catalogue) -> CheckResult:
    """The result with fixes looked for, by the catalogue, stage and event it was judged by.

    One without a verdict is as it was. It takes as long as some dozens of checks: whoever judges many
    lists at once leaves it be.
    """
    if result.report is None or result.document is None:
        return result
    report = find_fixes(result.document, catalogue, result.report, event=result.report.event)
    return replace(result, report=report)
