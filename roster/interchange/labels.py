"""The words of list texts that are no names: labels, sections, roles, in every language seen so far.

Tables are keyed by folded text (:func:`datasheets.catalogue.fold_name`). A language is added by
adding rows; only words seen in real exports stand here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Section(StrEnum):
    """Part of a list under which units stand."""

    CHARACTERS = "characters"
    BATTLELINE = "battleline"
    DEDICATED_TRANSPORTS = "dedicated transports"
    OTHER_DATASHEETS = "other datasheets"
    ALLIED_UNITS = "allied units"
    ATTACHED_UNITS = "attached units"


class Role(StrEnum):
    """What a unit is in an attached unit, as the app prints it."""

    LEADER = "leader"
    SUPPORT = "support"
    BODYGUARD = "bodyguard"


class Label(StrEnum):
    """What stands before a colon."""

    DISPOSITION = "disposition"
    ATTACHED_AS = "attached as"
    ENHANCEMENT = "enhancement"
    LEADING = "leading"
    LED_BY = "led by"
    FACTION = "faction"
    DETACHMENT = "detachment"
    TOTAL = "total"
    LIST_NAME = "list name"
    BATTLE_SIZE = "battle size"


SECTIONS: Mapping[str, Section] = {
    "characters": Section.CHARACTERS,
    "character": Section.CHARACTERS,
    "epic heroes": Section.CHARACTERS,
    "epic hero": Section.CHARACTERS,
    "battleline": Section.BATTLELINE,
    "dedicated transports": Section.DEDICATED_TRANSPORTS,
    "dedicated transport": Section.DEDICATED_TRANSPORTS,
    "other datasheets": Section.OTHER_DATASHEETS,
    "allied units": Section.ALLIED_UNITS,
    "allied unit": Section.ALLIED_UNITS,
    "allies": Section.ALLIED_UNITS,
    "attached units": Section.ATTACHED_UNITS,
    "infantry": Section.OTHER_DATASHEETS,
    "mounted": Section.OTHER_DATASHEETS,
    "beasts": Section.OTHER_DATASHEETS,
    "beast": Section.OTHER_DATASHEETS,
    "swarms": Section.OTHER_DATASHEETS,
    "swarm": Section.OTHER_DATASHEETS,
    "vehicles": Section.OTHER_DATASHEETS,
    "vehicle": Section.OTHER_DATASHEETS,
    "monsters": Section.OTHER_DATASHEETS,
    "monster": Section.OTHER_DATASHEETS,
    "fortifications": Section.OTHER_DATASHEETS,
    "fortification": Section.OTHER_DATASHEETS,
    # French
    "personnages": Section.CHARACTERS,
    "ligne": Section.BATTLELINE,
    "transport assigne": Section.DEDICATED_TRANSPORTS,
    "transports assignes": Section.DEDICATED_TRANSPORTS,
    "autres fiches techniques": Section.OTHER_DATASHEETS,
    "unites alliees": Section.ALLIED_UNITS,
    "unites attachees": Section.ATTACHED_UNITS,
}

GROUP_HEADINGS: frozenset[str] = frozenset({"attached unit #", "unite # attachee", "unite attachee #"})
"""Headings of one attached unit; ``#`` stands for its number."""

LABELS: Mapping[str, Label] = {
    "force disposition": Label.DISPOSITION,
    "force dispositions": Label.DISPOSITION,
    "disposition": Label.DISPOSITION,
    "dispositions": Label.DISPOSITION,
    "attached as": Label.ATTACHED_AS,
    "enhancement": Label.ENHANCEMENT,
    "enhancements": Label.ENHANCEMENT,
    "e": Label.ENHANCEMENT,
    "leading": Label.LEADING,
    "supporting": Label.LEADING,
    "leader": Label.LED_BY,
    "led by": Label.LED_BY,
    "support": Label.LED_BY,
    "supported by": Label.LED_BY,
    "faction keyword": Label.FACTION,
    "factions used": Label.FACTION,
    "faction": Label.FACTION,
    "detachment": Label.DETACHMENT,
    "detachments": Label.DETACHMENT,
    "detachment s": Label.DETACHMENT,
    "detachment rule": Label.DETACHMENT,
    "total army points": Label.TOTAL,
    "army points": Label.TOTAL,
    "list name": Label.LIST_NAME,
    "battle size": Label.BATTLE_SIZE,
    # French
    "dispositions des forces": Label.DISPOSITION,
    "disposition des forces": Label.DISPOSITION,
    "attachee en tant que": Label.ATTACHED_AS,
    "optimisation": Label.ENHANCEMENT,
    "optimisations": Label.ENHANCEMENT,
    "optimisation s": Label.ENHANCEMENT,
    # German
    "verbesserung": Label.ENHANCEMENT,
    "verbesserungen": Label.ENHANCEMENT,
    "verbesserung en": Label.ENHANCEMENT,
}

ROLES: Mapping[str, Role] = {
    "leader": Role.LEADER,
    "support": Role.SUPPORT,
    "bodyguard": Role.BODYGUARD,
    # French
    "meneur": Role.LEADER,
    "appui": Role.SUPPORT,
    "gardes du corps": Role.BODYGUARD,
}

WARLORD: frozenset[str] = frozenset({"warlord", "seigneur de guerre"})

UPGRADE_MARKS: frozenset[str] = frozenset({"upgrade", "amelioration"})

POINTS_WORDS: frozenset[str] = frozenset({"points", "point", "pts", "pt"})

DETACHMENT_POINTS_WORDS: frozenset[str] = frozenset(
    {
        "detachment points",
        "detachment point",
        "points de detachement",
        "point de detachement",
        "detachementpoints",
        "dp",
    }
)

JOINING_WORDS: frozenset[str] = frozenset({"and", "et", "und"})

ENGLISH_NAMES: Mapping[str, str] = {
    "force de frappe": "strike force",
    "empire tau": "tau empire",
    "eliminez ladversaire": "purge the foe",
    "prendre et tenir": "take and hold",
}
"""Names that translated exports print in their own language: folded, to the folded English name."""

FOOTERS: tuple[str, ...] = ("exported with app version", "exporte avec la version de lappli")

OTHER_FOOTERS: tuple[str, ...] = ("exported with", "exported from", "created with", "generated by", "made with")
"""How the footers of other tools begin."""

LEAKED_ERRORS: tuple[str, ...] = ("TypeError:", "ReferenceError:", "RangeError:", "SyntaxError:", "Uncaught ")
"""How an error of the exporting program begins that was printed into the list."""
