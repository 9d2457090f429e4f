"""How many attacks of a batch end in which way: exact joint chances from generating functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from battle.engine.attack import Attacks
from battle.engine.work import TooLarge, spend

NEGLIGIBLE = 1e-17
"""What is cut off a distribution's tail: far less than sums of floating point numbers are exact to."""

LARGEST_TABLE = 4_000_000
"""Cells of a joint table at most: 64 MB while it is worked out."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A way for a wounding attack to end that is told apart: an ending, with the share of its attacks that end so."""

    ending: int
    share: float


def joint_counts(attacks: Attacks, kinds: Sequence[Kind]) -> NDArray[np.float64]:
    """Chances of every combination of counts, one axis for each kind.

    Attack dice are independent, so that the generating function of a batch is that of one die to the
    power of their number. Evaluated at roots of unity it is a discrete Fourier transform.
    """
    if not kinds:
        return np.ones(())
    most = (len(attacks.dice) - 1) * (len(attacks.extra_hits))
    lengths = [most + 1] * len(kinds)
    if len(kinds) > 1:
        lengths = [_needed(_transformed(attacks, [kind], [most + 1])) for kind in kinds]
    cells = int(np.prod([float(length) for length in lengths]))
    if cells > LARGEST_TABLE:
        raise TooLarge(f"{most} attacks end in {len(kinds)} different ways: {cells:,} combinations to weigh")
    table = _transformed(attacks, kinds, lengths)
    if len(kinds) == 1:
        table = table[: _needed(table)]
    return table


def _needed(chances: NDArray[np.float64]) -> int:
    """Entries up to where nothing follows but a negligible tail."""
    tail = np.cumsum(chances[::-1])[::-1]
    return max(1, int(np.count_nonzero(tail > NEGLIGIBLE * 10)))


def _transformed(attacks: Attacks, kinds: Sequence[Kind], lengths: Sequence[int]) -> NDArray[np.float64]:
    spend(len(attacks.dice) * float(np.prod([float(length) for length in lengths])))
    shares = [0.0] * len(attacks.endings)
    for kind in kinds:
        shares[kind.ending] += kind.share
    ends: list[NDArray[np.complex128] | complex] = [complex(1 - share) for share in shares]
    for axis, (kind, length) in enumerate(zip(kinds, lengths, strict=True)):
        root = np.exp(-2j * np.pi * np.arange(length) / length)
        ends[kind.ending] = ends[kind.ending] + kind.share * root.reshape(
            [length if place == axis else 1 for place in range(len(lengths))]
        )
    hit = _weighed(attacks.after_hit, ends)
    critical = _weighed(attacks.after_critical, ends)
    if len(attacks.extra_hits) > 1:
        critical = critical * _polynomial(attacks.extra_hits, hit)
    die = (1 - attacks.hit - attacks.critical) + attacks.hit * hit + attacks.critical * critical
    values = np.broadcast_to(_polynomial(attacks.dice, die), lengths)
    return np.clip(np.fft.ifftn(values).real, 0.0, None)


def _weighed(
    chances: Sequence[float], ends: Sequence[NDArray[np.complex128] | complex]
) -> NDArray[np.complex128] | complex:
    value: NDArray[np.complex128] | complex = complex(1 - sum(chances))
    for chance, end in zip(chances, ends, strict=True):
        if chance:
            value = value + chance * end
    return value


def _polynomial(
    coefficients: NDArray[np.float64], value: NDArray[np.complex128] | complex
) -> NDArray[np.complex128] | complex:
    """The sum of coefficient k times value to the k: where one has all the weight, a plain power."""
    if coefficients[-1] == 1.0:
        return value ** (len(coefficients) - 1)
    result: NDArray[np.complex128] | complex = complex(coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        result = result * value + coefficient
    return result
