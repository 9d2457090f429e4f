"""What abilities do, as data: trees of clauses, as the data package encodes them.

The encodings are proposals, not facts (R-45): each ability says whether it was judged against its text.
No text of a rule is stored; ``text_digest`` shows whether a text at hand is the one that was encoded.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Scalar = str | int | float | bool | None

Parameter = tuple[str, Scalar]
"""A name and a value; nested names are dotted, places in a list are numbers: ``("modifier.keywords.0", "Lance")``."""


class AbilityKind(StrEnum):
    """Where an ability stands."""

    CORE = "core"
    FACTION = "faction"
    DETACHMENT = "detachment"
    UNIT = "unit"
    ENHANCEMENT = "enhancement"
    STRATAGEM = "stratagem"


class AbilityStatus(StrEnum):
    """Whether the encoding was checked against the ability's text (R-45)."""

    JUDGED = "judged"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True)
class Branch:
    """The clauses that stand under one name in another: its condition, its steps, what follows a success."""

    role: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """One effect or condition. ``type`` names it (``"roll-modifier"``, ``"and"``), empty where it has no name."""

    type: str
    parameters: tuple[Parameter, ...] = ()
    branches: tuple[Branch, ...] = ()

    def parameter(self, name: str) -> Scalar:
        """The parameter with that name, None where there is none."""
        return next((value for known, value in self.parameters if known == name), None)

    def branch(self, role: str) -> tuple[Clause, ...]:
        """The clauses under that name."""
        return next((branch.clauses for branch in self.branches if branch.role == role), ())


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability; ``id`` is ``"<faction id>:<slug>"``, ``"core:<slug>"`` for those of every faction.

    ``behaviour`` is passive, activated, reactive or aura; ``scope`` says within what ``range`` and for what
    ``duration`` it holds, ``usage`` how often; ``phases`` in which phases it can matter, empty where no
    source says. Who has it stands in ``datasheets``, ``detachments``, ``enhancements`` and ``factions`` (ids).
    """

    id: str
    name: str
    kind: AbilityKind
    behaviour: str
    scope: Clause
    effect: Clause
    triggers: tuple[Clause, ...] = ()
    usage: tuple[Parameter, ...] = ()
    phases: tuple[str, ...] = ()
    datasheets: tuple[str, ...] = ()
    detachments: tuple[str, ...] = ()
    enhancements: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    status: AbilityStatus = AbilityStatus.UNVERIFIED
    text_digest: str = ""
    is_disputed: bool = False
    """The package's own makers doubt the encoding."""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Stratagem:
    """A stratagem; ``id`` is ``"<detachment id>:<slug>"``, ``"core:<slug>"`` for those of every army (15).

    ``timing`` says how often, ``player_turn`` in whose turn. A unit it is used on has one of
    ``keywords_any`` and all of ``keywords_all``. ``ability`` is the id of what it does, None where the
    package encodes none.
    """

    id: str
    name: str
    category: str
    command_points: int
    timing: str
    player_turn: str
    type: str = ""
    detachment: str | None = None
    phases: tuple[str, ...] = ()
    keywords_all: tuple[str, ...] = ()
    keywords_any: tuple[str, ...] = ()
    ability: str | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class ResourcePool:
    """Tokens or dice that a faction's abilities add to and spend; ``generation`` says what adds to it."""

    id: str
    name: str
    faction: str
    type: str
    generation: tuple[Clause, ...] = ()
    maximum: int | None = None
    source: str = ""
