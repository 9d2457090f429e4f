"""The made-up catalogue as New Recruit data writes it: entries, groups, links and profiles."""

from __future__ import annotations

import copy
from typing import Any

POINTS = "51b2-306e-1021-d207"


def profile(kind: str, name: str, **values: str) -> dict[str, Any]:
    """A profile with its characteristics."""
    return {
        "name": name,
        "typeName": kind,
        "id": f"p-{name}",
        "characteristics": [{"name": key, "$text": value} for key, value in values.items()],
    }


def unit_line(name: str, *values: str) -> dict[str, Any]:
    """A stat line: M, T, Sv, W, LD, OC and InSv."""
    return profile("Unit", name, **dict(zip(("M", "T", "Sv", "W", "LD", "OC", "InSv"), values, strict=True)))


def ranged(name: str, *values: str) -> dict[str, Any]:
    """A line of a ranged weapon."""
    names = ("Range", "A", "BS", "S", "AP", "D", "Keywords")
    return profile("Ranged Weapons", name, **dict(zip(names, values, strict=True)))


def melee(name: str, *values: str) -> dict[str, Any]:
    """A line of a melee weapon."""
    names = ("Range", "A", "WS", "S", "AP", "D", "Keywords")
    return profile("Melee Weapons", name, **dict(zip(names, values, strict=True)))


def limits(least: int, most: int) -> list[dict[str, Any]]:
    """Fewest and most selections within the place."""
    return [
        {"type": kind, "value": value, "field": "selections", "scope": "parent"}
        for kind, value in (("min", least), ("max", most))
    ]


def entry(kind: str, name: str, **more: Any) -> dict[str, Any]:
    """A selection entry."""
    return {"type": kind, "name": name, "id": f"e-{name}", **more}


def categories(*names: str) -> list[dict[str, Any]]:
    """Links to categories."""
    return [{"name": name} for name in ("Faction: Lamplighters", *names)]


FLARE = entry("upgrade", "Flare gun", profiles=[ranged("Flare gun", '24"', "2", "4+", "4", "-1", "1", "Rapid Fire 1")])
BLADE = entry(
    "upgrade",
    "Wick blade",
    constraints=limits(1, 1),
    profiles=[melee("Wick blade", "Melee", "3", "3+", "4", "0", "1", "-")],
)
OIL = entry(
    "upgrade",
    "Oil thrower",
    profiles=[
        ranged("➤ Oil thrower - spray", '12"', "D6", "N/A", "5", "0", "1", "Torrent"),
        ranged("➤ Oil thrower - jet", '18"', "1", "4+", "9", "-3", "D6+1", "Anti-Vehicle 4+"),
    ],
)


def _guard() -> dict[str, Any]:
    guns = {
        "name": "Guns",
        "id": "g-guns",
        "selectionEntries": [FLARE],
        "entryLinks": [{"name": "Oil thrower", "id": "l-oil", "type": "selectionEntry", "targetId": "e-Oil thrower"}],
    }
    squad = {
        "name": "4-9 Lamp Guards",
        "id": "g-squad",
        "constraints": limits(4, 9),
        "selectionEntries": [
            entry(
                "model", "Lamp Guard", constraints=limits(0, 9), selectionEntries=[BLADE], selectionEntryGroups=[guns]
            )
        ],
    }
    return entry(
        "unit",
        "Lamp Guard",
        profiles=[unit_line("Lamp Guard", '6"', "3", "5+", "1", "7+", "2", "")],
        categoryLinks=categories("Infantry", "Battleline", "Explosives", "Lamp Guard"),
        costs=[{"name": "pts", "value": 60}],
        modifiers=[
            {
                "type": "set",
                "field": POINTS,
                "value": 120,
                "conditions": [
                    {"type": "atLeast", "value": 6, "field": "selections", "scope": "x", "childId": "model"}
                ],
            }
        ],
        selectionEntries=[entry("model", "Lamp Sergeant", constraints=limits(1, 1), selectionEntries=[FLARE, BLADE])],
        selectionEntryGroups=[
            squad,
            {"name": "Crusade", "id": "g-crusade", "selectionEntries": [entry("model", "No")]},
        ],
    )


def _captain() -> dict[str, Any]:
    return entry(
        "model",
        "Lamp Captain",
        profiles=[
            unit_line("Lamp Captain", '6"', "4", "4+", "4", "6+", "1", "4+*"),
            profile(
                "Abilities", "Leader", Description="Attach it to one of the following units:\n- ^^**Lamp Guard**^^"
            ),
        ],
        infoLinks=[{"name": "Save", "id": "i-1", "type": "profile", "targetId": "p-*Invulnerable Save"}],
        categoryLinks=categories("Infantry", "Character", "Lamp Captain"),
        costs=[{"name": "pts", "value": 70}],
        selectionEntries=[BLADE],
    )


def _wagon() -> dict[str, Any]:
    return entry(
        "model",
        "Oil Wagon",
        profiles=[
            unit_line("Oil Wagon", '10"', "9", "3+", "11", "7+", "2", ""),
            profile("Transport", "Oil Wagon", Capacity="It has a transport capacity of 12 models."),
        ],
        categoryLinks=categories("Vehicle", "Transport", "Oil Wagon"),
        costs=[{"name": "pts", "value": 90}],
        entryLinks=[{"name": "Oil thrower", "id": "l-oil2", "type": "selectionEntry", "targetId": "e-Oil thrower"}],
    )


def catalogue() -> dict[str, Any]:
    """A catalogue file that says what the made-up catalogue says."""
    units = [_guard(), _captain(), _wagon()]
    detachments = {"name": "Detachment", "id": "g-d", "selectionEntries": [
        entry("upgrade", "Night Watch", costs=[{"name": "Detachment Points", "value": 2}])
    ]}  # fmt: skip
    enhancements = {"name": "Enhancements", "id": "g-e", "selectionEntries": [
        entry("upgrade", "Long Wick", costs=[{"name": "pts", "value": 15}, {"name": "Enhancements", "value": 1}])
    ]}  # fmt: skip
    unoffered = entry("model", "Loose Lamp", profiles=[unit_line("Loose Lamp", '1"', "1", "7+", "1", "9+", "0", "")])
    return copy.deepcopy(
        {
            "catalogue": {
                "name": "Xenos - Lamplighters",
                "id": "c-1",
                "revision": 3,
                "sharedSelectionEntries": [
                    *units,
                    OIL,
                    {**unoffered, "categoryLinks": categories()},
                    entry("upgrade", "Detachment", selectionEntryGroups=[detachments]),
                ],
                "sharedSelectionEntryGroups": [enhancements],
                "sharedProfiles": [
                    {**profile("Abilities", "*Invulnerable Save", Description="A 4+ save against melee attacks.")}
                ],
                "entryLinks": [
                    {"name": unit["name"], "id": f"r-{unit['id']}", "targetId": unit["id"], "type": "selectionEntry"}
                    for unit in units
                ],
            }
        }
    )
