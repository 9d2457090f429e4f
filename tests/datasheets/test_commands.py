"""The commands' refusals: one clear sentence and exit code 1, and nothing changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from datasheets import models

HEAD = 'name: Orks\nslug: orks\nversion: "9.0"\nfirstSeen: 2027-01-31\n'


def refusal_of(folder: Path) -> str:
    with pytest.raises(CommandError) as refusal:
        call_command("import_points", str(folder))
    assert models.StoredManual.objects.count() == 0
    assert models.Release.objects.count() == 0
    return str(refusal.value)


@pytest.mark.django_db
def test_missing_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "tomorrow"

    assert refusal_of(folder) == (
        f"Nothing was imported from {folder}: tomorrow: no such folder;"
        " give the folder that holds the manual's YAML files."
    )


@pytest.mark.django_db
def test_file_in_place_of_a_folder_is_named(tmp_path: Path) -> None:
    file = tmp_path / "orks.yaml"
    file.write_text(HEAD)

    assert refusal_of(file) == (
        f"Nothing was imported from {file}: orks.yaml: is a file; give the folder that holds the manual's YAML files."
    )


@pytest.mark.django_db
def test_folder_without_yaml_is_named(tmp_path: Path) -> None:
    (tmp_path / "points.txt").write_text("Gretchin 40")

    assert refusal_of(tmp_path) == (
        f"Nothing was imported from {tmp_path}: {tmp_path.name}: holds no YAML files;"
        " give the folder that holds the manual's YAML files."
    )


@pytest.mark.django_db
def test_broken_yaml_is_named_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "orks.yaml").write_text(HEAD + "units: [")

    told = refusal_of(tmp_path)

    assert told.startswith(f"Nothing was imported from {tmp_path}: {tmp_path.name}/orks.yaml: not valid YAML: ")
    assert "line 6" in told


@pytest.mark.django_db
def test_wrong_figure_is_named_with_its_entry(tmp_path: Path) -> None:
    (tmp_path / "orks.yaml").write_text(
        HEAD + "detachments: []\nunits:\n  - name: Gretchin\n    pricing:\n"
        '      - range: "[1,)"\n        label: all\n        costs: [{ models: 10, points: -40 }]\n'
    )

    assert refusal_of(tmp_path) == (
        f"Nothing was imported from {tmp_path}: {tmp_path.name}/orks.yaml: "
        'units "Gretchin", pricing[0], costs[0], points: Expected `int` >= 0.'
    )


def test_refusal_ends_the_command_with_one_sentence_and_exit_code_1(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "import_points", str(tmp_path / "tomorrow")],
        cwd=settings.BASE_DIR,
        env={"QUARTERMASTER_VAR": str(tmp_path), "PATH": "", "DJANGO_SETTINGS_MODULE": "config.settings.test"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"CommandError: Nothing was imported from {tmp_path / 'tomorrow'}: tomorrow: no such folder;"
        " give the folder that holds the manual's YAML files."
    )
