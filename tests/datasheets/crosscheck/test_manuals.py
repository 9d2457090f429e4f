"""Points manuals beside the made-up catalogue, and what an older one makes newer."""

from __future__ import annotations

from pathlib import Path

from datasheets.crosscheck.account import Field
from datasheets.sources.field_manual import write_manual
from tests.datasheets.crosscheck import shelf


def test_the_manual_that_prices_the_catalogue_equals_it_in_every_figure(tmp_path: Path) -> None:
    write_manual(shelf.manual("2.0", shelf.NEWEST), tmp_path)

    checked = shelf.check("mfm", tmp_path)

    # 3 datasheets, 6 sizes in copy tiers, 1 paid item, 1 leader; the detachment with points, dispositions, tags and
    # its enhancement with points and Upgrade mark.
    assert (len(checked.outcomes), shelf.told(checked.outcomes)) == (11 + 7, set())


def test_every_copy_and_size_is_compared_apart(tmp_path: Path) -> None:
    write_manual(shelf.manual("2.0", shelf.NEWEST, guard_points=55), tmp_path)

    checked = shelf.check("mfm", tmp_path)

    assert {(each.row.detail, each.kind.value) for each in shelf.compared(checked, shelf.GUARD, Field.POINTS)} == {
        ("lamplighters, from copy 1, 5 models", "unresolved"),
        ("lamplighters, from copy 1, 10 models", "unresolved"),
        ("lamplighters, from copy 3, 5 models", "unresolved"),
        ("lamplighters, from copy 3, 10 models", "unresolved"),
    }


def test_what_a_later_manual_changed_is_newer_and_says_by_which(tmp_path: Path) -> None:
    older = shelf.manual("1.0", shelf.OLDER, guard_points=55, long_wick=10, detachment_points=3)
    write_manual(older, tmp_path)
    rests_on = shelf.grounds(manuals=(older, shelf.manual("2.0", shelf.NEWEST)))

    checked = shelf.check("mfm", tmp_path, rests_on=rests_on)

    newer = [each for each in checked.outcomes if each.kind == "newer"]
    assert {(each.reason, each.date) for each in newer} == {
        ("Lamp Manual 2.0, for what Lamp Manual 1.0 had", "2026-10-01"),
    }
    assert {(each.row.field, each.row.ours, each.row.theirs) for each in newer if each.row.entry != shelf.GUARD} == {
        (Field.ENHANCEMENT_POINTS, "15", "10"),
        (Field.DETACHMENT_POINTS, "2", "3"),
    }
    assert len(newer) == len([each for each in checked.outcomes if each.kind != "equal"]) == 6


def test_a_price_that_no_older_manual_had_is_not_newer(tmp_path: Path) -> None:
    older = shelf.manual("1.0", shelf.OLDER, guard_points=55)
    write_manual(shelf.manual("0.9", shelf.OLDER, guard_points=50), tmp_path)
    rests_on = shelf.grounds(manuals=(older, shelf.manual("2.0", shelf.NEWEST)))

    checked = shelf.check("mfm", tmp_path, rests_on=rests_on)

    assert {each.kind.value for each in shelf.compared(checked, shelf.GUARD, Field.POINTS)} == {"unresolved"}


def test_ours_is_not_newer_where_it_is_not_what_the_newest_manual_asks(tmp_path: Path) -> None:
    older = shelf.manual("1.0", shelf.OLDER, guard_points=55)
    write_manual(older, tmp_path)
    rests_on = shelf.grounds(manuals=(older, shelf.manual("2.0", shelf.NEWEST, guard_points=65)))

    checked = shelf.check("mfm", tmp_path, rests_on=rests_on)

    assert {each.kind.value for each in shelf.compared(checked, shelf.GUARD, Field.POINTS)} == {"unresolved"}


def test_datacards_of_the_older_manual_are_newer_here_in_points_alone(tmp_path: Path) -> None:
    cards = shelf.datacards()
    squad = cards["datasheets"][0]
    squad["points"] = [{"cost": "55", "models": "5"}, {"cost": "110", "models": "10"}]
    squad["stats"][0]["w"] = "2"
    rests_on = shelf.grounds(
        manuals=(shelf.manual("1.0", shelf.OLDER, guard_points=55), shelf.manual("2.0", shelf.NEWEST))
    )

    checked = shelf.check("gdc", shelf.write_json(tmp_path, "lamplighters.json", cards), rests_on=rests_on)

    assert {row for row in shelf.told(checked.outcomes) if row[0] != "vocabulary"} == {
        ("newer", shelf.GUARD, "points", "lamplighters, 5 models"),
        ("newer", shelf.GUARD, "points", "lamplighters, 10 models"),
        ("unresolved", shelf.GUARD, "W", "Lamp Guard"),
    }


def test_the_published_shape_is_read_as_well(tmp_path: Path) -> None:
    (tmp_path / "lamplighters.yaml").write_text(
        'name: Lamplighters\nslug: lamplighters\nversion: "2.0"\nfirstSeen: 2026-10-01\ndetachments: []\nunits:\n'
        '  - name: Lamp Captain\n    pricing:\n      - range: "[1,)"\n        label: all\n'
        "        costs: [{ models: 1, points: 75 }]\n    leaderTo: [Lamp Guard]\n"
    )

    checked = shelf.check("mfm", tmp_path)

    assert [
        (each.row.entry, each.row.field.value, each.row.theirs)
        for each in checked.outcomes
        if each.kind == "unresolved"
    ] == [
        (shelf.CAPTAIN, "points", frozenset({"75"})),
        (shelf.GUARD, "datasheet", None),
        (shelf.WAGON, "datasheet", None),
    ]
