"""What is chosen for units when the army is mustered: marks and allegiances, and the keywords they give (R-18)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from datasheets.catalogue import Catalogue, fold_name
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Detachment, GrantedKeyword
from datasheets.catalogue.group import Allegiance, AllegianceChoice
from roster.document import UnitEntry
from roster.muster.unit import MadeChoice, fold_keywords


def made_choices(entry: UnitEntry, index: int, catalogue: Catalogue) -> tuple[MadeChoice, ...]:
    """The choices written on the unit at ``index``, looked up."""
    made = []
    for place, written in enumerate(entry.choices):
        allegiance = catalogue.allegiances.get(written.allegiance.id or "")
        choice = choice_named(allegiance, written.choice) if allegiance is not None else None
        made.append(MadeChoice(written, f"/units/{index}/choices/{place}", allegiance, choice))
    return tuple(made)


def choice_named(allegiance: Allegiance, name: str) -> AllegianceChoice | None:
    """The choice of that name."""
    folded = fold_name(name)
    return next((choice for choice in allegiance.choices if fold_name(choice.name) == folded), None)


def in_force(allegiances: Iterable[Allegiance], detachments: Collection[str]) -> tuple[Allegiance, ...]:
    """The allegiances there are with these detachments, by their ids."""
    return tuple(one for one in allegiances if one.detachment is None or one.detachment in detachments)


def concerns(allegiance: Allegiance, datasheet: Datasheet | None, keywords: frozenset[str]) -> bool:
    """Whether the allegiance is made for such a unit, whatever it excludes. ``keywords`` folded."""
    if datasheet is None:
        return False
    if allegiance.members:
        return datasheet.id in allegiance.members
    return fold_keywords(allegiance.to_keywords) <= keywords


def is_open_to(allegiance: Allegiance, datasheet: Datasheet | None, keywords: frozenset[str]) -> bool:
    """Whether a unit may choose; ``keywords`` are its folded ones, without those of the choice itself."""
    return concerns(allegiance, datasheet, keywords) and keywords.isdisjoint(fold_keywords(allegiance.excludes))


def is_left_open(allegiance: Allegiance) -> bool:
    """Whether who needs its keyword is taken to have chosen, where no unit's choice is written down.

    So with an allegiance that asks nobody, and has one choice: lists of the app do not print it.
    """
    return not allegiance.is_mandatory and len(allegiance.choices) == 1


def stands_for(allegiance: Allegiance, detachment: Detachment, grant: GrantedKeyword) -> bool:
    """Whether the detachment's grant is this allegiance in other words: then the allegiance alone is read."""
    if allegiance.detachment != detachment.id:
        return False
    wanted = (grant.to_keyword, grant.with_keyword) if grant.with_keyword else (grant.to_keyword,)
    keywords = {keyword for choice in allegiance.choices for keyword in choice.keywords}
    return fold_keywords(wanted) == fold_keywords(allegiance.to_keywords) and fold_keywords((grant.keyword,)) <= (
        fold_keywords(tuple(sorted(keywords)))
    )
