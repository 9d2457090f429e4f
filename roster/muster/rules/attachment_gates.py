"""What an attachment hangs on: detachments, an enhancement that is borne, one mark for both (19.01, 25.04, R-18)."""

from __future__ import annotations

from collections.abc import Iterator

from roster.muster.army import Army
from roster.muster.attached import (
    Joined,
    agree,
    barred_rows,
    dropped_openers,
    lost_openers,
    of_these,
    opens,
    ways_of,
    who_would_do,
)
from roster.muster.needs import Need
from roster.muster.registry import Finding, Found, Message, NotApplicable, NotChecked, muster_check
from roster.muster.report import Violation
from roster.muster.rules.attached_units import FAMILY, attachments
from roster.muster.unit import Unit, fold_keywords
from roster.muster.words import counted, listed


def has_attachments(army: Army) -> str | None:
    """Nothing hangs on anything where no unit is attached."""
    return None if army.attached_units else "No unit is attached."


def _closed(army: Army) -> Iterator[tuple[Unit, Unit]]:
    """Attached units that have no way to their bodyguard, with it."""
    for host, joined in attachments(army):
        unit = joined.unit
        if unit.datasheet is None or host.datasheet is None:
            continue
        if all(way.bodyguard != host.datasheet.id for way in ways_of(unit, army)):
            yield unit, host


@muster_check(
    "19.01",
    "attachment-detachment",
    family=FAMILY,
    title="Attachments have the detachments they ask for",
    messages={
        "needs": Message(
            "{unit} can join {bodyguard} with {detachments:or} only.",
            "Select {detachments:or}, or attach {unit} to {choices:or}.",
        ),
        "needs_to_join": Message(
            "{unit} can join {bodyguard} with {detachments:or} only.", "Select {detachments:or}, or detach {unit}."
        ),
        "excluded": Message(
            "{unit} cannot join {bodyguard} with {detachments:or}.",
            "Drop {detachments}, or attach {unit} to {choices:or}.",
        ),
        "excluded_from_all": Message(
            "{unit} cannot join {bodyguard} with {detachments:or}.", "Drop {detachments}, or detach {unit}."
        ),
    },
    presumes=(Need.DETACHMENTS,),
    applies=has_attachments,
)
def attachment_detachment(army: Army) -> Iterator[Finding]:
    """No unit joins a bodyguard that it may join only with, or only without, some detachment (19.01, R-18)."""
    for unit, host in _closed(army):
        rows = barred_rows(unit, host, army)
        if not rows:
            continue
        needed = [
            row.required_detachment
            for row in rows
            if row.required_detachment is not None and army.detachment_ids.isdisjoint(row.excluded_detachments)
        ]
        barring = [id for row in rows for id in row.excluded_detachments if id in army.detachment_ids]
        choices = who_would_do(unit, ways_of(unit, army), army)
        params = {
            "unit": unit.name,
            "bodyguard": host.name,
            "detachments": _detachments(needed or barring, army),
            **({"choices": choices} if choices else {}),
        }
        if needed:
            yield Violation(unit.pointer, "needs" if choices else "needs_to_join", params, (host.pointer,))
        else:
            causes = tuple(
                one.pointer for one in army.detachments if one.detachment is not None and one.detachment.id in barring
            )
            message = "excluded" if choices else "excluded_from_all"
            yield Violation(unit.pointer, message, params, (host.pointer, *causes))
    known = len(army.catalogue.attachments_by_detachment)
    yield Found(f"{_attached(army)}; {counted(known, 'pair')} known to hang on a detachment.")


def _detachments(ids: list[str], army: Army) -> tuple[str, ...]:
    known = army.catalogue.detachments
    return tuple(dict.fromkeys(known[id].name if id in known else id for id in ids))


def _attached(army: Army) -> str:
    return f"{counted(len(attachments(army)), 'unit')} attached"


