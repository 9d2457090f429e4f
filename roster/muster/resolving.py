"""Entries of the roster document to units: what each names, has, may be counted as and costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from datasheets.catalogue import Catalogue, fold_name
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.points import PriceTable
from roster.document import UnitEntry
from roster.muster.choices import in_force, made_choices
from roster.muster.keywords import KeywordClaim, Keywords, effective_keywords
from roster.muster.points import PricedUnit, price_unit, unrecognised_unit
from roster.muster.unit import ChosenDetachment, HeldEnhancement, MadeChoice, Unit, fold_keywords


def resolved_units(
    entries: Sequence[UnitEntry],
    chosen: Sequence[ChosenDetachment],
    catalogue: Catalogue,
    lineage: tuple[str, ...],
    army_keywords: frozenset[str],
    *,
    manual: str,
) -> tuple[Unit, ...]:
    """The units, in the order of their entries; ``lineage`` is that of the army faction, ``manual`` prices them."""
    sheets = [catalogue.datasheets.get(entry.datasheet.id or "") for entry in entries]
    enhancements = [_held(entry, index, catalogue) for index, entry in enumerate(entries)]
    choices = [made_choices(entry, index, catalogue) for index, entry in enumerate(entries)]
    selected = frozenset(one.detachment.id for one in chosen if one.detachment)
    claims = [_claim(*row) for row in zip(entries, sheets, enhancements, choices, strict=True)]
    keywords, without = _keywords(claims, chosen, catalogue, army_keywords)
    copies: defaultdict[str, int] = defaultdict(int)
    units = []
    for index, entry in enumerate(entries):
        sheet, held = sheets[index], enhancements[index]
        if sheet is None:
            priced = unrecognised_unit(entry)
        else:
            copies[fold_name(sheet.name)] += 1
            table = catalogue.price_table(sheet.id, lineage[0] if lineage else "", selected)
            priced = _priced(entry, sheet, held, copies[fold_name(sheet.name)], table, lineage, manual)
        own = fold_keywords(sheet.faction_keywords) if sheet else frozenset()
        given = keywords[index]
        units.append(
            Unit(
                index,
                entry,
                sheet,
                given.effective,
                own,
                held,
                priced,
                choices[index],
                given.given,
                {id: rows[index].effective for id, rows in without.items()} if without else {},
            )
        )
    return tuple(units)


def _held(entry: UnitEntry, index: int, catalogue: Catalogue) -> tuple[HeldEnhancement, ...]:
    return tuple(
        HeldEnhancement(
            reference, f"/units/{index}/enhancements/{place}", catalogue.enhancements.get(reference.id or "")
        )
        for place, reference in enumerate(entry.enhancements)
    )


# Keywords -----------------------------------------------------------------------------------------


def _claim(
    entry: UnitEntry, sheet: Datasheet | None, held: Sequence[HeldEnhancement], choices: tuple[MadeChoice, ...]
) -> KeywordClaim:
    borne = tuple(one.enhancement for one in held if one.enhancement is not None)
    carries = sheet is not None and bool(sheet.item_keywords)
    return KeywordClaim(
        sheet,
        entry.is_warlord or any(not enhancement.is_upgrade for enhancement in borne),
        entry.is_warlord,
        choices,
        borne,
        carried_items(entry) if carries else frozenset(),
    )


def carried_items(entry: UnitEntry) -> frozenset[str]:
    """Ids of the items that models of the unit carry."""
    rows = [*entry.items, *(item for model in entry.models if model.count > 0 for item in model.items)]
    return frozenset(row.item.id for row in rows if row.item.id is not None and row.count > 0)


def _keywords(
    claims: Sequence[KeywordClaim],
    chosen: Sequence[ChosenDetachment],
    catalogue: Catalogue,
    army_keywords: frozenset[str],
) -> tuple[list[Keywords], dict[str, list[Keywords]]]:
    """Keywords of the units, and what they would be without each of the enhancements that give some.

    An enhancement must not open itself to its bearer.
    """
    detachments = [one.detachment for one in chosen if one.detachment]
    allegiances = in_force(catalogue.data.allegiances, {detachment.id for detachment in detachments})
    granting = {one.id: None for claim in claims for one in claim.enhancements if one.granted_keywords}
    return (
        effective_keywords(claims, detachments, army_keywords, allegiances),
        {id: effective_keywords(claims, detachments, army_keywords, allegiances, withheld=(id,)) for id in granting},
    )


# Prices -------------------------------------------------------------------------------------------


def _priced(
    entry: UnitEntry,
    sheet: Datasheet,
    held: Sequence[HeldEnhancement],
    copy: int,
    table: PriceTable | None,
    lineage: tuple[str, ...],
    manual: str,
) -> PricedUnit:
    return price_unit(
        entry,
        sheet,
        copy=copy,
        table=table,
        enhancements=[(one.reference, one.enhancement) for one in held],
        lineage=lineage,
        manual=manual,
    )
