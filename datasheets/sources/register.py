"""Which datasheet each unit entry of a points manual means, and stubs for those the package lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.faction import Faction
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.sources import manual
from datasheets.sources.corrections import Names
from datasheets.sources.factions import list_faction
from datasheets.sources.faults import SourceFault
from datasheets.sources.findings import Finding, FindingKind
from datasheets.sources.slugs import slug_of


@dataclass
class Register:
    """Datasheets by id, found by the name and block under which a manual lists them."""

    factions: Mapping[str, Faction]
    datasheets: dict[str, Datasheet]
    names: Names
    findings: list[Finding] = field(default_factory=list)
    stubs: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._by_name: dict[tuple[str, str], list[str]] = {}
        for datasheet in self.datasheets.values():
            self._index(datasheet)
        self._aliases: dict[tuple[str, str], str] = {}
        for row in self.names.units:
            if row.datasheet not in self.datasheets:
                raise SourceFault(
                    f'corrections/names.yaml: "{row.name}" stands for {row.datasheet}, which is not known.'
                )
            self._aliases[row.price_list, fold_name(row.name)] = row.datasheet

    def _index(self, datasheet: Datasheet) -> None:
        for name in (datasheet.name, *datasheet.aliases):
            self._by_name.setdefault((datasheet.faction, fold_name(name)), []).append(datasheet.id)

    def home_of(self, price_list: str, block: str) -> str:
        """The faction whose datasheets a block of a list prices; chapters share their parent's."""
        if block in self.names.guest_blocks:
            return self.names.guest_blocks[block]
        faction = self.factions[list_faction(price_list)]
        return faction.parent or faction.id

    def is_allied(self, block: str) -> bool:
        """Whether the block prices the list's own datasheets as guests in other armies."""
        return block in self.names.allied_blocks

    def find(self, price_list: str, name: str, block: str = "") -> str | None:
        """The datasheet that ``name`` means in a block of a list, or None.

        Of several of one name, one that bears the keyword of the list's chapter comes first in the
        chapter's own block, and one without any chapter's keyword in the parent's block.
        """
        key = fold_name(name)
        for scope in (price_list, ""):
            found = self._aliases.get((scope, key))
            if found is not None:
                return found
        candidates = self._by_name.get((self.home_of(price_list, block), key), [])
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        wanted = self._chapter(price_list, block)
        ranked = sorted(candidates, key=lambda each: (self._chapters(each) != wanted, each))
        return ranked[0]

    def _chapter(self, price_list: str, block: str) -> set[str]:
        """Folded chapter keyword that the entries of a block carry; empty for the parent's own."""
        for faction in self.factions.values():
            if faction.chapter_keyword and faction.name == block:
                return {fold_keyword(faction.chapter_keyword)}
        own = self.factions[list_faction(price_list)].chapter_keyword
        return {fold_keyword(own)} if own and not block else set()

    def _chapters(self, datasheet_id: str) -> set[str]:
        known = {fold_keyword(faction.chapter_keyword) for faction in self.factions.values() if faction.chapter_keyword}
        return known & {fold_keyword(keyword) for keyword in self.datasheets[datasheet_id].faction_keywords}

    def enter(self, price_list: str, unit: manual.Unit) -> str:
        """The datasheet of an entry; a stub of name and price is made where there is none (R-04)."""
        found = self.find(price_list, unit.name, unit.block)
        if found is not None:
            self._learn_name(found, unit.name)
            return found
        stub = self._stub(price_list, unit)
        if stub.id in self.datasheets:
            raise SourceFault(f'{price_list}: "{unit.name}" would be a second {stub.id}; name it in corrections.')
        self.datasheets[stub.id] = stub
        self.stubs.add(stub.id)
        self._index(stub)
        if not unit.legends:
            text = "priced by the manual, not in the package: name and price only."
            self.findings.append(Finding(FindingKind.MANUAL_UNIT, stub.id, text))
        return stub.id

    def _learn_name(self, datasheet_id: str, name: str) -> None:
        """Keep a name under which only the manual knows a datasheet as its alias."""
        datasheet = self.datasheets[datasheet_id]
        if fold_name(name) not in {fold_name(known) for known in (datasheet.name, *datasheet.aliases)}:
            self.datasheets[datasheet_id] = replace(datasheet, aliases=(*datasheet.aliases, name))

    def _stub(self, price_list: str, unit: manual.Unit) -> Datasheet:
        home = self.home_of(price_list, unit.block)
        chapter = self._chapter(price_list, unit.block)
        chapters = tuple(
            faction.chapter_keyword
            for faction in self.factions.values()
            if faction.chapter_keyword and fold_keyword(faction.chapter_keyword) in chapter
        )
        sizes = [row.models for tier in unit.tiers for row in tier.rows] or [1]
        return Datasheet(
            id=f"{home}:{slug_of(unit.name)}",
            name=unit.name,
            faction=home,
            faction_keywords=(self.factions[home].keyword, *chapters),
            keywords=(unit.name,),
            minimum_models=min(sizes),
            maximum_models=max(sizes),
            is_legends=unit.legends,
            knowledge=Knowledge.PRICED,
            source="points manual",
        )

    def named(self, name: str, homes: Iterable[str]) -> list[str]:
        """Every datasheet of ``homes`` that bears a name."""
        return [found for home in homes for found in self._by_name.get((home, fold_name(name)), [])]
