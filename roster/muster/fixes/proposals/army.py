"""Fixes of the roster as a whole: faction, battle size, points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from datasheets.catalogue.names import fold_keyword
from roster.document import Reference
from roster.muster.army import Army
from roster.muster.fixes.proposals.additions import additions
from roster.muster.fixes.proposals.removals import drop, enhancement_points, enough, points_of, removal
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.unit import fold_keywords

FACTIONS_TRIED = 6


def implied_factions(army: Army) -> list[str]:
    """Ids of the factions that most of the army's units belong to, chapters after their parent; not its own."""
    sheets = [unit.datasheet for unit in army.units if unit.datasheet is not None]
    counts: dict[str, int] = {}
    for faction in army.catalogue.data.factions:
        own = fold_keywords((faction.keyword, *((faction.chapter_keyword,) if faction.chapter_keyword else ())))
        keyword = fold_keyword(faction.keyword)
        members = sum(
            keyword in fold_keywords(sheet.faction_keywords) and own.isdisjoint(fold_keywords(sheet.excluded_factions))
            for sheet in sheets
        )
        if members and faction is not army.faction:
            counts[faction.id] = members
    order = {faction.id: place for place, faction in enumerate(army.catalogue.data.factions)}
    is_chapter = {faction.id: faction.chapter_keyword is not None for faction in army.catalogue.data.factions}
    best = max(counts.values(), default=0)
    ranked = sorted(counts, key=lambda id: (-counts[id], is_chapter[id], order[id]))
    return [id for id in ranked if counts[id] == best][:FACTIONS_TRIED]


def factions(situation: Situation, *, is_last_resort: bool = False) -> Iterator[Proposal]:
    """Choose another army faction, of those the units imply."""
    for id in implied_factions(situation.army):
        name = situation.catalogue.factions[id].name
        edited = replace(situation.document, faction=Reference(id, name))
        yield Proposal("choose_faction", edited, {"faction": name}, is_last_resort=is_last_resort)


@mends("25.02/army-faction", "data/recognised")
def army_faction(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose the faction that the units are of."""
    if violation.at == "/faction":
        yield from factions(situation)


@mends("25.03/battle-size")
def battle_size(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose a battle size, the smallest that the army fits first; leave the limit to it where it sets none."""
    document = situation.document
    if violation.message == "no_limit":
        yield Proposal("forget_points_limit", replace(document, points_limit=None))
        return
    total = situation.army.points.total
    limit = document.points_limit
    for size in situation.catalogue.data.battle_sizes:
        fits = (limit is None or limit <= size.points_limit) and total <= size.points_limit
        edited = replace(document, battle_size=Reference(size.id, size.name))
        params = {"size": size.name, "points": size.points_limit}
        yield Proposal("choose_size", edited, params, 0 if fits else size.points_limit, is_last_resort=not fits)


@mends("app/custom-points-limit")
def custom_points_limit(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Play the limit of the battle size."""
    yield Proposal("forget_points_limit", replace(situation.document, points_limit=None))


@mends("25.04/army-has-units")
def army_has_units(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Add a CHARACTER of the army faction, whom an army needs as its Warlord."""
    yield from additions(situation, lambda sheet: True, as_warlord=True)


@mends("25.03/points-limit")
def points_limit(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop enhancements or remove units worth the surplus, as few points as will do."""
    army, surplus = situation.army, int(str(violation.params["surplus"]))
    held = [
        (unit, one)
        for unit in army.units
        for one in unit.enhancements
        if enhancement_points(one, army) > 0 and not (one.enhancement and one.enhancement.is_demanded)
    ]
    units = list(army.units)
    weights = [enhancement_points(one, army) for _, one in held] + [points_of(unit) for unit in units]
    for chosen in enough(weights, surplus):
        dropped = [held[place] for place in chosen if place < len(held)]
        removed = [units[place - len(held)] for place in chosen if place >= len(held)]
        if any(bearer is unit for bearer, _ in dropped for unit in removed):
            continue
        if not removed:
            yield drop(situation, dropped)
        elif not dropped:
            yield removal(situation, sorted(removed, key=lambda unit: unit.index))
        else:
            first = drop(situation, dropped)
            rest = Situation(first.document, situation.catalogue, situation.event)
            second = removal(rest, removed)
            params = {"enhancements": first.params["enhancements"], "units": second.params["units"]}
            loss = first.loss + second.loss
            yield Proposal("drop_and_remove", second.document, {**params, "points": loss}, loss)


@mends("event/legends")
def legends(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove the unit."""
    unit = situation.unit_at(violation.at)
    if unit is not None:
        yield removal(situation, [unit])
