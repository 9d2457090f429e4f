"""Changes of which allies are there, and of what is chosen for units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from datasheets.catalogue.datasheet import Datasheet
from roster.document import Reference, RosterDocument, UnitChoice
from tests.generated.draft import Drafted
from tests.generated.mutations.case import Case, mutation
from tests.generated.terms import DEDICATED, folded

A_STRANGER = "all of the army faction have the keyword the allies ask for: who lacks it is a stranger"


def _guests(case: Case) -> list[Datasheet]:
    """Allies that come in by one rule, of whom more is known than a price."""
    return [one for one in case.terms.allies if case.terms.is_full(one) and len(case.terms.guests[one.id]) == 1]


def _more(case: Case, sheets: Sequence[Datasheet], breaks: str) -> RosterDocument | None:
    """Allies added one by one, whoever still goes with the rest, until just that limit is broken."""
    units: list[Drafted] = []
    for sheet in [*case.harmless(sheets), *case.harmless(sheets)][:24]:
        unit = case.fresh(sheet)
        if unit is None:
            continue
        limits = case.draft.with_units([*units, unit]).broken_limits()
        if limits - {breaks}:
            continue
        units.append(unit)
        if limits:
            return case.added(units, breaks=breaks)
    return None


@mutation("ally/required-detachment")
def allies_without_their_detachment(case: Case) -> RosterDocument | None:
    hosts = case.terms.own
    rules = [rule for rule in case.catalogue.data.allied_rules if folded(rule.host_keywords) & hosts]
    closed = {guest for rule in rules if case.terms.chosen.isdisjoint(rule.detachments) for guest in rule.guests}
    opened = {guest for rule in rules if not rule.detachments for guest in rule.guests} | set(case.terms.guests)
    sheets = [
        case.catalogue.datasheets[id]
        for id in sorted(closed - opened)
        if not case.terms.is_native(case.catalogue.datasheets[id])
    ]
    for sheet in case.harmless([one for one in sheets if case.terms.is_full(one)]):
        if any(sheet.id in one.excluded_datasheets for one in case.terms.detachments):
            continue
        unit = case.fresh(sheet)
        if unit is not None and (found := case.added([unit])) is not None:
            return found
    return None


@mutation("ally/points-limit")
def allies_too_dear(case: Case) -> RosterDocument | None:
    sheets = [one for one in _guests(case) if case.terms.guests[one.id][0].points_limits]
    return _more(case, sheets, "allied points")


@mutation("ally/count-limit")
def allies_too_many(case: Case) -> RosterDocument | None:
    # Nobody who is not counted beside some, and nobody beside whom others are not.
    free = [one for rule in case.terms.open_rules for one in rule.free_guests]
    spared = {one.guest for one in free}
    if any(unit.sheet.id in spared for unit in case.draft.units):
        return None
    sheets = [
        one
        for one in _guests(case)
        if case.terms.guests[one.id][0].count_limits
        and one.id not in spared
        and not any(folded(row.beside) <= case.terms.keywords(one).possible for row in free)
    ]
    return _more(case, sheets, "allied count")


@mutation("ally/all-models-keyword")
def beside_models_they_do_not_accept(case: Case) -> RosterDocument | None:
    """Allies beside a native unit without the keyword, or a stranger beside allies."""
    sheets = [one for one in _guests(case) if case.terms.guests[one.id][0].all_models_keywords]
    natives = [one for one in case.terms.natives if case.terms.is_full(one)]
    asked = {word for one in sheets for word in case.terms.guests[one.id][0].all_models_keywords}
    without = [one for one in natives if not folded(asked) & case.terms.keywords(one).possible]
    for sheet in list(case.harmless(sheets))[:5]:
        unit = case.fresh(sheet)
        if unit is None:
            continue
        found = case.added([unit], breaks="all models")
        if found is not None:
            return found
        for other in list(case.harmless(without))[:3]:
            beside = case.fresh(other)
            if beside is not None and (found := case.added([unit, beside], breaks="all models")) is not None:
                return found
    return None


@mutation("ally/all-models-keyword", also={"25.04/unit-faction": A_STRANGER})
def a_stranger_beside_allies(case: Case) -> RosterDocument | None:
    """A unit of nobody's, in an army with allies that accept only some beside them."""
    guests = {unit.sheet.id for unit in case.draft.units if case.draft.is_guest(unit)}
    rules = [one for one in case.terms.open_rules if one.all_models_keywords and guests & set(one.guests)]
    asked = folded(word for rule in rules for word in rule.all_models_keywords)
    opened = {guest for rule in case.catalogue.data.allied_rules for guest in rule.guests}
    strangers = [
        one
        for one in case.catalogue.data.datasheets
        if one.id not in opened
        and one.faction_keywords
        and case.terms.is_full(one)
        and not case.terms.is_native(one)
        and not asked & case.terms.keywords(one).possible
        and case.terms.book.table(one) is not None
    ]
    for sheet in list(case.harmless(strangers))[:5] if rules else ():
        unit = case.fresh(sheet)
        if unit is not None and (found := case.added([unit], breaks="all models")) is not None:
            return found
    return None


@mutation("ally/exclusive-bucket")
def allies_who_exclude_each_other(case: Case) -> RosterDocument | None:
    return _more(case, [one for one in _guests(case) if case.terms.guests[one.id][0].exclusive_bucket], "bucket")


