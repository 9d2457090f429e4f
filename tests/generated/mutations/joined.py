"""Changes of attached units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from datasheets.catalogue.attachment import Attachment, AttachmentRole
from roster.document import RosterDocument
from tests.generated.attach import is_only_support, must_join
from tests.generated.draft import Drafted
from tests.generated.mutations.case import Case, mutation
from tests.generated.terms import folded


def _free(case: Case) -> Iterator[tuple[int, Drafted]]:
    """Units that stand alone, as they may, and are nowhere in the plan."""
    named, riding = case.in_plan(), set(case.draft.riders) | set(case.draft.riders.values())
    for place, unit, _ in case.units():
        is_bound = unit.key in named or unit in riding or must_join(unit.sheet, case.terms)
        if case.is_alone(unit) and not is_bound:
            yield place, unit


def _may_be_joined(case: Case, host: Drafted, joining: Drafted) -> bool:
    """Whether attaching to it has no other consequence: no second enhancement, no chain, no plan."""
    group = case.draft.group(host)
    if host is joining or host.host is not None or joining.enhancements:
        return False
    if any(unit.key in case.in_plan() or unit in case.draft.riders.values() for unit in group):
        return False
    return not any(row.is_mandatory for row in case.terms.ways(host.sheet))


def _attached(place: int, host: Drafted, role: str | None, case: Case) -> RosterDocument:
    return case.edit({place: {"attached_to": host.key, "attached_as": role}})


# Who joins whom ----------------------------------------------------------------------------------------


@mutation("19.01/role")
def no_leader_at_all(case: Case) -> RosterDocument | None:
    for place, unit in _free(case):
        if case.terms.ways(unit.sheet) or unit.enhancements:
            continue
        for _, host, _ in case.units():
            if _may_be_joined(case, host, unit):
                return _attached(place, host, None, case)
    return None


@mutation("19.01/role")
def a_role_that_is_none(case: Case) -> RosterDocument | None:
    for place, unit, entry in case.units():
        rows = [row for row in case.terms.ways(unit.sheet) if unit.host and row.bodyguard == unit.host.sheet.id]
        if (
            entry.attached_as is None
            or unit.host is None
            or len(rows) != 1
            or rows[0].role is not AttachmentRole.LEADER
        ):
            continue
        if not any(one.row and one.row.led_by for one in case.draft.attached_to(unit.host)):
            return case.edit({place: {"attached_as": "bearer of the standard"}})
    return None


@mutation("19.01/bodyguard")
def a_bodyguard_not_on_the_list(case: Case) -> RosterDocument | None:
    for place, unit in _free(case):
        ways = {row.bodyguard for row in case.terms.ways(unit.sheet)}
        if not ways or unit.enhancements:
            continue
        for _, host, _ in case.units():
            named = {row.bodyguard for row in case.catalogue.attachments.get(unit.sheet.id, ())}
            if host.sheet.id not in ways | named and _may_be_joined(case, host, unit):
                return _attached(place, host, None, case)
    return None


def _second_in(case: Case, role: AttachmentRole) -> RosterDocument | None:
    """A second unit in the role beside one that is there."""
    for place, unit, _ in case.units():
        moves = unit.host is not None and unit.role is role and not unit.enhancements
        is_free = any(other is unit for _, other in _free(case)) and not unit.enhancements
        if not (moves or is_free) or unit.key in case.in_plan():
            continue
        if (
            moves
            and unit.host is not None
            and any(one.row and one.row.led_by for one in case.draft.attached_to(unit.host))
        ):
            continue
        for _, host, _ in case.units():
            others = [one for one in case.draft.attached_to(host) if one.role is role]
            rows = [row for row in case.terms.ways(unit.sheet) if row.bodyguard == host.sheet.id]
            if len(others) != 1 or host is unit.host or not _may_be_joined(case, host, unit):
                continue
            if not rows or any(row.role is not role or row.shared_keywords for row in rows):
                continue
            if not (_may_share(rows) or _may_share(_rows_of(case, others[0], host))):
                return _attached(place, host, role.value, case)
    return None


def _rows_of(case: Case, unit: Drafted, host: Drafted) -> list[Attachment]:
    return [row for row in case.terms.ways(unit.sheet) if row.bodyguard == host.sheet.id]


def _may_share(rows: list[Attachment]) -> bool:
    return any(row.may_join_beside_another for row in rows)


@mutation("24.22/one-leader")
def a_second_leader(case: Case) -> RosterDocument | None:
    return _second_in(case, AttachmentRole.LEADER)


@mutation("24.34/one-support")
def a_second_support(case: Case) -> RosterDocument | None:
    return _second_in(case, AttachmentRole.SUPPORT)


@mutation("25.04/support-attached")
def support_alone(case: Case) -> RosterDocument | None:
    for place, unit, _ in case.units():
        if unit.host is None or not is_only_support(unit.sheet, case.terms) or unit.key in case.in_plan():
            continue
        if not any(one.row and one.row.led_by for one in case.draft.attached_to(unit.host)):
            return case.edit({place: {"attached_to": None, "attached_as": None}})
    return None


@mutation("19.01/no-chain")
def attached_to_itself(case: Case) -> RosterDocument | None:
    for place, unit in _free(case):
        return case.edit({place: {"attached_to": unit.key}})
    return None


# Joiners -----------------------------------------------------------------------------------------------


@mutation("datasheet/joiner-has-place")
def nobody_to_join(case: Case) -> RosterDocument | None:
    """A unit that must join another, in an army without any that it could."""
    if case.document.plan is not None:
        return None
    for sheet in case.shuffled(case.terms.natives):
        rows = [row for row in case.terms.ways(sheet) if row.is_mandatory]
        if not rows or any(unit.sheet.id == row.bodyguard for unit in case.draft.units for row in rows):
            continue
        fresh = case.fresh(sheet, may_have_to_join=True)
        if fresh is not None:
            return case.added([fresh])
    return None


@mutation("datasheet/joiner-joined")
def not_joined(case: Case) -> RosterDocument | None:
    if case.document.plan is None:
        return None
    for place, unit, _ in case.units():
        if unit.row is not None and unit.row.is_mandatory and unit.key not in case.in_plan():
            return case.edit({place: {"attached_to": None, "attached_as": None}})
    return None


@mutation("datasheet/joiner-once")
def two_of_a_group(case: Case) -> RosterDocument | None:
    for _, unit, _ in case.units():
        if unit.row is None or not unit.row.joiner_group or unit.host is None or unit.row.is_mandatory:
            continue
        if any(one.key in case.in_plan() for one in case.draft.group(unit)):
            continue
        fresh = case.fresh(unit.sheet)
        if fresh is not None:
            fresh.host, fresh.row, fresh.role = unit.host, unit.row, unit.role
            found = case.added([fresh])
            if found is not None:
                entry = replace(found.units[-1], attached_as=AttachmentRole.JOINER.value)
                return replace(found, units=(*found.units[:-1], entry))
    return None


@mutation("datasheet/joiner-led")
def joined_to_nobodys_unit(case: Case) -> RosterDocument | None:
    for place, unit in _free(case):
        for row in case.terms.ways(unit.sheet):
            if row.led_by is None or unit.enhancements:
                continue
            for _, host, _ in case.units():
                if host.sheet.id == row.bodyguard and case.is_alone(host) and _may_be_joined(case, host, unit):
                    return _attached(place, host, AttachmentRole.JOINER.value, case)
    return None


@mutation("19.01/attachment-keyword")
def of_another_mark(case: Case) -> RosterDocument | None:
    for place, unit in _free(case):
        for _, host, _ in case.units():
            rows = _rows_of(case, unit, host)
            if len(rows) != 1 or unit.enhancements or case.draft.attached_to(host):
                continue
            shared = folded(rows[0].shared_keywords)
            mine, theirs = shared & unit.sure, shared & host.sure
            if mine and theirs and not mine & theirs and _may_be_joined(case, host, unit):
                return _attached(place, host, rows[0].role.value, case)
    return None


@mutation("19.01/attachment-detachment")
def joined_without_the_detachment(case: Case) -> RosterDocument | None:
    for place, unit in _free(case):
        now = {row.bodyguard for row in case.terms.ways(unit.sheet)}
        lists = {*case.terms.lineage, *case.catalogue.lineage(unit.sheet.faction)}
        for row in case.catalogue.attachments.get(unit.sheet.id, ()):
            closed = row.required_detachment or set(row.excluded_detachments) & case.terms.chosen
            if (
                not closed
                or row.bodyguard in now
                or unit.enhancements
                or (row.price_lists and not lists & set(row.price_lists))
            ):
                continue
            for _, host, _ in case.units():
                if host.sheet.id == row.bodyguard and _may_be_joined(case, host, unit):
                    return _attached(place, host, None, case)
    return None


@mutation("19.01/attachment-enhancement")
def joined_without_the_enhancement(case: Case) -> RosterDocument | None:
    for place, unit, _ in case.units():
        opening = [
            one for one in unit.enhancements if unit.host and unit.host.sheet.id in (*one.leader_of, *one.support_of)
        ]
        if opening and unit.row is None and unit.host is not None and not _rows_of(case, unit, unit.host):
            return case.edit({place: {"enhancements": (), "attached_as": None}})
    return None
