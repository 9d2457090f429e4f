"""What all questions have in common: situations and policies for the engine, and work within its bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from difflib import get_close_matches
from typing import TypeVar

from battle.armies import Fielded
from battle.engine.policies import Policies
from battle.engine.situation import Situation
from battle.engine.work import TooLarge, limited
from battle.scenario.situation_shapes import PoliciesShape, SituationShape
from roster.document_faults import DocumentError

Found = TypeVar("Found")

EXACT = "exact"

MOST_SHOWN = 8

MOST_WORK = 5e8
"""What an answer may take: well below five seconds on one core of today."""


def exactly(work: Callable[[], Found], most: float = MOST_WORK) -> Found | TooLarge:
    """What comes of the work, or why it would not fit into so many units of it."""
    try:
        with limited(most):
            return work()
    except TooLarge as error:
        return error


def too_large(error: TooLarge, advice: str) -> DocumentError:
    """The refusal of a question whose exact answer would not fit."""
    return DocumentError("", f"The exact answer would not fit: {error}. {advice}")


def refuse_unknown_groups(policies: Policies, *targets: Fielded) -> None:
    """Raise :class:`DocumentError` for groups that policies name and that none of those attacked has."""
    profiles = [profile for target in targets for profile in target.fighters.profiles]
    names = [profile.name for profile in profiles]
    nobody = "The target has no" if len(targets) == 1 else "Neither unit has"
    they, none = ("it has", "it has no CHARACTER") if len(targets) == 1 else ("they have", "they have no CHARACTER")
    for place, name in enumerate(policies.order or ()):
        if name not in names:
            raise DocumentError(f"/policies/order/{place}", f"{nobody} “{name}”; {they} {', '.join(names)}.")
    if policies.precise and policies.precise not in names:
        characters = [profile.name for profile in profiles if profile.is_character]
        there = f"CHARACTERs are {', '.join(characters)}" if characters else none
        raise DocumentError("/policies/precise", f"{nobody} “{policies.precise}”; {there}.")


def refuse_unknown_weapons(names: Iterable[str], units: Iterable[Fielded], pointer: str) -> None:
    """Raise :class:`DocumentError` for the name of a weapon, or of a profile, that none of the units has."""
    weapons = [use.weapon for unit in units for use in unit.fighters.weapons]
    known = dict.fromkeys(name for weapon in weapons for name in (weapon.name, weapon.profile_of) if name)
    for place, name in enumerate(names):
        if name not in known:
            near = get_close_matches(name, list(known), n=1)
            there = f"Did you mean “{near[0]}”?" if near else f"There are: {', '.join(list(known)[:MOST_SHOWN])}."
            raise DocumentError(f"{pointer}/{place}", f"No weapon here is called “{name[:60]}”. {there}")


def situation_of(shape: SituationShape) -> Situation:
    """The situation for the engine."""
    values = {field.name: getattr(shape, field.name) for field in fields(Situation)}
    return Situation(
        **{**values, "spent": frozenset(shape.spent), "switches": frozenset(shape.switches)},
    )


def policies_of(shape: PoliciesShape) -> Policies:
    """The policies for the engine."""
    return Policies(**{field.name: getattr(shape, field.name) for field in fields(Policies)})


def unique(*groups: tuple[str, ...]) -> tuple[str, ...]:
    """All of them in order, each once."""
    return tuple(dict.fromkeys(words for group in groups for words in group))
