"""All units of a roster as fighters, and single datasheets with who is attached to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from battle.armies.pieces import NotFielded, spelled_out
from battle.armies.rules import given_by_friends
from battle.armies.units import Fielded, fielded
from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from roster.document import Reference, RosterDocument, UnitEntry
from roster.muster.army import MAXIMUM_DETACHMENTS, MAXIMUM_UNITS, Army, assemble


@dataclass(frozen=True, slots=True)
class FieldedArmy:
    """The units of a roster that can fight, attached ones as one. ``left_out``: name of a unit and why it cannot."""

    name: str
    units: tuple[Fielded, ...]
    left_out: tuple[tuple[str, str], ...] = ()


def field_army(document: RosterDocument, catalogue: Catalogue) -> FieldedArmy:
    """The units of the roster as fighters, in its order, legal or not; attached units are one (19.01).

    Raises :class:`~battle.armies.pieces.NotFielded` for a roster of too many units or detachments.
    """
    # Before anything is done for each of them.
    _refuse_many(len(document.units), MAXIMUM_UNITS, "units")
    written = [spelled_out(entry, catalogue) for entry in document.units]
    army = _assembled(replace(document, units=tuple(entry for entry, _ in written)), catalogue)
    units, left_out = [], []
    done: set[int] = set()
    for unit in army.units:
        group = army.whole_unit(unit)
        if unit.index in done:
            continue
        done.update(one.index for one in group)
        try:
            units.append(_with(fielded(group, army), [words for one in group for words in written[one.index][1]]))
        except NotFielded as reason:
            left_out.append((" with ".join(one.name for one in group), str(reason)))
    together = tuple(with_friends(unit, [other for other in units if other is not unit]) for unit in units)
    return FieldedArmy(document.name, together, tuple(left_out))


def with_friends(unit: Fielded, friends: Iterable[Fielded]) -> Fielded:
    """The unit with what other units of the army give it."""
    fighters = unit.fighters
    effects, switches = given_by_friends(
        fighters.effects, fighters.keywords, (one for friend in friends for one in friend.for_friends)
    )
    if not effects:
        return unit
    known = {switch.name: switch for switch in (*unit.switches, *switches)}
    return replace(
        unit,
        fighters=replace(fighters, effects=(*fighters.effects, *effects)),
        switches=tuple(known.values()),
    )


def field_unit(
    entries: tuple[UnitEntry, ...],
    catalogue: Catalogue,
    *,
    faction: str | None = None,
    detachments: tuple[str, ...] = (),
) -> Fielded:
    """One unit, the first of the entries, with the others attached to it; ``faction`` is the army's, by id.

    Without one it is that of the first datasheet. Raises :class:`~battle.armies.pieces.NotFielded`.
    """
    written = [spelled_out(entry, catalogue) for entry in entries]
    sheet = catalogue.datasheets.get(entries[0].datasheet.id or "")
    id = faction or (_faction(sheet, catalogue) if sheet is not None else None)
    document = RosterDocument(
        faction=Reference(id) if id is not None else None,
        battle_size=None,
        detachments=tuple(Reference(detachment) for detachment in detachments),
        units=tuple(entry for entry, _ in written),
    )
    army = _assembled(document, catalogue)
    found = fielded(army.whole_unit(army.units[0]), army)
    return _with(found, [words for _, told in written for words in told])


def _assembled(document: RosterDocument, catalogue: Catalogue) -> Army:
    """The army; NotFielded where its document is too large, so that no units would be left of it."""
    _refuse_many(len(document.units), MAXIMUM_UNITS, "units")
    _refuse_many(len(document.detachments), MAXIMUM_DETACHMENTS, "detachments")
    return assemble(document, catalogue)


def _refuse_many(count: int, most: int, noun: str) -> None:
    if count > most:
        raise NotFielded(f"The roster has {count} {noun}; at most {most} are read.")


def _faction(sheet: Datasheet, catalogue: Catalogue) -> str:
    """The faction whose army buys the datasheet: its own, or the chapter in whose list alone it stands."""
    if catalogue.price_table(sheet.id, sheet.faction) is not None:
        return sheet.faction
    rows = (row.price_list for row in catalogue.data.prices if row.datasheet == sheet.id and not row.allied)
    return next(rows, sheet.faction)


def _with(found: Fielded, assumptions: Iterable[str]) -> Fielded:
    return replace(found, assumptions=tuple(dict.fromkeys((*assumptions, *found.assumptions))))
