"""Writing the catalogue: importing it from the sources, giving it a points manual, publishing it."""

from datasheets.services.importing import ImportOutcome, import_catalogue
from datasheets.services.manuals import newest_manual, read_manual_folder, store_manual
from datasheets.services.publishing import Published, publish_release

__all__ = [
    "ImportOutcome",
    "Published",
    "import_catalogue",
    "newest_manual",
    "publish_release",
    "read_manual_folder",
    "store_manual",
]
