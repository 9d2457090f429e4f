"""What a player should know of the points, though nothing of it is against a rule (points manual)."""

from __future__ import annotations

from collections.abc import Iterator

from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.points import price_unit
from roster.muster.registry import (
    ADVICE,
    WARNING,
    Finding,
    Found,
    Message,
    NotApplicable,
    NotChecked,
    muster_check,
)
from roster.muster.report import PriceKind, UnitPrice, Violation
from roster.muster.unit import Unit
from roster.muster.words import counted, ordinal

FAMILY = "Unit sizes and prices"

UNSPENT = 10
"""More than one in this many points of the limit unspent is worth a word."""


def _points_for(price: UnitPrice, kind: PriceKind) -> int:
    return sum(part.points for part in price.parts if part.kind is kind)


@muster_check(
    "app",
    "points-left",
    family="Roster",
    title="The points are spent",
    severity=ADVICE,
    messages={
        "unspent": Message(
            "{used} of {limit} points are spent; {left:point is|points are} left.",
            "Add units, wargear or enhancements: no rule asks for it.",
        ),
    },
    needs=(Need.PRICES,),
    presumes=(Need.FACTION,),
)
def points_left(army: Army) -> Iterator[Finding]:
    """No more than a tenth of the points limit is left over; the rules set no minimum (25.04)."""
    limit, total = army.points_limit, army.points.total
    if limit is None:
        yield NotChecked("The points limit is not known.")
        return
    if not army.units:
        yield NotApplicable("The roster has no units.")
        return
    if army.points.is_complete and (limit - total) * UNSPENT > limit:
        yield Violation("/units", "unspent", {"used": total, "limit": limit, "left": limit - total})
    yield Found(f"{total} of {limit} points.", total, limit)


@muster_check(
    "data",
    "stated-points",
    family="Roster",
    title="The roster costs what it states",
    severity=WARNING,
    messages={
        "other_total": Message(
            "The roster states {stated} points; it costs {used}.",
            "Look at the prices that differ: its points may be those of another manual.",
        ),
    },
    needs=(Need.PRICES,),
    presumes=(Need.FACTION,),
    applies=lambda army: None if army.document.stated_points is not None else "The roster states no points.",
)
def stated_points(army: Army) -> Iterator[Finding]:
    """The total written down is the one the release gives (R-27)."""
    stated, total = army.document.stated_points, army.points.total
    if stated is not None and army.points.is_complete and stated != total:
        causes = tuple(
            unit.pointer
            for unit in army.units
            if unit.entry.stated_points is not None and unit.entry.stated_points != unit.price.points
        )
        yield Violation("/stated_points", "other_total", {"stated": stated, "used": total}, causes)
    yield Found(f"{total} points, as stated.")


@muster_check(
    "mfm",
    "copy-surcharge",
    family=FAMILY,
    title="No unit costs more for being a further copy",
    severity=ADVICE,
    messages={
        "further_copy": Message(
            "{unit} is the {copy} of its datasheet and costs {points:point|points} more for it.",
            "Nothing is wrong: the points manual asks more for later copies.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
)
def copy_surcharge(army: Army) -> Iterator[Finding]:
    """No unit is one of the later copies of a datasheet that the points manual makes dearer."""
    for units in army.units_by_name.values():
        for unit in units:
            points = _points_for(unit.price, PriceKind.COPY)
            if points:
                params = {"unit": unit.name, "copy": ordinal(unit.price.copy), "points": points}
                causes = tuple(other.pointer for other in units if other is not unit)
                yield Violation(unit.pointer, "further_copy", params, causes)
    yield Found(f"{counted(len(army.units), 'unit')}, none dearer than the first of its datasheet.")


@muster_check(
    "mfm",
    "paid-wargear",
    family=FAMILY,
    title="No wargear costs points",
    severity=ADVICE,
    messages={
        "paid": Message(
            "{unit} pays {points:point|points} for {items}.", "Nothing is wrong: the points manual puts a price on it."
        ),
    },
    needs=(Need.UNITS, Need.PRICES),
    presumes=(Need.FACTION,),
)
def paid_wargear(army: Army) -> Iterator[Finding]:
    """No unit carries wargear that the points manual prices, counted item by item."""
    for unit in army.units:
        points = _points_for(unit.price, PriceKind.WARGEAR)
        if points:
            items = tuple(part.label for part in unit.price.parts if part.kind is PriceKind.WARGEAR)
            yield Violation(unit.pointer, "paid", {"unit": unit.name, "points": points, "items": items})
    yield Found(f"{counted(len(army.units), 'unit')}, whose wargear is free.")


@muster_check(
    "ally",
    "price-list",
    family="Allies",
    title="Allies cost what they cost at home",
    severity=ADVICE,
    messages={
        "other_price": Message(
            "{unit} costs {points:point|points} in an army of {faction}, {own} in one of {home}.",
            "Nothing is wrong: that is its price as an ally.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
)
def allied_price(army: Army) -> Iterator[Finding]:
    """No allied unit is priced otherwise than in its own faction's army (points manual)."""
    guests = [unit for unit in army.units if unit.datasheet is not None and not army.is_native(unit)]
    for unit in guests:
        if army.faction is None or unit.datasheet is None:
            continue
        here, own = _points_for(unit.price, PriceKind.SIZE), _price_at_home(unit, army)
        if here and own is not None and here != own:
            home = army.catalogue.factions.get(unit.datasheet.faction)
            params = {
                "unit": unit.name,
                "points": here,
                "faction": army.faction.name,
                "own": own,
                "home": home.name if home is not None else unit.datasheet.faction,
            }
            yield Violation(unit.pointer, "other_price", params)
    if not guests:
        yield NotApplicable("No unit here is an ally.")
    yield Found(f"{counted(len(guests), 'allied unit')}, priced as at home.")


def _price_at_home(unit: Unit, army: Army) -> int | None:
    """What its models cost in an army of its own faction, without surcharges; None without a price there."""
    sheet = unit.datasheet
    if sheet is None:
        return None
    table = army.catalogue.price_table(sheet.id, sheet.faction)
    priced = price_unit(
        unit.entry, sheet, copy=1, table=table, enhancements=(), lineage=(sheet.faction,), manual=army.manual_name
    )
    return _points_for(priced.price, PriceKind.SIZE) or None
