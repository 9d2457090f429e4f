"""Corrections do not outlive what they correct: packages that upstream has changed underneath them."""

from __future__ import annotations

import msgspec
import pytest

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Datasheet
from datasheets.sources import FindingKind, SourceBuild, build_sources
from datasheets.sources.corrections import followed
from datasheets.sources.records import Bundle
from tests.datasheets.sources.doctored import built, corrections_of, with_unit, without_unit

NOBLE = {"rows": [{"datasheets": ["necrons:catacomb-command-barge"], "add": ["Noble"]}]}
STALE = (FindingKind.CORRECTION_GONE, FindingKind.CORRECTION_FIXED, FindingKind.CORRECTION_MOVED)


def told(build: SourceBuild) -> list[tuple[str, str, str]]:
    return [(each.kind.value, each.subject, each.text) for each in build.findings if each.kind in STALE]


def sheet_of(build: SourceBuild, datasheet_id: str) -> Datasheet:
    return next(sheet for sheet in build.data.datasheets if sheet.id == datasheet_id)


def test_a_datasheet_that_vanished_upstream_is_told_by_name_and_stops_nothing() -> None:
    build = built(corrections_of(datasheets=NOBLE), without_unit("necrons", "catacomb-command-barge"))
    assert told(build) == [
        (
            "correction-gone",
            "corrections/datasheets.yaml#1",
            "necrons:catacomb-command-barge is no datasheet. Nothing is changed there; correct the row, or remove it.",
        )
    ]


def test_what_upstream_has_fixed_is_told_by_name() -> None:
    own = built(corrections_of())
    keywords = sheet_of(own, "necrons:catacomb-command-barge").keywords
    fixed = with_unit("necrons", "catacomb-command-barge", keywords=(*keywords, "NOBLE"))
    build = built(corrections_of(datasheets=NOBLE), fixed)
    assert told(build) == [
        (
            "correction-fixed",
            "corrections/datasheets.yaml#1",
            "necrons:catacomb-command-barge, Noble, is so without it: upstream has fixed this; remove it.",
        )
    ]


def test_a_value_that_upstream_changed_to_a_third_one_is_told() -> None:
    row = {"entry": "datasheets/necrons:monolith", "field": "maximum_models", "value": 3, "was": 2}
    build = built(corrections_of(fields={"rows": [row]}))
    assert told(build) == [
        (
            "correction-moved",
            "corrections/fields.yaml#1",
            "datasheets/necrons:monolith, maximum_models: upstream has 1 by now, not 2; look at it again.",
        )
    ]
    assert sheet_of(build, "necrons:monolith").maximum_models == 3


@pytest.mark.parametrize(
    ("section", "row", "kind", "what"),
    [
        ("removed", {"option": "monolith-old"}, "gone", "necrons:monolith has no option monolith-old."),
        ("changed", {"option": "monolith-old", "limit": 1}, "gone", "necrons:monolith has no option monolith-old."),
        ("carried", {"add": ["necrons:old-gun"]}, "gone", "necrons:monolith: no item necrons:old-gun."),
        ("carried", {"remove": ["necrons:tesla-cannon"]}, "fixed", "necrons:monolith"),
    ],
)
def test_options_and_items_that_are_gone_or_fixed_are_told(
    section: str, row: dict[str, object], kind: str, what: str
) -> None:
    build = built(corrections_of(options={section: [{"datasheet": "necrons:monolith", **row}]}))
    ending = {
        "gone": " Nothing is changed there; correct the row, or remove it.",
        "fixed": " is so without it: upstream has fixed this; remove it.",
    }
    assert told(build) == [(f"correction-{kind}", f"corrections/options.yaml, {section}#1", what + ending[kind])]


def renamed_monolith(bundle: Bundle) -> Bundle:
    """A package in which the Monolith goes by another id."""

    def renamed(row: msgspec.Struct, name: str) -> msgspec.Struct:
        same = getattr(row, "faction_id", "") == "necrons" and getattr(row, name) == "monolith"
        return msgspec.structs.replace(row, **{name: "great-monolith"}) if same else row

    return msgspec.structs.replace(
        bundle,
        units=tuple(renamed(row, "id") for row in bundle.units),
        unit_compositions=tuple(renamed(row, "unit_id") for row in bundle.unit_compositions),
        wargear_options=tuple(renamed(row, "unit_id") for row in bundle.wargear_options),
    )


def test_corrections_follow_what_upstream_renamed() -> None:
    corrections = corrections_of(
        datasheets={"rows": [{"datasheets": ["necrons:monolith"], "add": ["Frame"]}]},
        fields={"rows": [{"entry": "datasheets/necrons:monolith", "field": "maximum_models", "value": 2}]},
    )
    alone = built(corrections, renamed_monolith)
    assert [kind for kind, _, _ in told(alone)] == ["correction-gone", "correction-gone"]

    build = built(followed(corrections, {"necrons:monolith": "necrons:great-monolith"}), renamed_monolith)

    sheet = sheet_of(build, "necrons:great-monolith")
    assert told(build) == []
    assert "Frame" in sheet.keywords
    assert sheet.maximum_models == 2


def test_an_enhancement_of_a_renamed_detachment_is_followed_too() -> None:
    corrections = corrections_of(
        enhancements={"rows": [{"enhancement": "necrons:pantheon-of-woe:quantum-goad", "usable_by_epic_hero": True}]}
    )
    (row,) = followed(corrections, {"necrons:pantheon-of-woe": "necrons:pantheon-of-fire"}).enhancements.rows
    assert row.enhancement == "necrons:pantheon-of-fire:quantum-goad"


def test_without_corrections_the_values_are_the_packages_own() -> None:
    plain, own = build_sources(with_corrections=False), build_sources()
    assert "Noble" not in sheet_of(plain, "necrons:catacomb-command-barge").keywords
    assert "Noble" in sheet_of(own, "necrons:catacomb-command-barge").keywords
    assert told(plain) == []
    assert ids(plain.data) == ids(own.data)


def ids(data: CatalogueData) -> set[str]:
    return {sheet.id for sheet in data.datasheets}
