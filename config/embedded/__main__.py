"""Prepares, starts and watches the embedded service; ends both processes with itself."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from config.embedded import preflight, processes
from config.embedded.preflight import CannotRun, port_of
from config.env import var_folder
from config.probe import readiness

READY_SECONDS = 90
WATCH_SECONDS = 0.3
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Asked(BaseException):
    """Somebody asked the service to stop (Ctrl-C, SIGTERM, the terminal closed)."""


def main() -> int:
    """0 after being asked to stop, 1 where it could not start or a part of it failed."""
    for number in STOP_SIGNALS:
        signal.signal(number, _ask)
    try:
        return _run()
    except CannotRun as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    except Asked:
        _tell("Stopped.")
        return 0


def _run() -> int:
    port = port_of(os.environ.get("PORT", ""))
    var = var_folder()
    preflight.want_writable(var)
    held = preflight.lock(var)
    preflight.want_free_port(port)
    address = f"http://{preflight.HOST}:{port}"
    with held:
        return _prepare_and_serve(address, port, var)


def _prepare_and_serve(address: str, port: int, var: Path) -> int:
    import django

    from config.embedded.preparation import prepare

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
    django.setup()
    prepare(_tell)

    logs = var / "log"
    logs.mkdir(exist_ok=True)
    _tell("Starting web server and worker ...")
    children: list[processes.Child] = []
    try:
        children.append(processes.start_web_server(port, logs))
        children.append(processes.start_worker(logs))
        said = _wait_until_ready(address, children)
        _greet(address, said, logs)
        _watch(children)
    except Asked:
        _tell("\nStopping ...")
        raise
    finally:
        _ignore_signals()
        processes.stop(children)


def _wait_until_ready(address: str, children: list[processes.Child]) -> dict[str, Any]:
    give_up_at = time.monotonic() + READY_SECONDS
    said: dict[str, Any] | None = None
    while time.monotonic() < give_up_at:
        said = readiness(address)
        if said is not None and said.get("status") == "ready":
            return said
        _want_all_alive(children)
        time.sleep(WATCH_SECONDS)
    faults = [f"{part}: {state}" for part, state in (said or {}).get("checks", {}).items() if state != "ok"]
    raise CannotRun(
        f"The service was not ready after {READY_SECONDS} seconds ({'; '.join(faults) or 'it does not answer'}); "
        f"see {children[0].log}."
    )


def _watch(children: list[processes.Child]) -> NoReturn:
    while True:
        _want_all_alive(children)
        time.sleep(WATCH_SECONDS)


def _want_all_alive(children: list[processes.Child]) -> None:
    for child in children:
        if child.exit_code is not None:
            raise CannotRun(
                f"The {child.name} stopped by itself (exit code {child.exit_code}), so all is stopped. "
                f"The end of {child.log}:\n{processes.last_lines(child.log)}"
            )


def _greet(address: str, said: dict[str, Any], logs: Path) -> None:
    from django.conf import settings

    from website.demo import demo_logins

    release = said["release"]
    logins = "\n".join(
        f"  {login.username} / {login.password or '(password was changed)'}  ({login.purpose})"
        for login in demo_logins()
    )
    _tell(
        f"\nQuartermaster {settings.VERSION} is ready: {address}/check/\n"
        f"Sign in to check folders of lists:\n{logins}\n"
        f"Data: release {release['label']}; prices of {release['manual']}, {release['manual_date']}; "
        f"datasheets of {release['upstream']}.\n"
        f"Logs: {logs}. Stop with Ctrl-C."
    )


def _ask(number: int, frame: FrameType | None) -> None:
    _ignore_signals()
    raise Asked


def _ignore_signals() -> None:
    """A second Ctrl-C while stopping would leave processes behind."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
