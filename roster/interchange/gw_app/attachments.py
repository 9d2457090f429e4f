"""Attached units: who joins whom, from the printed groups and roles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from datasheets.catalogue import Catalogue
from datasheets.catalogue.attachment import AttachmentRole
from roster.interchange.gw_app.body import UnitBlock
from roster.interchange.labels import Role, Section
from roster.interchange.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Member:
    """A printed unit, the key it got in the document and the datasheet it was read as."""

    block: UnitBlock
    key: str
    datasheet: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Joined:
    """``attached_to`` is the key of the bodyguard unit."""

    attached_to: str
    attached_as: str


class AttachmentReader:
    """Turns groups of printed units into attachments, and accounts for the lines that name roles."""

    def __init__(self, catalogue: Catalogue, ledger: Ledger, questions: list[str]) -> None:
        self._catalogue = catalogue
        self._ledger = ledger
        self._questions = questions
        self._joined: dict[str, Joined] = {}

    def read(self, members: Sequence[Member]) -> dict[str, Joined]:
        """Attachments by the key of the joining unit."""
        for group in _groups(members):
            self._read_group(group)
        for member in members:
            self._account(member)
        return self._joined

    def _read_group(self, group: Sequence[Member]) -> None:
        bodyguards = [member for member in group if member.block.role is Role.BODYGUARD]
        if not bodyguards:
            without_role = [member for member in group if member.block.role is None]
            bodyguards = without_role[-1:]
        if not bodyguards:
            names = ", ".join(member.name for member in group)
            self._questions.append(f"An attached unit names no bodyguard unit ({names}); nobody was attached.")
            return
        bodyguard = bodyguards[0]
        if len(bodyguards) > 1:
            names = ", ".join(member.name for member in bodyguards)
            self._questions.append(f"An attached unit names several bodyguard units ({names}); the first was taken.")
        for member in group:
            if member.key == bodyguard.key or member.block.role is Role.BODYGUARD:
                continue
            self._join(member, bodyguard)

    def _join(self, member: Member, bodyguard: Member) -> None:
        role = member.block.role.value if member.block.role is not None else self._role_of_pair(member, bodyguard)
        if role is None:
            role = Role.LEADER.value
            self._questions.append(
                f"{member.name} stands in an attached unit without a role; it was read as a leader of {bodyguard.name}."
            )
        if member.key in self._joined and self._joined[member.key].attached_to != bodyguard.key:
            self._questions.append(f"{member.name} stands in two attached units; the first was taken.")
            return
        self._joined[member.key] = Joined(bodyguard.key, role)

    def _role_of_pair(self, member: Member, bodyguard: Member) -> str | None:
        """The role the catalogue gives the pair, leader before support (R-13)."""
        roles = {
            row.role
            for row in self._catalogue.attachments.get(member.datasheet or "", ())
            if row.bodyguard == bodyguard.datasheet
        }
        for role in (AttachmentRole.LEADER, AttachmentRole.SUPPORT, AttachmentRole.JOINER):
            if role in roles:
                return role.value
        return None

    def _account(self, member: Member) -> None:
        line = member.block.role_line
        if line is None or self._ledger.has(line):
            return
        joined = self._joined.get(member.key)
        if joined is not None:
            self._ledger.use(line, f"attached as {joined.attached_as}", unit=member.key)
        elif member.block.role is Role.BODYGUARD:
            self._ledger.use(line, "bodyguard of its attached unit", unit=member.key)
        else:
            self._ledger.unknown(line, "names a role, but no unit stands beside it to be attached to", unit=member.key)


def _groups(members: Sequence[Member]) -> list[list[Member]]:
    """Members of each attached unit. A unit after the bodyguard that names no role stands alone."""
    groups: dict[int, list[Member]] = {}
    unnumbered = 0
    for member in members:
        block = member.block
        number = block.group
        if number is None:
            # Some pastes lose the headings: a run of roles, ended by its bodyguard, is one attached unit.
            if block.role is None or block.section not in (None, Section.ATTACHED_UNITS):
                continue
            number = unnumbered - 1
            if block.role is Role.BODYGUARD:
                unnumbered -= 1
        group = groups.setdefault(number, [])
        if block.role is None and any(other.block.role is Role.BODYGUARD for other in group):
            continue
        group.append(member)
    return list(groups.values())
