"""Which edits may mend which check: proposals by check id, or the reason why there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.muster.army import Army, assemble
from roster.muster.event import EventProfile
from roster.muster.report import Violation
from roster.muster.unit import Unit


@dataclass(frozen=True, slots=True)
class Proposal:
    """An edit that may mend a violation: the document after it, and how to say what it does.

    ``loss`` estimates the points it takes off the table; those that lose least are tried first. Where
    ``is_last_resort``, it is offered after all others.
    """

    kind: str
    document: RosterDocument
    params: Mapping[str, object] = field(default_factory=dict)
    loss: int = 0
    is_last_resort: bool = False


@dataclass(frozen=True)
class Situation:
    """What a proposer knows: the roster as written, and as the checks see it."""

    document: RosterDocument
    catalogue: Catalogue
    event: EventProfile | None = None

    @cached_property
    def army(self) -> Army:
        """The army of the document."""
        return assemble(self.document, self.catalogue, self.event)

    def unit_at(self, pointer: str) -> Unit | None:
        """The unit a pointer leads to or into; None if it leads elsewhere."""
        parts = pointer.split("/")
        if len(parts) < 3 or parts[1] != "units" or not parts[2].isdigit():
            return None
        place = int(parts[2])
        return self.army.units[place] if place < len(self.army.units) else None

    def units_at(self, pointers: tuple[str, ...]) -> list[Unit]:
        """The units these pointers lead to, each once, in their order."""
        found = [unit for unit in map(self.unit_at, pointers) if unit is not None]
        return list(dict.fromkeys(found))


Proposer = Callable[[Situation, Violation], Iterator[Proposal]]

_PROPOSERS: dict[str, list[Proposer]] = {}
_WITHOUT: dict[str, str] = {}


def mends(*checks: str) -> Callable[[Proposer], Proposer]:
    """Register a function that proposes edits for violations of these checks."""

    def register(function: Proposer) -> Proposer:
        for check in checks:
            _PROPOSERS.setdefault(check, []).append(function)
        return function

    return register


def is_left_to_the_player(check: str, reason: str) -> None:
    """Say why nothing is proposed for a check."""
    _WITHOUT[check] = reason


def proposals_for(check: str, situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Everything proposed for a violation of the check, as it comes."""
    _load()
    for proposer in _PROPOSERS.get(check, ()):
        yield from proposer(situation, violation)


def has_proposals(check: str) -> bool:
    """Whether somebody proposes edits for violations of the check."""
    _load()
    return check in _PROPOSERS


def reason_without_proposals(check: str) -> str | None:
    """Why nothing is proposed for violations of the check, None where something is."""
    _load()
    return _WITHOUT.get(check)


def reasons_without_proposals() -> Mapping[str, str]:
    """The reasons by check id."""
    _load()
    return dict(_WITHOUT)


def _load() -> None:
    """The proposals register themselves as they are imported."""
    from roster.muster.fixes import proposals

    assert proposals.__name__  # loaded for its effect
