"""Fixes of who bears enhancements: other units, other models, or nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from roster.document import Reference
from roster.muster.fixes import edits
from roster.muster.fixes.pieces import reference_to, with_items
from roster.muster.fixes.proposals.enhancements import held_at, moves, replacements
from roster.muster.fixes.proposals.removals import drop
from roster.muster.fixes.proposals.warlord import warlords
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.wargear import wargear_of


@mends(
    "25.04/enhancement-character",
    "25.04/enhancement-epic-hero",
    "25.04/enhancement-keywords",
    "25.04/enhancement-excluded",
    "25.04/may-bear-enhancement",
    "25.04/enhancement-wargear",
    "25.04/warlord-enhancement",
    "ally/enhancements",
)
def bearer(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Give the enhancement to another unit, take one that the bearer may have, or drop it."""
    found = held_at(situation, violation.at)
    if found is None:
        return
    unit, held = found
    yield from moves(situation, unit, held)
    yield drop(situation, [found])
    for proposal in replacements(situation, unit, held, situation.army.detachment_ids):
        yield Proposal(proposal.kind, proposal.document, proposal.params, proposal.loss, is_last_resort=True)


@mends("25.04/warlord-enhancement")
def other_warlord(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose another Warlord."""
    unit = situation.unit_at(violation.at)
    yield from warlords(situation, [one for one in situation.army.units if one is not unit])


@mends("25.04/enhancement-wargear")
def required_item(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Arm the bearer with an item that the enhancement asks for, in place of one that is in the way."""
    found = held_at(situation, violation.at)
    if found is None or found[1].enhancement is None:
        return
    unit = found[0]
    required = found[1].enhancement.required_items
    for item in required:
        name = reference_to(item, situation.catalogue).name
        for place in range(len(unit.entry.models)) if unit.entry.models else (None,):
            document = with_items(situation.document, unit.index, place, {item: 1}, situation.catalogue)
            after = Situation(document, situation.catalogue, situation.event)
            wargear = next((one for one in wargear_of(after.army).units if one.unit.index == unit.index), None)
            if wargear is None or wargear.assessment is None or wargear.strangers or wargear.misplaced:
                continue
            params = {"unit": unit.name, "on": (f"1 × {name}",)}
            if not wargear.assessment.excesses:
                yield Proposal("add_wargear", document, params)
                continue
            entry = unit.entry.items if place is None else unit.entry.models[place].items
            for seat, carried in enumerate(entry):
                if carried.item.id not in required:
                    yield _swapped(situation, unit.index, unit.name, place, seat, item)


def _swapped(situation: Situation, index: int, name: str, place: int | None, seat: int, item: str) -> Proposal:
    """One piece of the entry of wargear at ``seat`` swapped for the item."""
    entry = situation.document.units[index]
    items = list(entry.items if place is None else entry.models[place].items)
    off = items[seat]
    items[seat] = replace(off, count=off.count - 1)
    kept = tuple(one for one in items if one.count > 0)
    if place is None:
        document = edits.with_unit(situation.document, index, items=kept)
    else:
        models = list(entry.models)
        models[place] = replace(models[place], items=kept)
        document = edits.with_unit(situation.document, index, models=tuple(models))
    document = with_items(document, index, place, {item: 1}, situation.catalogue)
    on = reference_to(item, situation.catalogue).name
    former = reference_to(off.item.id, situation.catalogue).name if off.item.id else off.item.name
    return Proposal("swap_wargear", document, {"unit": name, "off": (f"1 × {former}",), "on": (f"1 × {on}",)})


@mends("25.04/enhancement-bearer")
def model(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Name a model that can bear it, or none; else give the enhancement to another unit, or drop it."""
    unit = situation.unit_at(violation.at)
    if unit is None:
        return
    kinds = dict.fromkeys(entry.kind for entry in unit.entry.models if entry.count > 0)
    for kind in kinds:
        if unit.may_be_character(unit.kind(kind)) or violation.message == "no_such_model":
            edited = edits.with_unit(situation.document, unit.index, bearer=kind)
            yield Proposal("name_bearer", edited, {"unit": unit.name, "model": kind})
    if unit.entry.bearer is not None:
        edited = edits.with_unit(situation.document, unit.index, bearer=None)
        yield Proposal("unname_bearer", edited, {"unit": unit.name, "model": unit.entry.bearer})
    for held in unit.enhancements:
        if held.name == violation.params["enhancement"]:
            yield from moves(situation, unit, held)
            yield drop(situation, [(unit, held)])


@mends("25.04/enhancement-demanded")
def demanded(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Write down what the detachment gives the unit."""
    unit, names = situation.unit_at(violation.at), violation.params["enhancements"]
    if unit is None or not isinstance(names, tuple):
        return
    for detachment in situation.army.detachment_ids:
        for one in situation.catalogue.enhancements_of.get(detachment, ()):
            if one.is_demanded and one.name in names:
                reference = Reference(one.id, one.name)
                edited = edits.with_enhancement(situation.document, unit.index, None, reference)
                yield Proposal("write_enhancement", edited, {"unit": unit.name, "enhancement": one.name})
