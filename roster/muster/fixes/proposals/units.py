"""Fixes of which units the army has: taken too often, of another faction, excluding each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from roster.document import Reference
from roster.muster.fixes.proposals.additions import additions
from roster.muster.fixes.proposals.army import factions
from roster.muster.fixes.proposals.removals import points_of, removal, removals_of
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation


@mends("25.03/unit-limit", "25.03/unit-limit-doubled", "25.03/epic-hero")
def taken_too_often(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove as many as are too many."""
    units = situation.units_at(violation.causes)
    yield from removals_of(situation, units, int(str(violation.params["surplus"])))


@mends("datasheet/group-limit")
def group_limit(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove as many as are too many, or add one that is lacking."""
    if violation.message == "over":
        yield from taken_too_often(situation, violation)
        return
    groups = [one for one in situation.catalogue.data.group_limits if one.name == violation.params["group"]]
    members = {member for group in groups for member in group.members}
    lacking = int(str(violation.params["lacking"]))
    yield from additions(situation, lambda sheet: sheet.id in members, number=lacking)


@mends("25.04/unit-faction", "faction/excluded-unit")
def stranger(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove the unit, or choose the faction that most units are of."""
    unit = situation.unit_at(violation.at)
    if unit is not None:
        yield removal(situation, [unit])
    yield from factions(situation)


@mends("faction/one-chapter")
def one_chapter(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove the unit, or all of the other chapter; or play that chapter."""
    army, unit = situation.army, situation.unit_at(violation.at)
    if unit is None:
        return
    yield removal(situation, [unit])
    chapters = situation.catalogue.chapter_keywords
    mine = unit.faction_keywords & chapters.keys()
    others = [one for one in army.units if (own := one.faction_keywords & chapters.keys()) and own.isdisjoint(mine)]
    alike = [one for one in army.units if not mine.isdisjoint(one.faction_keywords)]
    if len(alike) > 1:
        yield removal(situation, alike)
    if others:
        yield removal(situation, others)
    for faction in situation.catalogue.data.factions:
        if faction.chapter_keyword is not None and chapters.get(next(iter(mine), "")) == faction.chapter_keyword:
            edited = replace(situation.document, faction=Reference(faction.id, faction.name))
            yield Proposal("choose_faction", edited, {"faction": faction.name}, min(points_of(unit), 1))


@mends("faction/successor-epic-hero", "datasheet/group-excludes")
def excluding(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove the unit, all like it, or those it excludes."""
    unit, others = situation.unit_at(violation.at), situation.units_at(violation.causes)
    if unit is not None:
        yield removal(situation, [unit])
    if others:
        yield removal(situation, others)


@mends("mfm/unit-listed")
def withdrawn(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove the unit."""
    unit = situation.unit_at(violation.at)
    if unit is not None:
        yield removal(situation, [unit])
