"""What attacks of one ending do to a unit, as matrices over its states, made once for all batches alike (05.04, 06.02).

A kernel knows wounds and Feel No Pain, not names and points: units that are alike to damage share it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from battle.engine.allocation import Blow, States, Struck, as_bytes
from battle.engine.remembering import Store
from battle.engine.target import State, Target
from battle.engine.work import spend

LARGEST_KEPT_ROWS = 200_000
"""Chances that are kept of what repeated attacks lead to from one state."""

LARGEST_KEPT_FROM_EACH = LARGEST_KEPT_ROWS // 20
"""The same from several states."""

Groups = frozenset[int] | None
"""The groups that an attack inflicts damage on; None: on whichever is struck."""


class Kernel:
    """The states a unit can come to from some, and a matrix for each class of attacks: state before by state after.

    ``starts`` is the number of states given: they are the first of :attr:`states`, in their order.
    """

    def __init__(self, states: Sequence[State], matrices: Sequence[NDArray[np.float64]], starts: int) -> None:
        self.states = states
        self.matrices = matrices
        self.starts = starts
        self._rows: NDArray[np.float64] | None = None
        """From the only start, by the number of attacks, once somebody asked."""
        self._from_each: NDArray[np.float64] | None = None
        """From each of several, by start and number, once somebody asked."""

    @property
    def size(self) -> int:
        """Bytes that it takes, with what it may come to keep."""
        return (
            1000 + sum(matrix.nbytes for matrix in self.matrices) + 150 * len(self.states) + 8 * LARGEST_KEPT_ROWS // 20
        )

    def rows(self, weights: NDArray[np.float64], most: int) -> NDArray[np.float64]:
        """Chances of the states after 0 to ``most`` attacks of the first class, by row; ``weights``: of the starts."""
        size = len(self.states)
        spend(float(size) * size * (most + 1))
        if self.starts > 1:
            return self._from_several(weights, most)
        rows = self._rows
        if rows is None or len(rows) <= most:
            if rows is None:
                rows = np.zeros((1, size))
                rows[0, 0] = 1.0
            rows = _repeated(rows, self.matrices[0], most)
            if rows.size <= LARGEST_KEPT_ROWS:
                self._rows = rows
        return rows[: most + 1] * weights[0] if weights[0] != 1.0 else rows[: most + 1]

    def _from_several(self, weights: NDArray[np.float64], most: int) -> NDArray[np.float64]:
        # Which way it is worked out follows from the sizes alone, so that what was asked before changes no last digit.
        size = len(self.states)
        if self.starts * (most + 1) * size > LARGEST_KEPT_FROM_EACH:
            first = np.zeros(size)
            first[: self.starts] = weights
            return _repeated(first[None, :], self.matrices[0], most)
        kept = self._from_each
        if kept is None or kept.shape[1] <= most:
            kept = self._from_each = np.swapaxes(
                _repeated(np.eye(self.starts, size)[None], self.matrices[0], most), 0, 1
            ).copy()
        part = kept[:, : most + 1].reshape(self.starts, -1)
        return (weights @ part).reshape(most + 1, size)


def _repeated(rows: NDArray[np.float64], matrix: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Rows 0 to ``most``, each the one before after one more attack; the first of them are given."""
    found = np.empty((most + 1, *rows.shape[1:]))
    found[: len(rows)] = rows
    for place in range(len(rows), most + 1):
        np.matmul(found[place - 1], matrix, out=found[place])
    return found


_KERNELS: Store[Hashable, Kernel] = Store(64_000_000, lambda kernel: kernel.size)


def kernel_of(
    target: Target,
    starts: Sequence[State],
    blow: Blow,
    classes: Sequence[Groups],
    order: tuple[int, ...],
    precise: int | None,
) -> Kernel:
    """The kernel of these classes of attacks from these states, allocated in this order."""
    shape = target.hurt_by_mortal_wounds if blow.is_mortal else target.hurt_by_attacks
    key = (shape, tuple(starts), as_bytes(blow.damage), blow.is_mortal, blow.modifiers, order, tuple(classes), precise)

    def make() -> Kernel:
        space = States(target, starts)
        steps = [(blow, _struck(order, groups, blow, target, precise)) for groups in classes]
        matrices = [space.matrix(moves) for moves in space.spread(steps)]
        return Kernel(tuple(space.all), matrices, len(starts))

    return _KERNELS.get(key, make)


def _struck(order: tuple[int, ...], groups: Groups, blow: Blow, target: Target, precise: int | None) -> Struck:
    """The group that an attack of the class does something to; None where it has no effect."""

    def struck(state: State) -> int | None:
        current: int | None
        if precise is not None and state[precise]:
            current = precise
        elif blow.is_mortal:
            current = target.for_mortal_wounds(order, state)
        else:
            current = next((group for group in order if state[group]), None)
        if current is None or (groups is not None and current not in groups):
            return None
        return current

    return struck
