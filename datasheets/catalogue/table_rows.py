"""How many rows the tables of corrections have, for checks that say what they rest on (R-18)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.datasheet import Datasheet, WarlordRule

if TYPE_CHECKING:
    from datasheets.catalogue.catalogue import CatalogueData


@dataclass(frozen=True, slots=True)
class TableRows:
    """Numbers of detachments, datasheets, enhancements and pairs of which a table says something."""

    detachments_that_demand: int
    detachments_that_forbid: int
    detachments_that_demand_a_warlord: int
    barred_from_factions: int
    """Datasheets that some faction or chapter may not take."""
    excluding_epic_heroes: int
    """Epic Heroes of successor chapters."""
    must_be_warlord: int
    cannot_be_warlord: int
    cannot_bear: int
    """Datasheets that bear no enhancement."""
    enhancements_that_exclude: int
    must_start_in_reserves: int
    exempt_from_reserves: int
    can_be_split: int
    transports_with_terms: int
    """Transports of which it is known who may ride."""
    joiners: int
    """Pairs of a joiner and whom it may join."""
    beside_another: int
    """Pairs that may be made although another unit has that role there."""
    allied_rules: int
    with_item_keywords: int
    """Datasheets whose wargear gives keywords."""


def count_rows(data: CatalogueData) -> TableRows:
    """The numbers of a release."""

    def sheets(is_one: Callable[[Datasheet], object]) -> int:
        return sum(bool(is_one(sheet)) for sheet in data.datasheets)

    return TableRows(
        detachments_that_demand=sum(bool(one.required_datasheets or one.unit_minimums) for one in data.detachments),
        detachments_that_forbid=sum(
            bool(one.excluded_datasheets or one.excluded_detachments) for one in data.detachments
        ),
        detachments_that_demand_a_warlord=sum(bool(one.demanded_warlords) for one in data.detachments),
        barred_from_factions=sheets(lambda sheet: sheet.excluded_factions),
        excluding_epic_heroes=sheets(lambda sheet: sheet.excluded_epic_heroes),
        must_be_warlord=sheets(lambda sheet: sheet.warlord is WarlordRule.MUST),
        cannot_be_warlord=sheets(lambda sheet: sheet.warlord is WarlordRule.NEVER),
        cannot_bear=sheets(lambda sheet: sheet.cannot_bear_enhancements),
        enhancements_that_exclude=sum(bool(one.excludes) for one in data.enhancements),
        must_start_in_reserves=sheets(lambda sheet: sheet.reserves.must_start),
        exempt_from_reserves=sheets(lambda sheet: sheet.reserves.is_exempt),
        can_be_split=sheets(lambda sheet: sheet.splits),
        transports_with_terms=sheets(
            lambda sheet: sheet.transport and (sheet.transport.required_keywords or sheet.transport.passengers)
        ),
        joiners=sum(row.role is AttachmentRole.JOINER for row in data.attachments),
        beside_another=sum(row.may_join_beside_another for row in data.attachments),
        allied_rules=len(data.allied_rules),
        with_item_keywords=sheets(lambda sheet: sheet.item_keywords),
    )
