"""Fixes of who the Warlord is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datasheets.catalogue.datasheet import WarlordRule
from roster.muster.fixes import edits
from roster.muster.fixes.proposals.additions import additions
from roster.muster.fixes.proposals.removals import points_of, removal
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.permissions import WarlordFromAllies
from roster.muster.report import Violation
from roster.muster.unit import CHARACTER, EPIC_HERO, Unit

WARLORDS_TRIED = 12


def _demanded(situation: Situation) -> set[str]:
    """Datasheets, one of which a selected detachment wants as the Warlord."""
    return {
        sheet
        for chosen in situation.army.detachments
        if chosen.detachment is not None
        for sheet in chosen.detachment.demanded_warlords
    }


def must_be_warlord(situation: Situation) -> list[Unit]:
    """The units one of which must be the Warlord, by their datasheets or by a detachment; nobody beside them may."""
    army, demanded = situation.army, _demanded(situation)
    return [
        unit
        for unit in army.units
        if unit.datasheet is not None
        and (
            unit.datasheet.id in demanded
            or (
                unit.datasheet.warlord is WarlordRule.MUST
                and (army.is_native(unit) or army.permits(WarlordFromAllies(unit)))
            )
        )
    ]


def _likely(situation: Situation, units: Sequence[Unit]) -> list[Unit]:
    """The units in the order in which they are likely to be the Warlord: those that must, CHARACTERs, then others.

    Where some must be, no others: they would only be the next violation, or one that is there already.
    """
    army, demanded, must = situation.army, _demanded(situation), must_be_warlord(situation)
    units = [unit for unit in units if not must or unit in must]

    def rank(unit: Unit) -> tuple[bool, bool, bool, bool, int]:
        sheet = unit.datasheet
        return (
            not (sheet is not None and sheet.id in demanded),
            not (sheet is not None and sheet.warlord is WarlordRule.MUST),
            CHARACTER not in unit.keywords,
            not army.is_native(unit),
            -points_of(unit) if EPIC_HERO in unit.keywords else -points_of(unit) - 1,
        )

    return sorted((unit for unit in units if unit.datasheet is not None), key=rank)


def warlords(situation: Situation, units: Sequence[Unit]) -> Iterator[Proposal]:
    """Make one of these units the Warlord, and no other."""
    for unit in _likely(situation, units)[:WARLORDS_TRIED]:
        edited = edits.with_warlord(situation.document, unit.index)
        yield Proposal("make_warlord", edited, {"unit": unit.name})


@mends("25.04/warlord-named")
def named(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Make a unit the Warlord; where none can be, add one that can."""
    if violation.message == "none":
        yield from warlords(situation, situation.army.units)
    elif not must_be_warlord(situation):
        yield from additions(situation, lambda sheet: True, as_warlord=True)


@mends("25.04/one-warlord")
def one(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Keep one of them, with the model that is named; where another must be, that one."""
    must = must_be_warlord(situation)
    named = situation.units_at(violation.causes)
    kept = [unit for unit in named if unit in must] or must or named
    for unit in _likely(situation, kept):
        edited = edits.with_warlord(situation.document, unit.index, unit.entry.warlord_model)
        yield Proposal("make_warlord", edited, {"unit": unit.name})
    for unit in situation.army.warlords if not must else ():
        edited = edits.with_warlord(situation.document, unit.index, unit.entry.warlord_model)
        yield Proposal("make_warlord", edited, {"unit": unit.name})


@mends("25.04/warlord-character")
def character(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Name a CHARACTER model of the unit, or another unit."""
    unit = situation.unit_at(violation.at)
    choices = violation.params.get("choices")
    if unit is not None and isinstance(choices, tuple):
        for model in choices:
            edited = edits.with_unit(situation.document, unit.index, warlord_model=model)
            yield Proposal("warlord_model", edited, {"unit": unit.name, "model": model})
    if unit is not None and unit.entry.warlord_model is not None:
        edited = edits.with_unit(situation.document, unit.index, warlord_model=None)
        yield Proposal("unname_warlord_model", edited, {"unit": unit.name, "model": unit.entry.warlord_model})
    yield from other(situation, violation)


@mends(
    "25.04/warlord-faction",
    "25.04/warlord-forbidden",
    "25.04/warlord-mandatory",
    "25.04/warlord-demanded",
    "ally/warlord",
)
def other(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Make another unit the Warlord; where none can be, add one."""
    unit = situation.unit_at(violation.at)
    yield from warlords(situation, [one for one in situation.army.units if one is not unit])
    wanted = violation.params.get("choices")
    names = wanted if isinstance(wanted, tuple) else None
    if names is None and must_be_warlord(situation):
        return
    yield from additions(
        situation,
        lambda sheet: names is None or sheet.name in names,
        as_warlord=True,
        by_name=names is not None,
    )


@mends("ally/warlord", "25.04/warlord-mandatory")
def without_demand(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove the units that ask for another Warlord."""
    causes = situation.units_at(violation.causes)
    if causes:
        yield removal(situation, causes, is_last_resort=True)
