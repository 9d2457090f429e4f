"""A Redis and a PostgreSQL of a harness's own, on loopback, in folders of their own; ended by their ids."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path

HOST = "127.0.0.1"
START_SECONDS = 30


class NotHere(Exception):
    """A program that a harness needs is not installed."""


def wait_for_port(port: int) -> None:
    """Until somebody listens there; raises ``TimeoutError``."""
    give_up_at = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up_at:
        with closing(socket.socket()) as probe:
            probe.settimeout(1)
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nobody listens on port {port}")


class Redis:
    """``redis-server`` that keeps nothing."""

    def __init__(self, folder: Path, port: int) -> None:
        if shutil.which("redis-server") is None:
            raise NotHere("redis-server is not installed")
        self.folder, self.port = folder, port
        self.url = f"redis://{HOST}:{port}/0"
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True)

    def start(self) -> None:
        """Start it and wait until it listens."""
        options = ["--port", str(self.port), "--bind", HOST, "--save", "", "--appendonly", "no"]
        with (self.folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(
                ["redis-server", *options, "--dir", str(self.folder)], stdout=log, stderr=log, start_new_session=True
            )
        wait_for_port(self.port)

    def stop(self) -> None:
        """Kill it: everything in it is gone."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._process = None


class Postgres:
    """A cluster made by ``initdb``; as root it is run by the user ``postgres``, since the server refuses root."""

    def __init__(self, folder: Path, port: int) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not found:
            raise NotHere("PostgreSQL’s server is not installed (/usr/lib/postgresql/*/bin)")
        self._programs = found[-1].parent
        self.port = port
        self._data = folder / "data"
        folder.mkdir(parents=True)
        self._run_as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._run_as:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        self._run("initdb", "--auth", "trust", "--username", "bench", "--no-sync", "--pgdata", str(self._data))
        with (self._data / "postgresql.conf").open("a") as settings:
            settings.write(
                f"port = {port}\nlisten_addresses = '{HOST}'\nunix_socket_directories = ''\n"
                "max_connections = 100\nlog_line_prefix = '%m '\n"
            )

    def url(self, database: str) -> str:
        """``DATABASE_URL`` of a database of this cluster."""
        return f"postgres://bench@{HOST}:{self.port}/{database}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._control("start", "--log", str(self._data / "server.log"))

    def restart(self) -> None:
        """As an administrator restarts it: every connection is cut."""
        self._control("restart", "--mode", "fast", "--log", str(self._data / "server.log"))

    def stop(self) -> None:
        """Stop it, if it runs."""
        if (self._data / "postmaster.pid").exists():
            with suppress(subprocess.CalledProcessError):
                self._control("stop", "--mode", "fast")

    def create(self, database: str, *, template: str = "template1") -> None:
        """A new database, as a copy of another."""
        self._run("createdb", "--host", HOST, "--port", str(self.port), "--username", "bench", "-T", template, database)

    def _control(self, action: str, *options: str) -> None:
        self._run("pg_ctl", action, "--pgdata", str(self._data), "--wait", *options)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [*self._run_as, str(self._programs / program), *arguments],
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=120,
        )


def end(process: subprocess.Popen[bytes], *, seconds: float = 20) -> None:
    """Ask a process of ours to stop, and kill its group where it does not."""
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGCONT)
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
