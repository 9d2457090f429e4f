"""``python -m tests.bench.releases``: what a release costs a worker, and how fast two are compared.

Each figure is taken in a process of its own, as a worker that has just started has it: seconds and
the memory that came on top of the interpreter with the catalogue's modules loaded. Nothing is judged.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.encoding import encode_data
from tests.bench.two_manuals import EARLIER, LATER, catalogue_by

PROGRAM = """
import gc, json, resource, sys, time, zlib
from pathlib import Path
from datasheets.catalogue.catalogue import Catalogue, ReleaseStamp
from datasheets.catalogue.encoding import decode_data
from datasheets.catalogue.points import PointsManual
from datasheets.releases import changelog, release_diff
from roster.interchange import read_text
from roster.muster import check_roster

def memory():
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the kernel does not tell")

def load(path):
    gc.disable()  # as datasheets.selectors does
    data = decode_data(zlib.decompress(Path(path).read_bytes()))
    gc.enable()
    return Catalogue(ReleaseStamp(path, "", "", "", PointsManual("", "", "2026-01-01")), data)

earlier, later, text = sys.argv[1:]
before = memory()
start = time.perf_counter()
catalogue = load(later)
told = {"load_seconds": time.perf_counter() - start, "load_mb": memory() - before}
start = time.perf_counter()
found = read_text(Path(text).read_text(encoding="utf-8"), catalogue)
check_roster(found.document, catalogue)
told |= {"first_check_seconds": time.perf_counter() - start, "first_check_mb": memory() - before}
other = load(earlier)
start = time.perf_counter()
diff = release_diff(other, catalogue)
told |= {"diff_seconds": time.perf_counter() - start, "changes": len(diff.changes)}
start = time.perf_counter()
told |= {"changelog_bytes": len(changelog(diff).encode()), "changelog_seconds": time.perf_counter() - start}
told["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(told))
"""

TOP = Path(__file__).resolve().parents[2]
LIST = TOP / "tests" / "fixtures_lists" / "dialect_a.txt"


def main() -> int:
    """Measure the everyday pair of releases, and the largest one: from nothing to everything."""
    earlier, later = catalogue_by(EARLIER), catalogue_by(LATER)
    with tempfile.TemporaryDirectory() as folder:
        files = {
            name: Path(folder) / name
            for name, data in (("nothing", CatalogueData()), (EARLIER, earlier.data), (LATER, later.data))
            if (Path(folder) / name).write_bytes(zlib.compress(encode_data(data)))
        }
        for name in (EARLIER, "nothing"):
            told = measured(files[name], files[LATER])
            print(f"{name} to {LATER} ({files[LATER].stat().st_size / 1024:.0f} KB stored):")
            print(f"  loading a release      {told['load_seconds']:6.2f} s   {told['load_mb']:6.1f} MB")
            print(f"  with the first check   {told['first_check_seconds']:6.2f} s   {told['first_check_mb']:6.1f} MB")
            print(f"  comparing two          {told['diff_seconds']:6.2f} s   {told['changes']:6.0f} changes")
            print(
                f"  the changelog         {told['changelog_seconds']:6.2f} s   {told['changelog_bytes'] / 1e3:6.0f} KB"
            )
            print(f"  largest the process was          {told['peak_mb']:6.1f} MB")
    return 0


def measured(earlier: Path, later: Path) -> dict[str, float]:
    """The figures of one fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(earlier), str(later), str(LIST)],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, float] = json.loads(done.stdout)
    return told


if __name__ == "__main__":
    sys.exit(main())
