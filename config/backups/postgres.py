"""Backup and restore of a PostgreSQL database by its own programs, with the connection of the settings."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.db.backends.postgresql.client import DatabaseClient

from config.backups.archive import BackupFault

LOCK_SECONDS = 10
"""How long a restore waits for a table that somebody holds."""

_EMPTY = """
SET lock_timeout = '{lock_seconds}s';
DO $$
DECLARE one record;
BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('DROP TABLE IF EXISTS public.%I CASCADE', one.tablename);
    END LOOP;
    FOR one IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
        EXECUTE format('DROP SEQUENCE IF EXISTS public.%I CASCADE', one.sequencename);
    END LOOP;
END $$;
"""
"""Also what the backup does not know goes, such as a table of a later version."""
_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"


class Server:
    """The database that the settings name, reached by the programs of the PostgreSQL client."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        arguments, given = DatabaseClient.settings_to_cmd_args_env(dict(settings), [])
        # The first word is psql, and the last the name of the database: the rest says where the server is.
        self._where = [argument for argument in arguments[1:] if argument != settings["NAME"]]
        self._name = str(settings["NAME"])
        # The password goes by the environment: arguments can be read by everybody on the machine.
        self._environment = {**os.environ, **(given or {})}

    def copy_out(self, target: Path) -> None:
        """A dump as of one moment, while others work. Raises :class:`BackupFault`."""
        options = ["--format", "custom", "--no-owner", "--no-privileges", "--file", str(target)]
        self._run("pg_dump", [*options, "--dbname", self._name], "The database could not be dumped")

    def has_tables(self) -> bool:
        """Whether there is anything that could be lost."""
        return self._number(_TABLES) > 0

    def others(self) -> int:
        """How many connections others have to this database."""
        return self._number(_OTHERS)

    def script_of(self, dump: Path, script: Path) -> None:
        """Write the statements of ``dump``, all of which is read for it. Raises :class:`BackupFault`."""
        self._run("pg_restore", ["--no-owner", "--no-privileges", "--file", str(script), str(dump)], _UNREADABLE, [])

    def put_in(self, script: Path) -> None:
        """Empty the database and run ``script``, in one transaction. Raises :class:`BackupFault`."""
        emptying = script.with_suffix(".emptying.sql")
        emptying.write_text(_EMPTY.format(lock_seconds=LOCK_SECONDS))
        files = ["--file", str(emptying), "--file", str(script)]
        self._psql(["--single-transaction", *files], "The database is as it was, since the backup could not be read in")

    def _number(self, question: str) -> int:
        return int(self._psql(["--tuples-only", "--no-align", "--command", question], "The database does not answer"))

    def _psql(self, options: Sequence[str], complaint: str) -> str:
        quiet = ["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1"]
        return self._run("psql", [*quiet, *options, "--dbname", self._name], complaint)

    def _run(self, program: str, options: Sequence[str], complaint: str, where: Sequence[str] | None = None) -> str:
        command = [program, *(self._where if where is None else where), *options]
        try:
            done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own options
        except FileNotFoundError as error:
            raise BackupFault(
                f"The program {program} is not installed. It comes with the PostgreSQL client, of the server's version "
                "or a newer one (sudo apt install postgresql-client)."
            ) from error
        if done.returncode != 0:
            raise BackupFault(f"{complaint}: {program} says “{_gist(done.stderr)}”.")
        return done.stdout.strip()


_UNREADABLE = "The dump in the backup cannot be read, and nothing was changed"


def _gist(said: str) -> str:
    """The first line that names an error, else the last."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    named = [line for line in lines if "error" in line.lower()]
    return (named or lines[-1:] or ["nothing"])[0]
