"""What is remembered of an edit beside its value: what the sources had, and what it waits to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

WHOLE = ""
"""The field of an override that is a whole entry made by hand."""

SIGNED_FIELD = "source"
SIGNATURE = "admin"
"""The source that an edited entry names. It is kept like an edit, but comes and goes with the others."""


class Waiting(StrEnum):
    """What an edit waits to be asked."""

    NOTHING = ""
    MOVED = "moved"
    """The sources have another value than the one it replaced, and another than it has itself."""
    GONE = "gone"
    """The sources no longer have the entry."""
    ARRIVED = "arrived"
    """The sources have the entry that was made by hand."""
    MISFIT = "misfit"
    """With it, the entry no longer fits what the sources have."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One field as a person wants it; all values are encoded as JSON holds them.

    ``moved_to`` is what the sources have now, for an entry that is ``GONE`` the entry as it last was.
    """

    value: Any
    replaced: Any = None
    waiting: Waiting = Waiting.NOTHING
    moved_to: Any = None
    problem: str = ""

    @property
    def is_set_aside(self) -> bool:
        """Whether the entry is for now as the sources have it."""
        return self.waiting in (Waiting.GONE, Waiting.MISFIT)

    @property
    def upstream(self) -> Any:
        """What the sources have, as far as is known."""
        return self.moved_to if self.waiting in (Waiting.MOVED, Waiting.ARRIVED, Waiting.MISFIT) else self.replaced


KeptFields = Mapping[str, Kept]
"""The edits of one entry by field."""


def as_json(value: Any) -> Any:
    """A value as it comes back from where JSON is stored: lists for tuples, text for enums."""
    return msgspec.json.decode(msgspec.json.encode(value))


def is_signature(field: str, kept: Kept) -> bool:
    """Whether this only says that other fields were edited."""
    return field == SIGNED_FIELD and bool(kept.value == SIGNATURE)


def real_edits(kept: KeptFields) -> dict[str, Kept]:
    """The edits without the signature."""
    return {field: each for field, each in kept.items() if not is_signature(field, each)}


def is_edited(kept: KeptFields) -> bool:
    """Whether the entry is other than the sources have it because of an edit."""
    return any(not each.is_set_aside for each in kept.values())
