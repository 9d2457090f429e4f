"""Price tables compared: size by size, and copy by copy only where copies differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from datasheets.catalogue.points import CopyTier, PriceTable
from datasheets.releases.names import Names

_LAST = 10_000
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth")


class PriceStep(NamedTuple):
    """A price that differs. ``also`` tells of other copies at the same size."""

    what: str
    before: int | None
    after: int | None
    also: str = ""


class _Stretch(NamedTuple):
    """Copies ``first`` to ``last`` and what each costs in both."""

    first: int
    last: int
    before: int | None
    after: int | None


def price_steps(before: PriceTable | None, after: PriceTable | None, names: Names) -> Iterator[PriceStep]:
    """What differs between two tables of one datasheet in one price list; None where one has none."""
    old, new = _sizes(before), _sizes(after)
    for size in dict.fromkeys((*old, *new)):
        yield from _of_size(size, old.get(size, ()), new.get(size, ()))
    figures, now = _single_figures(before, names), _single_figures(after, names)
    for what in dict.fromkeys((*figures, *now)):
        if figures.get(what) != now.get(what):
            yield PriceStep(what, figures.get(what), now.get(what))


Row = tuple[int, int, int]
"""First copy, last copy, points."""


def _sizes(table: PriceTable | None) -> Mapping[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    for tier in table.tiers if table else ():
        for label, points in _of_tier(tier):
            rows.setdefault(label, []).append((tier.first, tier.last or _LAST, points))
    return rows


def _of_tier(tier: CopyTier) -> Iterator[tuple[str, int]]:
    for row in tier.rows:
        kinds = ", ".join(f"{count} {kind}" for kind, count in row.composition)
        yield kinds or f"{row.models} model{'' if row.models == 1 else 's'}", row.points


def _of_size(size: str, old: list[Row] | tuple[()], new: list[Row] | tuple[()]) -> Iterator[PriceStep]:
    changed = [each for each in _stretches(old, new) if each.before != each.after]
    if not changed:
        return
    head, *others = changed
    also = "; ".join(f"{copies(each.first, each.last)} {_arrow(each)}" for each in others)
    which = copies(head.first, head.last)
    # The first copy needs no words, unless only it and no other changed.
    is_plain = head.first == 1 and (others or head.last == _LAST)
    yield PriceStep(size if is_plain else f"{size}, {which}", head.before, head.after, also)


def _stretches(old: list[Row] | tuple[()], new: list[Row] | tuple[()]) -> list[_Stretch]:
    starts = sorted({first for first, _, _ in (*old, *new)} | {last + 1 for _, last, _ in (*old, *new)})
    found: list[_Stretch] = []
    for first, following in pairwise(starts):
        before, after = _points(old, first), _points(new, first)
        if found and (found[-1].before, found[-1].after) == (before, after):
            found[-1] = found[-1]._replace(last=following - 1)
        else:
            found.append(_Stretch(first, following - 1, before, after))
    return found


def _points(rows: list[Row] | tuple[()], copy: int) -> int | None:
    return next((points for first, last, points in rows if first <= copy <= last), None)


def _arrow(stretch: _Stretch) -> str:
    if stretch.before is None:
        return f"new, {stretch.after}"
    return f"{stretch.before} -> {stretch.after}" if stretch.after is not None else f"no longer, was {stretch.before}"


def copies(first: int, last: int) -> str:
    """Which copies of a datasheet in one army: ``"third and further copies"``."""
    if last >= _LAST:
        return "every copy" if first == 1 else f"{_ordinal(first)} and further copies"
    if first == last:
        return f"{_ordinal(first)} copy"
    return f"{_ordinal(first)} {'and' if last == first + 1 else 'to'} {_ordinal(last)} copies"


def _ordinal(number: int) -> str:
    return _ORDINALS[number] if number < len(_ORDINALS) else f"{number}th"


def _single_figures(table: PriceTable | None, names: Names) -> dict[str, int | None]:
    if table is None:
        return {}
    figures: dict[str, int | None] = {f"each {row.name}": row.points for row in table.wargear}
    figures |= {f"each added {row.kind}": row.points for row in table.add_ons}
    for row in table.detachment_prices:
        which = copies(row.first, row.last or _LAST)
        models = f"{row.models} model{'' if row.models == 1 else 's'}"
        where = f"with {names.name(row.detachment)}, {models}"
        figures[where if which == "every copy" else f"{where}, {which}"] = row.points
    return figures
