"""Datasheets by what somebody types: every match after two letters, and the one that is meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.names import fold_name
from roster.interchange.suggestions import Suggester
from roster.muster.loadouts.identity import ById

FEWEST_LETTERS = 2
LONGEST_NAME = 200


class NotNamed(ValueError):
    """What is typed names no datasheet that can fight, or more than one; the message says what to do."""


def datasheets_like(typed: str, catalogue: Catalogue) -> tuple[str, ...]:
    """Labels of all datasheets that have every word typed in their label, those that begin with it first.

    None where fewer than two letters are typed.
    """
    folded = fold_name(typed[:LONGEST_NAME])
    if len(folded) < FEWEST_LETTERS:
        return ()
    words = folded.split()
    found = [
        (not label_folded.startswith(folded), label)
        for label_folded, label in _labels(catalogue).folded
        if all(word in label_folded for word in words)
    ]
    return tuple(label for _, label in sorted(found))


def datasheet_named(typed: str, catalogue: Catalogue) -> Datasheet:
    """The datasheet with this label, name, former name or id; raises :class:`NotNamed`."""
    labels = _labels(catalogue)
    folded = fold_name(typed[:LONGEST_NAME])
    shown = typed.strip()[:60]
    if typed in labels.of:
        return catalogue.datasheets[typed]
    if (by_label := labels.ids.get(folded)) is not None:
        return catalogue.datasheets[by_label]
    named = catalogue.datasheets_by_name.get(folded, ())
    found = [sheet for sheet in named if sheet.id in labels.of]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(labels.of[sheet.id] for sheet in found)
        raise NotNamed(f"{len(found)} datasheets are called “{shown}”. Write which one: {names}.")
    if named:
        raise NotNamed(f"{named[0].name} is known by name and price only, so nothing can be said of its attacks.")
    alike = datasheets_like(typed, catalogue)
    if len(alike) == 1:
        return catalogue.datasheets[labels.ids[fold_name(alike[0])]]
    near = alike[:5] or Suggester().near(typed, labels.of.values())
    hint = f" Perhaps {' or '.join(near)}?" if near else " Write its name as the points manual has it."
    raise NotNamed(f"No datasheet is called “{shown}”.{hint}")


def label_of(sheet: Datasheet, catalogue: Catalogue) -> str:
    """Its name, with its faction where several have one of that name."""
    return _labels(catalogue).of.get(sheet.id, sheet.name)


class _Labels:
    """What each datasheet that can fight is called where there may be several of a name."""

    def __init__(self, catalogue: Catalogue) -> None:
        sheets = [sheet for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.FULL and sheet.kinds]
        by_name: defaultdict[str, list[Datasheet]] = defaultdict(list)
        for sheet in sheets:
            by_name[fold_name(sheet.name)].append(sheet)
        self.of: Mapping[str, str] = {
            sheet.id: sheet.name if len(by_name[fold_name(sheet.name)]) == 1 else _bracketed(sheet, catalogue)
            for sheet in sheets
        }
        self.ids: Mapping[str, str] = {fold_name(label): id for id, label in self.of.items()}
        self.folded = tuple(sorted((fold_name(label), label) for label in self.of.values()))


def _bracketed(sheet: Datasheet, catalogue: Catalogue) -> str:
    faction = catalogue.factions.get(sheet.faction)
    return f"{sheet.name} ({faction.name if faction is not None else sheet.faction})"


_KEPT: ById[Catalogue, _Labels] = ById(2)


def _labels(catalogue: Catalogue) -> _Labels:
    return _KEPT.get(catalogue, lambda: _Labels(catalogue))
