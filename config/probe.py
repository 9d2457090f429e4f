"""Asks a running service whether it is ready: ``python -m config.probe URL [HOST]`` exits 0 if it is.

Container health checks use it; ``make run`` waits by it.
"""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from typing import Any


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
    """0 where the service is ready, 1 where not."""
    said = readiness(arguments[0], host=arguments[1] if len(arguments) > 1 else None)
    return 0 if said is not None and said.get("status") == "ready" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
