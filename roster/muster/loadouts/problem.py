"""A unit as the search sees it: rows of recorded items, kinds of model with loadouts, caps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import add

from roster.muster.loadouts.caps import Cap
from roster.muster.loadouts.model_loadouts import ModelLoadout

Row = tuple[int | None, str]
"""A kind of model by its place, None where the roster names none, and an item."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A loadout against the rows of a problem.

    ``parts``: (row of the kind or -1, row without a kind or -1, pieces). ``extra`` pieces stand in no
    row. ``uses``: what it takes of each cap.
    """

    loadout: ModelLoadout
    parts: tuple[tuple[int, int, int], ...]
    extra: int
    uses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """Rows of which the models left can cover only so many together: ``each`` a model, by kind."""

    rows: tuple[int, ...]
    each: tuple[int, ...]


@dataclass
class Problem:
    """Rows with what was recorded, models by kind, their candidates, and what caps allow."""

    rows: Sequence[Row]
    need: tuple[int, ...]
    models: tuple[int, ...]
    caps: Sequence[Cap]
    room: tuple[int, ...]
    candidates: Sequence[Sequence[Candidate]]
    """By kind; the default loadout first."""
    covering: Sequence[Sequence[Candidate]] = field(init=False)
    """By kind: those of which no other has as much for no more of the caps."""
    slots: Sequence[Slot] = field(init=False)

    def __post_init__(self) -> None:
        self.covering = [_undominated(candidates) for candidates in self.candidates]
        self.slots = _slots(self)


def make_problem(
    recorded: Mapping[Row, int],
    models: Sequence[int],
    loadouts: Sequence[Sequence[ModelLoadout]],
    caps: Sequence[Cap],
) -> Problem:
    """The problem of sharing out ``recorded`` among ``models`` of each kind; caps that cannot bind are left out."""
    binding = [cap for cap in caps if _can_bind(cap, models, loadouts)]
    rows = [row for row, count in recorded.items() if count > 0]
    place = {row: number for number, row in enumerate(rows)}
    candidates = [
        tuple(_candidate(loadout, kind, place, binding) for loadout in own) if models[kind] else ()
        for kind, own in enumerate(loadouts)
    ]
    return Problem(
        rows=rows,
        need=tuple(recorded[row] for row in rows),
        models=tuple(models),
        caps=binding,
        room=tuple(cap.most for cap in binding),
        candidates=candidates,
    )


def _can_bind(cap: Cap, models: Sequence[int], loadouts: Sequence[Sequence[ModelLoadout]]) -> bool:
    most = sum(
        count * max(cap.used_by(loadout) for loadout in own)
        for count, own in zip(models, loadouts, strict=True)
        if count
    )
    return most > cap.most


def _candidate(loadout: ModelLoadout, kind: int, place: Mapping[Row, int], caps: Sequence[Cap]) -> Candidate:
    parts, extra = [], 0
    for item, pieces in loadout.pieces:
        own, common = place.get((kind, item), -1), place.get((None, item), -1)
        if own < 0 and common < 0:
            extra += pieces
        else:
            parts.append((own, common, pieces))
    parts.sort()
    return Candidate(loadout, tuple(parts), extra, tuple(cap.used_by(loadout) for cap in caps))


def _undominated(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """The candidates that matter where a list may leave things out, the richest first."""
    distinct: dict[tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]], Candidate] = {}
    for candidate in candidates:
        distinct.setdefault((candidate.parts, candidate.uses), candidate)
    kept: list[tuple[int, dict[tuple[int, int], int], Candidate]] = []
    for candidate in sorted(distinct.values(), key=lambda one: (-sum(part[2] for part in one.parts), sum(one.uses))):
        pieces = {part[:2]: part[2] for part in candidate.parts}
        rows = _as_bits(pieces)
        for others, has, rival in kept:
            # Bits first: this is asked for every pair of loadouts, and most have not even the same rows.
            if not rows & ~others and _covers(has, rival.uses, pieces, candidate.uses):
                break
        else:
            kept.append((rows, pieces, candidate))
    return [candidate for _, _, candidate in kept]


def _as_bits(rows: Iterable[tuple[int, int]]) -> int:
    """A number with a bit for every row of the kind, or row without a kind where it has none."""
    bits = 0
    for own, common in rows:
        bits |= 1 << (2 * own if own >= 0 else 2 * common + 1)
    return bits


def _covers(
    has: Mapping[tuple[int, int], int],
    uses: Sequence[int],
    wanted: Mapping[tuple[int, int], int],
    price: Sequence[int],
) -> bool:
    for rows, pieces in wanted.items():
        if has.get(rows, 0) < pieces:
            return False
    return all(mine <= theirs for mine, theirs in zip(uses, price, strict=True))


def _slots(problem: Problem) -> Sequence[Slot]:
    """Groups of items that get in each other's way on a model: a gun or another gun, never both."""
    items = sorted({item for _, item in problem.rows})
    columns = [_columns(own, items) for own in problem.covering]
    scopes: list[int | None] = [None, *sorted({kind for kind, _ in problem.rows if kind is not None})]
    found: dict[tuple[int, ...], Slot] = {}
    for scope in scopes:
        own = [item for item in items if scope is None or (scope, item) in problem.rows]
        relevant = range(len(columns)) if scope is None else (scope,)
        for first in own:
            group, each = _group(first, own, [columns[kind] for kind in relevant])
            rows = tuple(
                number for number, (kind, item) in enumerate(problem.rows) if item in group and scope in (None, kind)
            )
            most = [0] * len(columns)
            for kind, count in zip(relevant, each, strict=True):
                most[kind] = count
            found.setdefault(rows, Slot(rows, tuple(most)))
    return list(found.values())


def _columns(candidates: Sequence[Candidate], items: Sequence[str]) -> Mapping[str, Sequence[int]]:
    """How many of each item the candidates carry; alike ones once."""
    pieces = (dict(one.loadout.pieces) for one in candidates)
    alike = sorted({tuple(own.get(item, 0) for item in items) for own in pieces}) or [(0,) * len(items)]
    return dict(zip(items, zip(*alike, strict=True), strict=True))


def _group(
    first: str, items: Sequence[str], columns: Sequence[Mapping[str, Sequence[int]]]
) -> tuple[set[str], list[int]]:
    """Items that can join ``first`` without any model being able to carry more of the group than before."""
    group = {first}
    sums = [list(own[first]) for own in columns]
    most = [max(own) for own in sums]
    for item in items:
        if item in group:
            continue
        with_it = [list(map(add, before, own[item])) for before, own in zip(sums, columns, strict=True)]
        if [max(own) for own in with_it] == most:
            group.add(item)
            sums = with_it
    return group, most
