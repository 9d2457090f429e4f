"""Trying proposals: each edited document is checked anew, and offered only where the violation is gone for nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.muster.army import assemble
from roster.muster.event import EventProfile
from roster.muster.fixes.bounds import Bounds
from roster.muster.fixes.comparing import Comparison, Found, violations_of
from roster.muster.fixes.patches import patch_between
from roster.muster.fixes.register import Proposal, Situation, has_proposals, proposals_for
from roster.muster.report import Fix, FixSearch, Report, Severity, Verdict, Violation
from roster.muster.validate import check_roster

SEVERAL = "several"
"""Kind of a fix of more than one step; its ``steps`` have a kind and params each."""

REMOVING = frozenset({"remove_units", "drop_enhancements", "drop_and_remove", "drop_detachments_whole"})
ADDING = frozenset({"add_unit", "add_units", "add_warlord"})
"""Kinds that say by how many points the army changes."""

_ORDER = {Severity.ILLEGAL: 0, Severity.WARNING: 1, Severity.ADVICE: 2}


def find_fixes(
    document: RosterDocument,
    catalogue: Catalogue,
    report: Report,
    *,
    event: EventProfile | None = None,
    bounds: Bounds | None = None,
) -> Report:
    """The report with fixes on its violations, those that lose least first.

    ``report`` is what ``check_roster`` says of ``document``. Every fix was tried: at the same stage and
    event the violation is gone, no illegal or warning one is new or worse, and nothing that was checked
    is no longer. ``fix_search`` says how much was tried, and whether the bound cut it short.
    """
    search = _Search(document, catalogue, report, event, bounds or Bounds())
    places = [
        (verdict, place)
        for verdict in sorted(report.verdicts, key=lambda one: _ORDER[one.severity])
        for place in range(len(verdict.violations))
    ]
    fixes = {(verdict.check, place): search.fixes_of(verdict, place) for verdict, place in places}
    verdicts = tuple(
        replace(
            verdict,
            violations=tuple(
                replace(violation, fixes=fixes[verdict.check, place])
                for place, violation in enumerate(verdict.violations)
            ),
        )
        if verdict.violations
        else verdict
        for verdict in report.verdicts
    )
    return replace(report, verdicts=verdicts, fix_search=FixSearch(search.tried, search.cut_short))


@dataclass(frozen=True, slots=True)
class _Way:
    """Steps taken so far and where they lead; ``broken`` are the violations that are new there."""

    steps: tuple[Proposal, ...]
    totals: tuple[int, ...]
    """Points of the army before the first step and after each."""
    document: RosterDocument
    report: Report
    broken: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class _Judged:
    """An edited document, without what the list stated of prices that changed, and what was found in it."""

    document: RosterDocument
    report: Report
    found: tuple[Found, ...]


@dataclass
class _Search:
    document: RosterDocument
    catalogue: Catalogue
    report: Report
    event: EventProfile | None
    bounds: Bounds
    tried: int = 0
    cut_short: int = 0
    """Violations for which not every proposal was tried."""
    _left: int = 0
    _looks: int = 0
    _known: dict[RosterDocument, _Judged] = field(default_factory=dict)
    _situations: dict[RosterDocument, Situation] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._before = violations_of(self.report, self.document)
        size = len(self.document.units) + len(self.document.detachments)
        self._left = self.bounds.trials(size, len(self._before))
        self._looks = self._left * self.bounds.looks
        self._targets = {(one.check, one.place): one for one in self._before}
        self._comparison = Comparison(self.report, self._before)

    def fixes_of(self, verdict: Verdict, place: int) -> tuple[Fix, ...]:
        """The fixes of one violation."""
        target = self._targets[verdict.check, place]
        proposals = self._proposals(verdict.check, self.document, target.violation)
        ways: list[_Way] = []
        astray: list[_Way] = []
        is_cut = len(proposals) > self.bounds.tried or (self._looks <= 0 and has_proposals(verdict.check))
        for proposal in proposals[: self.bounds.tried]:
            if len(ways) >= self.bounds.offered:
                is_cut = False
                break
            way = self._tried(None, proposal, target)
            if way is None:
                is_cut = is_cut or self._left <= 0
            elif not way.broken:
                if all(not _is_alike(way, other) for other in ways):
                    ways.append(way)
            else:
                astray.append(way)
        if not ways:
            astray.sort(key=lambda way: (way.steps[0].is_last_resort, len(way.broken)))
            for way in astray[: self.bounds.branches]:
                ways += [one for one in self._followed(way, target) if all(not _is_alike(one, two) for two in ways)]
                is_cut = is_cut or self._left <= 0
        self.cut_short += is_cut
        ways.sort(key=self._loss)
        fixes = (self._fix(way) for way in ways[: self.bounds.offered])
        return tuple(fix for fix in fixes if len(fix.patch) <= self.bounds.operations)

    # Trying ----------------------------------------------------------------------------------

    def _tried(self, before: _Way | None, proposal: Proposal, target: Found) -> _Way | None:
        """Where the proposal leads; None where the violation is not gone, or nothing more may be tried."""
        if proposal.document == self.document:
            return None
        judged = self._judged(proposal.document)
        if judged is None:
            return None
        report = judged.report
        broken = self._comparison.new_without(target, report, judged.found)
        if broken is None:
            return None
        steps = before.steps if before is not None else ()
        totals = before.totals if before is not None else (self.report.points.total,)
        return _Way((*steps, proposal), (*totals, report.points.total), judged.document, report, broken)

    def _followed(self, way: _Way, target: Found) -> list[_Way]:
        """What the way breaks is mended by one more step, and so on; the first that mends all of it."""
        if len(way.steps) >= self.bounds.steps:
            return []
        broken = way.broken[0]
        proposals = self._proposals(broken.check, way.document, broken.violation)
        nearer: list[_Way] = []
        for proposal in proposals[: 2 * self.bounds.branches]:
            further = self._tried(way, proposal, target)
            if further is None:
                continue
            if not further.broken:
                return [further]
            if len(further.broken) <= len(way.broken):
                nearer.append(further)
        nearer.sort(key=lambda one: len(one.broken))
        for further in nearer[: self.bounds.branches]:
            if found := self._followed(further, target):
                return found
        return []

    def _judged(self, document: RosterDocument) -> _Judged | None:
        known = self._known.get(document)
        if known is None:
            if self._left <= 0:
                return None
            self._left -= 1
            self.tried += 1
            claimed = self._with_claims_that_hold(document)
            report = check_roster(claimed, self.catalogue, stage=self.report.stage, event=self.event)
            known = self._known[document] = _Judged(claimed, report, violations_of(report, claimed))
        return known

    def _proposals(self, check: str, document: RosterDocument, violation: Violation) -> list[Proposal]:
        """What is proposed, the least loss first; each is an edited document, so that making them is bounded too."""
        if self._looks <= 0:
            return []
        found = list(islice(proposals_for(check, self._situation(document), violation), self._looks))
        self._looks -= 1 + len(found)
        return sorted(found, key=lambda one: (one.is_last_resort, one.loss))

    def _situation(self, document: RosterDocument) -> Situation:
        if document not in self._situations:
            if len(self._situations) > self.bounds.tried:
                self._situations.clear()
            self._situations[document] = Situation(document, self.catalogue, self.event)
        return self._situations[document]

    def _with_claims_that_hold(self, document: RosterDocument) -> RosterDocument:
        """The edited document without what the list states of prices that the edit changed."""
        stated = [unit.stated_points for unit in document.units if unit.stated_points is not None]
        if not stated and document.stated_points is None:
            return document
        before = {price.unit: price.points for price in self.report.points.units}
        points = assemble(document, self.catalogue, self.event).points
        after = {price.unit: price.points for price in points.units}
        units = tuple(
            replace(unit, stated_points=None)
            if unit.stated_points is not None and after.get(unit.key) != before.get(unit.key)
            else unit
            for unit in document.units
        )
        total = document.stated_points if points.total == self.report.points.total else None
        return replace(document, units=units, stated_points=total)

    # Offering --------------------------------------------------------------------------------

    def _loss(self, way: _Way) -> tuple[bool, int, int]:
        """What is lost: last resorts after all others, then by points, then by steps."""
        lost = self.report.points.total - way.report.points.total
        return any(step.is_last_resort for step in way.steps), max(lost, 0), len(way.steps)

    def _fix(self, way: _Way) -> Fix:
        patch = patch_between(self.document, way.document)
        told = _told(way)
        if len(told) == 1:
            [(kind, params)] = told
            return Fix(kind, params, patch)
        return Fix(SEVERAL, {"steps": tuple({"kind": kind, "params": params} for kind, params in told)}, patch)


def _is_alike(way: _Way, other: _Way) -> bool:
    """Whether both end alike, or are told in the same words: one of two units that are alike is enough."""
    return way.document == other.document or _told(way) == _told(other)


def _told(way: _Way) -> Sequence[tuple[str, Mapping[str, object]]]:
    """Kind and params of each step; what a step takes off or adds is what the army's points changed by.

    That is not always the price of what goes: the copies that stay may cost less without it.
    """
    told = []
    for place, step in enumerate(way.steps):
        change = way.totals[place + 1] - way.totals[place]
        points = {"points": change if step.kind in ADDING else -change} if step.kind in ADDING | REMOVING else {}
        told.append((step.kind, {**step.params, **points}))
    return told
