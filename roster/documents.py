"""The roster document as JSON and back: strict, with a pointer to whatever does not fit (R-39).

The schema that is served (:func:`document_schema`) and the decoder are made from the same types, so
that what the schema allows is what is read.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from roster.document import (
    ATTACHED_AS,
    SCHEMA,
    DeploymentPlan,
    Embarkation,
    ItemCount,
    ModelEntry,
    Reference,
    RosterDocument,
    SplitPart,
    UnitChoice,
    UnitEntry,
    UnitSplit,
)
from roster.document_faults import DocumentError, located
from roster.json_texts import json_in_utf8, refuse_repeated_fields

__all__ = ["DocumentError", "document_from_json", "document_schema", "document_to_json"]

MAX_ENTRIES = 20_000
"""Entries of any list: as many as a text may have lines."""

MAX_BYTES = 8_000_000
_SCHEMA_ADDRESS = "https://json-schema.org/draft/2020-12/schema"

Key = Annotated[str, Meta(min_length=1, max_length=100)]
Name = Annotated[str, Meta(max_length=4_000)]
Identifier = Annotated[str, Meta(min_length=1, max_length=200)]
Count = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Points = Annotated[int, Meta(ge=0, le=1_000_000)]


class ReferenceShape(Struct, forbid_unknown_fields=True):
    """Something of the catalogue by id; id null where the name was not recognised."""

    id: Identifier | None
    name: Name = ""


class ItemCountShape(Struct, forbid_unknown_fields=True):
    """How many of one item are carried, over all models of the entry."""

    item: ReferenceShape
    count: Count


class ModelEntryShape(Struct, forbid_unknown_fields=True):
    """Models of one kind; items are totals over the models."""

    kind: Name
    count: Count
    items: Annotated[tuple[ItemCountShape, ...], Meta(max_length=MAX_ENTRIES)] = ()


class UnitChoiceShape(Struct, forbid_unknown_fields=True):
    """What was chosen for a unit at mustering: the allegiance of the catalogue, and its choice by name."""

    allegiance: ReferenceShape
    choice: Name


class UnitShape(Struct, forbid_unknown_fields=True):
    """A unit; attached_to is the key of its bodyguard unit."""

    key: Key
    datasheet: ReferenceShape
    models: Annotated[tuple[ModelEntryShape, ...], Meta(max_length=MAX_ENTRIES)] = ()
    items: Annotated[tuple[ItemCountShape, ...], Meta(max_length=MAX_ENTRIES)] = ()
    enhancements: Annotated[tuple[ReferenceShape, ...], Meta(max_length=MAX_ENTRIES)] = ()
    bearer: Name | None = None
    is_warlord: bool = False
    warlord_model: Name | None = None
    attached_to: Key | None = None
    attached_as: Literal["leader", "support", "joiner"] | None = None
    stated_points: Points | None = None
    choices: Annotated[tuple[UnitChoiceShape, ...], Meta(max_length=MAX_ENTRIES)] = ()


class EmbarkationShape(Struct, forbid_unknown_fields=True):
    """Units that start the battle inside a transport, by key."""

    transport: Key
    passengers: Annotated[tuple[Key, ...], Meta(max_length=MAX_ENTRIES)]


class SplitPartShape(Struct, forbid_unknown_fields=True):
    """A part of a unit that is split, with a key of its own."""

    key: Key
    models: Count


class UnitSplitShape(Struct, forbid_unknown_fields=True):
    """A unit that is split in two before the battle, by key."""

    unit: Key
    parts: Annotated[tuple[SplitPartShape, ...], Meta(min_length=2, max_length=2)]


class PlanShape(Struct, forbid_unknown_fields=True):
    """Who starts embarked in what, who in reserves, and who is split; parts of split units have keys too."""

    embarked: Annotated[tuple[EmbarkationShape, ...], Meta(max_length=MAX_ENTRIES)] = ()
    reserves: Annotated[tuple[Key, ...], Meta(max_length=MAX_ENTRIES)] = ()
    splits: Annotated[tuple[UnitSplitShape, ...], Meta(max_length=MAX_ENTRIES)] = ()


class RosterShape(Struct, forbid_unknown_fields=True, rename={"schema_": "schema"}):
    """A roster as written down, legal or not."""

    schema_: Literal["quartermaster.roster/1"]
    faction: ReferenceShape | None
    battle_size: ReferenceShape | None
    detachments: Annotated[tuple[ReferenceShape, ...], Meta(max_length=MAX_ENTRIES)] = ()
    dispositions: Annotated[tuple[ReferenceShape, ...], Meta(max_length=MAX_ENTRIES)] = ()
    units: Annotated[tuple[UnitShape, ...], Meta(max_length=MAX_ENTRIES)] = ()
    plan: PlanShape | None = None
    name: Name = ""
    points_limit: Points | None = None
    stated_points: Points | None = None
    release: Name | None = None


def document_from_json(content: bytes | dict[str, Any]) -> RosterDocument:
    """The roster document in JSON text or in an object already parsed.

    Raises :class:`DocumentError` for anything that is not one: unknown fields, fields that stand twice, wrong types,
    keys used twice, an attachment or a plan that names no unit.
    """
    try:
        if isinstance(content, bytes):
            if len(content) > MAX_BYTES:
                raise DocumentError("", f"The document has {len(content):,} bytes; at most {MAX_BYTES:,} are read.")
            text = json_in_utf8(content)
            shape = msgspec.json.decode(text, type=RosterShape)
            refuse_repeated_fields(text)
        else:
            shape = msgspec.convert(content, RosterShape)
    except msgspec.ValidationError as error:
        raise _explained(located(str(error), SCHEMA)) from error
    except msgspec.DecodeError as error:
        raise DocumentError("", f"This is not JSON: {error}.") from error
    except RecursionError as error:
        raise DocumentError("", "The document is nested too deeply.") from error
    _check_keys(shape)
    return _document(shape)


def _explained(fault: DocumentError) -> DocumentError:
    """The fault with the words that may stand there."""
    if fault.pointer.endswith("/attached_as") and fault.message.startswith("Invalid enum value"):
        return DocumentError(fault.pointer, f"{fault.message} There are: {', '.join(ATTACHED_AS)}.")
    return fault


def document_to_json(document: RosterDocument) -> dict[str, Any]:
    """The document as an object of plain JSON values, every field present."""
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    return {"schema": built.pop("schema"), **built}


def document_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of the roster document."""
    _, components = msgspec.json.schema_components([RosterShape], ref_template="#/$defs/{name}")
    # The types are called shapes to tell them from the values; readers of the schema need not know.
    named: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(components).replace(b"Shape", b""))
    return {"$schema": _SCHEMA_ADDRESS, "$id": SCHEMA, **named.pop("Roster"), "$defs": named}


