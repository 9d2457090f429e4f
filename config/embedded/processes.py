"""Web server and worker as child processes that stop together and never outlive their parent."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from config.embedded.preflight import HOST

STOP_SECONDS = 15
"""How long a process may finish what it does after being asked to stop."""
WEB_THREADS = "4"
"""How many requests each process of the web server answers at once."""
LOG_BYTES = 5_000_000
"""A log larger than this is set aside as ``.1`` when the service starts."""
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Child:
    """A running process: what people call it, and where its output goes."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def exit_code(self) -> int | None:
        """None while it runs."""
        return self.process.poll()


def start_web_server(port: int, logs: Path) -> Child:
    """Gunicorn with two processes of four threads on ``port``."""
    command = ["gunicorn", "config.wsgi:application", "--config", "python:config.gunicorn", "--bind", f"{HOST}:{port}"]
    threads = ["--worker-class", "gthread", "--workers", "2", "--threads", WEB_THREADS, "--timeout", "120"]
    return _start("web server", [*command, *threads, "--no-control-socket", "--log-level", "warning"], logs / "web.log")


def start_worker(logs: Path) -> Child:
    """A Celery worker with two threads (the file broker needs no more than one process)."""
    command = ["celery", "--app", "config", "--quiet", "worker", "--pool", "threads", "--concurrency", "2"]
    options = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "INFO"]
    return _start("worker", [*command, *options], logs / "worker.log")


def stop(children: Sequence[Child]) -> None:
    """Asks all to stop, waits, and ends those that do not."""
    for child in children:
        with suppress(ProcessLookupError):
            child.process.terminate()
    give_up_at = time.monotonic() + STOP_SECONDS
    for child in children:
        try:
            child.process.wait(max(0.1, give_up_at - time.monotonic()))
        except subprocess.TimeoutExpired:
            # Each child leads a session of its own: its whole group goes.
            with suppress(ProcessLookupError):
                os.killpg(child.process.pid, signal.SIGKILL)
            child.process.wait()


def last_lines(log: Path, count: int = 5) -> str:
    """The end of a log, for a message."""
    return "\n".join(log.read_text(errors="replace").splitlines()[-count:])


def _start(name: str, module_and_options: Sequence[str], log: Path) -> Child:
    _set_aside(log)
    with log.open("ab") as output:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and options
            [sys.executable, "-m", *module_and_options],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Ctrl-C reaches everything in the terminal's group: it shall reach the parent alone, which
            # then stops its children in order.
            start_new_session=True,
            preexec_fn=_die_with_parent(),
            env=_environment(os.environ),
        )
    return Child(name, process, log)


def _environment(given: Mapping[str, str]) -> dict[str, str]:
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings.base", "PYTHONUNBUFFERED": "1", "WEB_THREADS": WEB_THREADS}
    return {**given, **ours}


def _die_with_parent() -> Callable[[], None] | None:
    """What a child does first: on Linux, ask for SIGTERM when its parent ends, however that happens."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl  # loaded here, since little is safe between fork and exec
    parent = os.getpid()

    def ask() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)  # the parent ended before the wish was known

    return ask


def _set_aside(log: Path) -> None:
    if log.exists() and log.stat().st_size > LOG_BYTES:
        log.replace(log.with_suffix(".log.1"))
