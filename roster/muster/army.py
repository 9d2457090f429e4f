"""The army a roster document describes, with everything a check asks for resolved once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from datasheets.catalogue import Catalogue, fold_name
from datasheets.catalogue.attachment import AlliedRule
from datasheets.catalogue.datasheet import Datasheet, SplitRule
from datasheets.catalogue.faction import BattleSize, Faction
from datasheets.catalogue.group import Allegiance
from datasheets.catalogue.names import fold_keyword
from roster.document import Reference, RosterDocument
from roster.muster.attached import AttachedUnit, Way, attached_units, ways_by_data, whole_units
from roster.muster.choices import in_force, is_open_to
from roster.muster.event import EventProfile
from roster.muster.needs import Need
from roster.muster.permissions import Permission
from roster.muster.plan import Plan, resolve_plan
from roster.muster.report import PointsBreakdown
from roster.muster.resolving import resolved_units
from roster.muster.unit import CHARACTER, ChosenDetachment, Unit, as_written, fold_keywords
from roster.muster.words import abridged, counted

Value = TypeVar("Value")

MAXIMUM_UNITS = 200
"""Units a roster may have to be checked; the cheapest 150 already exceed every battle size."""

MAXIMUM_DETACHMENTS = 20


@dataclass(frozen=True, eq=False)
class Army:
    """A roster document over a catalogue. What was not recognised stays in it, and is known.

    ``lineage`` are the army's faction and its parents, ``keywords`` its folded faction and chapter
    keywords, ``points_limit`` the limit that holds, None where the roster gives none.
    """

    document: RosterDocument
    catalogue: Catalogue
    faction: Faction | None
    lineage: tuple[str, ...]
    keywords: frozenset[str]
    battle_size: BattleSize | None
    points_limit: int | None
    detachments: tuple[ChosenDetachment, ...]
    detachment_ids: frozenset[str]
    dispositions: tuple[tuple[Reference, str | None], ...]
    """Each as written, with its id if the catalogue has it."""
    units: tuple[Unit, ...]
    event: EventProfile | None = None
    """The event whose restrictions hold beside the rules, None without one."""

    @property
    def manual_name(self) -> str:
        """The points manual in force, by name and version."""
        return _manual_name(self.catalogue)

    @cached_property
    def is_oversized(self) -> bool:
        """Whether the document is too large to be checked; then it has no units here."""
        return _is_oversized(self.document)

    # Look-ups --------------------------------------------------------------------------------

    @cached_property
    def units_by_key(self) -> Mapping[str, Unit]:
        """Units by key; the first one, should two have it."""
        return {unit.key: unit for unit in reversed(self.units)}

    @cached_property
    def units_by_name(self) -> Mapping[str, tuple[Unit, ...]]:
        """Recognised units by folded datasheet name, in roster order: what the unit limit counts (25.03)."""
        groups: defaultdict[str, list[Unit]] = defaultdict(list)
        for unit in self.units:
            if unit.datasheet is not None:
                groups[fold_name(unit.name)].append(unit)
        return {name: tuple(units) for name, units in groups.items()}

    @cached_property
    def datasheet_ids(self) -> frozenset[str]:
        """Ids of the datasheets of the army."""
        return frozenset(unit.datasheet.id for unit in self.units if unit.datasheet)

    @cached_property
    def warlords(self) -> tuple[Unit, ...]:
        """Units written down as the Warlord's."""
        return tuple(unit for unit in self.units if unit.entry.is_warlord)

    @cached_property
    def points(self) -> PointsBreakdown:
        """What the army costs. An unknown faction leaves it incomplete: prices depend on it."""
        prices = tuple(unit.price for unit in self.units)
        total = sum(part.points for price in prices for part in price.parts)
        is_known = self.faction is not None and not self.is_oversized
        is_complete = is_known and all(price.points is not None for price in prices)
        return PointsBreakdown(total, is_complete, prices)

    # Choices ---------------------------------------------------------------------------------

    @cached_property
    def allegiances(self) -> tuple[Allegiance, ...]:
        """The choices there are for units of this army, with its detachments."""
        return in_force(self.catalogue.data.allegiances, self.detachment_ids)

    def may_be_given(self, unit: Unit, keyword: str) -> bool:
        """Whether the player may choose for the unit to have the keyword; ``keyword`` folded."""
        by_detachment = any(
            grant.is_choice
            and fold_keyword(grant.keyword) == keyword
            and unit.has_all((grant.to_keyword, grant.with_keyword) if grant.with_keyword else (grant.to_keyword,))
            for chosen in self.detachments
            if chosen.detachment is not None
            for grant in chosen.detachment.granted_keywords
        )
        return by_detachment or any(
            keyword in fold_keywords(choice.keywords) and is_open_to(allegiance, unit.datasheet, unit.keywords)
            for allegiance in self.allegiances
            for choice in allegiance.choices
        )

    def unwritten_choice(self, unit: Unit, keywords: frozenset[str]) -> Allegiance | None:
        """What has to be chosen for the unit, is not, and can give it one of these folded keywords."""
        for allegiance in self.allegiances:
            gives = {keyword for choice in allegiance.choices for keyword in fold_keywords(choice.keywords)}
            is_owed = allegiance.is_mandatory and allegiance.id not in unit.given
            if is_owed and gives & keywords and is_open_to(allegiance, unit.datasheet, unit.keywords):
                return allegiance
        return None

    # Attached units and the plan ---------------------------------------------------------------

    @cached_property
    def ways_by_datasheet(self) -> Mapping[str, tuple[Way, ...]]:
        """How each datasheet of the army may be attached, by its id, without enhancements."""
        sheets = {unit.datasheet.id: unit.datasheet for unit in self.units if unit.datasheet}
        return {id: ways_by_data(id, self, self.catalogue.lineage(sheet.faction)) for id, sheet in sheets.items()}

    def bodyguard_of(self, unit: Unit) -> Unit | None:
        """The unit it is written to be attached to."""
        return self.units_by_key.get(unit.entry.attached_to) if unit.entry.attached_to is not None else None

    @cached_property
    def attached_units(self) -> tuple[AttachedUnit, ...]:
        """The attached units as written."""
        return attached_units(self)

    @cached_property
    def _whole_units(self) -> Mapping[int, tuple[Unit, ...]]:
        return whole_units(self)

    def whole_unit(self, unit: Unit) -> tuple[Unit, ...]:
        """All units of the attached unit it is part of, in roster order; itself if it stands alone (19.01)."""
        return self._whole_units[unit.index]

    @cached_property
    def groups(self) -> tuple[tuple[Unit, ...], ...]:
        """Every attached unit, and every unit that stands alone, as its units; by the first of them."""
        return tuple(dict.fromkeys(self._whole_units.values()))

    @cached_property
    def plan(self) -> Plan | None:
        """The deployment plan, resolved; None if the roster has none (R-23)."""
        return resolve_plan(self.document.plan, self.units_by_key) if self.document.plan else None

    def split_rules(self, unit: Unit) -> list[SplitRule]:
        """What in this army may split the unit in two (01.02.06)."""
        rules = unit.datasheet.splits if unit.datasheet else ()
        return [
            rule
            for rule in rules
            if (rule.transport is None or rule.transport in self.datasheet_ids)
            and (rule.detachment is None or rule.detachment in self.detachment_ids)
        ]

    def can_split(self, unit: Unit) -> bool:
        """Whether something in this army may split the unit, or the plan does."""
        return bool(self.split_rules(unit)) or (self.plan is not None and unit.index in self.plan.split)

    # Faction and allies ------------------------------------------------------------------------

    def is_native(self, unit: Unit) -> bool:
        """Whether the unit has the army faction keyword (25.04).

        A stub without faction keywords belongs where its price stands.
        """
        if unit.datasheet is None or self.faction is None:
            return False
        if not unit.faction_keywords:
            return unit.datasheet.faction in self.lineage
        return fold_keyword(self.faction.keyword) in unit.faction_keywords

    @cached_property
    def chapters(self) -> frozenset[str]:
        """Folded chapter keywords of the army: its own, or those of its units where it has none (R-15)."""
        own = self.faction.chapter_keyword if self.faction is not None else None
        if own is not None:
            return frozenset({fold_keyword(own)})
        known = self.catalogue.chapter_keywords.keys()
        return frozenset(one for unit in self.units if self.is_native(unit) for one in unit.faction_keywords & known)

    def is_on_offer(self, datasheet: Datasheet) -> bool:
        """Whether nothing known keeps this army from adding the datasheet: faction, chapter, price. Limits apart."""
        if self.faction is None:
            return True
        keywords = fold_keywords(datasheet.faction_keywords)
        chapters = keywords & self.catalogue.chapter_keywords.keys()
        is_native = fold_keyword(self.faction.keyword) in keywords if keywords else datasheet.faction in self.lineage
        if is_native and chapters and self.chapters and chapters.isdisjoint(self.chapters):
            return False
        if not is_native and not any(
            rule.id in self._host_rules and self.is_open(rule)
            for rule in self.catalogue.allied_rules_of.get(datasheet.id, ())
        ):
            return False
        table = self.catalogue.price_table(datasheet.id, self.faction.id, self.detachment_ids)
        barring = fold_keywords(datasheet.excluded_factions)
        return table is not None and bool(table.tiers) and barring.isdisjoint(self.keywords | self.chapters)

    def allied_rules(self, unit: Unit) -> tuple[AlliedRule, ...]:
        """Allied rules that could open the unit to this army's faction, with whichever detachments."""
        if unit.datasheet is None:
            return ()
        rules = self.catalogue.allied_rules_of.get(unit.datasheet.id, ())
        return tuple(rule for rule in rules if rule.id in self._host_rules)

    @cached_property
    def _host_rules(self) -> frozenset[str]:
        """Ids of the allied rules for this army; one made for its chapter replaces the like of its parent."""
        hosts = {rule: fold_keywords(rule.host_keywords) for rule in self.catalogue.data.allied_rules}
        rules = {rule: keywords for rule, keywords in hosts.items() if not self.keywords.isdisjoint(keywords)}
        chapter = self.faction.chapter_keyword if self.faction else None
        if self.faction is None or chapter is None:
            return frozenset(rule.id for rule in rules)
        own, common = fold_keyword(chapter), fold_keyword(self.faction.keyword)
        made = {guest for rule, keywords in rules.items() if common not in keywords for guest in rule.guests}
        return frozenset(rule.id for rule, keywords in rules.items() if own in keywords or made.isdisjoint(rule.guests))

    def is_open(self, rule: AlliedRule) -> bool:
        """Whether the detachments of the army satisfy the rule: one of those it names, or it names none."""
        return not rule.detachments or not self.detachment_ids.isdisjoint(rule.detachments)

    @cached_property
    def guests(self) -> Mapping[str, tuple[AlliedRule, tuple[Unit, ...]]]:
        """Allied units by the id of the rule they come in by; where several are open, the roomiest."""
        rules: dict[str, AlliedRule] = {}
        units: defaultdict[str, list[Unit]] = defaultdict(list)
        for unit in self.units:
            if self.is_native(unit):
                continue
            opened = [rule for rule in self.allied_rules(unit) if self.is_open(rule)]
            if opened:
                rule = max(opened, key=lambda rule: _room(rule, self.battle_size))
                rules[rule.id] = rule
                units[rule.id].append(unit)
        return {id: (rule, tuple(units[id])) for id, rule in rules.items()}

    @cached_property
    def has_characters_to_choose(self) -> bool:
        """Whether some datasheet with the army faction keyword is a CHARACTER; the Titan legions have none."""
        if self.faction is None:
            return True
        keyword = fold_keyword(self.faction.keyword)
        return any(
            CHARACTER in fold_keywords(sheet.keywords)
            for sheet in self.catalogue.data.datasheets
            if keyword in fold_keywords(sheet.faction_keywords)
        )

    # Exceptions and what is not known ------------------------------------------------------------

    def permits(self, permission: Permission) -> bool:
        """Whether some data of this army grants this exception to a rule."""
        return permission.is_granted(self)

    @cached_property
    def unrecognised_units(self) -> tuple[Unit, ...]:
        """Units whose datasheet the catalogue does not know."""
        return tuple(unit for unit in self.units if unit.datasheet is None)

    @cached_property
    def lacking(self) -> Mapping[Need, str]:
        """The needs that are not met, and why, as sentences."""
        return {need: reason for need in Need if (reason := _lack(self, need)) is not None}

    def lacks(self, need: Need) -> str | None:
        """Why this need is not met, as a sentence; None if it is."""
        return self.lacking.get(need)


