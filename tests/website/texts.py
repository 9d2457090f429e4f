"""List texts of made-up armies, in the shape of the official app's export."""

LEGAL = """Tomb Patrol (515 points)

Necrons
Incursion (1000 points)
Canoptek Court (2 Detachment Points)
Force Dispositions: Take and Hold

Attached Units
Attached Unit 1

Overlord (90 points)
• Attached as: Leader (Character)
  • Warlord
  • 1x Overlord’s blade
    1x Tachyon arrow

Immortals (65 points)
• Attached as: Bodyguard
  • 5x Immortal
    • 5x Close combat weapon
      5x Gauss blaster

Attached Unit 2

Technomancer (95 points)
• Attached as: Support (Character)
  • 1x Staff of light
• Enhancements: Autodivinator

Canoptek Wraiths (95 points)
• Attached as: Bodyguard
  • 3x Canoptek Wraith
    • 3x Vicious claws


OTHER DATASHEETS

Skorpekh Destroyers (85 points)
  • 3x Skorpekh Destroyer
    • 3x Skorpekh hyperphase weapons

Skorpekh Destroyers (85 points)
  • 3x Skorpekh Destroyer
    • 3x Skorpekh hyperphase weapons

Exported with App Version: v2.1.0 (3), Data Version: v895
"""
"""Six units, two of them attached, one enhancement, 515 points; no rule is broken."""

ILLEGAL = """Three Arks (630 points)

Necrons
Incursion (1000 points)
Canoptek Court (2 Detachment Points)
Force Dispositions: Take and Hold

OTHER DATASHEETS

Doomsday Ark (200 points)
  • 1x Armoured bulk
    1x Doomsday cannon
    2x Gauss flayer array

Doomsday Ark (200 points)
  • 1x Armoured bulk
    1x Doomsday cannon
    2x Gauss flayer array

Doomsday Ark (230 points)
  • 1x Armoured bulk
    1x Doomsday cannon
    2x Gauss flayer array

Exported with App Version: v2.1.0 (3), Data Version: v895
"""
"""A third Doomsday Ark where Incursion allows two, and no Warlord; 630 points."""

WITH_MARKUP = LEGAL.replace(
    "OTHER DATASHEETS\n",
    "OTHER DATASHEETS\n\n<script>alert('units')</script> (50 points)\n  • 1x <b>Bold blade</b>\n",
).replace("Tomb Patrol", "Patrol <img src=x onerror=alert(1)>")
"""The legal list with a unit, an item and a name that a browser would take for markup if it were let."""
