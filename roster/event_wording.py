"""What an event asks, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from datasheets.catalogue import Catalogue
from roster.event_names import names_of
from roster.muster.event import EventProfile
from roster.muster.profiles import names_in, vanished
from roster.muster.registry import all_checks, may_be_lowered
from roster.muster.report import Report, Severity, Verdict
from roster.muster.words import counted, listed

WEIGHTS = {Severity.ILLEGAL: "illegal", Severity.WARNING: "a warning", Severity.ADVICE: "advice"}


@dataclass(frozen=True, slots=True)
class Restriction:
    """One thing an event asks: the sentence, and the names it is about where there are some."""

    sentence: str
    names: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """With its names: ``These datasheets are barred: Deathmarks, Lychguard.``"""
        return f"{self.sentence.rstrip('.')}: {', '.join(self.names)}." if self.names else self.sentence


@dataclass(frozen=True, slots=True)
class Lowering:
    """A check that weighs less at the event."""

    check: str
    title: str
    usually: Severity
    severity: Severity
    reason: str

    @property
    def sentence(self) -> str:
        """``A warning instead of illegal: house rule of the club.``"""
        words = f"{WEIGHTS[self.severity]} instead of {WEIGHTS[self.usually]}"
        reason = self.reason.rstrip(".")
        return f"{words[:1].upper()}{words[1:]}: {reason}." if reason else f"{words[:1].upper()}{words[1:]}."


def restrictions_of(profile: EventProfile, catalogue: Catalogue) -> tuple[Restriction, ...]:
    """What the profile restricts, with the names that the release of ``catalogue`` has."""
    return tuple(_restrictions(profile, catalogue))


def _restrictions(profile: EventProfile, catalogue: Catalogue) -> Iterator[Restriction]:
    if profile.battle_size is not None:
        yield Restriction(f"The battle size is {names_in('battle_size', [profile.battle_size], catalogue)[0]}.")
    if profile.points_limit is not None:
        yield Restriction(f"An army costs at most {profile.points_limit:,} points.")
    if profile.minimum_points is not None:
        yield Restriction(f"An army costs at least {profile.minimum_points:,} points.")
    for field, sentence in (
        ("factions", "Only these factions are allowed."),
        ("detachments", "Only these detachments are allowed."),
        ("barred_detachments", "These detachments are barred."),
        ("barred_datasheets", "These datasheets are barred."),
        ("dispositions", "Only these force dispositions are allowed."),
    ):
        if ids := getattr(profile, field):
            yield Restriction(sentence, names_of(field, ids, catalogue))
    yield Restriction("Legends are allowed." if profile.allows_legends else "Legends are barred.")
    yield Restriction(
        "One force disposition is written on the roster and stays for the whole event."
        if profile.requires_disposition
        else "The force disposition may be chosen with the mission."
    )
    if profile.requires_plan:
        yield Restriction("The roster has a deployment plan: who starts embarked, who in reserves.")


def lowerings_of(profile: EventProfile) -> tuple[Lowering, ...]:
    """The checks that weigh less at the event than at others, as they are judged."""
    found = []
    for check in all_checks():
        lowered = profile.lowering_of(check.id) if may_be_lowered(check) else None
        usually = check.severity.event
        if lowered is not None and lowered.severity.is_below(usually):
            found.append(Lowering(check.id, check.title, usually, lowered.severity, lowered.reason))
    return tuple(found)


def lowered_verdicts(report: Report) -> tuple[Verdict, ...]:
    """The broken checks of a report that would weigh more at another event."""
    return tuple(verdict for verdict in report.broken if verdict.lowered_from is not None)


def lowered_in_words(verdict: Verdict, event: EventProfile | None) -> str:
    """``Lowered by Autumn Open from illegal to a warning: house rule.``; empty where it is not."""
    if verdict.lowered_from is None or event is None:
        return ""
    lowering = event.lowering_of(verdict.check)
    reason = lowering.reason if lowering is not None else ""
    words = f"Lowered by {event.name} from {WEIGHTS[verdict.lowered_from]} to {WEIGHTS[verdict.severity]}"
    return f"{words}: {reason.rstrip('.')}." if reason else f"{words}."


def gone_in_words(profile: EventProfile, catalogue: Catalogue) -> str:
    """What of the profile the release does not have, as a sentence; empty where it has all."""
    rows = vanished(profile, catalogue)
    if not rows:
        return ""
    ids = [f"{row.noun} {row.id}" for row in rows[:8]]
    more = [f"{len(rows) - 8} more"] if len(rows) > 8 else []
    return (
        f"Release {catalogue.stamp.label} does not have {counted(len(rows), 'entry', 'entries')} of this profile: "
        f"{listed([*ids, *more])}. The rest is checked."
    )
