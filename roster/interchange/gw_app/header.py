"""The top of a list: its name and total, faction and chapter, battle size, detachments, dispositions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from datasheets.catalogue.faction import Faction
from datasheets.catalogue.names import fold_name
from roster.document import Reference
from roster.interchange import grammar
from roster.interchange.detachment_names import SplitNames, split_detachments
from roster.interchange.labels import JOINING_WORDS, Label
from roster.interchange.ledger import Ledger
from roster.interchange.names_index import NameIndex
from roster.interchange.normalise import Bullet, SourceLine
from roster.interchange.suggestions import Suggester

_TOTAL = re.compile(r"([\d.,' ]+?) ?(?:points|pts)?", re.IGNORECASE)


@dataclass
class Header:
    """What the top of the list says, and what was unclear in it."""

    name: str = ""
    stated_points: int | None = None
    faction: Reference | None = None
    lineage: tuple[str, ...] = ()
    battle_size: Reference | None = None
    points_limit: int | None = None
    detachments: list[Reference] = field(default_factory=list)
    dispositions: tuple[Reference, ...] = ()
    stated_detachment_points: int | None = None
    unread_lines: int = 0
    """Lines under the faction that nothing could be made of."""
    questions: list[str] = field(default_factory=list)


def header_end(lines: Sequence[SourceLine], index: NameIndex) -> int:
    """How many of the lines belong to the header: all before the first section, group or unit."""
    has_config = has_size = has_title = False
    for position, line in enumerate(lines):
        content = line.content
        if line.bullet is not Bullet.NONE and grammar.counted(content):
            return position
        if grammar.section_of(content) or grammar.is_group_heading(content) or grammar.is_footer(content):
            return position
        row = grammar.priced(content)
        if row is None:
            has_config = (
                has_config or grammar.detachment_points(content) is not None or bool(index.factions_named(content))
            )
        elif index.battle_size_named(row.name):
            has_config = has_size = True
        elif (has_size and (has_title or position > 1)) or _is_unit(
            lines, position, row, index, is_below_title=has_config or has_title
        ):
            return position
        else:
            has_title = True
    return len(lines)


def _is_unit(
    lines: Sequence[SourceLine],
    position: int,
    row: grammar.Priced,
    index: NameIndex,
    *,
    is_below_title: bool,
) -> bool:
    """Whether a priced line of the header is the first unit and not the list's title or an unknown size."""
    is_known = bool(index.datasheets_named(row.name))
    if is_known and is_below_title:
        return True
    following = lines[position + 1].content if position + 1 < len(lines) else ""
    leads_to_items = grammar.counted(following) is not None or grammar.is_role(following)
    return leads_to_items and (is_known or is_below_title)


