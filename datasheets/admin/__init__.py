"""The catalogue in the admin, one module an aggregate."""

from datasheets.admin import (
    ally,
    attachment,
    datasheet,
    detachment,
    enhancement,
    frame,
    loadout,
    play,
    points,
    release,
    wargear,
)

__all__ = [
    "ally",
    "attachment",
    "datasheet",
    "detachment",
    "enhancement",
    "frame",
    "loadout",
    "play",
    "points",
    "release",
    "wargear",
]
