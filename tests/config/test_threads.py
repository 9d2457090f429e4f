"""Matrices are multiplied by one thread a process, unless whoever runs the service wants more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("given", "expected"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_one_thread_a_process_unless_more_are_asked_for(given: dict[str, str], expected: str) -> None:
    known = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    program = "import sys, config, os; print('numpy' in sys.modules, os.environ['OPENBLAS_NUM_THREADS'])"

    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={**known, **given}, capture_output=True, text=True, check=True
    )

    assert finished.stdout.split() == ["False", expected]
