"""The command: a report for people, a line of JSON a file, an exit code for scripts (R-19)."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from datasheets.catalogue import Catalogue
from roster.checking import check_text
from roster.fixing import with_fixes
from roster.muster.coverage import NOT_COVERED
from roster.presentation import result_as_dict
from tests.interchange.texts import text_of


@dataclass(frozen=True)
class Run:
    """What a run of the command printed, and its exit code."""

    code: object
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The lines as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: str | Path) -> Run:
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    try:
        call_command("check_list", *map(str, arguments), stdout=out, stderr=err)
    except SystemExit as stopped:
        code = stopped.code
    return Run(code, out.getvalue(), err.getvalue())


@pytest.fixture
def legal(tmp_path: Path) -> Path:
    return written(tmp_path / "legal.txt", text_of("dialect_a"))


@pytest.fixture
def illegal(tmp_path: Path) -> Path:
    return written(tmp_path / "illegal.txt", text_of("dialect_a").replace("  • Warlord\n", ""))


@pytest.fixture
def unsure(tmp_path: Path) -> Path:
    return written(tmp_path / "unsure.txt", text_of("dialect_a").replace("CHARACTERS\n", "CHARACTERS\nwho is this\n"))


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_legal_list_gives_a_short_report_and_code_0(release: Catalogue, legal: Path) -> None:
    done = run(legal)
    held = sum(verdict.outcome == "held" for verdict in verdicts(legal, release))
    idle = sum(verdict.outcome == "not_applicable" for verdict in verdicts(legal, release))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{legal}: LEGAL",
        "  Scrap Sermon",
        "  Faction: Orks",
        "  Battle size: Incursion",
        "  Detachments: War Horde (3 DP)",
        "  Units: 11",
        "  Points: 955 stated, 955 computed",
        f"  Checks: {held} held, 0 broken, 1 advised, {idle} not applicable, 0 not checked",
        "  Advice mfm/paid-wargear: Meganobz pays 5 points for Twin Killsaws. Nothing is wrong: the points manual "
        "puts a price on it.",
        f"  Not checked by this version: {' '.join(NOT_COVERED)}",
        "  Lines: 79 used, 0 ignored, 0 not understood",
        f"  Judged by release {release.stamp.label}, Munitorum Field Manual 1.5 of 2026-09-30.",
    ]


def verdicts(path: Path, catalogue: Catalogue) -> tuple[Any, ...]:
    report = check_text(path.read_text(encoding="utf-8"), catalogue).report
    assert report is not None
    return report.verdicts


def test_a_release_can_be_named(release: Catalogue, legal: Path) -> None:
    done = run(legal, "--release", release.stamp.label)
    assert done.code == 0
    assert f"  Judged by release {release.stamp.label}, " in done.out


def test_a_release_that_is_not_there_is_refused(release: Catalogue, legal: Path) -> None:
    with pytest.raises(CommandError, match=r'There is no release or draft "2019\.01\.1"') as refused:
        call_command("check_list", str(legal), "--release", "2019.01.1")
    assert refused.value.returncode == 2


def test_an_illegal_list_says_what_is_broken_and_gives_code_1(release: Catalogue, illegal: Path) -> None:
    done = run(illegal)
    assert done.code == 1
    assert done.out.splitlines()[0] == f"{illegal}: ILLEGAL"
    assert [line for line in done.out.splitlines() if line.startswith("  Illegal ")] == [
        "  Illegal 25.04/warlord-named: The roster names no Warlord. Choose Warboss, Painboy or Beastboss."
    ]


def test_what_is_broken_and_what_is_a_warning_are_counted_apart(release: Catalogue, tmp_path: Path) -> None:
    text = text_of("dialect_a").replace("  • Warlord\n", "").replace("Take and Hold", "Take and Hold, Purge the Foe")
    path = written(tmp_path / "both.txt", text)
    broken = [row for row in verdicts(path, release) if row.outcome == "broken"]
    assert sorted((row.check, row.severity.value) for row in broken) == [
        ("25.04/disposition-chosen", "warning"),
        ("25.04/warlord-named", "illegal"),
        ("mfm/paid-wargear", "advice"),
    ]
    assert ", 1 broken, 1 warning, 1 advised, " in next(
        line for line in run(path).out.splitlines() if "Checks:" in line
    )


def test_a_line_not_understood_is_shown_and_gives_code_2(release: Catalogue, unsure: Path) -> None:
    done = run(unsure)
    assert done.code == 2
    assert done.out.splitlines()[0] == (
        f"{unsure}: NO VERDICT: nothing is broken, but something was not understood or could not be checked"
    )
    assert '  Line 38 "who is this": not understood' in done.out.splitlines()


def test_figures_that_differ_are_explained(release: Catalogue, tmp_path: Path) -> None:
    path = written(tmp_path / "dear.txt", text_of("dialect_a").replace("Gretchin (45", "Gretchin (40"))
    done = run(path)
    assert done.code == 0
    assert [line for line in done.out.splitlines() if line.startswith("  Price: ")] == [
        "  Price: Gretchin: The list states 40, Munitorum Field Manual 1.5 asks 45; "
        "the older manuals at hand ask no other figure."
    ]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("legal", "legal"), 0),
        (("legal", "illegal"), 1),
        (("illegal", "legal"), 1),
        (("illegal", "unsure", "legal"), 2),
    ],
)
def test_the_highest_code_of_several_files_counts(
    release: Catalogue, request: pytest.FixtureRequest, names: tuple[str, ...], code: int
) -> None:
    assert run(*(request.getfixturevalue(name) for name in names)).code == code


def test_json_is_one_object_a_line_in_the_order_of_the_files(release: Catalogue, legal: Path, illegal: Path) -> None:
    done = run("--json", illegal, legal)
    assert (done.code, done.err) == (1, "")
    assert [(row["file"], row["is_legal"], len(row["units"])) for row in done.objects] == [
        (str(illegal), False, 11),
        (str(legal), True, 11),
    ]
    result = with_fixes(check_text(text_of("dialect_a"), release), release)
    assert done.objects[1] == json.loads(json.dumps(result_as_dict(result, release, file=str(legal))))


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_file_name_that_is_no_text_is_shown_all_the_same(
    release: Catalogue, tmp_path: Path, options: tuple[str, ...]
) -> None:
    name = os.fsdecode(b"bad\xff.txt")
    written(tmp_path / name, text_of("dialect_a"))
    done = run(*options, tmp_path / name)
    assert done.code == 0
    assert "bad\N{REPLACEMENT CHARACTER}.txt" in done.out
    assert done.out.encode()


def test_a_file_name_that_is_no_text_is_shown_in_a_complaint_too(release: Catalogue, tmp_path: Path) -> None:
    done = run(tmp_path / os.fsdecode(b"\xff\x1b[31m"))
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{tmp_path}/\N{REPLACEMENT CHARACTER} [31m: There is no such file.\n"


def test_a_reader_that_closes_early_ends_the_command_without_a_traceback(release: Catalogue, legal: Path) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    with pytest.raises(SystemExit) as stopped:
        call_command("check_list", str(legal), stdout=Closed())
    assert stopped.value.code == 2


def test_the_stage_is_what_the_list_is_taken_as(release: Catalogue, legal: Path) -> None:
    assert [row["stage"] for row in run("--json", "--stage", "event", legal).objects] == ["event"]
    assert [row["stage"] for row in run("--json", legal).objects] == ["final"]


def test_a_text_that_is_no_list_is_reported_with_its_reason(release: Catalogue, tmp_path: Path) -> None:
    path = written(tmp_path / "letter.txt", "Dear club,\nsee you on Saturday.\n")
    done = run(path)
    assert (done.code, done.err) == (2, "")
    assert done.out.splitlines()[:2] == [
        f"{path}: NOT READ",
        "  Nothing in this text looks like an army list: no unit with its points. "
        "Export the list from the official app (Share, as text) and paste that.",
    ]
    (row,) = run("--json", path).objects
    assert (row["is_legal"], row["format"], row["lines"]) == (None, None, {"used": 0, "ignored": 0, "unknown": 2})


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.txt", None, "There is no such file."),
        ("empty.txt", b"", "The file is empty."),
        (
            "photo.jpg",
            b"\xff\xd8\xff\xe0\x00\x10JFIF",
            "The file is a picture (JPEG), not a text. Save the list as a plain text file and give that.",
        ),
        (
            "list.bin",
            b"Boyz\x00\x01",
            "The file is not a text: it holds control characters. Save the list as a plain text file and give that.",
        ),
        (
            "big.txt",
            b"x" * 900_000,
            "The file has more than 800,000 bytes, which is the most that is read. Give the file of one army list.",
        ),
    ],
)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_file_that_cannot_be_read_is_one_line_and_the_others_are_checked(
    release: Catalogue,
    tmp_path: Path,
    legal: Path,
    name: str,
    content: bytes | None,
    message: str,
    options: tuple[str, ...],
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    done = run(*options, path, legal)
    assert (done.code, done.err) == (2, f"{path}: {message}\n")
    assert str(legal) in done.out
    assert str(path) not in done.out


def test_a_folder_is_no_file(release: Catalogue, tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{tmp_path}: This is a folder; name the files in it.\n"


def test_standard_input_is_a_file_called_dash(release: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    piped = io.TextIOWrapper(io.BytesIO(text_of("dialect_b").encode()))
    monkeypatch.setattr(sys, "stdin", piped)
    done = run("--json", "-")
    assert [(row["file"], row["is_legal"]) for row in done.objects] == [("-", True)]
    assert done.code == 0


def test_what_could_steer_a_terminal_is_not_printed(release: Catalogue, tmp_path: Path) -> None:
    path = written(
        tmp_path / "odd.txt", text_of("dialect_a").replace("CHARACTERS\n", "CHARACTERS\n\x1b[31mred\x1b (5 points)\n")
    )
    assert "\x1b" not in run(path).out


def test_without_a_release_there_is_one_sentence_with_what_to_do(db: None, legal: Path) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("check_list", str(legal))
    assert str(refused.value) == "No catalogue is published yet. Run: python manage.py import_catalogue"
    assert refused.value.returncode == 2


def test_what_is_broken_is_followed_by_the_fix_that_loses_least(tmp_path: Path, release: Catalogue) -> None:
    file = written(tmp_path / "list.txt", text_of("dialect_a").replace("  • Warlord\n", ""))
    lines = run(file).out.splitlines()
    [place] = [place for place, line in enumerate(lines) if "Illegal 25.04/warlord-named" in line]
    assert lines[place + 1].startswith("    Fix: Make ")
    assert lines[place + 1].endswith(" the Warlord.")
