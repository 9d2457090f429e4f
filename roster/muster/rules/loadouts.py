"""Whether the models of a unit can carry what is written down, all of it at once and within its limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from datasheets.catalogue.datasheet import Datasheet
from roster.muster.army import Army
from roster.muster.loadouts import Excess, Fault
from roster.muster.loadouts.caps import Cap
from roster.muster.loadouts.problem import Row
from roster.muster.needs import Need
from roster.muster.registry import ADVICE, Finding, Found, Message, NotApplicable, NotChecked, muster_check
from roster.muster.report import Violation
from roster.muster.wargear import UnitWargear, wargear_of
from roster.muster.words import abridged, counted, listed

FAMILY = "Wargear"
NEAREST = "Nearest legal: {nearest}."

Pieces = Sequence[tuple[Row, int]]


def _found(army: Army) -> Found:
    judged = sum(wargear.assessment is not None for wargear in wargear_of(army).units)
    return Found(f"Shared out what {counted(judged, 'unit')} carried among the models.")


def _open(army: Army) -> Iterator[Finding]:
    """What could not be judged: said once, by the check of loadouts."""
    wargear = wargear_of(army)
    for one in wargear.units:
        for reason in one.open:
            yield NotChecked(reason)
    if wargear.stubs:
        names = abridged(list(dict.fromkeys(wargear.stubs)))
        yield NotChecked(f"Known by name and price only, without wargear: {names}.")


def _excesses(army: Army, fault: Fault) -> Iterator[tuple[UnitWargear, Excess]]:
    for wargear in wargear_of(army).units:
        for excess in wargear.assessment.excesses if wargear.assessment else ():
            if excess.fault is fault:
                yield wargear, excess


def _written(army: Army, pieces: Pieces) -> tuple[str, ...]:
    """``2 × Sample Gun``: pieces in words, whichever models carry them."""
    totals: Counter[str] = Counter()
    for (_, item), count in pieces:
        known = army.catalogue.items.get(item)
        totals[known.name if known is not None else item] += count
    return tuple(f"{count} × {name}" for name, count in totals.items())


def _scope(wargear: UnitWargear, dropped: Pieces) -> set[int | None]:
    """The kinds of model at fault; all of them where the list names none."""
    kinds = {kind for (kind, _), _ in dropped}
    return {*range(len(wargear.models)), None} if None in kinds or not kinds else kinds


def _models(wargear: UnitWargear, scope: set[int | None]) -> str:
    kinds = enumerate(wargear.datasheet.kinds)
    return listed(
        [f"{wargear.models[place]} {kind.name}" for place, kind in kinds if place in scope and wargear.models[place]]
    )


def _params(army: Army, wargear: UnitWargear, dropped: Pieces, scope: set[int | None]) -> dict[str, object]:
    """What every message of a broken check says: who, what is at fault and what would be legal."""
    nearest = wargear.assessment.nearest if wargear.assessment else ()
    return {
        "unit": wargear.unit.name,
        "excess": _written(army, dropped),
        "nearest": _written(army, [piece for piece in nearest if piece[0][0] in scope]),
    }


# Loadouts ---------------------------------------------------------------------------------------------


@muster_check(
    "datasheet",
    "wargear-loadout",
    family=FAMILY,
    title="The models of every unit can carry its wargear",
    messages={
        "too_much": Message("{unit}: {models} cannot carry {carried} together; {excess} is too much.", NEAREST),
        "far_too_much": Message(
            "{unit}: {models} cannot carry {carried} together; at least {least:piece is|pieces are} too many.",
            "By default they carry {nearest}.",
        ),
    },
    needs=(Need.UNITS,),
)
def wargear_loadout(army: Army) -> Iterator[Finding]:
    """What is written for a unit can be shared out among its models, each with a loadout its datasheet allows.

    A list may leave out what models carry anyway; limits on numbers have checks of their own.
    """
    yield from _open(army)
    for wargear, excess in _excesses(army, Fault.LOADOUT):
        if not (wargear.assessment and wargear.assessment.at_least):
            yield _too_much(army, wargear, excess)
    for wargear in wargear_of(army).units:
        if wargear.assessment and wargear.assessment.at_least:
            yield _far_too_much(army, wargear, wargear.assessment.at_least)
    yield _found(army)


def _too_much(army: Army, wargear: UnitWargear, excess: Excess) -> Violation:
    scope = _scope(wargear, excess.dropped)
    carried = [piece for piece in wargear.items.items() if piece[0][0] in scope]
    params = _params(army, wargear, excess.dropped, scope)
    params |= {"models": _models(wargear, scope), "carried": _written(army, carried)}
    return Violation(wargear.unit.pointer, "too_much", params)


def _far_too_much(army: Army, wargear: UnitWargear, least: int) -> Violation:
    everyone = _scope(wargear, ())
    params: dict[str, object] = {
        "unit": wargear.unit.name,
        "models": _models(wargear, everyone),
        "carried": _written(army, list(wargear.items.items())),
        "least": least,
        "nearest": _written(army, wargear.assessment.nearest if wargear.assessment else ()),
    }
    return Violation(wargear.unit.pointer, "far_too_much", params)


# Limits -----------------------------------------------------------------------------------------------


def _rule(cap: Cap) -> str:
    if cap.maximum_models:
        return f"only in units of at most {counted(cap.maximum_models, 'model')}"
    if not cap.per_models:
        return "for the whole unit"
    return f"{cap.count} for every {cap.per_models} models"


def _choices(army: Army, sheet: Datasheet, cap: Cap) -> tuple[str, ...]:
    items = army.catalogue.items
    return tuple(
        dict.fromkeys(
            listed([items[item].name if item in items else item for item in choice])
            for place in sorted(cap.options)
            for choice in sheet.options[place].choices
        )
    )


@muster_check(
    "datasheet",
    "wargear-limit",
    family=FAMILY,
    title="No unit has more of an item than its datasheet allows",
    messages={
        "items": Message(
            "{unit} ({models:model|models}) carries {count} × {items:or}; its datasheet allows {limit} ({rule}).",
            NEAREST,
        ),
        "option": Message(
            "{unit} ({models:model|models}) carries {excess} too much; "
            "of {choices:or} its datasheet allows {limit} ({rule}).",
            NEAREST,
        ),
        "together": Message(
            "{unit} ({models:model|models}) carries {excess} more than the limits of its datasheet allow together.",
            NEAREST,
        ),
    },
    needs=(Need.UNITS,),
)
def wargear_limit(army: Army) -> Iterator[Finding]:
    """Items a datasheet limits, by the unit or for every so many models it has, are no more than that."""
    for wargear, excess in _excesses(army, Fault.NUMBER):
        yield _over(army, wargear, excess)
    for wargear, excess in _excesses(army, Fault.DUPLICATES):
        if excess.cap is None:
            yield _over(army, wargear, excess)
    yield _found(army)


def _over(army: Army, wargear: UnitWargear, excess: Excess) -> Violation:
    params = {**_params(army, wargear, excess.dropped, _scope(wargear, ())), "models": wargear.size}
    cap = excess.cap
    if cap is None:
        return Violation(wargear.unit.pointer, "together", params)
    params |= {"limit": cap.most, "rule": _rule(cap)}
    if not cap.items:
        params["choices"] = _choices(army, wargear.datasheet, cap)
        return Violation(wargear.unit.pointer, "option", params)
    carried = [piece for piece in wargear.items.items() if piece[0][1] in cap.items]
    names = [army.catalogue.items[item].name for _, item in dict.fromkeys(row for row, _ in carried)]
    params |= {"count": sum(count for _, count in carried), "items": tuple(dict.fromkeys(names))}
    return Violation(wargear.unit.pointer, "items", params)


@muster_check(
    "datasheet",
    "wargear-duplicate",
    family=FAMILY,
    title="No unit has more of the same item than its datasheet allows",
    messages={
        "same": Message(
            "{unit} ({models:model|models}) carries {count} × {item}; "
            "of the same item its datasheet allows {limit} ({rule}).",
            NEAREST,
        ),
    },
    needs=(Need.UNITS,),
)
def wargear_duplicate(army: Army) -> Iterator[Finding]:
    """Where a datasheet wants different items, none is taken more often than it allows."""
    for wargear, excess in _excesses(army, Fault.DUPLICATES):
        if excess.cap is None:
            continue
        item = next(iter(excess.cap.items))
        count = sum(count for (_, one), count in wargear.items.items() if one == item)
        params = {**_params(army, wargear, excess.dropped, _scope(wargear, ())), "models": wargear.size}
        params |= {"count": count, "item": army.catalogue.items[item].name}
        params |= {"limit": excess.cap.most, "rule": _rule(excess.cap)}
        yield Violation(wargear.unit.pointer, "same", params)
    yield _found(army)


# All models or none -----------------------------------------------------------------------------------


def _taken_together(army: Army, wargear: UnitWargear) -> tuple[dict[str, int], tuple[str, ...]]:
    """Pieces of what all models take or none, and of what they give up for it; the names of the former."""
    names = {id: item.name for id, item in army.catalogue.items.items()}
    written: Counter[str] = Counter()
    for (_, item), count in wargear.items.items():
        written[item] += count
    concerned: dict[str, int] = {}
    taken: dict[str, None] = {}
    for option in wargear.datasheet.options:
        chosen = [item for choice in option.choices for item in choice if written[item]]
        if not option.all_models or not chosen:
            continue
        for item in (*option.replaces, *chosen):
            if written[item]:
                concerned[item] = written[item]
        taken |= dict.fromkeys(names.get(item, item) for item in chosen)
    return concerned, tuple(taken)


@muster_check(
    "datasheet",
    "wargear-all-models",
    family=FAMILY,
    title="What all models of a unit take or none, all take or none",
    messages={
        "mixed": Message(
            "{unit} ({models:model|models}) carries {carried}; {items:or} is for all of its models or for none.",
            NEAREST,
        ),
    },
    needs=(Need.UNITS,),
)
def wargear_all_models(army: Army) -> Iterator[Finding]:
    """Where a datasheet arms all models of a unit alike, no model has what others of them lack.

    A model that gave up the item in question for something else is not concerned.
    """
    alike = army.catalogue.datasheets_armed_alike
    judged = sum(one.assessment is not None and one.datasheet.id in alike for one in wargear_of(army).units)
    for wargear, excess in _excesses(army, Fault.ALL_MODELS):
        carried, items = _taken_together(army, wargear)
        params = {**_params(army, wargear, excess.dropped, _scope(wargear, ())), "models": wargear.size}
        params |= {"carried": _written(army, [((None, item), count) for item, count in carried.items()])}
        params |= {"items": items}
        del params["excess"]
        yield Violation(wargear.unit.pointer, "mixed", params)
    known = len(alike)
    if not judged:
        yield NotApplicable(f"No unit is of the {counted(known, 'datasheet')} known to arm all models alike.")
    yield Found(f"{counted(judged, 'unit')} of the {counted(known, 'datasheet')} known to arm all models alike.")


# What a list leaves out -------------------------------------------------------------------------------


@muster_check(
    "datasheet",
    "wargear-written",
    family=FAMILY,
    title="Lists say all that models carry",
    severity=ADVICE,
    messages={
        "some": Message("{unit} leaves out {missing}, which its models carry.", "Write it down."),
        "much": Message(
            "{unit} ({models:model|models}) has {written:piece|pieces} of wargear written down, fewer than it carries.",
            "Write down the rest.",
        ),
    },
    needs=(Need.UNITS,),
)
def wargear_written(army: Army) -> Iterator[Finding]:
    """Where a unit's wargear is written down, nothing its models must carry is left out.

    Advice at every stage, not a breach: a model carries what its datasheet gives it, written or not, and no rule of
    mustering asks for it to be written (25.04). Nearly every tool leaves out what all models carry. A choice that has
    to be made shows as an item that is missing here; one that was made wrongly is for ``wargear-loadout``.
    """
    judged = 0
    for wargear in wargear_of(army).units:
        assessment = wargear.assessment
        if assessment is None or assessment.excesses or assessment.at_least or not wargear.items:
            continue
        if wargear.has_plain_melee:
            continue
        judged += 1
        if assessment.unwritten is None:
            params = {"unit": wargear.unit.name, "models": wargear.size, "written": sum(wargear.items.values())}
            yield Violation(wargear.unit.pointer, "much", params)
        elif assessment.unwritten:
            missing = _written(army, [((None, item), count) for item, count in assessment.unwritten])
            yield Violation(wargear.unit.pointer, "some", {"unit": wargear.unit.name, "missing": missing})
    if not judged:
        yield NotApplicable("No unit has its wargear written down.")
    yield Found(f"All that {counted(judged, 'unit')} carried is written down.")
