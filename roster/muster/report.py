"""What a muster check answers: a verdict for every check, prices by their parts, and one word on legality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from datasheets.catalogue.catalogue import ReleaseStamp

if TYPE_CHECKING:
    from roster.muster.event import EventProfile


class Outcome(StrEnum):
    """How a check ended (R-19)."""

    HELD = "held"
    BROKEN = "broken"
    NOT_APPLICABLE = "not_applicable"
    NOT_CHECKED = "not_checked"


class Severity(StrEnum):
    """What a broken check means for the roster (R-21)."""

    ILLEGAL = "illegal"
    WARNING = "warning"
    ADVICE = "advice"

    def is_below(self, other: Severity) -> bool:
        """Whether it weighs less than the other."""
        order = tuple(Severity)
        return order.index(self) > order.index(other)


class Stage(StrEnum):
    """What the roster is taken as: a check's severity depends on it (R-21)."""

    DRAFT = "draft"
    FINAL = "final"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Fix:
    """A change to the roster document that mends a violation and breaks nothing else; it was tried.

    ``kind`` is the key of its template, ``params`` fill it. ``patch`` are JSON Patch operations
    (RFC 6902) on the document as JSON.
    """

    kind: str
    params: Mapping[str, object] = field(default_factory=dict)
    patch: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which a check is broken, as data: text is rendered elsewhere (R-20).

    ``at`` points at what is wrong and ``causes`` at what made it so: JSON pointers into the roster
    document (``/units/3``). ``message`` is the key of a template of the check, ``params`` fill it.
    ``fixes`` are there only where somebody asked for them (``roster.muster.fixes``).
    """

    at: str
    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    causes: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """How much of one limit is used: of ``of`` (a datasheet, an allied rule, a transport) ``used`` of ``limit``.

    ``at`` points at what uses it. A check that judges several things against a limit of their own
    yields one for each, beside its findings.
    """

    of: str
    used: int
    limit: int
    at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check found. ``used`` and ``limit`` are both numbers where the check has them.

    ``usages`` are there where it judges several things, each by a limit of its own.
    ``lowered_from`` is the severity it has elsewhere, where an organiser lowered it.
    """

    check: str
    """Public id: rule number + slug, ``25.03/points-limit`` (R-22)."""
    title: str
    outcome: Outcome
    severity: Severity
    reason: str | None = None
    """Why it was not applicable or not checked; for a held check what was found, in words."""
    used: int | None = None
    limit: int | None = None
    violations: tuple[Violation, ...] = ()
    lowered_from: Severity | None = None
    usages: tuple[Usage, ...] = ()


class PriceKind(StrEnum):
    """What a part of a price is for."""

    SIZE = "size"
    COPY = "copy"
    WARGEAR = "wargear"
    ADD_ON = "add_on"
    ENHANCEMENT = "enhancement"


@dataclass(frozen=True, slots=True)
class PricePart:
    """One part of a unit's price. ``points`` is the whole part (2 x 25 = 50), ``source`` the manual."""

    kind: PriceKind
    label: str
    points: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class UnitPrice:
    """What a unit costs, by its parts; ``points`` is None where some part has no known price.

    ``copy`` is the ordinal of this unit among the army's units of its datasheet, from 1.
    """

    unit: str
    """Key of the unit."""
    points: int | None
    parts: tuple[PricePart, ...] = ()
    copy: int = 1
    missing: tuple[str, ...] = ()
    """What has no price, in words."""


@dataclass(frozen=True, slots=True)
class PointsBreakdown:
    """Points of the army: ``total`` sums what is known, ``is_complete`` says whether that is all."""

    total: int
    is_complete: bool
    units: tuple[UnitPrice, ...] = ()


@dataclass(frozen=True, slots=True)
class FixSearch:
    """How fixes were looked for: edited rosters ``tried``, and violations for which a bound left some untried."""

    tried: int
    cut_short: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """The whole answer. ``is_legal`` is None when nothing is broken but something could not be checked (R-19).

    ``not_covered`` names rule families that this version has no check for yet.
    """

    release: ReleaseStamp
    stage: Stage
    is_legal: bool | None
    verdicts: tuple[Verdict, ...]
    points: PointsBreakdown
    not_covered: tuple[str, ...] = ()
    event: EventProfile | None = None
    """The event whose restrictions were checked beside the rules."""
    fix_search: FixSearch | None = None
    """How fixes were looked for, None where nobody asked for them."""

    @property
    def broken(self) -> tuple[Verdict, ...]:
        """Verdicts of checks that are broken, whatever their severity."""
        return tuple(verdict for verdict in self.verdicts if verdict.outcome is Outcome.BROKEN)
