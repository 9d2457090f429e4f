"""What pages and the API read of saved rosters: the list with what the release in force would change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from datasheets.models import Publication
from roster.access import Person, rosters_visible_to
from roster.comparing import Legality
from roster.models import ComparedRoster, ItemStatus, Roster

LEGALITY_WORDS = {Legality.LEGAL: "Legal", Legality.ILLEGAL: "Not legal", Legality.OPEN: "Cannot say"}


@dataclass(frozen=True, slots=True)
class Notice:
    """What the release in force changes for a saved roster that stands on another."""

    release: str
    """Label of the release in force."""
    row: ComparedRoster

    @property
    def sentence(self) -> str:
        """In words: ``Release 2026.10.1 changes this roster: 1,995 → 2,010 points, now over the limit by 10.``"""
        return f"Release {self.release} changes this roster: {change_in_words(self.row)}."


def change_in_words(row: ComparedRoster) -> str:
    """What a judged row found: points, legality and the number of checks newly broken or no longer broken."""
    parts = []
    before, after = row.points_before or 0, row.points_after or 0
    if before != after:
        parts.append(f"{before:,} → {after:,} points")
    if row.over_by and before != after:
        parts.append(f"now over the limit by {row.over_by:,}")
    if row.is_complete_before != row.is_complete_after:
        parts.append("everything has a price now" if row.is_complete_after else "something has no known price any more")
    if row.legality_before != row.legality_after:
        words = {legality.value: word.lower() for legality, word in LEGALITY_WORDS.items()}
        parts.append(f"{words[row.legality_before]} → {words[row.legality_after]}")
    if row.newly_broken:
        parts.append(f"{_checks(len(row.newly_broken))} newly broken")
    if row.newly_held:
        parts.append(f"{_checks(len(row.newly_held))} no longer broken")
    if not parts and row.is_priced_otherwise:
        parts.append("prices of units differ, and their sum is the same")
    return ", ".join(parts) or "nothing"


def _checks(count: int) -> str:
    return "1 check" if count == 1 else f"{count} checks"


def listed_rosters(person: Person) -> QuerySet[Roster]:
    """The rosters of a person with their releases, without the documents, which are large."""
    rows = rosters_visible_to(person).select_related("release")
    return rows.defer("document", "open_lines", "release__content")


def notices_of(rosters: Iterable[Roster]) -> dict[int, Notice]:
    """By the roster's key what its owner should know and has not put away. Two queries for all.

    A roster that was moved or changed since it was compared has none, nor one for which nothing changes.
    """
    newest = Publication.objects.order_by("-id").values_list("pk", "release__label").first()
    if newest is None:
        return {}
    publication, label = newest
    by_key = {roster.pk: roster for roster in rosters}
    rows = ComparedRoster.objects.filter(
        comparison__publication_id=publication,
        roster_id__in=by_key,
        status=ItemStatus.DONE,
        dismissed_at__isnull=True,
    )
    return {
        row.roster_id: Notice(label, row)
        for row in rows
        if (row.is_priced_otherwise or row.is_judged_otherwise)
        and row.base_id == by_key[row.roster_id].release_id
        and row.roster_version == by_key[row.roster_id].version
    }
