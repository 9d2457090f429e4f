"""Whether a datasheet offers what its models carry, and to the models that carry it."""

from __future__ import annotations

from collections.abc import Iterator

from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.registry import Finding, Found, Message, muster_check
from roster.muster.report import Violation
from roster.muster.wargear import UnitWargear, factions_that_carry, kinds_that_carry, wargear_of
from roster.muster.words import counted

FAMILY = "Wargear"


def _found(army: Army) -> Found:
    wargear = wargear_of(army)
    left_out = ""
    if wargear.stubs:
        verb = "is" if len(wargear.stubs) == 1 else "are"
        left_out = f" {counted(len(wargear.stubs), 'unit')} {verb} known by name and price only and left out."
    return Found(f"Looked at {counted(len(wargear.units), 'unit')}.{left_out}")


def _name(army: Army, item: str) -> str:
    known = army.catalogue.items.get(item)
    return known.name if known is not None else item


def _kinds(wargear: UnitWargear, places: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(wargear.datasheet.kinds[place].name for place in places)


@muster_check(
    "datasheet",
    "wargear-unknown",
    family=FAMILY,
    title="No unit carries what its datasheet does not offer",
    messages={
        "stranger": Message("{unit} carries {count} × {item}, which its datasheet does not offer.", "Remove it."),
    },
    needs=(Need.UNITS,),
)
def wargear_unknown(army: Army) -> Iterator[Finding]:
    """Every item a unit carries is one its datasheet offers, by itself or another of its name."""
    for wargear in wargear_of(army).units:
        for piece in wargear.strangers:
            params = {"unit": wargear.unit.name, "count": piece.count, "item": _name(army, piece.item)}
            yield Violation(piece.pointer, "stranger", params)
    yield _found(army)


@muster_check(
    "datasheet",
    "wargear-kind",
    family=FAMILY,
    title="Every item is on a model that can carry it",
    messages={
        "misplaced": Message(
            "{item} of {unit} is not for a {kind}; {kinds:or} can carry it.", "Give it to {kinds:or}, or remove it."
        ),
    },
    needs=(Need.UNITS,),
)
def wargear_kind(army: Army) -> Iterator[Finding]:
    """Items written for a kind of model are ones that kind can carry; the leader's weapons are not the troops'."""
    for wargear in wargear_of(army).units:
        for piece in wargear.misplaced:
            if piece.kind is None:
                continue
            params = {
                "unit": wargear.unit.name,
                "item": _name(army, piece.item),
                "kind": wargear.datasheet.kinds[piece.kind].name,
                "kinds": _kinds(wargear, kinds_that_carry(wargear.datasheet, piece.item)),
            }
            yield Violation(piece.pointer, "misplaced", params)
    yield _found(army)


@muster_check(
    "datasheet",
    "wargear-zero-model",
    family=FAMILY,
    title="Nothing is carried by models that are not there",
    messages={
        "nobody": Message("{unit} has no {kind}, and {items} is written for one.", "Add the model, or remove {items}."),
    },
    needs=(Need.UNITS,),
)
def wargear_zero_model(army: Army) -> Iterator[Finding]:
    """A kind of model that stands at zero carries nothing."""
    for wargear in wargear_of(army).units:
        unit = wargear.unit
        if not wargear.orphans:
            continue
        for number, model in enumerate(unit.entry.models):
            pointer = f"{unit.pointer}/models/{number}"
            items = [piece for piece in wargear.orphans if piece.pointer.startswith(f"{pointer}/")]
            if items:
                names = tuple(f"{piece.count} × {_name(army, piece.item)}" for piece in items)
                yield Violation(pointer, "nobody", {"unit": unit.name, "kind": model.kind, "items": names})
    yield _found(army)


@muster_check(
    "datasheet",
    "wargear-faction",
    family=FAMILY,
    title="No unit carries what only other factions have",
    messages={
        "closed": Message("{unit} carries {item}, which only armies of {factions:or} can take.", "Remove it."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
)
def wargear_faction(army: Army) -> Iterator[Finding]:
    """Where a datasheet has an option for one faction or chapter only, other armies do not use it."""
    for wargear in wargear_of(army).units:
        for piece in wargear.closed:
            known = army.catalogue.factions
            factions = factions_that_carry(wargear.datasheet, piece.item)
            params = {
                "unit": wargear.unit.name,
                "item": _name(army, piece.item),
                "factions": tuple(known[one].name if one in known else one for one in factions),
            }
            yield Violation(piece.pointer, "closed", params, ("/faction",))
    yield _found(army)
