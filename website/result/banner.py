"""One word on the list, and the sentence behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from roster.muster.report import Report, Stage

DRAFT = "A draft: what it still lacks is a warning until it is finished."


class Standing(StrEnum):
    """How a list stands; it names a colour and an icon, the banner says it in words."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Banner:
    """``title`` is the verdict in words, ``sentence`` what it rests on."""

    standing: Standing
    title: str
    sentence: str


def banner(is_legal: bool | None, report: Report, *, broken: int, not_checked: int, unknown: int) -> Banner:
    """The verdict on a list that was read; the counts are of illegal rules, checks not made, lines not understood."""
    found = _banner(is_legal, report, broken=broken, not_checked=not_checked, unknown=unknown)
    if report.stage is not Stage.DRAFT:
        return found
    title = "Legal so far" if found.standing is Standing.LEGAL else found.title
    return replace(found, title=title, sentence=f"{found.sentence} {DRAFT}")


def _banner(is_legal: bool | None, report: Report, *, broken: int, not_checked: int, unknown: int) -> Banner:
    made = f"{counted(len(report.verdicts), 'rule')} looked at"
    if is_legal:
        return Banner(Standing.LEGAL, "Legal", f"{made}, none broken.")
    if is_legal is False:
        # The rules that could not be checked are among those looked at; lines are not.
        sentence = f"{made}, {not_checked:,} of them could not be checked" if not_checked else made
        sentence += f"; besides, {counted(unknown, 'line')} not understood." if unknown else "."
        return Banner(Standing.ILLEGAL, f"Not legal: {counted(broken, 'rule')} broken", sentence)
    gaps = _gaps(unknown=unknown, not_checked=not_checked)
    return Banner(
        Standing.UNSURE,
        f"Cannot say: {gaps}" if gaps else "Cannot say",
        f"{made}, none found broken, but what was not read or not checked could change that.",
    )


def counted(number: int, noun: str) -> str:
    """``1 rule``, ``2 rules``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _gaps(*, unknown: int, not_checked: int) -> str:
    parts = []
    if unknown:
        parts.append(f"{counted(unknown, 'line')} not understood")
    if not_checked:
        parts.append(f"{counted(not_checked, 'check')} could not be made")
    return ", ".join(parts)
