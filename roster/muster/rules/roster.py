"""The roster as a whole: faction, battle size, units at all, the points limit."""

from __future__ import annotations

from collections.abc import Iterator

from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.registry import (
    ILLEGAL_WHEN_FINISHED,
    WARNING,
    Finding,
    Found,
    Message,
    NotApplicable,
    NotChecked,
    muster_check,
)
from roster.muster.report import Violation
from roster.muster.unit import as_written
from roster.muster.words import counted

FAMILY = "Roster"


@muster_check(
    "25.02",
    "army-faction",
    family=FAMILY,
    title="The roster names its army faction",
    messages={"missing": Message("The roster names no army faction.", "Choose one.")},
)
def army_faction(army: Army) -> Iterator[Finding]:
    """One faction keyword is the army faction (25.02)."""
    if army.faction is not None:
        keyword = army.faction.keyword
        yield Found(
            f"{army.faction.name}."
            if army.faction.name.casefold() == keyword.casefold()
            else f"{army.faction.name}, with the faction keyword {keyword}."
        )
    elif army.document.faction is None:
        yield Violation("/faction", "missing")
    else:
        yield NotChecked(f"{as_written(army.document.faction)} is not recognised.")


@muster_check(
    "25.03",
    "battle-size",
    family=FAMILY,
    title="The battle size is one of the table",
    messages={
        "missing": Message("The roster names no battle size.", "Choose {sizes:or}."),
        "unknown": Message("{name} is no battle size.", "Choose {sizes:or}."),
        "no_limit": Message(
            "The roster sets a limit of {points_limit} points.", "Set a limit above 0, or leave it to the battle size."
        ),
        "limit_without_size": Message(
            "The roster sets a limit of {points_limit} points without a battle size.",
            "Choose the battle size whose other limits hold: {sizes:or}.",
        ),
    },
)
def battle_size(army: Army) -> Iterator[Finding]:
    """The battle size is a row of the table of 25.03."""
    size, document = army.battle_size, army.document
    if document.points_limit is not None and document.points_limit <= 0:
        yield Violation("/points_limit", "no_limit", {"points_limit": document.points_limit})
    if size is not None:
        yield Found(
            f"{size.name}: {size.points_limit} points, {size.detachment_points} Detachment Points, "
            f"{counted(size.enhancement_limit, 'enhancement')}, {size.unit_limit} of a datasheet."
        )
        return
    sizes = tuple(row.name for row in army.catalogue.data.battle_sizes)
    if document.battle_size is not None:
        yield Violation("/battle_size", "unknown", {"name": as_written(document.battle_size), "sizes": sizes})
    elif document.points_limit is not None and document.points_limit > 0:
        params = {"points_limit": document.points_limit, "sizes": sizes}
        yield Violation("/points_limit", "limit_without_size", params)
    else:
        yield Violation("/battle_size", "missing", {"sizes": sizes})


@muster_check(
    "25.04",
    "army-has-units",
    family=FAMILY,
    title="The army has units",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={"empty": Message("The roster has no units.", "Add units.")},
)
def army_has_units(army: Army) -> Iterator[Finding]:
    """There is at least one unit in the army (25.04)."""
    if not army.units:
        yield Violation("/units", "empty")
    yield Found(f"{counted(len(army.units), 'unit')}.")


@muster_check(
    "25.03",
    "points-limit",
    family=FAMILY,
    title="The army is within its points limit",
    messages={
        "over": Message("{used} points; {allows} allows {limit}.", "Remove {surplus:point|points}."),
    },
    needs=(Need.PRICES,),
    presumes=(Need.FACTION,),
)
def points_limit(army: Army) -> Iterator[Finding]:
    """The army costs no more points than the battle size allows, everything counted (25.03)."""
    limit, total = army.points_limit, army.points.total
    if limit is None:
        yield NotChecked("The points limit is not known.")
        return
    allows = "the roster’s own limit"
    if army.battle_size is not None and army.document.points_limit in (None, army.battle_size.points_limit):
        allows = army.battle_size.name
    if total > limit:
        params = {"used": total, "limit": limit, "surplus": total - limit, "allows": allows}
        yield Violation("/units", "over", params)
    yield Found(f"{total} of {limit} points.", total, limit)


@muster_check(
    "app",
    "custom-points-limit",
    family=FAMILY,
    title="The points limit is that of the battle size",
    severity=WARNING,
    messages={
        "custom": Message(
            "{points_limit} points is the limit of no battle size; the other limits are those of {battle_size} "
            "({base_limit} points).",
            "Agree the limits with your opponent, or play {base_limit} points.",
        ),
    },
)
def custom_points_limit(army: Army) -> Iterator[Finding]:
    """The points limit is the one the table gives the battle size (R-26)."""
    own, size = army.document.points_limit, army.battle_size
    if own is None or own <= 0:
        yield NotApplicable("The roster sets no points limit of its own.")
    elif size is None:
        yield NotChecked("The battle size is not known.")
    elif own != size.points_limit:
        params = {"points_limit": own, "battle_size": size.name, "base_limit": size.points_limit}
        yield Violation("/points_limit", "custom", params)
    else:
        yield Found(f"{own} points, as {size.name} has it.")
