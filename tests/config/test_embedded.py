"""``make run`` as processes: what it says, how it stops, and that nothing of it stays behind."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.config.conftest import TOP, environment

PREPARE = """
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from config.embedded.preparation import FINGERPRINT, fingerprint
from datasheets.catalogue import CatalogueData
from datasheets.catalogue.points import PointsManual
from datasheets.services.publishing import publish_release
call_command("migrate", verbosity=0)
publish_release(CatalogueData(), upstream="nothing 0.0", manual=PointsManual("Test Manual", "7", "2026-01-31"))
(settings.VAR_DIR / FINGERPRINT).write_text(fingerprint(settings.BASE_DIR))
"""
PATIENCE_SECONDS = 60


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the first start leaves it, with an empty catalogue in place of the real one."""
    folder = tmp_path_factory.mktemp("embedded") / "var"
    given = environment(folder, DJANGO_SETTINGS_MODULE="config.settings.base")
    subprocess.run([sys.executable, "-c", PREPARE], cwd=TOP, env=given, check=True, timeout=PATIENCE_SECONDS)
    return folder


@pytest.fixture
def port() -> int:
    """A port nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    return free


class Service:
    """``python -m config.embedded`` in a process of its own."""

    def __init__(self, var: Path, port: int | str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.embedded"],
            cwd=TOP,
            env=environment(var, PORT=str(port)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def lines_until_ready(self) -> list[str]:
        """What it prints, up to its last line of greeting."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("Logs: "):
                return lines
        raise AssertionError("\n".join([*lines, self.end()[1]]))

    def end(self) -> tuple[str, str]:
        """What it still prints on both streams, once it has ended."""
        return self.process.communicate(timeout=PATIENCE_SECONDS)


@pytest.fixture
def start(var: Path) -> Iterator[Callable[[int | str], Service]]:
    services: list[Service] = []

    def run(port: int | str) -> Service:
        services.append(Service(var, port))
        return services[-1]

    yield run
    for service in services:
        if service.process.poll() is None:
            service.process.terminate()
            service.end()


def descendants(pid: int) -> set[int]:
    """Processes under ``pid``, as the kernel lists them."""
    found: set[int] = set()
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in path.read_text().split():
            found |= {int(child)} | descendants(int(child))
    return found


def is_running(pid: int) -> bool:
    with suppress(OSError):
        # A zombie has ended; only nobody has asked for its exit code yet.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def wait_until(is_so: Callable[[], bool]) -> bool:
    give_up_at = time.monotonic() + PATIENCE_SECONDS
    while not is_so() and time.monotonic() < give_up_at:
        time.sleep(0.05)
    return is_so()


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def test_the_service_greets_serves_and_stops_without_a_trace(
    start: Callable[[int | str], Service], var: Path, port: int
) -> None:
    service = start(port)
    lines = service.lines_until_ready()
    kept = json.loads((var / "demo_logins.json").read_text())
    version = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["version"]
    assert lines == [
        "Preparing the database ...",
        "Starting web server and worker ...",
        "",
        f"Quartermaster {version} is ready: http://127.0.0.1:{port}/check/",
        "Sign in to check folders of lists:",
        f"  demo / {kept['demo']['password']}  (a player)",
        f"  organiser / {kept['organiser']['password']}  (keeps events, /events/)",
        f"  editor / {kept['editor']['password']}  (edits the catalogue and compiles drafts, /admin/)",
        f"  publisher / {kept['publisher']['password']}  (also publishes and rolls back, /admin/)",
        f"  quartermaster / {kept['quartermaster']['password']}  (the administrator, /admin/)",
        "Data: release 2026.01.1; prices of Test Manual 7, 2026-01-31; datasheets of nothing 0.0.",
        f"Logs: {var / 'log'}. Stop with Ctrl-C.",
    ]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready") as answer:
        assert json.load(answer)["checks"] == {"database": "ok", "broker": "ok", "catalogue": "ok"}
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/accounts/login/") as page:
        assert kept["demo"]["password"] in page.read().decode()
    assert wait_until((var / "worker.alive").exists)
    below = descendants(service.process.pid)
    assert len(below) >= 4, "gunicorn, its two workers and Celery"

    other_out, other_err = start(port + 1).end()
    assert other_out == ""
    assert other_err == (
        f"A Quartermaster runs from the folder {var} already (process {service.process.pid}); stop it first, "
        "or name another folder for this one: make run QUARTERMASTER_VAR=/path/to/folder.\n"
    )

    service.process.send_signal(signal.SIGINT)
    assert service.end() == ("\nStopping ...\nStopped.\n", "")
    assert service.process.returncode == 0
    assert {pid for pid in below if is_running(pid)} == set()


def test_a_worker_that_dies_takes_the_service_with_it_and_is_named(
    start: Callable[[int | str], Service], var: Path, port: int
) -> None:
    service = start(port)
    service.lines_until_ready()
    below = descendants(service.process.pid)
    [worker] = [pid for pid in below if "celery" in command_of(pid)]
    os.kill(worker, signal.SIGKILL)
    out, error = service.end()
    assert (out, service.process.returncode) == ("", 1)
    assert error.startswith(
        f"The worker stopped by itself (exit code -9), so all is stopped. The end of {var / 'log' / 'worker.log'}:\n"
    )
    assert "Traceback" not in error
    assert {pid for pid in below if is_running(pid)} == set()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells children of their parent's death")
def test_a_killed_parent_leaves_no_process_behind(start: Callable[[int | str], Service], port: int) -> None:
    service = start(port)
    service.lines_until_ready()
    below = descendants(service.process.pid)
    service.process.kill()
    service.end()
    assert wait_until(lambda: not any(is_running(pid) for pid in below))


def test_a_port_in_use_is_one_sentence(start: Callable[[int | str], Service]) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        service = start(port)
        out, error = service.end()
    assert (out, service.process.returncode) == ("", 1)
    assert error == f"Port {port} is in use; stop what uses it, or take another: make run PORT={port + 1}.\n"


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1", "80 80"])
def test_a_port_that_is_none_is_one_sentence(start: Callable[[int | str], Service], port: str) -> None:
    out, error = start(port).end()
    assert out == ""
    assert error == f"PORT={port} is no port; give a number from 1 to 65535: make run PORT=8001.\n"


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path, port: int) -> None:
    # Not even an administrator makes a folder inside a file.
    (tmp_path / "file").write_text("")
    service = Service(tmp_path / "file" / "var", port)
    out, error = service.end()
    assert (out, service.process.returncode) == ("", 1)
    assert error == (
        f"The folder {tmp_path / 'file' / 'var'} cannot be written (Not a directory), and the database has to lie "
        "there; use a copy in a folder of yours, or name another one: make run QUARTERMASTER_VAR=/path/to/folder.\n"
    )
