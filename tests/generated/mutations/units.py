"""Changes of which units there are, of which sizes and kinds of model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_keyword
from roster.document import ModelEntry, RosterDocument
from tests.generated.draft import Drafted
from tests.generated.mutations.case import Case, mutation, stripped
from tests.generated.prices import best_row
from tests.generated.terms import AIRCRAFT, BATTLELINE, DEDICATED, EPIC_HERO, folded
from tests.generated.wargear import make_ups

NO_MAKE_UP = "no make-up of the datasheet has so many models"
NO_ROW = "the manual prices no more models than a datasheet allows"


def _copies(case: Case, sheets: Sequence[Datasheet], breaks: str, most: int = 8) -> RosterDocument | None:
    """Units of one of the datasheets added until just that limit is broken."""
    for sheet in list(case.harmless(sheets))[:4]:
        units: list[Drafted] = []
        for _ in range(most):
            unit = case.fresh(sheet)
            if unit is None:
                break
            units.append(unit)
            found = case.added(units, breaks=breaks)
            if found is not None:
                return found
    return None


def _natives(case: Case) -> list[Datasheet]:
    return [sheet for sheet in case.terms.natives if case.terms.is_full(sheet)]


def _limited(case: Case) -> Iterator[Datasheet]:
    grouped = {id for group, most in case.terms.groups if most is not None for id in group.members}
    for sheet in _natives(case):
        if sheet.id not in grouped:
            yield sheet


# Copies ------------------------------------------------------------------------------------------------


@mutation("25.03/unit-limit")
def a_datasheet_too_often(case: Case) -> RosterDocument | None:
    plain = {EPIC_HERO, BATTLELINE, DEDICATED}
    return _copies(case, [one for one in _limited(case) if not plain & case.terms.keywords(one).possible], "copies")


@mutation("25.03/unit-limit-doubled")
def battleline_too_often(case: Case) -> RosterDocument | None:
    # What units choose has limits of its own, which more of them would break as well.
    sheets = [one for one in _limited(case) if BATTLELINE in case.terms.keywords(one).sure]
    sheets = [one for one in sheets if not case.terms.allegiances_of(one, case.terms.keywords(one).possible)]
    return _copies(case, [one for one in sheets if EPIC_HERO not in case.terms.keywords(one).possible], "copies")


@mutation("25.03/epic-hero")
def a_hero_twice(case: Case) -> RosterDocument | None:
    return _copies(case, [one for one in _limited(case) if EPIC_HERO in case.terms.keywords(one).sure], "copies")


@mutation("datasheet/group-limit")
def a_group_too_large(case: Case) -> RosterDocument | None:
    members = {id for group, most in case.terms.groups if most is not None for id in group.members}
    return _copies(case, [sheet for sheet in _natives(case) if sheet.id in members], "group")


@mutation("datasheet/group-excludes")
def beside_one_it_excludes(case: Case) -> RosterDocument | None:
    present = {unit.sheet.id for unit in case.draft.units}
    wanted = {id for group, _ in case.terms.groups if present & set(group.members) for id in group.excludes}
    wanted |= {id for group, _ in case.terms.groups if present & set(group.excludes) for id in group.members}
    return _copies(case, [sheet for sheet in _natives(case) if sheet.id in wanted], "excluded", 1)


# Whose ------------------------------------------------------------------------------------------------


@mutation("25.04/unit-faction")
def a_stranger(case: Case) -> RosterDocument | None:
    hosts = case.terms.own
    opened = {
        guest
        for rule in case.catalogue.data.allied_rules
        if folded(rule.host_keywords) & hosts
        for guest in rule.guests
    }
    strangers = [
        sheet
        for sheet in case.catalogue.data.datasheets
        if case.terms.is_full(sheet)
        and sheet.id not in opened
        and not case.terms.is_native(sheet)
        and sheet.faction_keywords
        and not case.terms.own & folded(sheet.excluded_factions)
        and case.terms.book.table(sheet) is not None
    ]
    return _copies(case, case.chance.sample(strangers, k=10), "", 1)


@mutation("faction/excluded-unit")
def a_unit_the_chapter_bars(case: Case) -> RosterDocument | None:
    barred = [
        sheet
        for sheet in case.catalogue.data.datasheets
        if case.terms.is_native(sheet)
        and case.terms.own & folded(sheet.excluded_factions)
        and case.terms.is_full(sheet)
        and not folded(sheet.faction_keywords) & case.terms.chapters
    ]
    return _copies(case, barred, "", 1)


@mutation("faction/one-chapter")
def a_unit_of_another_chapter(case: Case) -> RosterDocument | None:
    """Priced or not: another chapter's list has the price of its own units."""
    chapter = case.terms.faction.chapter_keyword
    own = fold_keyword(chapter) if chapter else ""
    if not case.terms.chapters or case.terms.faction.keyword != "Adeptus Astartes":
        return None
    mine = {one for unit in case.draft.units for one in folded(unit.sheet.faction_keywords) & case.terms.chapters}
    others = [
        sheet
        for sheet in case.catalogue.data.datasheets
        if case.terms.is_native(sheet)
        and case.terms.is_full(sheet)
        and not sheet.not_offered
        and not case.terms.own & folded(sheet.excluded_factions)
        and (found := folded(sheet.faction_keywords) & case.terms.chapters)
        and own not in found
        and (own or (mine and not mine & found))
        and sheet.id in case.catalogue.priced_datasheets
    ]
    heroes = any(unit.sheet.excluded_epic_heroes for unit in case.draft.units)
    grouped = {id for group, _ in case.terms.groups for id in (*group.members, *group.excludes)}
    for sheet in case.harmless([one for one in others if one.id not in grouped]):
        keywords = case.terms.keywords(sheet)
        if (heroes and EPIC_HERO in keywords.possible) or sheet.excluded_epic_heroes or sheet.warlord == "must":
            continue
        if any(sheet.id in one.excluded_datasheets for one in case.terms.detachments):
            continue
        counts = [ModelEntry(row.kind, row.minimum) for row in make_ups(sheet)[0].counts if row.minimum]
        unit = Drafted(sheet, [], keywords.sure, keywords.possible)
        if case.terms.allegiances_of(sheet, keywords.sure) or any(
            other.sheet.name == sheet.name for other in case.draft.units
        ):
            continue
        entry = replace(case.entry(unit, 1), models=tuple(counts))
        return case.with_entries([entry]) if case.room() > 400 else None
    return None


