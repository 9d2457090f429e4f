"""What an army's units may be together, as corrections have it: no source holds these facts as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from datasheets.catalogue.attachment import Attachment
from datasheets.catalogue.datasheet import ConditionalKeyword, Datasheet
from datasheets.catalogue.detachment import Detachment, Enhancement, GrantedKeyword
from datasheets.catalogue.entries import ref_of
from datasheets.catalogue.group import Allegiance, AllegianceChoice, GroupLimit, GroupOverride
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.points import DetachmentPrice, PriceTable
from datasheets.catalogue.wargear import Item
from datasheets.sources import army_rows as rows
from datasheets.sources.corrections import Corrections, Noted
from datasheets.sources.origins import Fixed, Gone, Ledger, known, known_sheet


@dataclass
class ArmyEntries:
    """The entries that these corrections change or rest on, each by key; they are changed in place."""

    sheets: dict[str, Datasheet]
    items: Mapping[str, Item]
    detachments: dict[str, Detachment]
    enhancements: dict[str, Enhancement]
    attachments: dict[str, Attachment]
    prices: dict[str, PriceTable]

    def keywords(self, sheet: Datasheet) -> set[str]:
        """The folded keywords of a datasheet, those of its faction among them."""
        return {fold_keyword(each) for each in (*sheet.keywords, *sheet.faction_keywords)}

    def of_factions(self, factions: Iterable[str]) -> list[Datasheet]:
        """The datasheets of these factions, by id."""
        return [self.sheets[key] for key in sorted(self.sheets) if self.sheets[key].faction in set(factions)]


def correct_army(
    ledger: Ledger, corrections: Corrections, entries: ArmyEntries
) -> tuple[tuple[GroupLimit, ...], tuple[Allegiance, ...]]:
    """The groups and allegiances; everything else is changed in ``entries``."""
    for note in corrections.notes("detachment_prices"):
        _price(ledger, entries, note)
    army = _Army(entries)
    ledger.lay("attachments", entries.attachments, corrections.notes("conditions"), army.conditions)
    ledger.lay("detachments", entries.detachments, corrections.notes("terms"), army.terms)
    ledger.lay("datasheets", entries.sheets, corrections.notes("terms", "keywords"), army.keyword)
    ledger.lay("enhancements", entries.enhancements, corrections.notes("bearers"), army.bearers)
    groups: dict[str, GroupLimit] = {}
    ledger.lay("group_limits", groups, corrections.notes("groups"), army.group)
    allegiances: dict[str, Allegiance] = {}
    ledger.lay("allegiances", allegiances, corrections.notes("allegiances"), army.allegiance)
    return tuple(groups.values()), tuple(allegiances.values())


def _price(ledger: Ledger, entries: ArmyEntries, note: Noted[rows.DetachmentPriceRow]) -> None:
    """Add the price, unless the manual by now asks another figure without the detachment."""
    row = note.row
    key = f"{row.datasheet}|{row.price_list}"
    table = entries.prices.get(key)
    if table is None or row.detachment not in entries.detachments:
        missing = key if table is None else row.detachment
        ledger.tell_gone(note, f"{missing} is no {'price table' if table is None else 'detachment'}.")
        return
    asked = [size.points for tier in table.tiers[:1] for size in tier.rows if size.models == row.models]
    if asked != [row.base]:
        now = asked[0] if asked else "nothing"
        text = f"{key} was told for {row.base} points without the detachment, the manual asks {now}; look it up."
        ledger.tell_moved(note, text)
    price = DetachmentPrice(
        row.detachment,
        row.models,
        row.points if asked == [row.base] else None,
        row.first,
        row.last,
        row.includes,
        source=note.source,
    )
    after = replace(table, detachment_prices=(*table.detachment_prices, price))
    ledger.keep("prices", entries.prices, {key: after}, note)


class _Army:
    """The changes of each kind of row. Each raises ``Gone`` where it names what is not there."""

    def __init__(self, entries: ArmyEntries) -> None:
        self.entries = entries

    def conditions(self, _: Mapping[str, Any], row: rows.ConditionRow) -> Mapping[str, Attachment]:
        for named in (*row.joining, *row.bodyguards, *row.beside):
            known_sheet(self.entries.sheets, named)
        for named in (*row.excluded_detachments, *((row.required_detachment,) if row.required_detachment else ())):
            known(self.entries.detachments, named, "detachment")
        changed: dict[str, Attachment] = {}
        gone: list[str] = []
        for key, pair in self.entries.attachments.items():
            if not _is_meant(row, pair, self.entries.sheets[pair.joining].faction):
                continue
            after = replace(
                pair,
                required_detachment=row.required_detachment or pair.required_detachment,
                excluded_detachments=row.excluded_detachments or pair.excluded_detachments,
                shared_keywords=row.shared_keywords or pair.shared_keywords,
                beside=row.beside or pair.beside,
                never_beside_its_like=row.never_beside_its_like or pair.never_beside_its_like,
                beside_from_models=row.beside_from_models or pair.beside_from_models,
                may_join_beside_another=pair.may_join_beside_another or bool(row.beside),
            )
            after_key = ref_of("attachments", after).key
            changed[after_key] = after
            if after_key != key:
                gone.append(key)
        for key in gone:
            del self.entries.attachments[key]
        if not changed:
            raise Gone(f"{', '.join((*row.joining, *row.joining_of)) or 'Nobody'} joins nobody that this is about.")
        return changed

    def terms(self, _: Mapping[str, Any], row: rows.DetachmentTermsRow) -> Mapping[str, Detachment]:
        detachment: Detachment = known(self.entries.detachments, row.detachment, "detachment")
        for named in (*row.demanded_warlords, *row.barred, *row.spared):
            known_sheet(self.entries.sheets, named)
        barred_by = {fold_keyword(keyword) for keyword in row.barred_keywords}
        barred = [
            sheet.id
            for sheet in self.entries.of_factions(row.barred_from)
            if sheet.id not in row.spared and barred_by & self.entries.keywords(sheet)
        ]
        grants = detachment.granted_keywords
        if row.grants is not None:
            grants = tuple(
                GrantedKeyword(each.keyword, each.to_keyword, each.maximum, each.with_keyword, each.is_choice)
                for each in row.grants
            )
        return {
            row.detachment: replace(
                detachment,
                demanded_warlords=row.demanded_warlords or detachment.demanded_warlords,
                has_uncounted_enhancements=row.has_uncounted_enhancements or detachment.has_uncounted_enhancements,
                granted_keywords=grants,
                excluded_datasheets=tuple(dict.fromkeys((*detachment.excluded_datasheets, *row.barred, *barred))),
            )
        }

    def keyword(self, _: Mapping[str, Any], row: rows.KeywordRow) -> Mapping[str, Datasheet]:
        if row.detachment:
            known(self.entries.detachments, row.detachment, "detachment")
        wanted = {fold_keyword(keyword) for keyword in row.to_keywords}
        excluded = {fold_keyword(keyword) for keyword in row.excludes}
        sheets = [known_sheet(self.entries.sheets, named) for named in row.datasheets]
        for sheet in self.entries.of_factions(row.of):
            keywords = self.entries.keywords(sheet)
            if wanted <= keywords and not excluded & keywords:
                sheets.append(sheet)
        added = ConditionalKeyword(row.keyword, row.detachment, row.faction_keyword)
        changed = {
            sheet.id: replace(sheet, conditional_keywords=(*sheet.conditional_keywords, added))
            for sheet in sheets
            if added not in sheet.conditional_keywords
        }
        if not sheets:
            raise Gone(f"No datasheet is to have {row.keyword}.")
        if not changed:
            raise Fixed(f"{row.keyword} with {row.detachment or row.faction_keyword}")
        return changed

    def bearers(self, _: Mapping[str, Any], row: rows.BearerRow) -> Mapping[str, Enhancement]:
        for named in row.required_items:
            known(self.entries.items, named, "item")
        found: list[Enhancement] = [
            known(self.entries.enhancements, named, "enhancement") for named in row.enhancements
        ]
        return {
            each.id: replace(
                each,
                required_items=row.required_items or each.required_items,
                granted_keywords=row.granted_keywords or each.granted_keywords,
                bars_warlord=row.bars_warlord or each.bars_warlord,
                is_demanded=row.is_demanded or each.is_demanded,
            )
            for each in found
        }

    def group(self, _: Mapping[str, Any], row: rows.GroupRow) -> Mapping[str, GroupLimit]:
        for named in (*row.members, *row.excludes):
            known_sheet(self.entries.sheets, named)
        for named in (*((row.detachment,) if row.detachment else ()), *(each.detachment for each in row.overrides)):
            known(self.entries.detachments, named, "detachment")
        wanted = {fold_keyword(keyword) for keyword in row.excluded_keywords}
        spared = {fold_keyword(keyword) for keyword in row.spared_keywords}
        excluded = [
            sheet.id
            for sheet in self.entries.of_factions(row.excluded_from)
            if wanted
            and wanted <= self.entries.keywords(sheet)
            and not spared & self.entries.keywords(sheet)
            and sheet.id not in row.members
        ]
        return {
            row.id: GroupLimit(
                id=row.id,
                name=row.name,
                members=row.members,
                minimum=row.minimum,
                maximum=row.maximum,
                excludes=tuple(dict.fromkeys((*row.excludes, *excluded))),
                faction=row.faction,
                detachment=row.detachment,
                overrides=tuple(GroupOverride(each.detachment, each.minimum, each.maximum) for each in row.overrides),
                basis=row.reason,
                source="correction",
            )
        }

    def allegiance(self, _: Mapping[str, Any], row: rows.AllegianceRow) -> Mapping[str, Allegiance]:
        for named in row.members:
            known_sheet(self.entries.sheets, named)
        if row.detachment:
            known(self.entries.detachments, row.detachment, "detachment")
        return {
            row.id: Allegiance(
                id=row.id,
                name=row.name,
                choices=tuple(AllegianceChoice(each.name, each.keywords, each.maximum) for each in row.choices),
                to_keywords=row.to_keywords,
                members=row.members,
                excludes=row.excludes,
                detachment=row.detachment,
                is_mandatory=row.is_mandatory,
                minimum=row.minimum,
                maximum=row.maximum,
                basis=row.reason,
                source="correction",
            )
        }


def _is_meant(row: rows.ConditionRow, pair: Attachment, faction: str) -> bool:
    """Whether a row of conditions is about this pair; ``faction`` is that of the joining unit."""
    return (
        (not row.joining or pair.joining in row.joining)
        and (not row.joining_of or faction in row.joining_of)
        and (not row.bodyguards or pair.bodyguard in row.bodyguards)
    )
