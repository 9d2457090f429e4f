"""Effective keywords: what a unit has in this army, with these detachments (25.03, 02.05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Detachment, GrantedKeyword
from datasheets.catalogue.names import fold_keyword
from roster.muster.unit import fold_keywords


@dataclass(frozen=True, slots=True)
class KeywordClaim:
    """A unit that is to get its keywords. ``uses_choice``: its role in the roster shows it was chosen.
    ``is_warlord``: a model of it is the Warlord.

    Where a detachment gives a keyword to a limited number of units of the player's choice, those
    that need it (the Warlord, bearers of enhancements) are taken to be the chosen ones.
    """

    datasheet: Datasheet | None
    uses_choice: bool
    is_warlord: bool = False


def effective_keywords(
    claims: Sequence[KeywordClaim], detachments: Sequence[Detachment], army_keywords: frozenset[str]
) -> list[frozenset[str]]:
    """Keywords of each unit, in the same order: printed, conditional and granted ones, at their fix-point."""
    selected = {detachment.id for detachment in detachments}
    warlords = {claim.datasheet.id for claim in claims if claim.is_warlord and claim.datasheet is not None}
    result = [_own_keywords(claim.datasheet, selected, army_keywords, warlords) for claim in claims]
    grants = [grant for detachment in detachments for grant in detachment.granted_keywords]
    changed = bool(grants)
    while changed:
        # Each round adds a keyword to some unit, and there are only so many keywords to add.
        changed = False
        for grant in grants:
            for index in _grantees(grant, claims, result):
                result[index] |= {fold_keyword(grant.keyword)}
                changed = True
    return result


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


def _grantees(grant: GrantedKeyword, claims: Sequence[KeywordClaim], current: Sequence[frozenset[str]]) -> list[int]:
    """Units that this grant still has to reach."""
    keyword = fold_keyword(grant.keyword)
    wanted = fold_keywords((grant.to_keyword, *((grant.with_keyword,) if grant.with_keyword else ())))
    takers = [index for index, keywords in enumerate(current) if wanted <= keywords]
    open_takers = [index for index in takers if keyword not in current[index]]
    if grant.is_choice:
        open_takers = [index for index in open_takers if claims[index].uses_choice]
    if grant.maximum is None:
        return open_takers
    printed = [index for index in takers if keyword in current[index]]
    open_takers.sort(key=lambda index: not claims[index].uses_choice)
    return open_takers[: max(0, grant.maximum - len(printed))]
