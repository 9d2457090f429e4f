"""How many more of each datasheet the army may have: one more is tried, and then one more than the limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from datasheets.catalogue.attachment import AttachmentRole
from roster.document import UnitEntry
from roster.explaining.explanation import Answer, Chapter, LimitLine, Possibility, Topic
from roster.explaining.newcomers import another, with_newcomers
from roster.explaining.trials import OutOfTrials, Trial, Trials
from roster.explaining.words import outcome_of
from roster.muster.attached import ways_of
from roster.muster.unit import Unit
from roster.muster.words import counted, listed, ordinal

SUPPORT_ATTACHED = "25.04/support-attached"
HOSTS_TRIED = 4
COPY_CHECKS = frozenset({"25.03/unit-limit", "25.03/unit-limit-doubled", "25.03/epic-hero"})


def copies_chapter(trials: Trials, limits: Sequence[LimitLine], left: int | None) -> Chapter:
    """For each datasheet of the army whether another is possible, and at which number it ends."""
    lines = {line.of: line for line in limits if line.check in COPY_CHECKS}
    groups = [units for units in trials.army.units_by_name.values() if units[0].name in lines]
    told: list[Possibility] = []
    heroes: list[str] = []
    untried = ""
    for place, units in enumerate(groups):
        line = lines[units[0].name]
        if line.left < 0:
            continue
        try:
            possibility = _next(trials, units, line, left)
        except OutOfTrials:
            untried = f"{counted(len(groups) - place, 'datasheet')} not tried: this roster was tried often enough."
            break
        if line.limit == 1 and possibility.answer is Answer.NO:
            heroes.append(units[0].name)
        else:
            told.append(possibility)
    summary = _summary(told, heroes)
    return Chapter(Topic.COPIES, "More of the same", summary, tuple(told), untried)


def _next(trials: Trials, units: Sequence[Unit], line: LimitLine, left: int | None) -> Possibility:
    count, name = len(units), units[0].name
    entry = another(units[0].entry)
    trial = trials.of_addition(with_newcomers(trials.document, [entry]))
    if SUPPORT_ATTACHED in trial.broken_checks:
        trial = _attached(trials, units[0], entry) or trial
    points = trial.report.points.units[-1].points
    one = outcome_of(trial, f"{name}, {count} of {line.limit}: a {ordinal(count + 1)}", points, left)
    if one.answer is Answer.NO:
        return one
    beyond = trials.of_addition(with_newcomers(trials.document, [entry] * (line.left + 1)))
    broken = next((broken for broken in beyond.breaks if broken.check == line.check), None)
    if broken is None:
        return one
    end = f"A {ordinal(line.limit + 1)} is not: the limit is {line.limit}."
    return Possibility(one.answer, f"{one.sentence} {end}", one.breaks, one.points)


def _attached(trials: Trials, unit: Unit, entry: UnitEntry) -> Trial | None:
    """The first trial in which the new support unit has a bodyguard unit here; None where none has a place for it."""
    bodyguards = {way.bodyguard for way in ways_of(unit, trials.army) if way.role is AttachmentRole.SUPPORT}
    hosts = [host for host in trials.army.units if host.datasheet is not None and host.datasheet.id in bodyguards]
    for host in hosts[:HOSTS_TRIED]:
        joined = replace(entry, attached_to=host.key, attached_as=AttachmentRole.SUPPORT.value)
        trial = trials.of_addition(with_newcomers(trials.document, [joined]))
        if trial.is_allowed:
            return trial
    return None


def _summary(told: Sequence[Possibility], heroes: Sequence[str]) -> str:
    possible = sum(one.answer is Answer.YES for one in told)
    dear = sum(one.answer is Answer.NOT_NOW for one in told)
    if possible:
        sentence = f"{counted(possible, 'datasheet')} here can be taken once more as things are"
        sentence += f", {dear} more but for the points." if dear else "."
    elif dear:
        sentence = (
            f"The points left pay for no further copy; without them, {counted(dear, 'datasheet')} could be taken."
        )
    else:
        sentence = "No datasheet here can be taken once more."
    if heroes:
        sentence += f" {listed(heroes)} can be here once only."
    return sentence
