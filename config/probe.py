"""Asks a running service whether it is well, for container health checks: exits 0 if it is.

``python -m config.probe web http://127.0.0.1:8000`` asks the web server, ``python -m config.probe worker``
the worker of this machine. ``make run`` waits for the web server by it.
"""

from __future__ import annotations

import json
import os
import sys
import urllib.error
import urllib.request
from typing import Any

from config.env import var_folder
from config.sweeper import is_worker_alive


def readiness(address: str, *, host: str | None = None, seconds: float = 5) -> dict[str, Any] | None:
    """What ``/health/ready`` under ``address`` says, ready or not; None where nobody answers in time.

    ``host`` is sent as the Host header where the service answers for another name than the address.
    """
    request = urllib.request.Request(f"{address}/health/ready", headers={"Host": host} if host else {})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:  # noqa: S310 - our own address
            said: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            try:
                said = json.load(error)
            except ValueError:
                return None
    except (OSError, ValueError):
        return None
    return said


def main(arguments: list[str]) -> int:
    """0 where the part asked for is well, 1 where not, 2 where the question is not understood."""
    match arguments:
        case ["worker"]:
            return 0 if is_worker_alive(var_folder()) else 1
        case ["web", address]:
            # A served installation answers for its own names only.
            host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().removeprefix(".")
            said = readiness(address, host=host or None)
            return 0 if said is not None and said.get("status") == "ready" else 1
        case _:
            sys.stderr.write("Usage: python -m config.probe worker | web ADDRESS\n")
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
