"""What the attacker chooses for one weapon's attacks, and how rules are read that can be read in two ways."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """Whether critical hits of [LETHAL HITS] wound by themselves (24.23), and whether re-rolls also fish, rolling
    successes again that are not critical."""

    lethal: bool = True
    fish_hits: bool = False
    fish_wounds: bool = False
    snap_hits_are_critical: bool = False
    """The other reading of snap shooting (R-30)."""
    indirect_hits_at_any_skill: bool = False
    """The other reading of indirect shooting (R-43)."""
