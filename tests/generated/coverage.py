"""What of the catalogue stands in generated rosters, and what of it never does and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from tests.generated.rosters import Generated
from tests.generated.terms import Terms


@dataclass
class Coverage:
    """How often each thing appeared, by its id or key."""

    datasheets: Counter[str] = field(default_factory=Counter)
    options: Counter[tuple[str, int]] = field(default_factory=Counter)
    enhancements: Counter[str] = field(default_factory=Counter)
    detachments: Counter[tuple[str, str]] = field(default_factory=Counter)
    allied_rules: Counter[str] = field(default_factory=Counter)
    attachments: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    choices: Counter[tuple[str, str]] = field(default_factory=Counter)
    plans: Counter[str] = field(default_factory=Counter)
    sizes: Counter[str] = field(default_factory=Counter)
    units: Counter[str] = field(default_factory=Counter)

    def add(self, generated: Generated) -> None:
        """Count the roster."""
        terms = generated.draft.terms
        self.sizes[terms.size.id] += 1
        self.detachments.update((terms.faction.id, one.id) for one in terms.detachments)
        self.units["all"] += len(generated.draft.units)
        for unit in generated.draft.units:
            self.datasheets[unit.sheet.id] += 1
            self.options.update((unit.sheet.id, place) for place in unit.used)
            self.enhancements.update(one.id for one in unit.enhancements)
            self.choices.update((one.id, name) for one, name in unit.choices)
            if not terms.is_native(unit.sheet):
                self.allied_rules.update(rule.id for rule in terms.guests.get(unit.sheet.id, ()))
            if unit.host is not None and unit.role is not None:
                self.attachments[unit.sheet.id, unit.host.sheet.id, unit.role.value] += 1
        plan = generated.document.plan
        if plan is not None:
            self.plans["plans"] += 1
            self.plans["transports in use"] += len(plan.embarked)
            self.plans["units embarked"] += sum(len(row.passengers) for row in plan.embarked)
            self.plans["units in reserves"] += len(plan.reserves)
            self.plans["units split"] += len(plan.splits)

    def merge(self, other: Coverage) -> None:
        """Add what another process counted."""
        for name, counter in vars(other).items():
            getattr(self, name).update(counter)


@dataclass(frozen=True)
class Share:
    """Of so many things how many appeared, and of the rest how many for which reason never can, or did not yet."""

    of: str
    seen: int
    all: int
    reasons: Mapping[str, int]


def shares(coverage: Coverage, catalogue: Catalogue) -> list[Share]:
    """The shares of everything that is counted."""
    sheets = {sheet.id: sheet for sheet in catalogue.data.datasheets}
    options = {(sheet.id, place) for sheet in sheets.values() for place in range(len(sheet.options))}
    offers = {
        (faction.id, one.id)
        for faction in catalogue.data.factions
        for one in catalogue.data.detachments
        if any(offer.faction in catalogue.lineage(faction.id) for offer in one.offers)
    }
    rows = {(row.joining, row.bodyguard, row.role.value) for row in catalogue.data.attachments}
    return [
        _share("datasheets", coverage.datasheets, sheets, lambda id: _why(sheets[id], catalogue)),
        _share(
            "options",
            coverage.options,
            options,
            lambda key: _why(sheets[key[0]], catalogue) if not coverage.datasheets[key[0]] else "not taken yet",
        ),
        _share(
            "enhancements",
            coverage.enhancements,
            {one.id for one in catalogue.data.enhancements},
            lambda id: (
                (catalogue.enhancements[id].not_offered and "not offered (R-11)")
                or (not catalogue.enhancements[id].prices and "no price")
                or "not taken yet"
            ),
        ),
        _share("detachments by faction", coverage.detachments, offers, lambda key: _why_not(key[1], catalogue)),
        _share(
            "allied rules", coverage.allied_rules, {one.id for one in catalogue.data.allied_rules}, lambda _: "not yet"
        ),
        _share(
            "attachments",
            coverage.attachments,
            rows,
            lambda key: next(
                (why for id in key[:2] if (why := _why(sheets[id], catalogue)) != "not taken yet"), "not taken yet"
            ),
        ),
        _share(
            "choices",
            coverage.choices,
            {(one.id, choice.name) for one in catalogue.data.allegiances for choice in one.choices},
            lambda _: "not taken yet",
        ),
    ]


def _share(of: str, seen: Counter[Any], everything: Iterable[Any], why: Callable[[Any], str]) -> Share:
    things = set(everything)
    found = things & {one for one, count in seen.items() if count}
    return Share(of, len(found), len(things), Counter(why(one) for one in things - found))


def _why(sheet: Datasheet, catalogue: Catalogue) -> str:
    """Why a datasheet is never generated."""
    if sheet.not_offered:
        return "not offered (R-11)"
    if not Terms.is_full(sheet):
        return "Legends, or known by name and price only"
    if sheet.id not in catalogue.priced_datasheets:
        return "no price in the points manual"
    return "not taken yet"


def _why_not(detachment: str, catalogue: Catalogue) -> str:
    found = catalogue.detachments[detachment]
    if found.not_offered or all(offer.points is None for offer in found.offers):
        return "its Detachment Points are not known"
    return "excluded from the faction, or for another chapter"
