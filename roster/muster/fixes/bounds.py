"""How much is tried: what is offered is bounded for each violation, what is tried for the whole roster."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """``offered`` fixes of a violation at most, of up to ``tried`` proposals, in ``steps`` steps one after another.

    A fix of more than ``operations`` operations on the document is none that anybody would look through.

    A trial checks the whole roster anew and costs as many ``work`` units as it has units and detachments,
    so that rosters of every size are answered in about the same time. ``looks`` proposals a trial are made
    at most, over all violations: a roster may have thousands, and each proposal is a whole document.
    """

    offered: int = 4
    tried: int = 24
    steps: int = 3
    operations: int = 60
    branches: int = 3
    """Proposals that are followed up where they mend the violation and break something else instead."""
    work: int = 2_500
    looks: int = 6
    many: int = 100
    """Violations above which a roster gets fewer trials: each compares all of them."""
    fewest: int = 8

    def trials(self, size: int, violations: int = 0) -> int:
        """Trials that a roster of ``size`` units and detachments with so many violations gets in all."""
        trials = max(self.tried, self.work // max(size, 5))
        return trials if violations <= self.many else max(self.fewest, trials * self.many // violations)
