"""Changes of enhancements: too many, twice, from elsewhere, on those who may not bear them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.names import fold_keyword, fold_name
from roster.document import Reference, RosterDocument
from tests.generated.draft import Drafted
from tests.generated.enhance import COPIES_OF_AN_UPGRADE, able_kinds, may_bear
from tests.generated.mutations.case import Case, mutation
from tests.generated.terms import CHARACTER, EPIC_HERO, folded


def _borne(case: Case) -> list[Enhancement]:
    return [one for unit in case.draft.units for one in unit.enhancements]


def _taken(case: Case) -> set[str]:
    return {fold_name(one.name) for one in _borne(case)}


def _is_plain(one: Enhancement) -> bool:
    return not one.is_upgrade and not one.usable_by_non_character


def _counts(case: Case, one: Enhancement) -> bool:
    return not one.is_demanded and not case.catalogue.detachments[one.detachment].has_uncounted_enhancements


def _used(case: Case) -> int:
    counted = [one for one in _borne(case) if _counts(case, one)]
    return sum(not one.is_upgrade for one in counted) + len({fold_name(one.name) for one in counted if one.is_upgrade})


def _has_place(case: Case) -> bool:
    return _used(case) < case.terms.size.enhancement_limit


def _has_bearing_group(case: Case, unit: Drafted) -> bool:
    return any(one.enhancements for one in case.draft.group(unit))


def _named_bearer(unit: Drafted, one: Enhancement) -> dict[str, object]:
    """The bearer, named where several models could be."""
    able = [kind.name for kind in able_kinds(unit)]
    return {"bearer": able[0]} if _is_plain(one) and len(able) > 1 else {}


@mutation("25.03/enhancement-limit")
def one_enhancement_more(case: Case) -> RosterDocument | None:
    entries = dict(enumerate(case.document.units))
    used, left, taken = _used(case), case.room(), _taken(case)
    fresh: set[int] = set()
    for one in case.own_enhancements():
        cost = one.points_in(*case.terms.lineage) or 0
        if fold_name(one.name) in taken or not _counts(case, one) or cost > left:
            continue
        for place, unit, _ in case.unplanned():
            groups = {id(other) for other in case.draft.group(unit)}
            if may_bear(unit, one, case.draft) and not groups & fresh:
                more = _named_bearer(unit, one)
                reference = (Reference(one.id, one.name),)
                entries[place] = replace(entries[place], enhancements=reference, **more)  # type: ignore[arg-type]
                used, left = used + 1, left - cost
                taken.add(fold_name(one.name))
                fresh |= groups
                break
        if used > case.terms.size.enhancement_limit:
            return replace(case.document, units=tuple(entries.values()))
    return None


@mutation("25.04/enhancement-once")
def the_same_enhancement_twice(case: Case) -> RosterDocument | None:
    for one in case.shuffled(_borne(case)):
        if one.is_upgrade or one.is_demanded or not case.fits(one) or not (_has_place(case) or not _counts(case, one)):
            continue
        for place, unit, _ in case.unplanned():
            if may_bear(unit, one, case.draft):
                return case.bearing(place, one, **_named_bearer(unit, one))
    return None


@mutation("25.04/upgrade-limit")
def an_upgrade_too_often(case: Case) -> RosterDocument | None:
    copies = Counter(one.id for one in _borne(case))
    for one in case.own_enhancements():
        if not one.is_upgrade or (not copies[one.id] and not _has_place(case)):
            continue
        cost = one.points_in(*case.terms.lineage) or 0
        able = [
            (place, unit)
            for place, unit, _ in case.unplanned()
            if may_bear(unit, one, case.draft) and (case.is_alone(unit) or unit.host is None)
        ]
        wanted = COPIES_OF_AN_UPGRADE + 1 - copies[one.id]
        if len(able) < wanted or cost * wanted > case.room():
            continue
        reference = (Reference(one.id, one.name),)
        return case.edit({place: {"enhancements": reference} for place, _ in able[:wanted]})
    return None


@mutation("25.04/enhancement-detachment")
def an_enhancement_from_elsewhere(case: Case) -> RosterDocument | None:
    if not _has_place(case):
        return None
    own = {fold_name(one.name) for one in case.own_enhancements()}
    for one in case.chance.sample(case.catalogue.data.enhancements, k=len(case.catalogue.data.enhancements)):
        if one.detachment in case.terms.chosen or one.points_in(*case.terms.lineage) is None or one.bars_warlord:
            continue
        if fold_name(one.name) in own or not case.fits(one) or one.not_offered or one.granted_keywords:
            continue
        if one.is_demanded or case.catalogue.detachments[one.detachment].has_uncounted_enhancements:
            continue
        for place, unit, _ in case.unplanned():
            if may_bear(unit, one, case.draft):
                return case.bearing(place, one, **_named_bearer(unit, one))
    return None


@mutation("25.04/one-enhancement-per-unit")
def a_second_enhancement(case: Case) -> RosterDocument | None:
    if not _has_place(case):
        return None
    for place, unit, entry in case.unplanned():
        if not unit.enhancements or any(other.enhancements for other in case.draft.group(unit) if other is not unit):
            continue
        for one in case.own_enhancements():
            bare = Drafted(unit.sheet, unit.models, unit.sure, unit.possible, is_warlord=unit.is_warlord)
            if fold_name(one.name) in _taken(case) or not case.fits(one) or not may_bear(bare, one, case.draft):
                continue
            more = {} if entry.bearer else _named_bearer(unit, one)
            return case.bearing(place, one, **more)
    return None


@mutation("25.04/one-enhancement-per-attached-unit")
def two_bearers_in_one_unit(case: Case) -> RosterDocument | None:
    if not _has_place(case):
        return None
    for place, unit, _ in case.unplanned():
        if unit.enhancements or not _has_bearing_group(case, unit):
            continue
        for one in case.own_enhancements():
            bare = Drafted(unit.sheet, unit.models, unit.sure, unit.possible, is_warlord=unit.is_warlord)
            if fold_name(one.name) not in _taken(case) and case.fits(one) and may_bear(bare, one, case.draft):
                return case.bearing(place, one, **_named_bearer(unit, one))
    return None


# Who may bear ------------------------------------------------------------------------------------------


def _on_somebody_who(case: Case, lacks: str) -> RosterDocument | None:
    """An enhancement on a unit that is kept from it by one thing only."""
    if not _has_place(case):
        return None
    for one in case.own_enhancements():
        if fold_name(one.name) in _taken(case) or not case.fits(one) or one.bars_warlord:
            continue
        for place, unit, _ in case.unplanned():
            if not _has_bearing_group(case, unit) and _hindrances(case, unit, one) == {lacks}:
                return case.bearing(place, one, **_named_bearer(unit, one))
    return None


def _hindrances(case: Case, unit: Drafted, one: Enhancement) -> set[str]:
    """All that keeps the unit from bearing it."""
    found = set()
    is_named = any(fold_keyword(unit.sheet.name) in folded(group) for group in one.requires)
    if _is_plain(one) and CHARACTER not in unit.sure:
        found.add("character")
    if _is_plain(one) and CHARACTER in unit.sure and not able_kinds(unit):
        found.add("model")
    if EPIC_HERO in unit.possible and not one.usable_by_epic_hero:
        found.add("epic hero")
    if not case.fulfils(unit, one):
        found.add("keywords")
    if folded(one.excludes) & unit.sure:
        found.add("excluded")
    elif folded(one.excludes) & unit.possible:
        found.add("perhaps excluded")  # By a choice that it did not make.
    if unit.sheet.cannot_bear_enhancements and not is_named:
        found.add("barred")
    if one.required_items and not any(unit.items[item] for item in one.required_items):
        found.add("wargear")
    rules = case.terms.guests.get(unit.sheet.id, ()) if case.draft.is_guest(unit) else ()
    if any(rule.cannot_take_enhancements for rule in rules):
        found.add("ally")
    if one.granted_keywords:
        found.add("changes")
    return found


@mutation("25.04/enhancement-character")
def on_no_character(case: Case) -> RosterDocument | None:
    return _on_somebody_who(case, "character")


@mutation("25.04/enhancement-epic-hero")
def on_an_epic_hero(case: Case) -> RosterDocument | None:
    return _on_somebody_who(case, "epic hero")


@mutation("25.04/enhancement-keywords")
def on_one_without_the_keywords(case: Case) -> RosterDocument | None:
    return _on_somebody_who(case, "keywords")


@mutation("25.04/enhancement-excluded")
def on_one_it_excludes(case: Case) -> RosterDocument | None:
    return _on_somebody_who(case, "excluded")


@mutation("25.04/may-bear-enhancement")
def on_one_who_bears_none(case: Case) -> RosterDocument | None:
    return _on_somebody_who(case, "barred")


@mutation("25.04/enhancement-wargear")
def without_the_wargear(case: Case) -> RosterDocument | None:
    return _on_somebody_who(case, "wargear")


@mutation("ally/enhancements")
def on_an_ally(case: Case) -> RosterDocument | None:
    return _on_somebody_who(case, "ally")


@mutation("25.04/enhancement-bearer")
def borne_by_the_wrong_model(case: Case) -> RosterDocument | None:
    for place, unit, _ in case.unplanned():
        if not any(_is_plain(one) for one in unit.enhancements):
            continue
        able = {kind.name for kind in able_kinds(unit)}
        others = [kind.name for kind in unit.sheet.kinds if kind.name not in able and unit.counts.get(kind.name)]
        if others:
            return case.edit({place: {"bearer": others[0]}})
        if able:
            return case.edit({place: {"bearer": "Nobody there"}})
    return None


@mutation("25.04/enhancement-demanded")
def not_borne_though_given(case: Case) -> RosterDocument | None:
    for place, unit, _ in case.unplanned():
        if any(one.is_demanded for one in unit.enhancements):
            return case.edit({place: {"enhancements": ()}})
    return None


@mutation("25.04/warlord-enhancement")
def a_bearer_who_cannot_lead(case: Case) -> RosterDocument | None:
    place, unit = case.warlord
    if _has_bearing_group(case, unit) or not _has_place(case):
        return None
    for one in case.own_enhancements():
        if one.bars_warlord and case.fits(one) and fold_name(one.name) not in _taken(case):
            bare = Drafted(unit.sheet, unit.models, unit.sure, unit.possible)
            if may_bear(bare, one, case.draft):
                return case.bearing(place, one, **_named_bearer(unit, one))
    return None
