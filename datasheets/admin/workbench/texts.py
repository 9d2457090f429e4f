"""Values of fields as text that people can read and type, and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any, Protocol

from datasheets.admin.workbench.names import Named, Names, Unreadable
from datasheets.catalogue.attachment import LimitBySize
from datasheets.catalogue.datasheet import BaseSize, CompositionTier, KindCount
from datasheets.catalogue.detachment import GrantedKeyword, UnitMinimum

COUNTED = re.compile(r"^(?P<count>\d+)\s*[x×]?\s+(?P<name>\S.*)$", re.DOTALL)
"""A number and what is so many: ``2 Gravis``."""
_RANGED = re.compile(r"^(?P<least>\d+)(?:\s*[-–]\s*(?P<most>\d+))?\s*[x×]?\s+(?P<name>\S.*)$", re.DOTALL)
_BASE = re.compile(
    r"^(?P<shape>[a-z][a-z-]*)"
    r"(?:\s+(?P<first>\d+(?:\.\d+)?)(?:\s*[x×]\s*(?P<second>\d+(?:\.\d+)?))?(?:\s*mm)?)?"
    r"(?:\s+(?P<size>[a-z]+))?"
    r"(?P<draft>\s+\(draft\))?$"
)


class Codec(Protocol):
    """A value's text, and the value of a text; ``read`` raises :class:`Unreadable`."""

    def write(self, value: Any) -> str:
        """The text that shows ``value``."""
        ...

    def read(self, text: str) -> Any:
        """The value that ``text`` says."""
        ...


Coding = Callable[[Names], Codec]
"""A codec for the names that an entry can use."""


class Words:
    """Text as it is."""

    def write(self, value: Any) -> str:
        return str(value)

    def read(self, text: str) -> str:
        return text.strip()


class OneNamed:
    """The id of an entry, by its name."""

    def __init__(self, kind: Named, names: Names) -> None:
        self.kind, self.names = kind, names

    def write(self, value: Any) -> str:
        return self.names.label(self.kind, value)

    def read(self, text: str) -> str:
        return self.names.id_of(self.kind, text)


class Several:
    """Values one after another: ``separator`` is a line break, a comma or a plus."""

    def __init__(self, inner: Codec, separator: str) -> None:
        self.inner, self.separator = inner, separator

    def write(self, value: Any) -> str:
        between = {"\n": "\n", ",": ", ", "+": " + "}[self.separator]
        return between.join(self.inner.write(each) for each in value)

    def read(self, text: str) -> tuple[Any, ...]:
        return tuple(self.inner.read(each) for each in split(text, self.separator))


class Bundle:
    """Ids of items, with a number before those that come more than once in a row: ``2 Power fist + Shield``."""

    def __init__(self, names: Names) -> None:
        self.one = OneNamed(Named.ITEM, names)

    def write(self, value: Any) -> str:
        runs = [(entry, len(list(run))) for entry, run in groupby(value)]
        return " + ".join(
            f"{count} {self.one.write(entry)}" if count > 1 else self.one.write(entry) for entry, count in runs
        )

    def read(self, text: str) -> tuple[str, ...]:
        items: list[str] = []
        for part in split(text, "+"):
            items += self._run(part)
        return tuple(items)

    def _run(self, part: str) -> list[str]:
        counted = COUNTED.match(part)
        if counted is None:
            return [self.one.read(part)]
        try:
            return [self.one.read(part)]
        except Unreadable:
            count = whole(counted["count"], most=100)
            return [self.one.read(counted["name"])] * count


class Composition:
    """Kinds of model with their numbers: ``1 Sergeant + 9 Cinder``."""

    def write(self, value: Any) -> str:
        return " + ".join(f"{count} {kind}" for kind, count in value)

    def read(self, text: str) -> tuple[tuple[str, int], ...]:
        return tuple(self._one(part) for part in split(text, "+"))

    @staticmethod
    def _one(part: str) -> tuple[str, int]:
        found = COUNTED.match(part)
        if found is None:
            raise Unreadable(f'"{part}" has no number: write how many models and of what kind, as in "9 Cinder".')
        return found["name"].strip(), whole(found["count"], most=1000)


