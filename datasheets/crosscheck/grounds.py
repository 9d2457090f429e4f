"""What a cross-check rests on beside the source, read from the project's fixtures."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.origin import Origins
from datasheets.crosscheck.checking import Grounds
from datasheets.crosscheck.mfm import ManualRules
from datasheets.crosscheck.newer import read_newer
from datasheets.crosscheck.vocabulary import read_vocabulary
from datasheets.sources.build import FIXTURES, MANUAL_VERSION, OLDER_VERSIONS
from datasheets.sources.corrections import read_corrections
from datasheets.sources.manual import Manual, read_manual


def read_grounds(
    data: CatalogueData,
    origins: Origins,
    priced: str,
    manuals: Iterable[Manual] = (),
    fixtures: Path = FIXTURES,
) -> Grounds:
    """The grounds for comparing ``data``; raises :class:`~datasheets.sources.faults.SourceFault`.

    ``priced`` is the ISO date of the manual that prices ``data``: what came later says nothing of it.
    ``manuals`` are manuals beside those of the fixtures.
    """
    corrections = read_corrections(fixtures / "corrections")
    own = (read_manual(fixtures / "points" / version) for version in (MANUAL_VERSION, *OLDER_VERSIONS))
    known = {manual.version: manual for manual in (*own, *manuals) if manual.date.isoformat() <= priced}
    folder = fixtures / "crosscheck"
    return Grounds(
        vocabulary=read_vocabulary(folder / "vocabulary.yaml", data.factions, data.datasheets),
        newer=read_newer(folder / "newer.yaml"),
        manuals=tuple(known.values()),
        rules=ManualRules(corrections.names, corrections.sizes.rows),
        origins=origins,
    )
