"""Abilities of weapons (24): their spelling, their values, what they are against."""

from __future__ import annotations

import re
from collections.abc import Iterator

from datasheets.audit.kinds.weapons import has_no_range
from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.audit.spelling import Neighbours
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.wargear import Item, WeaponKeyword

WITHOUT_VALUE = (
    "Assault",
    "Close-quarters",
    "Conversion",
    "Devastating Wounds",
    "Extra Attacks",
    "Hazardous",
    "Heavy",
    "Hunter",
    "Ignores Cover",
    "Indirect Fire",
    "Lance",
    "Lethal Hits",
    "One Shot",
    "Pistol",
    "Precision",
    "Psychic",
    "Torrent",
    "Twin-linked",
)
WITH_VALUE = ("Anti", "Cleave", "Melta", "Rapid Fire", "Sustained Hits")
WITH_OR_WITHOUT = ("Blast",)
KNOWN = {fold_name(name): name for name in (*WITHOUT_VALUE, *WITH_VALUE, *WITH_OR_WITHOUT)}
NEIGHBOURS = Neighbours(KNOWN)

RANGED_ONLY = frozenset(
    map(
        fold_name,
        (
            "Assault",
            "Blast",
            "Close-quarters",
            "Conversion",
            "Heavy",
            "Ignores Cover",
            "Indirect Fire",
            "Melta",
            "Pistol",
            "Rapid Fire",
            "Torrent",
        ),
    )
)
MELEE_ONLY = frozenset(map(fold_name, ("Cleave",)))
NEVER_TOGETHER = (("Torrent", "Indirect Fire"), ("Torrent", "Precision"))
"""TORRENT weapons cannot have these (24.37)."""

NEWER_WORDS = {"Pistol": "Close-quarters"}
"""Abilities that newer datasheets replace by another of the same meaning (24.27)."""

VALUE = re.compile(r"[1-9]\d*|(?:[2-9])?D[36](?:\+[1-9]\d*)?")
THRESHOLD = re.compile(r"[2-6]\+")


def _abilities(item: Item) -> Iterator[tuple[int, int, str, WeaponKeyword]]:
    for index, profile in enumerate(item.profiles):
        for place, word in enumerate(profile.keywords):
            yield index, place, profile.name, word


@audit_kind(
    "weapon/ability-misspelt",
    collection="items",
    title="A weapon ability spelt otherwise than its rule",
    severity=Severity.ERROR,
    message="{item}: {profile} has the ability “{ability}”, which the rules write “{rule}”.",
    hint="Write it as the rules do, so that it is one ability.",
)
def ability_misspelt(item: Item, lookup: Lookup) -> Iterator[Found]:
    """A weapon ability of the core rules is written in one way."""
    for index, place, profile, word in _abilities(item):
        folded = fold_name(word.name)
        near = NEIGHBOURS.of(folded)
        rule = KNOWN.get(folded) or (KNOWN[near[0]] if near else None)
        if rule is not None and rule != word.name:
            yield found(
                "profiles",
                index,
                "keywords",
                place,
                "name",
                item=item.name,
                profile=profile,
                ability=word.name,
                rule=rule,
            )


@audit_kind(
    "weapon/ability-spelt-two-ways",
    collection="items",
    title="A weapon ability in two spellings",
    severity=Severity.WARNING,
    message="{item}: {profile} has the ability “{ability}”, which other weapons write “{common}”.",
    hint="Write it in one way, so that it is one ability.",
)
def ability_spelt_two_ways(item: Item, lookup: Lookup) -> Iterator[Found]:
    """An ability that the core rules do not have is written in one way too."""
    for index, place, profile, word in _abilities(item):
        folded = fold_name(word.name)
        if folded in KNOWN:
            continue
        common = lookup.ability_spellings[folded].most_common(1)[0][0]
        if common != word.name:
            yield found(
                "profiles",
                index,
                "keywords",
                place,
                "name",
                item=item.name,
                profile=profile,
                ability=word.name,
                common=common,
            )


@audit_kind(
    "weapon/older-word",
    collection="items",
    title="Two weapon abilities of one meaning among the weapons of a faction",
    severity=Severity.ADVICE,
    message="{item}: {profile} has {ability}; {count:weapon of its faction has|weapons of its faction have} {newer}.",
    hint="They mean the same (24.27): write {newer} where the datasheet was printed anew.",
)
def older_word(item: Item, lookup: Lookup) -> Iterator[Found]:
    """A faction's weapons use one of two abilities that mean the same."""
    for index, place, profile, word in _abilities(item):
        for older, newer in NEWER_WORDS.items():
            if fold_name(word.name) != fold_name(older):
                continue
            count = lookup.weapons_with[item.id.partition(":")[0], fold_name(newer)]
            if count:
                yield found(
                    "profiles",
                    index,
                    "keywords",
                    place,
                    "name",
                    item=item.name,
                    profile=profile,
                    ability=older,
                    newer=newer,
                    count=count,
                )


@audit_kind(
    "weapon/both-words",
    collection="items",
    title="A weapon with two abilities of one meaning",
    severity=Severity.WARNING,
    message="{item}: {profile} has {ability} and {newer}, which mean the same.",
    hint="Keep {newer} (24.27).",
)
def both_words(item: Item, lookup: Lookup) -> Iterator[Found]:
    """No profile has both of two abilities that mean the same."""
    for index, place, profile, word in _abilities(item):
        names = {fold_name(each.name) for each in item.profiles[index].keywords}
        for older, newer in NEWER_WORDS.items():
            if fold_name(word.name) == fold_name(older) and fold_name(newer) in names:
                yield found(
                    "profiles", index, "keywords", place, item=item.name, profile=profile, ability=older, newer=newer
                )


