"""Units of the draft: made from a datasheet, with what is chosen for them, and attached to others."""

from __future__ import annotations

import random
from collections.abc import Iterator

from datasheets.catalogue.attachment import Attachment, AttachmentRole
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_keyword
from tests.generated.draft import Draft, Drafted
from tests.generated.plan import capacity_of, could_ride
from tests.generated.terms import Terms, folded
from tests.generated.wargear import armed, random_counts

OPTIONAL_CHOICES = 0.4
"""How likely a unit makes a choice it need not make."""


def made(sheet: Datasheet, terms: Terms, chance: random.Random, *, padded: bool = False) -> Drafted | None:
    """A random unit of the datasheet; None where the manual has no price for any size of it."""
    counts = random_counts(sheet, terms.book, chance, padded=padded)
    if counts is None:
        return None
    models, used = armed(sheet, counts, terms.lineage, chance)
    keywords = terms.keywords(sheet)
    unit = Drafted(sheet, models, keywords.sure, keywords.possible, used)
    by_items = {row.keyword for row in sheet.item_keywords if unit.items[row.item]}
    unit.sure |= folded(by_items)
    unit.possible |= folded(by_items)
    return unit


def choose(unit: Drafted, draft: Draft, chance: random.Random, *, wanted: str | None = None) -> None:
    """Make the choices the unit has to make, and perhaps those it may; ``wanted`` is a keyword it had better get."""
    terms = draft.terms
    # Those of the datasheet first: what they give can bar the unit from those of a detachment.
    for allegiance in sorted(terms.allegiances_of(unit.sheet, unit.sure), key=lambda one: one.detachment or ""):
        if folded(allegiance.excludes) & unit.sure:
            continue
        taken = [name for other in draft.units for one, name in other.choices if one.id == allegiance.id]
        if allegiance.maximum is not None and len(taken) >= allegiance.maximum:
            continue
        names = [one for one in allegiance.choices if one.maximum is None or taken.count(one.name) < one.maximum]
        # What it carries already is of one of the choices only.
        bound = folded(row.keyword for row in unit.sheet.item_keywords if unit.items[row.item])
        bound &= folded(keyword for one in allegiance.choices for keyword in one.keywords)
        names = [one for one in names if bound <= folded(one.keywords)]
        fitting = [one for one in names if wanted is not None and wanted in folded(one.keywords)]
        if not names or not (fitting or allegiance.is_mandatory or chance.random() < OPTIONAL_CHOICES):
            continue
        choice = chance.choice(fitting or names)
        unit.choices.append((allegiance, choice.name))
        unit.sure, unit.possible = terms.granted(unit.sure | folded(choice.keywords), unit.possible)


# Joining others ----------------------------------------------------------------------------------------


def is_only_support(sheet: Datasheet, terms: Terms) -> bool:
    """Whether support is all it can be: then it has to be attached."""
    return {row.role for row in terms.ways(sheet)} == {AttachmentRole.SUPPORT}


def must_join(sheet: Datasheet, terms: Terms) -> bool:
    """Whether it has to be attached to another unit."""
    return is_only_support(sheet, terms) or any(row.is_mandatory for row in terms.ways(sheet))


def rows_to(unit: Drafted, host: Drafted, draft: Draft) -> list[Attachment]:
    """The rows by which the unit may join the host as things stand."""
    if host.host is not None or unit is host or unit.host is not None or draft.attached_to(unit):
        return []
    if any(one.is_mandatory for one in draft.terms.ways(host.sheet)) or not _may_ride_along(unit, host, draft):
        return []
    ways = [row for row in draft.terms.ways(unit.sheet) if row.bodyguard == host.sheet.id]
    if any(row.is_mandatory for row in draft.terms.ways(unit.sheet)):
        ways = [row for row in ways if row.is_mandatory]
    return [row for row in ways if _is_free(unit, host, row, draft)]


