"""``manage.py compare_catalogue``: what it compares, its exit codes, and refusals in one sentence."""

from __future__ import annotations

import json
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from datasheets.services.importing import ImportOutcome
from datasheets.sources import manual as own
from datasheets.sources.field_manual import write_manual

UNREADABLE = 2


def manual_folder(folder: Path, kiln: int = 70) -> Path:
    """A manual that prices a unit of the made-up catalogue in the tables."""
    units = (
        own.Unit("Kiln", tiers=(own.Tier("1+", (own.Row(1, kiln),)),)),
        own.Unit("Strider", tiers=(own.Tier("1+", (own.Row(1, 400),)),)),
    )
    lists = (
        own.PriceList("ash-wardens", "Ash Wardens", units=units[:1]),
        own.PriceList("walkers", "Walkers", units=units[1:]),
    )
    write_manual(own.Manual("Field Manual", "1.0", date(2026, 10, 1), lists), folder)
    return folder


def run(*arguments: str) -> tuple[str, int]:
    """What the command prints, and its exit code."""
    out = StringIO()
    try:
        call_command("compare_catalogue", *arguments, stdout=out)
    except SystemExit as ended:
        return out.getvalue(), int(str(ended.code))
    return out.getvalue(), 0


def refusal(*arguments: str) -> str:
    """The sentence with which the command refuses; it ends with exit code 2."""
    with pytest.raises(CommandError) as refused:
        call_command("compare_catalogue", *arguments)
    assert refused.value.returncode == UNREADABLE
    return str(refused.value)


def test_the_working_tables_are_compared(stored: ImportOutcome, tmp_path: Path) -> None:
    printed, code = run("--source", "mfm", str(manual_folder(tmp_path, kiln=75)), "--json")

    told = json.loads(printed)
    assert told["catalogue"] == "the working tables"
    assert [(row["entry"], row["field"], row["ours"], row["theirs"]) for row in told["differences"]] == [
        ("ash-wardens:cinder-squad", "datasheet", "cinder squad", None),
        ("ash-wardens:flame-marshal", "datasheet", "flame marshal", None),
        ("ash-wardens:kiln", "points", ["70"], ["75"]),
    ]
    assert (told["compared"], told["counts"]["unresolved"], code) == (6, 3, 1)


def test_a_release_is_compared_and_a_faction_kept_to(stored: ImportOutcome, tmp_path: Path) -> None:
    label = stored.release.label if stored.release else ""

    printed, code = run(
        "--source", "mfm", str(manual_folder(tmp_path)), "--json", "--release", label, "--faction", "Walkers"
    )

    told = json.loads(printed)
    assert (told["catalogue"], told["faction"]) == (f"release {label}", "walkers")
    assert (told["compared"], told["differences"], code) == (2, [], 0)


def test_a_class_keeps_the_list(stored: ImportOutcome, tmp_path: Path) -> None:
    printed, code = run("--source", "mfm", str(manual_folder(tmp_path)), "--json", "--class", "newer")

    told = json.loads(printed)
    assert (told["class"], told["differences"], told["counts"]["unresolved"], code) == ("newer", [], 2, 1)


def test_an_unknown_faction_is_refused(stored: ImportOutcome, tmp_path: Path) -> None:
    told = refusal("--source", "mfm", str(manual_folder(tmp_path)), "--faction", "Snuffers")

    assert told == 'There is no faction "Snuffers".'


def test_a_faction_the_source_does_not_have_is_refused(stored: ImportOutcome, tmp_path: Path) -> None:
    folder = manual_folder(tmp_path)
    (folder / "walkers.yaml").unlink()
    (folder / "manual.yaml").write_text("{name: Field Manual, version: '1.0', date: 2026-10-01, lists: [ash-wardens]}")

    assert refusal("--source", "mfm", str(folder), "--faction", "walkers") == (
        "The source has nothing that the catalogue has too."
    )


def test_a_source_that_cannot_be_read_is_refused(stored: ImportOutcome, tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text('{"name": "Ash')

    assert refusal("--source", "gdc", str(tmp_path)) == "cards.json: the file ends in the middle; fetch it again."


def test_the_sources_are_compared_without_a_database(tmp_path: Path) -> None:
    folder = tmp_path / "manual"
    lists = (
        own.PriceList(
            "titan-legions",
            "Titan Legions",
            units=(own.Unit("Warlord Titan", tiers=(own.Tier("1+", (own.Row(1, 1),)),)),),
        ),
    )
    write_manual(own.Manual("Field Manual", "0.1", date(2020, 1, 1), lists), folder)

    printed, code = run("--source", "mfm", str(folder), "--sources", "--json", "--faction", "titan-legions")

    told = json.loads(printed)
    assert told["catalogue"] == "what the sources make"
    assert {row["field"] for row in told["differences"] if row["entry"] == "titan-legions:warlord-titan"} == {"points"}
    assert code == 1
