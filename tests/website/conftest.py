"""What tests of pages stand on: a published release, a page as an HTML tree to ask."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue, CatalogueData
from datasheets.models import Release
from tests.releases import publish_first


@pytest.fixture
def release(db: None, catalogue: Catalogue) -> Release:
    """The Necrons, published."""
    return publish_first(necrons_of(catalogue.data), catalogue)


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
