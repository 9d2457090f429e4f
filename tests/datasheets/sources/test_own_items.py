"""A datasheet's own item in place of one that the package shares between datasheets."""

from __future__ import annotations

from datasheets.catalogue.entries import EntryRef
from datasheets.catalogue.origin import WHOLE
from datasheets.catalogue.wargear import Item
from datasheets.sources import FindingKind, SourceBuild
from tests.datasheets.sources.doctored import built, corrections_of

DESTRIER = "imperial-knights:knight-destrier"
SHARED = "imperial-knights:questoris-heavy-stubber"
OWN = "imperial-knights:questoris-heavy-stubber-knight-destrier"
WHY = "It fires twice as often."


def with_own(**changed: str) -> SourceBuild:
    row = {"datasheet": DESTRIER, "item": OWN, "like": SHARED, **changed}
    attacks = {"entry": f"items/{OWN}", "field": "profiles", "path": [0, "attacks"], "value": "6", "was": "3"}
    fields = {"rows": [attacks], "reason": WHY} if not changed else {}
    return built(corrections_of(options={"own": [row], "reason": "Its own."}, fields=fields))


def item_of(build: SourceBuild, item_id: str) -> Item | None:
    return next((item for item in build.data.items if item.id == item_id), None)


def told(build: SourceBuild) -> list[tuple[str, str]]:
    stale = (FindingKind.CORRECTION_GONE, FindingKind.CORRECTION_FIXED, FindingKind.CORRECTION_MOVED)
    return [(each.subject, each.text) for each in build.findings if each.kind in stale]


def test_it_stands_wherever_the_shared_item_stood_on_its_datasheet_and_nowhere_else() -> None:
    build = with_own()
    sheets = {sheet.id: sheet for sheet in build.data.datasheets}
    destrier = sheets[DESTRIER]
    assert [item for item in destrier.items if item in (OWN, SHARED)] == [OWN]
    assert [OWN in kind.default_items and SHARED not in kind.default_items for kind in destrier.kinds] == [True]
    assert SHARED in sheets["imperial-knights:knight-crusader"].items
    assert [sheet.id for sheet in sheets.values() if OWN in sheet.items] == [DESTRIER]


def test_it_has_its_own_figures_and_the_shared_item_keeps_its() -> None:
    build = with_own()
    own, shared = item_of(build, OWN), item_of(build, SHARED)
    assert own
    assert shared
    assert (own.name, own.profiles[0].attacks, shared.profiles[0].attacks) == (shared.name, "6", "3")


def test_it_is_wholly_the_correction_s_with_all_reasons() -> None:
    origins = with_own().origins
    assert set(origins[EntryRef("items", OWN)]) == {WHOLE}
    assert origins[EntryRef("items", OWN)][WHOLE].reason == f"Its own. {WHY}"
    assert {"items", "kinds"} <= set(origins[EntryRef("datasheets", DESTRIER)])


def test_an_item_that_the_package_has_by_now_is_told_and_changes_nothing() -> None:
    build = with_own(item="imperial-knights:thundershock-spear")
    text = (
        "imperial-knights:thundershock-spear, an item of its own, is so without it: upstream has fixed this; remove it."
    )
    assert told(build) == [("corrections/options.yaml, own#1", text)]
    assert SHARED in next(sheet for sheet in build.data.datasheets if sheet.id == DESTRIER).items


def test_an_item_that_the_datasheet_does_not_list_is_told_and_makes_nothing() -> None:
    build = with_own(like="imperial-knights:plasma-decimator")
    assert [subject for subject, _ in told(build)] == ["corrections/options.yaml, own#1"]
    assert told(build)[0][1].startswith(f"{DESTRIER} does not list imperial-knights:plasma-decimator.")
    assert item_of(build, OWN) is None
