"""The JSON shape of a result: stable keys, plain values, nothing left to guess."""

from __future__ import annotations

import json

import pytest

from datasheets.catalogue import Catalogue
from roster.checking import check_document, check_text
from roster.document import Reference, RosterDocument, UnitChoice, UnitEntry
from roster.muster import Severity
from roster.presentation import result_as_dict
from roster.wording import violation_text
from tests.interchange.texts import strike_force, text_of

KEYS = [
    *("format", "faction", "battle_size", "points_limit", "detachments", "detachment_points", "dispositions", "name"),
    *(
        "units",
        "points",
        "data_differences",
        "lines",
        "line_details",
        "is_legal",
        "stage",
        "event",
        "verdicts",
        "refusal",
    ),
    *("questions", "app_version", "data_version", "release", "fix_search", "not_covered"),
]


def test_the_keys_stand_in_one_order_and_file_first_only_if_given(catalogue: Catalogue) -> None:
    result = check_text(text_of("dialect_a"), catalogue)
    assert list(result_as_dict(result, catalogue)) == KEYS
    assert list(result_as_dict(result, catalogue, file="a.txt")) == ["file", *KEYS]
    assert list(result_as_dict(check_text("", catalogue), catalogue)) == KEYS


@pytest.mark.parametrize("name", ["dialect_a", "edited_by_hand", "tenth_edition", "printed_twice"])
def test_a_result_is_plain_json(catalogue: Catalogue, name: str) -> None:
    values = result_as_dict(check_text(text_of(name), catalogue), catalogue)
    assert json.loads(json.dumps(values)) == values


def test_the_army_is_given_with_prices_by_their_parts(catalogue: Catalogue) -> None:
    values = result_as_dict(check_text(text_of("dialect_a"), catalogue), catalogue)
    assert values["faction"] == {"id": "orks", "name": "Orks"}
    assert values["battle_size"] == {"id": "incursion", "name": "Incursion"}
    assert values["detachments"] == [{"id": "orks:war-horde", "name": "War Horde", "detachment_points": 3}]
    assert values["detachment_points"] == {"stated": 3, "computed": 3}
    assert values["dispositions"] == [{"id": "take-and-hold", "name": "Take and Hold"}]
    assert values["points"] == {
        "stated": 955,
        "computed": 955,
        "complete": True,
        "difference": None,
        "differences": [],
    }
    source = "Munitorum Field Manual 1.5"
    assert values["units"][0] == {
        "key": "u1",
        "name": "Warboss",
        "datasheet": "orks:warboss",
        "models": [
            {
                "kind": "Warboss",
                "count": 1,
                "items": [
                    {"id": "orks:kombi-rokkit", "name": "Kombi-rokkit", "count": 1},
                    {"id": "orks:power-klaw-warboss", "name": "Power klaw", "count": 1},
                ],
            }
        ],
        "items": [],
        "enhancements": [{"id": "orks:war-horde:follow-me-ladz", "name": "Follow Me Ladz"}],
        "bearer": None,
        "warlord": True,
        "warlord_model": None,
        "attached_to": "u3",
        "attached_as": "leader",
        "choices": [],
        "stated": 120,
        "computed": 120,
        "copy": 1,
        "price": [
            {"kind": "size", "label": "1 model", "points": 100, "source": source},
            {"kind": "enhancement", "label": "Follow Me Ladz", "points": 20, "source": source},
        ],
        "unpriced": [],
    }


def test_lines_are_counted_and_told(catalogue: Catalogue) -> None:
    values = result_as_dict(check_text(text_of("edited_by_hand"), catalogue), catalogue)
    assert values["lines"] == {"used": 15, "ignored": 3, "unknown": 12}
    assert [line for line in values["line_details"] if line["number"] in (1, 15, 26)] == [
        {
            "number": 1,
            "text": "Forwarded from the club chat",
            "status": "used",
            "meaning": "name of the list",
            "unit": None,
            "suggestions": [],
        },
        {
            "number": 15,
            "text": "* 1x  Heavy venom canon",
            "status": "unknown",
            "meaning": 'Hive Tyrant has neither models nor wargear called "Heavy venom canon"',
            "unit": "u1",
            "suggestions": ["Heavy venom cannon"],
        },
        {
            "number": 26,
            "text": "TypeError: Cannot read properties of undefined (reading 'name')",
            "status": "ignored",
            "meaning": "an error of the exporting program, printed into the list",
            "unit": None,
            "suggestions": [],
        },
    ]


