"""Effective keywords: what a unit has in this army, with these detachments (25.03, 02.05)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.group import Allegiance
from datasheets.catalogue.names import fold_keyword
from roster.muster.choices import in_force, is_left_open, is_open_to, stands_for
from roster.muster.unit import MadeChoice, fold_keywords


@dataclass(frozen=True, slots=True)
class KeywordClaim:
    """A unit that is to get its keywords. ``uses_choice``: its role in the roster shows it was chosen.
    ``is_warlord``: a model of it is the Warlord. ``items`` are the ids of those it carries.

    Where a keyword goes to a limited number of units of the player's choice, and the roster writes no
    such choice down, those that need it (the Warlord, bearers of enhancements) are taken to be the
    chosen ones. Once one unit's choice is written, only what is written counts.
    """

    datasheet: Datasheet | None
    uses_choice: bool
    is_warlord: bool = False
    choices: tuple[MadeChoice, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()
    items: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Keywords:
    """Folded effective keywords of a unit, and the ids of the allegiances that gave it some by its choice."""

    effective: frozenset[str]
    given: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Grant:
    """A folded keyword for the units with all of ``wanted`` and none of ``excluded``, or for ``members``."""

    keyword: str
    wanted: frozenset[str]
    maximum: int | None
    is_choice: bool
    members: tuple[str, ...] = ()
    excluded: frozenset[str] = frozenset()

    def may_take(self, claim: KeywordClaim, keywords: frozenset[str]) -> bool:
        """Whether the unit is one of those it is for."""
        if self.members and (claim.datasheet is None or claim.datasheet.id not in self.members):
            return False
        return self.wanted <= keywords and self.excluded.isdisjoint(keywords - {self.keyword})


def effective_keywords(
    claims: Sequence[KeywordClaim],
    detachments: Sequence[Detachment],
    army_keywords: frozenset[str],
    allegiances: Sequence[Allegiance] = (),
    *,
    withheld: Collection[str] = (),
) -> list[Keywords]:
    """Keywords of each unit, in the same order, at their fix-point.

    Printed and conditional ones, those of its wargear, of its enhancements while their detachment is
    selected (without the enhancements ``withheld``, by id), of what is chosen for it, and of the
    detachments. A keyword can open the next choice or grant. An allegiance that excludes keywords
    looks at what a unit has without it.
    """
    selected = {detachment.id for detachment in detachments}
    warlords = {claim.datasheet.id for claim in claims if claim.is_warlord and claim.datasheet is not None}
    result = [
        _own_keywords(claim.datasheet, selected, army_keywords, warlords) | _borne(claim, selected, withheld)
        for claim in claims
    ]
    given: list[dict[str, None]] = [{} for _ in claims]
    grants = list(_grants(claims, detachments, allegiances))
    choices = list(_written(claims, selected))
    changed = True
    while changed:
        # Each round adds a keyword or a choice to some unit, and there are only so many to add.
        changed = _granted(grants, claims, result) if grants else False
        # Of allegiances that exclude keywords only once nothing else adds any: who chose may not, with what is left.
        waiting = [one for one in choices if one[1].allegiance is not None and not one[1].allegiance.excludes]
        changed |= _chosen(waiting, claims, result, given)
        if not changed:
            changed = _chosen(choices, claims, result, given)
    return [Keywords(keywords, frozenset(ids)) for keywords, ids in zip(result, given, strict=True)]


def _own_keywords(
    datasheet: Datasheet | None, selected: set[str], army_keywords: frozenset[str], warlords: set[str]
) -> frozenset[str]:
    if datasheet is None:
        return frozenset()
    keywords = fold_keywords(datasheet.keywords) | fold_keywords(datasheet.faction_keywords)
    for row in datasheet.conditional_keywords:
        with_detachment = row.detachment is None or row.detachment in selected
        with_faction = row.faction_keyword is None or fold_keyword(row.faction_keyword) in army_keywords
        with_warlord = row.warlord is None or row.warlord in warlords
        if with_detachment and with_faction and with_warlord:
            keywords |= {fold_keyword(row.keyword)}
    return keywords


def _borne(claim: KeywordClaim, selected: set[str], withheld: Collection[str]) -> frozenset[str]:
    """Keywords of the enhancements and the wargear that the unit bears."""
    keywords: frozenset[str] = frozenset()
    for enhancement in claim.enhancements:
        if enhancement.granted_keywords and enhancement.detachment in selected and enhancement.id not in withheld:
            keywords |= fold_keywords(enhancement.granted_keywords)
    if claim.datasheet is not None and claim.datasheet.item_keywords:
        carried = (row.keyword for row in claim.datasheet.item_keywords if row.item in claim.items)
        keywords |= fold_keywords(tuple(carried))
    return keywords


# What is chosen -----------------------------------------------------------------------------------


def _written(claims: Sequence[KeywordClaim], selected: set[str]) -> Iterator[tuple[int, MadeChoice]]:
    """The first choice that each unit makes of each allegiance in force."""
    for index, claim in enumerate(claims):
        seen = set()
        for made in claim.choices:
            allegiance = made.allegiance
            if allegiance is None or made.choice is None or allegiance.id in seen:
                continue
            seen.add(allegiance.id)
            if in_force((allegiance,), selected):
                yield index, made


def _chosen(
    choices: Sequence[tuple[int, MadeChoice]],
    claims: Sequence[KeywordClaim],
    result: list[frozenset[str]],
    given: Sequence[dict[str, None]],
) -> bool:
    """Gives the keywords of what was chosen where the choice is open by now; whether any was."""
    before = list(result)
    changed = False
    for index, made in choices:
        allegiance, choice = made.allegiance, made.choice
        if allegiance is None or choice is None or allegiance.id in given[index]:
            continue
        if is_open_to(allegiance, claims[index].datasheet, before[index]):
            given[index][allegiance.id] = None
            result[index] |= fold_keywords(choice.keywords)
            changed = True
    return changed


# What is granted ----------------------------------------------------------------------------------


def _grants(
    claims: Sequence[KeywordClaim], detachments: Sequence[Detachment], allegiances: Sequence[Allegiance]
) -> Iterator[_Grant]:
    """What the detachments give, and what is left to the player and written down nowhere."""
    written = {
        made.allegiance.id for claim in claims for made in claim.choices if made.allegiance is not None and made.choice
    }
    for detachment in detachments:
        for grant in detachment.granted_keywords:
            if any(stands_for(one, detachment, grant) for one in allegiances):
                continue
            wanted = (grant.to_keyword, grant.with_keyword) if grant.with_keyword else (grant.to_keyword,)
            yield _Grant(fold_keyword(grant.keyword), fold_keywords(wanted), grant.maximum, grant.is_choice)
    for allegiance in allegiances:
        if allegiance.id in written or not is_left_open(allegiance):
            continue
        [choice] = allegiance.choices
        limits = [limit for limit in (allegiance.maximum, choice.maximum) if limit is not None]
        for keyword in choice.keywords:
            yield _Grant(
                fold_keyword(keyword),
                frozenset() if allegiance.members else fold_keywords(allegiance.to_keywords),
                min(limits, default=None),
                is_choice=True,
                members=allegiance.members,
                excluded=fold_keywords(allegiance.excludes),
            )


def _granted(grants: Sequence[_Grant], claims: Sequence[KeywordClaim], result: list[frozenset[str]]) -> bool:
    """Gives the keywords of the grants to whom they still have to reach; whether any was given."""
    changed = False
    for grant in grants:
        for index in _grantees(grant, claims, result):
            result[index] |= {grant.keyword}
            changed = True
    return changed


def _grantees(grant: _Grant, claims: Sequence[KeywordClaim], current: Sequence[frozenset[str]]) -> list[int]:
    """Units that this grant still has to reach."""
    takers = [index for index, keywords in enumerate(current) if grant.may_take(claims[index], keywords)]
    open_takers = [index for index in takers if grant.keyword not in current[index]]
    if grant.is_choice:
        open_takers = [index for index in open_takers if claims[index].uses_choice]
    if grant.maximum is None:
        return open_takers
    printed = [index for index in takers if grant.keyword in current[index]]
    open_takers.sort(key=lambda index: not claims[index].uses_choice)
    return open_takers[: max(0, grant.maximum - len(printed))]
