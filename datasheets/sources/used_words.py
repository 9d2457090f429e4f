"""The vocabulary that the installed package uses, whatever is known of it."""

from __future__ import annotations

from datasheets.sources.factions import factions_of
from datasheets.sources.package import Package, read_package
from datasheets.sources.play import play_of
from datasheets.sources.vocabulary import Noted, Vocabulary, vocabulary_of


def used_words(package: Package | None = None) -> Vocabulary:
    """What clauses of ``package``, or of the installed one, consist of; raises :class:`SourceFault`."""
    package = package or read_package()
    bundle = package.bundle
    noted = Noted()
    play_of(
        bundle,
        factions={faction.id: faction for faction in factions_of(bundle.factions, ())},
        datasheets={f"{row.faction_id}:{row.id}" for row in bundle.units},
        detachments={row.id: f"{row.faction_id}:{row.id}" for row in bundle.detachments},
        enhancements={row.id: row.id for row in bundle.enhancements},
        vocabulary=noted,
        label=package.label,
    )
    return vocabulary_of(noted.clauses, package.label)