def _room(rule: AlliedRule, size: BattleSize | None) -> tuple[float, str]:
    limits = [row.maximum for row in rule.points_limits if size is not None and row.battle_size == size.id]
    return (min(limits, default=float("inf")), rule.id)


def _lack(army: Army, need: Need) -> str | None:
    match need:
        case Need.FACTION:
            return None if army.faction is not None else "The army faction is not known."
        case Need.BATTLE_SIZE:
            return None if army.battle_size is not None else "The battle size is not known."
        case Need.DETACHMENTS:
            names = [chosen.name for chosen in army.detachments if chosen.detachment is None]
            return _not_recognised(names, len(army.detachments), "detachment")
        case Need.DISPOSITIONS:
            names = [as_written(reference) for reference, id in army.dispositions if id is None]
            return _not_recognised(names, len(army.dispositions), "force disposition")
        case Need.UNITS:
            return _not_recognised([unit.name for unit in army.unrecognised_units], len(army.units), "unit")
        case Need.ENHANCEMENTS:
            held = [held for unit in army.units for held in unit.enhancements]
            return _not_recognised([one.name for one in held if one.enhancement is None], len(held), "enhancement")
        case Need.PRICES:
            lacking = [unit for unit in army.units if unit.price.points is None]
            if not lacking:
                return None
            words = abridged([f"{unit.name} ({unit.price.missing[0]})" for unit in lacking])
            return f"{len(lacking)} of {counted(len(army.units), 'unit')} without a whole price: {words}."


