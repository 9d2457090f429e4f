"""What the muster says of generated rosters, beside what it should say."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import WarlordRule
from datasheets.catalogue.names import fold_name
from roster.document import RosterDocument
from roster.muster import check_roster
from roster.muster.event import EventProfile
from roster.muster.report import Outcome, Report, Severity
from tests.generated.draft import Draft, Drafted
from tests.generated.mutations import MUTATIONS, Case, Changed, Mutation
from tests.generated.prices import PriceBook, best_row
from tests.generated.rosters import Generated


def expected_advice(draft: Draft) -> frozenset[str]:
    """Ids of the checks that have something to say of a legal roster, though nothing is against a rule."""
    found = set()
    limit = draft.terms.size.points_limit
    if (limit - draft.total()) * 10 > limit:
        found.add("app/points-left")
    copies: Counter[str] = Counter()
    for unit in draft.units:
        copies[fold_name(unit.sheet.name)] += 1
        if _size_points(draft.terms.book, unit, copies[fold_name(unit.sheet.name)]) != _size_points(
            draft.terms.book, unit, 1
        ):
            found.add("mfm/copy-surcharge")
        table = draft.terms.book.table(unit.sheet)
        if table is not None and any(one.points * sum(unit.items[item] for item in one.items) for one in table.wargear):
            found.add("mfm/paid-wargear")
        if draft.is_guest(unit):
            home = PriceBook(draft.terms.catalogue, (unit.sheet.faction,), ())
            own = _size_points(home, unit, 1)
            if own is not None and own != _size_points(draft.terms.book, unit, 1):
                found.add("ally/price-list")
    must = {
        unit.sheet.name
        for unit in draft.units
        if unit.sheet.warlord is WarlordRule.MUST and draft.terms.is_native(unit.sheet)
    }
    if len(must) > 1:
        found.add("25.04/warlord-mandatory-several")
    return frozenset(found)


def _size_points(book: PriceBook, unit: Drafted, copy: int) -> int | None:
    table = book.table(unit.sheet)
    added = {fold_name(one.kind) for one in table.add_ons} if table is not None else set()
    plain = {kind: count for kind, count in unit.counts.items() if fold_name(kind) not in added}
    row = best_row(book.rows(unit.sheet, copy), unit.sheet, plain)
    return row.points if row is not None else None


def broken(report: Report) -> dict[str, Severity]:
    """Ids of the broken checks with what they weigh."""
    return {verdict.check: verdict.severity for verdict in report.broken}


def open_reasons(report: Report) -> list[tuple[str, str]]:
    """What could not be checked, and why."""
    return [
        (verdict.check, verdict.reason or "") for verdict in report.verdicts if verdict.outcome is Outcome.NOT_CHECKED
    ]


@dataclass
class Legal:
    """What was found in a roster that should be legal."""

    report: Report
    unexpected: list[str] = field(default_factory=list)
    """What the muster says and should not, or should and does not, in words."""


def judge_legal(generated: Generated, catalogue: Catalogue) -> Legal:
    """Check a legal roster: nothing is broken but the advice that was foreseen, and the points are ours."""
    report = check_roster(generated.document, catalogue)
    found = Legal(report)
    foreseen = expected_advice(generated.draft)
    for check in sorted(broken(report).keys() ^ foreseen):
        violations = next((one.violations for one in report.broken if one.check == check), ())
        words = f"{violations[0].message} {dict(violations[0].params)}" if violations else "foreseen and not said"
        found.unexpected.append(f"{check}: {words}")
    if report.points.total != generated.draft.total():
        found.unexpected.append(f"points: {report.points.total}, generated for {generated.draft.total()}")
    return found


@dataclass(frozen=True)
class Mutant:
    """A change and what the muster says of it, beside what it said before: ``new`` and ``gone`` are ids of checks."""

    mutation: Mutation
    changed: Changed
    report: Report
    new: frozenset[str]
    gone: frozenset[str]

    @property
    def expected(self) -> frozenset[str]:
        """The checks that should be broken by the change."""
        return frozenset({self.mutation.check, *self.mutation.also})

    @property
    def is_caught_exactly(self) -> bool:
        """Whether just those are broken that should be."""
        return self.new == self.expected


def mutants(generated: Generated, before: Report, catalogue: Catalogue, seed: int) -> list[Mutant]:
    """Every change that the roster admits, each checked."""
    found = []
    for number, mutation in enumerate(MUTATIONS):
        changed = mutation.made_of(Case(generated, catalogue, seed * 1_000 + number))
        if changed is not None:
            found.append(judged(mutation, changed, before, catalogue))
    return found


def judged(mutation: Mutation, changed: Changed, before: Report, catalogue: Catalogue) -> Mutant:
    """Check the changed roster. Advice on points comes and goes with every unit: it counts where it is meant."""
    report = check_roster(changed.document, catalogue, event=changed.event)
    was, now = broken(before), broken(report)
    meant = {mutation.check, *mutation.also}
    new = {
        check
        for check, severity in now.items()
        if check in meant or (check not in was and severity is not Severity.ADVICE)
    }
    gone = {check for check, severity in was.items() if check not in now and severity is not Severity.ADVICE}
    return Mutant(mutation, changed, report, frozenset(new), frozenset(gone))


def check_again(document: RosterDocument, catalogue: Catalogue, event: EventProfile | None = None) -> Report:
    """The report of the document."""
    return check_roster(document, catalogue, event=event)
