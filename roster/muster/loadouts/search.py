"""Shares recorded items out among models: depth first, failures remembered, steps limited.

The search covers the scarcest row first: a model takes a loadout that has the item, or the item is
dropped. Items dropped are at fault; pieces of loadouts that nothing recorded asks for are unwritten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from roster.muster.loadouts.model_loadouts import ModelLoadout
from roster.muster.loadouts.problem import Candidate, Problem, Row, Slot

MAXIMUM_STEPS = 3_000
"""Steps of all searches for one answer; beyond them it was not found out."""

ANY = 1_000_000
"""More unwritten pieces than there are."""

_State = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int]


class SearchLimitError(Exception):
    """The search was given up after its limit of steps."""


@dataclass(slots=True)
class Steps:
    """Steps that are left to the searches that share them."""

    left: int = MAXIMUM_STEPS


@dataclass(frozen=True, slots=True)
class Sharing:
    """One way to share out: a loadout for every model, by kind, and how many of each row were dropped."""

    loadouts: tuple[tuple[ModelLoadout, ...], ...]
    dropped: tuple[int, ...]

    @property
    def drops(self) -> int:
        """Pieces dropped."""
        return sum(self.dropped)


def least_drops(problem: Problem) -> int:
    """Pieces that must be dropped whatever the sharing: a bound from below, without a search."""
    return max((_over(slot, problem.need, problem.models) for slot in problem.slots), default=0)


def share_out(problem: Problem, steps: Steps, *, drops: int, unwritten: int = ANY) -> Sharing | None:
    """A way with at most so many pieces dropped and unwritten, None if there is none.

    SearchLimitError where no steps are left.
    """
    return _Search(problem, unwritten, steps).run(drops)


def pieces_added(problem: Problem, sharing: Sharing) -> Counter[Row]:
    """Pieces of the loadouts that are not recorded, by kind; recorded without a kind counts for every kind."""
    recorded = Counter(dict(zip(problem.rows, problem.need, strict=True)))
    added: Counter[Row] = Counter()
    for kind, own in enumerate(sharing.loadouts):
        for loadout in own:
            for item in loadout.items:
                row: Row = (kind, item) if recorded[kind, item] > 0 else (None, item)
                if recorded[row] > 0:
                    recorded[row] -= 1
                else:
                    added[kind, item] += 1
    return added


def _over(slot: Slot, need: Sequence[int], models: Sequence[int]) -> int:
    """Pieces of the slot's rows that are wanted beyond what the models left can carry of them."""
    over = 0
    for row in slot.rows:
        over += need[row]
    for left, most in zip(models, slot.each, strict=True):
        over -= left * most
    return over


