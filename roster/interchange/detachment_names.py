"""Detachment names joined by commas and "and": the names themselves may hold both, so known names decide."""

from __future__ import annotations

import re
from dataclasses import dataclass

from datasheets.catalogue.detachment import Detachment
from datasheets.catalogue.names import fold_name
from roster.document import Reference
from roster.interchange.labels import JOINING_WORDS
from roster.interchange.names_index import NameIndex

_TOKEN = re.compile(r"[^\s,;/+]+")


@dataclass(frozen=True, slots=True)
class SplitNames:
    """Detachments in the order written; ``leftovers`` are the parts no known name covers, as written."""

    references: tuple[Reference, ...]
    leftovers: tuple[str, ...]

    @property
    def known(self) -> tuple[str, ...]:
        """Ids of the detachments recognised."""
        return tuple(reference.id for reference in self.references if reference.id is not None)


@dataclass(frozen=True, slots=True)
class _Word:
    """A folded word and where it stands in the text."""

    folded: str
    start: int
    end: int


def split_detachments(text: str, index: NameIndex, lineage: tuple[str, ...]) -> SplitNames:
    """The detachments named in a line, longest known names first; ``lineage`` decides between namesakes."""
    words = _words(text)
    references: list[Reference] = []
    leftovers: list[str] = []
    pending: list[_Word] = []
    position = 0
    while position < len(words):
        length, detachment = _longest_at(words, position, index, lineage)
        if detachment is None:
            pending.append(words[position])
            position += 1
            continue
        _flush(pending, text, references, leftovers)
        references.append(Reference(detachment.id, detachment.name))
        position += length
    _flush(pending, text, references, leftovers)
    return SplitNames(tuple(references), tuple(leftovers))


def _words(text: str) -> list[_Word]:
    return [
        _Word(part, match.start(), match.end())
        for match in _TOKEN.finditer(text)
        for part in fold_name(match.group()).split()
    ]


def _longest_at(
    words: list[_Word], position: int, index: NameIndex, lineage: tuple[str, ...]
) -> tuple[int, Detachment | None]:
    for name in index.detachment_words.get(words[position].folded, ()):
        end = position + len(name)
        if end <= len(words) and all(words[position + offset].folded == part for offset, part in enumerate(name)):
            return len(name), _best(index.detachments_named(" ".join(name)), lineage)
    return 0, None


def _best(namesakes: tuple[Detachment, ...], lineage: tuple[str, ...]) -> Detachment:
    """The one the army's faction is offered, its nearest ancestor's first; else the first by id."""
    for faction in lineage:
        for detachment in namesakes:
            if detachment.offer_to(faction) is not None:
                return detachment
    return min(namesakes, key=lambda detachment: detachment.id)


def _flush(pending: list[_Word], text: str, references: list[Reference], leftovers: list[str]) -> None:
    """Turn words between known names into names as written, without the words that join."""
    while pending and pending[0].folded in JOINING_WORDS:
        del pending[0]
    while pending and pending[-1].folded in JOINING_WORDS:
        del pending[-1]
    if pending:
        for part in text[pending[0].start : pending[-1].end].split(","):
            written = part.strip()
            if fold_name(written) not in JOINING_WORDS | {""}:
                references.append(Reference(None, written))
                leftovers.append(written)
        pending.clear()
