"""Transports: how many models ride in one, and which."""

from __future__ import annotations

from dataclasses import dataclass

Keywords = tuple[str, ...]
"""Keywords of which a unit needs every one."""


@dataclass(frozen=True, slots=True)
class SlotCost:
    """A model with ``keyword`` takes up ``slots`` of a transport's capacity instead of one (R-09).

    ``minimum_wounds``: only models with at least so high a Wounds characteristic do.
    """

    keyword: str
    slots: int
    minimum_wounds: int | None = None


@dataclass(frozen=True, slots=True)
class CapacityWith:
    """The capacity, in place of its own, of a transport that carries ``item`` (an id) or has a model of ``kind``."""

    capacity: int
    item: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """Room for ``models`` models beside the capacity, for units that have all keywords of one group.

    ``maximum_wounds``: their Wounds characteristic is at most that. ``capacity`` is what is left of the
    transport's capacity while somebody rides in the hold; None: all of it.
    """

    models: int
    passengers: tuple[Keywords, ...]
    maximum_wounds: int | None = None
    capacity: int | None = None


@dataclass(frozen=True, slots=True)
class Spared:
    """Units with all of ``keywords`` ride although they have the excluded ``keyword``.

    ``has_joined``: only those that joined a unit without that keyword.
    """

    keyword: str
    keywords: Keywords
    has_joined: bool = False


@dataclass(frozen=True, slots=True)
class Transport:
    """Transport capacity in model slots (18.01); who may ride is as far as upstream says (R-09).

    A passenger needs all of ``required_keywords`` and every keyword of at least one group of
    ``passengers``, and none of ``excluded_keywords`` but where it is ``spared``; or it rides in one of
    the ``holds``. ``counts_units``: the capacity is that of units, whatever their size. ``free_models``
    are kinds of model that take up nothing; ``conditions`` tells, in our own words, what these fields
    cannot hold.
    """

    capacity: int
    excluded_keywords: tuple[str, ...] = ()
    required_keywords: tuple[str, ...] = ()
    """A passenger needs all of these; empty, and no ``passengers``: eligibility is not checked."""
    slot_costs: tuple[SlotCost, ...] = ()
    passengers: tuple[Keywords, ...] = ()
    conditions: str = ""
    free_models: tuple[str, ...] = ()
    capacities: tuple[CapacityWith, ...] = ()
    holds: tuple[Hold, ...] = ()
    spared: tuple[Spared, ...] = ()
    counts_units: bool = False