class HeaderReader:
    """Reads the header's lines in one pass over what each of them is."""

    def __init__(self, lines: Sequence[SourceLine], index: NameIndex, ledger: Ledger, suggester: Suggester) -> None:
        self._lines = lines
        self._index = index
        self._ledger = ledger
        self._suggester = suggester
        self._header = Header()
        self._choice: Reference | None = None

    def read(self) -> Header:
        """The header; every line of it is accounted for."""
        run = self._faction_run()
        self._read_faction([self._lines[position] for position in run])
        rest = [position for position in range(len(self._lines)) if position not in run]
        configured = dict.fromkeys(position for position in rest if self._read_configuration(self._lines[position]))
        rest = [position for position in rest if position not in configured]
        anchors = [*run, *configured]
        anchor = min(anchors) if anchors else len(self._lines)
        self._read_top([self._lines[position] for position in rest if position < anchor])
        for position in rest:
            if position > anchor:
                self._read_free(self._lines[position])
        return self._header

    @cached_property
    def _offered(self) -> tuple[str, ...]:
        """Names of the detachments the army's faction is offered."""
        return tuple(
            row.name
            for row in self._index.catalogue.data.detachments
            if not self._header.lineage or row.offer_to(*self._header.lineage) is not None
        )

    # Faction ---------------------------------------------------------------------------------

    def _faction_run(self) -> range:
        """The last consecutive faction lines: a title that happens to be a faction's name stands above."""
        end = None
        start = 0
        for position in range(len(self._lines) - 1, -1, -1):
            line = self._lines[position]
            is_faction = line.bullet is Bullet.NONE and bool(self._index.factions_named(line.content))
            if is_faction and end is None:
                end = position + 1
            elif not is_faction and end is not None:
                start = position + 1
                break
        return range(0) if end is None else range(start, end)

    def _read_faction(self, lines: Sequence[SourceLine]) -> None:
        named = [(line, self._index.factions_named(line.content)) for line in lines]
        if not named:
            return
        candidates = [faction for _, factions in named for faction in factions]
        chosen = self._most_specific(candidates)
        for line, factions in named:
            relation = "army faction" if chosen in factions else f"parent faction of {chosen.name}"
            if chosen not in factions and not self._is_ancestor(factions[0], chosen):
                self._ledger.ignore(line, f"another faction's name above {chosen.name}; the lower line decides")
            else:
                self._ledger.use(line, f"{relation}: {chosen.name if chosen in factions else factions[0].name}")
        self._set_faction(chosen)

    def _most_specific(self, candidates: Sequence[Faction]) -> Faction:
        """The one whose line of descent holds most of the others; on a tie the last named."""
        best = candidates[-1]
        for faction in candidates:
            if self._is_ancestor(best, faction):
                best = faction
        return best

    def _is_ancestor(self, older: Faction, younger: Faction) -> bool:
        return older.id != younger.id and older.id in self._index.catalogue.lineage(younger.id)

    def _set_faction(self, faction: Faction) -> None:
        self._header.faction = Reference(faction.id, faction.name)
        self._header.lineage = self._index.catalogue.lineage(faction.id)

    # Battle size, detachments, dispositions ----------------------------------------------------

    def _read_configuration(self, line: SourceLine) -> bool:
        """Read a line that says by its shape what it is; False leaves it to its position."""
        content = line.content
        found = grammar.detachment_points(content)
        if found is not None:
            self._read_detachments(line, found[0], found[1])
            return True
        row = grammar.priced(content)
        size = self._index.battle_size_named(row.name if row else content)
        if size is not None:
            self._read_battle_size(line, size.name, row.points if row else None)
            return True
        label = grammar.labelled(content)
        if label is not None and label[0] is not None:
            return self._read_labelled(line, label[0], label[2])
        return row is None and self._read_bare_dispositions(line)

    def _read_labelled(self, line: SourceLine, label: Label, value: str) -> bool:
        if label is Label.DISPOSITION:
            self._read_dispositions(line, value)
        elif label is Label.DETACHMENT:
            self._read_detachments(line, value, None)
        elif label is Label.BATTLE_SIZE:
            self._read_battle_size(line, value.partition("(")[0].strip(), None)
        elif label is Label.FACTION:
            self._read_faction_chain(line, value)
        elif label is Label.LIST_NAME:
            self._header.name = value
            self._ledger.use(line, "name of the list")
        elif label is Label.TOTAL:
            match = _TOTAL.fullmatch(value)
            self._state_total(line, grammar.points_of(match[1]) if match else None, value)
            self._ledger.use(line, "stated total")
        else:
            return False
        return True

    def _read_faction_chain(self, line: SourceLine, value: str) -> None:
        """``Imperium - Adeptus Astartes - Dark Angels``; of several with commas the first is the army."""
        known = [found for part in value.split(",")[0].split(" - ") for found in self._index.factions_named(part)]
        if known:
            self._set_faction(self._most_specific(known))
            self._ledger.use(line, f"army faction: {self._most_specific(known).name}")
        else:
            self._unknown_faction(line, value)

    def _unknown_faction(self, line: SourceLine, name: str) -> None:
        self._header.faction = Reference(None, name)
        names = [faction.name for faction in self._index.catalogue.data.factions]
        self._ledger.unknown(
            line,
            f'"{name}" is not a faction of the catalogue{self._suggester.note()}',
            suggestions=self._suggester.near(name, names),
        )

    def _read_battle_size(self, line: SourceLine, name: str, points: int | None) -> None:
        size = self._index.battle_size_named(name)
        before = self._header.battle_size
        if before is not None and size is not None and before.id == size.id:
            self._ledger.ignore(line, "battle size, named before")
            return
        if before is not None:
            self._ledger.unknown(line, f'"{name}" would be a second battle size; "{before.name}" was taken')
            return
        if size is None:
            self._header.battle_size = Reference(None, name)
            self._header.points_limit = points
            names = [row.name for row in self._index.catalogue.data.battle_sizes]
            self._ledger.unknown(
                line, f'"{name}" is not a battle size; there are {", ".join(names)}', suggestions=tuple(names)
            )
            return
        self._header.battle_size = Reference(size.id, size.name)
        if points is not None and points != size.points_limit:
            self._header.points_limit = points
        self._ledger.use(line, f"battle size: {size.name}")

    def _read_detachments(self, line: SourceLine, text: str, stated: int | None) -> None:
        split = split_detachments(text, self._index, self._header.lineage)
        if stated is None and split.known and split.leftovers:
            # Other tools end the line with the name of one detachment's rule in brackets.
            shorter = text.rpartition("(")[0].strip() if text.endswith(")") else ""
            if shorter:
                split = split_detachments(shorter, self._index, self._header.lineage)
        if stated is not None:
            self._header.stated_detachment_points = (self._header.stated_detachment_points or 0) + stated
        self._take_detachments(line, split, stated)

    def _take_detachments(self, line: SourceLine, split: SplitNames, stated: int | None) -> None:
        self._header.detachments.extend(split.references)
        names = ", ".join(reference.name for reference in split.references if reference.id)
        points = f" ({stated} Detachment Points stated)" if stated is not None else ""
        if not split.leftovers:
            self._ledger.use(line, f"detachments: {names}{points}")
            return
        unknown = ", ".join(f'"{part}"' for part in split.leftovers)
        self._ledger.unknown(
            line,
            f"detachments: {names or 'none known'}{points}; not a known detachment: {unknown}{self._suggester.note()}",
            suggestions=self._suggester.near(split.leftovers[0], self._offered),
        )

    def _read_dispositions(self, line: SourceLine, value: str) -> None:
        parts = [part.strip() for part in value.split(",") if part.strip()]
        references = []
        for part in parts:
            known = self._index.disposition_named(part)
            references.append(Reference(known.id, known.name) if known else Reference(None, part))
        self._take_dispositions(tuple(references))
        unknown = ", ".join(f'"{row.name}"' for row in references if row.id is None)
        names = [row.name for row in self._index.catalogue.data.dispositions]
        if unknown:
            self._ledger.unknown(
                line, f"not a force disposition: {unknown}; there are {', '.join(names)}", suggestions=tuple(names)
            )
        else:
            self._ledger.use(line, f"force dispositions: {', '.join(row.name for row in references)}")

    def _read_bare_dispositions(self, line: SourceLine) -> bool:
        if fold_name(line.content) in JOINING_WORDS:
            return False
        parts = [part.strip() for part in line.content.split(",")]
        if not all(self._index.disposition_named(part) for part in parts):
            return False
        self._read_dispositions(line, line.content)
        return True

    def _take_dispositions(self, found: tuple[Reference, ...]) -> None:
        """One named alone, beside a line of several, is the player's choice among them."""
        before = self._header.dispositions
        if len(before) == 1 and before[0] in found:
            return
        if len(found) == 1 and found[0] in before:
            self._header.dispositions = found
        else:
            self._header.dispositions = tuple(dict.fromkeys((*before, *found)))

    # Title and prose ---------------------------------------------------------------------------

    def _read_top(self, lines: Sequence[SourceLine]) -> None:
        """Title and notes above the first line that is known for what it is."""
        worded = []
        for line in lines:
            if grammar.has_words(line.content):
                worded.append(line)
            else:
                self._ledger.ignore(line, "no words")
        if not worded:
            return
        priced = next((at for at, line in enumerate(worded) if grammar.priced(line.content)), None)
        is_faction_missing = self._header.faction is None
        title_end = priced + 1 if priced is not None else 0 if is_faction_missing and len(worded) == 1 else 1
        self._read_title(worded[:title_end])
        notes = worded[title_end:]
        if is_faction_missing and notes and notes[-1].bullet is Bullet.NONE:
            self._unknown_faction(notes[-1], notes[-1].content)
            notes = notes[:-1]
        for line in notes:
            self._ledger.ignore(line, "a note above the faction")

    def _read_title(self, lines: Sequence[SourceLine]) -> None:
        parts = []
        for line in lines:
            row = grammar.priced(line.content)
            if row is not None:
                self._state_total(line, row.points, row.figure)
            name = row.name if row else line.content
            parts.append(name)
            self._ledger.use(line, "name of the list" if row is None else "name of the list and stated total")
        if parts and not self._header.name:
            self._header.name = " ".join(parts)

    def _state_total(self, line: SourceLine, points: int | None, figure: str) -> None:
        if grammar.is_credible(points):
            self._header.stated_points = points
        else:
            self._header.questions.append(
                f'Line {line.number} states a total of "{figure}" points, which no army has; the figure was left out.'
            )

    def _read_free(self, line: SourceLine) -> None:
        """A line below the faction without a label: detachments without points, or nothing known."""
        if not grammar.has_words(line.content):
            self._ledger.ignore(line, "no words")
            return
        row = grammar.priced(line.content)
        if row is not None:
            self._read_battle_size(line, row.name, row.points)
            return
        split = split_detachments(line.content, self._index, self._header.lineage)
        if split.known and not split.leftovers:
            self._take_detachments(line, split, None)
            return
        if line.content.startswith(("+", "&")):
            self._ledger.ignore(line, "a line of another tool's header that the roster does not need")
            return
        self._header.unread_lines += 1
        self._ledger.unknown(
            line,
            f"not a faction, detachment, battle size or force disposition{self._suggester.note()}",
            suggestions=self._suggester.near(line.content, self._offered),
        )
