"""The figures over the result: points, Detachment Points, enhancements, each used of its limit, and units."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult
from roster.document import RosterDocument
from roster.muster.report import Report, Verdict
from website.result.army import detachment_line

POINTS_CHECK = "25.03/points-limit"
DETACHMENT_POINTS_CHECK = "25.03/detachment-points"
ENHANCEMENTS_CHECK = "25.03/enhancement-limit"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the army beside its limit (None where there is none); ``short_name`` fits a phone."""

    name: str
    short_name: str
    used: int
    limit: int | None

    @property
    def over(self) -> int:
        """How much more is used than allowed; 0 where it is not."""
        return max(0, self.used - self.limit) if self.limit is not None else 0

    @property
    def is_over(self) -> bool:
        """Whether more is used than allowed."""
        return self.over > 0


def figures(report: Report, document: RosterDocument, catalogue: Catalogue) -> tuple[Figure, ...]:
    """Points, Detachment Points, enhancements and units of the army."""
    verdicts = {verdict.check: verdict for verdict in report.verdicts}
    battle_size = catalogue.battle_sizes.get((document.battle_size.id or "") if document.battle_size else "")
    points_limit = document.points_limit or (battle_size.points_limit if battle_size else None)
    detachment_points = sum(detachment_line(row, document, catalogue).points or 0 for row in document.detachments)
    return (
        Figure("Points", "Points", report.points.total, points_limit),
        _figure(
            "Detachment Points",
            "DP",
            verdicts.get(DETACHMENT_POINTS_CHECK),
            used=detachment_points,
            limit=battle_size.detachment_points if battle_size else None,
        ),
        _figure(
            "Enhancements",
            "Enh.",
            verdicts.get(ENHANCEMENTS_CHECK),
            used=sum(len(unit.enhancements) for unit in document.units),
            limit=battle_size.enhancement_limit if battle_size else None,
        ),
        Figure("Units", "Units", len(document.units), None),
    )


def _figure(name: str, short_name: str, verdict: Verdict | None, *, used: int, limit: int | None) -> Figure:
    """The check's own figures where it has them: it knows the exceptions (25.03, 25.04)."""
    if verdict is not None and verdict.used is not None:
        return Figure(name, short_name, verdict.used, verdict.limit if verdict.limit is not None else limit)
    return Figure(name, short_name, used, limit)


def points_in_words(result: CheckResult, report: Report) -> str:
    """What the list states beside what was computed: ``"1,995 stated, 1,990 computed"``."""
    computed = f"{report.points.total:,} computed"
    if not report.points.is_complete:
        computed += ", and something has no known price"
    if result.stated_points is None:
        return f"{computed}; the list states no total"
    if result.stated_points == report.points.total:
        return f"{computed}, as stated" if report.points.is_complete else f"{result.stated_points:,} stated, {computed}"
    return f"{result.stated_points:,} stated, {computed}"
