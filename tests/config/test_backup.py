"""A backup brings everything back as it was, and restoring is all or nothing, on whichever database is named."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import uuid
import zipfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from config.backups import BackupFault
from config.backups.archive import MANIFEST, unpack
from config.embedded.preflight import lock
from tests.config.conftest import TOP, environment

FILL = """
from django.contrib.auth.models import Group, User
from battle.models import Gauntlet
from datasheets.catalogue import CatalogueData
from datasheets.catalogue.points import PointsManual
from datasheets.services.publishing import publish_release
publish_release(CatalogueData(), upstream="nothing 0.0", manual=PointsManual("Test Manual", "7", "2026-01-31"))
owner = User.objects.create_user("owner", email="owner@example.org", password="correct horse battery staple")
owner.groups.add(Group.objects.create(name="a club"))
for number in range(50):
    Gauntlet.objects.create(slug=f"gauntlet-{number}", owner=owner, name=f"Gauntlet {number} “näher”", units=[number])
"""
CHANGE = """
from django.contrib.auth.models import User
from battle.models import Gauntlet
Gauntlet.objects.filter(slug__endswith="7").delete()
Gauntlet.objects.filter(slug="gauntlet-1").update(name="something else")
User.objects.create_user("stranger")
"""
DUMP = """
import json
from django.apps import apps
rows = {model._meta.label: list(model.objects.order_by("pk").values()) for model in apps.get_models()}
print(json.dumps(rows, default=str))
"""
ADD = """
from battle.models import Gauntlet
print(Gauntlet.objects.create(slug="one-more", name="One more", units=[]).pk)
"""
DATABASE_URL = os.environ.get("DATABASE_URL", "")


@dataclass(frozen=True)
class Installation:
    """An installation of its own: a folder, and on PostgreSQL a database."""

    var: Path
    database_url: str

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command of ``manage.py``."""
        return self._python("manage.py", *arguments)

    def code(self, code: str) -> str:
        """What the code prints. Without the commands' own start, which takes twice as long."""
        done = self._python("-c", f"import django\ndjango.setup()\n{code}")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        given = {"DATABASE_URL": self.database_url} if self.database_url else {}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=TOP,
            env=environment(self.var, DJANGO_SETTINGS_MODULE="config.settings.base", **given),
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """Every row of every table, by model."""
        found: dict[str, list[dict[str, Any]]] = json.loads(self.code(DUMP))
        return found

    def connected(self) -> AbstractContextManager[Any]:
        """A connection of somebody else."""
        if self.database_url:
            import psycopg

            return closing(psycopg.connect(self.database_url))
        return closing(sqlite3.connect(self.var / "quartermaster.sqlite3"))


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Tables by the migrations and rows in some of them."""
    var = tmp_path_factory.mktemp("backup") / "a folder"
    if not DATABASE_URL:
        yield _filled(Installation(var, ""))
        return
    import psycopg

    name = f"quartermaster_backup_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(DATABASE_URL, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield _filled(Installation(var, f"{DATABASE_URL.rpartition('/')[0]}/{name}"))
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _filled(installation: Installation) -> Installation:
    assert installation.run("migrate", "--verbosity", "0").returncode == 0
    installation.code(FILL)
    (installation.var / "demo_logins.json").write_text('{"demo": {"password": "kept"}}')
    return installation


@pytest.fixture
def backup(installation: Installation, tmp_path: Path) -> Path:
    """A backup of the installation as it stands."""
    target = tmp_path / "a backup.zip"
    done = installation.run("backup", str(target))
    assert done.returncode == 0, done.stderr
    return target


def with_manifest(backup: Path, target: Path, **changed: object) -> Path:
    """A copy of a backup whose manifest says other things."""
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(target, "w") as copy:
        for name in source.namelist():
            content = source.read(name)
            if name == MANIFEST:
                content = json.dumps(json.loads(content) | changed).encode()
            copy.writestr(name, content)
    return target


def test_what_was_backed_up_is_restored_row_for_row(installation: Installation, tmp_path: Path) -> None:
    before = installation.rows()
    assert (len(before["auth.User"]), len(before["battle.Gauntlet"])) == (1, 50)
    key = (installation.var / "secret_key").read_text()
    target = tmp_path / "a backup.zip"
    done = installation.run("backup", str(target))
    kind = "postgresql" if DATABASE_URL else "sqlite"
    assert done.stdout.startswith(f"Backed up the {kind} database to {target} (")
    assert target.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["a backup.zip"]

    installation.code(CHANGE)
    (installation.var / "secret_key").write_text("another key " * 5)
    (installation.var / "catalogue.fingerprint").write_text("of another database")
    changed = installation.rows()
    assert (len(changed["auth.User"]), len(changed["battle.Gauntlet"])) == (2, 45)

    refused = installation.run("restore", str(target))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "has tables already, and what is in them would be gone." in refused.stderr
    assert installation.rows() == changed

    done = installation.run("restore", str(target), "--overwrite")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Restored the {kind} database as of ")
    assert installation.rows() == before
    assert (installation.var / "secret_key").read_text() == key
    assert not (installation.var / "catalogue.fingerprint").exists()
    # Numbers of new rows go on where they stood.
    assert int(installation.code(ADD)) not in {row["id"] for row in before["battle.Gauntlet"]}


def test_a_backup_made_while_somebody_writes_has_what_was_committed_and_does_not_wait(
    installation: Installation, tmp_path: Path
) -> None:
    before = installation.rows()
    target = tmp_path / "backup.zip"
    with installation.connected() as other:
        other.execute("UPDATE battle_gauntlet SET about = 'never committed'")
        done = installation.run("backup", str(target))
        assert (done.returncode, done.stderr) == (0, "")
        other.rollback()
    assert installation.run("restore", str(target), "--overwrite").returncode == 0
    assert installation.rows() == before


def test_a_database_in_use_is_not_replaced(installation: Installation, backup: Path) -> None:
    before = installation.rows()
    with installation.connected() as other:
        other.execute("SELECT count(*) FROM battle_gauntlet").fetchone()
        refused = installation.run("restore", str(backup), "--overwrite")
        assert refused.returncode == 1
        assert "is in use" in refused.stderr
        assert "Nothing was changed." in refused.stderr
    with lock(installation.var):
        refused = installation.run("restore", str(backup), "--overwrite")
    assert refused.returncode == 1
    assert f"A Quartermaster runs from the folder {installation.var} already" in refused.stderr
    assert installation.rows() == before


def test_a_backup_that_fails_half_way_leaves_the_database_as_it_was(installation: Installation, tmp_path: Path) -> None:
    target, spoilt = tmp_path / "backup.zip", tmp_path / "spoilt.zip"
    if DATABASE_URL:
        # A function is not emptied away, so the script fails at making it: after all tables were dropped.
        with installation.connected() as other:
            other.execute("CREATE FUNCTION in_the_way() RETURNS int LANGUAGE sql AS 'SELECT 1'")
            other.commit()
    before = installation.rows()
    assert installation.run("backup", str(target)).returncode == 0
    if DATABASE_URL:
        shutil.copy(target, spoilt)
        said = "The database is as it was, since the backup could not be read in: psql says “"
    else:
        _spoil_pages(target, spoilt, tmp_path)
        said = "The database in the backup is damaged ("
    refused = installation.run("restore", str(spoilt), "--overwrite")
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"CommandError: {said}")
    assert installation.rows() == before
    if DATABASE_URL:
        with installation.connected() as other:
            other.execute("DROP FUNCTION in_the_way()")
            other.commit()


def _spoil_pages(backup: Path, target: Path, folder: Path) -> None:
    """A backup whose checksums are right, of a database of which pages are overwritten."""
    with zipfile.ZipFile(backup) as source:
        described = json.loads(source.read(MANIFEST))
        content = bytearray(source.read("database.sqlite3"))
        content[8192:200_000] = b"x" * (200_000 - 8192)
        described["files"]["database.sqlite3"]["sha256"] = hashlib.sha256(content).hexdigest()
        with zipfile.ZipFile(target, "w") as copy:
            copy.writestr(MANIFEST, json.dumps(described))
            for name in set(source.namelist()) - {MANIFEST}:
                copy.writestr(name, bytes(content) if name == "database.sqlite3" else source.read(name))


def test_a_backup_of_a_newer_version_or_of_another_kind_of_database_is_refused(
    installation: Installation, backup: Path, tmp_path: Path
) -> None:
    before = installation.rows()
    newer = with_manifest(backup, tmp_path / "newer.zip", migrations=[["battle", "0999_later"]], version="9.0")
    refused = installation.run("restore", str(newer), "--overwrite")
    assert refused.returncode == 1
    assert "was made by a newer version of Quartermaster (9.0;" in refused.stderr
    assert "1 of its migrations are not known here, such as battle.0999_later." in refused.stderr

    other, member = ("sqlite", "database.sqlite3") if DATABASE_URL else ("postgresql", "database.dump")
    described = {"database": other, "files": {member: {"sha256": hashlib.sha256(b"rows").hexdigest()}}}
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as made, zipfile.ZipFile(backup) as source:
        made.writestr(MANIFEST, json.dumps(json.loads(source.read(MANIFEST)) | described))
        made.writestr(member, b"rows")
    refused = installation.run("restore", str(tmp_path / "other.zip"), "--overwrite")
    assert refused.returncode == 1
    assert f"holds a database of {other}, and this installation’s is" in refused.stderr
    assert installation.rows() == before


def test_a_backup_is_never_written_over_another_file(installation: Installation, backup: Path) -> None:
    content = backup.read_bytes()
    refused = installation.run("backup", str(backup))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"CommandError: {backup} is there already, and no backup is written over another. Name another file.\n"
    )
    assert backup.read_bytes() == content


def test_an_unfinished_or_altered_file_is_refused_before_anything_is_touched(
    installation: Installation, backup: Path, tmp_path: Path
) -> None:
    before = installation.rows()
    whole = backup.read_bytes()
    altered = bytearray(whole)
    altered[len(whole) // 2] ^= 0xFF
    spoilt = tmp_path / "spoilt.zip"
    for content in (whole[: len(whole) // 2], bytes(altered), b"", b"no archive at all"):
        spoilt.write_bytes(content)
        folder = tmp_path / uuid.uuid4().hex
        folder.mkdir()
        with pytest.raises(BackupFault, match="is damaged or no backup of Quartermaster"):
            unpack(spoilt, folder)
    spoilt.write_bytes(bytes(altered))
    refused = installation.run("restore", str(spoilt), "--overwrite")
    assert refused.returncode == 1
    assert f"{spoilt} is damaged or no backup of Quartermaster (" in refused.stderr
    assert installation.rows() == before
    assert not list(installation.var.glob(".restore-*"))


@pytest.mark.parametrize(
    ("described", "said"),
    [
        ({"format": "quartermaster.backup/2"}, "is not of the format quartermaster.backup/1"),
        ({"format": "quartermaster.backup/1"}, "does not name a database and its files"),
        (
            {
                "format": "quartermaster.backup/1",
                "database": "sqlite",
                "migrations": [],
                "files": {"database.sqlite3": {"sha256": "0"}, "../manage.py": {"sha256": "0"}},
            },
            "does not name a database and its files",
        ),
        ([], "is not of the format quartermaster.backup/1"),
    ],
)
def test_a_manifest_that_says_something_else_is_refused(tmp_path: Path, described: object, said: str) -> None:
    with zipfile.ZipFile(tmp_path / "made.zip", "w") as made:
        made.writestr(MANIFEST, json.dumps(described))
        made.writestr("database.sqlite3", b"")
        made.writestr("../manage.py", b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BackupFault, match=said):
        unpack(tmp_path / "made.zip", tmp_path / "folder")
    assert list((tmp_path / "folder").iterdir()) == []


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BackupFault) as raised:
        unpack(tmp_path / "none.zip", tmp_path)
    assert str(raised.value) == f"There is no file {tmp_path / 'none.zip'}."


@pytest.mark.parametrize(
    ("target", "commands"),
    [
        (["backup"], ["manage.py backup"]),
        (["backup", "TO=a b.zip"], ['manage.py backup "a b.zip"']),
        (["restore", "FROM=a b.zip"], ['manage.py restore "a b.zip"']),
        (["restore", "FROM=b.zip", "OVERWRITE=yes"], ['manage.py restore "b.zip" --overwrite']),
        (["restore", "FROM=b.zip", "OVERWRITE=no"], ['manage.py restore "b.zip"']),
    ],
)
def test_make_runs_the_commands(target: list[str], commands: list[str]) -> None:
    done = subprocess.run(["make", "--dry-run", *target], cwd=TOP, capture_output=True, text=True, check=True)
    lines = [line.strip().removeprefix(".venv/bin/python ") for line in done.stdout.splitlines()]
    assert [line for line in lines if line.startswith("manage.py")] == commands


def test_make_restore_asks_for_the_file() -> None:
    done = subprocess.run(["make", "restore"], cwd=TOP, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Name the backup: make restore FROM=file\n")
