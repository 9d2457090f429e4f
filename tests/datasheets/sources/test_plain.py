"""The adapters are plain Python: they run without the framework and without upstream's code."""

from __future__ import annotations

import subprocess
import sys


def test_building_from_the_sources_loads_neither_django_nor_upstreams_code() -> None:
    code = (
        "import sys; from datasheets.sources import source_catalogue; source_catalogue(); "
        "print([name for name in ('django', 'wh40kdc') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
