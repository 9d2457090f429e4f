"""Situations in words, as an answer has them: what is done, and everything that is other than usual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

ACTIVITIES: Mapping[str, str] = {"shooting": "Shooting", "fight": "Fighting", "both": "Shooting, then fighting"}

_WORDS: Mapping[str, tuple[str, str]] = {
    # field: words where it is true, words where it is false
    "in_cover": ("the target is in cover", "the target is not in cover"),
    "is_visible": ("the target is visible", "the target is not visible"),
    "characters_visible": ("its characters are visible", "its characters are not visible"),
    "is_spotted": ("the target is spotted", "the target is not spotted"),
    "is_stationary": ("the attacker remained stationary", "the attacker moved"),
    "moved_little": ("the attacker moved little", "the attacker moved far"),
    "has_advanced": ("the attacker advanced", "the attacker did not advance"),
    "has_charged": ("the attacker charged", "the attacker did not charge"),
    "was_charged": ("the attacker was charged", "the attacker was not charged"),
    "is_above": ("the attacker stands above the target", "the attacker does not stand above the target"),
    "target_on_ground": ("the target is on the ground", "the target is not on the ground"),
    "attacker_engaged": ("the attacker is engaged", "the attacker is not engaged"),
    "target_engaged": ("the target is engaged", "the target is not engaged"),
    "engaged_with_each_other": ("they are engaged with each other", "they are not engaged with each other"),
    "attacker_on_objective": ("the attacker is on an objective", "the attacker is on no objective"),
    "target_on_objective": ("the target is on an objective", "the target is on no objective"),
    "target_is_closest": ("the target is the closest", "the target is not the closest"),
    "attacker_battle_shocked": ("the attacker is battle-shocked", "the attacker is not battle-shocked"),
    "target_battle_shocked": ("the target is battle-shocked", "the target is not battle-shocked"),
    "single_target": ("all attacks go at one unit", "attacks go at several units"),
}


def activity_in_words(activity: str) -> str:
    """``"Shooting, then fighting"``; an activity nobody knows stands as it is."""
    return ACTIVITIES.get(activity, activity.capitalize())


def situation_in_words(situation: Mapping[str, Any]) -> str:
    """``"12″ away, the target is in cover"``; empty where everything is as usual."""
    return ", ".join(_parts(situation))


def _parts(situation: Mapping[str, Any]) -> Iterator[str]:
    if situation.get("shooting_type"):
        yield f"{situation['shooting_type']} shooting"
    if situation.get("distance") is not None:
        yield f"{situation['distance']:g}″ away"
    if situation.get("round") is not None:
        yield f"battle round {situation['round']}"
    for name, (true, false) in _WORDS.items():
        if name in situation:
            yield true if situation[name] else false
    if situation.get("spent"):
        yield f"used before: {', '.join(situation['spent'])}"
    if situation.get("switches"):
        yield f"switched on: {', '.join(situation['switches'])}"