class Tier:
    """A legal make-up: ``1 Sergeant + 4-9 Cinder``."""

    def write(self, value: CompositionTier) -> str:
        return " + ".join(
            f"{count.minimum if count.minimum == count.maximum else f'{count.minimum}-{count.maximum}'} {count.kind}"
            for count in value.counts
        )

    def read(self, text: str) -> CompositionTier:
        return CompositionTier(tuple(self._one(part) for part in split(text, "+")))

    @staticmethod
    def _one(part: str) -> KindCount:
        found = _RANGED.match(part)
        if found is None:
            raise Unreadable(f'"{part}" has no number: write "1 Sergeant" or, from fewest to most, "4-9 Cinder".')
        least = whole(found["least"], most=1000)
        most = whole(found["most"] or found["least"], most=1000)
        if most < least:
            raise Unreadable(f'"{part}": the fewest ({least}) must not be above the most ({most}).')
        return KindCount(found["name"].strip(), least, most)


class Limit:
    """A cap by battle size: ``Incursion 250``, ``Strike Force 2 Character``."""

    def __init__(self, names: Names) -> None:
        self.size = OneNamed(Named.BATTLE_SIZE, names)

    def write(self, value: LimitBySize) -> str:
        return f"{self.size.write(value.battle_size)} {value.maximum}" + (f" {value.keyword}" if value.keyword else "")

    def read(self, text: str) -> LimitBySize:
        found = re.match(r"^(?P<size>.*?\S)\s+(?P<most>\d+)(?:\s+(?P<keyword>\S.*))?$", text)
        if found is None:
            raise Unreadable(f'"{text}" is no limit: write the battle size and the number, as in "Incursion 250".')
        return LimitBySize(self.size.read(found["size"]), whole(found["most"], most=100_000), found["keyword"])


class Granted:
    """A keyword a detachment gives: ``Battleline to Warriors``, ``Battleline to Warriors, at most 3``."""

    def write(self, value: GrantedKeyword) -> str:
        most = f", at most {value.maximum}" if value.maximum is not None else ""
        return f"{value.keyword} to {value.to_keyword}{most}"

    def read(self, text: str) -> GrantedKeyword:
        found = re.match(r"^(?P<keyword>\S.*?) to (?P<to>\S.*?)(?:, at most (?P<most>\d+))?$", text)
        if found is None:
            raise Unreadable(
                f'"{text}": write "Battleline to Warriors", with ", at most 3" behind it where it is limited.'
            )
        return GrantedKeyword(found["keyword"], found["to"], int(found["most"]) if found["most"] else None)


class Minimum:
    """Units an army must have: ``1 Character``."""

    def write(self, value: UnitMinimum) -> str:
        return f"{value.minimum} {value.keyword}"

    def read(self, text: str) -> UnitMinimum:
        found = COUNTED.match(text)
        if found is None:
            raise Unreadable(f'"{text}" has no number: write "1 Character".')
        return UnitMinimum(found["name"].strip(), whole(found["count"], most=100))


class Base:
    """A base: ``round 32``, ``oval 60 x 35``, ``flying-base large``, with ``(draft)`` where it is not certain."""

    def write(self, value: BaseSize | None) -> str:
        if value is None:
            return ""
        told = [value.shape]
        if value.diameter is not None:
            told.append(_millimetres(value.diameter))
        elif value.length is not None and value.width is not None:
            told.append(f"{_millimetres(value.length)} x {_millimetres(value.width)}")
        if value.size:
            told.append(value.size)
        if value.draft:
            told.append("(draft)")
        return " ".join(told)

    def read(self, text: str) -> BaseSize | None:
        if not text.strip():
            return None
        found = _BASE.match(text.strip().lower())
        if found is None:
            raise Unreadable(f'"{text}" is no base: write "round 32", "oval 60 x 35" or "flying-base large".')
        first = float(found["first"]) if found["first"] else None
        second = float(found["second"]) if found["second"] else None
        return BaseSize(
            shape=found["shape"],
            diameter=first if second is None else None,
            length=first if second is not None else None,
            width=second,
            size=found["size"],
            draft=bool(found["draft"]),
        )


def split(text: str, separator: str) -> list[str]:
    """The parts of ``text`` between separators, trimmed; empty ones fall out."""
    return [part.strip() for part in text.split(separator) if part.strip()]


def whole(text: str, *, most: int) -> int:
    """Digits as a number; raises :class:`Unreadable` above ``most``."""
    number = int(text) if len(text) < 10 else most + 1
    if number > most:
        raise Unreadable(f"{text} is too much: at most {most:,}.")
    return number


def _millimetres(number: float) -> str:
    return f"{number:g}"
