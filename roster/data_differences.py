"""What a list names and the release has otherwise: Detachment Points, dispositions, what is withdrawn (R-27).

Points of units are in ``price_differences``; this is the rest of what changes from one manual to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from datasheets.catalogue import Catalogue
from datasheets.catalogue.detachment import Detachment, DetachmentOffer
from roster.document import RosterDocument
from roster.muster.words import listed


class DataCause(StrEnum):
    """What the release has otherwise than the list (R-27)."""

    DETACHMENT_POINTS = "detachment_points"
    DISPOSITION = "disposition"
    """The list names a force disposition that its detachments do not grant."""
    REMOVED = "removed"
    """The points manual no longer lists the unit, enhancement or detachment."""


@dataclass(frozen=True, slots=True)
class DataDifference:
    """Something of the list that the release has otherwise. ``at`` is a JSON pointer into the roster document.

    ``explanation`` is a sentence with both figures, or with both manuals.
    """

    at: str
    name: str
    cause: DataCause
    explanation: str


def data_differences(
    document: RosterDocument,
    catalogue: Catalogue,
    *,
    stated_detachment_points: int | None = None,
    data_version: str | None = None,
) -> tuple[DataDifference, ...]:
    """Every such difference, detachments first; of prices only those that are gone.

    ``stated_detachment_points`` and ``data_version`` are what the list itself says, None if it does not.
    """
    finder = _Finder(document, catalogue, data_version)
    return (
        *finder.detachment_points(stated_detachment_points),
        *finder.dispositions(),
        *finder.removed_detachments(),
        *finder.removed_units(),
        *finder.removed_enhancements(),
    )


class _Finder:
    """Finds the differences of one document within one release."""

    def __init__(self, document: RosterDocument, catalogue: Catalogue, data_version: str | None) -> None:
        self._document = document
        self._catalogue = catalogue
        faction = document.faction.id if document.faction and document.faction.id else ""
        self._lineage = catalogue.lineage(faction)
        manual = catalogue.stamp.manual
        self._manual = f"{manual.name} {manual.version}".strip()
        self._made = f" The list was made with data version {data_version}." if data_version else ""
        self._detachments: list[tuple[Detachment | None, DetachmentOffer | None]] = []
        for reference in document.detachments:
            detachment = catalogue.detachments.get(reference.id or "")
            offer = detachment.offer_to(*self._lineage) if detachment else None
            self._detachments.append((detachment, offer))

    def detachment_points(self, stated: int | None) -> Iterator[DataDifference]:
        """The stated Detachment Points, where all of them are known and add up to another number."""
        points = [offer.points if offer else None for _, offer in self._detachments]
        known = [one for one in points if one is not None]
        if stated is None or not points or len(known) != len(points) or sum(known) == stated:
            return
        named = zip(self._detachments, known, strict=True)
        parts = listed([f"{detachment.name} {one}" for (detachment, _), one in named if detachment])
        figures = f"The list states {stated} Detachment Points, by {self._manual} they are {sum(known)}"
        text = f"{figures} ({parts}).{self._made}"
        yield DataDifference("/detachments", "Detachment Points", DataCause.DETACHMENT_POINTS, text)

    def dispositions(self) -> Iterator[DataDifference]:
        """Dispositions that the detachments do not grant, where what they grant is known."""
        if not self._detachments or any(not (offer and offer.dispositions) for _, offer in self._detachments):
            return
        known = self._catalogue.dispositions
        granted = dict.fromkeys(one for _, offer in self._detachments if offer for one in offer.dispositions)
        names = listed([known[one].name for one in granted if one in known])
        for place, reference in enumerate(self._document.dispositions):
            disposition = known.get(reference.id or "")
            if disposition is None or disposition.id in granted:
                continue
            name = disposition.name
            text = f"The list names {name}; by {self._manual} its detachments grant {names}.{self._made}"
            yield DataDifference(f"/dispositions/{place}", name, DataCause.DISPOSITION, text)

    def removed_detachments(self) -> Iterator[DataDifference]:
        """Detachments of the army's own lists that the manual has no longer."""
        for place, (detachment, offer) in enumerate(self._detachments):
            if detachment is None or offer is not None or detachment.id.partition(":")[0] not in self._lineage:
                continue
            faction = self._catalogue.factions[self._lineage[0]].name
            text = f"{self._manual} does not list {detachment.name} among the detachments of {faction}.{self._made}"
            yield DataDifference(f"/detachments/{place}", detachment.name, DataCause.REMOVED, text)

    def removed_units(self) -> Iterator[DataDifference]:
        """Datasheets that an older manual priced and this one does not, in any list."""
        for place, unit in enumerate(self._document.units):
            sheet = self._catalogue.datasheets.get(unit.datasheet.id or "")
            if sheet is None or sheet.id in self._catalogue.priced_datasheets:
                continue
            yield from self._removed(sheet.id, sheet.name, f"/units/{place}")

    def removed_enhancements(self) -> Iterator[DataDifference]:
        """Enhancements that an older manual priced and this one does not, of detachments that it lists."""
        listed_now = {detachment.id for detachment, offer in self._detachments if detachment and offer}
        for place, unit in enumerate(self._document.units):
            for index, reference in enumerate(unit.enhancements):
                enhancement = self._catalogue.enhancements.get(reference.id or "")
                if enhancement is None or enhancement.detachment not in listed_now:
                    continue
                if enhancement.points_in(*self._lineage) is None:
                    yield from self._removed(enhancement.id, enhancement.name, f"/units/{place}/enhancements/{index}")

    def _removed(self, subject: str, name: str, at: str) -> Iterator[DataDifference]:
        former = self._catalogue.past_prices.get(subject, ())
        if former:
            text = f"{self._manual} does not list {name}; {former[0].manual} did.{self._made}"
            yield DataDifference(at, name, DataCause.REMOVED, text)
