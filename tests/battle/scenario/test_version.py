"""The version of the engine changes with whatever changes answers, and with nothing else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from battle.scenario.version import ENGINE_VERSION, digest_of, files_below

ROOT = Path(__file__).resolve().parents[3]


def _digest(root: Path) -> str:
    return digest_of(files_below(root), "2.0")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what determines answers, with some of what does not."""
    root = tmp_path_factory.mktemp("tree")
    for folder in ("battle", "fixtures/battle", "fixtures/effects", "datasheets/catalogue", "roster/muster"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (ROOT / "roster").glob("*.py"):
        shutil.copy(path, root / "roster" / path.name)
    return root


def test_it_has_a_number_and_a_digest() -> None:
    assert re.fullmatch(r"1-[0-9a-f]{10}", ENGINE_VERSION)


@pytest.mark.parametrize(
    "name",
    [
        "battle/engine/dice.py",
        "battle/effects/upstream/leaves.py",
        "battle/armies/units.py",
        "battle/sampling/twofold.py",
        "battle/scenario/cells.py",
        "datasheets/catalogue/catalogue.py",
        "roster/documents.py",
        "roster/muster/points.py",
        "roster/muster/loadouts/search.py",
        "fixtures/battle/damaged.yaml",
        "fixtures/effects/judged/necrons.yaml",
    ],
)
def test_a_changed_source_or_fixture_changes_it(tree: Path, name: str) -> None:
    before = _digest(tree)
    path = tree / name
    content = path.read_bytes()

    path.write_bytes(content + b"\n# more\n")

    assert _digest(tree) != before
    path.write_bytes(content)
    assert _digest(tree) == before


@pytest.mark.parametrize(
    "name", ["battle/scenario/as_text.py", "battle/apps.py", "roster/muster/rules/__init__.py", "roster/wording.py"]
)
def test_what_changes_no_answer_does_not(tree: Path, name: str) -> None:
    before = _digest(tree)
    path = tree / name
    content = path.read_bytes()

    path.write_bytes(content + b"\n# more\n")

    assert _digest(tree) == before
    path.write_bytes(content)


def test_a_new_file_and_a_renamed_one_change_it() -> None:
    one, other = ("engine/a.py", b"a"), ("engine/b.py", b"b")

    digests = {
        digest_of([one], "2.0"),
        digest_of([one, other], "2.0"),
        digest_of([("engine/c.py", b"a")], "2.0"),
        digest_of([one], "2.1"),
    }

    assert len(digests) == 4
    assert digest_of([one, other], "2.0") == digest_of([other, one], "2.0")


def test_line_ends_do_not_change_it() -> None:
    assert digest_of([("a.py", b"x\r\ny\r\n")], "2.0") == digest_of([("a.py", b"x\ny\n")], "2.0")
