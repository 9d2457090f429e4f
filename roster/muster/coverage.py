"""What this version has no check for: a report names it, so that a verdict is never taken for more."""

NOT_COVERED = (
    "Wargear options and loadouts: whether each model may carry what it carries.",
    "Marks and allegiances, and groups of units that exclude or demand each other.",
    "Enhancements that demand wargear or bar their bearer from being the Warlord.",
    "Warlords that a detachment demands.",
    "Attachments gated by a shared keyword, mark or allegiance.",
    "Prices that depend on a detachment.",
    "Combat Patrol, Crusade and doubles.",
)
