"""What can be asked of two sides, in words: each kind of question, and what stands on each side of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Source(StrEnum):
    """Where the units of a side come from."""

    SAVED = "saved"
    TEXT = "text"
    DATASHEET = "datasheet"
    GAUNTLET = "gauntlet"


LISTS = (Source.SAVED, Source.TEXT, Source.DATASHEET)
TARGETS = (Source.GAUNTLET, *LISTS)


@dataclass(frozen=True, slots=True)
class AskedSide:
    """One side of a question. ``prefix`` begins the names of its fields.

    ``pointer`` is its place in the document that is asked. ``is_mine``: a roster named in the address goes here.
    """

    prefix: str
    pointer: str
    label: str
    hint: str
    sources: tuple[Source, ...] = LISTS
    is_optional: bool = False
    is_named: bool = False
    is_mine: bool = False


@dataclass(frozen=True, slots=True)
class AskedKind:
    """A kind of question. ``has_lists``: several units stand on each side, seen in several views."""

    slug: str
    title: str
    about: str
    icon: str
    sides: tuple[AskedSide, ...]
    has_lists: bool

    @property
    def is_exchange(self) -> bool:
        """Whether the survivors strike back, in a situation of their own."""
        return self.slug == "exchange"

    @property
    def is_duel(self) -> bool:
        """Whether it goes over battle rounds."""
        return self.slug == "chain"

    @property
    def required_sides(self) -> tuple[AskedSide, ...]:
        """The sides without which nothing can be asked."""
        return tuple(side for side in self.sides if not side.is_optional)

    @property
    def optional_sides(self) -> tuple[AskedSide, ...]:
        """The sides that may stay empty."""
        return tuple(side for side in self.sides if side.is_optional)


_MY_LIST = AskedSide("mine", "/attackers", "My list", "What attacks.", is_mine=True)
_ATTACKER = AskedSide(
    "attacker", "/attacker", "The unit that attacks", "One unit of a list, or a datasheet.", is_mine=True
)
_TARGET = AskedSide("target", "/target", "The unit it attacks", "One unit of a list, or a datasheet.")

_COMPARED = tuple(
    AskedSide(
        f"side{number}",
        f"/sides/{number - 1}",
        f"{words} list or loadout",
        "A whole list, or one datasheet with the wargear you choose in the next step.",
        is_optional=number > 2,
        is_named=True,
        is_mine=number == 1,
    )
    for number, words in enumerate(("First", "Second", "Third", "Fourth"), start=1)
)

KINDS: Mapping[str, AskedKind] = {
    kind.slug: kind
    for kind in (
        AskedKind(
            "matrix",
            "Two lists against each other",
            "What each unit of my list does to each unit of theirs, and what theirs do to mine.",
            "swords",
            (_MY_LIST, AskedSide("theirs", "/targets", "Their list", "Whom my list meets.")),
            has_lists=True,
        ),
        AskedKind(
            "field",
            "My list against a gauntlet",
            "What each of my units does to a set of typical targets.",
            "target",
            (
                _MY_LIST,
                AskedSide("theirs", "/targets", "The targets", "A gauntlet is a saved set of targets.", TARGETS),
            ),
            has_lists=True,
        ),
        AskedKind(
            "comparison",
            "Two lists or two loadouts compared",
            "Which of them does more to the same targets: two armies, or one unit armed in two ways.",
            "scales",
            (
                *_COMPARED,
                AskedSide(
                    "targets", "/targets", "The targets of all of them", "A gauntlet, a list or a datasheet.", TARGETS
                ),
            ),
            has_lists=True,
        ),
        AskedKind(
            "attack",
            "One unit on another",
            "The chance of every number of models destroyed, and what each weapon and ability adds.",
            "arrow",
            (_ATTACKER, _TARGET),
            has_lists=False,
        ),
        AskedKind(
            "exchange",
            "One unit on another, and back",
            "The attack, and what its survivors do in return.",
            "exchange",
            (_ATTACKER, _TARGET),
            has_lists=False,
        ),
        AskedKind(
            "chain",
            "A duel over battle rounds",
            "Two units that move, shoot, charge and fight until one is gone or the rounds are over.",
            "waiting",
            (_ATTACKER, _TARGET),
            has_lists=False,
        ),
    )
}


def kind_in_words(slug: str) -> str:
    """The title of a kind of question; a cell of a matrix that is asked by itself is a pair."""
    known = KINDS.get(slug)
    return known.title if known is not None else "One unit on another, in full"
