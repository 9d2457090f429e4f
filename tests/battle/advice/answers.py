"""Answers made by hand, of few units and figures that can be worked out on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Figures = tuple[float, float, float]
"""Models and points destroyed on average, and the chance that the whole unit is."""


def unit(name: str, models: int = 5, points: float = 100.0) -> dict[str, Any]:
    """A unit as answers name it."""
    return {"name": name, "models": models, "points": points, "keys": [], "place": 0}


def cell(models: float, points: float, whole: float, *, price: float = 100.0, error: float = 0.0) -> dict[str, Any]:
    """A cell; with a standard error of its points it is a sampled one."""
    found: dict[str, Any] = {
        "expected_models": models,
        "expected_wounds": models * 2,
        "expected_points": points,
        "whole_unit": whole,
        "points_for_a_point": points / price if price else None,
        "attacks": True,
    }
    if error:
        found["method"] = "sampled"
        found["standard_errors"] = {
            "expected_models": error / 20,
            "expected_wounds": error / 10,
            "expected_points": error,
            "whole_unit": error / 1_000,
            "points_for_a_point": error / price if price else None,
        }
    return found


IDLE: dict[str, Any] = {**cell(0.0, 0.0, 0.0), "attacks": False}
REFUSED: dict[str, Any] = {
    "expected_models": None,
    "expected_wounds": None,
    "expected_points": None,
    "whole_unit": None,
    "points_for_a_point": None,
    "attacks": None,
    "refused": "It is too large. Ask for this pair by itself.",
}


def matrix(
    attackers: Sequence[dict[str, Any]],
    targets: Sequence[dict[str, Any]],
    forth: Sequence[Sequence[dict[str, Any]]],
    back: Sequence[Sequence[dict[str, Any]]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A matrix of one view."""
    return {
        "schema": "quartermaster.answer/1",
        "question": "matrix",
        "name": "",
        "method": "exact",
        "attackers": list(attackers),
        "targets": list(targets),
        "views": [{"name": "", "activity": "shooting", "situation": {}, "forth": forth, "back": back}],
        "not_modelled": [],
        "assumptions": [],
        "switches": [],
        **more,
    }


def comparison(
    sides: Sequence[tuple[str, Sequence[dict[str, Any]], Sequence[Sequence[dict[str, Any]]]]],
    targets: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    """A comparison of one view: each side with its units and its cells."""
    return {
        "schema": "quartermaster.answer/1",
        "question": "comparison",
        "name": "",
        "method": "exact",
        "sides": [{"name": name, "units": list(units)} for name, units, _ in sides],
        "targets": list(targets),
        "views": [{"name": "", "activity": "shooting", "situation": {}, "sides": [cells for _, _, cells in sides]}],
        "not_modelled": [],
        "assumptions": [],
        "switches": [],
    }


def destroyed(chances: Sequence[float], *, points: float, wounds: float = 1.0) -> dict[str, Any]:
    """What is destroyed of a unit, from the chances of numbers of models; ``points`` each."""
    mean = sum(number * chance for number, chance in enumerate(chances))
    return {
        "models": list(chances),
        "expected_models": mean,
        "expected_wounds": wounds,
        "expected_points": mean * points,
        "expected_characters": 0.0,
        "whole_unit": chances[-1],
        "groups": [],
    }


def result(found: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A result of attacks: twelve attacks, six hits, three wounds."""
    return {
        "destroyed": found,
        "order": ["Troopers"],
        "batches": [{"stages": {"attacks": 12.0, "hits": 6.0, "wounds": 3.0}}],
        "left_out": [],
        "hazard_rolls": 0,
        "by_products": [],
        "not_modelled": [],
        "contributions": [],
        **more,
    }
