"""What tests of pages stand on: a published release, a page as an HTML tree to ask."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battle.models import Gauntlet
from datasheets.catalogue import Catalogue, CatalogueData
from datasheets.models import Release
from datasheets.selectors import current_catalogue
from roster.models import Roster
from tests.releases import publish_first
from tests.roster.saved import saved_roster
from tests.website.texts import LEGAL


@pytest.fixture
def release(db: None, catalogue: Catalogue) -> Release:
    """The Necrons, published."""
    return publish_first(necrons_of(catalogue.data), catalogue)


@pytest.fixture
def player(client: Client, owner: User) -> Client:
    """The owner's browser, signed in."""
    client.force_login(owner)
    return client


@pytest.fixture
def tomb_patrol(owner: User, release: Release) -> Roster:
    """The legal list, saved."""
    return saved_roster(owner, current_catalogue(), LEGAL, name="Tomb Patrol")


@pytest.fixture
def two_targets(db: None) -> Gauntlet:
    """A gauntlet of two targets that comes with the service."""
    units = [{"from": "catalogue", "datasheet": f"necrons:{slug}"} for slug in ("canoptek-wraiths", "doomsday-ark")]
    return Gauntlet.objects.create(slug="two-targets", name="Two targets", units=units)


def necrons_of(data: CatalogueData) -> CatalogueData:
    """What a Necron army needs of the catalogue: a release of it is compiled in a moment."""
    return CatalogueData(
        factions=tuple(row for row in data.factions if row.id == "necrons"),
        battle_sizes=data.battle_sizes,
        dispositions=data.dispositions,
        items=tuple(row for row in data.items if row.id.startswith(("necrons:", "wargear:"))),
        datasheets=tuple(row for row in data.datasheets if row.faction == "necrons"),
        prices=tuple(row for row in data.prices if row.datasheet.startswith("necrons:")),
        detachments=tuple(row for row in data.detachments if row.id.startswith("necrons:")),
        enhancements=tuple(row for row in data.enhancements if row.id.startswith("necrons:")),
        attachments=tuple(row for row in data.attachments if row.joining.startswith("necrons:")),
    )
