"""Changes of who is the Warlord."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.catalogue.datasheet import WarlordRule
from datasheets.catalogue.names import fold_keyword
from roster.document import RosterDocument
from tests.generated.draft import Drafted
from tests.generated.mutations.case import Case, mutation
from tests.generated.terms import CHARACTER, folded

NOT_OF_THE_ARMY = "whoever lacks the keyword that the allies ask for is an ally himself"


def _demanded(case: Case) -> set[str]:
    return {id for one in case.terms.detachments for id in one.demanded_warlords}


def _must(case: Case) -> bool:
    return any(unit.sheet.warlord is WarlordRule.MUST and case.terms.is_native(unit.sheet) for unit in case.draft.units)


def _is_barred(case: Case, unit: Drafted) -> bool:
    return unit.sheet.warlord is WarlordRule.NEVER and case.terms.chosen.isdisjoint(unit.sheet.warlord_with)


def _is_conditional(case: Case) -> bool:
    """Whether a keyword of some unit rests on who the Warlord is."""
    present = {unit.sheet.id for unit in case.draft.units}
    rows = [row for unit in case.draft.units for row in unit.sheet.conditional_keywords if row.warlord in present]
    limited = any(grant.maximum is not None for one in case.terms.detachments for grant in one.granted_keywords)
    return bool(rows) or limited


def _bars(unit: Drafted) -> bool:
    return any(one.bars_warlord for one in unit.enhancements)


@mutation("25.04/warlord-named")
def no_warlord(case: Case) -> RosterDocument | None:
    place, _ = case.warlord
    if _is_conditional(case):
        return None
    return case.edit({place: {"is_warlord": False, "warlord_model": None}})


def _others(case: Case) -> Iterator[tuple[int, Drafted]]:
    for place, unit, _ in case.units():
        if not unit.is_warlord and not _bars(unit):
            yield place, unit


@mutation("25.04/one-warlord")
def a_second_warlord(case: Case) -> RosterDocument | None:
    for place, unit in _others(case):
        if case.terms.is_native(unit.sheet) and unit.is_character and not _is_barred(case, unit):
            return None if _is_conditional(case) else case.edit({place: {"is_warlord": True}})
    return None


@mutation("25.04/warlord-character")
def no_character_leads(case: Case) -> RosterDocument | None:
    if _demanded(case) or _must(case) or _is_conditional(case) or not case.terms.has_characters:
        return None
    for place, unit in _others(case):
        is_open = CHARACTER in unit.possible or unit.sheet.warlord is WarlordRule.NEVER
        if case.terms.is_native(unit.sheet) and not is_open:
            return case.crowned(place)
    return None


@mutation("25.04/warlord-character")
def the_wrong_model_leads(case: Case) -> RosterDocument | None:
    place, unit = case.warlord
    for kind in unit.sheet.kinds:
        if kind.is_character is False and unit.counts.get(kind.name) and CHARACTER in folded(unit.sheet.keywords):
            return case.edit({place: {"warlord_model": kind.name}})
    return None


@mutation("25.04/warlord-faction")
def an_ally_leads(case: Case) -> RosterDocument | None:
    if _demanded(case) or _must(case) or _is_conditional(case):
        return None
    for place, unit in _others(case):
        rules = case.terms.guests.get(unit.sheet.id, ())
        asked = [one for one in case.terms.open_rules if one.warlord_required_keyword]
        may_not = rules and all(rule.cannot_be_warlord for rule in rules) and not asked
        is_guest = not case.terms.is_native(unit.sheet) and unit.is_character
        if may_not and is_guest and unit.sheet.warlord is WarlordRule.MAY:
            return case.crowned(place)
    return None


@mutation("ally/warlord", also={"25.04/warlord-faction": NOT_OF_THE_ARMY})
def a_warlord_the_allies_do_not_accept(case: Case) -> RosterDocument | None:
    if _demanded(case) or _must(case) or _is_conditional(case):
        return None
    for place, unit in _others(case):
        rules = case.terms.guests.get(unit.sheet.id, ())
        if case.terms.is_native(unit.sheet) or not unit.is_character or unit.sheet.warlord is not WarlordRule.MAY:
            continue
        asked = [fold_keyword(rule.warlord_required_keyword) for rule in rules if rule.warlord_required_keyword]
        if asked and not set(asked) & unit.possible and len(rules) == 1:
            return case.crowned(place)
    return None


@mutation("25.04/warlord-forbidden")
def one_who_never_leads(case: Case) -> RosterDocument | None:
    if _demanded(case) or _must(case) or _is_conditional(case):
        return None
    for place, unit in _others(case):
        if case.terms.is_native(unit.sheet) and unit.is_character and _is_barred(case, unit):
            return case.crowned(place)
    return None


@mutation("25.04/warlord-mandatory")
def not_the_one_who_must(case: Case) -> RosterDocument | None:
    if _demanded(case) or not _must(case) or _is_conditional(case):
        return None
    for place, unit in _others(case):
        if case.terms.is_native(unit.sheet) and unit.is_character and unit.sheet.warlord is WarlordRule.MAY:
            return case.crowned(place)
    return None


@mutation("25.04/warlord-demanded")
def not_the_one_demanded(case: Case) -> RosterDocument | None:
    if not _demanded(case) or _must(case) or _is_conditional(case):
        return None
    for place, unit in _others(case):
        may = case.terms.is_native(unit.sheet) and unit.is_character and unit.sheet.warlord is WarlordRule.MAY
        if may and unit.sheet.id not in _demanded(case):
            return case.crowned(place)
    return None


@mutation("25.04/warlord-mandatory-several")
def two_who_must_lead(case: Case) -> RosterDocument | None:
    _, leader = case.warlord
    if _demanded(case) or leader.sheet.warlord is not WarlordRule.MUST:
        return None
    others = [
        sheet for sheet in case.terms.natives if sheet.warlord is WarlordRule.MUST and sheet.id != leader.sheet.id
    ]
    for sheet in case.shuffled(others):
        unit = case.fresh(sheet)
        if unit is not None and (found := case.added([unit])) is not None:
            return found
    return None


@mutation("25.04/warlord-enhancement")
def the_bearer_leads(case: Case) -> RosterDocument | None:
    if _demanded(case) or _must(case) or _is_conditional(case):
        return None
    for place, unit, _ in case.units():
        may = case.terms.is_native(unit.sheet) and unit.is_character and unit.sheet.warlord is WarlordRule.MAY
        if may and _bars(unit) and not unit.is_warlord:
            return case.crowned(place)
    return None