class _Search:
    def __init__(self, problem: Problem, unwritten: int, steps: Steps) -> None:
        self._problem = problem
        self._unwritten = unwritten
        self._steps = steps
        self._slots = [(slot.rows, slot.each) for slot in problem.slots]
        self._failed: set[_State] = set()
        self._taken: list[tuple[int, Candidate]] = []
        self._dropped = [0] * len(problem.rows)
        is_any = unwritten >= ANY
        pools = problem.covering if is_any else problem.candidates
        self._pools = [[one for one in own if one.extra <= unwritten] for own in pools]
        self._having = self._index()
        self._counts = [tuple(Counter(kind for kind, _ in having).items()) for having in self._having]

    def _index(self) -> list[list[tuple[int, Candidate]]]:
        having: list[list[tuple[int, Candidate]]] = [[] for _ in self._problem.rows]
        for kind, own in enumerate(self._pools):
            for candidate in own:
                for mine, common, _ in candidate.parts:
                    for row in (mine, common):
                        if row >= 0:
                            having[row].append((kind, candidate))
        return having

    def run(self, drops: int) -> Sharing | None:
        problem = self._problem
        if not self._solve((problem.need, problem.models, problem.room, drops, self._unwritten)):
            return None
        loadouts: list[list[ModelLoadout]] = [[] for _ in problem.models]
        for kind, candidate in self._taken:
            loadouts[kind].append(candidate.loadout)
        return Sharing(tuple(map(tuple, loadouts)), tuple(self._dropped))

    def _solve(self, state: _State) -> bool:
        if state in self._failed:
            return False
        self._steps.left -= 1
        if self._steps.left < 0:
            raise SearchLimitError
        need, models, _, drops, _ = state
        for rows, each in self._slots:
            over = -drops
            for wanted in rows:
                over += need[wanted]
            for left, most in zip(models, each, strict=True):
                over -= left * most
            if over > 0:
                self._failed.add(state)
                return False
        row = self._scarcest(need, models)
        is_solved = self._fill(state) if row is None else self._cover(row, state)
        if not is_solved:
            self._failed.add(state)
        return is_solved

    def _scarcest(self, need: Sequence[int], models: Sequence[int]) -> int | None:
        """The row that fewest candidates have, of those still wanted; rows of few pieces first among equals."""
        best, best_key = None, (ANY, ANY)
        for row, wanted in enumerate(need):
            if wanted > 0:
                having = 0
                for kind, count in self._counts[row]:
                    if models[kind]:
                        having += count
                key = (having, wanted)
                if key < best_key:
                    best, best_key = row, key
        return best

    def _cover(self, row: int, state: _State) -> bool:
        need, models, room, drops, unwritten = state
        following = []
        for kind, candidate in self._having[row]:
            after = self._after(kind, candidate, state) if models[kind] else None
            if after is not None:
                following.append((sum(after[0]), kind, candidate, after))
        following.sort(key=lambda one: one[0])
        for _, kind, candidate, after in following:
            self._taken.append((kind, candidate))
            if self._solve(after):
                return True
            self._taken.pop()
        if drops:
            self._dropped[row] += 1
            less = (*need[:row], need[row] - 1, *need[row + 1 :])
            if self._solve((less, models, room, drops - 1, unwritten)):
                return True
            self._dropped[row] -= 1
        return False

    def _fill(self, state: _State) -> bool:
        """Nothing more is wanted: the models left take what leaves least unwritten."""
        kind = next((kind for kind, left in enumerate(state[1]) if left), None)
        if kind is None:
            return True
        for candidate in self._fillers(kind):
            after = self._after(kind, candidate, state)
            if after is None:
                continue
            self._taken.append((kind, candidate))
            if self._solve(after):
                return True
            self._taken.pop()
        return False

    def _fillers(self, kind: int) -> Iterator[Candidate]:
        """The default loadout first; where unwritten pieces count, those with fewest."""
        own = self._problem.candidates[kind]
        if self._unwritten >= ANY:
            yield own[0]
        yield from sorted(own, key=lambda one: (len(one.loadout.items), sum(one.uses)))

    def _after(self, kind: int, candidate: Candidate, state: _State) -> _State | None:
        """What is left once a model of that kind took the candidate, None where it may not."""
        need, models, room, drops, unwritten = state
        for have, used in zip(room, candidate.uses, strict=True):
            if used > have:
                return None
        wanted = list(need)
        missing = candidate.extra
        for mine, common, pieces in candidate.parts:
            # Spelled out: a search does this thousands of times.
            rest = pieces
            if mine >= 0:
                rest -= wanted[mine]
                if rest <= 0:
                    wanted[mine] = -rest
                    continue
                wanted[mine] = 0
            if common >= 0:
                rest -= wanted[common]
                if rest <= 0:
                    wanted[common] = -rest
                    continue
                wanted[common] = 0
            missing += rest
        if unwritten < ANY:
            unwritten -= missing
            if unwritten < 0:
                return None
        fewer = (*models[:kind], models[kind] - 1, *models[kind + 1 :])
        if any(candidate.uses):
            room = tuple([have - used for have, used in zip(room, candidate.uses, strict=True)])
        return (tuple(wanted), fewer, room, drops, unwritten)
