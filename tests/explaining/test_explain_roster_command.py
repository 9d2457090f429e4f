"""The command: an explanation for people, a line of JSON a file, an exit code for scripts (R-19)."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from datasheets.catalogue import Catalogue
from roster.checking import check_text
from roster.documents import document_to_json
from roster.explaining import explain
from roster.explaining.as_json import explanation_as_dict
from tests.interchange.texts import text_of


@dataclass(frozen=True)
class Run:
    """What a run of the command printed, and its exit code."""

    code: object
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of what was printed."""
        return self.out.splitlines()


def run(*arguments: str | Path) -> Run:
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    try:
        call_command("explain_roster", *map(str, arguments), stdout=out, stderr=err)
    except SystemExit as stopped:
        code = stopped.code
    return Run(code, out.getvalue(), err.getvalue())


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return path


def document_of(catalogue: Catalogue, **changes: object) -> dict[str, Any]:
    document = check_text(text_of("dialect_a"), catalogue).document
    assert document is not None
    return {**document_to_json(document), **changes}


@pytest.fixture
def legal(tmp_path: Path) -> Path:
    return written(tmp_path / "legal.txt", text_of("dialect_a"))


def test_a_legal_list_is_explained_from_prices_to_checks(release: Catalogue, legal: Path):
    done = run(legal)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == f"{legal}: LEGAL"
    for line in (
        "This roster is legal; 45 points are left, and 1 limit is reached.",
        "Prices: 955 points",
        "  Points: 955 of 1,000, 45 left.",
        "Points left: 45 points are left. Of 4 datasheets that cost no more, some that fit:",
        "What hangs on each unit",
        "Every check",
    ):
        assert any(found.endswith(line.strip()) or found == line for found in done.lines), line


def test_every_check_stands_there_once(release: Catalogue, legal: Path):
    report = check_text(text_of("dialect_a"), release).report
    assert report is not None
    lines = run(legal).lines
    listed = lines[lines.index("Every check") + 1 :]
    found = [line.split(": ")[0].strip() for line in listed if line.startswith("  ") and not line.startswith("    ")]
    assert found == [verdict.check for verdict in report.verdicts]


def test_json_is_the_explanation(release: Catalogue, legal: Path):
    done = run("--json", legal)
    result = check_text(text_of("dialect_a"), release)
    expected = explanation_as_dict(explain(result, release), release, file=str(legal))
    assert json.loads(done.out) == json.loads(json.dumps(expected))


def test_a_roster_document_is_explained_as_its_text_is(release: Catalogue, legal: Path, tmp_path: Path):
    path = written(tmp_path / "roster.json", json.dumps(document_of(release)))
    by_text, by_document = (json.loads(run("--json", file).out) for file in (legal, path))
    for member in ("account", "limits", "chapters", "units", "opening"):
        assert by_document[member] == by_text[member]


def test_the_stage_and_the_release_can_be_named(release: Catalogue, legal: Path):
    done = run("--json", "--stage", "draft", "--release", release.stamp.label, legal)
    assert json.loads(done.out)["report"]["stage"] == "draft"


def test_the_highest_code_of_several_files_counts(release: Catalogue, legal: Path, tmp_path: Path):
    illegal = written(tmp_path / "illegal.txt", text_of("dialect_a").replace("  • Warlord\n", ""))
    assert run(legal, illegal).code == 1
    assert run(illegal, tmp_path / "nowhere.txt").code == 2


def test_a_text_that_is_no_list_says_so_and_explains_nothing(release: Catalogue, tmp_path: Path):
    path = written(tmp_path / "letter.txt", "Dear club,\nsee you on Saturday.\n")
    done = run(path)
    assert (done.code, done.lines[0]) == (2, f"{path}: NOT READ")
    assert "Every check" not in done.lines


@pytest.mark.parametrize("content", ["[]", ' [{"schema": "quartermaster.roster/1"', '["a", 1]', "[" * 100_000])
def test_a_json_array_is_no_list_text(release: Catalogue, tmp_path: Path, content: str):
    path = written(tmp_path / "many.json", content)
    done = run(path)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"{path}: This is a JSON array; a roster document is one object of the schema quartermaster.roster/1. "
        "Give each roster as a file of its own.\n"
    )


def test_a_list_may_begin_with_a_bracket(release: Catalogue, legal: Path, tmp_path: Path):
    text = legal.read_text(encoding="utf-8")
    path = written(tmp_path / "named.txt", f"[Club] {text}")
    done = run(path)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0].startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The file is empty."),
        (
            b"x" * 900_000,
            "The file has more than 800,000 bytes, which is the most that is read. Give the file of one army list.",
        ),
        (b"{", "This is no roster document. This is not JSON: Input data was truncated."),
        (
            b'{"roster": {}}',
            'This is no roster document. Object contains unknown field "roster".',
        ),
        (b"\x89PNG\r\n", "The file is a picture (PNG), not a text. Save the list as a plain text file and give that."),
    ],
)
def test_bad_files_are_a_sentence_and_code_2(release: Catalogue, tmp_path: Path, content: bytes, message: str):
    path = written(tmp_path / "bad", content)
    done = run(path)
    assert (done.code, done.out, done.err) == (2, "", f"{path}: {message}\n")


def test_a_fault_in_a_document_says_where(release: Catalogue, tmp_path: Path):
    path = written(tmp_path / "roster.json", json.dumps(document_of(release, points_limit="many")))
    assert run(path).err.startswith(f"{path}: This is no roster document. At /points_limit: ")


def test_a_folder_and_a_file_that_is_not_there(release: Catalogue, tmp_path: Path):
    assert run(tmp_path).err == f"{tmp_path}: This is a folder; name the files in it.\n"
    assert run(tmp_path / "no.txt").err == f"{tmp_path / 'no.txt'}: There is no such file.\n"


def test_a_release_that_is_not_there_is_refused(release: Catalogue, legal: Path):
    with pytest.raises(CommandError, match=r'There is no release or draft "2019\.01\.1"') as refused:
        call_command("explain_roster", str(legal), "--release", "2019.01.1")
    assert refused.value.returncode == 2


def test_an_army_that_is_too_large_is_said_to_be(release: Catalogue, tmp_path: Path):
    document = document_of(release)
    units = [{**document["units"][0], "key": f"u{number}", "attached_to": None} for number in range(300)]
    path = written(tmp_path / "horde.json", json.dumps({**document, "units": units, "plan": None}))
    done = run(path)
    assert done.code == 1
    assert any(line.startswith("The roster is too large to be explained unit by unit") for line in done.lines)


def test_names_cannot_steer_a_terminal(release: Catalogue, tmp_path: Path):
    document = document_of(release, name="\x1b[31mRed")
    document["units"][0]["datasheet"] = {"id": None, "name": "\x1b[2JGone"}
    done = run(written(tmp_path / "roster.json", json.dumps(document)))
    assert "\x1b" not in done.out
    assert "[2JGone" in done.out
