"""Saved rosters for tests, and releases that make other prices and limits of them."""

from __future__ import annotations

from dataclasses import replace

from django.contrib.auth.models import User

from datasheets.catalogue import Catalogue
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryRef, entries_of, with_entries
from datasheets.models import Publication, Release
from roster.checking import check_text
from roster.models import Roster
from roster.services.rosters import save_checked
from tests.releases import publish_again
from tests.roster.lists import LEGAL_LIST

WARBOSS = "orks:warboss"


def saved_roster(owner: User, catalogue: Catalogue, text: str = LEGAL_LIST, *, name: str = "") -> Roster:
    """The text, checked by this catalogue and kept."""
    return save_checked(owner, check_text(text, catalogue), catalogue=catalogue, name=name)


def dearer(data: CatalogueData, datasheet: str = WARBOSS, *, by: int = 10) -> CatalogueData:
    """The catalogue with every size of the datasheet so many points dearer."""
    changes = {}
    for ref, table in entries_of(data, "prices").items():
        if table.datasheet == datasheet:
            tiers = tuple(
                replace(tier, rows=tuple(replace(row, points=row.points + by) for row in tier.rows))
                for tier in table.tiers
            )
            changes[ref] = replace(table, tiers=tiers)
    assert changes
    return with_entries(data, changes)


def smaller(data: CatalogueData, battle_size: str, points: int) -> CatalogueData:
    """The catalogue in which a battle size allows only so many points."""
    ref = EntryRef("battle_sizes", battle_size)
    return with_entries(data, {ref: replace(entries_of(data, "battle_sizes")[ref], points_limit=points)})


def without(data: CatalogueData, *refs: EntryRef) -> CatalogueData:
    """The catalogue without these entries."""
    return with_entries(data, dict.fromkeys(refs))


def published(data: CatalogueData, catalogue: Catalogue) -> Release:
    """The release of ``data``, in force."""
    return publish_again(data, catalogue)


def drafted(data: CatalogueData, catalogue: Catalogue) -> Release:
    """A release of ``data`` that was never in force: the one in force before is so again."""
    before = Publication.objects.order_by("-id").values_list("release_id", flat=True).first()
    release = published(data, catalogue)
    # Publications are never deleted by the service; a test that wants a draft makes as if it never was.
    Publication.objects.filter(release=release)._raw_delete("default")
    assert Publication.objects.order_by("-id").values_list("release_id", flat=True).first() == before
    return release


def put_in_force(release: Release) -> None:
    """Publish a draft."""
    Publication.objects.create(release=release)
