"""Fixes of how many models units have, and of which kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from roster.muster.fixes import edits
from roster.muster.fixes.pieces import legal_counts, rearmed, resized
from roster.muster.fixes.proposals.removals import removal
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.unit import Unit
from roster.muster.wargear import wargear_of
from roster.muster.words import counted

SIZES_TRIED = 6


def _armed(situation: Situation, proposal: Proposal, unit: Unit) -> Proposal:
    """The proposal with what is carried brought within what so many models may carry."""
    after = Situation(proposal.document, situation.catalogue, situation.event)
    wargear = next((one for one in wargear_of(after.army).units if one.unit.index == unit.index), None)
    assessment = wargear.assessment if wargear is not None else None
    if wargear is None or assessment is None or not (assessment.excesses or assessment.at_least):
        return proposal
    document = rearmed(proposal.document, wargear, dict(assessment.nearest), situation.catalogue)
    return Proposal(proposal.kind, document, proposal.params, proposal.loss, proposal.is_last_resort)


def _sized(situation: Situation, unit: Unit, sizes: tuple[int, ...] = ()) -> Iterator[Proposal]:
    sheet = unit.datasheet
    if sheet is None:
        return
    for place, counts in enumerate(legal_counts(unit.entry, sheet, sizes)):
        if place >= SIZES_TRIED:
            break
        entry = resized(unit.entry, sheet, counts, situation.catalogue)
        models = tuple(f"{count} {kind}" for kind, count in counts.items() if count)
        params = {"unit": unit.name, "models": models or (counted(0, "model"),)}
        edited = edits.with_units(situation.document, {unit.index: entry})
        # The nearest make-up first: its place stands for what is lost.
        yield _armed(situation, Proposal("set_models", edited, params, place), unit)


def enlarged(situation: Situation) -> Iterator[Proposal]:
    """Give a unit the next size that has a price of its own."""
    for unit in situation.army.units:
        larger = [size for size in unit.priced.sizes_priced if unit.size is not None and size > unit.size]
        if larger:
            yield from _sized(situation, unit, (min(larger),))


@mends("datasheet/unit-size", "datasheet/composition")
def size(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Give the unit the nearest make-up its datasheet allows, or remove it."""
    unit = situation.unit_at(violation.at)
    if unit is None:
        return
    if violation.message == "unknown_kind":
        yield from _renamed(situation, unit, str(violation.params["kind"]))
    yield from _sized(situation, unit)
    yield removal(situation, [unit], is_last_resort=True)


def _renamed(situation: Situation, unit: Unit, written: str) -> Iterator[Proposal]:
    """Models of a kind that the datasheet does not have are of another; which, is tried."""
    for kind in unit.datasheet.kinds if unit.datasheet else ():
        models = tuple(
            replace(model, kind=kind.name) if model.kind == written else model for model in unit.entry.models
        )
        edited = edits.with_unit(situation.document, unit.index, models=models)
        yield Proposal("rename_models", edited, {"unit": unit.name, "former": written, "kind": kind.name})


@mends("mfm/size-priced")
def priced(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Give the unit the nearest size that has a price, or remove it."""
    unit = situation.unit_at(violation.at)
    if unit is None:
        return
    models = unit.size or 0
    for size in sorted(unit.priced.sizes_priced, key=lambda one: (abs(one - models), one)):
        yield from _sized(situation, unit, (size,))
    yield removal(situation, [unit], is_last_resort=True)


@mends("mfm/size-padded")
def padded(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Add the models that cost nothing more."""
    unit = situation.unit_at(violation.at)
    if unit is not None and unit.size is not None:
        yield from _sized(situation, unit, (unit.size + int(str(violation.params["spare"])),))
