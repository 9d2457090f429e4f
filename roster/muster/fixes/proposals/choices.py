"""Fixes of what is chosen for units: marks and allegiances."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from datasheets.catalogue.group import Allegiance, AllegianceChoice
from roster.document import Reference, RosterDocument, UnitChoice
from roster.muster.choices import is_open_to
from roster.muster.fixes import edits
from roster.muster.fixes.proposals.removals import CHOICES, removal
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.unit import MadeChoice, Unit

Made = tuple[Unit, MadeChoice]


def _made_at(situation: Situation, pointer: str) -> Made | None:
    """The choice at that place with its unit; None if the pointer leads elsewhere."""
    unit, parts = situation.unit_at(pointer), pointer.split("/")
    if unit is None or len(parts) != 5 or parts[3] != "choices":
        return None
    place = int(parts[4])
    return (unit, unit.choices[place]) if place < len(unit.choices) else None


def _place(made: MadeChoice) -> int:
    return int(made.pointer.rpartition("/")[2])


def _without(document: RosterDocument, index: int, place: int) -> RosterDocument:
    written = document.units[index].choices
    return edits.with_unit(document, index, choices=(*written[:place], *written[place + 1 :]))


def take_back(situation: Situation, found: Made) -> Proposal:
    """Take the choice back."""
    unit, made = found
    params = {"unit": unit.name, "name": made.of, "choice": made.name}
    return Proposal("take_back_choice", _without(situation.document, unit.index, _place(made)), params, 1)


def chosen(situation: Situation, unit: Unit, allegiance: Allegiance, choice: AllegianceChoice) -> Proposal:
    """Choose that for the unit, in place of what it has of the same allegiance."""
    kept = tuple(one.written for one in unit.choices if one.allegiance is not allegiance)
    written = UnitChoice(Reference(allegiance.id, allegiance.name), choice.name)
    edited = edits.with_unit(situation.document, unit.index, choices=(*kept, written))
    return Proposal("choose", edited, {"unit": unit.name, "name": allegiance.name, "choice": choice.name})


@mends("25.04/choice-made")
def missing(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose one of what is offered."""
    unit = situation.unit_at(violation.at)
    for allegiance in situation.army.allegiances:
        if unit is not None and allegiance.name == violation.params["name"]:
            for choice in allegiance.choices:
                yield chosen(situation, unit, allegiance, choice)


@mends("25.04/choice-known", "25.04/choice-open")
def other(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose another of its allegiance, take the choice back, or select its detachment."""
    found = _made_at(situation, violation.at)
    if found is None:
        return
    unit, made = found
    if violation.message == "choice" and made.allegiance is not None:
        for choice in made.allegiance.choices:
            yield chosen(situation, unit, made.allegiance, choice)
    if violation.message == "detachment" and made.allegiance is not None:
        known = situation.catalogue.detachments.get(made.allegiance.detachment or "")
        offer = known.offer_to(*situation.army.lineage) if known is not None else None
        if known is not None and offer is not None and offer.points is not None:
            edited = edits.with_detachment(situation.document, None, Reference(known.id, known.name))
            yield Proposal("select_detachment", edited, {"detachment": known.name, "points": offer.points})
    yield take_back(situation, found)


@mends("25.04/choice-wargear")
def other_choice(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose what its wargear goes with."""
    found = _made_at(situation, violation.at)
    if found is not None and (allegiance := found[1].allegiance) is not None:
        others = violation.params["others"]
        for choice in allegiance.choices:
            if isinstance(others, tuple) and choice.name in others:
                yield chosen(situation, found[0], allegiance, choice)


@mends("25.04/choice-once")
def once(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Keep one of them."""
    found = [one for cause in violation.causes if (one := _made_at(situation, cause)) is not None]
    for kept_unit, kept in found:
        gone = {_place(made) for _, made in found if made is not kept}
        written = kept_unit.entry.choices
        left = tuple(one for place, one in enumerate(written) if place not in gone)
        edited = edits.with_unit(situation.document, kept_unit.index, choices=left)
        params = {"unit": kept_unit.name, "name": kept.of, "choice": kept.name}
        yield Proposal("keep_choice", edited, params)


@mends("25.04/choice-limit")
def limit(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Take back, or choose otherwise for, as many as are too many; or choose for as many as are lacking."""
    allegiance = next((one for one in situation.army.allegiances if one.name == violation.params["name"]), None)
    if allegiance is None:
        return
    if violation.message == "under":
        yield from _more(situation, allegiance, int(str(violation.params["lacking"])))
        return
    units = situation.units_at(violation.causes)
    number = int(str(violation.params["surplus"]))
    others = [one for one in allegiance.choices if one.name != violation.params.get("choice")]
    for group in islice(combinations(units, number), CHOICES):
        names = tuple(unit.name for unit in group)
        if "choice" in violation.params:
            for choice in others:
                document = situation.document
                for unit in group:
                    document = _chosen(document, unit, allegiance, choice)
                yield Proposal("choose", document, _params(names, allegiance, choice))
        document = situation.document
        for unit in group:
            left = tuple(one.written for one in unit.choices if one.allegiance is not allegiance)
            document = edits.with_unit(document, unit.index, choices=left)
        yield Proposal("take_back_choices", document, {"units": names, "name": allegiance.name}, 1)
    for group in islice(combinations(units, number), CHOICES):
        yield removal(situation, list(group), is_last_resort=True)


def _chosen(document: RosterDocument, unit: Unit, allegiance: Allegiance, choice: AllegianceChoice) -> RosterDocument:
    kept = tuple(one for one in document.units[unit.index].choices if one.allegiance.id != allegiance.id)
    written = UnitChoice(Reference(allegiance.id, allegiance.name), choice.name)
    return edits.with_unit(document, unit.index, choices=(*kept, written))


def _params(units: tuple[str, ...], allegiance: Allegiance, choice: AllegianceChoice) -> dict[str, object]:
    return {"unit": units, "name": allegiance.name, "choice": choice.name}


def _more(situation: Situation, allegiance: Allegiance, number: int) -> Iterator[Proposal]:
    """Choose for as many units as are lacking, of those that may."""
    able = [
        unit
        for unit in situation.army.units
        if allegiance.id not in unit.given and is_open_to(allegiance, unit.datasheet, unit.keywords)
    ]
    for group in islice(combinations(able, number), CHOICES):
        for choice in allegiance.choices:
            document = situation.document
            for unit in group:
                document = _chosen(document, unit, allegiance, choice)
            yield Proposal("choose", document, _params(tuple(unit.name for unit in group), allegiance, choice))


@mends("19.01/attachment-keyword")
def alike(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose for one what the other has."""
    unit, hosts = situation.unit_at(violation.at), situation.units_at(violation.causes)
    for one, other_one in ((unit, host) for host in hosts if unit is not None):
        for mine, theirs in ((one, other_one), (other_one, one)):
            for made in theirs.choices if theirs is not None else ():
                if mine is not None and made.allegiance is not None and made.choice is not None:
                    document = _chosen(situation.document, mine, made.allegiance, made.choice)
                    yield Proposal("choose", document, _params((mine.name,), made.allegiance, made.choice))
