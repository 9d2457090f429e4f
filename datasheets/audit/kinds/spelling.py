"""Keywords that mean one thing and are written in two ways."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import COMMON_KEYWORD, Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_keyword

NEWER_WORDS = {"Grenades": "Explosives"}
"""Keywords that newer datasheets replace by another of the same meaning (15.06)."""

RARE_KEYWORD = 2
"""A keyword that no more datasheets have may be a slip."""


@audit_kind(
    "keyword/misspelt",
    collection="datasheets",
    title="A keyword that is nearly another",
    severity=Severity.ERROR,
    message="{datasheet} has the keyword {keyword}, which differs by one letter from {common}.",
    hint="Write {common}, or let more datasheets have it.",
)
def misspelt(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A rare keyword is more than a letter away from any common one."""
    name = fold_keyword(sheet.name)
    for index, keyword in enumerate(sheet.keywords):
        folded = fold_keyword(keyword)
        if folded == name or lookup.keyword_counts[folded] > RARE_KEYWORD:
            continue
        for near in lookup.near_keywords.of(folded):
            common = lookup.keyword_spellings[near].most_common(1)[0][0] if near in lookup.keyword_spellings else near
            yield found("keywords", index, datasheet=sheet.name, keyword=keyword, common=common)


@audit_kind(
    "keyword/spelt-two-ways",
    collection="datasheets",
    title="A keyword in two spellings",
    severity=Severity.ADVICE,
    message="{datasheet} writes {keyword}; {count:other datasheet writes|other datasheets write} {common}.",
    hint="They match as one keyword; write it as the others do.",
)
def spelt_two_ways(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Keywords that match each other are written alike; a datasheet's own name is as it is."""
    for index, keyword in enumerate(sheet.keywords):
        spellings = lookup.keyword_spellings[fold_keyword(keyword)]
        common, count = spellings.most_common(1)[0]
        if common != keyword and count >= COMMON_KEYWORD and keyword != sheet.name:
            yield found("keywords", index, datasheet=sheet.name, keyword=keyword, common=common, count=count)


@audit_kind(
    "keyword/older-word",
    collection="datasheets",
    title="Two words of one meaning among the datasheets of a faction",
    severity=Severity.WARNING,
    message=(
        "{datasheet} has {keyword}, and {count:datasheet of its faction has|datasheets of its faction have} {newer},"
        " which means the same."
    ),
    hint="Rules that name one of the two miss the other: write {newer} where the datasheet was printed anew.",
)
def older_word(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A faction's datasheets use one of two keywords that mean the same."""
    for index, keyword in enumerate(sheet.keywords):
        for older, newer in NEWER_WORDS.items():
            if fold_keyword(keyword) != fold_keyword(older):
                continue
            counts = lookup.factions_with_keyword.get(fold_keyword(newer))
            count = counts[sheet.faction] if counts else 0
            if count:
                yield found("keywords", index, datasheet=sheet.name, keyword=keyword, newer=newer, count=count)


@audit_kind(
    "keyword/both-words",
    collection="datasheets",
    title="A datasheet with two words of one meaning",
    severity=Severity.WARNING,
    message="{datasheet} has {keyword} and {newer}, which mean the same.",
    hint="Keep {newer}.",
)
def both_words(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """No datasheet has both of two keywords that mean the same."""
    folded = [fold_keyword(keyword) for keyword in sheet.keywords]
    for older, newer in NEWER_WORDS.items():
        if fold_keyword(older) in folded and fold_keyword(newer) in folded:
            index = folded.index(fold_keyword(older))
            yield found("keywords", index, datasheet=sheet.name, keyword=sheet.keywords[index], newer=newer)
