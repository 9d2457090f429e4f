"""The deployment plan of a draft: who starts embarked, in reserves or split, within what the rules allow."""

from __future__ import annotations

import random
from collections.abc import Sequence

from datasheets.catalogue.datasheet import SplitRule
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.transport import Transport
from roster.document import DeploymentPlan, Embarkation, SplitPart, UnitSplit
from tests.generated.draft import Draft, Drafted
from tests.generated.terms import AIRCRAFT, DEDICATED, FORTIFICATION, TRANSPORT, folded


def slots(unit: Drafted, models: int, terms: Transport) -> int:
    """Capacity that so many models of the unit take up, at most; one where the transport counts units."""
    if terms.counts_units:
        return 1
    cost = max((row.slots for row in terms.slot_costs if fold_keyword(row.keyword) in unit.possible), default=1)
    return models * cost


def capacity_of(transport: Drafted) -> int:
    """Its capacity: with some wargear, or some model, it is another."""
    terms = transport.sheet.transport
    if terms is None:
        return 0
    others = [
        one.capacity
        for one in terms.capacities
        if (one.item is not None and transport.items[one.item]) or (one.kind and transport.counts.get(one.kind))
    ]
    return min(others, default=terms.capacity)


def could_ride(group: Sequence[Drafted], terms: Transport, room: int) -> bool:
    """Whether all of the attached unit surely may ride together, in what room there is, and in no hold of its own."""
    for unit in group:
        if unit.possible & {TRANSPORT, AIRCRAFT, FORTIFICATION} or folded(terms.excluded_keywords) & unit.possible:
            return False
        if not folded(terms.required_keywords) <= unit.sure:
            return False
        if terms.passengers and not any(folded(one) <= unit.sure for one in terms.passengers):
            return False
    return sum(slots(unit, len(unit.models), terms) for unit in group) <= room


def is_told(terms: Transport) -> bool:
    """Whether the data say who may ride, without a condition in words."""
    return bool(terms.required_keywords or terms.passengers) and not terms.conditions


