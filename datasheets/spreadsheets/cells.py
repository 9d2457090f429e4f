"""What stands in a cell: how values are written, and read again, each with a reason where they cannot be.

A spreadsheet program runs what begins with =, +, - or @ as a formula. Text that begins so is written
behind an apostrophe, and a cell that begins so is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

Cell = str | int | float | bool | None

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
LONGEST_CELL = 2000
BETWEEN_NAMES = "; "
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,15}(\.0+)?")
_COUNT = re.compile(r"\d{1,15}")
_YES, _NO = frozenset({"yes", "true", "1", "x"}), frozenset({"no", "false", "0"})


class CellRefused(ValueError):
    """Why a cell cannot be taken, and what to write instead."""


class Kind(Protocol):
    """What a column holds."""

    def write(self, value: Any) -> Cell:
        """The cell for a value."""

    def read(self, cell: Cell) -> Any:
        """The value of a cell, None for an empty one; raises :class:`CellRefused`."""


def escaped(text: str) -> str:
    """``text`` so that no spreadsheet program takes it for a formula."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def plain_text(cell: Cell) -> str:
    """The text of a cell without blanks around it; raises :class:`CellRefused` for a formula."""
    text = ("yes" if cell else "no") if isinstance(cell, bool) else "" if cell is None else str(cell).strip()
    if len(text) > LONGEST_CELL:
        raise CellRefused(f"{len(text)} characters; {LONGEST_CELL} are allowed.")
    if "\0" in text:
        raise CellRefused("It holds a character that cannot be stored (U+0000): type it anew.")
    if text.startswith("'") and text[1:].startswith(FORMULA_SIGNS):
        return text[1:]
    if text.startswith(FORMULA_SIGNS):
        raise CellRefused(f'"{text[:40]}" begins like a formula: write the value itself, or \' before a name.')
    return text


@dataclass(frozen=True)
class Text:
    """A name or other words; empty is an empty text, or None where ``none_if_empty``."""

    none_if_empty: bool = False

    def write(self, value: Any) -> Cell:
        return escaped(str(value)) if value else None

    def read(self, cell: Cell) -> Any:
        if isinstance(cell, float) and cell.is_integer():
            cell = int(cell)
        return plain_text(cell) or (None if self.none_if_empty else "")


@dataclass(frozen=True)
class Number:
    """A whole number."""

    def write(self, value: Any) -> Cell:
        return None if value is None else int(value)

    def read(self, cell: Cell) -> Any:
        if isinstance(cell, bool):
            raise CellRefused("A whole number belongs here, not yes or no.")
        if isinstance(cell, float):
            if not cell.is_integer():
                raise CellRefused(f"{cell} is no whole number.")
            return int(cell)
        if cell is None or isinstance(cell, int):
            return cell
        text = cell.strip()
        if not text:
            return None
        if not _WHOLE_NUMBER.fullmatch(text):
            plain_text(text)
            raise CellRefused(f'"{text[:40]}" is no whole number.')
        return int(text.partition(".")[0])


@dataclass(frozen=True)
class YesNo:
    """Yes or no; empty is no."""

    def write(self, value: Any) -> Cell:
        return "yes" if value else "no"

    def read(self, cell: Cell) -> Any:
        text = plain_text(cell).lower()
        if text in _YES:
            return True
        if not text or text in _NO:
            return False
        raise CellRefused(f'"{text[:40]}" is neither yes nor no.')


@dataclass(frozen=True)
class Names:
    """Several names, a semicolon between."""

    def write(self, value: Any) -> Cell:
        return escaped(BETWEEN_NAMES.join(value)) if value else None

    def read(self, cell: Cell) -> Any:
        return tuple(name for name in (part.strip() for part in plain_text(cell).split(";")) if name)


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: type[StrEnum]

    def write(self, value: Any) -> Cell:
        return None if value is None else str(value)

    def read(self, cell: Cell) -> Any:
        text = plain_text(cell)
        if not text:
            return None
        try:
            return self.words(text.lower())
        except ValueError:
            allowed = ", ".join(word.value for word in self.words)
            raise CellRefused(f'"{text[:40]}" is none of: {allowed}.') from None


@dataclass(frozen=True)
class Counts:
    """How many of each name: ``Sergeant 1; Trooper 9``."""

    def write(self, value: Any) -> Cell:
        return escaped(BETWEEN_NAMES.join(f"{name} {count}" for name, count in value)) if value else None

    def read(self, cell: Cell) -> Any:
        found = []
        for part in Names().read(cell):
            name, _, count = part.rpartition(" ")
            if not name or not _COUNT.fullmatch(count):
                raise CellRefused(f'"{part[:40]}" is no name with a number behind it.')
            found.append((name.strip(), int(count)))
        return tuple(found)


@dataclass(frozen=True)
class Shown:
    """Something that is written so that people see it, and is changed elsewhere."""

    say: Callable[[Any], str]

    def write(self, value: Any) -> Cell:
        return escaped(self.say(value)) or None

    def read(self, cell: Cell) -> Any:
        return plain_text(cell)