# Keys --------------------------------------------------------------------------------------------


def _check_keys(shape: RosterShape) -> None:
    """Keys are unique, and what names a key names a unit."""
    positions: dict[str, int] = {}
    for position, unit in enumerate(shape.units):
        if unit.key in positions:
            raise DocumentError(
                f"/units/{position}/key", f'The key "{unit.key}" is that of /units/{positions[unit.key]} too.'
            )
        positions[unit.key] = position
    for position, unit in enumerate(shape.units):
        if unit.attached_to is not None and unit.attached_to not in positions:
            raise DocumentError(f"/units/{position}/attached_to", f'No unit has the key "{unit.attached_to}".')
        if unit.attached_to == unit.key:
            raise DocumentError(f"/units/{position}/attached_to", "A unit cannot be attached to itself.")
    _check_circles(shape, positions)
    if shape.plan is not None:
        _check_plan(shape.plan, positions)


def _check_circles(shape: RosterShape, positions: dict[str, int]) -> None:
    """Following attachments ends at a unit that stands alone."""
    settled: set[str] = set()
    for unit in shape.units:
        path: dict[str, None] = {}
        key: str | None = unit.key
        while key is not None and key not in settled:
            if key in path:
                raise DocumentError(
                    f"/units/{positions[key]}/attached_to", "Following the attachments from here comes back here."
                )
            path[key] = None
            key = shape.units[positions[key]].attached_to
        settled.update(path)


def _check_plan(plan: PlanShape, positions: dict[str, int]) -> None:
    """Transports and split units are units; passengers and reserves are units or parts; no part takes a key in use."""
    places = {key: f"/units/{position}" for key, position in positions.items()}
    for place, split in enumerate(plan.splits):
        for index, part in enumerate(split.parts):
            pointer = f"/plan/splits/{place}/parts/{index}"
            if part.key in places:
                raise DocumentError(f"{pointer}/key", f'The key "{part.key}" is that of {places[part.key]} too.')
            places[part.key] = pointer
    units = [(f"/plan/splits/{place}/unit", split.unit) for place, split in enumerate(plan.splits)]
    units += [(f"/plan/embarked/{place}/transport", row.transport) for place, row in enumerate(plan.embarked)]
    others = [(f"/plan/reserves/{place}", key) for place, key in enumerate(plan.reserves)]
    for place, row in enumerate(plan.embarked):
        others += [(f"/plan/embarked/{place}/passengers/{seat}", key) for seat, key in enumerate(row.passengers)]
    for known, named in ((positions, units), (places, others)):
        for pointer, key in named:
            if key not in known:
                raise DocumentError(pointer, f'No unit has the key "{key}".')


# Shapes to values ----------------------------------------------------------------------------------


def _document(shape: RosterShape) -> RosterDocument:
    return RosterDocument(
        faction=_optional(shape.faction),
        battle_size=_optional(shape.battle_size),
        detachments=tuple(map(_reference, shape.detachments)),
        dispositions=tuple(map(_reference, shape.dispositions)),
        units=tuple(map(_unit, shape.units)),
        plan=_plan(shape.plan),
        name=shape.name,
        points_limit=shape.points_limit,
        stated_points=shape.stated_points,
        release=shape.release,
    )


def _unit(shape: UnitShape) -> UnitEntry:
    return UnitEntry(
        key=shape.key,
        datasheet=_reference(shape.datasheet),
        models=tuple(ModelEntry(row.kind, row.count, _items(row.items)) for row in shape.models),
        items=_items(shape.items),
        enhancements=tuple(map(_reference, shape.enhancements)),
        bearer=shape.bearer,
        is_warlord=shape.is_warlord,
        warlord_model=shape.warlord_model,
        attached_to=shape.attached_to,
        attached_as=shape.attached_as,
        stated_points=shape.stated_points,
        choices=tuple(UnitChoice(_reference(row.allegiance), row.choice) for row in shape.choices),
    )


def _items(shapes: tuple[ItemCountShape, ...]) -> tuple[ItemCount, ...]:
    return tuple(ItemCount(_reference(row.item), row.count) for row in shapes)


def _plan(shape: PlanShape | None) -> DeploymentPlan | None:
    if shape is None:
        return None
    embarked = tuple(Embarkation(row.transport, row.passengers) for row in shape.embarked)
    splits = tuple(
        UnitSplit(row.unit, tuple(SplitPart(part.key, part.models) for part in row.parts)) for row in shape.splits
    )
    return DeploymentPlan(embarked, shape.reserves, splits)


def _reference(shape: ReferenceShape) -> Reference:
    return Reference(shape.id, shape.name)


def _optional(shape: ReferenceShape | None) -> Reference | None:
    return None if shape is None else _reference(shape)
