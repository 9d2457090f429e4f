"""Which datasheet of the catalogue a source's is, and which line of ours stands beside which of theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from datasheets.catalogue.names import fold_name
from datasheets.crosscheck.account import SheetAccount
from datasheets.crosscheck.vocabulary import Topic, Vocabulary

Line = TypeVar("Line")


@dataclass
class SheetIndex:
    """The catalogue's datasheets by what other sources call them and by folded name."""

    sheets: Mapping[str, SheetAccount]
    parents: Mapping[str, str]
    """Parent faction by faction: a chapter's datasheets are its parent's."""
    vocabulary: Vocabulary
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Ids by references that the catalogue's corrections give."""
    by_ref: dict[str, str] = field(default_factory=dict)
    by_name: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for sheet_id, sheet in self.sheets.items():
            for ref in sheet.refs:
                self.by_ref.setdefault(ref, sheet_id)
            for name in dict.fromkeys(map(fold_name, (sheet.name, *sheet.aliases))):
                self.by_name[name].append(sheet_id)

    def find(self, theirs: SheetAccount) -> str | None:
        """The id of ours: by name within the factions it may be of, else by reference.

        References come last: upstream gives one datasheet the references of others of its name.
        """
        for ref in theirs.refs:
            found_id = self.renamed.get(ref) or (self.by_ref.get(ref) if ref.startswith("manual:") else None)
            if found_id in self.sheets:
                return found_id
        homes = [self.parents.get(faction) or faction for faction in theirs.factions]
        key = fold_name(theirs.name)
        for home in dict.fromkeys(homes):
            for name in dict.fromkeys((key, self.vocabulary.word(Topic.DATASHEETS, key))):
                found = [each for each in self.by_name.get(name, ()) if home in self.sheets[each].factions]
                if len(found) == 1:
                    return found[0]
        told = (self.by_ref.get(ref) for ref in theirs.refs)
        return next((each for each in told if each and set(self.sheets[each].factions) & set(homes)), None)


def paired(
    ours: Sequence[Line],
    theirs: Sequence[Line],
    keys: Sequence[Callable[[Line], object]],
    distance: Callable[[Line, Line], int],
) -> tuple[list[tuple[Line, Line]], list[Line], list[Line]]:
    """Lines in pairs, then what is left of ours and of theirs.

    Each of ``keys`` in turn pairs lines that have it in common; of several with one key, those that
    differ least.
    """
    left_ours, left_theirs = list(ours), list(theirs)
    pairs: list[tuple[Line, Line]] = []
    for key in keys:
        candidates = sorted(
            (distance(mine, other), i, j)
            for i, mine in enumerate(left_ours)
            for j, other in enumerate(left_theirs)
            if key(mine) == key(other)
        )
        used_ours: set[int] = set()
        used_theirs: set[int] = set()
        for _, i, j in candidates:
            if i not in used_ours and j not in used_theirs:
                pairs.append((left_ours[i], left_theirs[j]))
                used_ours.add(i)
                used_theirs.add(j)
        left_ours = _without(left_ours, used_ours)
        left_theirs = _without(left_theirs, used_theirs)
    return pairs, left_ours, left_theirs


def _without(lines: Iterable[Line], places: set[int]) -> list[Line]:
    return [line for place, line in enumerate(lines) if place not in places]
