"""What a list names and the release has otherwise: Detachment Points, dispositions, what is withdrawn (R-27)."""

from __future__ import annotations

from typing import Any

import pytest

from datasheets.catalogue import Catalogue
from roster.checking import DataCause, check_document, check_text
from roster.data_differences import DataDifference, data_differences
from roster.list_report import report_lines
from roster.presentation import result_as_dict
from tests.interchange.texts import text_of
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue


def found(spec: dict[str, Any], **stated: Any) -> list[tuple[str, str, str]]:
    """The differences of a roster in the short form of specs: pointer, cause, explanation."""
    rows = data_differences(roster_of(spec, spec_catalogue()), spec_catalogue(), **stated)
    return [(row.at, row.cause.value, row.explanation) for row in rows]


def test_a_list_that_the_release_has_as_it_is_has_no_differences() -> None:
    spec = {"detachments": ["spear", "line"], "dispositions": ["take-and-hold"], "units": ["captain"]}
    assert found(spec, stated_detachment_points=3, data_version="v925") == []


def test_stated_detachment_points_stand_beside_those_of_the_manual() -> None:
    assert found({"detachments": ["spear", "line"]}, stated_detachment_points=2, data_version="v925") == [
        (
            "/detachments",
            "detachment_points",
            "The list states 2 Detachment Points, by Sample Manual v1 they are 3 (Sample Spear 2 and Sample Line 1). "
            "The list was made with data version v925.",
        )
    ]


@pytest.mark.parametrize("detachments", [["rumour"], ["?Sample Shield"], []])
def test_detachment_points_that_are_not_known_are_not_compared(detachments: list[str]) -> None:
    assert found({"detachments": detachments}, stated_detachment_points=2) == []


def test_a_disposition_that_is_no_longer_granted_is_named() -> None:
    spec = {"detachments": ["watch"], "dispositions": ["take-and-hold", "disruption"]}
    assert found(spec) == [
        (
            "/dispositions/0",
            "disposition",
            "The list names Take and Hold; by Sample Manual v1 its detachments grant Reconnaissance and Disruption.",
        )
    ]


def test_dispositions_are_not_compared_where_a_detachment_is_not_known() -> None:
    assert found({"detachments": ["watch", "?Shield"], "dispositions": ["take-and-hold"]}) == []


def test_detachments_units_and_enhancements_that_the_manual_has_no_longer_are_named() -> None:
    spec = {
        "detachments": ["lost", "spear"],
        "units": ["veteran-walker", {"unit": "captain", "enhancements": ["relic"]}, "prototype"],
    }
    assert found(spec) == [
        (
            "/detachments/0",
            "removed",
            "Sample Manual v1 does not list Sample Lost among the detachments of Sample Legion.",
        ),
        ("/units/0", "removed", "Sample Manual v1 does not list Veteran Walker; Sample Manual v0 did."),
        ("/units/1/enhancements/0", "removed", "Sample Manual v1 does not list Sample Relic; Sample Manual v0 did."),
    ]


def test_enhancements_of_a_detachment_that_is_not_selected_are_no_matter_of_data() -> None:
    spec = {"detachments": ["line"], "units": [{"unit": "captain", "enhancements": ["relic"]}]}
    assert found(spec) == []


def test_another_factions_detachment_is_no_matter_of_data() -> None:
    assert found({"detachments": ["sample-horde:tide"]}) == []


def test_command_and_json_tell_the_differences() -> None:
    catalogue = spec_catalogue()
    result = check_document(roster_of({"units": ["veteran-walker"]}, catalogue), catalogue)
    text = "Sample Manual v1 does not list Veteran Walker; Sample Manual v0 did."

    assert result.data_differences == (DataDifference("/units/0", "Veteran Walker", DataCause.REMOVED, text),)
    assert result_as_dict(result, catalogue)["data_differences"] == [
        {"at": "/units/0", "name": "Veteran Walker", "cause": "removed", "explanation": text}
    ]
    assert f"  Data: Veteran Walker: {text}" in report_lines(result, catalogue, file="list.txt")


def test_a_text_gives_its_detachment_points_and_data_version(catalogue: Catalogue) -> None:
    text = text_of("dialect_a")
    read = check_text(text, catalogue).read
    assert read is not None
    stated = read.stated_detachment_points
    assert stated is not None

    changed = text.replace(f"{stated} Detachment Point", f"{stated + 1} Detachment Point")
    [difference] = check_text(changed, catalogue).data_differences
    assert difference.cause is DataCause.DETACHMENT_POINTS
    assert f"The list states {stated + 1} Detachment Points" in difference.explanation
