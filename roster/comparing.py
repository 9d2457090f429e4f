"""What becomes of a roster when another release judges it: prices and verdicts, before and after. Plain Python.

Both sides are judged by the same code and as if the roster stood on that release, so that whatever
differs comes from the data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.muster import Outcome, Report, Severity, Stage, Verdict, check_roster
from roster.wording import violation_text

POINTS_LIMIT = "25.03/points-limit"


class Legality(StrEnum):
    """The one word on a saved roster (R-19); ``OPEN`` where nothing is broken and something is not known."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A roster as one release judges it. ``points`` sums what has a price; ``is_complete``: that is all of it."""

    report: Report
    legality: Legality
    detachments: tuple[tuple[str, int | None], ...]
    """The detachments by name, with what they cost the army in Detachment Points; None where unknown."""

    @property
    def points(self) -> int:
        """Points of the army."""
        return self.report.points.total

    @property
    def is_complete(self) -> bool:
        """Whether everything has a known price."""
        return self.report.points.is_complete

    @property
    def broken(self) -> tuple[str, ...]:
        """Ids of the checks that make the roster illegal, in the report's order."""
        return tuple(verdict.check for verdict in self.report.broken if verdict.severity is Severity.ILLEGAL)

    @property
    def over_by(self) -> int:
        """Points above the limit; 0 where there is none or the army is within it."""
        for verdict in self.report.verdicts:
            if verdict.check == POINTS_LIMIT and verdict.used is not None and verdict.limit is not None:
                return max(0, verdict.used - verdict.limit)
        return 0


@dataclass(frozen=True, slots=True)
class PriceChange:
    """A unit or detachment that costs something else; ``at`` is its JSON pointer, None means no known price.

    ``reason`` says in words why there is no price any more.
    """

    at: str
    name: str
    before: int | None
    after: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CheckChange:
    """A check that ends otherwise: ``sentence`` is what it now finds."""

    check: str
    title: str
    before: Outcome
    after: Outcome
    severity: Severity
    sentence: str


@dataclass(frozen=True, slots=True)
class RosterChange:
    """Everything that differs between two judgements of one roster."""

    points_before: int
    points_after: int
    is_complete_before: bool
    is_complete_after: bool
    legality_before: Legality
    legality_after: Legality
    over_by: int
    """Points above the limit afterwards."""
    units: tuple[PriceChange, ...]
    detachments: tuple[PriceChange, ...]
    checks: tuple[CheckChange, ...]

    @property
    def newly_broken(self) -> tuple[str, ...]:
        """Ids of checks that were not broken and now make the roster illegal."""
        return tuple(
            row.check for row in self.checks if row.after is Outcome.BROKEN and row.severity is Severity.ILLEGAL
        )

    @property
    def newly_held(self) -> tuple[str, ...]:
        """Ids of checks that made the roster illegal and are not broken any more."""
        return tuple(
            row.check for row in self.checks if row.before is Outcome.BROKEN and row.severity is Severity.ILLEGAL
        )

    @property
    def is_priced_otherwise(self) -> bool:
        """Whether any price differs."""
        return bool(
            self.points_before != self.points_after
            or self.is_complete_before != self.is_complete_after
            or self.units
            or self.detachments
        )

    @property
    def is_judged_otherwise(self) -> bool:
        """Whether legality differs, or what makes the roster illegal."""
        return bool(self.legality_before is not self.legality_after or self.newly_broken or self.newly_held)

    @property
    def is_change(self) -> bool:
        """Whether price or legality differ."""
        return self.is_priced_otherwise or self.is_judged_otherwise


def legality_of(is_legal: bool | None, *, has_open_lines: bool = False) -> Legality:
    """The word for a verdict; a roster with lines not understood is never called legal (R-19)."""
    if is_legal is False:
        return Legality.ILLEGAL
    return Legality.LEGAL if is_legal and not has_open_lines else Legality.OPEN


def judge(document: RosterDocument, catalogue: Catalogue, *, stage: Stage, has_open_lines: bool = False) -> Judgement:
    """The roster as the release of ``catalogue`` judges it, as if it stood on that release.

    What the list once stated of its points was stated of another release, and says nothing here.
    """
    document = replace(document, release=catalogue.stamp.label, stated_points=None)
    report = check_roster(document, catalogue, stage=stage)
    lineage = catalogue.lineage(document.faction.id) if document.faction and document.faction.id else ()
    costs = []
    for reference in document.detachments:
        detachment = catalogue.detachments.get(reference.id or "")
        offer = detachment.offer_to(*lineage) if detachment else None
        costs.append((detachment.name if detachment else reference.name, offer.points if offer else None))
    return Judgement(report, legality_of(report.is_legal, has_open_lines=has_open_lines), tuple(costs))


def compare(document: RosterDocument, before: Judgement, after: Judgement) -> RosterChange:
    """What differs between two judgements of ``document``."""
    return RosterChange(
        points_before=before.points,
        points_after=after.points,
        is_complete_before=before.is_complete,
        is_complete_after=after.is_complete,
        legality_before=before.legality,
        legality_after=after.legality,
        over_by=after.over_by,
        units=tuple(_units(document, before.report, after.report)),
        detachments=tuple(
            PriceChange(f"/detachments/{index}", name or was, points_before, points_after)
            for index, ((was, points_before), (name, points_after)) in enumerate(
                zip(before.detachments, after.detachments, strict=True)
            )
            if points_before != points_after
        ),
        checks=tuple(_checks(before.report, after.report)),
    )


def _units(document: RosterDocument, before: Report, after: Report) -> Iterator[PriceChange]:
    old = {price.unit: price for price in before.points.units}
    new = {price.unit: price for price in after.points.units}
    for index, unit in enumerate(document.units):
        was, now = old.get(unit.key), new.get(unit.key)
        points_before, points_after = was.points if was else None, now.points if now else None
        if points_before != points_after:
            reason = "; ".join(now.missing) if now else ""
            name = unit.datasheet.name or unit.datasheet.id or unit.key
            yield PriceChange(f"/units/{index}", name, points_before, points_after, reason)


def _checks(before: Report, after: Report) -> Iterator[CheckChange]:
    """The checks whose outcome differs and matters: into or out of broken, or what could not be checked; no advice."""
    old = {verdict.check: verdict for verdict in before.verdicts}
    told = {Outcome.BROKEN, Outcome.NOT_CHECKED}
    for verdict in after.verdicts:
        was = old.get(verdict.check)
        if verdict.severity is Severity.ADVICE:
            continue
        if was is None or was.outcome is verdict.outcome or not told & {was.outcome, verdict.outcome}:
            continue
        yield CheckChange(
            verdict.check, verdict.title, was.outcome, verdict.outcome, verdict.severity, _sentence(verdict)
        )


def _sentence(verdict: Verdict) -> str:
    if verdict.violations:
        return violation_text(verdict, verdict.violations[0])
    return verdict.reason or ""
