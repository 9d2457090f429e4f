"""Who may join whom by a points manual, beside the attachments of a catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.sources.correction_rows import TargetName

Told = dict[AttachmentRole, dict[str, str]]
"""By role: the folded name of a target, and the name as the manual writes it."""


@dataclass
class Pairs:
    """The pairs that a manual's entries name, collected entry by entry, and those of the catalogue."""

    data: CatalogueData
    targets: Sequence[TargetName]
    of_units: dict[tuple[str, str], Told] = field(default_factory=dict)
    """By joining datasheet and price list."""
    of_enhancements: dict[str, Told] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.named: dict[str, set[str]] = {}
        for sheet in self.data.datasheets:
            for name in (sheet.name, *sheet.aliases):
                self.named.setdefault(fold_name(name), set()).add(sheet.id)
        self.spelt = {fold_name(row.name): row for row in self.targets}

    def unit(self, datasheet: str, price_list: str, leads: Iterable[str], supports: Iterable[str]) -> None:
        """A unit's entry in a list; several entries of one datasheet are laid together."""
        _tell(self.of_units.setdefault((datasheet, price_list), {}), leads, supports)

    def enhancement(self, enhancement: str, leads: Iterable[str], supports: Iterable[str]) -> None:
        """An enhancement's entry; those of several lists are laid together."""
        _tell(self.of_enhancements.setdefault(enhancement, {}), leads, supports)

    def compared(self) -> Iterator[tuple[str, list[str], list[str]]]:
        """Where, the targets that the manual names there, and those that the catalogue has."""
        joined: dict[str, list[tuple[AttachmentRole, str, tuple[str, ...]]]] = {}
        for row in self.data.attachments:
            joined.setdefault(row.joining, []).append((row.role, row.bodyguard, row.price_lists))
        for (datasheet, price_list), told in self.of_units.items():
            mine = [
                (role, other) for role, other, lists in joined.get(datasheet, ()) if not lists or price_list in lists
            ]
            yield (f"{price_list}: {datasheet}", *self._beside(told, mine))
        enhancements = {enhancement.id: enhancement for enhancement in self.data.enhancements}
        for enhancement_id, told in self.of_enhancements.items():
            found = enhancements[enhancement_id]
            mine = [(AttachmentRole.LEADER, other) for other in found.leader_of]
            mine += [(AttachmentRole.SUPPORT, other) for other in found.support_of]
            yield (f"enhancement {enhancement_id}", *self._beside(told, mine))

    def _beside(self, told: Told, mine: Sequence[tuple[AttachmentRole, str]]) -> tuple[list[str], list[str]]:
        expected: list[str] = []
        found: list[str] = []
        for role in (AttachmentRole.LEADER, AttachmentRole.SUPPORT):
            names = told.get(role, {})
            left = {other for kind, other in mine if kind is role}
            meant: set[str] = set()
            for key, name in names.items():
                expected.append(f"{role} of {name}")
                stands_for, asks_all = self._meant(key)
                meant |= stands_for
                if stands_for and (stands_for <= left if asks_all else stands_for & left):
                    found.append(f"{role} of {name}")
            found += [f"{role} of {other}" for other in sorted(left - meant)]
        return expected, found

    def _meant(self, key: str) -> tuple[set[str], bool]:
        """The datasheets that a name may stand for, and whether it stands for all of them or for one."""
        row = self.spelt.get(key)
        if row is None:
            return self.named.get(key, set()), False
        wanted = {fold_keyword(keyword) for keyword in row.keywords}
        with_keywords = {
            sheet.id
            for sheet in self.data.datasheets
            if wanted and wanted <= {fold_keyword(each) for each in (*sheet.keywords, *sheet.faction_keywords)}
        }
        return {*row.datasheets, *with_keywords}, True


def _tell(told: Told, leads: Iterable[str], supports: Iterable[str]) -> None:
    roles: Mapping[AttachmentRole, Iterable[str]] = {AttachmentRole.LEADER: leads, AttachmentRole.SUPPORT: supports}
    for role, names in roles.items():
        told.setdefault(role, {}).update({fold_name(name): name for name in names})
