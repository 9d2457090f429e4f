"""What this version has no check for: a report names it, so that a verdict is never taken for more."""

NOT_COVERED = (
    "Weapons that come with a choice: whether a Soul Grinder carries the one of the god chosen for it.",
    "Combat Patrol, Crusade and doubles.",
)
