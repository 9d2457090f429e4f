"""Fixes of detachments and force dispositions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from datasheets.catalogue.detachment import Detachment
from datasheets.catalogue.names import fold_keyword
from roster.document import Reference
from roster.muster.army import Army
from roster.muster.event import EventProfile
from roster.muster.fixes import edits
from roster.muster.fixes.proposals.additions import additions
from roster.muster.fixes.proposals.army import factions
from roster.muster.fixes.proposals.removals import enough, removal
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.unit import fold_keywords

DETACHMENTS_TRIED = 10


def place_of(pointer: str) -> int:
    """Place of the detachment or disposition in the roster."""
    return int(pointer.split("/")[2])


def dropped(situation: Situation, places: Sequence[int], *, is_last_resort: bool = False) -> Proposal:
    """Drop these detachments, with the enhancements that are theirs."""
    army = situation.army
    chosen = [army.detachments[place] for place in places]
    left = {
        one.detachment.id for place, one in enumerate(army.detachments) if one.detachment and place not in set(places)
    }
    ids = {one.detachment.id for one in chosen if one.detachment} - left
    names, owned, points = _enhancements(army, ids)
    document = edits.without_detachments(situation.document, set(places), owned)
    params: dict[str, object] = {"detachments": tuple(one.name for one in chosen)}
    if not names:
        return Proposal("drop_detachments", document, params, is_last_resort=is_last_resort)
    params |= {"enhancements": names, "points": points}
    return Proposal("drop_detachments_whole", document, params, points + 1, is_last_resort)


def _enhancements(army: Army, detachments: Collection[str]) -> tuple[tuple[str, ...], frozenset[str], int]:
    """Names, ids and points of the enhancements here that are those detachments'."""
    held = [
        one.enhancement
        for unit in army.units
        for one in unit.enhancements
        if one.enhancement is not None and one.enhancement.detachment in detachments
    ]
    points = sum(one.points_in(*army.lineage) or 0 for one in held)
    return tuple(one.name for one in held), frozenset(one.id for one in held), points


def _open(army: Army) -> list[tuple[int, Detachment]]:
    """Detachments the faction may select and has not, with their points: those of enhancements here first."""
    owners = {one.enhancement.detachment for unit in army.units for one in unit.enhancements if one.enhancement}
    found = []
    for detachment in army.catalogue.data.detachments:
        offer = detachment.offer_to(*army.lineage)
        required = detachment.required_keywords
        if offer is None or offer.points is None or detachment.id in army.detachment_ids or detachment.not_offered:
            continue
        if army.event is not None and not _is_allowed(detachment.id, army.event):
            continue
        if required and army.keywords.isdisjoint(fold_keywords(required)):
            continue
        found.append((offer.points, detachment))
    return sorted(found, key=lambda one: (one[1].id not in owners, one[0], one[1].id))


def _is_allowed(detachment: str, event: EventProfile) -> bool:
    return detachment not in event.barred_detachments and (not event.detachments or detachment in event.detachments)


def selections(situation: Situation, place: int | None = None, *, is_last_resort: bool = False) -> Iterator[Proposal]:
    """Select a detachment that the faction has, in that place or beside the others."""
    army = situation.army
    former = army.detachments[place] if place is not None else None
    owned: frozenset[str] = frozenset()
    if former is not None and former.detachment is not None:
        owned = _enhancements(army, {former.detachment.id})[1]
    for order, (points, detachment) in enumerate(_open(army)[:DETACHMENTS_TRIED]):
        reference = Reference(detachment.id, detachment.name)
        document = edits.with_detachment(situation.document, place, reference)
        params: dict[str, object] = {"detachment": detachment.name, "points": points}
        if former is None:
            yield Proposal("select_detachment", document, params, order, is_last_resort)
        else:
            document = edits.without_detachments(document, (), owned)
            yield Proposal("swap_detachment", document, {**params, "former": former.name}, order, is_last_resort)


@mends("25.04/detachment-chosen")
def chosen(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Select a detachment."""
    yield from selections(situation)


@mends("25.03/detachment-points")
def points(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop detachments worth the surplus, or all beside one that may be alone; else take another in place of one."""
    army = situation.army
    alone = violation.params.get("alone")
    for place, one in enumerate(army.detachments):
        if isinstance(alone, tuple) and one.name in alone:
            yield dropped(situation, [other for other in range(len(army.detachments)) if other != place])
    weights = [(one.offer.points if one.offer else None) or 0 for one in army.detachments]
    for places in enough(weights, int(str(violation.params["surplus"]))):
        if len(places) < len(weights):
            yield dropped(situation, places)
    for place in range(len(army.detachments)):
        yield from selections(situation, place, is_last_resort=True)


@mends("25.04/warlord-demanded")
def demanding(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop the detachment that demands another Warlord, or take another in its place."""
    place = place_of(violation.causes[0])
    if len(situation.army.detachments) > 1:
        yield dropped(situation, [place], is_last_resort=True)
    yield from selections(situation, place, is_last_resort=True)


@mends("25.03/solo-detachment")
def solo(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop the others, or the one that has to be alone."""
    yield dropped(situation, [place_of(cause) for cause in violation.causes])
    yield dropped(situation, [place_of(violation.at)])


@mends("25.04/detachment-once", "mfm/unique-tag")
def keep_one(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop all but one of them."""
    places = [place_of(cause) for cause in violation.causes]
    for kept in places:
        yield dropped(situation, [place for place in places if place != kept])


@mends("25.04/detachment-available")
def available(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose the faction that has it, drop it, or take another in its place."""
    if len(situation.army.detachments) > 1:
        yield dropped(situation, [place_of(violation.at)])
    yield from factions(situation)
    yield from selections(situation, place_of(violation.at))


@mends("25.04/detachment-requires")
def requires(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop the detachment, take another in its place, or add what it demands."""
    place, params = place_of(violation.at), violation.params
    if len(situation.army.detachments) > 1:
        yield dropped(situation, [place])
    yield from selections(situation, place)
    if violation.message == "datasheet":
        yield from additions(situation, lambda sheet: sheet.name == params["datasheet"])
    else:
        keyword = fold_keyword(str(params["keyword"]))
        yield from additions(
            situation, lambda sheet: keyword in fold_keywords(sheet.keywords), number=int(str(params["lacking"]))
        )


@mends("25.04/detachment-excludes")
def excludes(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop one of the two detachments, or the detachment, or remove the unit."""
    unit = situation.unit_at(violation.at)
    several = len(situation.army.detachments) > 1
    if unit is not None:
        yield removal(situation, [unit])
    elif several:
        yield dropped(situation, [place_of(violation.at)])
    for cause in violation.causes:
        if several:
            yield dropped(situation, [place_of(cause)])
        yield from selections(situation, place_of(cause), is_last_resort=True)


@mends(
    "25.04/disposition-chosen", "25.04/disposition-available", "event/disposition-allowed", "event/disposition-written"
)
def disposition(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose a force disposition that the detachments grant."""
    army = situation.army
    granted = dict.fromkeys(
        disposition for one in army.detachments for disposition in (one.offer.dispositions if one.offer else ())
    )
    named = [id for _, id in army.dispositions if id in granted]
    for id in dict.fromkeys([*(one for one in named if one is not None), *granted]):
        known = army.catalogue.dispositions.get(id)
        name = known.name if known is not None else id
        edited = replace(situation.document, dispositions=(Reference(id, name),))
        yield Proposal("choose_disposition", edited, {"disposition": name})
    if violation.message == "not_granted":
        edited = replace(situation.document, dispositions=())
        yield Proposal("forget_disposition", edited, is_last_resort=True)
