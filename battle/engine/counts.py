"""How many attacks of a batch end in which way: exact joint chances from generating functions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from battle.engine.attack import Attacks
from battle.engine.remembering import Store
from battle.engine.work import TooLarge, spend

NEGLIGIBLE = 1e-15
"""Below it a chance cannot be told from the noise of the transform of hundreds of attacks."""

MOST_BINOMIAL = 500
"""Dice at most whose combinations are counted: floating point numbers hold no more than those of about 1000."""

MOST_MULTINOMIAL = 150
"""Dice at most whose numbers are weighed by factorials: floating point numbers hold those of 170."""

LARGEST_TABLE = 4_000_000
"""Cells of a joint table at most: 64 MB while it is worked out."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A way for a wounding attack to end that is told apart: an ending, with the share of its attacks that end so."""

    ending: int
    share: float


def joint_counts(attacks: Attacks, kinds: Sequence[Kind]) -> NDArray[np.float64]:
    """Chances of every combination of counts, one axis for each kind; not to be written to.

    Attack dice are independent, so that the generating function of a batch is that of one die to the
    power of their number. Evaluated at roots of unity it is a discrete Fourier transform.
    """
    if not kinds:
        return np.ones(())
    key = (
        attacks.dice.tobytes(),
        attacks.hit,
        attacks.critical,
        attacks.after_hit,
        attacks.after_critical,
        attacks.extra_hits.tobytes(),
        tuple((kind.ending, kind.share) for kind in kinds),
    )
    return _COUNTED.get(key, lambda: _counted(attacks, kinds))


_COUNTED: Store[Hashable, NDArray[np.float64]] = Store(32_000_000, lambda table: int(table.nbytes) + 500)


def _counted(attacks: Attacks, kinds: Sequence[Kind]) -> NDArray[np.float64]:
    most = (len(attacks.dice) - 1) * (len(attacks.extra_hits))
    lengths = [most + 1] * len(kinds)
    if len(kinds) > 1:
        lengths = [len(joint_counts(attacks, [kind])) for kind in kinds]
    cells = int(np.prod([float(length) for length in lengths]))
    if cells > LARGEST_TABLE:
        raise TooLarge(f"{most} attacks end in {len(kinds)} different ways: {cells:,} combinations to weigh")
    is_binomial = len(kinds) == 1 and len(attacks.extra_hits) == 1 and most <= MOST_BINOMIAL
    if is_binomial and attacks.dice[-1] == 1.0:
        table = _binomial(attacks, kinds[0])
    elif len(attacks.extra_hits) == 1 and most <= MOST_MULTINOMIAL:
        table = _multinomial(attacks, kinds, lengths)
    else:
        table = _transformed(attacks, kinds, lengths)
    if len(kinds) == 1:
        table = table[: _needed(table)].copy()
    table.flags.writeable = False
    return table


def _needed(chances: NDArray[np.float64]) -> int:
    """Entries up to the last that is not negligible."""
    counting = np.flatnonzero(chances > NEGLIGIBLE)
    return int(counting[-1]) + 1 if len(counting) else 1


@lru_cache(maxsize=512)
def _roots(length: int, count: int) -> NDArray[np.complex128]:
    """The first ``count`` of the roots of unity of this order."""
    roots: NDArray[np.complex128] = np.exp(-2j * np.pi * np.arange(count) / length)
    roots.flags.writeable = False
    return roots


def _binomial(attacks: Attacks, kind: Kind) -> NDArray[np.float64]:
    """Chances of the number of attacks that end so, where each of a fixed number of dice does by itself."""
    dice = len(attacks.dice) - 1
    success = kind.share * (
        attacks.hit * attacks.after_hit[kind.ending] + attacks.critical * attacks.after_critical[kind.ending]
    )
    spend(10.0 * (dice + 1))
    if success >= 1.0:
        certain: NDArray[np.float64] = np.zeros(dice + 1)
        certain[dice] = 1.0
        return certain
    counts = np.arange(dice + 1)
    found: NDArray[np.float64] = _ways(dice) * success**counts * (1 - success) ** counts[::-1]
    return found


