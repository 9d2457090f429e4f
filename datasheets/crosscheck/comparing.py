"""A datasheet of the catalogue beside a source's, field by field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from datasheets.catalogue.names import fold_keyword
from datasheets.crosscheck.account import Account, Field, KindLine, Price, SheetAccount, StatLine, WeaponLine
from datasheets.crosscheck.matching import paired
from datasheets.crosscheck.printed import NONE, item_key, kind_key, line_key, weapon_key
from datasheets.crosscheck.vocabulary import TOPIC_OF, Topic, Vocabulary

Told = str | frozenset[str] | None
"""A value, a set of keys, or None where that side does not have the line at all."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One field of one entry on both sides. ``detail`` names the line, the size or the list."""

    entry: str
    name: str
    faction: str
    field: Field
    detail: str
    ours: Told
    theirs: Told
    same_words: bool = False
    """Equal but for words that the vocabulary knows."""
    item: str = ""
    """Id of our item where the field is one of a weapon."""
    anywhere: str = ""
    """Of a price, its detail without the list it stands in."""
    listed_in: str = ""
    """The faction in whose file or list the source has it."""

    @property
    def is_equal(self) -> bool:
        """Whether both sides say the same, word for word."""
        return self.ours == self.theirs


ATTACHED = frozenset({Field.LEADS, Field.SUPPORTS})


