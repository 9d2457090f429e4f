"""Names of units and enhancements to entries of the catalogue, for one army."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Enhancement
from roster.interchange.names_index import NameIndex, without_bracket


@dataclass
class ArmyNames:
    """Resolves names within an army: its faction's entries come before its parents', allies' and anyone's.

    ``lineage`` is the army faction and its parents, nearest first, or empty where the faction is not
    known; ``detachments`` are the ids selected. Ambiguities end up in ``questions``, each once.
    """

    index: NameIndex
    lineage: tuple[str, ...]
    detachments: tuple[str, ...]
    questions: list[str] = field(default_factory=list)
    _datasheets: dict[tuple[str, bool], Datasheet | None] = field(default_factory=dict)

    def datasheet(self, name: str, *, among_allies: bool = False) -> Datasheet | None:
        """The datasheet of that name; in the section for allies the allied ones come first."""
        key = (name, among_allies)
        if key not in self._datasheets:
            self._datasheets[key] = self._chosen(name, among_allies=among_allies)
        return self._datasheets[key]

    def _chosen(self, name: str, *, among_allies: bool) -> Datasheet | None:
        candidates = self.index.datasheets_named(name)
        if len(candidates) <= 1:
            return candidates[0] if candidates else None
        guests = self.index.guests_of(self.lineage[0]) if self.lineage else frozenset()
        ranked = sorted(
            (self._rank(datasheet, guests, among_allies=among_allies), datasheet.is_legends, datasheet.id, datasheet)
            for datasheet in candidates
        )
        best = [row for row in ranked if row[:2] == ranked[0][:2]]
        chosen = best[0][3]
        if len(best) > 1:
            owners = ", ".join(self._faction_name(row[3]) for row in best)
            self.questions.append(
                f'"{name}" is a datasheet of several factions ({owners}); '
                f"it was read as the one of {self._faction_name(chosen)}."
            )
        return chosen

    def _rank(self, datasheet: Datasheet, guests: frozenset[str], *, among_allies: bool) -> int:
        """Lower is nearer to the army."""
        is_guest = datasheet.id in guests
        if among_allies and is_guest:
            return -1
        if datasheet.faction in self.lineage:
            return self.lineage.index(datasheet.faction)
        return 100 if is_guest else 101

    def _faction_name(self, datasheet: Datasheet) -> str:
        faction = self.index.catalogue.factions.get(datasheet.faction)
        return faction.name if faction else datasheet.faction

    def enhancement(self, name: str) -> Enhancement | None:
        """The enhancement of that name: of the selected detachments, else of the faction, else anyone's."""
        candidates = self.index.enhancements_named(name)
        if not candidates:
            shorter = without_bracket(name)
            candidates = self.index.enhancements_named(shorter) if shorter else ()
        if not candidates:
            return None
        # Names move between detachments: one that the manual still prices is meant before one it dropped.
        return min(
            candidates, key=lambda row: (self._enhancement_rank(row), row.points_in(*self.lineage) is None, row.id)
        )

    def _enhancement_rank(self, enhancement: Enhancement) -> int:
        if enhancement.detachment in self.detachments:
            return self.detachments.index(enhancement.detachment)
        detachment = self.index.catalogue.detachments.get(enhancement.detachment)
        if detachment is not None and detachment.offer_to(*self.lineage) is not None:
            return 100
        return 101

    # Names worth suggesting, nearest first -----------------------------------------------------

    @cached_property
    def datasheet_names(self) -> tuple[str, ...]:
        """Names of the army's own datasheets."""
        return tuple(row.name for row in self.index.catalogue.data.datasheets if row.faction in self.lineage)

    @cached_property
    def all_datasheet_names(self) -> tuple[str, ...]:
        """Names of every datasheet."""
        return tuple(row.name for row in self.index.catalogue.data.datasheets)

    @cached_property
    def enhancement_names(self) -> tuple[str, ...]:
        """Names of the enhancements of the selected detachments."""
        return tuple(
            row.name for chosen in self.detachments for row in self.index.catalogue.enhancements_of.get(chosen, ())
        )

    @cached_property
    def all_enhancement_names(self) -> tuple[str, ...]:
        """Names of every enhancement."""
        return tuple(row.name for row in self.index.catalogue.data.enhancements)
