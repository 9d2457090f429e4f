"""Every limit of the roster as used of allowed, by the verdicts: nothing is counted twice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from roster.explaining.explanation import LimitLine
from roster.muster.report import Outcome, Report, Usage, Verdict
from roster.muster.words import counted

BARE_FIGURES = re.compile(r"\d+ of \d+ [A-Za-z ]+\.")
"""A verdict's words that say no more than the figures beside them."""

UNIT_POINTER = re.compile(r"^/units/(\d+)(?:/|$)")

NOUNS = {
    "25.04/upgrade-limit": ("copy", "copies"),
    "ally/points-limit": ("point",),
    "18.01/capacity": ("slot",),
}
"""What a limit of one thing counts, where it is not units."""

NAMES = {
    "25.03/points-limit": "Points",
    "25.03/detachment-points": "Detachment Points",
    "25.03/enhancement-limit": "Enhancements",
    "20.01/reserves-limit": "Points in reserves",
    "23.01/aircraft-within-reserves": "Points forced into reserves",
}
"""What to call a limit of the whole army; else it is called as its check is."""

NO_LIMITS_OF_THE_GAME = frozenset({"app", "data"})
"""Families whose figures are this program's own, or the list's."""

NOT_LIMITS = frozenset({"18.01/passengers-for-transports"})
"""Checks whose two figures are beside each other and not one within the other."""

CLOSEST = 8
NEARLY_FULL = 0.75


def limits_of(report: Report) -> tuple[LimitLine, ...]:
    """Every limit that a check has figures for, in the report's order."""
    lines: list[LimitLine] = []
    for verdict in report.verdicts:
        if verdict.check in NOT_LIMITS or verdict.check.partition("/")[0] in NO_LIMITS_OF_THE_GAME:
            continue
        if verdict.usages:
            lines += [_line(verdict, usage) for usage in verdict.usages]
        elif verdict.used is not None and verdict.limit is not None:
            at = tuple(pointer for violation in verdict.violations for pointer in (violation.at, *violation.causes))
            lines.append(_line(verdict, Usage("", verdict.used, verdict.limit, at)))
    return tuple(lines)


def closest_of(limits: Sequence[LimitLine]) -> tuple[LimitLine, ...]:
    """Limits that are over, full or nearly full, the closest first; a hero who may be there once is none to tell of."""
    near = [
        line
        for line in limits
        if line.limit > 0 and line.used >= NEARLY_FULL * line.limit and not (line.limit == 1 and line.left == 0)
    ]
    return tuple(sorted(near, key=lambda line: line.left / line.limit)[:CLOSEST])


def _line(verdict: Verdict, usage: Usage) -> LimitLine:
    of = usage.of or NAMES.get(verdict.check, "")
    left = usage.limit - usage.used
    rest = f"{left:,} left" if left else "none left"
    if left < 0:
        rest = f"{-left:,} too many"
    limit = f"{usage.limit:,}" if not usage.of else counted(usage.limit, *NOUNS.get(verdict.check, ("unit",)))
    sentence = f"{of or verdict.title}: {usage.used:,} of {limit}, {rest}."
    found = (UNIT_POINTER.match(pointer) for pointer in usage.at)
    return LimitLine(
        check=verdict.check,
        title=verdict.title,
        of=of,
        used=usage.used,
        limit=usage.limit,
        sentence=sentence,
        note=_note(verdict),
        units=tuple(sorted({int(match.group(1)) for match in found if match})),
    )


def _note(verdict: Verdict) -> str:
    """What the check found beside its two figures."""
    words = verdict.reason or ""
    if verdict.outcome is Outcome.BROKEN or verdict.usages or BARE_FIGURES.fullmatch(words):
        return ""
    return words
