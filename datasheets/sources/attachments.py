"""Who may join whom: the manual's lists, for the units it lists; the package's where it lacks them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from datasheets.catalogue.attachment import Attachment, AttachmentRole
from datasheets.catalogue.faction import Faction
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.sources import manual, records
from datasheets.sources.factions import list_faction
from datasheets.sources.findings import Finding, FindingKind
from datasheets.sources.register import Register

Pair = tuple[str, str, AttachmentRole]


class AttachmentRows:
    """Collects pairs with the price lists that name them."""

    def __init__(self, register: Register, factions: Mapping[str, Faction]) -> None:
        self.register = register
        self.factions = factions
        self.findings: list[Finding] = []
        self._lists_of_pair: dict[Pair, dict[str, None]] = {}
        self._lists_of_joining: dict[str, dict[str, None]] = {}
        self._package_pairs: dict[Pair, None] = {}

    def read_manual(self, lists: Sequence[manual.PriceList]) -> None:
        """Every ``leads`` and ``supports`` of every list."""
        for price_list in lists:
            faction = list_faction(price_list.slug)
            for unit in price_list.units:
                joining = self.register.find(price_list.slug, unit.name, unit.block)
                if joining is None or "attachments" in unit.missing:
                    continue
                self._lists_of_joining.setdefault(joining, {})[faction] = None
                for role, names in ((AttachmentRole.LEADER, unit.leads), (AttachmentRole.SUPPORT, unit.supports)):
                    for bodyguard in self._targets(price_list.slug, unit, names):
                        self._lists_of_pair.setdefault((joining, bodyguard, role), {})[faction] = None

    def _targets(self, slug: str, unit: manual.Unit, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            found = list(self._target(slug, unit, name))
            if not found:
                text = f'may join "{name}", which is no datasheet.'
                subject = f"{list_faction(slug)}: {unit.name}"
                self.findings.append(Finding(FindingKind.ATTACHMENT_TARGET, subject, text))
            yield from found

    def _target(self, slug: str, unit: manual.Unit, name: str) -> Iterator[str]:
        for row in self.register.names.targets:
            if fold_name(row.name) == fold_name(name):
                yield from row.datasheets
                if row.keywords:
                    yield from self._with_keywords(row.keywords)
                return
        found = self.register.find(slug, name, unit.block) or self.register.find_target(slug, name)
        if found is not None:
            yield found

    def _with_keywords(self, keywords: Sequence[str]) -> Iterator[str]:
        wanted = {fold_keyword(keyword) for keyword in keywords}
        for datasheet in self.register.datasheets.values():
            if wanted <= {fold_keyword(keyword) for keyword in (*datasheet.keywords, *datasheet.faction_keywords)}:
                yield datasheet.id

    def read_package(self, bundle: records.Bundle) -> None:
        """The package's pairs for units that no list of the manual has."""
        units = [unit for unit in bundle.units if not unit.game_modes]
        by_id: dict[str, list[records.Unit]] = {}
        for unit in units:
            by_id.setdefault(unit.id, []).append(unit)
        for row in bundle.leader_attachments:
            for leader in by_id.get(row.leader_id, []):
                joining = f"{leader.faction_id}:{leader.id}"
                if joining in self._lists_of_joining:
                    continue
                role = AttachmentRole(leader.attachment_role or "leader")
                for slug in row.eligible_bodyguard_ids:
                    bodyguard = f"{leader.faction_id}:{slug}"
                    if bodyguard in self.register.datasheets:
                        self._package_pairs[joining, bodyguard, role] = None

    def rows(
        self, guests: frozenset[str], price_lists: Sequence[str], manual_label: str, label: str
    ) -> Iterator[Attachment]:
        """Every pair once. ``guests`` are datasheets that may stand in other factions' armies.

        A pair that every list with the joining unit names holds in any army, and so is written without
        lists. Where its own list names the pair and another does not, the pair still holds in armies
        that take the unit as a guest without pricing it in their own list.
        """
        for (joining, bodyguard, role), named in self._lists_of_pair.items():
            lists = tuple(named)
            listing = self._lists_of_joining[joining]
            if set(listing) == set(named):
                lists = ()
            elif joining in guests and joining.partition(":")[0] in named:
                lists = (*lists, *(each for each in price_lists if each not in listing))
            yield Attachment(joining, bodyguard, role, lists, source=manual_label)
        for joining, bodyguard, role in self._package_pairs:
            yield Attachment(joining, bodyguard, role, source=label)
