"""Ids and names of entries: each stands for one thing, and is written as people read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Detachment
from datasheets.catalogue.entries import COLLECTIONS
from datasheets.catalogue.names import fold_name

UNTIDY = {
    r"^\s|\s$": "a space at its start or end",
    r"\s\s": "two spaces side by side",
    r"[\x00-\x1f\u200b-\u200f\ufeff]": "a character that prints nothing",
    r"[a-z][’']S\b": "a capital S after an apostrophe",
    r"[<>{}|\\^]": "a mark of some file format",
}
"""What is wrong with a name, and how it is recognised."""


@audit_kind(
    "name/duplicate-id",
    collection=COLLECTIONS,
    title="Two entries have one id",
    severity=Severity.ERROR,
    message="{id} stands {count} times among {collection}.",
    hint="Keep one, or give the others ids of their own.",
)
def duplicate_id(value: Any, lookup: Lookup) -> Iterator[Found]:
    """Every entry has an id, or what stands for one, of its own."""
    ref = lookup.ref_of(value)
    count = lookup.copies(ref)
    if count > 1:
        yield found(id=ref.key, count=count, collection=ref.collection.replace("_", " "))


@audit_kind(
    "name/untidy",
    collection=("factions", "items", "datasheets", "detachments", "enhancements"),
    title="A name with something in it that nobody writes",
    severity=Severity.WARNING,
    message="The name “{name}” has {what}.",
    hint="Write the name as it is printed.",
)
def untidy(value: Any, lookup: Lookup) -> Iterator[Found]:
    """Names have no stray spaces, marks or capitals."""
    for pattern, what in UNTIDY.items():
        if re.search(pattern, value.name):
            yield found("name", name=value.name, what=what)
            return


@audit_kind(
    "name/none",
    collection=("factions", "items", "datasheets", "detachments", "enhancements"),
    title="An entry without a name",
    severity=Severity.ERROR,
    message="{id} has no name.",
    hint="Write the name as it is printed.",
)
def no_name(value: Any, lookup: Lookup) -> Iterator[Found]:
    """Names have letters or figures in them."""
    if not fold_name(value.name):
        yield found("name", id=value.id)


@audit_kind(
    "name/duplicate-datasheet",
    collection="datasheets",
    title="Two datasheets of a faction have one name",
    severity=Severity.ERROR,
    message="{faction} has two datasheets called {name}: {first} and {second}.",
    hint="Rename or remove one of them: a list cannot tell them apart.",
)
def duplicate_datasheet(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Datasheets of one faction have names of their own, but for Legends beside one that is none."""
    for other in _namesakes(sheet, lookup):
        if other.id < sheet.id and other.is_legends is sheet.is_legends:
            yield found("name", faction=sheet.faction, name=sheet.name, first=other.id, second=sheet.id)


@audit_kind(
    "name/legends-namesake",
    collection="datasheets",
    title="Legends that are called as a datasheet of today",
    severity=Severity.WARNING,
    message="{faction} has Legends called {name} ({legends}) and a datasheet of that name ({other}).",
    hint="A list that names one means the datasheet of today; give the Legends another name where one is printed.",
)
def legends_namesake(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """No Legends are called as a datasheet of their faction that is none."""
    for other in _namesakes(sheet, lookup):
        if sheet.is_legends and not other.is_legends:
            yield found("name", faction=sheet.faction, name=sheet.name, legends=sheet.id, other=other.id)


def _namesakes(sheet: Datasheet, lookup: Lookup) -> Iterator[Datasheet]:
    """Other datasheets of the faction with the same name."""
    name = fold_name(sheet.name)
    for other in lookup.datasheets_called(sheet.faction, name):
        if other.id != sheet.id and fold_name(other.name) == name:
            yield other


@audit_kind(
    "name/duplicate-detachment",
    collection="detachments",
    title="A faction is offered two detachments of one name",
    severity=Severity.ERROR,
    message="{factions} can choose two detachments called {name}: {first} and {second}.",
    hint="Rename or remove one of them: a list cannot tell them apart.",
)
def duplicate_detachment(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """Detachments that a faction is offered have names of their own."""
    offered = {offer.faction for offer in detachment.offers}
    for other in lookup.detachments_by_name.get(fold_name(detachment.name), ()):
        common = sorted(offered & {offer.faction for offer in other.offers})
        if other.id < detachment.id and common:
            yield found("name", factions=tuple(common), name=detachment.name, first=other.id, second=detachment.id)


@audit_kind(
    "name/alias-clash",
    collection="datasheets",
    title="Two datasheets of a faction share another name",
    severity=Severity.ERROR,
    message="{datasheet} is also called {alias}, and so is {other} of the same faction.",
    hint="Leave the name with the datasheet that lists mean by it.",
)
def alias_clash(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Other names of a datasheet are no name of another of its faction."""
    for index, alias in enumerate(sheet.aliases):
        for other in lookup.datasheets_called(sheet.faction, fold_name(alias)):
            is_first = other.id < sheet.id or fold_name(other.name) == fold_name(alias)
            if other.id != sheet.id and is_first:
                yield found("aliases", index, datasheet=sheet.name, alias=alias, other=other.id)