@muster_check(
    "19.01",
    "attachment-enhancement",
    family=FAMILY,
    title="Attachments by an enhancement have it",
    messages={
        "dropped": Message(
            "{unit} can join {bodyguard} by {enhancement} of {detachment} only, which is not selected.",
            "Select {detachment}, or attach {unit} to {choices:or}.",
        ),
        "dropped_with_its_role": Message(
            "{unit} can join {bodyguard} by {enhancement} of {detachment} only, which is not selected.",
            "Select {detachment}, or detach {unit}.",
        ),
        "lost": Message(
            "{unit} can join {bodyguard} only while it bears {enhancements:or}.",
            "Give it {enhancements:or}, or attach it to {choices:or}.",
        ),
        "lost_with_its_role": Message(
            "{unit} can join {bodyguard} only while it bears {enhancements:or}.",
            "Give it {enhancements:or}, or detach it.",
        ),
    },
    presumes=(Need.DETACHMENTS, Need.ENHANCEMENTS),
    applies=has_attachments,
)
def attachment_enhancement(army: Army) -> Iterator[Finding]:
    """Who joins a bodyguard by an enhancement bears it, and its detachment is selected (19.01, 25.04)."""
    for unit, host in _closed(army):
        if barred_rows(unit, host, army):
            continue
        choices = who_would_do(unit, ways_of(unit, army), army)
        params: dict[str, object] = {
            "unit": unit.name,
            "bodyguard": host.name,
            **({"choices": choices} if choices else {}),
        }
        causes = (host.pointer,)
        if dropped := dropped_openers(unit, host, army):
            more = {"enhancement": dropped[0].name, "detachment": _detachments([dropped[0].detachment], army)[0]}
            held = tuple(held.pointer for held in unit.enhancements if held.enhancement is dropped[0])
            message = "dropped" if choices else "dropped_with_its_role"
            yield Violation(unit.pointer, message, {**params, **more}, (*causes, *held))
        elif lost := lost_openers(unit, host, army):
            names = tuple(dict.fromkeys(enhancement.name for enhancement in lost))
            message = "lost" if choices else "lost_with_its_role"
            yield Violation(unit.pointer, message, {**params, "enhancements": names}, causes)
    by_enhancement = [
        f"{joined.unit.name} with {host.name} by {enhancement.name}"
        for host, joined in attachments(army)
        if joined.way is not None and joined.way.by_enhancement
        for enhancement in joined.unit.recognised_enhancements
        if opens(enhancement, host)
    ]
    if not by_enhancement:
        known = len(army.catalogue.enhancements_that_attach)
        yield NotApplicable(
            f"No unit joins another by an enhancement ({counted(known, 'enhancement')} known to open one)."
        )
    yield Found(f"{listed(by_enhancement)}.")


@muster_check(
    "19.01",
    "attachment-keyword",
    family=FAMILY,
    title="Attached units are of one mark",
    messages={
        "differ": Message(
            "{unit} ({own}) cannot join {bodyguard} ({others}): both have to have the same.",
            "Give both the same, or attach {unit} to {choices:or}.",
        ),
    },
    presumes=(Need.DETACHMENTS,),
    applies=has_attachments,
)
def attachment_keyword(army: Army) -> Iterator[Finding]:
    """Where a unit and its bodyguard each have a keyword of some kind, like a mark, they have the same (R-18).

    A unit without any, as most are without the detachment that gives marks, is not asked for one here.
    """
    judged: list[str] = []
    for host, joined in attachments(army):
        shared = joined.way.shared_keywords if joined.way is not None else ()
        if not shared:
            continue
        unit = joined.unit
        judged.append(f"{unit.name} with {host.name}")
        if not agree(unit, host, shared):
            params = {
                "unit": unit.name,
                "own": of_these(unit, shared),
                "bodyguard": host.name,
                "others": of_these(host, shared),
                "choices": who_would_do(unit, ways_of(unit, army), army),
            }
            yield Violation(unit.pointer, "differ", params, (host.pointer,))
        elif (doubt := _doubt(joined, host, shared, army)) is not None:
            yield doubt
    rows = len(army.catalogue.attachments_by_keyword)
    if not judged:
        yield NotApplicable(f"No attachment here asks for it ({counted(rows, 'pair')} known to).")
    yield Found(f"{listed(judged)}; {counted(rows, 'pair')} known to ask for it.")


def _doubt(joined: Joined, host: Unit, shared: tuple[str, ...], army: Army) -> NotChecked | None:
    """Which of the keywords one of the two has may be unsaid."""
    for unit in (joined.unit, host):
        if of_these(unit, shared):
            continue
        if not unit.keywords_are_known or any(made.choice is None for made in unit.choices):
            return NotChecked(f"Whether {unit.name} has one of {listed(shared)} is not known.")
        if (allegiance := army.unwritten_choice(unit, fold_keywords(shared))) is not None:
            return NotChecked(f"Which {allegiance.name} {unit.name} has is not written down.")
    return None
