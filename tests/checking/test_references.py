"""What of the catalogue a roster rests on."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from datasheets.catalogue.entries import EntryRef
from roster.document import Reference, RosterDocument, UnitChoice, UnitEntry
from roster.references import references_of


def test_a_roster_rests_on_the_allegiances_that_it_names(catalogue: Catalogue) -> None:
    choices = (
        UnitChoice(Reference("chaos-daemons:soul-grinder"), "Khorne"),
        UnitChoice(Reference("chaos-daemons:no-such"), "Khorne"),
        UnitChoice(Reference(None, "Clan"), "Goffs"),
    )
    unit = UnitEntry("u1", Reference("chaos-daemons:soul-grinder"), choices=choices)
    found = references_of(RosterDocument(Reference("chaos-daemons"), None, units=(unit,)), catalogue)
    assert {ref for ref in found if ref.collection == "allegiances"} == {
        EntryRef("allegiances", "chaos-daemons:soul-grinder")
    }
