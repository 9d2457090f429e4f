"""Missions: who plays which, what scores, and the caps on victory points."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.catalogue.ability import Clause


@dataclass(frozen=True, slots=True)
class Award:
    """One line of scoring: ``points`` once, or ``points_each`` per ``per``, up to ``maximum``.

    ``trigger`` says when it is scored, ``when`` under which condition. Of awards with one
    ``exclusive_group`` the best counts; ``mode`` limits it to fixed or tactical secondaries.
    """

    trigger: Clause
    when: Clause | None = None
    points: int | None = None
    points_each: int | None = None
    per: str = ""
    maximum: int | None = None
    is_cumulative: bool = False
    exclusive_group: str = ""
    mode: str = ""


@dataclass(frozen=True, slots=True)
class MissionCard:
    """A primary or secondary mission with its scoring, the actions it offers, and what drawing it does."""

    id: str
    name: str
    type: str
    awards: tuple[Award, ...]
    actions: tuple[Clause, ...] = ()
    when_drawn: Clause | None = None
    subtype: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Mission:
    """The mission of a player with ``disposition`` against ``opponent_disposition`` (ids).

    ``card`` is its primary mission card. Caps are victory points per battle round and per game.
    """

    id: str
    name: str
    disposition: str
    opponent_disposition: str
    card: str
    primary_per_round: int
    primary_per_game: int
    secondary_per_round: int
    secondary_per_game: int
    deployments: tuple[str, ...] = ()
    source: str = ""
