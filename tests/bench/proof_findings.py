"""What the generated proof found, added up over processes."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from roster.muster.registry import all_checks
from tests.generated.coverage import Coverage
from tests.generated.mutations import MUTATIONS
from tests.generated.repairs import BEYOND_REPAIR, Repair


@dataclass
class Findings:
    """What was found in some rosters."""

    rosters: int = 0
    scenes: int = 0
    """Rosters that were made for a rare change, beside the others."""
    frames_without: int = 0
    """Frames that admit no roster, or gave none."""
    verdicts: Counter[str] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)
    times: list[tuple[int, float, float]] = field(default_factory=list)
    """Units of a roster, and milliseconds of processor time of its first and of its second check."""
    caught: Counter[str] = field(default_factory=Counter)
    """Changed rosters that broke just the checks that are meant, by the change."""
    missed: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The others, in words, by the change."""
    repairs: list[Repair] = field(default_factory=list)

    def merge(self, other: Findings) -> None:
        """Add what another process found."""
        self.rosters += other.rosters
        self.scenes += other.scenes
        self.frames_without += other.frames_without
        self.verdicts.update(other.verdicts)
        self.reasons.update(other.reasons)
        self.caught.update(other.caught)
        self.unexpected += other.unexpected
        self.times += other.times
        for name, words in other.missed.items():
            self.missed[name] += words
        self.repairs += other.repairs
        self.coverage.merge(other.coverage)

    def checks(self) -> list[CheckFindings]:
        """What was found of each check, as changes broke it."""
        found = {check.id: CheckFindings(check.id) for check in all_checks()}
        for one in MUTATIONS:
            row = found[one.check]
            caught, missed = self.caught[one.name], len(self.missed[one.name])
            row.made += caught + missed
            row.missed += missed
            if one.also and caught:
                row.with_others += caught
                row.others.update(one.also)
            else:
                row.alone += caught
        return list(found.values())

    def mendable(self) -> list[Repair]:
        """Repairs of the changed rosters that something offered could mend."""
        return [one for one in self.repairs if one.check not in BEYOND_REPAIR]


@dataclass
class CheckFindings:
    """Of one check: changed rosters, and how many broke just it, it and others that are declared, or something else."""

    check: str
    made: int = 0
    alone: int = 0
    with_others: int = 0
    missed: int = 0
    others: dict[str, str] = field(default_factory=dict)
    """The other checks, each with the reason."""
