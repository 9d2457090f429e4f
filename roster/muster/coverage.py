"""What this version has no check for: a report names it, so that a verdict is never taken for more."""

NOT_COVERED = (
    "That single models have the weapons their datasheet fixes for them: Aquila Kill Team, Imperial Navy Breachers, "
    "Sanctifiers and Servitor Battleclade may show more of their plain weapon than it allows.",
    "Marks aboard: whether units that a plan embarks with Pactbound Zealots have the mark of their transport.",
    "Combat Patrol, Crusade and doubles.",
)
