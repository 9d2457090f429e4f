"""A worker as the service runs it that notes every part it computes and stores, for the harnesses.

``python -m tests.bench.watched_worker NOTES [--deadly UNIT] CELERY-OPTIONS...``: with ``--deadly`` computing a part
whose label begins with that unit's name kills the process, as a fault in native code or a lack of memory would.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any


def main(arguments: list[str]) -> None:
    """Watch, then become the worker."""
    notes, *rest = arguments
    deadly = ""
    if rest[:1] == ["--deadly"]:
        deadly, rest = rest[1], rest[2:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
    import django

    import config.celery

    django.setup()
    _watch(Path(notes), deadly)
    config.celery.app.start(rest)


def _watch(notes: Path, deadly: str) -> None:
    """Put notes around what computes and stores a part."""
    from battle import runner
    from battle.scenario.parts import Prepared

    file = notes.open("a", buffering=1)

    def note(event: str, **more: Any) -> None:
        file.write(json.dumps({"event": event, "pid": os.getpid(), "at": time.time(), **more}) + "\n")

    compute, store, give_up = Prepared.part_answer, runner.store_part, runner.give_up

    def computed(self: Prepared, position: int) -> dict[str, Any]:
        label = self.parts[position].label
        note("computing", position=position, label=label)
        if deadly and label.startswith(deadly):
            os.kill(os.getpid(), signal.SIGKILL)
        return compute(self, position)

    def stored(claim: Any, *rest: Any) -> bool:
        is_stored = store(claim, *rest)
        note("stored" if is_stored else "refused", simulation=claim.simulation.pk, position=claim.position)
        return is_stored

    def gave_up(claim: Any, *rest: Any) -> bool:
        note("gave up", simulation=claim.simulation.pk, position=claim.position, problem=rest[0])
        return give_up(claim, *rest)

    Prepared.part_answer = computed  # type: ignore[method-assign]
    vars(runner).update(store_part=stored, give_up=gave_up)


if __name__ == "__main__":
    main(sys.argv[1:])