@dataclass(frozen=True)
class SheetComparison:
    """Compares one datasheet of both sides; ``entry`` is the id of ours."""

    entry: str
    ours: SheetAccount
    theirs: SheetAccount
    vocabulary: Vocabulary
    account: Account

    def rows(self) -> Iterator[Comparison]:
        """Every field that both sides speak of."""
        yield from self._prices()
        if self.ours.stat_lines is not None and self.theirs.stat_lines is not None:
            yield from self._stat_lines(self.ours.stat_lines, self.theirs.stat_lines)
        if self.ours.weapons is not None and self.theirs.weapons is not None:
            yield from self._weapons(self.ours.weapons, self.theirs.weapons)
        for field, mine, other in (
            (Field.KEYWORDS, self.ours.keywords, self.theirs.keywords),
            (Field.FACTION_KEYWORDS, self.ours.faction_keywords, self.theirs.faction_keywords),
            (Field.LOADOUT, self.ours.loadout, self.theirs.loadout),
            (Field.OPTIONS, _given(self.ours, self.theirs), _given(self.theirs, self.ours)),
            (Field.LEADS, self.ours.leads, self.theirs.leads),
            (Field.SUPPORTS, self.ours.supports, self.theirs.supports),
        ):
            if mine is not None and other is not None and (mine or other):
                yield self._row(field, self.theirs.attached_in if field in ATTACHED else "", mine, other)
        if self.ours.sizes is not None and self.theirs.sizes is not None:
            yield self._row(Field.SIZES, "", _range(self.ours.sizes), _range(self.theirs.sizes))
        if self.ours.kinds is not None and self.theirs.kinds is not None:
            yield self._kinds(self.ours.kinds, self.theirs.kinds)
        if (
            self.ours.capacity is not None
            and self.theirs.capacity is not None
            and (self.ours.capacity, self.theirs.capacity) != (NONE, NONE)
        ):
            yield self._row(Field.CAPACITY, "", self.ours.capacity, self.theirs.capacity)

    def _row(self, field: Field, detail: str, ours: Told, theirs: Told) -> Comparison:
        same = ours != theirs and self._same_words(field, ours, theirs)
        return Comparison(self.entry, self.ours.name, self.ours.factions[0], field, detail, ours, theirs, same)

    def _same_words(self, field: Field, ours: Told, theirs: Told) -> bool:
        """Whether two values that differ are one in our words."""
        if isinstance(ours, str) and isinstance(theirs, str):
            figures = [self.vocabulary.word(Topic.FIGURES, f"{field.value} {each}") for each in (ours, theirs)]
            return figures[0] == figures[1]
        topic = TOPIC_OF.get(field)
        if topic is None or not isinstance(ours, frozenset) or not isinstance(theirs, frozenset):
            return False
        mine, other = (self.vocabulary.all_of(topic, each, self.entry) for each in (ours, theirs))
        if field is Field.KEYWORDS:
            # A datasheet's name is one of its keywords, whether a source prints it or not.
            names = {fold_keyword(name) for name in (self.ours.name, *self.ours.aliases, self.theirs.name)}
            return mine - names == other - names
        return mine == other

    def _stat_lines(self, ours: Sequence[StatLine], theirs: Sequence[StatLine]) -> Iterator[Comparison]:
        keys = [lambda line: fold_keyword(line.name), lambda line: self._kind(line.name), lambda line: line.values]
        if len(ours) == 1 or len(theirs) == 1 or len(ours) == len(theirs):
            keys.append(lambda line: "")
        pairs, only_ours, only_theirs = paired(ours, theirs, keys, _distance)
        # Several of one side may be one line of the other, where all of them say the same.
        only_ours = [line for line in only_ours if line.values not in [other.values for other in theirs]]
        only_theirs = [line for line in only_theirs if line.values not in [mine.values for mine in ours]]
        for mine, other in pairs:
            values = dict(other.values)
            for field, value in mine.values:
                if field in values:
                    yield self._row(field, other.name, value, values[field])
        for line in () if self.theirs.is_partial else only_ours:
            yield self._row(Field.PROFILE, line.name, line.name, None)
        for line in only_theirs:
            yield self._row(Field.PROFILE, line.name, None, line.name)

    def _weapons(self, ours: Sequence[WeaponLine], theirs: Sequence[WeaponLine]) -> Iterator[Comparison]:
        keys = [
            lambda line: (line_key(line.name), line.is_melee),
            lambda line: (self._weapon(line.name), line.is_melee),
            lambda line: (self._weapon(weapon_key(line.name)), line.is_melee),
            lambda line: self._weapon(weapon_key(line.name)),
        ]
        pairs, only_ours, only_theirs = paired(_once(ours), _once(theirs), keys, _distance)
        for mine, other in pairs:
            known = line_key(mine.name) != line_key(other.name)
            yield Comparison(
                self.entry, self.ours.name, self.ours.factions[0], Field.WEAPON, other.name,
                line_key(mine.name), line_key(other.name), same_words=known,
            )  # fmt: skip
            values = dict(other.values)
            for field, value in mine.values:
                if field in values:
                    yield replace(self._row(field, other.name, value, values[field]), item=mine.item)
        for line in () if self.theirs.is_partial else only_ours:
            yield replace(self._row(Field.WEAPON, line.name, line_key(line.name), None), item=line.item)
        for line in only_theirs:
            yield self._row(Field.WEAPON, line.name, None, line_key(line.name))

    def _kinds(self, ours: Sequence[KindLine], theirs: Sequence[KindLine]) -> Comparison:
        plain = [
            frozenset(f"{_range((kind.minimum, kind.maximum))} {fold_keyword(kind.name)}" for kind in side)
            for side in (ours, theirs)
        ]
        known = [
            frozenset(f"{_range((kind.minimum, kind.maximum))} {self._kind(kind.name)}" for kind in side)
            for side in (ours, theirs)
        ]
        return Comparison(
            self.entry, self.ours.name, self.ours.factions[0], Field.KINDS, "", plain[0], plain[1], known[0] == known[1]
        )  # fmt: skip

    def _kind(self, name: str) -> str:
        return self.vocabulary.word(Topic.KINDS, kind_key(name), self.entry)

    def _weapon(self, name: str) -> str:
        return self.vocabulary.word(Topic.WEAPONS, line_key(name), self.entry)

    def _prices(self) -> Iterator[Comparison]:
        ours, theirs = self._priced(self.ours.prices), self._priced(self.theirs.prices)
        # A source that prices first copies only says nothing of later ones.
        depth = 2 if self.account.is_complete else 3
        spoken = {key[:depth] for key in theirs}
        for key in sorted(theirs.keys() | {key for key in ours if key[:depth] in spoken}):
            price_list, is_allied, copies, size, wargear = key
            anywhere = ", ".join(
                part
                for part in (
                    "as guests" if is_allied else "",
                    f"from copy {copies}" if copies else "",
                    f"{size} models" if size.isdigit() else size,
                    wargear,
                )
                if part
            )
            field = Field.WARGEAR_POINTS if wargear else Field.POINTS
            row = self._row(field, f"{price_list}, {anywhere}", ours.get(key), theirs.get(key))
            yield replace(row, anywhere=anywhere)

    def _priced(self, prices: Iterable[Price]) -> dict[tuple[str, bool, str, str, str], frozenset[str]]:
        told: defaultdict[tuple[str, bool, str, str, str], set[str]] = defaultdict(set)
        for price in prices:
            if not (self.account.tells_kinds or price.models or price.wargear):
                continue  # What is paid beside a size is part of the sizes that such a source prints.
            copies = price.copies if self.account.tells_copies else ""
            if price.detachment and not self.account.tells_detachments:
                continue
            size = price.size if self.account.tells_kinds else str(price.models or "")
            size = f"{size} models in {price.detachment}" if price.detachment else size
            wargear = self.vocabulary.word(Topic.ITEMS, item_key(price.wargear), self.entry) if price.wargear else ""
            told[price.price_list, price.is_allied, copies, size, wargear].add(str(price.points))
        return {key: frozenset(points) for key, points in told.items()}


def _range(span: tuple[int, int]) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"


def _distance(mine: StatLine | WeaponLine, other: StatLine | WeaponLine) -> int:
    values = dict(other.values)
    return sum(value != values.get(field, value) for field, value in mine.values)


def _once(lines: Iterable[WeaponLine]) -> list[WeaponLine]:
    """Lines without those that say the same again: a weapon may stand twice under two ids."""
    seen: dict[object, WeaponLine] = {}
    for line in lines:
        seen.setdefault((line_key(line.name), line.is_melee, line.values), line)
    return list(seen.values())


def _given(sheet: SheetAccount, other: SheetAccount) -> frozenset[str] | None:
    """What options of ``sheet`` give, without what they only give back and ``other`` leaves out."""
    if sheet.options is None or other.options is None:
        return sheet.options
    return sheet.options - (sheet.returned - other.options)
