"""What lists print of choices made for a unit: ``Daemonic Allegiance: Khorne``, ``Mark of Khorne``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from datasheets.catalogue import Catalogue, fold_name
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.group import Allegiance, AllegianceChoice
from datasheets.catalogue.names import fold_keyword
from roster.document import Reference, UnitChoice


@dataclass(frozen=True, slots=True)
class ReadChoice:
    """A choice as read; ``choice`` is None where the allegiance has none called ``value``."""

    allegiance: Allegiance
    choice: AllegianceChoice | None
    value: str

    def written(self) -> UnitChoice:
        """As the roster document holds it."""
        return UnitChoice(
            Reference(self.allegiance.id, self.allegiance.name), self.choice.name if self.choice else self.value
        )


def labelled_choice(
    label: str, value: str, datasheet: Datasheet, catalogue: Catalogue, detachments: Sequence[str]
) -> ReadChoice | None:
    """The choice that ``Label: value`` makes for a unit of the datasheet, None if it names nothing it can choose.

    The label is the allegiance's name, or begins with it (``Mark of Chaos``) where the value is a choice.
    """
    wanted = fold_name(label)
    for allegiance in _of(datasheet, catalogue, detachments):
        name = fold_name(allegiance.name)
        choice = _choice(allegiance, value)
        if wanted == name or (choice is not None and wanted.startswith(f"{name} ")):
            return ReadChoice(allegiance, choice, value)
    return None


def named_choice(
    content: str, datasheet: Datasheet, catalogue: Catalogue, detachments: Sequence[str]
) -> ReadChoice | None:
    """The choice that a name alone makes (``Mark of Khorne``), None if it is no such name."""
    wanted = fold_name(content)
    for allegiance in _of(datasheet, catalogue, detachments):
        for choice in allegiance.choices:
            if wanted == fold_name(f"{allegiance.name} of {choice.name}"):
                return ReadChoice(allegiance, choice, choice.name)
    return None


def _choice(allegiance: Allegiance, value: str) -> AllegianceChoice | None:
    """The choice called so, also with the allegiance before it: ``Khorne``, ``Mark of Khorne``."""
    wanted = fold_name(value)
    for choice in allegiance.choices:
        if wanted in (fold_name(choice.name), fold_name(f"{allegiance.name} of {choice.name}")):
            return choice
    return None


def _of(datasheet: Datasheet, catalogue: Catalogue, detachments: Sequence[str]) -> list[Allegiance]:
    """Allegiances made for the datasheet; those of the selected detachments come before those of others."""
    selected = set(detachments)
    keywords = {fold_keyword(keyword) for keyword in (*datasheet.keywords, *datasheet.faction_keywords)}
    keywords |= {fold_keyword(row.keyword) for row in datasheet.conditional_keywords}
    own = [
        allegiance
        for allegiance in catalogue.data.allegiances
        if (
            datasheet.id in allegiance.members
            if allegiance.members
            else all(fold_keyword(keyword) in keywords for keyword in allegiance.to_keywords)
        )
    ]
    return sorted(own, key=lambda one: one.detachment is not None and one.detachment not in selected)