def _not_recognised(names: Sequence[str], total: int, noun: str) -> str | None:
    if not names:
        return None
    return f"{len(names)} of {counted(total, noun)} not recognised: {abridged(names)}."


def assemble(document: RosterDocument, catalogue: Catalogue, event: EventProfile | None = None) -> Army:
    """Resolve a roster document over a catalogue; a document too large keeps no units (see ``is_oversized``)."""
    faction = _found(document.faction, catalogue.factions)
    battle_size = _found(document.battle_size, catalogue.battle_sizes)
    lineage = catalogue.lineage(faction.id) if faction else ()
    keywords = _army_keywords(faction)
    is_oversized = _is_oversized(document)
    chosen = () if is_oversized else _chosen(document.detachments, catalogue, lineage)
    entries = () if is_oversized else document.units
    return Army(
        document=document,
        catalogue=catalogue,
        faction=faction,
        lineage=lineage,
        keywords=keywords,
        battle_size=battle_size,
        points_limit=_points_limit(document, battle_size),
        detachments=chosen,
        detachment_ids=frozenset(one.detachment.id for one in chosen if one.detachment),
        dispositions=tuple(
            (reference, reference.id if reference.id in catalogue.dispositions else None)
            for reference in document.dispositions
        ),
        units=resolved_units(entries, chosen, catalogue, lineage, keywords, manual=_manual_name(catalogue)),
        event=event,
    )


