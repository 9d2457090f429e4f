"""Which datasheet each unit entry of a points manual means, and stubs for those the package lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
        self._blocks: dict[tuple[str, str], list[str]] = {}
        for datasheet in self.datasheets.values():
            self._index(datasheet)
        self._aliases: dict[tuple[str, str], str] = {}
        for row in self.names.units:
            if row.datasheet in self.datasheets:
                self._aliases[row.price_list, fold_name(row.name)] = row.datasheet

    def _index(self, datasheet: Datasheet) -> None:
        for name in (datasheet.name, *datasheet.aliases):
            self._by_name.setdefault((datasheet.faction, fold_name(name)), []).append(datasheet.id)

    # Blocks of lists -------------------------------------------------------------------------

    def home_of(self, price_list: str, block: str) -> str:
        """The faction whose datasheets a block of a list prices; chapters share their parent's."""
        if block in self.names.guest_blocks:
            return self.names.guest_blocks[block]
        faction = self.factions[list_faction(price_list)]
        return faction.parent or faction.id

    def is_allied(self, block: str) -> bool:
        """Whether the block prices the list's own datasheets as guests in other armies."""
        return block in self.names.allied_blocks

    def _chapter_of(self, price_list: str, block: str) -> Faction | None:
        """The chapter whose units a block lists: the one it is named after, else the list's own."""
        for faction in self.factions.values():
            if faction.chapter_keyword and faction.name == block:
                return faction
        own = self.factions[list_faction(price_list)]
        return own if own.chapter_keyword and not block else None

    def _chapters(self, datasheet_id: str) -> list[Faction]:
        keywords = {fold_keyword(keyword) for keyword in self.datasheets[datasheet_id].faction_keywords}
        return [
            faction
            for faction in self.factions.values()
            if faction.chapter_keyword and fold_keyword(faction.chapter_keyword) in keywords
        ]

    # Names -----------------------------------------------------------------------------------

    def find(self, price_list: str, name: str, block: str = "") -> str | None:
        """The datasheet that ``name`` means in a block of a list, or None.

        A chapter's own datasheet is meant in that chapter's block only; a parent's entry without a
        block may mean one of a chapter that has no list. Of several, the chapter's own comes first.
        """
        key = fold_name(name)
        for scope in (price_list, ""):
            found = self._aliases.get((scope, key))
            if found is not None:
                return found
        wanted = self._chapter_of(price_list, block)
        ranked: list[tuple[int, str]] = []
        for candidate in self._by_name.get((self.home_of(price_list, block), key), []):
            chapters = self._chapters(candidate)
            if wanted is not None and wanted in chapters:
                ranked.append((0, candidate))
            elif not chapters:
                ranked.append((1, candidate))
            elif not block and all(chapter.price_list != chapter.id for chapter in chapters):
                ranked.append((2, candidate))
        return min(ranked)[1] if ranked else None

    def find_target(self, price_list: str, name: str) -> str | None:
        """The datasheet that an attachment list means by ``name``: it may stand in another block or chapter."""
        for block in ("", *self._blocks.get((price_list, fold_name(name)), [])):
            found = self.find(price_list, name, block)
            if found is not None:
                return found
        # Attachment lists name units of other chapters too, which share the parent's datasheets.
        candidates = self._by_name.get((self.home_of(price_list, ""), fold_name(name)), [])
        return candidates[0] if len(candidates) == 1 else None

    def enter_lists(self, lists: Sequence[manual.PriceList]) -> Iterator[tuple[manual.PriceList, manual.Unit, str]]:
        """Every unit entry with its datasheet; parents' lists first, so that what is shared is theirs.

        A stub of name and price is made where there is no datasheet (R-04). Raises
        :class:`SourceFault` where two entries of a list mean the same datasheet in the same army.
        """
        for price_list in sorted(lists, key=lambda each: bool(each.parent)):
            entered: dict[tuple[str, bool], str] = {}
            for unit in price_list.units:
                self._blocks.setdefault((price_list.slug, fold_name(unit.name)), []).append(unit.block)
                datasheet = self._enter(price_list.slug, unit)
                key = (datasheet, self.is_allied(unit.block))
                if key in entered:
                    raise SourceFault(f'{price_list.slug}: "{entered[key]}" and "{unit.name}" both mean {datasheet}.')
                entered[key] = unit.name
                yield price_list, unit, datasheet

    def _enter(self, price_list: str, unit: manual.Unit) -> str:
        found = self.find(price_list, unit.name, unit.block)
        if found is not None:
            self._learn_name(found, unit.name)
            return found
        stub = self._stub(price_list, unit)
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
        chapter = self._chapter_of(price_list, unit.block)
        sizes = [row.models for tier in unit.tiers for row in tier.rows] or [1]
        slug = slug_of(unit.name)
        if f"{home}:{slug}" in self.datasheets and unit.legends:
            # A chapter has a datasheet of this name, and the parent's of the same name is Legends.
            slug = f"{slug}-legends"
        if f"{home}:{slug}" in self.datasheets:
            raise SourceFault(f'{price_list}: "{unit.name}" would be a second {home}:{slug}; correct its name.')
        return Datasheet(
            id=f"{home}:{slug}",
            name=unit.name,
            faction=home,
            faction_keywords=(
                self.factions[home].keyword,
                *([chapter.chapter_keyword] if chapter and chapter.chapter_keyword else []),
            ),
            keywords=(unit.name,),
            minimum_models=min(sizes),
            maximum_models=max(sizes),
            is_legends=unit.legends,
            knowledge=Knowledge.PRICED,
            source="points manual",
        )
