"""The Warlord: one, a CHARACTER of the army faction, and the one that must be (25.04)."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.catalogue.datasheet import Datasheet, WarlordRule
from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.permissions import WarlordByDetachment, WarlordFromAllies, WarlordWithoutCharacter
from roster.muster.registry import (
    ADVICE,
    ILLEGAL_WHEN_FINISHED,
    Finding,
    Found,
    Message,
    NotApplicable,
    NotChecked,
    muster_check,
)
from roster.muster.report import Violation
from roster.muster.unit import CHARACTER, Unit
from roster.muster.words import counted, listed

FAMILY = "Warlord"


def _named(army: Army) -> Found:
    return Found(f"Warlord: {listed([unit.name for unit in army.warlords])}.")


def _asking(army: Army) -> str:
    return f"{counted(army.catalogue.rows.must_be_warlord, 'datasheet')} known to ask for it"


def has_warlord(army: Army) -> str | None:
    """Without a Warlord there is none to judge; that there is none is a check of its own."""
    return None if army.warlords else "The roster names no Warlord."


def _is_of_the_army(unit: Unit, army: Army) -> bool:
    """Whether it has the army faction keyword, or comes in by a rule that lets it be the Warlord without."""
    return army.is_native(unit) or army.permits(WarlordFromAllies(unit))


def _demanding(army: Army) -> list[Unit]:
    """Units whose datasheets demand to be the Warlord, of those whom their faction allows it."""
    return [
        unit
        for unit in army.units
        if unit.datasheet and unit.datasheet.warlord is WarlordRule.MUST and _is_of_the_army(unit, army)
    ]


def _may_be_warlord(unit: Unit, army: Army) -> bool:
    return (
        (
            CHARACTER in unit.keywords
            or army.may_be_given(unit, CHARACTER)
            or army.permits(WarlordWithoutCharacter(unit))
        )
        and _is_of_the_army(unit, army)
        and unit.datasheet is not None
        and not _is_barred(unit.datasheet, army)
    )


def _is_barred(datasheet: Datasheet, army: Army) -> bool:
    """Whether it can never be the Warlord, with the detachments of this army."""
    return datasheet.warlord is WarlordRule.NEVER and not army.permits(WarlordByDetachment(datasheet))


@muster_check(
    "25.04",
    "warlord-named",
    family=FAMILY,
    title="The army has a Warlord",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "none": Message("The roster names no Warlord.", "Choose {choices:or}."),
        "nobody": Message(
            "The roster names no Warlord, and no unit in it can be.", "Add a CHARACTER of the army faction."
        ),
    },
)
def warlord_named(army: Army) -> Iterator[Finding]:
    """A unit is selected as the Warlord's (25.04)."""
    if not army.warlords:
        able = [unit for unit in army.units if _may_be_warlord(unit, army)]
        # Where some unit must be the Warlord, offering another would only lead to the next violation.
        choices = tuple(dict.fromkeys(unit.name for unit in _demanding(army) or able))
        if choices:
            yield Violation("/units", "none", {"choices": choices})
        else:
            yield Violation("/units", "nobody")
    yield _named(army)


@muster_check(
    "25.04",
    "one-warlord",
    family=FAMILY,
    title="The army has no second Warlord",
    messages={"several": Message("{count} units are the Warlord’s: {units}.", "Keep one.")},
    applies=has_warlord,
)
def one_warlord(army: Army) -> Iterator[Finding]:
    """No more than one unit is the Warlord's (25.04)."""
    if len(army.warlords) > 1:
        params = {"count": len(army.warlords), "units": tuple(unit.name for unit in army.warlords)}
        yield Violation(army.warlords[1].pointer, "several", params, tuple(unit.pointer for unit in army.warlords))
    yield _named(army)


