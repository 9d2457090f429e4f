"""The whole result page as one value."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.catalogue import Catalogue, ReleaseStamp
from roster.checking import CheckResult, DataDifference, PriceDifference
from roster.muster.report import Report
from roster.unit_names import unit_names
from website.result.army import ArmySheet, army_sheet, unit_anchor
from website.result.banner import Banner, Standing, banner
from website.result.figures import Figure, figures, points_in_words
from website.result.lines import LineAccount, line_account
from website.result.rules import RuleGroups, RuleLine, UnitLink, rule_groups, troubles_by_unit


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A unit whose stated and computed points differ, and why."""

    unit: UnitLink
    difference: PriceDifference


@dataclass(frozen=True, slots=True)
class JudgedEvent:
    """The event a list was judged for, with the broken rules that it lowered."""

    slug: str
    name: str
    lowered: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """What the page shows of one checked list.

    ``army``, ``rules`` are None and ``figures`` empty where nothing could be read as a roster.
    """

    banner: Banner
    release: ReleaseStamp
    format: str
    figures: tuple[Figure, ...] = ()
    rules: RuleGroups | None = None
    army: ArmySheet | None = None
    differences: tuple[DifferenceLine, ...] = ()
    data_differences: tuple[DataDifference, ...] = ()
    stated_points: int | None = None
    computed_points: int | None = None
    points_in_words: str = ""
    total_explained: str = ""
    lines: LineAccount | None = None
    not_covered: tuple[str, ...] = ()
    event: JudgedEvent | None = None


def result_sheet(result: CheckResult, catalogue: Catalogue, *, open_lines: int = 0) -> ResultSheet:
    """The page of ``result``, which ``catalogue`` judged; ``open_lines`` are those a saved roster keeps unread."""
    read, report = result.read, result.report
    lines = line_account(read) if read else None
    recognised = (read.format or "") if read else ""
    document = result.document
    if report is None or document is None:
        refusal = (read.refusal if read else None) or "Nothing in this text could be read as an army roster."
        return ResultSheet(
            banner=Banner(Standing.UNSURE, "Cannot read this text", refusal),
            release=catalogue.stamp,
            format=recognised,
            lines=lines,
        )
    names = unit_names(document, catalogue)
    rules = rule_groups(report, names)
    places = {unit.key: index for index, unit in enumerate(document.units)}
    return ResultSheet(
        banner=banner(
            result.is_legal,
            report,
            broken=len(rules.broken),
            not_checked=len(rules.not_checked),
            unknown=lines.unknown if lines else open_lines,
        ),
        release=report.release,
        format=recognised,
        figures=figures(report, document, catalogue),
        rules=rules,
        army=army_sheet(result, document, catalogue, troubles_by_unit(report)),
        differences=tuple(
            DifferenceLine(
                unit=UnitLink(name=names[places[row.unit]], anchor=unit_anchor(places[row.unit])), difference=row
            )
            for row in result.differences
        ),
        data_differences=result.data_differences,
        stated_points=result.stated_points,
        computed_points=result.computed_points,
        points_in_words=points_in_words(result, report),
        total_explained=result.total_difference.explanation if result.total_difference else "",
        lines=lines,
        not_covered=report.not_covered,
        event=_judged_event(report, rules),
    )


def _judged_event(report: Report, rules: RuleGroups) -> JudgedEvent | None:
    if report.event is None:
        return None
    lowered = tuple(line for line in (*rules.broken, *rules.warnings, *rules.advice) if line.lowered)
    return JudgedEvent(report.event.id, report.event.name, lowered)
