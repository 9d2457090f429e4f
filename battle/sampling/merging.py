"""Samples in chunks, each with dice of its own, that add up to the same in any order."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

import numpy as np

from battle.engine.target import State, Target
from battle.sampling.vectorised import States

LARGEST_CODE = 2**62
"""What a state may be at most, written as one number."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of the samples: its place among all, and how many they are."""

    index: int
    samples: int


def chunks(samples: int, size: int) -> Iterator[Chunk]:
    """The samples in chunks of ``size``, the last with what is left."""
    for index, first in enumerate(range(0, samples, size)):
        yield Chunk(index, min(size, samples - first))


def seed_of(seed: int, index: int) -> int:
    """The seed of one chunk: a hash of both numbers, so that no two chunks share dice."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{index}".encode(), digest_size=16).digest(), "big")


def luck_of(seed: int, index: int) -> np.random.Generator:
    """The dice of one chunk."""
    return np.random.Generator(np.random.SFC64(seed_of(seed, index)))


@dataclass(frozen=True, slots=True)
class Tally:
    """How many samples ended in which state; ``kills`` are models destroyed by everything up to each batch, of all
    samples together. Tallies are merged by adding them, in any order."""

    samples: int = 0
    states: Counter[State] = field(default_factory=Counter)
    kills: tuple[int, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        length = max(len(self.kills), len(other.kills))
        mine, theirs = ((*one.kills, *(0,) * (length - len(one.kills))) for one in (self, other))
        kills = tuple(one + another for one, another in zip(mine, theirs, strict=True))
        return Tally(self.samples + other.samples, self.states + other.states, kills)


def counted(target: Target, states: States) -> Counter[State]:
    """How often each state occurs."""
    # A state as one number: wounds left are digits, each in a base of its own.
    bases = [one + 1 for one in target.start]
    if prod(bases) >= LARGEST_CODE:
        rows, counts = np.unique(states, axis=0, return_counts=True)
        return Counter({tuple(map(int, row)): int(count) for row, count in zip(rows, counts, strict=True)})
    codes = np.ravel_multi_index(tuple(states.T), tuple(bases))
    found, counts = np.unique(codes, return_counts=True)
    digits = np.stack(np.unravel_index(found, bases), axis=1)
    return Counter({tuple(map(int, row)): int(count) for row, count in zip(digits, counts, strict=True)})


def destroyed(target: Target, states: States) -> int:
    """Models destroyed in all of these states together."""
    wounds = np.array([group.wounds for group in target.groups])
    left = -(-states[:, : len(wounds)] // wounds)
    return target.models * len(states) - int(left.sum())