@muster_check(
    "25.04",
    "warlord-character",
    family=FAMILY,
    title="The Warlord is a CHARACTER",
    messages={
        "unit": Message("{unit} is no CHARACTER and cannot be the Warlord.", "Choose a CHARACTER."),
        "model": Message("The {model} of {unit} is no CHARACTER and cannot be the Warlord.", "Choose {choices:or}."),
        "no_such_model": Message("{unit} has no {model} to be the Warlord.", "Choose {choices:or}."),
        "no_model_left": Message(
            "The {model} of {unit} is no CHARACTER and cannot be the Warlord, nor is any other model in it.",
            "Choose another unit, or add its CHARACTER.",
        ),
        "no_such_model_left": Message(
            "{unit} has no {model} to be the Warlord, nor any other CHARACTER.",
            "Choose another unit, or add {model}.",
        ),
    },
    presumes=(Need.DETACHMENTS,),
    applies=has_warlord,
)
def warlord_character(army: Army) -> Iterator[Finding]:
    """The Warlord is a CHARACTER model of a CHARACTER unit (25.04, R-08)."""
    excused = False
    for unit in army.warlords:
        if unit.datasheet is None:
            yield NotChecked(f"{unit.name} is not recognised.")
        elif CHARACTER not in unit.keywords and army.permits(WarlordWithoutCharacter(unit)):
            excused = True
        elif CHARACTER not in unit.keywords:
            if unit.keywords_are_known:
                yield Violation(unit.pointer, "unit", {"unit": unit.name})
            else:
                yield NotChecked(f"Whether {unit.name} is a CHARACTER is not known.")
        elif unit.entry.warlord_model is not None:
            yield from _warlord_model(unit, unit.entry.warlord_model)
    if excused and army.faction is not None:
        yield Found(f"{_named(army).reason} No datasheet of {army.faction.name} is a CHARACTER.")
    else:
        yield _named(army)


def _warlord_model(unit: Unit, model: str) -> Iterator[Finding]:
    kind = unit.kind(model)
    present = [one for one in (unit.kind(entry.kind) for entry in unit.entry.models if entry.count > 0) if one]
    choices = tuple(one.name for one in present if unit.may_be_character(one))
    if present and kind not in present:
        message = "no_such_model"
    elif not unit.may_be_character(kind):
        message = "model"
    else:
        return
    params = {"unit": unit.name, "model": model}
    if choices:
        yield Violation(f"{unit.pointer}/warlord_model", message, {**params, "choices": choices})
    else:
        left = {"no_such_model": "no_such_model_left", "model": "no_model_left"}[message]
        yield Violation(f"{unit.pointer}/warlord_model", left, params)


@muster_check(
    "25.04",
    "warlord-faction",
    family=FAMILY,
    title="The Warlord is of the army faction",
    messages={
        "ally": Message(
            "{unit} does not have the faction keyword {faction_keyword} and cannot be the Warlord.",
            "Choose a CHARACTER of {faction}.",
        ),
    },
    presumes=(Need.FACTION,),
    applies=has_warlord,
)
def warlord_faction(army: Army) -> Iterator[Finding]:
    """The Warlord's unit has the army faction keyword, or a rule that lets it be the Warlord without (25.04)."""
    if army.faction is None:
        return
    for unit in army.warlords:
        if unit.datasheet is None:
            yield NotChecked(f"{unit.name} is not recognised.")
        elif _is_of_the_army(unit, army):
            continue
        elif (lack := army.lacks(Need.DETACHMENTS)) is not None and any(
            not rule.cannot_be_warlord for rule in army.allied_rules(unit)
        ):
            yield NotChecked(lack)
        else:
            params = {"unit": unit.name, "faction_keyword": army.faction.keyword, "faction": army.faction.name}
            yield Violation(unit.pointer, "ally", params, ("/faction",))
    yield _named(army)


@muster_check(
    "25.04",
    "warlord-forbidden",
    family=FAMILY,
    title="The Warlord is not one that cannot be",
    messages={"never": Message("The datasheet of {unit} bars it from being the Warlord.", "Choose another CHARACTER.")},
    applies=has_warlord,
)
def warlord_forbidden(army: Army) -> Iterator[Finding]:
    """The Warlord's datasheet does not forbid the role, which outweighs every rule that demands it (25.04)."""
    for unit in army.warlords:
        if unit.datasheet is None:
            yield NotChecked(f"{unit.name} is not recognised.")
        elif not _is_barred(unit.datasheet, army):
            continue
        elif unit.datasheet.warlord_with and (lack := army.lacks(Need.DETACHMENTS)) is not None:
            yield NotChecked(lack)
        else:
            yield Violation(unit.pointer, "never", {"unit": unit.name})
    known = counted(army.catalogue.rows.cannot_be_warlord, "datasheet")
    yield Found(f"Warlord: {listed([unit.name for unit in army.warlords])}; {known} known to bar it.")