@audit_kind(
    "weapon/ability-value",
    collection="items",
    title="A weapon ability without the number it needs, or with one it has not",
    severity=Severity.ERROR,
    message="{item}: {profile} has {ability} with {value}; {needed}.",
    hint="Correct the number behind the ability.",
)
def ability_value(item: Item, lookup: Lookup) -> Iterator[Found]:
    """Abilities that count have a number or dice, Anti has a roll from 2+ to 6+, and the others have nothing."""
    for index, place, profile, word in _abilities(item):
        name = KNOWN.get(fold_name(word.name), "")
        pattern, needed = VALUE, "it needs a number or dice"
        if name == "Anti":
            pattern, needed = THRESHOLD, "it needs a roll from 2+ to 6+"
        is_right = word.value is None if name in WITHOUT_VALUE else bool(word.value and pattern.fullmatch(word.value))
        if name in WITHOUT_VALUE:
            needed = "it takes no number"
        if name in WITH_OR_WITHOUT and word.value is None:
            is_right = True
        if name and not is_right:
            yield found(
                "profiles",
                index,
                "keywords",
                place,
                "value",
                item=item.name,
                profile=profile,
                ability=name,
                value=f"“{word.value}”" if word.value else "no number",
                needed=needed,
            )


@audit_kind(
    "weapon/anti-without-target",
    collection="items",
    title="Anti without a target",
    severity=Severity.ERROR,
    message="{item}: {profile} has {ability}, and does not say against what.",
    hint="Name the keyword the ability is against.",
)
def anti_without_target(item: Item, lookup: Lookup) -> Iterator[Found]:
    """Anti and Hunter name the keyword they are against."""
    for index, place, profile, word in _abilities(item):
        if fold_name(word.name) in ("anti", "hunter") and not (word.target or word.required_targets):
            yield found(
                "profiles", index, "keywords", place, "target", item=item.name, profile=profile, ability=str(word)
            )


@audit_kind(
    "weapon/unknown-target",
    collection="items",
    title="An ability against a keyword nobody has",
    severity=Severity.WARNING,
    message="{item}: {profile} has {ability} against {keyword}, which no datasheet has.",
    hint="Name the keyword as datasheets have it.",
)
def unknown_target(item: Item, lookup: Lookup) -> Iterator[Found]:
    """What abilities and profiles are against are keywords that some datasheet has."""
    for index, profile in enumerate(item.profiles):
        for place, word in enumerate(profile.keywords):
            against = (*((word.target,) if word.target else ()), *word.required_targets, *word.excluded_targets)
            for keyword in against:
                if not lookup.is_keyword(keyword):
                    yield found(
                        "profiles",
                        index,
                        "keywords",
                        place,
                        item=item.name,
                        profile=profile.name,
                        ability=word.name,
                        keyword=keyword,
                    )


@audit_kind(
    "weapon/ability-twice",
    collection="items",
    title="A weapon ability twice on one profile",
    severity=Severity.WARNING,
    message="{item}: {profile} has {ability} twice.",
    hint="Keep the one that is right.",
)
def ability_twice(item: Item, lookup: Lookup) -> Iterator[Found]:
    """A profile has each ability once, those against something once for each target."""
    for index, profile in enumerate(item.profiles):
        seen: set[object] = set()
        for place, word in enumerate(profile.keywords):
            key = (fold_name(word.name), word.target, word.required_targets, word.excluded_targets)
            if key in seen:
                yield found(
                    "profiles", index, "keywords", place, item=item.name, profile=profile.name, ability=word.name
                )
            seen.add(key)


@audit_kind(
    "weapon/ability-does-not-fit",
    collection="items",
    title="A weapon ability that means nothing on this profile",
    severity=Severity.ERROR,
    message="{item}: {profile} has {ability}, which is for {sort} weapons.",
    hint="Remove the ability, or correct the range of the profile.",
)
def ability_does_not_fit(item: Item, lookup: Lookup) -> Iterator[Found]:
    """Abilities for shooting stand on ranged profiles, those for striking on melee ones."""
    for index, place, profile, word in _abilities(item):
        is_melee = item.profiles[index].range is None and not has_no_range(item)
        if fold_name(word.name) in (RANGED_ONLY if is_melee else MELEE_ONLY):
            sort = "ranged" if is_melee else "melee"
            yield found(
                "profiles", index, "keywords", place, item=item.name, profile=profile, ability=word.name, sort=sort
            )


@audit_kind(
    "weapon/abilities-exclude",
    collection="items",
    title="Two weapon abilities that exclude each other",
    severity=Severity.WARNING,
    message="{item}: {profile} has {ability} and {other}, and no weapon can have both.",
    hint="Remove one of the two; where the datasheet prints both, the rule decides (24.37).",
)
def abilities_exclude(item: Item, lookup: Lookup) -> Iterator[Found]:
    """No profile has abilities that bar each other (24.37)."""
    for index, place, profile, word in _abilities(item):
        names = {fold_name(each.name) for each in item.profiles[index].keywords}
        for one, other in NEVER_TOGETHER:
            if fold_name(word.name) == fold_name(other) and fold_name(one) in names:
                yield found(
                    "profiles", index, "keywords", place, item=item.name, profile=profile, ability=one, other=other
                )
