"""Datasheets as corrections have them: each function tells which datasheets a row changes, and into what."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import structs

from datasheets.catalogue.datasheet import (
    CompositionTier,
    ConditionalKeyword,
    Datasheet,
    ItemKeyword,
    KindCount,
    ModelKind,
    ReservesRule,
    SplitRule,
    WarlordRule,
)
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.transport import CapacityWith, Hold, SlotCost, Spared, Transport
from datasheets.sources import correction_rows as rows
from datasheets.sources.corrections import Corrections, Noted
from datasheets.sources.datasheets import CHARACTER
from datasheets.sources.origins import Fixed, Gone, Ledger, known_sheet

Sheets = Mapping[str, Datasheet]


def correct_datasheets(ledger: Ledger, sheets: dict[str, Datasheet], corrections: Corrections) -> None:
    """Lay over datasheets of the package what prices and names are then told by: keywords and make-up."""
    ledger.lay("datasheets", sheets, _single_effects(corrections.notes("datasheets")), _with_effect)
    ledger.lay("datasheets", sheets, corrections.notes("compositions"), _with_composition)


def correct_rules(
    ledger: Ledger, sheets: dict[str, Datasheet], corrections: Corrections, detachments: Container[str]
) -> None:
    """Lay over datasheets what their texts say of Warlords, passengers, reserves, bearers and splits."""
    for topic, section, change in (
        ("datasheets", "successors", _with_successor),
        ("datasheets", "with_warlord", partial(_with_warlord_keyword, detachments)),
        ("datasheets", "carrying", _with_item_keywords),
        ("warlords", "rows", partial(_with_warlord_rule, detachments)),
        ("characters", "rows", _with_characters),
        ("passengers", "rows", _with_passengers),
        ("reserves", "rows", _with_reserves),
        ("enhancements", "barred", _without_enhancements),
        ("splits", "rows", partial(_with_splits, detachments)),
    ):
        ledger.lay("datasheets", sheets, _single_datasheets(corrections.notes(topic, section)), change)


def has_keyword(datasheet: Datasheet, keyword: str) -> bool:
    """Whether the datasheet has the keyword, whole (R-07)."""
    return fold_keyword(keyword) in {fold_keyword(each) for each in datasheet.keywords}


def known_detachment(detachments: Container[str], detachment_id: str) -> None:
    """Raise :class:`Gone` where there is no such detachment."""
    if detachment_id not in detachments:
        raise Gone(f"{detachment_id} is no detachment.")


# Keywords and movement --------------------------------------------------------------------------


def _single_datasheets(notes: Iterable[Noted[Any]]) -> Iterator[Noted[Any]]:
    """Each datasheet of a row that has several by itself, so that one which is gone is told apart."""
    for note in notes:
        several = getattr(note.row, "datasheets", ())
        for datasheet_id in several:
            yield note._replace(row=structs.replace(note.row, datasheets=(datasheet_id,)))
        if not several:
            yield note


def _single_effects(notes: Iterable[Noted[rows.DatasheetRow]]) -> Iterator[Noted[rows.DatasheetRow]]:
    """Each effect on each datasheet by itself, so that one which is out of date is told apart."""
    for note in notes:
        for datasheet_id in note.row.datasheets:
            single = structs.replace(note.row, datasheets=(datasheet_id,), add=(), remove=(), movement=None)
            for keyword in note.row.add:
                yield note._replace(row=structs.replace(single, add=(keyword,)))
            for keyword in note.row.remove:
                yield note._replace(row=structs.replace(single, remove=(keyword,)))
            if note.row.movement is not None:
                yield note._replace(row=structs.replace(single, movement=note.row.movement))


def _with_effect(sheets: Sheets, row: rows.DatasheetRow) -> Sheets:
    """One keyword more or less, or another movement: as errata or printed pages have it."""
    sheet = known_sheet(sheets, row.datasheets[0])
    told = [each for each in row.add if has_keyword(sheet, each)]
    told += [each for each in row.remove if not has_keyword(sheet, each)]
    if row.movement is not None and {profile.M for profile in sheet.profiles} == {row.movement}:
        told.append(f"movement {row.movement}")
    if told:
        raise Fixed(f"{sheet.id}, {', '.join(told)},")
    removed = {fold_keyword(each) for each in row.remove}
    kinds = sheet.kinds
    # Which of several kinds are CHARACTERs is a correction of its own.
    if len(kinds) == 1 and CHARACTER in {fold_keyword(each) for each in (*row.add, *row.remove)}:
        kinds = (replace(kinds[0], is_character=CHARACTER not in removed),)
    profiles = sheet.profiles
    if row.movement is not None:
        profiles = tuple(replace(profile, M=row.movement) for profile in profiles)
    keywords = (*(each for each in sheet.keywords if fold_keyword(each) not in removed), *row.add)
    return {sheet.id: replace(sheet, keywords=keywords, kinds=kinds, profiles=profiles)}


# Make-up ----------------------------------------------------------------------------------------


def _with_composition(sheets: Sheets, row: rows.CompositionRow) -> Sheets:
    """Kinds, tiers and model counts as the row has them."""
    sheet = known_sheet(sheets, row.datasheet)
    kinds = {kind.name: kind for kind in sheet.kinds}
    unknown = ({kind.name for kind in row.kinds} | {name for tier in row.tiers for name in tier}) - set(kinds)
    unknown |= set(row.without) - set(kinds)
    if unknown:
        raise Gone(f"{sheet.id} has no {', '.join(sorted(unknown))}.")
    for kind in row.kinds:
        strange = sorted(set(kind.carries) - set(sheet.items))
        if strange:
            raise Gone(f"{sheet.id} cannot carry {', '.join(strange)} ({kind.name}).")
        kinds[kind.name] = _kind(kinds[kind.name], kind)
    tiers = tuple(CompositionTier(tuple(KindCount(name, *span) for name, span in tier.items())) for tier in row.tiers)
    made = replace(
        sheet,
        minimum_models=row.minimum_models,
        maximum_models=row.maximum_models,
        kinds=tuple(kind for kind in kinds.values() if kind.name not in row.without),
        tiers=tiers or sheet.tiers,
    )
    return {sheet.id: made}


def _kind(kind: ModelKind, row: rows.KindRow) -> ModelKind:
    return replace(
        kind,
        minimum=row.minimum,
        maximum=row.maximum,
        aliases=tuple(dict.fromkeys((*kind.aliases, *row.aliases))),
        default_items=row.carries or kind.default_items,
    )


def _with_characters(sheets: Sheets, row: rows.CharacterRow) -> Sheets:
    """Which kinds of models are CHARACTERs (R-08)."""
    sheet = known_sheet(sheets, row.datasheet)
    unknown = set(row.characters) - {kind.name for kind in sheet.kinds}
    if unknown:
        raise Gone(f"{sheet.id} has no {', '.join(sorted(unknown))}.")
    kinds = tuple(replace(kind, is_character=kind.name in row.characters) for kind in sheet.kinds)
    return {sheet.id: replace(sheet, kinds=kinds)}


# Rules of their texts ---------------------------------------------------------------------------


def _with_successor(sheets: Sheets, row: rows.SuccessorRow) -> Sheets:
    """An Epic Hero that excludes those of the founding chapter (R-15)."""
    sheet = known_sheet(sheets, row.datasheet)
    return {sheet.id: replace(sheet, excluded_epic_heroes=row.excluded_epic_heroes)}


def _with_warlord_keyword(detachments: Container[str], sheets: Sheets, row: rows.WarlordKeywordRow) -> Sheets:
    """Keywords that datasheets have while a certain model is the Warlord."""
    warlord = known_sheet(sheets, row.warlord).id
    if row.detachment is not None:
        known_detachment(detachments, row.detachment)
    keyword = ConditionalKeyword(row.keyword, detachment=row.detachment, warlord=warlord)
    sheet = known_sheet(sheets, row.datasheets[0])
    return {sheet.id: replace(sheet, conditional_keywords=tuple(dict.fromkeys((*sheet.conditional_keywords, keyword))))}


def _with_item_keywords(sheets: Sheets, row: rows.ItemKeywordRow) -> Sheets:
    """Keywords that units have while one of their models carries an item."""
    sheet = known_sheet(sheets, row.datasheets[0])
    if row.item not in sheet.items:
        raise Gone(f"{sheet.id} cannot carry {row.item}.")
    told = [keyword for keyword in row.keywords if has_keyword(sheet, keyword)]
    if told:
        raise Fixed(f"{sheet.id}, {', '.join(told)},")
    added = tuple(ItemKeyword(row.item, keyword) for keyword in row.keywords)
    return {sheet.id: replace(sheet, item_keywords=tuple(dict.fromkeys((*sheet.item_keywords, *added))))}


def _with_warlord_rule(detachments: Container[str], sheets: Sheets, row: rows.WarlordRow) -> Sheets:
    """Who must, and who can never, be the Warlord, and with which detachment all the same (R-17)."""
    sheet = known_sheet(sheets, row.datasheet)
    for detachment in row.allowed_with:
        known_detachment(detachments, detachment)
    return {sheet.id: replace(sheet, warlord=WarlordRule(row.rule), warlord_with=row.allowed_with)}


def _with_passengers(sheets: Sheets, row: rows.PassengerRow) -> Sheets:
    """Who may ride in what (R-09). One group of keywords is what every passenger needs."""
    sheet = known_sheet(sheets, row.datasheet)
    # A capacity in the row stands where upstream has none, or another one.
    capacity = row.capacity or (sheet.transport.capacity if sheet.transport else None)
    if capacity is None:
        raise Gone(f"{sheet.id} has no transport capacity; give it one.")
    known = {*sheet.items, *(kind.name for kind in sheet.kinds)}
    strange = sorted({each.item or each.kind or "" for each in row.capacities} - known)
    if strange:
        raise Gone(f"{sheet.id} has no {', '.join(strange)}.")
    transport = Transport(
        capacity=capacity,
        excluded_keywords=row.excluded,
        required_keywords=row.groups[0] if len(row.groups) == 1 else (),
        slot_costs=tuple(
            SlotCost(keyword, cost) if isinstance(cost, int) else SlotCost(keyword, cost.slots, cost.minimum_wounds)
            for keyword, cost in row.slots.items()
        ),
        passengers=row.groups if len(row.groups) > 1 else (),
        conditions=row.conditions,
        free_models=row.free_models,
        capacities=tuple(CapacityWith(each.capacity, each.item, each.kind) for each in row.capacities),
        holds=tuple(Hold(each.models, each.groups, each.maximum_wounds, each.capacity) for each in row.holds),
        spared=tuple(Spared(each.keyword, each.keywords, each.has_joined) for each in row.spared),
        counts_units=row.counts_units,
    )
    return {sheet.id: replace(sheet, transport=transport)}


def _with_reserves(sheets: Sheets, row: rows.ReservesRow) -> Sheets:
    """Who must start in strategic reserves, and who does not count there (R-24)."""
    sheet = known_sheet(sheets, row.datasheet)
    rule = ReservesRule(row.must_start, row.is_exempt, row.passengers_exempt)
    return {sheet.id: replace(sheet, reserves=rule)}


def _without_enhancements(sheets: Sheets, row: rows.BarredRow) -> Sheets:
    """Who may bear no enhancement (R-25)."""
    sheet = known_sheet(sheets, row.datasheet)
    return {sheet.id: replace(sheet, cannot_bear_enhancements=True)}


def _with_splits(detachments: Container[str], sheets: Sheets, row: rows.SplitRow) -> Sheets:
    """Who may be split in two before the battle, and by what (01.02.06)."""
    if row.transport is not None:
        known_sheet(sheets, row.transport)
    if row.detachment is not None:
        known_detachment(detachments, row.detachment)
    rule = SplitRule(row.transport, row.detachment, row.equal_parts)
    sheet = known_sheet(sheets, row.datasheets[0])
    return {sheet.id: replace(sheet, splits=tuple(dict.fromkeys((*sheet.splits, rule))))}
