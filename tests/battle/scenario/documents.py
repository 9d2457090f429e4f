"""Scenario documents for tests, from a few words."""

from __future__ import annotations

from typing import Any

RIFLE = {"name": "Rifle", "range": 24, "A": 2, "skill": 3, "S": 4, "AP": -1, "D": 1}
TROOPER = {"name": "Trooper", "count": 10, "T": 4, "Sv": 3, "W": 2}


def rifle(**changes: Any) -> dict[str, Any]:
    """A weapon as a profile prints it."""
    return {**RIFLE, **changes}


def trooper(**changes: Any) -> dict[str, Any]:
    """Models of one kind."""
    return {**TROOPER, **changes}


def unit(*models: dict[str, Any], name: str = "Troopers", **changes: Any) -> dict[str, Any]:
    """A unit by its profiles."""
    return {"from": "profiles", "name": name, "models": list(models or (trooper(),)), **changes}


def riflemen(*weapons: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Ten models with a weapon each."""
    return unit(trooper(name="Rifleman", weapons=list(weapons or (rifle(),))), name="Riflemen", **changes)


def scenario(
    attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **changes: Any
) -> dict[str, Any]:
    """An attack of riflemen at troopers, unless others are named."""
    return {
        "schema": "quartermaster.scenario/1",
        "question": "attack",
        "attacker": attacker or riflemen(),
        "target": target or unit(),
        **changes,
    }


def knife(**changes: Any) -> dict[str, Any]:
    """A melee weapon."""
    return rifle(name="Knife", range=None, A=3, **changes)


def guards() -> dict[str, Any]:
    """Five models of 20 points each."""
    return unit(trooper(count=5, points=20), name="Guards")


def matrix(**changes: Any) -> dict[str, Any]:
    """Riflemen and guards, both ways, unless others are named."""
    document = scenario(question="matrix", attackers=[riflemen()], targets=[guards()])
    del document["attacker"], document["target"]
    return {**document, **changes}


def field(**changes: Any) -> dict[str, Any]:
    """The same as a field."""
    return matrix(**{"question": "field", **changes})


def comparison(**changes: Any) -> dict[str, Any]:
    """Riflemen with and without knives, at guards."""
    document = matrix(question="comparison")
    del document["attackers"]
    sides = [{"name": "rifles", "units": [riflemen()]}, {"name": "knives too", "units": [riflemen(rifle(), knife())]}]
    return {**document, "sides": sides, **changes}


def pair(
    attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **changes: Any
) -> dict[str, Any]:
    """Riflemen at guards as one cell in full."""
    return scenario(attacker or riflemen(), target or guards(), **{"question": "pair", **changes})
