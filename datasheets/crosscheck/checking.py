"""The cross-check of a catalogue with one source, from the source's folder to the account of every difference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.identity import References
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.origin import Origins
from datasheets.crosscheck.account import Account, Field, SheetAccount
from datasheets.crosscheck.before import without_corrections
from datasheets.crosscheck.bsdata import read_bsdata
from datasheets.crosscheck.classifying import Classifier, Key, ManualFigures, Outcome
from datasheets.crosscheck.comparing import ATTACHED, Comparison, SheetComparison, Told
from datasheets.crosscheck.detachments import detachment_rows, enhancement_key, enhancement_rows
from datasheets.crosscheck.gdc import read_gdc
from datasheets.crosscheck.matching import SheetIndex
from datasheets.crosscheck.mfm import ManualRules, account_of_manual, read_mfm
from datasheets.crosscheck.newer import NewerRows
from datasheets.crosscheck.ours import account_of, attached_by_list, detachments_of
from datasheets.crosscheck.vocabulary import Vocabulary
from datasheets.sources.manual import Manual


@dataclass(frozen=True)
class Grounds:
    """What a cross-check rests on beside the source: words, changes since, manuals, corrections.

    ``manuals`` are the project's, the one that prices the catalogue among them.
    """

    vocabulary: Vocabulary
    newer: NewerRows
    manuals: Sequence[Manual]
    rules: ManualRules
    origins: Origins = field(default_factory=dict)


@dataclass(frozen=True)
class CrossCheck:
    """Every compared field of one source and how it ended."""

    source: str
    account: Account
    outcomes: tuple[Outcome, ...]
    only_ours: tuple[str, ...]
    """Ids of datasheets known in full that the source does not have in the factions it covers."""


Reader = Callable[[Path, Grounds], Account]

SOURCES: Mapping[str, Reader] = {
    "gdc": lambda path, grounds: read_gdc(path, grounds.vocabulary),
    "mfm": lambda path, grounds: read_mfm(path, grounds.rules),
    "bsdata": lambda path, grounds: read_bsdata(path, grounds.vocabulary),
}
"""The sources by name."""


def cross_check(source: str, path: Path, data: CatalogueData, references: References, grounds: Grounds) -> CrossCheck:
    """The catalogue beside the source in the folder.

    Raises :class:`~datasheets.crosscheck.files.UnreadableSource` where it cannot be read.
    """
    account = SOURCES[source](path, grounds)
    comparer = _Comparer(data, references, grounds)
    rows, only_ours = comparer.compare(account)
    manuals = tuple(comparer.figures(manual, account) for manual in sorted(grounds.manuals, key=lambda each: each.date))
    without = _Comparer(without_corrections(data, grounds.origins), references, grounds)
    before = {(row.entry, row.field, row.detail): row.ours for row in without.compare(account)[0]}
    classifier = Classifier(source, account.date, grounds.newer, grounds.origins, before, manuals, grounds.vocabulary)
    return CrossCheck(source, account, tuple(classifier.outcome(row) for row in rows), only_ours)


@dataclass
class _Comparer:
    data: CatalogueData
    references: References
    grounds: Grounds

    def __post_init__(self) -> None:
        self.sheets = account_of(self.data, self.references)
        self.detachments = detachments_of(self.data, self.references)
        self.attached = attached_by_list(self.data)
        parents = {row.id: row.parent for row in self.data.factions if row.parent}
        self.index = SheetIndex(self.sheets, parents, self.grounds.vocabulary, self.grounds.rules.renamed)
        self.parents = parents

    def compare(self, account: Account) -> tuple[list[Comparison], tuple[str, ...]]:
        """Every compared field, and the ids of our datasheets that the account lacks."""
        met: set[str] = set()
        rows: list[Comparison] = []
        for theirs in account.sheets:
            found = self.index.find(theirs)
            if found is None:
                where = f"{theirs.factions[0]}: {fold_name(theirs.name)}"
                rows.append(
                    Comparison(
                        where, theirs.name, theirs.factions[0], Field.DATASHEET, "", None, fold_name(theirs.name)
                    )
                )
                continue
            met.add(found)
            rows += [replace(row, listed_in=theirs.factions[0]) for row in self._pair(found, theirs, account)]
        rows += detachment_rows(self.detachments, account, self.grounds.vocabulary)
        rows += enhancement_rows(self.detachments, account, self.grounds.vocabulary)
        covered = {self.parents.get(faction, faction) for sheet in account.sheets for faction in sheet.factions[:1]}
        only_ours = tuple(
            sheet_id
            for sheet_id, sheet in self.sheets.items()
            if sheet_id not in met and sheet.is_complete and not sheet.is_legends and sheet.factions[0] in covered
        )
        if account.is_complete:
            for each in only_ours:
                sheet = self.sheets[each]
                rows.append(
                    Comparison(each, sheet.name, sheet.factions[0], Field.DATASHEET, "", fold_name(sheet.name), None)
                )
        return rows, only_ours

    def _pair(self, found: str, theirs: SheetAccount, account: Account) -> Iterator[Comparison]:
        ours = self.sheets[found]
        same = fold_name(ours.name), fold_name(theirs.name)
        yield Comparison(found, ours.name, ours.factions[0], Field.DATASHEET, "", *same, same_words=True)
        if theirs.attached_in:
            ours = replace(
                ours,
                leads=self._attached(found, AttachmentRole.LEADER, theirs.attached_in),
                supports=self._attached(found, AttachmentRole.SUPPORT, theirs.attached_in),
            )
        yield from SheetComparison(found, ours, theirs, self.grounds.vocabulary, account).rows()

    def _attached(self, sheet: str, role: AttachmentRole, price_list: str) -> frozenset[str]:
        told = (self.attached.get((sheet, role, each), frozenset()) for each in ("", price_list))
        return frozenset().union(*told)

    def figures(self, manual: Manual, account: Account) -> ManualFigures:
        """What a manual of ours prints, in the keys that comparisons with ``account`` have."""
        own = replace(
            account_of_manual(manual, self.grounds.rules),
            tells_copies=account.tells_copies,
            tells_kinds=account.tells_kinds,
        )
        rows, _ = self.compare(own)
        figures: dict[Key, Told] = {(row.entry, row.field, row.detail): row.theirs for row in rows}
        for detachment in own.detachments:
            for enhancement in detachment.enhancements or ():
                name = enhancement_key(enhancement.name)
                figures.setdefault((f"{detachment.faction}: {name}", Field.ENHANCEMENT, name), name)
        for key, targets in _in_any_list(rows).items():
            figures.setdefault(key, targets)
        return ManualFigures(own.label, own.date, figures, _in_all_lists(rows))


def _in_any_list(rows: Iterable[Comparison]) -> dict[Key, frozenset[str]]:
    """Attachment targets of all lists together, as sources have them that tell no lists."""
    told: defaultdict[Key, set[str]] = defaultdict(set)
    for row in rows:
        if row.field in ATTACHED and isinstance(row.theirs, frozenset):
            told[row.entry, row.field, ""].update(row.theirs)
    return {key: frozenset(targets) for key, targets in told.items()}


def _in_all_lists(rows: Iterable[Comparison]) -> dict[Key, frozenset[str]]:
    """Prices of all lists together: a source may lay the chapters' together."""
    told: defaultdict[Key, set[str]] = defaultdict(set)
    for row in rows:
        if row.anywhere and isinstance(row.theirs, frozenset):
            told[row.entry, row.field, row.anywhere].update(row.theirs)
    return {key: frozenset(points) for key, points in told.items()}
