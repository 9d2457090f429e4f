"""Abilities with those who print them, and without those who have them only in the package, as corrections say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from datasheets.catalogue.ability import Ability
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.entries import EntryRef
from datasheets.sources.correction_rows import ForeignRow, PrintedRow
from datasheets.sources.corrections import Corrections, Noted
from datasheets.sources.counts import REMOVED, CountRow
from datasheets.sources.origins import Gone, Ledger, known_sheet
from datasheets.sources.play import Play


def correct_abilities(ledger: Ledger, play: Play, sheets: Mapping[str, Datasheet], corrections: Corrections) -> Play:
    """``play`` with abilities taken from the datasheets that have them in the package alone, and given where printed.

    An ability that then nobody has is the package's copy of another faction's: it is left out, and counted.
    """
    entries = {ability.id: ability for ability in play.abilities}
    touched: set[str] = set()
    for section, change in (("rows", _without), ("added", _with)):
        for note in corrections.notes("abilities", section):
            try:
                changed = change(ledger, entries, sheets, note)
            except Gone as gone:
                ledger.tell_gone(note, str(gone))
                continue
            if changed:
                ledger.keep("abilities", entries, changed, note)
                touched |= changed.keys()
    copies = {each for each in touched if not _is_held(entries[each])}
    for each in copies:
        ledger.origins.pop(EntryRef("abilities", each))
    return replace(
        play,
        abilities=tuple(ability for ability in entries.values() if ability.id not in copies),
        counts=tuple(_counted(row, len(copies)) for row in play.counts),
    )


def _without(
    ledger: Ledger, abilities: Mapping[str, Ability], sheets: Mapping[str, Datasheet], note: Noted[ForeignRow]
) -> dict[str, Ability]:
    """The abilities that the row takes from its datasheet; what it has not anyway is told."""
    sheet = known_sheet(sheets, note.row.datasheet)
    changed: dict[str, Ability] = {}
    for slug in note.row.abilities:
        ability = abilities.get(f"{sheet.faction}:{slug}")
        if ability is None or sheet.id not in ability.datasheets:
            ledger.tell_fixed(note, f"{sheet.id}, without {slug},")
        else:
            rest = tuple(each for each in ability.datasheets if each != sheet.id)
            changed[ability.id] = replace(ability, datasheets=rest)
    return changed


def _with(
    ledger: Ledger, abilities: Mapping[str, Ability], sheets: Mapping[str, Datasheet], note: Noted[PrintedRow]
) -> dict[str, Ability]:
    """The abilities that the row gives to its datasheet; what it has anyway is told, and what nobody has."""
    sheet = known_sheet(sheets, note.row.datasheet)
    changed: dict[str, Ability] = {}
    for slug in note.row.abilities:
        ability = abilities.get(f"{sheet.faction}:{slug}")
        if ability is None:
            ledger.tell_gone(note, f"{sheet.faction}:{slug} is no ability.")
        elif sheet.id in ability.datasheets:
            ledger.tell_fixed(note, f"{sheet.id}, with {slug},")
        else:
            changed[ability.id] = replace(ability, datasheets=(*ability.datasheets, sheet.id))
    return changed


def _is_held(ability: Ability) -> bool:
    return bool(ability.datasheets or ability.detachments or ability.enhancements or ability.factions)


def _counted(row: CountRow, removed: int) -> CountRow:
    if row.kind != "abilities" or not removed:
        return row
    return replace(row, stored=row.stored - removed, excluded=(*row.excluded, (REMOVED, removed)))
