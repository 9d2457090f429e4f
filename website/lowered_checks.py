"""The checks that an organiser may lower, family by family, each with what it weighs and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from roster.event_documents import MAX_REASON
from roster.event_wording import WEIGHTS
from roster.muster import LoweredCheck, Severity
from roster.muster.registry import FAMILIES, Check, all_checks, may_be_lowered

WORDS = {Severity.WARNING: "a warning", Severity.ADVICE: "advice"}


@dataclass(slots=True)
class LowerableCheck:
    """A check of the register with what was chosen for it. ``chosen`` is a severity's value, empty: as usual."""

    check: str
    title: str
    usual: str
    choices: tuple[tuple[str, str], ...]
    chosen: str = ""
    reason: str = ""
    errors: list[str] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        """The id of its select on the page."""
        return "lower-" + self.check.replace("/", "-")


@dataclass(frozen=True, slots=True)
class CheckFamily:
    """A family of checks; it stands open where something in it is lowered or wrong."""

    name: str
    rows: tuple[LowerableCheck, ...]

    @property
    def lowered(self) -> int:
        """How many of them are lowered."""
        return sum(bool(row.chosen) for row in self.rows)

    @property
    def is_open(self) -> bool:
        """Whether there is something to see."""
        return any(row.chosen or row.reason or row.errors for row in self.rows)


def lowerable() -> Iterator[Check]:
    """The checks that can weigh less than they do at events."""
    for check in all_checks():
        if may_be_lowered(check) and check.severity.event is not Severity.ADVICE:
            yield check


class LoweredChecks:
    """All checks that may be lowered, as the form shows and reads them."""

    def __init__(self, rows: Iterable[LoweredCheck] = ()) -> None:
        lowered = {row.check: row for row in rows}
        self.rows: dict[str, LowerableCheck] = {}
        self._families: dict[str, list[LowerableCheck]] = {}
        for check in lowerable():
            usual = check.severity.event
            choices = tuple((each.value, words) for each, words in WORDS.items() if each.is_below(usual))
            row = LowerableCheck(check.id, check.title, WEIGHTS[usual], choices)
            if check.id in lowered:
                row.chosen, row.reason = lowered[check.id].severity.value, lowered[check.id].reason
            self.rows[check.id] = row
            self._families.setdefault(check.family, []).append(row)

    @classmethod
    def handed_in(cls, data: Mapping[str, str]) -> LoweredChecks:
        """What a form with ``lowered-ID`` and ``reason-ID`` says; the rows have what is wrong with it."""
        form = cls()
        for row in form.rows.values():
            row.chosen = data.get(f"lowered-{row.check}", "")
            row.reason = data.get(f"reason-{row.check}", "").strip()
            if row.chosen and row.chosen not in {value for value, _ in row.choices}:
                row.errors.append(f"It is {row.usual} at events and can only be lowered. Choose again.")
                row.chosen = ""
            elif row.reason and not row.chosen:
                row.errors.append("There is a reason and nothing is lowered. Choose what it weighs, or take it out.")
            if len(row.reason) > MAX_REASON:
                row.errors.append(f"The reason has {len(row.reason):,} characters; at most {MAX_REASON} are kept.")
        return form

    @property
    def families(self) -> tuple[CheckFamily, ...]:
        """The checks in the order in which reports have them."""
        return tuple(CheckFamily(name, tuple(self._families[name])) for name in FAMILIES if name in self._families)

    @property
    def is_valid(self) -> bool:
        """Whether nothing is wrong with any row."""
        return not any(row.errors for row in self.rows.values())

    @property
    def faulty(self) -> tuple[LowerableCheck, ...]:
        """The rows in which something is wrong."""
        return tuple(row for row in self.rows.values() if row.errors)

    def values(self) -> tuple[LoweredCheck, ...]:
        """What is lowered, for a profile; a row in which something is wrong lowers nothing."""
        return tuple(
            LoweredCheck(row.check, Severity(row.chosen), row.reason)
            for row in self.rows.values()
            if row.chosen and not row.errors
        )
