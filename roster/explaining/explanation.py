"""What an explanation of a roster says: every price, every limit, and what may still change, as plain values.

Sentences are English and complete. Units are named by their place in the document (``index``, from 0).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from roster.checking import CheckResult
from roster.muster.report import PriceKind


@dataclass(frozen=True, slots=True)
class PriceRow:
    """One part of a price. ``note`` says in words how it comes about, empty where the label says all."""

    kind: PriceKind
    label: str
    points: int
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class UnitAccount:
    """What a unit costs and why. ``points`` is None where a part has no known price; ``known`` sums the rest.

    It is the ``copy``-th of ``copies`` units of its datasheet. ``price_list`` names the list it is
    bought from, empty where there is none.
    """

    index: int
    key: str
    name: str
    points: int | None
    known: int
    rows: tuple[PriceRow, ...]
    missing: tuple[str, ...]
    copy: int
    copies: int
    price_list: str


@dataclass(frozen=True, slots=True)
class ArmyAccount:
    """What the army costs: ``total`` of what has a price, and the same by kind of price."""

    total: int
    is_complete: bool
    by_kind: Mapping[PriceKind, int]
    units: tuple[UnitAccount, ...]


class Room(StrEnum):
    """How a limit stands."""

    FREE = "free"
    FULL = "full"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class LimitLine:
    """One limit: ``used`` of ``limit``; ``units`` use it.

    ``of`` says what of: a datasheet, an allied rule, ``"Points"``; where it is empty, ``title`` does.
    """

    check: str
    title: str
    of: str
    used: int
    limit: int
    sentence: str
    note: str = ""
    units: tuple[int, ...] = ()

    @property
    def left(self) -> int:
        """What is left; below 0 where more is used than allowed."""
        return self.limit - self.used

    @property
    def room(self) -> Room:
        """How it stands."""
        if self.left < 0:
            return Room.OVER
        return Room.FULL if self.left == 0 else Room.FREE


@dataclass(frozen=True, slots=True)
class Broken:
    """A check that a change would break, and what it would say; a warning where it ``is_illegal`` not."""

    check: str
    title: str
    sentence: str
    is_illegal: bool = True


class Answer(StrEnum):
    """Whether a change is possible without breaking anything more."""

    YES = "yes"
    NOT_NOW = "not_now"
    """The rules allow it, the points left do not pay for it."""
    NO = "no"


@dataclass(frozen=True, slots=True)
class Possibility:
    """A change that was tried on the roster, and what came of it. ``points`` is what it adds, None where unknown."""

    answer: Answer
    sentence: str
    breaks: tuple[Broken, ...] = ()
    points: int | None = None


class Topic(StrEnum):
    """What changes are about, in the order in which they are told."""

    POINTS = "points"
    ENHANCEMENTS = "enhancements"
    COPIES = "copies"
    DETACHMENTS = "detachments"
    WARLORD = "warlord"


@dataclass(frozen=True, slots=True)
class Chapter:
    """What was tried on one topic. ``summary`` opens it; ``untried`` says what was not tried and why."""

    topic: Topic
    title: str
    summary: str
    possibilities: tuple[Possibility, ...] = ()
    untried: str = ""


@dataclass(frozen=True, slots=True)
class UnitOutlook:
    """What hangs on a unit: who has joined it, what its removal would do, whom it could still take.

    ``breaks`` are the checks that its removal would break, empty with ``was_tried``: none; ``mends`` are
    titles of checks that are broken now and would not be without it.
    """

    index: int
    name: str
    depends: tuple[str, ...]
    breaks: tuple[Broken, ...] = ()
    mends: tuple[str, ...] = ()
    can_take: tuple[str, ...] = ()
    was_tried: bool = True


@dataclass(frozen=True, slots=True)
class Explanation:
    """A roster explained. ``trials`` is how many changed rosters were checked for it, at most ``most_trials``.

    Without a report (a text that cannot be read) nothing is there but the ``result``.
    """

    result: CheckResult
    account: ArmyAccount | None = None
    limits: tuple[LimitLine, ...] = ()
    closest: tuple[LimitLine, ...] = ()
    """Limits that are full or nearly so, the closest first."""
    chapters: tuple[Chapter, ...] = ()
    units: tuple[UnitOutlook, ...] = ()
    opening: str = ""
    """In one or two sentences: how the roster stands, and what comes next."""
    trials: int = 0
    most_trials: int = 0
