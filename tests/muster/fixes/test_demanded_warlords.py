"""A detachment that demands a Warlord who is not in the army: he is added, or the detachment goes."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from roster.muster import check_roster
from roster.muster.fixes import find_fixes
from roster.wording import fix_text
from tests.muster.rosters import roster_of


def test_a_hero_who_comes_as_a_guest_is_added_where_the_detachment_names_him(catalogue: Catalogue) -> None:
    units = [{"unit": "aeldari:farseer", "warlord": True}, "aeldari:guardian-defenders"]
    document = roster_of(
        {"faction": "aeldari", "detachments": ["aeldari:devoted-of-ynnead"], "units": units}, catalogue
    )

    report = find_fixes(document, catalogue, check_roster(document, catalogue))

    [violation] = next(verdict for verdict in report.broken if verdict.check == "25.04/warlord-demanded").violations
    texts = [fix_text(fix) for fix in violation.fixes]
    assert violation.message == "absent"
    assert "Add Yvraine (90 points) as the Warlord." in texts
    assert "Select Armoured Warhost (1 Detachment Point) in place of Devoted of Ynnead." in texts
    assert not any("Farseer" in text for text in texts)
