"""A published release for the command, and a folder for files."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue, CatalogueData
from datasheets.selectors import current_catalogue
from tests.releases import publish_first


@pytest.fixture
def release(db: None, catalogue: Catalogue) -> Catalogue:
    """The Orks, published."""
    publish_first(orks_of(catalogue.data), catalogue)
    return current_catalogue()


def orks_of(data: CatalogueData) -> CatalogueData:
    """What an Ork army needs of the catalogue: a release of it is compiled in a moment."""
    return CatalogueData(
        factions=tuple(row for row in data.factions if row.id == "orks"),
        battle_sizes=data.battle_sizes,
        dispositions=data.dispositions,
        items=tuple(row for row in data.items if row.id.startswith(("orks:", "wargear:"))),
        datasheets=tuple(row for row in data.datasheets if row.faction == "orks"),
        prices=tuple(row for row in data.prices if row.datasheet.startswith("orks:")),
        detachments=tuple(row for row in data.detachments if row.id.startswith("orks:")),
        enhancements=tuple(row for row in data.enhancements if row.id.startswith("orks:")),
        attachments=tuple(row for row in data.attachments if row.joining.startswith("orks:")),
    )
