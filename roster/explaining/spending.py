"""What the points that are left could buy: units of the army's faction, the cheapest and the dearest that fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.names import fold_keyword
from roster.explaining.explanation import Answer, Chapter, Possibility, Topic
from roster.explaining.newcomers import smallest, with_newcomers
from roster.explaining.trials import OutOfTrials, Trials
from roster.explaining.words import outcome_of, points_left
from roster.muster.unit import fold_keywords
from roster.muster.words import counted

TOLD = 4
TRIED = 10
"""Candidates tried from the cheap end, and as many from the dear end."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    datasheet: Datasheet
    least: int
    """Points of the cheapest row of its price table."""


def spending_chapter(trials: Trials, left: int | None) -> Chapter:
    """The cheapest and the dearest units that fit into the points left, each tried."""
    title = "Points left"
    if left is None:
        return Chapter(Topic.POINTS, title, "What is left of the points is not known, so nothing was tried.")
    opening = f"{points_left(left)[:1].upper()}{points_left(left)[1:]}."
    candidates = sorted(_candidates(trials), key=lambda one: (one.least, one.datasheet.name))
    fitting = [one for one in candidates if one.least <= left]
    if not fitting:
        cheapest = f" The cheapest unit of the faction costs {candidates[0].least}." if candidates else ""
        return Chapter(Topic.POINTS, title, f"{opening}{cheapest}")
    untried = ""
    told: dict[str, Possibility] = {}
    made = trials.made
    try:
        cheap = _first_that_fit(trials, fitting[:TRIED], left)
        told |= cheap
        dear = [one for one in fitting[TRIED:][-TRIED:] if one.datasheet.id not in cheap]
        told |= _first_that_fit(trials, reversed(dear), left)
    except OutOfTrials:
        untried = "Not all that fits was tried: this roster was tried often enough."
    summary = f"{opening} Of {counted(len(fitting), 'datasheet')} that cost no more, some that fit:"
    if not told:
        tried = counted(trials.made - made, "datasheet")
        summary = f"{opening} None of {tried} tried fits, of {len(fitting)} that cost no more."
    ordered = sorted(told.values(), key=lambda one: one.points or 0)
    return Chapter(Topic.POINTS, title, summary, tuple(ordered), untried)


def _first_that_fit(trials: Trials, candidates: Iterable[_Candidate], left: int) -> dict[str, Possibility]:
    told: dict[str, Possibility] = {}
    for one in candidates:
        if len(told) >= TOLD:
            break
        trial = trials.of_addition(with_newcomers(trials.document, [smallest(one.datasheet)]))
        points = trial.report.points.units[-1].points
        found = outcome_of(trial, one.datasheet.name, points, left)
        if found.answer is Answer.YES and trial.is_clean:
            told[one.datasheet.id] = found
    return told


def _candidates(trials: Trials) -> Iterable[_Candidate]:
    army = trials.army
    if army.faction is None:
        return
    keyword = fold_keyword(army.faction.keyword)
    for sheet in trials.catalogue.data.datasheets:
        if sheet.is_legends or sheet.not_offered or sheet.knowledge is not Knowledge.FULL:
            continue
        if keyword not in fold_keywords(sheet.faction_keywords):
            continue
        table = trials.catalogue.price_table(sheet.id, army.faction.id, army.detachment_ids)
        rows = [row.points for tier in table.tiers for row in tier.rows] if table is not None else []
        if rows:
            yield _Candidate(sheet, min(rows))