@muster_check(
    "25.04",
    "warlord-mandatory",
    family=FAMILY,
    title="A unit that must be the Warlord is",
    messages={
        "not_chosen": Message("{units:or} must be the Warlord; {warlord} is.", "Make {units:or} the Warlord."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
    applies=has_warlord,
)
def warlord_mandatory(army: Army) -> Iterator[Finding]:
    """If datasheets demand to be the Warlord, one of them is; allies, who cannot be, demand nothing (25.04, R-17)."""
    demanding = _demanding(army)
    names = tuple(dict.fromkeys(unit.name for unit in demanding))
    causes = tuple(unit.pointer for unit in demanding)
    if not demanding:
        yield NotApplicable(f"No unit here must be the Warlord ({_asking(army)}).")
    elif all(unit.datasheet is None for unit in army.warlords):
        yield NotChecked(f"{listed([unit.name for unit in army.warlords])} not recognised.")
    elif not any(unit in demanding for unit in army.warlords):
        params = {"units": names, "warlord": listed([unit.name for unit in army.warlords])}
        yield Violation(army.warlords[0].pointer, "not_chosen", params, causes)
    yield Found(
        f"Warlord: {listed([unit.name for unit in army.warlords])}; "
        f"{counted(len(names), 'datasheet')} here must be, of which one is enough."
    )


@muster_check(
    "25.04",
    "warlord-demanded",
    family=FAMILY,
    title="The Warlord is one that a detachment demands",
    messages={
        "not_chosen": Message(
            "With {detachment} {choices:or} must be the Warlord; {warlord} is.", "Make {present:or} the Warlord."
        ),
        "absent": Message(
            "With {detachment} {choices:or} must be the Warlord; {warlord} is, and nobody of that name is in the army.",
            "Add {choices:or} as the Warlord, or drop {detachment}.",
        ),
    },
    presumes=(Need.DETACHMENTS,),
    applies=has_warlord,
)
def warlord_demanded(army: Army) -> Iterator[Finding]:
    """Where a selected detachment demands a Warlord, a unit of the datasheets it names is (25.04)."""
    count = 0
    for chosen in army.detachments:
        if chosen.detachment is None or not chosen.detachment.demanded_warlords:
            continue
        count += 1
        demanded = chosen.detachment.demanded_warlords
        if any(unit.datasheet is None for unit in army.warlords):
            yield NotChecked(f"{listed([unit.name for unit in army.warlords])} not recognised.")
        elif not any(unit.datasheet is not None and unit.datasheet.id in demanded for unit in army.warlords):
            sheets = army.catalogue.datasheets
            params: dict[str, object] = {
                "detachment": chosen.name,
                "choices": tuple(sheets[id].name if id in sheets else id for id in demanded),
                "warlord": listed([unit.name for unit in army.warlords]),
            }
            present = tuple(sheets[id].name for id in demanded if id in army.datasheet_ids)
            if present:
                told = {**params, "present": present}
                yield Violation(army.warlords[0].pointer, "not_chosen", told, (chosen.pointer,))
            else:
                yield Violation(army.warlords[0].pointer, "absent", params, (chosen.pointer,))
    if not count:
        known = army.catalogue.rows.detachments_that_demand_a_warlord
        yield NotApplicable(f"No detachment here demands a Warlord ({known} known to).")
    yield _named(army)


@muster_check(
    "25.04",
    "warlord-mandatory-several",
    family=FAMILY,
    title="No two units ask to be the Warlord",
    severity=ADVICE,
    messages={
        "several": Message(
            "{units} each must be the Warlord; {count} ask for it, and the army has one.",
            "Choose one of them: that is enough.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
)
def warlord_mandatory_several(army: Army) -> Iterator[Finding]:
    """No two datasheets here demand to be the Warlord; if they do, one of them as Warlord is enough (25.04, R-17)."""
    first = {unit.name: unit for unit in reversed(_demanding(army))}
    if len(first) > 1:
        names = tuple(reversed(first))
        causes = tuple(first[name].pointer for name in names)
        yield Violation(causes[0], "several", {"units": names, "count": len(names)}, causes)
    yield Found(f"{counted(len(first), 'datasheet')} here must be the Warlord ({_asking(army)}).")
