"""An army while it is built: its units, and whether one more would still be within all limits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from datasheets.catalogue.attachment import AlliedRule, Attachment, AttachmentRole
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.group import Allegiance
from datasheets.catalogue.names import fold_keyword, fold_name
from tests.generated.terms import AIRCRAFT, BATTLELINE, CHARACTER, DEDICATED, EPIC_HERO, Terms, folded
from tests.generated.wargear import Counts, Model


@dataclass(eq=False)
class Drafted:
    """A unit of the draft. ``host`` is the unit it is attached to, by ``row`` or by its enhancement."""

    sheet: Datasheet
    models: list[Model]
    sure: frozenset[str]
    possible: frozenset[str]
    used: Counter[int] = field(default_factory=Counter)
    choices: list[tuple[Allegiance, str]] = field(default_factory=list)
    host: Drafted | None = None
    row: Attachment | None = None
    role: AttachmentRole | None = None
    enhancements: list[Enhancement] = field(default_factory=list)
    is_warlord: bool = False
    key: str = ""
    prices: dict[tuple[int, tuple[str, ...]], int | None] = field(default_factory=dict)
    """What it costs, by its copy and its enhancements."""

    @cached_property
    def counts(self) -> Counts:
        """Models by kind."""
        return dict(Counter(model.kind for model in self.models))

    @cached_property
    def items(self) -> Counter[str]:
        """Pieces by item, over all models."""
        found: Counter[str] = Counter()
        for model in self.models:
            found.update(model.items)
        return found

    @property
    def is_character(self) -> bool:
        """Whether it is surely a CHARACTER unit."""
        return CHARACTER in self.sure


class Draft:
    """The units so far. Limits are read from the terms anew, and on the safe side where a keyword is only possible."""

    def __init__(self, terms: Terms, *, ignore_points: bool = False) -> None:
        self.terms = terms
        self.units: list[Drafted] = []
        self.riders: dict[Drafted, Drafted] = {}
        """For each Dedicated Transport the unit, with all attached to it, that is to ride in it."""
        self._ignore_points = ignore_points

    def with_units(self, more: Sequence[Drafted]) -> Draft:
        """Another draft with the same units and these, whatever limit that breaks."""
        other = Draft(self.terms)
        other.units = [*self.units, *more]
        other.riders = dict(self.riders)
        return other

    # Groups ------------------------------------------------------------------------------------------

    def attached_to(self, host: Drafted) -> list[Drafted]:
        """The units attached to it."""
        return [unit for unit in self.units if unit.host is host]

    def group(self, unit: Drafted) -> list[Drafted]:
        """The whole attached unit it is part of."""
        host = unit.host or unit
        return [host, *self.attached_to(host)]

    def groups(self) -> Iterator[list[Drafted]]:
        """All units as attached units."""
        for unit in self.units:
            if unit.host is None:
                yield self.group(unit)

    # Points ------------------------------------------------------------------------------------------

    def prices(self) -> list[int | None]:
        """What each unit costs, by the order of the units; None without a price."""
        copies: Counter[str] = Counter()
        found: list[int | None] = []
        for unit in self.units:
            copies[fold_name(unit.sheet.name)] += 1
            copy = copies[fold_name(unit.sheet.name)]
            key = (copy, tuple(one.id for one in unit.enhancements))
            if key not in unit.prices:
                book = self.terms.book
                unit.prices[key] = book.unit(unit.sheet, copy, unit.counts, unit.items, unit.enhancements)
            found.append(unit.prices[key])
        return found

    def total(self) -> int:
        """What the army costs; a unit without a price is no unit of a legal army."""
        return sum(price or 0 for price in self.prices())

    # Limits ------------------------------------------------------------------------------------------

    def try_add(self, units: Sequence[Drafted]) -> bool:
        """Add the units where the army stays within its limits."""
        self.units += units
        if self.is_within():
            return True
        del self.units[len(self.units) - len(units) :]
        return False

    def is_within(self) -> bool:
        """Whether no limit of the army is broken; what it lacks (a Warlord, a detachment's demands) is no limit."""
        return not self.broken_limits()

    def broken_limits(self) -> frozenset[str]:
        """The limits that are broken, each by a word."""
        return frozenset(self._broken())

    def _broken(self) -> Iterator[str]:
        prices = self.prices()
        limit = self.terms.size.points_limit
        if any(price is None for price in prices):
            yield "price"
        if not self._ignore_points and sum(price or 0 for price in prices) > limit:
            yield "points"
        forced = [
            price or 0
            for unit, price in zip(self.units, prices, strict=True)
            if AIRCRAFT in unit.possible or unit.sheet.reserves.must_start
        ]
        # Who rides in what has to start in reserves starts there too.
        by_unit = {id(unit): price or 0 for unit, price in zip(self.units, prices, strict=True)}
        for transport, rider in self.riders.items():
            if transport.sheet.reserves.must_start or AIRCRAFT in transport.possible:
                forced += [by_unit.get(id(unit), 0) for unit in self.group(rider)]
        if sum(forced) > limit // 2:
            yield "reserves"
        if not self._is_within_copies():
            yield "copies"
        yield from self._broken_groups()
        if not self._is_of_one_chapter():
            yield "chapter"
        if not self._heroes_agree():
            yield "heroes"
        yield from self._broken_terms_of_allies(prices)

    def most_copies(self, unit: Drafted) -> int:
        """How often its datasheet may be in the army, by name."""
        limit = self.terms.size.unit_limit
        if EPIC_HERO in unit.possible:
            return 1
        return 2 * limit if {BATTLELINE, DEDICATED} & unit.sure else limit

    def _is_within_copies(self) -> bool:
        names: defaultdict[str, list[Drafted]] = defaultdict(list)
        for unit in self.units:
            names[fold_name(unit.sheet.name)].append(unit)
        return all(len(units) <= min(map(self.most_copies, units)) for units in names.values())

    def _broken_groups(self) -> Iterator[str]:
        present = Counter(unit.sheet.id for unit in self.units)
        for group, most in self.terms.groups:
            members = sum(present[one] for one in group.members)
            if most is not None and members > most:
                yield "group"
            if members and any(present[one] for one in group.excludes):
                yield "excluded"

    def _is_of_one_chapter(self) -> bool:
        found = [
            folded(unit.sheet.faction_keywords) & self.terms.chapters
            for unit in self.units
            if self.terms.is_native(unit.sheet)
        ]
        named = [one for one in found if one]
        return not named or (bool(frozenset.intersection(*named)) and all(one == named[0] for one in named))

    def _heroes_agree(self) -> bool:
        for unit in self.units:
            excluded = unit.sheet.excluded_epic_heroes
            if excluded is None:
                continue
            for other in self.units:
                if other.sheet.name != unit.sheet.name and {EPIC_HERO, fold_keyword(excluded)} <= other.possible:
                    return False
        return True

    # Allies ------------------------------------------------------------------------------------------

    def is_guest(self, unit: Drafted) -> bool:
        """Whether it is in the army by an allied rule only."""
        return not self.terms.is_native(unit.sheet)

    def _broken_terms_of_allies(self, prices: Sequence[int | None]) -> Iterator[str]:
        """Every open rule that lets a guest in is to be kept, as if all its guests had come in by it."""
        for rule in self.terms.open_rules:
            guests = [unit for unit in self.units if self.is_guest(unit) and unit.sheet.id in rule.guests]
            if guests:
                yield from self._broken_rule(rule, guests, prices)
        buckets: defaultdict[str, set[str]] = defaultdict(set)
        for rule in self.terms.open_rules:
            keywords = [row.keyword for row in rule.count_limits if row.keyword]
            for unit in self.units:
                if rule.exclusive_bucket and self.is_guest(unit) and unit.sheet.id in rule.guests:
                    side = next((one for one in keywords if fold_keyword(one) in unit.sure), rule.name)
                    buckets[rule.exclusive_bucket].add(side)
        if any(len(sides) > 1 for sides in buckets.values()):
            yield "bucket"

    def _broken_rule(self, rule: AlliedRule, guests: Sequence[Drafted], prices: Sequence[int | None]) -> Iterator[str]:
        counting = [unit for unit in guests if not folded(rule.uncounted_if) & unit.sure]
        points = sum(prices[self.units.index(unit)] or 0 for unit in counting)
        for row in rule.points_limits:
            if row.battle_size == self.terms.size.id and points > row.maximum:
                yield "allied points"
        for row in rule.count_limits:
            own = [unit for unit in counting if row.keyword is None or fold_keyword(row.keyword) in unit.possible]
            if row.battle_size == self.terms.size.id and len(own) > row.maximum:
                yield "allied count"
        for keyword in rule.ratio_keywords:
            of_it = [unit for unit in guests if fold_keyword(keyword) in unit.possible]
            if 2 * sum(BATTLELINE in unit.sure for unit in of_it) < len(of_it):
                yield "ratio"
        asked = folded(rule.all_models_keywords)
        if asked and not all(unit in guests or asked & unit.sure for unit in self.units):
            yield "all models"