@mutation("mfm/unit-listed")
def a_withdrawn_unit(case: Case) -> RosterDocument | None:
    withdrawn = [
        sheet
        for sheet in case.catalogue.data.datasheets
        if case.terms.is_native(sheet)
        and case.terms.is_full(sheet)
        and sheet.id not in case.catalogue.priced_datasheets
        and case.catalogue.past_prices.get(sheet.id)
        and not folded(sheet.faction_keywords) & case.terms.chapters
        and not case.terms.own & folded(sheet.excluded_factions)
    ]
    for sheet in case.harmless(withdrawn):
        keywords = case.terms.keywords(sheet)
        counts = [ModelEntry(row.kind, row.minimum) for row in make_ups(sheet)[0].counts if row.minimum]
        entry = case.entry(Drafted(sheet, [], keywords.sure, keywords.possible), 1)
        if not case.terms.allegiances_of(sheet, keywords.sure):
            return case.with_entries([replace(entry, models=tuple(counts))])
    return None


# Sizes -------------------------------------------------------------------------------------------------


def _bare(case: Case) -> Iterator[tuple[int, Drafted]]:
    """Plain units whose wargear costs nothing: theirs need not be written down."""
    for place, unit, _ in case.plain():
        table = case.terms.book.table(unit.sheet)
        is_free = table is not None and not table.wargear and not unit.sheet.item_keywords
        if is_free and not {AIRCRAFT, DEDICATED} & unit.possible:
            yield place, unit


def _fits(sheet: Datasheet, counts: dict[str, int]) -> bool:
    for tier in make_ups(sheet):
        rows = {row.kind: row for row in tier.counts}
        if all(kind in rows for kind, count in counts.items() if count) and all(
            row.minimum <= counts.get(kind, 0) <= row.maximum for kind, row in rows.items()
        ):
            return True
    return False


def _changed(case: Case, place: int, counts: dict[str, int]) -> RosterDocument:
    models = [ModelEntry(kind, count) for kind, count in counts.items() if count]
    return case.edit({place: stripped(case.document.units[place], models)})


@mutation("datasheet/unit-size", also={"datasheet/composition": NO_MAKE_UP})
def too_few_models(case: Case) -> RosterDocument | None:
    for place, unit in _bare(case):
        counts = dict(unit.counts)
        kind = max(counts, key=lambda one: counts[one])
        counts[kind] -= sum(counts.values()) - unit.sheet.minimum_models + 1
        if counts[kind] <= 0 or not unit.sheet.kinds:
            continue
        row = best_row(case.terms.book.rows(unit.sheet), unit.sheet, {kind: n for kind, n in counts.items() if n})
        if row is not None:
            return _changed(case, place, counts)
    return None


@mutation("datasheet/unit-size", also={"datasheet/composition": NO_MAKE_UP, "mfm/size-priced": NO_ROW})
def too_many_models(case: Case) -> RosterDocument | None:
    for place, unit in _bare(case):
        counts = dict(unit.counts)
        kind = max(counts, key=lambda one: counts[one])
        counts[kind] += unit.sheet.maximum_models - sum(counts.values()) + 1
        table = case.terms.book.table(unit.sheet)
        if table is None or table.add_ons or any(row.composition for row in case.terms.book.rows(unit.sheet)):
            continue
        if any(sum(row.maximum for row in tier.counts) > unit.sheet.maximum_models for tier in unit.sheet.tiers):
            continue  # Its make-ups alone would let it be larger.
        if max(row.models for row in case.terms.book.rows(unit.sheet)) <= unit.sheet.maximum_models:
            return _changed(case, place, counts)
    return None


