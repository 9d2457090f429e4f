"""The force disposition: chosen, and granted by a detachment (25.04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.registry import Finding, Found, Message, NotApplicable, NotChecked, Severities, muster_check
from roster.muster.report import Severity, Violation
from roster.muster.rules.detachments import FAMILY, faction_has_detachments
from roster.muster.unit import as_written
from roster.muster.words import listed

CHOSEN_LATER = Severities(Severity.ADVICE, Severity.WARNING, Severity.ILLEGAL)
"""Outside of events the disposition may be chosen when the mission is."""


def granted_dispositions(army: Army) -> Mapping[str, str]:
    """Names of the dispositions the detachments grant, by id."""
    granted: dict[str, str] = {}
    for chosen in army.detachments:
        for disposition in chosen.offer.dispositions if chosen.offer else ():
            known = army.catalogue.dispositions.get(disposition)
            granted[disposition] = known.name if known else disposition
    return granted


def _without_dispositions(army: Army) -> list[str]:
    return [one.name for one in army.detachments if one.detachment and not (one.offer and one.offer.dispositions)]


@muster_check(
    "25.04",
    "disposition-chosen",
    family=FAMILY,
    title="One force disposition is chosen",
    severity=CHOSEN_LATER,
    messages={
        "none": Message("The roster names no force disposition.", "Choose {granted:or}."),
        "several": Message("The roster names {count} force dispositions: {named}.", "Choose one."),
    },
    needs=(Need.DETACHMENTS,),
    presumes=(Need.FACTION,),
    applies=faction_has_detachments,
)
def disposition_chosen(army: Army) -> Iterator[Finding]:
    """The roster settles on one force disposition, or has only one to settle on (25.04)."""
    granted = granted_dispositions(army)
    named = list(dict.fromkeys(identifier or as_written(reference) for reference, identifier in army.dispositions))
    names = [_name(army, one) for one in named]
    if len(named) > 1:
        yield Violation("/dispositions", "several", {"count": len(named), "named": tuple(names)})
    elif named:
        yield Found(f"{names[0]}.")
    elif len(granted) > 1:
        yield Violation("/dispositions", "none", {"granted": tuple(granted.values())})
    elif granted:
        yield Found(f"{next(iter(granted.values()))} is the only one granted.")
    elif army.detachments:
        yield NotChecked("The dispositions of the detachments are not known.")
    else:
        yield NotApplicable("No detachment is selected.")


def _name(army: Army, identifier: str) -> str:
    known = army.catalogue.dispositions.get(identifier)
    return known.name if known else identifier


@muster_check(
    "25.04",
    "disposition-available",
    family=FAMILY,
    title="A detachment grants the force disposition",
    messages={
        "not_granted": Message("No detachment of this army grants {disposition}.", "Choose {granted:or}."),
    },
    needs=(Need.DISPOSITIONS,),
    presumes=(Need.FACTION, Need.DETACHMENTS),
    applies=faction_has_detachments,
)
def disposition_available(army: Army) -> Iterator[Finding]:
    """The force disposition written down, or one of several, is granted by a selected detachment (25.04)."""
    granted = granted_dispositions(army)
    unknown = _without_dispositions(army)
    if not army.dispositions:
        yield NotApplicable("The roster names no force disposition.")
    elif not granted and not unknown:
        yield NotApplicable("No detachment is selected.")
    else:
        missing = [
            (place, identifier)
            for place, (_, identifier) in enumerate(army.dispositions)
            if identifier is not None and identifier not in granted
        ]
        if any(identifier in granted for _, identifier in army.dispositions):
            missing = []  # Several written down are an offer and no choice yet: one that is granted will do.
        for place, identifier in () if unknown else missing:
            params = {"disposition": _name(army, identifier), "granted": tuple(granted.values())}
            causes = tuple(chosen.pointer for chosen in army.detachments)
            yield Violation(f"/dispositions/{place}", "not_granted", params, causes)
        if unknown and missing:
            yield NotChecked(f"The dispositions of {listed(unknown)} are not known.")
        yield Found(f"Granted here: {listed(list(granted.values()))}.")
