"""Weapons: ranges, skills, dice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.wargear import Item, ItemKind

DICE = re.compile(r"(?:[1-9]\d*|(?:[2-9]|[1-9]\d+)?D[36](?:\+[1-9]\d*)?)")
"""A number from 1 on, or dice: ``D3``, ``2D6``, ``D6+1``."""

LONGEST_RANGE_INCHES = 480
"""The longest range any weapon has (a Titan's)."""


@audit_kind(
    "weapon/no-profile",
    collection="items",
    title="A weapon without a profile",
    severity=Severity.ERROR,
    message="{item} is a {sort} weapon and has no profile.",
    hint="Add its profile, or make it a piece of wargear.",
)
def no_profile(item: Item, lookup: Lookup) -> Iterator[Found]:
    """Every weapon has a profile."""
    if item.kind is not ItemKind.WARGEAR and not item.profiles:
        yield found("profiles", item=item.name, sort=item.kind.value)


@audit_kind(
    "weapon/wargear-with-profile",
    collection="items",
    title="A piece of wargear that shoots or strikes",
    severity=Severity.ERROR,
    message="{item} is a piece of wargear and has the weapon profile {profile}.",
    hint="Make it a ranged or a melee weapon.",
)
def wargear_with_profile(item: Item, lookup: Lookup) -> Iterator[Found]:
    """What has a weapon profile is a weapon."""
    if item.kind is ItemKind.WARGEAR:
        for index, profile in enumerate(item.profiles):
            yield found("profiles", index, item=item.name, profile=profile.name)


@audit_kind(
    "weapon/duplicate-profile",
    collection="items",
    title="Two profiles of a weapon have one name",
    severity=Severity.WARNING,
    message="{item}: two of its profiles are called {profile}.",
    hint="Name each for its mode, or remove the one that repeats.",
)
def duplicate_profile(item: Item, lookup: Lookup) -> Iterator[Found]:
    """Profiles of a weapon have names of their own."""
    seen: set[tuple[str, bool]] = set()
    for index, profile in enumerate(item.profiles):
        key = (fold_name(profile.name), profile.range is None)
        if key in seen:
            yield found("profiles", index, "name", item=item.name, profile=profile.name)
        seen.add(key)


@audit_kind(
    "weapon/range",
    collection="items",
    title="A range that cannot be",
    severity=Severity.ERROR,
    message="{item}: {profile} has a range of {range}″; ranges run from 1″ to {most}″.",
    hint="Correct the range; a melee profile has none.",
)
def weapon_range(item: Item, lookup: Lookup) -> Iterator[Found]:
    """Ranges are at least 1 inch (02.02.01)."""
    for index, profile in enumerate(item.profiles):
        if profile.range is not None and not 1 <= profile.range <= LONGEST_RANGE_INCHES:
            yield found(
                "profiles",
                index,
                "range",
                item=item.name,
                profile=profile.name,
                range=profile.range,
                most=LONGEST_RANGE_INCHES,
            )


@audit_kind(
    "weapon/sort",
    collection="items",
    title="A melee weapon that cannot strike",
    severity=Severity.ERROR,
    message="{item} is a melee weapon, and every profile of it has a range: {profiles}.",
    hint="Make it a ranged weapon, or correct the ranges of its profiles.",
)
def sort(item: Item, lookup: Lookup) -> Iterator[Found]:
    """A melee weapon has a profile without a range."""
    if item.kind is ItemKind.MELEE and item.profiles and all(profile.range is not None for profile in item.profiles):
        yield found("kind", item=item.name, profiles=tuple(profile.name for profile in item.profiles))


@audit_kind(
    "weapon/without-range",
    collection="items",
    title="A ranged weapon without a range",
    severity=Severity.WARNING,
    message="{item} is a ranged weapon, and no profile of it has a range: {profiles}.",
    hint="Right where the datasheet prints N/A; otherwise add the range, or make it a melee weapon.",
)
def without_range(item: Item, lookup: Lookup) -> Iterator[Found]:
    """A ranged weapon has a profile with a range."""
    if has_no_range(item) and item.profiles:
        yield found("profiles", item=item.name, profiles=tuple(profile.name for profile in item.profiles))


def has_no_range(item: Item) -> bool:
    """Whether it is a ranged weapon whose range is printed as N/A: none of its profiles is a melee one."""
    return item.kind is ItemKind.RANGED and all(profile.range is None for profile in item.profiles)


@audit_kind(
    "weapon/skill-out-of-range",
    collection="items",
    title="A skill outside its range",
    severity=Severity.ERROR,
    message="{item}: {profile} hits on {skill}+; skills run from 2+ to 6+.",
    hint="Correct the WS or BS.",
)
def skill_out_of_range(item: Item, lookup: Lookup) -> Iterator[Found]:
    """WS and BS run from 2+ to 6+ (02.02.01)."""
    for index, profile in enumerate(item.profiles):
        if profile.skill is not None and not 2 <= profile.skill <= 6:
            yield found("profiles", index, "skill", item=item.name, profile=profile.name, skill=profile.skill)


@audit_kind(
    "weapon/skill-missing",
    collection="items",
    title="A weapon that rolls to hit and has no skill",
    severity=Severity.ERROR,
    message="{item}: {profile} has no {skill}, and is no TORRENT weapon.",
    hint="Add the skill, or the ability TORRENT.",
)
def skill_missing(item: Item, lookup: Lookup) -> Iterator[Found]:
    """Only TORRENT weapons hit without a roll."""
    for index, profile in enumerate(item.profiles):
        if profile.skill is None and not any(fold_name(word.name) == "torrent" for word in profile.keywords):
            skill = "WS" if profile.range is None else "BS"
            yield found("profiles", index, "skill", item=item.name, profile=profile.name, skill=skill)


@audit_kind(
    "weapon/dice",
    collection="items",
    title="A number of dice that cannot be rolled",
    severity=Severity.ERROR,
    message="{item}: {profile} has {stat} “{value}”, which is neither a number from 1 on nor dice such as D6+1.",
    hint="Correct the characteristic.",
)
def dice(item: Item, lookup: Lookup) -> Iterator[Found]:
    """A, S and D are numbers from 1 on or dice (02.02.01)."""
    for index, profile in enumerate(item.profiles):
        for stat in ("attacks", "strength", "damage"):
            value = str(getattr(profile, stat))
            if not DICE.fullmatch(value):
                yield found(
                    "profiles", index, stat, item=item.name, profile=profile.name, stat=_LETTERS[stat], value=value
                )


_LETTERS = {"attacks": "A", "strength": "S", "damage": "D"}


@audit_kind(
    "weapon/armour-penetration",
    collection="items",
    title="An armour penetration outside its range",
    severity=Severity.ERROR,
    message="{item}: {profile} has AP {value}; it runs from 0 down to -6.",
    hint="Correct the AP; it is written as a negative number.",
)
def armour_penetration(item: Item, lookup: Lookup) -> Iterator[Found]:
    """AP is 0 at worst (02.02.01)."""
    for index, profile in enumerate(item.profiles):
        if not -6 <= profile.armour_penetration <= 0:
            yield found(
                "profiles",
                index,
                "armour_penetration",
                item=item.name,
                profile=profile.name,
                value=profile.armour_penetration,
            )
