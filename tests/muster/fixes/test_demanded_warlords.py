"""Where somebody must be the Warlord, nobody beside them is offered; a demanded one who is absent is added."""

from __future__ import annotations

import pytest

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


def warlords_offered(catalogue: Catalogue, check: str, *warlords: str) -> list[list[str]]:
    """What is offered for each violation of the check where these Necrons are the Warlord's."""
    units = ["overlord", "technomancer", "the-silent-king", "necron-warriors"]
    document = roster_of(
        {
            "faction": "necrons",
            "detachments": ["necrons:awakened-dynasty"],
            "units": [{"unit": f"necrons:{unit}", "warlord": unit in warlords} for unit in units],
        },
        catalogue,
    )
    report = find_fixes(document, catalogue, check_roster(document, catalogue))
    [verdict] = [verdict for verdict in report.broken if verdict.check == check]
    return [[fix_text(fix) for fix in violation.fixes] for violation in verdict.violations]


@pytest.mark.parametrize(
    ("check", "warlords"),
    [
        ("25.04/warlord-named", ()),
        ("25.04/warlord-character", ("necron-warriors",)),
        ("25.04/warlord-mandatory", ("overlord",)),
        ("25.04/one-warlord", ("overlord", "technomancer")),
        ("25.04/one-warlord", ("overlord", "the-silent-king")),
    ],
)
def test_nobody_is_offered_beside_one_who_must_be_the_warlord(
    catalogue: Catalogue, check: str, warlords: tuple[str, ...]
) -> None:
    for offered in warlords_offered(catalogue, check, *warlords):
        assert [text for text in offered if "the Warlord" in text] == ["Make The Silent King the Warlord."]