def _multinomial(attacks: Attacks, kinds: Sequence[Kind], lengths: Sequence[int]) -> NDArray[np.float64]:
    """Chances of the numbers of attacks that end so, where each die ends in one way or fails.

    Of d dice n, m ... end so with chance d! / (n! m! ... f!) times the powers of what each comes to, f being those
    that fail: one factor for each number, and one for their sum that is summed over the number of dice.
    """
    spend(len(attacks.dice) * float(np.prod([float(length) for length in lengths])))
    chances = [
        kind.share
        * (attacks.hit * attacks.after_hit[kind.ending] + attacks.critical * attacks.after_critical[kind.ending])
        for kind in kinds
    ]
    fails = max(0.0, 1.0 - sum(chances))
    most = len(attacks.dice) - 1
    factorials = _factorials()[: most + 1]
    failing = fails ** np.arange(most + 1) / factorials
    weighed = attacks.dice * factorials
    by_sum = np.zeros(max(most, sum(lengths) - len(lengths)) + 1)
    for total in range(most + 1):
        by_sum[total] = weighed[total:] @ failing[: most + 1 - total]
    axes = [
        chance ** np.arange(length) / _factorials()[:length] for chance, length in zip(chances, lengths, strict=True)
    ]
    table, sums = axes[0], np.arange(lengths[0])
    for axis in axes[1:]:
        table = table[..., None] * axis
        sums = sums[..., None] + np.arange(len(axis))
    found: NDArray[np.float64] = table * by_sum[sums]
    return found


@lru_cache(maxsize=1)
def _factorials() -> NDArray[np.float64]:
    """The factorials of 0 to :data:`MOST_MULTINOMIAL`."""
    found = np.array([float(factorial(number)) for number in range(MOST_MULTINOMIAL + 1)])
    found.flags.writeable = False
    return found


@lru_cache(maxsize=512)
def _ways(dice: int) -> NDArray[np.float64]:
    """In how many ways 0, 1, 2 ... of so many dice succeed."""
    ways = np.array([float(comb(dice, count)) for count in range(dice + 1)])
    ways.flags.writeable = False
    return ways


def _transformed(attacks: Attacks, kinds: Sequence[Kind], lengths: Sequence[int]) -> NDArray[np.float64]:
    spend(len(attacks.dice) * float(np.prod([float(length) for length in lengths])))
    shares = [0.0] * len(attacks.endings)
    for kind in kinds:
        shares[kind.ending] += kind.share
    ends: list[NDArray[np.complex128] | complex] = [complex(1 - share) for share in shares]
    last = len(lengths) - 1
    # The transform of real numbers: of its last axis one half says what the other is.
    counts = [*lengths[:-1], lengths[-1] // 2 + 1]
    for axis, (kind, length) in enumerate(zip(kinds, lengths, strict=True)):
        root = _roots(length, counts[axis])
        if last:
            root = root.reshape([counts[axis] if place == axis else 1 for place in range(len(lengths))])
        ends[kind.ending] = ends[kind.ending] + kind.share * root
    hit = _weighed(attacks.after_hit, ends)
    critical = _weighed(attacks.after_critical, ends)
    if len(attacks.extra_hits) > 1:
        critical = critical * _polynomial(attacks.extra_hits, hit)
    die = (1 - attacks.hit - attacks.critical) + attacks.hit * hit + attacks.critical * critical
    values = _polynomial(attacks.dice, die)
    if np.shape(values) != tuple(counts):
        values = np.broadcast_to(values, counts)
    table: NDArray[np.float64] = (
        np.fft.irfftn(values, lengths, range(len(lengths))) if last else np.fft.irfft(values, lengths[0])
    )
    return np.maximum(table, 0.0, out=table)


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