def test_what_is_chosen_for_a_unit_is_given_as_written(catalogue: Catalogue) -> None:
    chosen = UnitChoice(Reference("chaos-daemons:soul-grinder", "Daemonic allegiance"), "Khorne")
    unit = UnitEntry("u1", Reference("chaos-daemons:soul-grinder", "Soul Grinder"), choices=(chosen,))
    document = RosterDocument(Reference("chaos-daemons"), Reference("incursion"), units=(unit,))
    values = result_as_dict(check_document(document, catalogue), catalogue)
    assert values["units"][0]["choices"] == [
        {"allegiance": {"id": "chaos-daemons:soul-grinder", "name": "Daemonic allegiance"}, "choice": "Khorne"}
    ]


def test_every_check_has_its_verdict_and_a_broken_one_its_sentence(catalogue: Catalogue) -> None:
    text = text_of("dialect_a").replace("  • Warlord\n", "")
    result = check_text(text, catalogue)
    values = result_as_dict(result, catalogue)
    (broken,) = [
        verdict for verdict in values["verdicts"] if (verdict["outcome"], verdict["severity"]) == ("broken", "illegal")
    ]
    assert values["is_legal"] is False
    assert list(broken) == [
        *("check", "title", "outcome", "severity", "lowered", "rule", "reason", "used", "limit", "violations"),
    ]
    assert (broken["check"], broken["rule"], broken["severity"]) == ("25.04/warlord-named", "25.04", "illegal")
    (violation,) = broken["violations"]
    assert list(violation) == ["at", "causes", "message", "params", "text", "fixes"]
    assert (violation["at"], violation["message"]) == ("/units", "none")
    assert result.report is not None
    (verdict,) = [one for one in result.report.broken if one.severity is Severity.ILLEGAL]
    assert violation["text"] == violation_text(verdict, verdict.violations[0])
    assert len(values["verdicts"]) == len(result.report.verdicts)


def test_a_difference_names_its_unit_and_cause(catalogue: Catalogue) -> None:
    text = strike_force(
        "Norn Emissary (12 points)", faction="Tyranids", detachments="Invasion Fleet (3 Detachment Points)"
    )
    points = result_as_dict(check_text(text, catalogue), catalogue)["points"]
    assert list(points["differences"][0]) == ["unit", "name", "stated", "computed", "cause", "explanation"]
    assert (points["differences"][0]["unit"], points["differences"][0]["computed"]) == ("u1", 250)
    assert (points["difference"]["unit"], points["difference"]["stated"]) == (None, 2000)


def test_a_refused_text_gives_its_reason_and_no_verdict(catalogue: Catalogue) -> None:
    values = result_as_dict(check_text("hello", catalogue), catalogue)
    assert values["refusal"].startswith("Nothing in this text looks like an army list")
    assert (values["is_legal"], values["stage"], values["verdicts"], values["units"]) == (None, None, [], [])
    assert values["points"] == {
        "stated": None,
        "computed": None,
        "complete": False,
        "difference": None,
        "differences": [],
    }
    assert values["lines"] == {"used": 0, "ignored": 0, "unknown": 1}


def test_a_document_has_no_lines_and_no_format(catalogue: Catalogue) -> None:
    document = check_text(text_of("dialect_a"), catalogue).document
    assert document is not None
    values = result_as_dict(check_document(document, catalogue), catalogue)
    assert (values["format"], values["refusal"], values["line_details"]) == (None, None, [])
    assert values["lines"] == {"used": 0, "ignored": 0, "unknown": 0}
    assert (values["is_legal"], len(values["units"])) == (True, 11)


def test_the_release_that_judged_is_named(catalogue: Catalogue) -> None:
    release = result_as_dict(check_text(text_of("dialect_a"), catalogue), catalogue)["release"]
    assert release == {
        "label": catalogue.stamp.label,
        "content_hash": catalogue.stamp.content_hash,
        "published": catalogue.stamp.published,
        "upstream": "wh40kdc 1.4.5",
        "manual": {"name": "Munitorum Field Manual", "version": "1.5", "date": "2026-09-30"},
    }
