"""A small legal list of our own, and what changes it."""

from __future__ import annotations

LEGAL_LIST = """Patrol (100 points)

Orks
Incursion (1000 points)
War Horde (3 Detachment Points)
Force Dispositions: Take and Hold

CHARACTERS

Warboss (100 points)
  • Warlord
  • 1x Kustom shoota
    1x Power klaw
"""
WITHOUT_WARLORD = LEGAL_LIST.replace("  • Warlord\n", "")
WITH_UNKNOWN_LINE = LEGAL_LIST.replace("    1x Power klaw\n", "    1x Power klaw\n    1x Zzap vexilla of doom\n")
NO_LIST = "Dear diary,\nno army today.\n"
OTHER_LIST = """Scarabs (50 points)

Necrons
Incursion (1000 points)
Awakened Dynasty (2 Detachment Points)

CHARACTERS

Chronomancer (65 points)
  • Warlord
  • 1x Chronomancer’s stave
"""
