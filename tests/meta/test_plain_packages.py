"""The plain packages are plain: importing them does not load a framework."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLAIN = (
    "datasheets.audit",
    "datasheets.crosscheck",
    "datasheets.catalogue",
    "datasheets.overlay.laying",
    "datasheets.spreadsheets.sheets",
    "datasheets.spreadsheets.files",
    "datasheets.spreadsheets.reading",
    "datasheets.releases",
    "roster.document",
    "roster.documents",
    "roster.fixing",
    "roster.muster",
    "roster.interchange",
    "roster.checking",
    "roster.comparing",
    "roster.references",
    "roster.data_differences",
    "roster.price_differences",
    "roster.wording",
    "roster.presentation",
    "roster.explaining",
    "roster.explaining.as_json",
    "roster.explaining.as_text",
    "roster.unit_names",
    "battle.engine",
    "battle.effects.judged",
    "battle.armies",
    "battle.sampling",
    "battle.sampling.exchanged",
    "battle.scenario",
    "battle.advice",
)
FRAMEWORKS = ("django", "celery", "rest_framework")


@pytest.mark.parametrize("package", PLAIN)
def test_plain_package_loads_no_framework(package: str) -> None:
    program = f"import sys, {package}; print([name for name in {FRAMEWORKS!r} if name in sys.modules])"
    finished = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (finished.stdout.strip(), finished.stderr) == ("[]", "")


def test_a_check_of_a_roster_loads_no_framework() -> None:
    program = (
        "import sys\n"
        "from roster.muster import check_roster\n"
        "from tests.muster.rosters import roster_of\n"
        "from tests.muster.spec_catalogue import spec_catalogue\n"
        "catalogue = spec_catalogue()\n"
        "report = check_roster(roster_of({'units': ['captain']}, catalogue), catalogue)\n"
        f"print(len(report.verdicts) > 50, [name for name in {FRAMEWORKS!r} if name in sys.modules])"
    )
    finished = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (finished.stdout.strip(), finished.stderr) == ("True []", "")
