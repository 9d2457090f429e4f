"""What enhancements ask of their bearers beside keywords: wargear, no Warlord, to be borne at all (25.04)."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.catalogue.detachment import Enhancement
from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.registry import WARNING, Finding, Found, Message, NotApplicable, NotChecked, muster_check
from roster.muster.report import Violation
from roster.muster.rules.enhancements import FAMILY, has_enhancements
from roster.muster.unit import HeldEnhancement, Unit
from roster.muster.words import counted, listed


def _held(army: Army) -> Iterator[tuple[Unit, HeldEnhancement, Enhancement]]:
    for unit in army.units:
        for held in unit.enhancements:
            if held.enhancement is not None:
                yield unit, held, held.enhancement


@muster_check(
    "25.04",
    "enhancement-wargear",
    family=FAMILY,
    title="Bearers carry the wargear their enhancements ask for",
    messages={
        "lacking": Message(
            "{enhancement} is for a model with {items:or}; {unit} carries none.",
            "Take {items:or}, or give {enhancement} to a unit that has it.",
        ),
    },
    needs=(Need.ENHANCEMENTS,),
    applies=has_enhancements,
)
def enhancement_wargear(army: Army) -> Iterator[Finding]:
    """A unit whose enhancement is for models with some item carries one (25.04)."""
    judged: list[str] = []
    for unit, held, enhancement in _held(army):
        if not enhancement.required_items:
            continue
        judged.append(f"{held.name} on {unit.name}")
        carried = [*unit.entry.items, *(item for model in unit.entry.models for item in model.items)]
        ids = {item.item.id for item in carried if item.count > 0}
        if not carried or None in ids:
            yield NotChecked(f"What {unit.name} carries is not wholly known.")
        elif ids.isdisjoint(enhancement.required_items):
            items = army.catalogue.items
            names = tuple(items[item].name if item in items else item for item in enhancement.required_items)
            yield Violation(held.pointer, "lacking", {"enhancement": held.name, "unit": unit.name, "items": names})
    if not judged:
        known = len(army.catalogue.enhancements_that_ask_for_wargear)
        yield NotApplicable(f"No enhancement here asks for wargear ({known} known to).")
    yield Found(f"{listed(judged)}.")


@muster_check(
    "25.04",
    "warlord-enhancement",
    family="Warlord",
    title="The Warlord bears no enhancement that bars it from the role",
    messages={
        "barred": Message(
            "The bearer of {enhancement} cannot be the Warlord; {unit} is.",
            "Choose another Warlord, or give {enhancement} to another unit.",
        ),
    },
    needs=(Need.ENHANCEMENTS,),
    applies=has_enhancements,
)
def warlord_enhancement(army: Army) -> Iterator[Finding]:
    """The Warlord's model does not bear an enhancement whose bearer cannot be the Warlord (25.04)."""
    judged: list[str] = []
    for unit, held, enhancement in _held(army):
        if not enhancement.bars_warlord:
            continue
        judged.append(f"{held.name} on {unit.name}")
        bearer, warlord = unit.entry.bearer, unit.entry.warlord_model
        is_other_model = bearer is not None and warlord is not None and unit.kind(bearer) is not unit.kind(warlord)
        if unit.entry.is_warlord and not is_other_model:
            yield Violation(held.pointer, "barred", {"enhancement": held.name, "unit": unit.name}, (unit.pointer,))
    if not judged:
        known = len(army.catalogue.enhancements_that_bar_warlords)
        yield NotApplicable(f"No enhancement here bars its bearer from being the Warlord ({known} known to).")
    yield Found(f"{listed(judged)}, not the Warlord.")


@muster_check(
    "25.04",
    "enhancement-demanded",
    family=FAMILY,
    title="What a detachment gives to every such unit is written down",
    severity=WARNING,
    messages={
        "missing": Message(
            "{unit} has to bear {enhancements:or} with {detachment}; the roster does not write it down.",
            "Write {enhancements:or} on {unit}; its points are the same.",
        ),
    },
    presumes=(Need.DETACHMENTS,),
)
def enhancement_demanded(army: Army) -> Iterator[Finding]:
    """Units that a selected detachment gives an enhancement, at a price and without a choice, bear it (25.04).

    They have it whether or not it is written down, and pay for it: a list without it is unclear, not illegal.
    """
    count = 0
    for chosen in army.detachments:
        if chosen.detachment is None:
            continue
        own = army.catalogue.enhancements_of.get(chosen.detachment.id, ())
        demanded = [enhancement for enhancement in own if enhancement.is_demanded]
        for unit in army.units if demanded else ():
            fitting = [
                enhancement
                for enhancement in demanded
                if enhancement.requires and unit.has_keywords_to_bear(enhancement)
            ]
            if not fitting:
                continue
            count += 1
            borne = {enhancement.id for enhancement in unit.recognised_enhancements}
            if borne.isdisjoint(enhancement.id for enhancement in fitting):
                params = {
                    "unit": unit.name,
                    "detachment": chosen.name,
                    "enhancements": tuple(enhancement.name for enhancement in fitting),
                }
                yield Violation(unit.pointer, "missing", params, (chosen.pointer,))
    if not count:
        known = len(army.catalogue.detachments_with_demanded_enhancements)
        yield NotApplicable(f"No detachment here gives units an enhancement of its own accord ({known} known to).")
    yield Found(f"{counted(count, 'unit')}, each with what its detachment gives it.")
