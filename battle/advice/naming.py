"""What the two units of an answer are called where both are spoken of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SIDES = ("attacker", "target")


def both_sides(answer: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The attacker and the target; those of one name are told apart: ``"Guards (target)"``."""
    is_alike = answer["attacker"]["name"] == answer["target"]["name"]
    return {
        side: {**answer[side], "name": f"{answer[side]['name']} ({side})" if is_alike else answer[side]["name"]}
        for side in SIDES
    }
