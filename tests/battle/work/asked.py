"""Questions for tests: small ones of profiles that need no catalogue, and tables of them in as many parts as wanted."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from battle.claims import LEASE, Claim, claim_next
from battle.models import PartStatus, SimulationChunk, SimulationRequest
from battle.services import ask

SCHEMA = "quartermaster.scenario/1"


def unit(name: str = "Guards", *, models: int = 3, attacks: int = 2, toughness: int = 4) -> dict[str, Any]:
    """A unit by its profiles with one ranged weapon and one melee weapon a model."""
    return {
        "from": "profiles",
        "name": name,
        "models": [
            {
                "name": name,
                "count": models,
                "T": toughness,
                "Sv": 4,
                "W": 1,
                "points": 10,
                "weapons": [
                    {"name": "Rifle", "range": 24, "A": attacks, "skill": 4, "S": 4, "AP": 0, "D": 1},
                    {"name": "Blade", "range": None, "A": attacks, "skill": 4, "S": 4, "AP": 0, "D": 1},
                ],
            }
        ],
    }


def attack(**changes: Any) -> dict[str, Any]:
    """One unit on another: answered at once."""
    return {
        "schema": SCHEMA,
        "question": "attack",
        "attacker": unit("Guards"),
        "target": unit("Raiders", toughness=3),
        **changes,
    }


def table(rows: int = 3, columns: int = 2, *, both_ways: bool = False, tag: str = "", **changes: Any) -> dict[str, Any]:
    """A matrix of so many units on so many: a part for each of those that attack. ``tag`` makes it another question."""
    return {
        "schema": SCHEMA,
        "question": "matrix",
        "attackers": [unit(f"Attacker {number}{tag}", attacks=1 + number % 3) for number in range(rows)],
        "targets": [unit(f"Target {number}{tag}", models=1 + number) for number in range(columns)],
        "both_ways": both_ways,
        **changes,
    }


def waiting(owner: User, rows: int = 3, *, tag: str = "", **changes: Any) -> SimulationRequest:
    """A request for a table in so many parts that wait for a worker."""
    return ask(owner, table(rows, tag=tag, **changes), may_answer_at_once=False).request


def claimed() -> Claim:
    """The next claim, which there has to be."""
    claim = claim_next()
    assert claim is not None
    return claim


def standing(request: SimulationRequest) -> dict[int, str]:
    """How each part stands, by its position."""
    return dict(request.simulation.chunks.order_by("position").values_list("position", "status"))


def let_leases_pass() -> None:
    """As if every worker that holds a part were dead for long."""
    SimulationChunk.objects.filter(status=PartStatus.CLAIMED).update(claimed_at=timezone.now() - LEASE)
