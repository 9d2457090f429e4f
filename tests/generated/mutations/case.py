"""A legal roster to be changed, with what a change needs to know and to do; and what a change is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, WarlordRule
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.names import fold_keyword
from roster.document import DeploymentPlan, ItemCount, ModelEntry, Reference, RosterDocument, UnitEntry
from roster.muster.event import EventProfile
from tests.generated.attach import choose, made, must_join
from tests.generated.draft import Draft, Drafted
from tests.generated.enhance import demanded_of
from tests.generated.rosters import Generated
from tests.generated.terms import AIRCRAFT, DEDICATED, Terms, folded, offer_here
from tests.generated.written import written_unit

Value = TypeVar("Value")


@dataclass(frozen=True)
class Changed:
    """A roster that was changed, and the event it is checked for, if it is for one."""

    document: RosterDocument
    event: EventProfile | None = None


@dataclass(frozen=True)
class Mutation:
    """A change that breaks one check; None where the roster has nothing to change so.

    ``also`` are the other checks that then must be broken too, each with its reason.
    """

    check: str
    name: str
    change: Callable[[Case], RosterDocument | Changed | None]
    also: Mapping[str, str] = field(default_factory=dict)

    def made_of(self, case: Case) -> Changed | None:
        """The changed roster."""
        found = self.change(case)
        return Changed(found) if isinstance(found, RosterDocument) else found


MUTATIONS: list[Mutation] = []


def mutation(
    check: str, *, also: Mapping[str, str] | None = None
) -> Callable[[Callable[[Case], RosterDocument | Changed | None]], Callable[[Case], RosterDocument | Changed | None]]:
    """Enter the function as a change that breaks the check."""

    def enter(
        change: Callable[[Case], RosterDocument | Changed | None],
    ) -> Callable[[Case], RosterDocument | Changed | None]:
        MUTATIONS.append(Mutation(check, change.__name__.strip("_"), change, also or {}))
        return change

    return enter


class Case:
    """One generated roster; the units of draft and document stand in the same order."""

    def __init__(self, generated: Generated, catalogue: Catalogue, seed: int) -> None:
        self.catalogue = catalogue
        self.draft: Draft = generated.draft
        self.terms: Terms = generated.draft.terms
        self.document = replace(generated.document, stated_points=None)
        self.chance = random.Random(seed)  # noqa: S311  (seeded, not secret)

    def shuffled(self, values: Sequence[Value]) -> list[Value]:
        """The values in random order."""
        return self.chance.sample(list(values), k=len(values))

    # Units -------------------------------------------------------------------------------------------

    def units(self) -> list[tuple[int, Drafted, UnitEntry]]:
        """Place, draft and entry of every unit, in random order."""
        return self.shuffled(
            [
                (place, unit, entry)
                for place, (unit, entry) in enumerate(zip(self.draft.units, self.document.units, strict=True))
            ]
        )

    def unplanned(self) -> list[tuple[int, Drafted, UnitEntry]]:
        """Those that no plan has in reserves, where more points could be too many."""
        plan = self.document.plan
        riders = {row.transport: row.passengers for row in (plan.embarked if plan else ())}
        reserved = {key for one in (plan.reserves if plan else ()) for key in (one, *riders.get(one, ()))}
        return [one for one in self.units() if one[1].key not in reserved]

    def is_alone(self, unit: Drafted) -> bool:
        """Whether it is neither attached nor attached to."""
        return unit.host is None and not self.draft.attached_to(unit)

    def in_plan(self) -> frozenset[str]:
        """Keys of the units that the plan names."""
        plan = self.document.plan
        if plan is None:
            return frozenset()
        riding = {key for row in plan.embarked for key in (row.transport, *row.passengers)}
        return frozenset(riding | set(plan.reserves) | {split.unit for split in plan.splits})

    def plain(self) -> list[tuple[int, Drafted, UnitEntry]]:
        """Units on which nothing else rests: alone, no Warlord, no enhancement, no choice, not in the plan."""
        named, riding = self.in_plan(), set(self.draft.riders) | set(self.draft.riders.values())
        return [
            (place, unit, entry)
            for place, unit, entry in self.units()
            if self.is_alone(unit)
            and not (unit.is_warlord or unit.enhancements or unit.choices or must_join(unit.sheet, self.terms))
            and unit.key not in named
            and unit not in riding
        ]

    @property
    def warlord(self) -> tuple[int, Drafted]:
        """The Warlord's unit and its place."""
        return next((place, unit) for place, unit in enumerate(self.draft.units) if unit.is_warlord)

    # Changed documents -------------------------------------------------------------------------------

    def edit(self, changes: Mapping[int, Mapping[str, Any]], **more: Any) -> RosterDocument:
        """The document with fields of some units changed, by place, and fields of its own."""
        units = tuple(
            replace(entry, **changes[place]) if place in changes else entry
            for place, entry in enumerate(self.document.units)
        )
        return replace(self.document, units=units, **more)

    def crowned(self, place: int, **more: Any) -> RosterDocument:
        """The document with the unit at that place as the only Warlord."""
        old, _ = self.warlord
        return self.edit({old: {"is_warlord": False, "warlord_model": None}, place: {"is_warlord": True, **more}})

    def with_plan(self, **changes: Any) -> RosterDocument:
        """The document with its plan changed, or with one."""
        return replace(self.document, plan=replace(self.document.plan or DeploymentPlan(), **changes))

    def fresh(self, sheet: Datasheet, *, may_have_to_join: bool = False) -> Drafted | None:
        """A new unit of the datasheet that has to join nobody and comes with no duties."""
        if must_join(sheet, self.terms) and not may_have_to_join:
            return None
        unit = made(sheet, self.terms, self.chance)
        if unit is None or demanded_of(unit, self.draft):
            return None
        choose(unit, self.draft, self.chance)
        return unit

    def added(self, units: Sequence[Drafted], *, breaks: str | None = None) -> RosterDocument | None:
        """The document with these units, if that breaks just that limit."""
        limits = self.draft.with_units(units).broken_limits()
        if limits != (frozenset({breaks}) if breaks else frozenset()):
            return None
        return self.with_entries([self.entry(unit, number) for number, unit in enumerate(units, 1)])

    def entry(self, unit: Drafted, number: int) -> UnitEntry:
        """The unit written down under a key of its own."""
        unit.key = f"new{number}"
        return written_unit(unit, self.draft, self.chance, self.catalogue)

    def with_entries(self, entries: Sequence[UnitEntry]) -> RosterDocument:
        """The document with more units."""
        return replace(self.document, units=(*self.document.units, *entries))

    def harmless(self, sheets: Sequence[Datasheet]) -> Iterator[Datasheet]:
        """Of these, in random order, those that bring no duty: no Aircraft, no Dedicated Transport, no born Warlord."""
        for sheet in self.shuffled(sheets):
            keywords = self.terms.keywords(sheet)
            is_forced = bool(keywords.possible & {AIRCRAFT, DEDICATED}) or sheet.reserves.must_start
            if not is_forced and sheet.warlord is not WarlordRule.MUST and not must_join(sheet, self.terms):
                yield sheet

    # Detachments -------------------------------------------------------------------------------------

    def reframed(self, detachments: Sequence[Detachment]) -> RosterDocument | None:
        """The document with these detachments, if nothing in it rests on those that go or come."""
        terms = Terms(self.catalogue, self.terms.faction, self.terms.size, detachments)
        gone = self.terms.chosen - terms.chosen
        for unit in self.draft.units:
            before, after = self.terms.keywords(unit.sheet), terms.keywords(unit.sheet)
            if before != after or any(one.detachment in gone for one in unit.enhancements):
                return None
            if any(one.detachment in gone for one, _ in unit.choices):
                return None
            if self.terms.ways(unit.sheet) != terms.ways(unit.sheet):
                return None
            if self.terms.guests.get(unit.sheet.id) != terms.guests.get(unit.sheet.id):
                return None
            if self.terms.book.table(unit.sheet) != terms.book.table(unit.sheet) or unit.sheet.splits:
                return None
        if [row for row in terms.groups if row not in self.terms.groups]:
            return None
        if any(self._asks(one) for one in detachments if one.id not in self.terms.chosen):
            return None
        references = tuple(Reference(one.id, one.name) for one in detachments)
        named = self.document.dispositions or tuple(map(Reference, self.granted()[:1]))
        return replace(self.document, detachments=references, dispositions=named)

    def granted(self) -> list[str]:
        """Ids of the dispositions that the detachments grant."""
        offers = [offer_here(one, self.terms.lineage) for one in self.terms.detachments]
        return list(dict.fromkeys(id for offer in offers if offer is not None for id in offer.dispositions))

    def _asks(self, detachment: Detachment) -> bool:
        """Whether it asks for something, gives something without a choice, or forbids something."""
        own = self.catalogue.enhancements_of.get(detachment.id, ())
        return bool(
            detachment.demanded_warlords
            or detachment.required_datasheets
            or detachment.unit_minimums
            or detachment.excluded_datasheets
            or detachment.excluded_detachments
            or any(one.is_demanded for one in own)
        )

    # Enhancements ------------------------------------------------------------------------------------

    def own_enhancements(self) -> list[Enhancement]:
        """Those of the selected detachments that have a price here and are nobody's by demand, in random order."""
        return self.shuffled(
            [
                one
                for detachment in self.terms.detachments
                for one in self.catalogue.enhancements_of.get(detachment.id, ())
                if not one.not_offered and not one.is_demanded and one.points_in(*self.terms.lineage) is not None
            ]
        )

    def room(self) -> int:
        """Points that are left."""
        return self.terms.size.points_limit - self.draft.total()

    def fits(self, enhancement: Enhancement) -> bool:
        """Whether there are points for it."""
        return (enhancement.points_in(*self.terms.lineage) or 0) <= self.room()

    def fulfils(self, unit: Drafted, enhancement: Enhancement) -> bool:
        """Whether it has the keywords that the enhancement asks for."""
        return not enhancement.requires or any(folded(group) <= unit.sure for group in enhancement.requires)

    def bearing(self, place: int, *enhancements: Enhancement, **more: Any) -> RosterDocument:
        """The document with enhancements on a unit beside those it has."""
        entry = self.document.units[place]
        own = (*entry.enhancements, *(Reference(one.id, one.name) for one in enhancements))
        return self.edit({place: {"enhancements": own, **more}})


def piece(item: str, count: int, catalogue: Catalogue) -> ItemCount:
    """So many of the item, written down."""
    return ItemCount(Reference(item, catalogue.items[item].name), count)


def stripped(entry: UnitEntry, models: Sequence[ModelEntry]) -> dict[str, Any]:
    """Fields of a unit that has these models, and nothing written down of what they carry."""
    return {"models": tuple(replace(model, items=()) for model in models), "items": ()}


def has(unit: Drafted, keyword: str) -> bool:
    """Whether the unit surely has the keyword, given as players write it."""
    return fold_keyword(keyword) in unit.sure
