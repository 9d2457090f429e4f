"""Changes of the document and its frame: keys, size, points, detachments, dispositions."""

from __future__ import annotations

from dataclasses import replace

from datasheets.catalogue.detachment import Detachment
from datasheets.catalogue.names import fold_name
from roster.document import ItemCount, Reference, RosterDocument
from tests.generated.draft import Drafted
from tests.generated.mutations.case import Case, mutation
from tests.generated.terms import available, offer_here

NO_WARLORD = "without units nobody can be the Warlord"
DP_OVER = "a detachment that large is over the Detachment Points beside any other"


# Document ----------------------------------------------------------------------------------------------


@mutation("app/roster-size")
def units_without_end(case: Case) -> RosterDocument | None:
    first = case.document.units[0]
    return case.with_entries([replace(first, key=f"more{number}", attached_to=None) for number in range(201)])


@mutation("app/roster-size")
def detachments_without_end(case: Case) -> RosterDocument | None:
    return replace(case.document, detachments=(*case.document.detachments, *[Reference("any:thing")] * 21))


@mutation("app/unit-keys")
def a_key_of_another_unit(case: Case) -> RosterDocument | None:
    plain = case.plain()
    return case.edit({plain[0][0]: {"key": plain[1][2].key}}) if len(plain) > 1 else None


@mutation("app/unit-keys")
def attached_to_nobody(case: Case) -> RosterDocument | None:
    plain = case.plain()
    return case.edit({plain[0][0]: {"attached_to": "nobody"}}) if plain else None


@mutation("data/recognised")
def unheard_of_wargear(case: Case) -> RosterDocument | None:
    place, _, entry = case.units()[0]
    return case.edit({place: {"items": (*entry.items, ItemCount(Reference(None, "Unheard-of gun"), 1))}})


@mutation("data/release")
def another_release(case: Case) -> RosterDocument | None:
    return replace(case.document, release="1999.01.1")


# Roster ------------------------------------------------------------------------------------------------


@mutation("25.02/army-faction")
def no_faction(case: Case) -> RosterDocument | None:
    lists_matter = any(one.price_lists for unit in case.draft.units for one in case.terms.ways(unit.sheet))
    if not case.document.detachments:
        return (
            None  # A faction that needs none: without it the roster lacks them, and its Warlord has to be a CHARACTER.
        )
    if lists_matter or any(row.faction_keyword for unit in case.draft.units for row in unit.sheet.conditional_keywords):
        return None
    return replace(case.document, faction=None)


@mutation("25.03/battle-size")
def no_battle_size(case: Case) -> RosterDocument | None:
    return replace(case.document, battle_size=None, points_limit=None)


@mutation("25.03/battle-size")
def no_limit_at_all(case: Case) -> RosterDocument | None:
    return replace(case.document, points_limit=0)


@mutation("25.04/army-has-units", also={"25.04/warlord-named": NO_WARLORD})
def no_units(case: Case) -> RosterDocument | None:
    if any(one.unit_minimums or one.required_datasheets for one in case.terms.detachments):
        return None
    return replace(case.document, units=(), plan=None)


@mutation("25.03/points-limit")
def too_many_points(case: Case) -> RosterDocument | None:
    units: list[Drafted] = []
    for sheet in case.harmless(case.terms.natives):
        unit = case.fresh(sheet) if case.terms.is_full(sheet) else None
        if unit is None or case.draft.with_units([*units, unit]).broken_limits() - {"points"}:
            continue
        units.append(unit)
        found = case.added(units, breaks="points")
        if found is not None:
            return replace(found, points_limit=None)
    return None


@mutation("app/custom-points-limit")
def a_limit_of_its_own(case: Case) -> RosterDocument | None:
    return replace(case.document, points_limit=case.terms.size.points_limit + 250)


@mutation("event/legends")
def a_legend(case: Case) -> RosterDocument | None:
    legends = [sheet for sheet in case.terms.natives if sheet.is_legends]
    for sheet in case.harmless(legends):
        unit = case.fresh(sheet)
        if unit is not None and (found := case.added([unit])) is not None:
            return found
    return None


@mutation("app/points-left")
def hardly_a_point_spent(case: Case) -> RosterDocument | None:
    spent, limit = case.draft.total(), case.terms.size.points_limit
    if (limit - spent) * 10 > limit or case.terms.size.id == "onslaught" or case.document.plan is not None:
        return None
    larger = case.catalogue.battle_sizes["onslaught"]
    if case.terms.size.id != "strike-force":
        return None
    return replace(case.document, battle_size=Reference(larger.id, larger.name), points_limit=None)


@mutation("data/stated-points")
def other_points_than_stated(case: Case) -> RosterDocument | None:
    return replace(case.document, stated_points=case.draft.total() + 5)


# Detachments -------------------------------------------------------------------------------------------


def _points(case: Case, detachment: Detachment) -> int:
    offer = offer_here(detachment, case.terms.lineage)
    return (offer.points or 0) if offer is not None else 0


