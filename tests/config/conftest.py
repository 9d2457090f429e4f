"""Fresh interpreters with a known environment, for what is decided when Django starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).resolve().parents[2]
READ_FROM_THE_ENVIRONMENT = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "HTTPS",
    "TRUSTED_PROXIES",
    "PORT",
)

Start = Callable[..., subprocess.CompletedProcess[str]]


def environment(var: Path, **given: str) -> dict[str, str]:
    """This process's environment without anything the settings read, and with ``given``."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in READ_FROM_THE_ENVIRONMENT and not name.startswith("DJANGO_")
    }
    return {**kept, "QUARTERMASTER_VAR": str(var), **given}


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Runs Python in a fresh process; ``start("-c", "...", DATABASE_URL="...")``."""

    def run(*arguments: str, **given: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=TOP,
            env=environment(tmp_path / "var", **given),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


@pytest.fixture
def settings_with(start: Start) -> Callable[..., dict[str, Any]]:
    """The named settings under an environment: ``settings_with(["DEBUG"], module="base", REDIS_URL="...")``."""

    def read(names: list[str], module: str = "base", **given: str) -> dict[str, Any]:
        code = (
            "import json; from django.conf import settings; "
            f"print(json.dumps({{name: getattr(settings, name) for name in {names!r}}}, default=str))"
        )
        done = start("-c", code, DJANGO_SETTINGS_MODULE=f"config.settings.{module}", **given)
        assert done.returncode == 0, done.stderr
        values: dict[str, Any] = json.loads(done.stdout)
        return values

    return read
