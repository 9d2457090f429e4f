"""Questions for the harnesses, of known sizes: units by their profiles, and two of the catalogue among the targets."""

from __future__ import annotations

from typing import Any

SCHEMA = "quartermaster.scenario/1"
ATTACKERS = 25
VIEWS = 8
PARTS = ATTACKERS * VIEWS


def guns(number: int, *, models: int = 10) -> dict[str, Any]:
    """A unit with three kinds of weapon; every number is another unit."""
    weapons = [
        {"name": "Rifle", "range": 24, "A": 2, "skill": 3, "S": 4, "AP": -1, "D": 1, "abilities": ["RAPID FIRE 1"]},
        {
            "name": "Cannon",
            "range": 36,
            "A": "D6+1",
            "skill": 4,
            "S": 5 + number % 6,
            "AP": -2,
            "D": "D3",
            "abilities": ["SUSTAINED HITS 1", "DEVASTATING WOUNDS"],
        },
        {"name": "Blades", "range": None, "A": 3 + number % 3, "skill": 3, "S": 5, "AP": -1, "D": 1},
    ]
    row = {"name": "Shooter", "count": models, "T": 4, "Sv": 3, "W": 2, "points": 18, "weapons": weapons}
    return {"from": "profiles", "name": f"Unit {number:02d}.", "models": [row]}


def shields(number: int) -> dict[str, Any]:
    """A target; every number is another one."""
    row = {
        "name": "Shield",
        "count": 5 + number,
        "T": 3 + number,
        "Sv": 2 + number % 4,
        "W": 1 + number % 4,
        "InSv": 4 if number % 2 else None,
        "FNP": 5 if number % 3 == 0 else None,
        "points": 20 + number,
    }
    return {"from": "profiles", "name": f"Shields {number}", "models": [row]}


def two_hundred_parts(*, targets: int = 6, first: int = 0) -> dict[str, Any]:
    """A matrix in 200 parts."""
    distances = (9, 12, 18, 24)
    views = [
        {
            "name": f"{distance} inches{', in cover' if cover else ''}",
            "activity": "shooting",
            "situation": {"distance": distance, "in_cover": cover},
        }
        for distance in distances
        for cover in (False, True)
    ]
    catalogue = [
        {"from": "catalogue", "datasheet": "Necron Warriors"},
        {"from": "catalogue", "datasheet": "Rhino", "faction": "adeptus-astartes"},
    ]
    return {
        "schema": SCHEMA,
        "question": "matrix",
        "attackers": [guns(first + number) for number in range(ATTACKERS)],
        "targets": [*catalogue, *(shields(number) for number in range(targets))],
        "views": views,
        "both_ways": False,
    }


def small(number: int) -> dict[str, Any]:
    """One unit on another: what a person asks while others compute."""
    return {"schema": SCHEMA, "question": "attack", "attacker": guns(number, models=5), "target": shields(number % 8)}