def _tags(case: Case, detachment: Detachment) -> frozenset[str]:
    offer = offer_here(detachment, case.terms.lineage)
    return frozenset(fold_name(tag) for tag in offer.unique_tags) if offer is not None else frozenset()


def _used(case: Case) -> int:
    return sum(_points(case, one) for one in case.terms.detachments)


def _others(case: Case) -> list[Detachment]:
    pool = available(case.catalogue, case.terms.faction)
    return case.shuffled([one for one in pool if one.id not in case.terms.chosen])


def _shares_tag(case: Case, detachment: Detachment) -> bool:
    return any(_tags(case, one) & _tags(case, detachment) for one in case.terms.detachments)


@mutation("25.04/detachment-chosen")
def no_detachment(case: Case) -> RosterDocument | None:
    found = case.reframed(()) if case.terms.detachments else None
    return replace(found, dispositions=()) if found is not None else None


@mutation("25.03/detachment-points")
def detachments_too_dear(case: Case) -> RosterDocument | None:
    most = case.terms.size.detachment_points
    if not case.terms.detachments or _used(case) > most:
        return None
    for other in _others(case):
        if _used(case) + _points(case, other) > most >= _points(case, other) and not _shares_tag(case, other):
            found = case.reframed((*case.terms.detachments, other))
            if found is not None:
                return found
    return None


@mutation("25.03/solo-detachment", also={"25.03/detachment-points": DP_OVER})
def not_alone(case: Case) -> RosterDocument | None:
    size = case.terms.size
    if size.solo_detachment_points is None or not case.terms.detachments:
        return None
    is_solo = _used(case) > size.detachment_points
    for other in _others(case):
        if is_solo == (_points(case, other) > size.detachment_points) or _shares_tag(case, other):
            continue
        found = case.reframed((*case.terms.detachments, other))
        if found is not None:
            return found
    return None


@mutation("25.04/detachment-once")
def the_same_detachment_twice(case: Case) -> RosterDocument | None:
    own = case.document.detachments
    for one, reference in zip(case.terms.detachments, own, strict=True):
        if _used(case) + _points(case, one) <= case.terms.size.detachment_points:
            return replace(case.document, detachments=(*own, reference))
    return None


@mutation("mfm/unique-tag")
def a_tag_shared(case: Case) -> RosterDocument | None:
    for other in _others(case):
        if not _shares_tag(case, other):
            continue
        found = case.reframed((*case.terms.detachments, other))
        if found is not None and _used(case) + _points(case, other) <= case.terms.size.detachment_points:
            return found
    return None


@mutation("25.04/detachment-available")
def a_detachment_of_another_faction(case: Case) -> RosterDocument | None:
    if not case.terms.detachments or _used(case) > case.terms.size.detachment_points:
        return None
    for other in case.shuffled(case.catalogue.data.detachments):
        if offer_here(other, case.terms.lineage) is None and not other.granted_keywords:
            found = case.reframed((*case.terms.detachments, other))
            if found is not None:
                return found
    return None


@mutation("25.04/detachment-requires")
def a_demand_not_met(case: Case) -> RosterDocument | None:
    """The units of a keyword are taken away until there are too few, or their detachment comes without them."""
    for other in _others(case):
        if not other.unit_minimums or _used(case) + _points(case, other) > case.terms.size.detachment_points:
            continue
        row = other.unit_minimums[0]
        has = any(
            fold_name(row.keyword) in {fold_name(one) for one in unit.sheet.keywords} for unit in case.draft.units
        )
        if not has and not _shares_tag(case, other) and case.draft.units:
            references = (*case.document.detachments, Reference(other.id, other.name))
            return replace(case.document, detachments=references)
    return None


@mutation("25.04/detachment-excludes")
def what_a_detachment_forbids(case: Case) -> RosterDocument | None:
    forbidden = [id for one in case.terms.detachments for id in one.excluded_datasheets]
    sheets = [case.catalogue.datasheets[id] for id in forbidden]
    for sheet in case.harmless([one for one in sheets if case.terms.is_native(one) and case.terms.is_full(one)]):
        unit = case.fresh(sheet)
        if unit is not None and (found := case.added([unit])) is not None:
            return found
    return None


# Dispositions ------------------------------------------------------------------------------------------


@mutation("25.04/disposition-chosen")
def no_disposition_of_several(case: Case) -> RosterDocument | None:
    return replace(case.document, dispositions=()) if len(case.granted()) > 1 else None


@mutation("25.04/disposition-chosen")
def two_dispositions(case: Case) -> RosterDocument | None:
    granted = case.granted()
    return replace(case.document, dispositions=tuple(map(Reference, granted[:2]))) if len(granted) > 1 else None


@mutation("25.04/disposition-available")
def a_disposition_nobody_grants(case: Case) -> RosterDocument | None:
    granted = case.granted()
    other = [one.id for one in case.catalogue.data.dispositions if one.id not in granted]
    return replace(case.document, dispositions=(Reference(case.chance.choice(other)),)) if granted and other else None