@mutation("ally/battleline-ratio")
def allies_without_battleline(case: Case) -> RosterDocument | None:
    return _more(case, [one for one in _guests(case) if case.terms.guests[one.id][0].ratio_keywords], "ratio")


@mutation("ally/price-list")
def an_ally_of_another_price(case: Case) -> RosterDocument | None:
    tables = {(row.datasheet, row.allied): row for row in case.catalogue.data.prices if row.price_list in _homes(case)}
    dearer = [
        one
        for one in _guests(case)
        if (guest := tables.get((one.id, True))) is not None
        and (home := tables.get((one.id, False))) is not None
        and all(a.points != b.points for a, b in zip(guest.tiers[0].rows, home.tiers[0].rows, strict=False))
    ]
    for sheet in case.harmless(dearer):
        unit = case.fresh(sheet)
        if unit is not None and (found := case.added([unit])) is not None:
            return found
    return None


def _homes(case: Case) -> set[str]:
    return {one.faction for one in case.terms.allies}


# What is chosen ----------------------------------------------------------------------------------------


@mutation("25.04/choice-known")
def a_choice_nobody_knows(case: Case) -> RosterDocument | None:
    for place, unit, entry in case.plain():
        if not case.terms.allegiances_of(unit.sheet, unit.sure):
            return case.edit({place: {"choices": (*entry.choices, UnitChoice(Reference(None, "Sign"), "Moon"))}})
    return None


@mutation("25.04/choice-open")
def a_choice_of_others(case: Case) -> RosterDocument | None:
    for place, unit, entry in case.plain():
        own = {one.id for one in case.terms.allegiances_of(unit.sheet, unit.sure)}
        for one in case.shuffled(case.catalogue.data.allegiances):
            if one.id not in own and not (one.detachment is None and unit.sheet.id in one.members):
                choice = UnitChoice(Reference(one.id, one.name), one.choices[0].name)
                return case.edit({place: {"choices": (*entry.choices, choice)}})
    return None


@mutation("25.04/choice-once")
def the_same_choice_twice(case: Case) -> RosterDocument | None:
    for place, unit, entry in case.units():
        if unit.choices:
            return case.edit({place: {"choices": (*entry.choices, entry.choices[0])}})
    return None


@mutation("25.04/choice-made")
def nothing_chosen(case: Case) -> RosterDocument | None:
    """A mandatory choice left out, where nothing else rests on it."""
    for place, unit, _entry in case.units():
        mandatory = [one for one, _ in unit.choices if one.is_mandatory]
        if len(unit.choices) == 1 and mandatory and case.is_alone(unit) and not unit.enhancements:
            return case.edit({place: {"choices": ()}}) if not unit.is_warlord else None
    return None


@mutation("25.04/choice-wargear")
def the_weapon_of_another(case: Case) -> RosterDocument | None:
    for place, unit, _ in case.units():
        is_bound = not case.is_alone(unit) or unit.enhancements or unit.is_warlord or case.draft.is_guest(unit)
        carried = folded(row.keyword for row in unit.sheet.item_keywords if unit.items[row.item])
        for allegiance, name in () if is_bound or len(unit.choices) != 1 else unit.choices:
            own = next(one for one in allegiance.choices if one.name == name)
            others = [one.name for one in allegiance.choices if not carried & folded(one.keywords)]
            if carried & folded(own.keywords) and others:
                choice = UnitChoice(Reference(allegiance.id, allegiance.name), case.chance.choice(others))
                return case.edit({place: {"choices": (choice,)}})
    return None


@mutation("25.04/choice-limit")
def chosen_for_too_many(case: Case) -> RosterDocument | None:
    for allegiance in case.shuffled(case.catalogue.data.allegiances):
        if allegiance.maximum is None or allegiance.detachment not in case.terms.chosen:
            continue
        taken = sum(one.id == allegiance.id for unit in case.draft.units for one, _ in unit.choices)
        able = [
            (place, entry)
            for place, unit, entry in case.units()
            if not any(one.id == allegiance.id for one, _ in unit.choices)
            and allegiance in case.terms.allegiances_of(unit.sheet, unit.sure)
        ]
        wanted = allegiance.maximum + 1 - taken
        units: list[Drafted] = []
        if len(able) < wanted:
            sheets = [
                one
                for one in case.terms.natives
                if case.terms.is_full(one)
                and allegiance in case.terms.allegiances_of(one, case.terms.keywords(one).sure)
                and DEDICATED not in case.terms.keywords(one).possible
            ]
            for sheet in [*case.harmless(sheets), *case.harmless(sheets)]:
                unit = case.fresh(sheet)
                if unit is not None and not case.draft.with_units([*units, unit]).broken_limits():
                    unit.choices = []
                    units.append(unit)
                if len(able) + len(units) >= wanted:
                    break
        choice = UnitChoice(Reference(allegiance.id, allegiance.name), allegiance.choices[0].name)
        if len(able) + len(units) < wanted:
            continue
        found = case.edit({place: {"choices": (*entry.choices, choice)} for place, entry in able[:wanted]})
        more = [replace(case.entry(unit, number), choices=(choice,)) for number, unit in enumerate(units, 1)]
        return replace(found, units=(*found.units, *more[: max(0, wanted - len(able))]))
    return None