class Planner:
    """Builds the plan of one draft; its keys must be set."""

    def __init__(self, draft: Draft, chance: random.Random) -> None:
        self._draft = draft
        self._chance = chance
        self._prices = dict(zip((unit.key for unit in draft.units), draft.prices(), strict=True))
        self._embarked: dict[str, list[str]] = {}
        self._placed: set[str] = set()
        self._reserves: list[str] = []
        self._splits: list[UnitSplit] = []

    def plan(self) -> DeploymentPlan:
        """The plan."""
        for transport, rider in self._draft.riders.items():
            self._embark(transport, self._draft.group(rider))
        self._split_some()
        self._embark_some()
        self._reserve_some()
        return DeploymentPlan(
            tuple(Embarkation(key, tuple(riders)) for key, riders in self._embarked.items()),
            tuple(self._reserves),
            tuple(self._splits),
        )

    def _embark(self, transport: Drafted, group: Sequence[Drafted]) -> None:
        self._embarked.setdefault(transport.key, []).extend(unit.key for unit in group)
        self._placed.update(unit.key for unit in group)

    def _room(self, transport: Drafted, terms: Transport) -> int:
        by_key = {unit.key: unit for unit in self._draft.units}
        keys = self._embarked.get(transport.key, ())
        riders = [by_key[key] for key in keys if key in by_key]
        parts = {part.key: (by_key[one.unit], part.models) for one in self._splits for part in one.parts}
        used = sum(slots(unit, len(unit.models), terms) for unit in riders)
        return capacity_of(transport) - used - sum(slots(*parts[key], terms) for key in keys if key in parts)

    def _transports(self) -> list[tuple[Drafted, Transport]]:
        found = [(unit, unit.sheet.transport) for unit in self._draft.units if unit.sheet.transport is not None]
        own = [(unit, terms) for unit, terms in found if terms is not None and is_told(terms)]
        self._chance.shuffle(own)
        return own

    def _embark_some(self) -> None:
        for transport, terms in self._transports():
            is_forced = transport.sheet.reserves.must_start or AIRCRAFT in transport.possible
            if transport.key in self._placed or self._chance.random() < (0.9 if is_forced else 0.4):
                continue
            for group in list(self._draft.groups()):
                if transport in group or any(unit.key in self._placed or unit.key in self._embarked for unit in group):
                    continue
                if could_ride(group, terms, self._room(transport, terms)) and self._chance.random() < 0.5:
                    self._embark(transport, group)

    # Reserves ----------------------------------------------------------------------------------------

    def _cost(self, group: Sequence[Drafted]) -> int:
        """Points in reserves with the group: its own and those of who rides in it."""
        keys = [unit.key for unit in group]
        keys += [rider for key in keys for rider in self._embarked.get(key, ())]
        owners = {part.key: one.unit for one in self._splits for part in one.parts}
        return sum(self._prices[owners.get(key, key)] or 0 for key in keys)

    def _reserve_some(self) -> None:
        limit = self._draft.terms.size.points_limit // 2
        forced: list[list[Drafted]] = []
        free: list[list[Drafted]] = []
        for group in self._draft.groups():
            must = any(AIRCRAFT in unit.possible or unit.sheet.reserves.must_start for unit in group)
            (forced if must else free).append(group)
        used = 0
        for group in forced:
            used += self._cost(group)
            self._reserves += [unit.key for unit in group]
        while used > limit and any(self._disembark(group) for group in forced):
            used = sum(self._cost(group) for group in forced)
        self._chance.shuffle(free)
        split = {one.unit for one in self._splits}
        for group in free[: self._chance.choice((0, 1, 2, 5))]:
            if any(unit.key in self._placed or unit.key in split for unit in group) or self._carries_part(group):
                continue
            if any(FORTIFICATION in unit.possible for unit in group) or used + self._cost(group) > limit:
                continue
            used += self._cost(group)
            self._reserves += [unit.key for unit in group]

    def _carries_part(self, group: Sequence[Drafted]) -> bool:
        parts = {part.key for one in self._splits for part in one.parts}
        return any(not parts.isdisjoint(self._embarked.get(unit.key, ())) for unit in group)

    def _disembark(self, group: Sequence[Drafted]) -> bool:
        """Let out those who ride in the group and need not: in a Dedicated Transport one unit stays."""
        own = {self._draft.riders[unit].key for unit in group if unit in self._draft.riders}
        whole = {unit.key for unit in self._draft.units for key in own if unit.key == key}
        for unit in group:
            riders = self._embarked.get(unit.key, [])
            kept = [key for key in riders if unit in self._draft.riders and key in self._kept(whole)]
            if kept != riders:
                self._placed -= set(riders) - set(kept)
                self._embarked[unit.key] = kept
                if not kept:
                    del self._embarked[unit.key]
                return True
        return False

    def _kept(self, keys: set[str]) -> set[str]:
        return {one.key for unit in self._draft.units if unit.key in keys for one in self._draft.group(unit)}

    # Splits ------------------------------------------------------------------------------------------

    def _split_some(self) -> None:
        sheets = {unit.sheet.id for unit in self._draft.units}
        for unit in self._draft.units:
            alone = unit.host is None and not self._draft.attached_to(unit)
            if not alone or unit.key in self._placed or len(unit.models) < 2 or AIRCRAFT in unit.possible:
                continue
            if not unit.sheet.splits or self._chance.random() < 0.5:
                continue
            rules = [
                rule
                for rule in unit.sheet.splits
                if rule.detachment is None or rule.detachment in self._draft.terms.chosen
            ]
            rules = [rule for rule in rules if rule.transport is None or rule.transport in sheets]
            if rules:
                self._split(unit, rules)

    def _split(self, unit: Drafted, rules: Sequence[SplitRule]) -> None:
        half = len(unit.models) // 2
        free = [rule for rule in rules if rule.transport is None]
        if not all(rule.equal_parts for rule in rules):
            half = self._chance.randint(1, len(unit.models) - 1)
        parts = (SplitPart(f"{unit.key}a", half), SplitPart(f"{unit.key}b", len(unit.models) - half))
        split = UnitSplit(unit.key, parts)
        if free:
            self._splits.append(split)
            self._placed.add(unit.key)
            return
        used = {key for one in self._splits for part in one.parts for key in (part.key,)}
        for transport, terms in self._transports():
            if transport.sheet.id not in {rule.transport for rule in rules} or self._has_part(transport, used):
                continue
            if transport.key in self._placed:
                continue
            if could_ride([unit], terms, 10**6) and slots(unit, half, terms) <= self._room(transport, terms):
                self._splits.append(split)
                self._embarked.setdefault(transport.key, []).append(parts[0].key)
                self._placed.add(unit.key)
                return

    def _has_part(self, transport: Drafted, parts: set[str]) -> bool:
        return not parts.isdisjoint(self._embarked.get(transport.key, ()))


def rider_for(transport: Drafted, draft: Draft) -> Drafted | None:
    """A unit that could ride in the transport, with all attached to it, and rides in no other; None if none can."""
    terms = transport.sheet.transport
    if terms is None or not (terms.required_keywords or terms.passengers):
        return None
    taken = set(draft.riders.values())
    for group in draft.groups():
        if group[0] in taken or transport in group or any(DEDICATED in unit.possible for unit in group):
            continue
        if could_ride(group, terms, capacity_of(transport)):
            return group[0]
    return None
