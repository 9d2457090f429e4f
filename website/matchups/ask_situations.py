"""Situations in words: presets, and details that are added to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Facts = Mapping[str, Any]
"""Fields of a situation of the scenario that are not as in an unremarkable turn."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A view in words. ``activity`` is shooting, fight or both; ``about`` says what is taken to be so."""

    slug: str
    name: str
    activity: str
    about: str
    facts: Facts = field(default_factory=dict)


PRESETS: Mapping[str, Preset] = {
    preset.slug: preset
    for preset in (
        Preset("open", "Shooting in the open", "shooting", "In range of every weapon, half range of none, no cover."),
        Preset(
            "cover",
            "Shooting, in cover",
            "shooting",
            "The same, and the target has the benefit of cover.",
            {"in_cover": True},
        ),
        Preset(
            "half",
            "Within half range",
            "shooting",
            "6 inches away, in the open: half range of weapons that reach 12 inches or more.",
            {"distance": 6},
        ),
        Preset("far", "At 18 inches", "shooting", "Only weapons that reach so far, in the open.", {"distance": 18}),
        Preset(
            "still",
            "Shooting without moving",
            "shooting",
            "In range, in the open, and the attacker has not moved.",
            {"is_stationary": True, "moved_little": True},
        ),
        Preset("charge", "Fight after charging", "fight", "Whoever attacks has charged.", {"has_charged": True}),
        Preset(
            "charged", "Fight after being charged", "fight", "Whoever is attacked has charged.", {"was_charged": True}
        ),
        Preset("fight", "Fight, nobody charged", "fight", "A fight that goes on."),
        Preset(
            "both",
            "Shooting, then charge and fight",
            "both",
            "In range, in the open; then a fight with what is left, after charging.",
            {"has_charged": True},
        ),
    )
}
DEFAULT_VIEWS = ("open", "cover", "charge")

SHOOTING_TYPES: Mapping[str, tuple[str, Facts]] = {
    "": ("as usual", {}),
    "assault": ("after an advance", {"shooting_type": "assault", "has_advanced": True}),
    "close-quarters": (
        "engaged with the target",
        {"shooting_type": "close-quarters", "engaged_with_each_other": True},
    ),
    "indirect": ("indirectly, out of sight", {"shooting_type": "indirect", "is_visible": False}),
    "snap": ("as snap shooting", {"shooting_type": "snap"}),
}

DETAILS: Mapping[str, tuple[str, Facts]] = {
    "in_cover": ("The target has the benefit of cover", {"in_cover": True}),
    "is_stationary": ("The attacker has not moved", {"is_stationary": True, "moved_little": True}),
    "moved_little": ("The attacker moved 3 inches or less", {"moved_little": True}),
    "has_charged": ("The attacker has charged", {"has_charged": True}),
    "was_charged": ("The target has charged", {"was_charged": True}),
    "target_engaged": ("The target is engaged with a friend of the attacker", {"target_engaged": True}),
    "target_is_closest": ("The target is the closest one", {"target_is_closest": True}),
    "attacker_on_objective": ("The attacker is at an objective", {"attacker_on_objective": True}),
    "target_on_objective": ("The target is at an objective", {"target_on_objective": True}),
    "is_spotted": ("A friend of the attacker sees the target", {"is_spotted": True}),
    "is_above": ("The attacker stands 3 inches higher", {"is_above": True}),
    "off_ground": ("The target is not on the ground", {"target_on_ground": False}),
    "characters_hidden": ("The target’s CHARACTERs are out of sight", {"characters_visible": False}),
    "attacker_battle_shocked": ("The attacker is battle-shocked", {"attacker_battle_shocked": True}),
    "target_battle_shocked": ("The target is battle-shocked", {"target_battle_shocked": True}),
}
"""What else can be so, each by itself: its words, and what it adds to a situation."""

OF_DUELS = frozenset(
    {
        "in_cover",
        "is_spotted",
        "is_above",
        "off_ground",
        "characters_hidden",
        "target_is_closest",
        "attacker_on_objective",
        "target_on_objective",
        "attacker_battle_shocked",
        "target_battle_shocked",
    }
)
"""Details that a duel leaves to whoever asks: moves, charges and who is engaged follow from it."""


def turned_round(activity: str, facts: Facts) -> dict[str, Any]:
    """The situation in which survivors strike back, where nothing else is said: the other side of the same one."""
    swapped = {
        "has_charged": "was_charged",
        "was_charged": "has_charged",
        "attacker_on_objective": "target_on_objective",
        "target_on_objective": "attacker_on_objective",
        "attacker_battle_shocked": "target_battle_shocked",
        "target_battle_shocked": "attacker_battle_shocked",
    }
    kept = ("distance", "engaged_with_each_other", "round")
    answer = {swapped.get(name, name): value for name, value in facts.items() if name in swapped or name in kept}
    if answer.get("engaged_with_each_other") and activity == "shooting":
        answer["shooting_type"] = "close-quarters"
    return answer
