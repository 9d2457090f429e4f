"""What this version has no check for: a report names it, so that a verdict is never taken for more."""

NOT_COVERED = (
    "Marks aboard: whether units that a plan embarks with Pactbound Zealots have the mark of their transport.",
    "Combat Patrol, Crusade and doubles.",
)
