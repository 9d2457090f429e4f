"""The units of a scenario as fighters: by their profiles, from the catalogue, or from a roster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches

import msgspec

from battle.armies import Fielded, FieldedArmy, NotFielded, field_army, field_unit, with_friends
from battle.scenario.profiles import effects_of, fighters_of, refuse_faults, refuse_unknown_models
from battle.scenario.shapes import ComparisonShape, ScenarioShape
from battle.scenario.unit_shapes import (
    CatalogueShape,
    EntryShape,
    ItemShape,
    ProfilesShape,
    RosterShape,
    UnitShape,
)
from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_name
from roster.document import ItemCount, ModelEntry, Reference, UnitEntry
from roster.document_faults import DocumentError
from roster.documents import document_from_json

MOST_SHOWN = 8


def needs_catalogue(scenario: ScenarioShape) -> bool:
    """Whether the scenario names datasheets, so that a catalogue is needed to answer it."""
    return any(not isinstance(unit, ProfilesShape) for unit in _units(scenario))


def _units(scenario: ScenarioShape) -> Iterator[UnitShape]:
    for field in ("attacker", "target", "attackers", "targets"):
        found = getattr(scenario, field, ())
        yield from found if isinstance(found, tuple) else (found,)
    if isinstance(scenario, ComparisonShape):
        for side in scenario.sides:
            yield from side.units


Armies = dict[bytes, FieldedArmy]
"""The armies of rosters that were fielded already, by their documents: a roster can stand in several places."""


def one_unit(shape: UnitShape, pointer: str, catalogue: Catalogue | None, armies: Armies) -> Fielded:
    """The one unit that stands there; raises :class:`DocumentError` where it is none or several."""
    found = units_of(shape, pointer, catalogue, armies)
    if len(found) != 1:
        keys = ", ".join(unit.keys[0] for unit in found[:MOST_SHOWN])
        raise DocumentError(
            f"{pointer}/units", f"{len(found)} units stand here, and one is asked for. Name it by its key: {keys}."
        )
    return found[0]


def units_of(shape: UnitShape, pointer: str, catalogue: Catalogue | None, armies: Armies) -> tuple[Fielded, ...]:
    """The units that stand there; raises :class:`DocumentError`. What is fielded is added to ``armies``."""
    match shape:
        case ProfilesShape():
            return (Fielded(fighters_of(shape, pointer), ()),)
        case CatalogueShape():
            found: tuple[Fielded, ...] = (_of_catalogue(shape, pointer, _needed(catalogue, pointer)),)
        case RosterShape():
            found = _of_roster(shape, pointer, _needed(catalogue, pointer), armies)
    effects = effects_of(shape.effects, f"{pointer}/effects")
    found = tuple(
        replace(unit, fighters=replace(unit.fighters, effects=(*unit.fighters.effects, *effects))) for unit in found
    )
    for unit in found:
        refuse_faults(unit.fighters, pointer)
    refuse_unknown_models(
        shape.effects, (profile.name for unit in found for profile in unit.fighters.profiles), pointer
    )
    return found


def _needed(catalogue: Catalogue | None, pointer: str) -> Catalogue:
    if catalogue is None:
        raise DocumentError(pointer, "A catalogue is needed to know this unit, and none is at hand.")
    return catalogue


# Rosters ----------------------------------------------------------------------------------------------------


def _army(shape: RosterShape, pointer: str, catalogue: Catalogue, armies: Armies) -> FieldedArmy:
    key = msgspec.json.encode(shape.roster, order="deterministic")
    try:
        if key not in armies:
            armies[key] = field_army(document_from_json(shape.roster), catalogue)
    except DocumentError as error:
        raise DocumentError(f"{pointer}/roster{error.pointer}", error.message) from error
    except NotFielded as error:
        raise DocumentError(f"{pointer}/roster", str(error)) from error
    return armies[key]


def _of_roster(shape: RosterShape, pointer: str, catalogue: Catalogue, armies: Armies) -> tuple[Fielded, ...]:
    army = _army(shape, pointer, catalogue, armies)
    if not shape.units:
        if not army.units:
            reasons = " ".join(reason for _, reason in army.left_out[:MOST_SHOWN]) or "It has no units."
            raise DocumentError(f"{pointer}/roster", f"No unit of the roster can fight. {reasons}")
        left_out = tuple(f"{name} is left out: {reason}" for name, reason in army.left_out)
        first, *others = army.units
        return (replace(first, assumptions=(*first.assumptions, *left_out)), *others)
    by_key = {key: unit for unit in army.units for key in unit.keys}
    found: dict[str, Fielded] = {}
    for place, key in enumerate(shape.units):
        if key not in by_key:
            raise DocumentError(f"{pointer}/units/{place}", _no_such_key(key, by_key, army.left_out))
        unit = by_key[key]
        found.setdefault(unit.keys[0], unit)
    return tuple(found.values())


def _no_such_key(key: str, known: Iterable[str], left_out: Sequence[tuple[str, str]]) -> str:
    keys = ", ".join(list(known)[:MOST_SHOWN]) or "none"
    reasons = "".join(f" {reason}" for _, reason in left_out[:MOST_SHOWN])
    return f"No unit of the roster with the key “{key[:60]}” can fight; there are {keys}.{reasons}"


# The catalogue ----------------------------------------------------------------------------------------------


def _of_catalogue(shape: CatalogueShape, pointer: str, catalogue: Catalogue) -> Fielded:
    sheet = _datasheet(shape.datasheet, shape.faction, pointer, catalogue)
    entries = [_entry(shape, "u1", sheet, pointer, catalogue)]
    for place, joining in enumerate(shape.attached):
        where = f"{pointer}/attached/{place}"
        other = _datasheet(joining.datasheet, joining.faction or shape.faction or sheet.faction, where, catalogue)
        entry = _entry(joining, f"u{place + 2}", other, where, catalogue)
        entries.append(replace(entry, attached_to="u1", attached_as=joining.attached_as))
    army = _faction(shape.army, f"{pointer}/army", catalogue) if shape.army else None
    detachments = tuple(
        _detachment(name, f"{pointer}/detachments/{place}", catalogue) for place, name in enumerate(shape.detachments)
    )
    try:
        found = field_unit(tuple(entries), catalogue, faction=army, detachments=detachments)
    except NotFielded as error:
        raise DocumentError(f"{pointer}/datasheet", str(error)) from error
    friends = []
    for place, name in enumerate(shape.friends):
        where = f"{pointer}/friends/{place}"
        try:
            friend = _datasheet(name, shape.faction or sheet.faction, where, catalogue)
            entry = UnitEntry("friend", Reference(friend.id, friend.name))
            friends.append(field_unit((entry,), catalogue, faction=army or sheet.faction, detachments=detachments))
        except NotFielded as error:
            raise DocumentError(where, str(error)) from error
        except DocumentError as error:
            raise DocumentError(where, error.message) from error
    return with_friends(found, friends)


def _entry(
    shape: CatalogueShape | EntryShape, key: str, sheet: Datasheet, pointer: str, catalogue: Catalogue
) -> UnitEntry:
    models = tuple(
        ModelEntry(row.kind, row.count, _items(row.items, f"{pointer}/models/{place}/items", sheet, catalogue))
        for place, row in enumerate(shape.models)
    )
    enhancements = tuple(
        _enhancement(name, f"{pointer}/enhancements/{place}", catalogue)
        for place, name in enumerate(shape.enhancements)
    )
    return UnitEntry(
        key,
        Reference(sheet.id, sheet.name),
        models,
        _items(shape.items, f"{pointer}/items", sheet, catalogue),
        enhancements,
        bearer=shape.bearer,
    )


def _items(rows: Sequence[ItemShape], pointer: str, sheet: Datasheet, catalogue: Catalogue) -> tuple[ItemCount, ...]:
    found = []
    named = {fold_name(catalogue.items[id].name): id for id in sheet.items if id in catalogue.items}
    for place, row in enumerate(rows):
        id = row.item if row.item in sheet.items else named.get(fold_name(row.item))
        if id is None:
            near = get_close_matches(fold_name(row.item), list(named), n=1)
            names = [catalogue.items[named[name]].name for name in near or list(named)[:MOST_SHOWN]]
            hint = f"Did you mean {names[0]}?" if near else f"There are: {', '.join(names)}."
            raise DocumentError(f"{pointer}/{place}/item", f"{sheet.name} has no “{row.item[:60]}”. {hint}")
        found.append(ItemCount(Reference(id), row.count))
    return tuple(found)


def _datasheet(name: str, faction: str, pointer: str, catalogue: Catalogue) -> Datasheet:
    if name in catalogue.datasheets:
        return catalogue.datasheets[name]
    found = catalogue.datasheets_by_name.get(fold_name(name), ())
    if not found:
        near = get_close_matches(fold_name(name), list(catalogue.datasheets_by_name), n=3)
        names = [catalogue.datasheets_by_name[one][0].name for one in near]
        hint = f" Did you mean {' or '.join(names)}?" if names else ""
        raise DocumentError(f"{pointer}/datasheet", f"No datasheet is called “{name[:60]}”.{hint}")
    if faction:
        lineage = catalogue.lineage(_faction(faction, f"{pointer}/faction", catalogue))
        found = tuple(sheet for sheet in found if sheet.faction in lineage) or found
    if len(found) > 1:
        ids = ", ".join(sheet.id for sheet in found)
        raise DocumentError(
            f"{pointer}/datasheet", f"{len(found)} datasheets are called {name}. Name one by id: {ids}."
        )
    return found[0]


def _faction(name: str, pointer: str, catalogue: Catalogue) -> str:
    if name in catalogue.factions:
        return name
    found = catalogue.factions_by_name.get(fold_name(name), ())
    if len(found) != 1:
        known = ", ".join(sorted(catalogue.factions)[:60])
        raise DocumentError(pointer, f"No faction is called “{name[:60]}”. There are: {known}.")
    return found[0].id


def _detachment(name: str, pointer: str, catalogue: Catalogue) -> str:
    if name in catalogue.detachments:
        return name
    found = catalogue.detachments_by_name.get(fold_name(name), ())
    if len(found) == 1:
        return found[0].id
    hint = f" Name one by id: {', '.join(one.id for one in found)}." if found else ""
    raise DocumentError(pointer, f"{len(found) or 'No'} detachments are called “{name[:60]}”.{hint}")


def _enhancement(name: str, pointer: str, catalogue: Catalogue) -> Reference:
    known = catalogue.enhancements.get(name)
    if known is not None:
        return Reference(known.id, known.name)
    found = [one for one in catalogue.data.enhancements if fold_name(one.name) == fold_name(name)]
    if len(found) == 1:
        return Reference(found[0].id, found[0].name)
    hint = f" Name one by id: {', '.join(one.id for one in found[:MOST_SHOWN])}." if found else ""
    raise DocumentError(pointer, f"{len(found) or 'No'} enhancements are called “{name[:60]}”.{hint}")
