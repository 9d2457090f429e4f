"""Fixes of the document itself: keys, and what the catalogue does not know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from roster.document import RosterDocument, SplitPart
from roster.muster.fixes import edits
from roster.muster.fixes.pieces import without_item
from roster.muster.fixes.proposals.removals import removal
from roster.muster.fixes.register import Proposal, Situation, is_left_to_the_player, mends
from roster.muster.report import Violation

is_left_to_the_player(
    "app/roster-size", "Nothing is looked at in a roster that large, so nobody knows which of it is one army."
)
is_left_to_the_player("data/stated-points", "What a list states of its points is the list's own; ours are beside it.")
is_left_to_the_player("app/points-left", "What to add is a choice that nothing in the roster decides.")
is_left_to_the_player("mfm/copy-surcharge", "It is what further copies cost, and nothing is wrong.")
is_left_to_the_player("mfm/paid-wargear", "It is what the wargear costs, and nothing is wrong.")
is_left_to_the_player("ally/price-list", "It is what the unit costs in this army, and nothing is wrong.")
is_left_to_the_player("25.04/warlord-mandatory-several", "One of them is the Warlord, which is enough.")
is_left_to_the_player(
    "data/release", "A roster moves to another release when its owner has looked at what that changes."
)


def _places(pointer: str) -> list[int]:
    return [int(step) for step in pointer.split("/") if step.isdigit()]


@mends("app/unit-keys")
def keys(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Give a key of its own, or let go of the key that names nothing."""
    document, params = situation.document, violation.params
    places = _places(violation.at)
    match violation.message:
        case "missing" | "duplicate":
            key = str(params["suggestion"])
            edited = edits.with_key(document, places[0], key)
            yield Proposal("new_key", edited, {"unit": params["unit"], "key": key})
        case "unknown_bodyguard":
            edited = edits.attached(document, places[0], None)
            yield Proposal("detach", edited, {"units": (params["unit"],)})
        case "unknown_transport":
            named = (
                {key for row in document.plan.embarked[places[0] :][:1] for key in row.passengers}
                if document.plan
                else set()
            )
            edited = edits.with_plan(
                document, lambda plan: edits.disembarked(plan, named, plan.embarked[places[0]].transport)
            )
            yield Proposal("forget_key", edited, {"key": params["key"]})
        case "unknown_passenger":
            edited = edits.with_plan(document, lambda plan: edits.without_seat(plan, places[0], places[1]))
            yield Proposal("forget_key", edited, {"key": params["key"]})
        case "unknown_reserve":
            edited = edits.with_plan(document, lambda plan: edits.deployed(plan, {str(params["key"])}))
            yield Proposal("forget_key", edited, {"key": params["key"]})
        case "unknown_split":
            edited = edits.with_plan(document, lambda plan: edits.unsplit(plan, places[0]))
            yield Proposal("forget_key", edited, {"key": params["key"]})
        case "part_duplicate":
            key = _free_part_key(document)
            yield Proposal(
                "new_part_key",
                _with_part_key(document, places[0], places[1], key),
                {"former": params["key"], "key": key},
            )


def _free_part_key(document: RosterDocument) -> str:
    taken = {unit.key for unit in document.units}
    taken |= {part.key for split in (document.plan.splits if document.plan else ()) for part in split.parts}
    return next(key for number in range(1, len(taken) + 2) if (key := f"p{number}") not in taken)


def _with_part_key(document: RosterDocument, place: int, index: int, key: str) -> RosterDocument:
    if document.plan is None:
        return document
    splits = list(document.plan.splits)
    parts = list(splits[place].parts)
    parts[index] = SplitPart(key, parts[index].models)
    splits[place] = replace(splits[place], parts=tuple(parts))
    return replace(document, plan=replace(document.plan, splits=tuple(splits)))


@mends("data/recognised")
def unknown(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Let go of what the catalogue does not know; the faction is no such thing, as all else rests on it."""
    document, name = situation.document, violation.params["name"]
    places = _places(violation.at)
    match violation.message:
        case "detachment":
            edited = edits.without_detachments(document, {places[0]})
            yield Proposal("drop_detachments", edited, {"detachments": (name,)}, is_last_resort=True)
        case "disposition":
            left = tuple(one for place, one in enumerate(document.dispositions) if place != places[0])
            yield Proposal("drop_disposition", replace(document, dispositions=left), {"disposition": name})
        case "unit":
            unit = situation.unit_at(violation.at)
            if unit is not None:
                yield removal(situation, [unit], is_last_resort=True)
        case "enhancement":
            edited = edits.without_enhancements(document, {(places[0], places[1])})
            params = {"enhancement": name, "unit": violation.params["unit"]}
            yield Proposal("drop_unknown_enhancement", edited, params, is_last_resort=True)
        case "wargear":
            edited = without_item(document, violation.at)
            yield Proposal(
                "drop_wargear", edited, {"unit": violation.params["unit"], "item": name}, is_last_resort=True
            )
