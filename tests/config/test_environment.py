"""``make run`` and ``make test`` say in one sentence what a machine lacks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.conftest import TOP

TOOLS = ("basename", "cat", "cksum", "cut", "dirname", "readlink", "sh")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what the set-up needs of the project, in a folder with a space in its name, without .venv."""
    top = tmp_path / "a copy"
    (top / "requirements").mkdir(parents=True)
    shutil.copy(TOP / "requirements" / "environment.sh", top / "requirements")
    (top / "requirements" / "run.txt").write_text("# nothing to install\n")
    return top


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder for PATH that holds the tools of every machine and no Python."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (folder / tool).symlink_to(found)
    return folder


def pretend(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def set_up(project: Path, programs: Path, **given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(project / "requirements" / "environment.sh"), "run"],
        env={"PATH": str(programs), "HOME": os.environ.get("HOME", "/"), **given},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_missing_python_is_one_sentence(project: Path, programs: Path) -> None:
    done = set_up(project, programs)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "Quartermaster needs Python 3.11 or newer, and python3 is not here. "
        "On Debian or Ubuntu: sudo apt install python3 python3-venv\n"
    )


def test_an_old_python_is_one_sentence_with_its_version(project: Path, programs: Path) -> None:
    pretend(programs, "python3", 'case "$1" in --version) echo "Python 3.9.2";; *) exit 1;; esac')
    done = set_up(project, programs)
    assert done.returncode == 1
    assert done.stderr == (
        "Quartermaster needs Python 3.11 or newer; this is Python 3.9.2. "
        "Install one, or name it: make PYTHON=/path/to/python3.12 ...\n"
    )


def test_a_python_without_venv_is_one_sentence_with_the_package(project: Path, programs: Path) -> None:
    pretend(programs, "python3", 'case "$2" in *ensurepip*) exit 1;; esac; exit 0')
    done = set_up(project, programs)
    assert done.returncode == 1
    assert done.stderr == (
        f"{programs / 'python3'} has no venv module. On Debian or Ubuntu: sudo apt install python3-venv\n"
    )


def test_a_newer_python_beside_an_old_one_is_found(project: Path, programs: Path) -> None:
    pretend(programs, "python3", "exit 1")
    (programs / "python3.11").symlink_to(sys.executable)
    done = set_up(project, programs)
    assert done.returncode == 0, done.stderr
    assert (project / ".venv" / "bin" / "python").exists()


def test_a_second_set_up_does_nothing_until_the_pins_change(project: Path, programs: Path) -> None:
    (programs / "python3").symlink_to(sys.executable)
    first = set_up(project, programs)
    second = set_up(project, programs)
    (project / "requirements" / "run.txt").write_text("# other pins\n")
    third = set_up(project, programs)
    assert [done.returncode for done in (first, second, third)] == [0, 0, 0]
    version = f"Python {sys.version.split()[0]}"
    install = "Installing the packages pinned in requirements/run.txt ...\n"
    assert first.stderr == f"Making .venv with {version} ...\n{install}"
    assert second.stderr == ""
    assert third.stderr == install


def test_packages_that_cannot_be_had_are_one_sentence_and_tried_again(project: Path, programs: Path) -> None:
    (programs / "python3").symlink_to(sys.executable)
    (project / "requirements" / "run.txt").write_text("./no-such-package\n")
    done = set_up(project, programs)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "The packages in requirements/run.txt could not be installed; the reason stands above. "
        "Without network, try again with it."
    )
    assert not (project / ".venv" / "installed-run").exists()
