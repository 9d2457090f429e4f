"""The catalogue as plain values: what exists, what it costs, what may join what.

Nothing here imports Django. A :class:`~datasheets.catalogue.catalogue.Catalogue` is one published,
immutable release; muster, interchange, simulation and the apps all read from it.
"""

from datasheets.catalogue.catalogue import Catalogue, CatalogueData, ReleaseStamp
from datasheets.catalogue.names import fold_keyword, fold_name

__all__ = ["Catalogue", "CatalogueData", "ReleaseStamp", "fold_keyword", "fold_name"]
