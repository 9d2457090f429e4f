"""A whole embedded installation in a folder of its own: database, file broker and real worker processes.

Run as a program it prepares the installation that its environment names: tables, the release in the
file given, a user, and a batch of as many lists as said.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import psycopg

from datasheets.catalogue import Catalogue
from datasheets.catalogue.encoding import encode_data

PROJECT = Path(__file__).resolve().parents[2]
PREPARE_SECONDS = 60
STOP_SECONDS = 15


@dataclass(frozen=True, slots=True)
class Row:
    """A list of the batch as the database has it."""

    position: int
    status: str
    attempts: int
    finished_at: str
    has_result: bool


class Installation:
    """Settings of an installation, its rows, its workers; on PostgreSQL where ``DATABASE_URL`` says so."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}
        } | {"QUARTERMASTER_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings.base"}
        given = os.environ.get("DATABASE_URL", "")
        self._server = given if given.startswith("postgres") else ""
        self._database = f"worker_{uuid.uuid4().hex}"
        if self._server:
            self.environment["DATABASE_URL"] = self._url(self._database)

    def __enter__(self) -> Self:
        if self._server:
            self._ask_server(f"CREATE DATABASE {self._database}")
        return self

    def __exit__(self, *_: object) -> None:
        if self._server:
            self._ask_server(f"DROP DATABASE {self._database} WITH (FORCE)")

    def prepare(self, catalogue: Catalogue, lists: int) -> None:
        """Make tables, release, user and a batch of this many lists."""
        data = self.folder / "release.json"
        data.write_bytes(encode_data(catalogue.data))
        manual = catalogue.stamp.manual
        self._run("-m", __name__, str(data), manual.name, manual.version, manual.date, str(lists))

    @contextmanager
    def worker(self) -> Iterator[subprocess.Popen[bytes]]:
        """A worker as the service runs it; stopped at the end unless it is dead by then."""
        with (self.folder / "worker.log").open("ab") as log:
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "celery",
                    "--app",
                    "config",
                    "worker",
                    "--pool",
                    "threads",
                    "--concurrency",
                    "2",
                ],
                cwd=PROJECT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    @property
    def worker_log(self) -> str:
        """What the workers said."""
        return (self.folder / "worker.log").read_text()

    def rows(self) -> list[Row]:
        """Every list of every batch, by position."""
        found = self._ask(
            "SELECT position, status, attempts, finished_at, result IS NOT NULL FROM roster_checkbatchitem ORDER BY 1"
        )
        return [Row(row[0], row[1], row[2], str(row[3]), bool(row[4])) for row in found]

    def wait_for(self, done: int, *, seconds: float) -> list[Row]:
        """The rows once this many are done; AssertionError with what the worker said where that takes too long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            rows = self.rows()
            if sum(row.status == "done" for row in rows) >= done:
                return rows
            time.sleep(0.02)
        raise AssertionError(f"not {done} done in {seconds} s: {self.worker_log}")

    def let_leases_pass(self) -> None:
        """As if the time of every claim were over."""
        self._ask("UPDATE roster_checkbatchitem SET claimed_at = '2020-01-01 00:00:00+00:00' WHERE status = 'claimed'")

    def _run(self, *arguments: str) -> None:
        subprocess.run(
            [sys.executable, *arguments], cwd=PROJECT, env=self.environment, check=True, timeout=PREPARE_SECONDS
        )

    def _ask(self, statement: str) -> list[Any]:
        if self._server:
            with psycopg.connect(self._url(self._database)) as connection:
                cursor = connection.execute(statement)
                return cursor.fetchall() if cursor.description else []
        with closing(sqlite3.connect(self.folder / "quartermaster.sqlite3", timeout=10)) as file, file:
            return file.execute(statement).fetchall()

    def _ask_server(self, statement: str) -> None:
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def _url(self, database: str) -> str:
        return urlsplit(self._server)._replace(path=f"/{database}").geturl()


def main(data: str, manual: str, version: str, date: str, lists: str) -> None:
    """Prepare the installation of the environment."""
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from datasheets.catalogue.encoding import decode_data
    from datasheets.catalogue.points import PointsManual
    from datasheets.services import publish_release
    from roster.services import create_batch_of_texts
    from tests.roster.lists import LEGAL_LIST, WITHOUT_WARLORD

    call_command("migrate", verbosity=0)
    publish_release(
        decode_data(Path(data).read_bytes()), upstream="sources", manual=PointsManual(manual, version, date)
    )
    texts = [(f"{number}.txt", LEGAL_LIST if number % 3 else WITHOUT_WARLORD) for number in range(1, int(lists) + 1)]
    create_batch_of_texts(User.objects.create_user("owner"), texts)


if __name__ == "__main__":
    main(*sys.argv[1:])
