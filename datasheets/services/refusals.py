"""Why an edit was not saved. Whatever is raised here, nothing was written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from datasheets.catalogue.entries import EntryRef


class CatalogueBusy(Exception):
    """Somebody else is writing the catalogue: an import, a publication or a save."""


class EditNotSaved(Exception):
    """What every refusal of an edit has in common; its text is a sentence for the editor."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One value that does not fit. ``field`` is empty where the whole entry is meant."""

    ref: EntryRef
    field: str
    message: str
    """What is wrong and what to do."""

    def __str__(self) -> str:
        where = f"{self.ref}, {self.field}" if self.field else str(self.ref)
        return f"{where}: {self.message}"


class EditRefused(EditNotSaved):
    """Values that do not fit; all that were found."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("\n".join(str(refusal) for refusal in self.refusals))


@dataclass(frozen=True, slots=True)
class FieldConflict:
    """A field that two people set: ``base`` is what both began with; values are those of the dataclass."""

    ref: EntryRef
    field: str
    base: Any
    theirs: Any
    mine: Any
    by: str
    """Who saved in between; empty where it was no person but an import."""
    at: datetime | None

    def __str__(self) -> str:
        who = self.by or "An import"
        when = f" at {self.at:%Y-%m-%d %H:%M} UTC" if self.at else ""
        field = f" {self.field}" if self.field else ""
        return f"{who} changed{field} of {self.ref}{when}: theirs is {_told(self.theirs)}, yours {_told(self.mine)}."


class EditConflict(EditNotSaved):
    """Somebody saved the same fields in between; their values stand, and yours are in ``conflicts``."""

    def __init__(self, conflicts: Iterable[FieldConflict]) -> None:
        self.conflicts = tuple(conflicts)
        told = [str(conflict) for conflict in self.conflicts]
        super().__init__("\n".join([*told, "Nothing was saved: load the page again and decide which value holds."]))


@dataclass(frozen=True, slots=True)
class Use:
    """What uses an entry: a saved roster, with the address of its page."""

    label: str
    url: str = ""


class EntryInUse(EditNotSaved):
    """An entry that would be deleted is used."""

    def __init__(self, ref: EntryRef, uses: Iterable[Use]) -> None:
        self.ref = ref
        self.uses = tuple(uses)
        labels = [use.label for use in self.uses]
        shown = ", ".join(labels[:10]) + (f" and {len(labels) - 10} more" if len(labels) > 10 else "")
        super().__init__(
            f"{ref} is used by {len(labels)} saved {'roster' if len(labels) == 1 else 'rosters'}: {shown}."
            " Take it out of them first; nothing was deleted."
        )


def _told(value: Any) -> str:
    text = "empty" if value is None or value == () or value == "" else str(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
