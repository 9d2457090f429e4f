"""Units split in two before the battle: once, whole in their parts, and by something that may (01.02.06, R-23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datasheets.catalogue.datasheet import SplitRule
from roster.document import UnitSplit
from roster.muster.army import Army
from roster.muster.matching import pairing
from roster.muster.needs import Need
from roster.muster.registry import (
    ILLEGAL_WHEN_FINISHED,
    Finding,
    Found,
    Message,
    NotApplicable,
    NotChecked,
    muster_check,
)
from roster.muster.report import Violation
from roster.muster.rules.transports import FAMILY, has_plan
from roster.muster.unit import Unit
from roster.muster.words import counted, listed

PARTS = 2


def _splits(army: Army) -> list[tuple[str, Unit, UnitSplit]]:
    """The splits of the plan with their pointers; keys that name no unit are reported elsewhere."""
    plan = army.document.plan
    return [
        (f"/plan/splits/{place}", army.units_by_key[split.unit], split)
        for place, split in enumerate(plan.splits if plan else ())
        if split.unit in army.units_by_key
    ]


@muster_check(
    "01.02.06",
    "split-parts",
    family=FAMILY,
    title="Units that are split are whole in their parts",
    messages={
        "twice": Message("{unit} is split twice.", "Split it once: its parts cannot be split further."),
        "not_two": Message("{unit} is split into {parts:part|parts}.", "Split it in two."),
        "sum": Message("{unit} has {models:model|models}; its parts have {sum}.", "Give every model to one part."),
        "whole": Message("{unit} is split; the plan names it whole, too.", "Name its parts instead."),
    },
    needs=(Need.UNITS,),
    applies=has_plan,
)
def split_parts(army: Army) -> Iterator[Finding]:
    """A unit is split once, in two parts that have all its models, and the plan then names the parts (01.02.06)."""
    splits = _splits(army)
    seen: set[int] = set()
    for pointer, unit, split in splits:
        if unit.index in seen:
            yield Violation(f"{pointer}/unit", "twice", {"unit": unit.name}, (unit.pointer,))
        seen.add(unit.index)
        total = sum(part.models for part in split.parts)
        if len(split.parts) != PARTS:
            params = {"unit": unit.name, "parts": len(split.parts)}
            yield Violation(f"{pointer}/parts", "not_two", params, (unit.pointer,))
        elif unit.size is None:
            yield NotChecked(f"The number of models in {unit.name} is not known.")
        elif total != unit.size:
            models = {"unit": unit.name, "models": unit.size, "sum": total}
            yield Violation(f"{pointer}/parts", "sum", models, (unit.pointer,))
    for pointer, key in _named(army):
        named = army.units_by_key.get(key)
        if named is not None and named.index in seen:
            yield Violation(pointer, "whole", {"unit": named.name}, (named.pointer,))
    if not splits:
        yield NotApplicable("No unit is split.")
    yield Found(f"{counted(len(splits), 'unit')} split, all models in one of two parts.")


def _named(army: Army) -> Iterator[tuple[str, str]]:
    """Pointers and keys of all passengers and reserves of the plan."""
    plan = army.document.plan
    for place, key in enumerate(plan.reserves if plan else ()):
        yield f"/plan/reserves/{place}", key
    for place, row in enumerate(plan.embarked if plan else ()):
        for seat, key in enumerate(row.passengers):
            yield f"/plan/embarked/{place}/passengers/{seat}", key


@muster_check(
    "01.02.06",
    "split-allowed",
    family=FAMILY,
    title="Units that are split may be",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "no_cause": Message("{unit} can be split only with {causes:or}.", "Add that, or keep {unit} whole."),
        "unequal": Message("{unit} is split into {sizes}; the parts differ by one model at most.", "Split it evenly."),
        "not_in_transport": Message(
            "{unit} is split; one part has to start in a {transports:or} that splits no other unit, and none does.",
            "Embark a part in one, or keep {unit} whole.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_plan,
)
def split_allowed(army: Army) -> Iterator[Finding]:
    """Every unit that is split may be: by a transport that takes one part, a detachment or its own datasheet (R-23)."""
    splits = _splits(army)
    by_transport: list[tuple[str, Unit, UnitSplit, list[SplitRule]]] = []
    for pointer, unit, split in splits:
        if unit.datasheet is None:
            continue
        if not unit.datasheet.splits:
            yield NotChecked(f"The catalogue does not know what may split {unit.name}.")
            continue
        rules = army.split_rules(unit)
        if not rules:
            causes = {"unit": unit.name, "causes": _causes(unit.datasheet.splits, army)}
            yield Violation(pointer, "no_cause", causes, (unit.pointer,))
            continue
        sizes = tuple(part.models for part in split.parts)
        if all(rule.equal_parts for rule in rules) and max(sizes, default=0) - min(sizes, default=0) > 1:
            yield Violation(f"{pointer}/parts", "unequal", {"unit": unit.name, "sizes": sizes}, (unit.pointer,))
        if all(rule.transport is not None for rule in rules):
            by_transport.append((pointer, unit, split, rules))
    choices = [_transports(split, rules, army) for _, _, split, rules in by_transport]
    placed = pairing(choices)
    for place, (pointer, unit, _, rules) in enumerate(by_transport):
        if place not in placed:
            params = {"unit": unit.name, "transports": _causes(rules, army)}
            yield Violation(pointer, "not_in_transport", params, (unit.pointer,))
    if not splits:
        yield NotApplicable("No unit is split.")
    known = counted(army.catalogue.rows.can_be_split, "datasheet")
    yield Found(f"{listed([unit.name for _, unit, _ in splits])} may be split ({known} known to be).")


def _causes(rules: Sequence[SplitRule], army: Army) -> tuple[str, ...]:
    """Names of the transports and detachments of the rules."""
    sheets, detachments = army.catalogue.datasheets, army.catalogue.detachments
    named = [sheets.get(rule.transport or "") or detachments.get(rule.detachment or "") for rule in rules]
    return tuple(one.name for one in named if one is not None)


def _transports(split: UnitSplit, rules: Sequence[SplitRule], army: Army) -> list[int]:
    """Transports that could have split the unit: those of the rules in which one of its parts starts."""
    carrying = [army.plan.transport_of.get(part.key) for part in split.parts] if army.plan else []
    able = {rule.transport for rule in rules}
    return [one.index for one in carrying if one is not None and one.datasheet and one.datasheet.id in able]