def _manual_name(catalogue: Catalogue) -> str:
    return f"{catalogue.stamp.manual.name} {catalogue.stamp.manual.version}".strip()


def _points_limit(document: RosterDocument, battle_size: BattleSize | None) -> int | None:
    """The roster's own limit comes before the battle size's (R-26); one that is no limit is none."""
    if document.points_limit is not None:
        return document.points_limit if document.points_limit > 0 else None
    return battle_size.points_limit if battle_size is not None else None


def _is_oversized(document: RosterDocument) -> bool:
    return len(document.units) > MAXIMUM_UNITS or len(document.detachments) > MAXIMUM_DETACHMENTS


def _found(reference: Reference | None, values: Mapping[str, Value]) -> Value | None:
    return values.get(reference.id) if reference is not None and reference.id is not None else None


def _army_keywords(faction: Faction | None) -> frozenset[str]:
    if faction is None:
        return frozenset()
    chapter = (faction.chapter_keyword,) if faction.chapter_keyword else ()
    return fold_keywords((faction.keyword, *chapter))


def _chosen(
    references: Sequence[Reference], catalogue: Catalogue, lineage: tuple[str, ...]
) -> tuple[ChosenDetachment, ...]:
    chosen = []
    for index, reference in enumerate(references):
        detachment = _found(reference, catalogue.detachments)
        offer = detachment.offer_to(*lineage) if detachment else None
        chosen.append(ChosenDetachment(reference, f"/detachments/{index}", detachment, offer))
    return tuple(chosen)
