"""Going down into two values of one entry until what differs is small enough to be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from datasheets.releases.names import Names, keyed, words
from datasheets.releases.report import Figure

DEEPEST = 4
"""Levels below the entry; what lies deeper is told as changed, without what it was."""

UNSAID = frozenset({"source", "basis", "text_digest"})
"""Fields about an entry that are no part of what it says."""

OFFERED = "not_offered"
"""The field that says why something is not offered; it is news whether it is, not in which words."""


@dataclass(frozen=True, slots=True)
class Step:
    """A difference and the way to it: ``path`` are the fields and names passed, the last one the field itself."""

    path: tuple[str, ...]
    before: Figure
    after: Figure


def differences(before: Any, after: Any, names: Names, path: tuple[str, ...] = ()) -> Iterator[Step]:
    """What differs between two values, each at the smallest part that can be told by itself."""
    if before == after:
        return
    if is_dataclass(before) and type(before) is type(after) and len(path) <= 2 * DEEPEST:
        for field in fields(before):
            step = (*path, words(field.name))
            yield from of_field(field.name, getattr(before, field.name), getattr(after, field.name), names, step)
    elif isinstance(before, tuple) and isinstance(after, tuple):
        yield from _of_rows(before, after, names, path)
    else:
        yield Step(path, _figure(before, names), _figure(after, names))


def of_field(name: str, before: Any, after: Any, names: Names, path: tuple[str, ...] = ()) -> Iterator[Step]:
    """What differs in one field of an entry; nothing where the field is about the entry only."""
    if name == OFFERED:
        if bool(before) != bool(after):
            yield Step(path, f"no ({before})" if before else "yes", f"no ({after})" if after else "yes")
    elif name not in UNSAID:
        yield from differences(before, after, names, path)


def _of_rows(before: tuple[Any, ...], after: tuple[Any, ...], names: Names, path: tuple[str, ...]) -> Iterator[Step]:
    old, new = keyed(before), keyed(after)
    if old and new:
        for key in dict.fromkeys((*old, *new)):
            if key in old and key in new:
                yield from differences(old[key], new[key], names, (*path, names.told(key)))
        gone, come = [old[key] for key in old if key not in new], [new[key] for key in new if key not in old]
    else:
        was, now = Counter(before), Counter(after)
        gone, come = list((was - now).elements()), list((now - was).elements())
        if not gone and not come:
            yield Step(path, "another order", "this order")
            return
    if len(gone) == 1 and len(come) == 1:
        yield from _exchanged(gone[0], come[0], names, path)
        return
    for value in gone:
        yield Step(path, names.told(value), None)
    for value in come:
        yield Step(path, None, names.told(value))


def _exchanged(gone: Any, come: Any, names: Names, path: tuple[str, ...]) -> Iterator[Step]:
    before, after = names.told(gone), names.told(come)
    if before == after:
        # They differ in what no sentence holds: the clauses of an effect.
        yield Step(path, before, f"{after}, changed within")
    else:
        yield Step(path, before, after)


def _figure(value: Any, names: Names) -> Figure:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return names.told(value)
