"""A catalogue with other ids: every place that names a datasheet, detachment or enhancement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from datasheets.catalogue.ability import Ability, Stratagem
from datasheets.catalogue.attachment import AlliedRule, Attachment
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.group import GroupLimit
from datasheets.catalogue.identity import EntryKind
from datasheets.catalogue.order import in_order
from datasheets.catalogue.points import PriceTable

NewIds = Mapping[EntryKind, Mapping[str, str]]
"""The ids to be given, by kind and by the ids there are."""


def with_composed(ids: NewIds, enhancements: Iterable[Enhancement]) -> NewIds:
    """``ids`` with those of enhancements, which begin with the id of their detachment."""
    detachments = ids.get(EntryKind.DETACHMENT, {})
    composed = dict(ids.get(EntryKind.ENHANCEMENT, {}))
    for row in enhancements:
        if row.detachment in detachments and row.id.startswith(f"{row.detachment}:"):
            composed.setdefault(row.id, detachments[row.detachment] + row.id.removeprefix(row.detachment))
    return {**ids, EntryKind.ENHANCEMENT: composed}


def rewritten(data: CatalogueData, ids: NewIds) -> CatalogueData:
    """``data`` with the new ids in place of the old ones, wherever they stand, in a release's order."""
    return _Rewriting(ids).catalogue(data)


class _Rewriting:
    def __init__(self, ids: NewIds) -> None:
        self.datasheets = ids.get(EntryKind.DATASHEET, {})
        self.detachments = ids.get(EntryKind.DETACHMENT, {})
        self.enhancements = ids.get(EntryKind.ENHANCEMENT, {})

    def catalogue(self, data: CatalogueData) -> CatalogueData:
        # A price's subject is a datasheet or an enhancement; their ids never fall together, because
        # that of an enhancement has a part more.
        subjects = {**self.datasheets, **self.enhancements}
        return in_order(
            replace(
                data,
                datasheets=tuple(self.datasheet(row) for row in data.datasheets),
                prices=tuple(self.price_table(row) for row in data.prices),
                past_prices=tuple(replace(row, subject=_new(row.subject, subjects)) for row in data.past_prices),
                detachments=tuple(self.detachment(row) for row in data.detachments),
                enhancements=tuple(self.enhancement(row) for row in data.enhancements),
                attachments=tuple(self.attachment(row) for row in data.attachments),
                allied_rules=tuple(self.allied_rule(row) for row in data.allied_rules),
                group_limits=tuple(self.group_limit(row) for row in data.group_limits),
                allegiances=tuple(
                    replace(
                        row,
                        members=_all_new(row.members, self.datasheets),
                        detachment=_new_or_none(row.detachment, self.detachments),
                    )
                    for row in data.allegiances
                ),
                abilities=tuple(self.ability(row) for row in data.abilities),
                stratagems=tuple(self.stratagem(row) for row in data.stratagems),
                benchmark_targets=tuple(
                    replace(row, datasheet=_new(row.datasheet, self.datasheets)) for row in data.benchmark_targets
                ),
            )
        )

    def datasheet(self, row: Datasheet) -> Datasheet:
        return replace(
            row,
            id=_new(row.id, self.datasheets),
            conditional_keywords=tuple(
                replace(
                    each,
                    detachment=_new_or_none(each.detachment, self.detachments),
                    warlord=_new_or_none(each.warlord, self.datasheets),
                )
                for each in row.conditional_keywords
            ),
            warlord_with=_all_new(row.warlord_with, self.detachments),
            splits=tuple(
                replace(
                    each,
                    transport=_new_or_none(each.transport, self.datasheets),
                    detachment=_new_or_none(each.detachment, self.detachments),
                )
                for each in row.splits
            ),
        )

    def detachment(self, row: Detachment) -> Detachment:
        return replace(
            row,
            id=_new(row.id, self.detachments),
            required_datasheets=_all_new(row.required_datasheets, self.datasheets),
            excluded_datasheets=_all_new(row.excluded_datasheets, self.datasheets),
            excluded_detachments=_all_new(row.excluded_detachments, self.detachments),
            demanded_warlords=_all_new(row.demanded_warlords, self.datasheets),
        )

    def price_table(self, row: PriceTable) -> PriceTable:
        return replace(
            row,
            datasheet=_new(row.datasheet, self.datasheets),
            detachment_prices=tuple(
                replace(
                    each,
                    detachment=_new(each.detachment, self.detachments),
                    includes=_all_new(each.includes, self.enhancements),
                )
                for each in row.detachment_prices
            ),
        )

    def group_limit(self, row: GroupLimit) -> GroupLimit:
        return replace(
            row,
            members=_all_new(row.members, self.datasheets),
            excludes=_all_new(row.excludes, self.datasheets),
            detachment=_new_or_none(row.detachment, self.detachments),
            overrides=tuple(
                replace(each, detachment=_new(each.detachment, self.detachments)) for each in row.overrides
            ),
        )

    def enhancement(self, row: Enhancement) -> Enhancement:
        return replace(
            row,
            id=_new(row.id, self.enhancements),
            detachment=_new(row.detachment, self.detachments),
            leader_of=_all_new(row.leader_of, self.datasheets),
            support_of=_all_new(row.support_of, self.datasheets),
        )

    def attachment(self, row: Attachment) -> Attachment:
        return replace(
            row,
            joining=_new(row.joining, self.datasheets),
            bodyguard=_new(row.bodyguard, self.datasheets),
            required_detachment=_new_or_none(row.required_detachment, self.detachments),
            excluded_detachments=_all_new(row.excluded_detachments, self.detachments),
            beside=_all_new(row.beside, self.datasheets),
        )

    def allied_rule(self, row: AlliedRule) -> AlliedRule:
        return replace(
            row,
            guests=_all_new(row.guests, self.datasheets),
            free_guests=tuple(replace(each, guest=_new(each.guest, self.datasheets)) for each in row.free_guests),
            detachments=_all_new(row.detachments, self.detachments),
        )

    def ability(self, row: Ability) -> Ability:
        return replace(
            row,
            datasheets=_all_new(row.datasheets, self.datasheets),
            detachments=_all_new(row.detachments, self.detachments),
            enhancements=_all_new(row.enhancements, self.enhancements),
        )

    def stratagem(self, row: Stratagem) -> Stratagem:
        """A stratagem's id begins with that of its detachment."""
        detachment = _new_or_none(row.detachment, self.detachments)
        slug = row.id.removeprefix(f"{row.detachment}:")
        return row if detachment is None else replace(row, id=f"{detachment}:{slug}", detachment=detachment)


def _new(entry_id: str, ids: Mapping[str, str]) -> str:
    return ids.get(entry_id, entry_id)


def _new_or_none(entry_id: str | None, ids: Mapping[str, str]) -> str | None:
    return None if entry_id is None else _new(entry_id, ids)


def _all_new(entries: tuple[str, ...], ids: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(_new(entry_id, ids) for entry_id in entries)
