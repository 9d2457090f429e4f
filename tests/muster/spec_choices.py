"""The invented choices that are made for units."""

from __future__ import annotations

from datasheets.catalogue.group import Allegiance, AllegianceChoice
from tests.muster.spec_datasheets import LEGION

ALLEGIANCES = (
    Allegiance(
        f"{LEGION}:mark",
        "Mark",
        (AllegianceChoice("Red", ("Red Mark",)), AllegianceChoice("Blue", ("Blue Mark",), maximum=2)),
        to_keywords=("Sample Legion", "Infantry"),
        excludes=("Epic Hero", "Red Mark", "Blue Mark"),
        detachment=f"{LEGION}:rite",
        is_mandatory=True,
    ),
    Allegiance(
        f"{LEGION}:patron",
        "Patron",
        (AllegianceChoice("Red", ("Red Mark",)), AllegianceChoice("Blue", ("Blue Mark",))),
        members=(f"{LEGION}:idol",),
        is_mandatory=True,
    ),
    Allegiance(
        f"{LEGION}:rank",
        "Rank",
        (AllegianceChoice("Officer", ("Character",)),),
        to_keywords=("Vehicle",),
        excludes=("Transport",),
        detachment=f"{LEGION}:levy",
        maximum=2,
    ),
    Allegiance(
        f"{LEGION}:vow",
        "Vow",
        (AllegianceChoice("Haste", ("Battleline",)), AllegianceChoice("Silence", ("Silent",))),
        to_keywords=("Mounted",),
        detachment=f"{LEGION}:vows",
        minimum=2,
        maximum=6,
    ),
)
