"""Builders of check results: a small catalogue, rosters, verdicts and reports as plain values."""

from __future__ import annotations

from collections.abc import Sequence

from datasheets.catalogue import Catalogue, CatalogueData, ReleaseStamp
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Detachment, DetachmentOffer
from datasheets.catalogue.faction import BattleSize, Faction, ForceDisposition
from datasheets.catalogue.group import Allegiance, AllegianceChoice
from datasheets.catalogue.points import PointsManual
from roster.checking import CheckResult, PriceDifference
from roster.document import Reference, RosterDocument, UnitEntry
from roster.interchange.result import Line, LineStatus, ReadResult
from roster.muster.report import Outcome, PointsBreakdown, Report, Severity, Stage, UnitPrice, Verdict, Violation

STAMP = ReleaseStamp(
    label="test-release",
    content_hash="0" * 64,
    published="2026-10-01T00:00:00Z",
    upstream="a package 1.0",
    manual=PointsManual("Points manual", "1.5", "2026-09-30"),
)


def a_datasheet(slug: str, name: str) -> Datasheet:
    """A datasheet of the walkers' faction."""
    return Datasheet(f"walkers:{slug}", name, "walkers", (), (), 1, 10)


def a_catalogue() -> Catalogue:
    """One faction with two datasheets, one detachment and the Strike Force battle size."""
    return Catalogue(
        STAMP,
        CatalogueData(
            factions=(Faction("walkers", "Walkers", "WALKERS"),),
            battle_sizes=(BattleSize("strike-force", "Strike Force", 2000, 3, 4, 3),),
            dispositions=(ForceDisposition("take-and-hold", "Take and Hold"),),
            datasheets=(a_datasheet("marcher", "Sample Marchers"), a_datasheet("chief", "Sample Chief")),
            detachments=(
                Detachment("walkers:column", "Long Column", (DetachmentOffer("walkers", 2, ("take-and-hold",)),)),
            ),
            allegiances=(
                Allegiance("walkers:oath", "Oath", (AllegianceChoice("Stand"),), members=("walkers:marcher",)),
            ),
        ),
    )


def a_unit(key: str, slug: str = "marcher", **fields: object) -> UnitEntry:
    """A unit of that datasheet; a slug that is not known stays as the name it is written by."""
    known = slug in ("marcher", "chief")
    return UnitEntry(key, Reference(f"walkers:{slug}" if known else None, slug), **fields)  # type: ignore[arg-type]


def a_roster(*units: UnitEntry, **fields: object) -> RosterDocument:
    """A Strike Force roster of the walkers with these units."""
    return RosterDocument(
        faction=Reference("walkers", "Walkers"),
        battle_size=Reference("strike-force", "Strike Force"),
        detachments=(Reference("walkers:column", "Long Column"),),
        units=units,
        **fields,  # type: ignore[arg-type]
    )


def a_verdict(check: str, outcome: Outcome, *violations: Violation, **fields: object) -> Verdict:
    """A verdict, illegal if broken unless said otherwise."""
    given = {"title": f"Title of {check}", "severity": Severity.ILLEGAL, **fields}
    return Verdict(check=check, outcome=outcome, violations=violations, **given)  # type: ignore[arg-type]


def a_report(*verdicts: Verdict, is_legal: bool | None = True, prices: Sequence[UnitPrice] = ()) -> Report:
    """A report with these verdicts and prices."""
    points = PointsBreakdown(sum(price.points or 0 for price in prices), True, tuple(prices))
    return Report(STAMP, Stage.FINAL, is_legal, verdicts, points)


def a_line(number: int, status: LineStatus, text: str = "a line", **fields: object) -> Line:
    """A line of the text with what became of it."""
    return Line(number, text, status, "its meaning", **fields)  # type: ignore[arg-type]


def a_result(
    roster: RosterDocument,
    report: Report,
    *,
    lines: Sequence[Line] = (),
    stated_points: int | None = None,
    differences: Sequence[PriceDifference] = (),
) -> CheckResult:
    """A result of reading and checking, in which roster and report belong together."""
    return CheckResult(
        read=ReadResult(roster, tuple(lines), "gw-app-11e-a"),
        report=report,
        is_legal=report.is_legal,
        stated_points=stated_points,
        computed_points=report.points.total,
        differences=tuple(differences),
        document=roster,
    )
