"""A detachment of the catalogue beside a source's, with its enhancements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from datasheets.catalogue.names import fold_name
from datasheets.crosscheck.account import Account, DetachmentAccount, EnhancementAccount, Field
from datasheets.crosscheck.comparing import Comparison
from datasheets.crosscheck.vocabulary import Topic, Vocabulary
from datasheets.sources.slugs import without_tags

Offer = tuple[str, str]
"""Id of a detachment, id of a faction that has it."""


def detachment_rows(
    ours: Mapping[Offer, DetachmentAccount], account: Account, vocabulary: Vocabulary
) -> Iterator[Comparison]:
    """Every detachment of the source beside ours, then those that only the catalogue has."""
    by_name = {
        (faction, fold_name(name)): (detachment, faction)
        for (detachment, faction), row in ours.items()
        for name in (row.name, *row.aliases)
    }
    met: set[Offer] = set()
    for theirs in account.detachments:
        name = fold_name(theirs.name)
        offer = by_name.get((theirs.faction, name)) or by_name.get(
            (theirs.faction, vocabulary.word(Topic.DETACHMENTS, name))
        )
        if offer is None:
            yield Comparison(
                f"{theirs.faction}: {name}",
                theirs.name,
                theirs.faction,
                Field.DETACHMENT,
                theirs.faction,
                None,
                name,
            )
            continue
        met.add(offer)
        yield from _pair(offer, ours[offer], theirs, vocabulary)
    if not account.is_complete:
        return
    told = {theirs.faction for theirs in account.detachments}
    # A source that lists what a chapter shares with its parent in the parent's file only is not asked for it twice.
    shared = set() if account.tells_copies else {offer for offer in ours if offer[0].split(":")[0] != offer[1]}
    for offer, mine in ours.items():
        if offer not in met | shared and offer[1] in told:
            yield Comparison(offer[0], mine.name, offer[1], Field.DETACHMENT, offer[1], fold_name(mine.name), None)


def enhancement_rows(
    ours: Mapping[Offer, DetachmentAccount], account: Account, vocabulary: Vocabulary
) -> Iterator[Comparison]:
    """Enhancements of a source that does not tell their detachments, beside ours of that faction and name."""
    known: defaultdict[tuple[str, str], list[tuple[Offer, EnhancementAccount]]] = defaultdict(list)
    for offer, detachment in ours.items():
        for row in detachment.enhancements or ():
            known[offer[1], enhancement_key(row.name)].append((offer, row))
    for factions, theirs in account.enhancements:
        key = enhancement_key(theirs.name)
        words = dict.fromkeys((key, vocabulary.word(Topic.ENHANCEMENTS, key)))
        found = [each for word in words for faction in factions for each in known.get((faction, word), ())]
        if not found:
            faction = factions[0]
            yield Comparison(f"{faction}: {key}", theirs.name, faction, Field.ENHANCEMENT, key, None, key)
            continue
        # Of several detachments that have one of this name, the one that asks the same.
        (entry, faction), own = min(found, key=lambda each: each[1].points != theirs.points)
        word = enhancement_key(own.name)
        name = ours[entry, faction].name
        yield Comparison(entry, name, faction, Field.ENHANCEMENT, own.name, word, key, same_words=True)
        detail = f"{faction}, {own.name}"
        yield Comparison(
            entry, name, faction, Field.ENHANCEMENT_POINTS, detail, _text(own.points), _text(theirs.points)
        )


def _pair(
    offer: Offer, ours: DetachmentAccount, theirs: DetachmentAccount, vocabulary: Vocabulary
) -> Iterator[Comparison]:
    entry, faction = offer
    same = fold_name(ours.name), fold_name(theirs.name)
    yield Comparison(entry, ours.name, faction, Field.DETACHMENT, faction, *same, same_words=True)
    if theirs.points is not None:
        yield Comparison(
            entry, ours.name, faction, Field.DETACHMENT_POINTS, faction, _text(ours.points), _text(theirs.points)
        )
    if theirs.dispositions is not None:
        yield Comparison(entry, ours.name, faction, Field.DISPOSITIONS, faction, ours.dispositions, theirs.dispositions)
    if theirs.unique_tags is not None:
        yield Comparison(entry, ours.name, faction, Field.UNIQUE_TAGS, faction, ours.unique_tags, theirs.unique_tags)
    if theirs.enhancements is not None and ours.enhancements is not None:
        yield from _enhancements(offer, ours.name, ours.enhancements, theirs.enhancements, vocabulary)


def _enhancements(
    offer: Offer,
    name: str,
    ours: Iterable[EnhancementAccount],
    theirs: Iterable[EnhancementAccount],
    vocabulary: Vocabulary,
) -> Iterator[Comparison]:
    entry, faction = offer
    mine = {enhancement_key(row.name): row for row in ours}
    for row in theirs:
        key = enhancement_key(row.name)
        known = key if key in mine else vocabulary.word(Topic.ENHANCEMENTS, key)
        own = mine.pop(known, None)
        if own is None:
            yield Comparison(entry, name, faction, Field.ENHANCEMENT, key, None, key)
            continue
        yield Comparison(entry, name, faction, Field.ENHANCEMENT, own.name, known, key, same_words=True)
        if row.points is not None:
            yield Comparison(
                entry,
                name,
                faction,
                Field.ENHANCEMENT_POINTS,
                f"{faction}, {own.name}",
                _text(own.points),
                _text(row.points),
            )
        if row.is_upgrade is not None and own.is_upgrade is not None:
            yield Comparison(entry, name, faction, Field.UPGRADE, own.name, _yes(own.is_upgrade), _yes(row.is_upgrade))
    for own in mine.values():
        yield Comparison(entry, name, faction, Field.ENHANCEMENT, own.name, enhancement_key(own.name), None)


def enhancement_key(name: str) -> str:
    """Under which two spellings of an enhancement's name are one: tags and article make no difference."""
    return fold_name(without_tags(name)).removeprefix("the ")


def _text(points: int | None) -> str | None:
    return None if points is None else str(points)


def _yes(told: bool) -> str:
    return "upgrade" if told else "no upgrade"
