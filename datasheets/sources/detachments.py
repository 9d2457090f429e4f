"""Detachments and enhancements: structure from the package, prices and offers from the manual."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from datasheets.catalogue.datasheet import Knowledge
from datasheets.catalogue.detachment import (
    Detachment,
    DetachmentOffer,
    Enhancement,
    EnhancementPrice,
    GrantedKeyword,
    UnitMinimum,
)
from datasheets.catalogue.faction import Faction, ForceDisposition
from datasheets.catalogue.names import fold_name
from datasheets.sources import manual, records
from datasheets.sources.correction_rows import EnhancementRow
from datasheets.sources.corrections import Corrections, Names
from datasheets.sources.factions import list_faction
from datasheets.sources.faults import SourceFault
from datasheets.sources.findings import Finding, FindingKind
from datasheets.sources.origins import Ledger, known
from datasheets.sources.register import Register
from datasheets.sources.slugs import slug_of, without_tags, without_upgrade_tag

NO_KEYWORD = "DNU"
"""Upstream's mark on enhancements whose bearers no keyword describes."""


@dataclass
class Detachments:
    """Detachments and enhancements by id, as they are put together."""

    factions: Mapping[str, Faction]
    names: Names
    detachments: dict[str, Detachment] = field(default_factory=dict)
    enhancements: dict[str, Enhancement] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    upstream_ids: dict[str, str] = field(default_factory=dict)
    """Upstream detachment id to ours."""
    enhancement_ids: dict[str, str] = field(default_factory=dict)
    """Upstream enhancement id to ours."""
    bearerless: set[str] = field(default_factory=set)
    """Enhancements whose bearers upstream describes by no keyword."""

    # From the package ------------------------------------------------------------------------

    def read_package(self, bundle: records.Bundle) -> None:
        """Store each detachment and enhancement once; rows repeated for chapters are linked (R-06)."""
        rows_of: dict[str, list[records.Detachment]] = {}
        for row in bundle.detachments:
            if not row.game_modes:
                rows_of.setdefault(row.id, []).append(row)
        for upstream_id, rows in rows_of.items():
            detachment = self._detachment(rows)
            self.detachments[detachment.id] = detachment
            self.upstream_ids[upstream_id] = detachment.id
        for enhancement_row in bundle.enhancements:
            if enhancement_row.game_modes:
                continue
            enhancement = self._enhancement(enhancement_row)
            self.enhancement_ids[enhancement_row.id] = enhancement.id
            self.enhancements.setdefault(enhancement.id, enhancement)

    def _detachment(self, rows: Sequence[records.Detachment]) -> Detachment:
        families = {self.factions[row.faction_id].parent or row.faction_id for row in rows}
        if len(families) > 1:
            raise SourceFault(f"detachment {rows[0].id} is of several factions: {', '.join(sorted(families))}.")
        # One that several chapters have is the parent's, whether or not upstream repeats it there.
        owner = families.pop() if len(rows) > 1 else rows[0].faction_id
        row = next((each for each in rows if each.faction_id == owner), rows[0])
        return Detachment(
            id=f"{owner}:{row.id}",
            name=row.name,
            offers=(),
            required_keywords=row.restrictions.required_keywords if row.restrictions else (),
            granted_keywords=tuple(
                GrantedKeyword(granted.keyword, keyword, granted.max_selected)
                for granted in row.granted_keywords
                for keyword in granted.to_keywords
            ),
            unit_minimums=tuple(UnitMinimum(minimum.keyword, minimum.min) for minimum in row.unit_minimums),
        )

    def _enhancement(self, row: records.Enhancement) -> Enhancement:
        detachment = self.upstream_ids.get(row.detachment_id)
        if detachment is None:
            raise SourceFault(f"enhancement {row.id} is of detachment {row.detachment_id}, which is not known.")
        groups = row.keyword_restriction_groups or ((row.keyword_restrictions,) if row.keyword_restrictions else ())
        # An Upgrade's name ends in "(Upgrade)", or in the bare word.
        name = without_upgrade_tag(row.name).removesuffix(" Upgrade" if row.upgrade_tag else "")
        enhancement_id = f"{detachment}:{slug_of(without_tags(name))}"
        if NO_KEYWORD in {keyword for group in groups for keyword in group}:
            self.bearerless.add(enhancement_id)
            groups = tuple(tuple(keyword for keyword in group if keyword != NO_KEYWORD) for group in groups)
        return Enhancement(
            id=enhancement_id,
            name=name,
            detachment=detachment,
            prices=(),
            is_upgrade=row.upgrade_tag,
            requires=tuple(group for group in groups if group),
            excludes=row.exclusion_keywords,
            aliases=(without_tags(name),) if without_tags(name) != name else (),
        )

    def correct(self, ledger: Ledger, corrections: Corrections) -> None:
        """Lay corrections of enhancements over them; what then has no keyword for its bearer is a finding."""
        notes = corrections.notes("enhancements")
        ledger.lay("enhancements", self.enhancements, (note for note in notes if _has_bearers(note.row)), _with_bearers)
        self.bearerless -= {note.row.enhancement for note in notes}
        for enhancement_id in sorted(self.bearerless):
            text = "no keyword says who may bear it; bearers are not checked."
            self.findings.append(Finding(FindingKind.KEYWORD, enhancement_id, text))

    def correct_tags(self, ledger: Ledger, corrections: Corrections) -> None:
        """Whether enhancements are Upgrades where the manual's tag, read before, is wrong."""
        notes = [note for note in corrections.notes("enhancements") if note.row.is_upgrade is not None]
        ledger.lay("enhancements", self.enhancements, notes, _with_tag)

    # From the manual -------------------------------------------------------------------------

    def read_manual(self, lists: Sequence[manual.PriceList], known: Sequence[ForceDisposition], label: str) -> None:
        """Lay offers and prices of the manual over them; unknown ones are stored by name and price."""
        dispositions = {disposition.id for disposition in known}
        # Parents first, so that what a chapter shares with its parent is stored as the parent's.
        for price_list in sorted(lists, key=lambda each: bool(each.parent)):
            faction = list_faction(price_list.slug)
            for row in price_list.detachments:
                unknown = set(row.dispositions) - dispositions
                if unknown:
                    raise SourceFault(f'{price_list.slug}: "{row.name}" has dispositions {", ".join(sorted(unknown))}.')
                detachment_id = self.find(faction, row.name) or self._stub(price_list, row)
                self._offer(detachment_id, faction, row, label)
                for enhancement in row.enhancements:
                    self._price(detachment_id, faction, enhancement, row.source, label)
        self._exclude(lists)
        self._report_unlisted()

    def _exclude(self, lists: Sequence[manual.PriceList]) -> None:
        """Keep a parent's offer from the chapters whose own list leaves the detachment out."""
        for price_list in lists:
            chapter = list_faction(price_list.slug)
            parent = self.factions[chapter].parent
            if parent is None:
                continue
            for detachment in self.detachments.values():
                offered = {offer.faction for offer in detachment.offers}
                if parent in offered and chapter not in offered:
                    excluded = (*detachment.excluded_factions, chapter)
                    self.detachments[detachment.id] = replace(detachment, excluded_factions=excluded)

    def _report_unlisted(self) -> None:
        for detachment in self.detachments.values():
            if not detachment.offers:
                text = "in the package, but the manual offers it to no faction."
                self.findings.append(Finding(FindingKind.UNOFFERED_DETACHMENT, detachment.id, text))
        for enhancement in self.enhancements.values():
            if not enhancement.prices and self.detachments[enhancement.detachment].offers:
                text = "in the package, but the manual prices it in no faction."
                self.findings.append(Finding(FindingKind.UNPRICED_ENHANCEMENT, enhancement.id, text))

    def find(self, faction: str, name: str) -> str | None:
        """The detachment that a faction's list calls ``name``: the faction's own before its parent's."""
        key = fold_name(name)
        for row in self.names.detachments:
            if fold_name(row.name) == key:
                return row.detachment
        parent = self.factions[faction].parent
        chapters = [each.id for each in self.factions.values() if each.parent == faction]
        for owner in (faction, *([parent] if parent else []), *chapters):
            for detachment in self.detachments.values():
                owner_id = detachment.id.partition(":")[0]
                if owner_id == owner and fold_name(detachment.name) == key:
                    return detachment.id
        return None

    def _stub(self, price_list: manual.PriceList, row: manual.Detachment) -> str:
        stub = Detachment(
            id=f"{list_faction(price_list.slug)}:{slug_of(row.name)}",
            name=row.name,
            offers=(),
            knowledge=Knowledge.PRICED,
            source="points manual",
        )
        self.detachments[stub.id] = stub
        text = "offered by the manual, not in the package: name, points and disposition only."
        self.findings.append(Finding(FindingKind.MANUAL_DETACHMENT, stub.id, text))
        return stub.id

    def _offer(self, detachment_id: str, faction: str, row: manual.Detachment, label: str) -> None:
        detachment = self.detachments[detachment_id]
        offer = DetachmentOffer(faction, row.points, row.dispositions, row.unique, row.source or label)
        self.detachments[detachment_id] = replace(detachment, offers=(*detachment.offers, offer))
        if row.missing:
            text = f"the manual has them, no source at hand: {', '.join(row.missing)}."
            self.findings.append(Finding(FindingKind.MISSING_PRICE, f"{faction}: {row.name}", text))

    def _price(
        self, detachment_id: str, faction: str, row: manual.Enhancement, detachment_source: str, label: str
    ) -> None:
        enhancement_id = self.find_enhancement(detachment_id, row.name)
        if enhancement_id is None:
            enhancement_id = f"{detachment_id}:{slug_of(without_tags(row.name))}"
            bare = without_tags(row.name)
            self.enhancements[enhancement_id] = Enhancement(
                id=enhancement_id,
                name=row.name,
                detachment=detachment_id,
                prices=(),
                knowledge=Knowledge.PRICED,
                source="points manual",
                aliases=(bare,) if bare != row.name else (),
            )
            if self.detachments[detachment_id].knowledge is Knowledge.FULL:
                text = "priced by the manual, not in the package: name and price only."
                self.findings.append(Finding(FindingKind.MANUAL_ENHANCEMENT, enhancement_id, text))
        enhancement = self.enhancements[enhancement_id]
        price = EnhancementPrice(faction, row.points, row.source or detachment_source or label)
        known = {fold_name(name) for name in (enhancement.name, *enhancement.aliases)}
        self.enhancements[enhancement_id] = replace(
            enhancement,
            prices=(*enhancement.prices, price),
            is_upgrade=row.upgrade,
            aliases=enhancement.aliases if fold_name(row.name) in known else (*enhancement.aliases, row.name),
        )

    def find_enhancement(self, detachment_id: str, name: str) -> str | None:
        """The enhancement of a detachment that a list calls ``name``; tags and a leading "The" aside."""
        wanted = _bare_key(name)
        for enhancement in self.enhancements.values():
            if enhancement.detachment == detachment_id and wanted in {
                _bare_key(known) for known in (enhancement.name, *enhancement.aliases)
            }:
                return enhancement.id
        return None

    def grant_attachments(self, bundle: records.Bundle, lists: Sequence[manual.PriceList], register: Register) -> None:
        """Which units an enhancement's bearer may join: the manual's, else the package's."""
        named: set[str] = set()
        for price_list in lists:
            faction = list_faction(price_list.slug)
            for detachment in price_list.detachments:
                detachment_id = self.find(faction, detachment.name)
                for row in detachment.enhancements if detachment_id else ():
                    enhancement_id = self.find_enhancement(detachment_id or "", row.name)
                    if enhancement_id is None:
                        continue
                    named.add(enhancement_id)
                    leads = self._targets(price_list.slug, enhancement_id, row.leads, register)
                    supports = self._targets(price_list.slug, enhancement_id, row.supports, register)
                    self._grant(enhancement_id, leads, supports)
        for upstream in bundle.enhancements:
            enhancement_id = self.enhancement_ids.get(upstream.id, "")
            if upstream.attachment_bodyguard_ids and enhancement_id not in named:
                family = enhancement_id.partition(":")[0]
                home = self.factions[family].parent or family
                self._grant(enhancement_id, tuple(f"{home}:{slug}" for slug in upstream.attachment_bodyguard_ids), ())

    def _grant(self, enhancement_id: str, leads: Iterable[str], supports: Iterable[str]) -> None:
        enhancement = self.enhancements[enhancement_id]
        self.enhancements[enhancement_id] = replace(
            enhancement,
            leader_of=tuple(dict.fromkeys((*enhancement.leader_of, *leads))),
            support_of=tuple(dict.fromkeys((*enhancement.support_of, *supports))),
        )

    def _targets(self, slug: str, enhancement_id: str, names: Sequence[str], register: Register) -> tuple[str, ...]:
        found: list[str] = []
        for name in names:
            datasheet = register.find_target(slug, name)
            if datasheet is None:
                text = f'its bearer may join "{name}", which is no datasheet.'
                self.findings.append(Finding(FindingKind.ATTACHMENT_TARGET, enhancement_id, text))
            else:
                found.append(datasheet)
        return tuple(found)


def _has_bearers(row: EnhancementRow) -> bool:
    """Whether the row tells more than that the manual's tag is wrong."""
    return row.is_upgrade is None or bool(row.requires or row.aliases)


def _with_bearers(enhancements: Mapping[str, Enhancement], row: EnhancementRow) -> Mapping[str, Enhancement]:
    enhancement: Enhancement = known(enhancements, row.enhancement, "enhancement")
    corrected = replace(
        enhancement,
        requires=row.requires or enhancement.requires,
        usable_by_epic_hero=row.usable_by_epic_hero,
        usable_by_non_character=row.usable_by_non_character,
        aliases=tuple(dict.fromkeys((*enhancement.aliases, *row.aliases))),
    )
    return {row.enhancement: corrected}


def _with_tag(enhancements: Mapping[str, Enhancement], row: EnhancementRow) -> Mapping[str, Enhancement]:
    enhancement: Enhancement = known(enhancements, row.enhancement, "enhancement")
    return {row.enhancement: replace(enhancement, is_upgrade=bool(row.is_upgrade))}


def _bare_key(name: str) -> str:
    return fold_name(without_tags(name)).removeprefix("the ")
