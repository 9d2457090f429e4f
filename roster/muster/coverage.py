"""What this version has no check for: a report names it, so that a verdict is never taken for more."""

NOT_COVERED = (
    "Combat Patrol, Crusade and doubles.",
)
