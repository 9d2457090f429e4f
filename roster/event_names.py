"""What an organiser writes into a list of an event profile, a name a line, as ids of the catalogue and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from datasheets.catalogue import Catalogue
from datasheets.catalogue.names import fold_name
from roster.event_documents import MAX_IDS
from roster.interchange.suggestions import Suggester
from roster.muster.profiles import NOUNS, known_entries
from roster.muster.words import listed

EVERY_FACTION = "every faction"
"""What stands in brackets behind a name that is meant in each faction that has it."""

MOST_FAULTS = 20
"""Lines that are told at once; what follows is counted."""

LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class LineFault:
    """A line that names nothing, or not one thing. ``line`` counts from 1."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class NamedIds:
    """The ids that the lines name, in their order, and the lines that could not be settled."""

    ids: tuple[str, ...]
    faults: tuple[LineFault, ...]


def names_of(field: str, ids: Iterable[str], catalogue: Catalogue) -> tuple[str, ...]:
    """A name for each id that :func:`ids_named` reads as that id; one that the release does not have stays an id."""
    labels = _Labels(field, catalogue)
    return tuple(labels.of(id) for id in ids)


def ids_named(field: str, text: str, catalogue: Catalogue) -> NamedIds:
    """The ids of the names in ``text``, one a line; empty lines are passed over.

    A line is a name, with its faction in brackets where several factions have one of that name, or an id.
    """
    labels, suggester = _Labels(field, catalogue), Suggester()
    ids: dict[str, int] = {}
    faults: list[LineFault] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if number > MAX_IDS:
            faults.append(LineFault(number, f"at most {MAX_IDS:,} lines are read. Leave out those that follow."))
            break
        written = line.strip()
        if not written:
            continue
        found = labels.ids(written)
        if not found:
            faults.append(LineFault(number, labels.refusal(written, suggester)))
        for id in found:
            if id in ids:
                faults.append(LineFault(number, f"{labels.of(id)} stands in line {ids[id]}, too. Leave one out."))
            else:
                ids[id] = number
    return NamedIds(tuple(ids), tuple(faults))


def faults_in_words(faults: Sequence[LineFault]) -> Iterator[str]:
    """``"Line 3: there is no detachment “Awakend Dynasty”. Perhaps Awakened Dynasty?"``, the first of them."""
    for fault in faults[:MOST_FAULTS]:
        yield f"Line {fault.line}: {fault.message}"
    if len(faults) > MOST_FAULTS:
        yield f"{len(faults) - MOST_FAULTS} more lines are not understood. Mend these first."


class _Labels:
    """The entries that a field may name, by whatever they may be called."""

    def __init__(self, field: str, catalogue: Catalogue) -> None:
        self._noun = NOUNS[field]
        self._release = catalogue.stamp.label
        self._known: Mapping[str, object] = known_entries(field, catalogue)
        by_name: defaultdict[str, list[str]] = defaultdict(list)
        for id, entry in known_entries(field, catalogue).items():
            by_name[fold_name(entry.name)].append(id)
        self._by_name = by_name
        self._names = {id: entry.name for id, entry in known_entries(field, catalogue).items()}
        bracketed = {id: f"{name} ({_faction_of(id, catalogue)})" for id, name in self._names.items()}
        by_label: defaultdict[str, list[str]] = defaultdict(list)
        for id, label in bracketed.items():
            by_label[fold_name(label)].append(id)
        self._by_label = by_label
        # Two of one name in one faction (one of them Legends) are told apart by nothing but their ids.
        self._labels = {
            id: name
            if len(by_name[fold_name(name)]) == 1
            else bracketed[id]
            if len(by_label[fold_name(bracketed[id])]) == 1
            else id
            for id, name in self._names.items()
        }

    def of(self, id: str) -> str:
        return self._labels.get(id, id)

    def ids(self, written: str) -> tuple[str, ...]:
        """What the line names: one id, all of that name in the faction or factions that it says, or none."""
        if written in self._known:
            return (written,)
        folded = fold_name(written)
        if folded in self._by_label:
            return tuple(self._by_label[folded])
        name = folded.removesuffix(f" {EVERY_FACTION}")
        found = self._by_name.get(name, [])
        return tuple(found) if len(found) == 1 or name != folded else ()

    def refusal(self, written: str, suggester: Suggester) -> str:
        several = self._by_name.get(fold_name(written), [])
        shown = f"“{_cut(written)}”"
        if several:
            first = [self._labels[id] for id in several[:4]]
            more = [f"{len(several) - 4} more"] if len(several) > 4 else []
            return (
                f"{shown} is the name of {len(several)} {self._noun}s: {listed([*first, *more])}. "
                f"Write one as it stands here, or “{self._names[several[0]]} ({EVERY_FACTION})” for all of them."
            )
        near = suggester.near(written, self._labels.values())
        advice = f"Perhaps {' or '.join(near)}?" if near else "Write its name as the app has it."
        return f"there is no {self._noun} {shown} in release {self._release}. {advice}"


def _faction_of(id: str, catalogue: Catalogue) -> str:
    owner = id.partition(":")[0]
    return catalogue.factions[owner].name if owner in catalogue.factions else owner


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
