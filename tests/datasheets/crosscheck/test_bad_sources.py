"""A source that cannot be read ends in one sentence that names the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from datasheets.crosscheck import UnreadableSource, files
from tests.datasheets.crosscheck import new_recruit, shelf


def refusal(source: str, folder: Path) -> str:
    """What is said of the source, without the folder's own place."""
    with pytest.raises(UnreadableSource) as refused:
        shelf.check(source, folder)
    return str(refused.value).replace(str(folder), "FOLDER")


@pytest.mark.parametrize("source", ["gdc", "bsdata", "mfm"])
def test_a_folder_that_is_not_there_is_refused(source: str, tmp_path: Path) -> None:
    told = refusal(source, tmp_path / "nowhere")

    assert told == "FOLDER: there is no such folder; give the folder that holds the source's files."


@pytest.mark.parametrize("source", ["gdc", "bsdata", "mfm"])
def test_a_file_in_place_of_the_folder_is_refused(source: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text("{}")

    assert refusal(source, path) == "FOLDER: is a file; give the folder that holds the source's files."


@pytest.mark.parametrize("source", ["gdc", "bsdata"])
def test_an_empty_folder_is_refused(source: str, tmp_path: Path) -> None:
    assert refusal(source, tmp_path) == "FOLDER: holds no JSON files; give the folder that holds the source's files."


def test_an_empty_folder_is_no_manual(tmp_path: Path) -> None:
    assert "holds no YAML files" in refusal("mfm", tmp_path)


@pytest.mark.parametrize("source", ["gdc", "bsdata"])
def test_a_file_cut_in_half_is_named(source: str, tmp_path: Path) -> None:
    whole = json.dumps(shelf.datacards() if source == "gdc" else new_recruit.catalogue())
    (tmp_path / "lamps.json").write_text(whole[: len(whole) // 2])

    assert refusal(source, tmp_path) == "lamps.json: the file ends in the middle; fetch it again."


def test_an_empty_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "lamps.json").write_text("")

    assert refusal("gdc", tmp_path) == "lamps.json: the file is empty; fetch it again."


def test_what_is_no_json_is_named_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "lamps.json").write_text('{"name": Lamplighters}')

    told = refusal("gdc", tmp_path)

    assert told.startswith("lamps.json: is no valid JSON (")
    assert "byte 9" in told


def test_json_nested_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lamps.json").write_text("[" * 200_000)

    assert refusal("gdc", tmp_path).startswith("lamps.json: is no valid JSON")


def test_a_field_of_another_shape_is_named_with_its_place(tmp_path: Path) -> None:
    cards = shelf.datacards()
    cards["datasheets"][1]["stats"] = "6 4 4"

    assert refusal("gdc", shelf.write_json(tmp_path, "lamps.json", cards)) == (
        "lamps.json: is not of the shape this source has: datasheets[1].stats: Expected `array`, got `str`."
    )


def test_a_number_that_is_none_is_named_with_its_place(tmp_path: Path) -> None:
    cards = shelf.datacards()
    cards["datasheets"][1]["points"][0]["cost"] = "seventy"

    assert refusal("gdc", shelf.write_json(tmp_path, "lamps.json", cards)) == (
        "lamps.json: is not of the shape this source has: datasheets[1].points[0].cost: Expected `int`, got `str`."
    )


def test_an_unknown_faction_is_named(tmp_path: Path) -> None:
    told = refusal("gdc", shelf.write_json(tmp_path, "lamps.json", shelf.datacards() | {"name": "Snuffers"}))

    assert told == 'lamps.json: faction "Snuffers" is unknown; name it in vocabulary.yaml.'


def test_files_of_another_source_are_refused(tmp_path: Path) -> None:
    shelf.write_json(tmp_path, "lamps.json", shelf.datacards())
    assert refusal("bsdata", tmp_path) == (
        'lamps.json: has neither "catalogue" nor "gameSystem"; give a folder of New Recruit data files only.'
    )

    shelf.write_json(tmp_path, "lamps.json", new_recruit.catalogue())
    assert refusal("gdc", tmp_path) == "FOLDER: no file has datasheets; give the folder of exported datacards."


def test_sizes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.write_json(tmp_path, "a.json", {})
    shelf.write_json(tmp_path, "b.json", {"filler": "x" * 100})

    with monkeypatch.context() as patched:
        patched.setattr(files, "MAXIMUM_FILES", 1)
        assert refusal("gdc", tmp_path) == "FOLDER: holds 2 JSON files; at most 1 are read."
    with monkeypatch.context() as patched:
        patched.setattr(files, "MAXIMUM_FILE_BYTES", 50)
        assert refusal("gdc", tmp_path) == "b.json: 114 bytes; at most 50 are read."
    with monkeypatch.context() as patched:
        patched.setattr(files, "MAXIMUM_BYTES", 50)
        assert refusal("gdc", tmp_path) == "FOLDER: more than 50 bytes of JSON; at most that is read."


def test_a_manual_with_a_fault_is_told_as_the_import_tells_it(tmp_path: Path) -> None:
    (tmp_path / "lamplighters.yaml").write_text("name: [")

    assert refusal("mfm", tmp_path).startswith(f"{tmp_path.name}/lamplighters.yaml: not valid YAML")