def _may_ride_along(unit: Drafted, host: Drafted, draft: Draft) -> bool:
    """Whether those who are to ride in a transport could still with the unit among them."""
    for transport, rider in draft.riders.items():
        terms = transport.sheet.transport
        if rider is host and terms is not None:
            return could_ride([*draft.group(host), unit], terms, capacity_of(transport))
    return True


def _is_free(unit: Drafted, host: Drafted, row: Attachment, draft: Draft) -> bool:
    shared = folded(row.shared_keywords)
    if shared and not shared & unit.sure & host.sure:
        return False
    others = draft.attached_to(host)
    if row.role is AttachmentRole.JOINER:
        if row.joiner_group and any(one.row and one.row.joiner_group == row.joiner_group for one in others):
            return False
        led_by = fold_keyword(row.led_by) if row.led_by else None
        leading = [one for one in others if one.role is not AttachmentRole.JOINER]
        return led_by is None or any(led_by in one.sure for one in leading)
    same = [one for one in others if one.role is row.role]
    if not same:
        return True
    return len(same) == 1 and (
        _may_stand_beside(unit, row, same[0], host)
        or (same[0].row is not None and _may_stand_beside(same[0], same[0].row, unit, host))
    )


def _may_stand_beside(unit: Drafted, row: Attachment, other: Drafted, host: Drafted) -> bool:
    """Whether the unit's own row lets it stand beside the other one in the same role."""
    return (
        row.may_join_beside_another
        and (not row.beside or other.sheet.id in row.beside)
        and not (row.never_beside_its_like and unit.sheet.id == other.sheet.id)
        and (row.beside_from_models is None or len(host.models) >= row.beside_from_models)
    )


def hosts_for(unit: Drafted, draft: Draft) -> Iterator[tuple[Drafted, Attachment]]:
    """Units of the draft it may join, and by which row."""
    for host in draft.units:
        for row in rows_to(unit, host, draft):
            yield host, row


def attach(unit: Drafted, host: Drafted, row: Attachment) -> None:
    """Attach the unit."""
    unit.host, unit.row, unit.role = host, row, row.role


def add(sheet: Datasheet, draft: Draft, chance: random.Random, candidates: dict[str, Datasheet]) -> Drafted | None:
    """Add a unit of the datasheet, joined to one of the draft or to a new one where it has to be or by chance.

    None where limits, points or the lack of somebody to join keep it out.
    """
    terms = draft.terms
    unit = made(sheet, terms, chance)
    if unit is None:
        return None
    choose(unit, draft, chance)
    ways = terms.ways(sheet)
    needed = must_join(sheet, terms)
    if ways and (needed or chance.random() < 0.65):
        open_hosts = list(hosts_for(unit, draft))
        if open_hosts and (needed or chance.random() < 0.6):
            host, row = chance.choice(open_hosts)
            attach(unit, host, row)
            if draft.try_add([unit]):
                return unit
            unit.host = unit.row = unit.role = None
            return None
        if _add_with_host(unit, draft, chance, candidates):
            return unit
        if needed:
            return None
    return unit if draft.try_add([unit]) else None


def _add_with_host(unit: Drafted, draft: Draft, chance: random.Random, candidates: dict[str, Datasheet]) -> bool:
    rows = [row for row in draft.terms.ways(unit.sheet) if row.bodyguard in candidates and row.led_by is None]
    chance.shuffle(rows)
    for row in rows[:3]:
        host = made(candidates[row.bodyguard], draft.terms, chance)
        if host is None or must_join(host.sheet, draft.terms):
            continue
        wanted = next(iter(sorted(folded(row.shared_keywords) & unit.sure)), None)
        choose(host, draft, chance, wanted=wanted)
        if draft.try_add([host]):
            if row in rows_to(unit, host, draft):
                attach(unit, host, row)
                if draft.try_add([unit]):
                    if chance.random() < 0.5:
                        draft.units.remove(unit)
                        draft.units.insert(draft.units.index(host), unit)
                    return True
                unit.host = unit.row = unit.role = None
            draft.units.remove(host)
    return False
