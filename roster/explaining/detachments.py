"""What dropping each detachment would break, and which could be added; which units could be the Warlord."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datasheets.catalogue.detachment import Detachment
from roster.document import Reference
from roster.explaining.explanation import Answer, Chapter, LimitLine, Possibility, Topic
from roster.explaining.trials import OutOfTrials, Trials
from roster.explaining.words import because, outcome_of, remarks_on
from roster.muster.fixes.edits import with_detachment, with_warlord, without_detachments
from roster.muster.unit import CHARACTER, ChosenDetachment
from roster.muster.words import counted, listed

DETACHMENT_POINTS = "25.03/detachment-points"
ADDITIONS_TRIED = 16
WARLORDS_TRIED = 10


def detachments_chapter(trials: Trials, limits: Sequence[LimitLine], left: int | None) -> Chapter:
    """Every detachment dropped, with its enhancements, and every other that the Detachment Points left would pay."""
    line = next((line for line in limits if line.check == DETACHMENT_POINTS), None)
    told: list[Possibility] = []
    untried = ""
    try:
        told += (_without(trials, chosen, place) for place, chosen in enumerate(trials.army.detachments))
        told += _additions(trials, line, left)
    except OutOfTrials:
        untried = "Not every detachment was tried: this roster was tried often enough."
    summary = line.sentence if line is not None else ""
    return Chapter(Topic.DETACHMENTS, "Detachments", summary, tuple(told), untried)


def _without(trials: Trials, chosen: ChosenDetachment, place: int) -> Possibility:
    owned = chosen.detachment.id if chosen.detachment else None
    enhancements = [
        one for unit in trials.army.units for one in unit.recognised_enhancements if one.detachment == owned
    ]
    changed = without_detachments(trials.document, {place}, {one.id for one in enhancements})
    trial = trials.of_removal(changed)
    gone = f" and with it {listed([one.name for one in enhancements])}" if enhancements else ""
    breaks = (*trial.breaks, *trial.warns)
    if not trial.breaks:
        return Possibility(
            Answer.YES, f"Without {chosen.name}{gone}, nothing more is broken.{remarks_on(trial)}", breaks
        )
    return Possibility(Answer.NO, f"Without {chosen.name}{gone}, this is broken: {because(trial.breaks)}", breaks)


def _additions(trials: Trials, line: LimitLine | None, left: int | None) -> Iterator[Possibility]:
    if line is None or line.left <= 0:
        return
    possible: list[str] = []
    offered = sorted(_offered(trials, line.left), key=lambda pair: (pair[1], pair[0].name))
    for detachment, cost in offered[:ADDITIONS_TRIED]:
        changed = with_detachment(trials.document, None, Reference(detachment.id, detachment.name))
        trial = trials.of_addition(changed)
        found = outcome_of(trial, f"{detachment.name} ({counted(cost, 'Detachment Point')}) as well", None, left)
        if found.answer is Answer.YES:
            possible.append(f"{detachment.name} ({cost})")
    if possible:
        word = "this could" if len(possible) == 1 else "any one of these could"
        paid = counted(line.left, "Detachment Point")
        yield Possibility(Answer.YES, f"With the {paid} left, {word} be added: {listed(possible)}.")


def _offered(trials: Trials, most: int) -> Iterator[tuple[Detachment, int]]:
    for detachment in trials.catalogue.data.detachments:
        offer = detachment.offer_to(*trials.army.lineage)
        if offer is None or offer.points is None or offer.points > most or detachment.not_offered:
            continue
        if detachment.id not in trials.army.detachment_ids:
            yield detachment, offer.points


def warlord_chapter(trials: Trials, names: Sequence[str]) -> Chapter:
    """Which other CHARACTER units could be the Warlord."""
    current = listed([names[unit.index] for unit in trials.army.warlords])
    title = "Warlord"
    others = [unit for unit in trials.army.units if CHARACTER in unit.keywords and not unit.entry.is_warlord]
    told: list[Possibility] = []
    untried = ""
    for place, unit in enumerate(others):
        try:
            if place >= WARLORDS_TRIED:
                raise OutOfTrials
            trial = trials.of_removal(with_warlord(trials.document, unit.index))
        except OutOfTrials:
            untried = f"{counted(len(others) - place, 'unit')} not tried."
            break
        breaks = (*trial.breaks, *trial.warns)
        name = names[unit.index]
        if not trial.breaks:
            told.append(Possibility(Answer.YES, f"{name} could be the Warlord.{remarks_on(trial)}", breaks))
        else:
            told.append(Possibility(Answer.NO, f"{name} could not be the Warlord. {because(trial.breaks)}", breaks))
    summary = f"The Warlord is {current}." if current else "No unit is the Warlord yet."
    if not others:
        summary += " No other unit here is a Character."
    return Chapter(Topic.WARLORD, title, summary, tuple(told), untried)
