"""Which further enhancements the army may take, and on whom: each is tried on every unit, then on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from datasheets.catalogue.detachment import Enhancement
from roster.document import Reference, RosterDocument
from roster.explaining.explanation import Answer, Chapter, LimitLine, Possibility, Topic
from roster.explaining.limits import UNIT_POINTER
from roster.explaining.trials import OutOfTrials, Trials
from roster.explaining.words import outcome_of
from roster.muster.report import Report
from roster.muster.words import counted
from roster.wording import violation_problem

CHARACTER = "25.04/enhancement-character"
KEYWORDS = "25.04/enhancement-keywords"
LIMIT = "25.03/enhancement-limit"
BEARERS_TRIED = 3


def enhancements_chapter(
    trials: Trials, limits: Sequence[LimitLine], names: Sequence[str], left: int | None
) -> Chapter:
    """Each enhancement that the army's detachments have and nobody bears yet, and each Upgrade."""
    line = next((line for line in limits if line.check == LIMIT), None)
    told: list[Possibility] = []
    untried = ""
    offered = list(_offered(trials))
    for place, enhancement in enumerate(offered):
        try:
            told.append(_tried(trials, enhancement, names, left))
        except OutOfTrials:
            untried = f"{counted(len(offered) - place, 'enhancement')} not tried: this roster was tried often enough."
            break
    return Chapter(Topic.ENHANCEMENTS, "Enhancements", _summary(line, told, bool(offered)), tuple(told), untried)


def _offered(trials: Trials) -> Iterator[Enhancement]:
    borne = {one.id for unit in trials.army.units for one in unit.recognised_enhancements}
    for chosen in trials.army.detachments:
        if chosen.detachment is None:
            continue
        for enhancement in trials.catalogue.enhancements_of.get(chosen.detachment.id, ()):
            is_open = enhancement.is_upgrade or enhancement.id not in borne
            if is_open and not enhancement.not_offered and not enhancement.is_demanded:
                yield enhancement


def _tried(trials: Trials, enhancement: Enhancement, names: Sequence[str], left: int | None) -> Possibility:
    points = enhancement.points_in(*trials.army.lineage)
    bearers, why_not = _bearers(trials, enhancement)
    if not bearers:
        sentence = f"{enhancement.name} is not possible: no other unit here can bear it. {why_not}"
        return Possibility(Answer.NO, sentence.rstrip(), points=points)
    first: Possibility | None = None
    for index in bearers[:BEARERS_TRIED]:
        trial = trials.of_addition(_with(trials.document, enhancement, [index]))
        found = outcome_of(trial, f"{enhancement.name} on {names[index]}", points, left)
        if found.answer is not Answer.NO:
            return found
        first = first or found
        if LIMIT in trial.broken_checks:
            break
    assert first is not None
    return first


def _bearers(trials: Trials, enhancement: Enhancement) -> tuple[list[int], str]:
    """Units that bear none and against which, all bearing it at once, no check speaks by name; else why not one."""
    free = [unit.index for unit in trials.army.units if not unit.enhancements and unit.datasheet is not None]
    if not free:
        return [], "Every unit that is recognised bears one."
    trial = trials.of_addition(_with(trials.document, enhancement, free))
    found = list(_barred(trial.report))
    barred = {index for index, _ in found}
    # What it asks for says more than that a unit is no CHARACTER, and most of one that could be asked.
    no_characters = {index for index, (check, _) in found if check == CHARACTER}
    asked = [(index in no_characters, words) for index, (check, words) in found if check == KEYWORDS]
    why_not = min(asked, key=lambda row: row[0])[1] if asked else next((words for _, (_, words) in found), "")
    return [index for index in free if index not in barred], why_not


def _barred(report: Report) -> Iterator[tuple[int, tuple[str, str]]]:
    """Units at whose enhancement some check points as such, by which check and in which words."""
    for verdict in report.broken:
        for violation in verdict.violations:
            match = UNIT_POINTER.match(violation.at)
            # Too many together, one attached unit with two: the causes are several enhancements.
            if match and "/enhancements/" in violation.at and len(violation.causes) < 2:
                yield int(match.group(1)), (verdict.check, violation_problem(verdict, violation))


def _with(document: RosterDocument, enhancement: Enhancement, places: Sequence[int]) -> RosterDocument:
    reference = Reference(enhancement.id, enhancement.name)
    units = tuple(
        replace(unit, enhancements=(*unit.enhancements, reference)) if index in places else unit
        for index, unit in enumerate(document.units)
    )
    return replace(document, units=units)


def _summary(line: LimitLine | None, told: Sequence[Possibility], is_any_offered: bool) -> str:
    if not is_any_offered:
        return "The detachments here have no further enhancement."
    possible = any(one.answer is Answer.YES for one in told)
    dear = any(one.answer is Answer.NOT_NOW for one in told)
    figures = f"{line.used} of {counted(line.limit, 'enhancement')} taken. " if line is not None else ""
    if possible:
        is_one = line is not None and line.left == 1
        return f"{figures}{'One more is' if is_one else 'More are'} possible."
    if dear:
        return f"{figures}More are allowed, but the points left do not pay for one."
    return f"{figures}No further enhancement is possible."
