"""What this version has no check for: a report names it, so that a verdict is never taken for more."""

NOT_COVERED = (
    "Marks and allegiances that are chosen for units, and attachments gated by them.",
    "Combat Patrol, Crusade and doubles.",
)
