"""The catalogue in the admin, one module an aggregate."""

from datasheets.admin import (
    ally,
    attachment,
    datasheet,
    detachment,
    enhancement,
    frame,
    play,
    points,
    release,
    report,
    wargear,
)

__all__ = [
    "ally",
    "attachment",
    "datasheet",
    "detachment",
    "enhancement",
    "frame",
    "play",
    "points",
    "release",
    "report",
    "wargear",
]
