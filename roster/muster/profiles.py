"""What of an event profile the data does not have, and what an organiser may not write into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from datasheets.catalogue import Catalogue
from roster.muster.event import EventProfile
from roster.muster.registry import all_checks, may_be_lowered
from roster.muster.report import Severity

LISTS = ("factions", "detachments", "barred_detachments", "barred_datasheets", "dispositions")
"""Fields of a profile that are lists of ids."""

NOUNS = {
    "battle_size": "battle size",
    "factions": "faction",
    "detachments": "detachment",
    "barred_detachments": "detachment",
    "barred_datasheets": "datasheet",
    "dispositions": "force disposition",
}


class _Entry(Protocol):
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class ProfileFault:
    """What is wrong with a profile: ``pointer`` is a JSON pointer into it, ``message`` a sentence."""

    pointer: str
    message: str


@dataclass(frozen=True, slots=True)
class Vanished:
    """An id of a profile that the release does not have."""

    pointer: str
    noun: str
    id: str


def vanished(profile: EventProfile, catalogue: Catalogue) -> tuple[Vanished, ...]:
    """The ids of a profile that the release of ``catalogue`` does not have."""
    return tuple(_vanished(profile, catalogue))


def _vanished(profile: EventProfile, catalogue: Catalogue) -> Iterator[Vanished]:
    size = profile.battle_size
    if size is not None and size not in catalogue.battle_sizes:
        yield Vanished("/battle_size", NOUNS["battle_size"], size)
    for field in LISTS:
        known = known_entries(field, catalogue)
        for place, id in enumerate(getattr(profile, field)):
            if id not in known:
                yield Vanished(f"/{field}/{place}", NOUNS[field], id)


def names_in(field: str, ids: Iterable[str], catalogue: Catalogue) -> tuple[str, ...]:
    """Names of the ids that a field of a profile holds; one that the release does not have stays an id."""
    known = known_entries(field, catalogue)
    return tuple(known[id].name if id in known else id for id in ids)


def known_entries(field: str, catalogue: Catalogue) -> Mapping[str, _Entry]:
    """What a field of a profile may name, by id."""
    match field:
        case "battle_size":
            return catalogue.battle_sizes
        case "factions":
            return catalogue.factions
        case "detachments" | "barred_detachments":
            return catalogue.detachments
        case "barred_datasheets":
            return catalogue.datasheets
        case "dispositions":
            return catalogue.dispositions
        case _:
            raise ValueError(f"{field} holds no ids.")


def not_lowered(profile: EventProfile) -> tuple[str, ...]:
    """Ids of checks that the profile names and that nobody can lower: there is none, or it guards the reading."""
    lowerable = {check.id for check in all_checks() if may_be_lowered(check)}
    return tuple(row.check for row in profile.lowered if row.check not in lowerable)


def profile_faults(profile: EventProfile, catalogue: Catalogue) -> tuple[ProfileFault, ...]:
    """Everything that keeps a profile from being stored under the release of ``catalogue``."""
    return (
        *(
            ProfileFault(
                row.pointer,
                f'There is no {row.noun} "{_cut(row.id)}" in release {catalogue.stamp.label}.{_meant(row, catalogue)}',
            )
            for row in vanished(profile, catalogue)
        ),
        *_twice(profile),
        *_at_odds(profile),
        *_lowered(profile),
    )


def _twice(profile: EventProfile) -> Iterator[ProfileFault]:
    for field in LISTS:
        seen: set[str] = set()
        for place, id in enumerate(getattr(profile, field)):
            if id in seen:
                yield ProfileFault(f"/{field}/{place}", f'"{_cut(id)}" stands here twice. Leave one out.')
            seen.add(id)


def _at_odds(profile: EventProfile) -> Iterator[ProfileFault]:
    least, most = profile.minimum_points, profile.points_limit
    if least is not None and most is not None and least > most:
        yield ProfileFault(
            "/minimum_points", f"A minimum of {least} points is above the limit of {most}: no roster could hold."
        )
    allowed = set(profile.detachments)
    for place, id in enumerate(profile.barred_detachments):
        if id in allowed:
            yield ProfileFault(
                f"/barred_detachments/{place}", f'"{_cut(id)}" is among those allowed, too. Leave it out of one.'
            )


def _lowered(profile: EventProfile) -> Iterator[ProfileFault]:
    checks = {check.id: check for check in all_checks()}
    times = Counter(row.check for row in profile.lowered)
    for place, row in enumerate(profile.lowered):
        pointer, check = f"/lowered/{place}", checks.get(row.check)
        if check is None:
            yield ProfileFault(f"{pointer}/check", f'There is no check "{_cut(row.check)}".')
        elif not may_be_lowered(check):
            yield ProfileFault(
                f"{pointer}/check",
                f"{row.check} cannot be lowered: it says whether the roster was read whole, and without it no other "
                "verdict could be trusted.",
            )
        elif not row.severity.is_below(check.severity.event):
            yield ProfileFault(f"{pointer}/severity", f"{row.check} is {_lighter(check.severity.event)}")
        if times[row.check] > 1:
            yield ProfileFault(f"{pointer}/check", f'"{_cut(row.check)}" is lowered {times[row.check]} times.')


def _lighter(severity: Severity) -> str:
    """What a check weighs at events, and what it can weigh instead."""
    match severity:
        case Severity.ILLEGAL:
            return "illegal at events: it can be lowered to a warning or to advice, not kept or raised."
        case Severity.WARNING:
            return "a warning at events: it can be lowered to advice, not kept or raised."
        case Severity.ADVICE:
            return "advice at events, and nothing weighs less. Leave it out."


def _meant(row: Vanished, catalogue: Catalogue) -> str:
    """Ids that are the same but for the faction in front, as a question; empty where there is none."""
    known = known_entries(row.pointer.split("/")[1], catalogue)
    alike = [id for id in known if id.rpartition(":")[2] == row.id.rpartition(":")[2]][:3]
    return f" Meant: {' or '.join(alike)}?" if alike else ""


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