@mutation("datasheet/composition")
def models_of_the_wrong_kinds(case: Case) -> RosterDocument | None:
    for place, unit in _bare(case):
        kinds = [kind.name for kind in unit.sheet.kinds]
        table = case.terms.book.table(unit.sheet)
        if len(kinds) < 2 or table is None or table.add_ons:
            continue
        if any(row.composition for row in case.terms.book.rows(unit.sheet)):
            continue
        for source in [one for one in kinds if unit.counts.get(one)]:
            for target in kinds:
                counts = {**unit.counts, source: unit.counts[source] - 1}
                counts[target] = counts.get(target, 0) + 1
                if not _fits(unit.sheet, counts):
                    return _changed(case, place, counts)
    return None


@mutation("datasheet/composition")
def a_kind_nobody_knows(case: Case) -> RosterDocument | None:
    for place, unit in _bare(case):
        table = case.terms.book.table(unit.sheet)
        named = any(row.composition for row in case.terms.book.rows(unit.sheet))
        if unit.sheet.kinds and table is not None and not table.add_ons and not named:
            models = [ModelEntry("Somebody else", len(unit.models))]
            return case.edit({place: stripped(case.document.units[place], models)})
    return None


@mutation(
    "mfm/size-priced",
    also={"datasheet/composition": NO_MAKE_UP, "datasheet/unit-size": "every allowed size has a price"},
)
def a_size_without_a_price(case: Case) -> RosterDocument | None:
    for place, unit in _bare(case):
        rows, table = case.terms.book.rows(unit.sheet), case.terms.book.table(unit.sheet)
        if table is None or table.add_ons or any(row.composition for row in rows):
            continue
        kind = max(unit.counts, key=lambda one: unit.counts[one])
        most = max(unit.sheet.maximum_models, *(row.models for row in rows))
        return _changed(case, place, {**unit.counts, kind: most + 1})
    return None


@mutation("mfm/size-padded")
def models_paid_for_and_not_there(case: Case) -> RosterDocument | None:
    for place, unit in _bare(case):
        rows = case.terms.book.rows(unit.sheet)
        table = case.terms.book.table(unit.sheet)
        if table is None or table.add_ons or any(row.composition for row in rows):
            continue
        sizes = {row.models for row in rows}
        for kind in unit.counts:
            counts = {**unit.counts, kind: unit.counts[kind] - 1}
            total = sum(counts.values())
            is_between = total not in sizes and total >= unit.sheet.minimum_models
            if is_between and _fits(unit.sheet, counts):
                return _changed(case, place, counts)
    return None


def _row(case: Case, unit: Drafted, copy: int) -> int:
    row = best_row(case.terms.book.rows(unit.sheet, copy), unit.sheet, unit.counts)
    return row.points if row is not None else 0


@mutation("mfm/copy-surcharge")
def a_dearer_copy(case: Case) -> RosterDocument | None:
    dear = [
        sheet
        for sheet in _limited(case)
        if (table := case.terms.book.table(sheet)) is not None
        and len(table.tiers) > 1
        and table.tiers[0].rows != table.tiers[-1].rows
        and not any(unit.sheet.name == sheet.name for unit in case.draft.units)
    ]
    for sheet in list(case.harmless(dear))[:10]:
        units = [unit for unit in (case.fresh(sheet) for _ in range(3)) if unit is not None]
        is_dear = len(units) == 3 and _row(case, units[2], 3) != _row(case, units[2], 1)
        if is_dear and (found := case.added(units)) is not None:
            return found
    return None


@mutation("mfm/paid-wargear")
def wargear_that_costs(case: Case) -> RosterDocument | None:
    paid = [sheet for sheet in _limited(case) if (table := case.terms.book.table(sheet)) is not None and table.wargear]
    for sheet in list(case.harmless(paid))[:10]:
        unit = case.fresh(sheet)
        table = case.terms.book.table(sheet)
        if unit is None or table is None:
            continue
        if any(unit.items[item] and one.points for one in table.wargear for item in one.items):
            found = case.added([unit])
            if found is not None:
                return found
    return None


@mutation("faction/successor-epic-hero", also={"mfm/unit-listed": "the one hero who excludes others is withdrawn"})
def the_founder_beside_a_successor(case: Case) -> RosterDocument | None:
    wanted = [sheet for sheet in case.catalogue.data.datasheets if sheet.excluded_epic_heroes]
    for sheet in wanted:
        keyword = fold_keyword(sheet.excluded_epic_heroes or "")
        others = [unit for unit in case.draft.units if {EPIC_HERO, keyword} <= unit.sure and unit.sheet.id != sheet.id]
        if not others or case.terms.own & folded(sheet.excluded_factions) or not case.terms.is_native(sheet):
            continue
        keywords = case.terms.keywords(sheet)
        counts = [ModelEntry(row.kind, row.minimum) for row in make_ups(sheet)[0].counts if row.minimum]
        entry = case.entry(Drafted(sheet, [], keywords.sure, keywords.possible), 1)
        return case.with_entries([replace(entry, models=tuple(counts))])
    return None
