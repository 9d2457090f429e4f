"""One simulation while something goes wrong: what the API and its page say, and what stands in the rows in the end."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.bench.service import Person, Service, words_of

ENDED = ("done", "failed", "cancelled")
LOOK_SECONDS = 0.5


class Late(Exception):
    """What was waited for did not come in time."""


@dataclass
class Seen:
    """What somebody who looks every half second was told."""

    api: Counter[str] = field(default_factory=Counter)
    page: Counter[str] = field(default_factory=Counter)
    went_back: int = 0
    """How often fewer parts were done than a moment before."""
    slowest: float = 0.0
    words: str = ""
    """The last words of the page."""


class Watched:
    """A simulation that was asked for by the API, with somebody who looks at it until ``stop``."""

    def __init__(self, service: Service, person: Person, question: dict[str, Any]) -> None:
        self.service, self.person = service, person
        answer = service.ask("/api/v1/simulations", person=person, document=question)
        if answer.code not in (201, 202):
            raise RuntimeError(f"asking was answered {answer.code}: {answer.body[:500]}")
        self.id = str(answer.json["id"])
        self.seen = Seen()
        self._ending = threading.Event()
        self._done = 0
        self._looking = threading.Thread(target=self._look, daemon=True)
        self._looking.start()

    def state(self) -> dict[str, Any]:
        """As the API has it; empty where it does not say."""
        return self.service.ask(f"/api/v1/simulations/{self.id}", person=self.person).json

    def stop(self) -> None:
        """Nobody looks any more."""
        self._ending.set()
        self._looking.join(60)
        self._look_once()  # at how it ended

    def _look(self) -> None:
        while not self._ending.wait(LOOK_SECONDS):
            self._look_once()

    def _look_once(self) -> None:
        said = self.service.ask(f"/api/v1/simulations/{self.id}", person=self.person)
        status = said.json.get("status", "") if said.code == 200 else ""
        self.seen.api[f"{said.code} {status}".strip()] += 1
        done = said.json.get("progress", {}).get("parts_done", self._done) if said.code == 200 else self._done
        self.seen.went_back += done < self._done
        self._done = done
        page = self.service.ask(f"/matchups/{self.id}/", person=self.person, page=True)
        self.seen.page[str(page.code)] += 1
        self.seen.words = words_of(page.body)
        self.seen.slowest = max(self.seen.slowest, said.seconds, page.seconds)

    def wait_for(self, parts: int, *, seconds: float = 120) -> None:
        """Until so many parts are stored; raises :class:`Late`."""
        self._wait(lambda: self._count("done") >= parts, seconds, f"{parts} parts")

    def wait_for_end(self, *, seconds: float = 420, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Until it has ended, as the rows say; ``meanwhile`` is called again and again. Raises :class:`Late`."""

        def ended() -> bool:
            meanwhile()
            return self.status() in ENDED

        self._wait(ended, seconds, "the end")

    def status(self) -> str:
        """As the rows have it."""
        return str(self._rows("SELECT s.status FROM {simulation}")[0][0])

    def _count(self, status: str) -> int:
        chunks = f"JOIN battle_simulationchunk c ON c.simulation_id = s.id AND c.status = '{status}'"
        return int(self._rows(f"SELECT count(*) FROM {{simulation}} {chunks}")[0][0])  # noqa: S608 - our own words

    def _rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Rows about this simulation, called ``s``."""
        key = self.id.replace("-", "") if self.service.is_embedded else self.id
        head, _, tail = statement.partition("{simulation}")
        source = "battle_simulation s JOIN battle_simulationrequest r ON r.simulation_id = s.id"
        return self.service.rows(f"{head}{source} AND r.uuid = '{key}' {tail}")

    def _wait(self, is_so: Callable[[], bool], seconds: float, what: str) -> None:
        give_up_at = time.monotonic() + seconds
        while time.monotonic() < give_up_at:
            try:
                if is_so():
                    return
            except Exception as error:
                if type(error).__name__ not in ("OperationalError", "AdminShutdown"):
                    raise  # a database that is being restarted
            time.sleep(0.1)
        raise Late(f"{what} of {self.id} did not come within {seconds:.0f} s; it stands at {self.status()}")

    def facts(self) -> dict[str, Any]:
        """What stands in the rows, and what the workers noted."""
        [(key, status, failed, problem)] = self._rows(
            "SELECT s.id, s.status, s.failed_parts, s.problem FROM {simulation}"
        )
        rows = self._rows(
            "SELECT c.position, c.status, c.attempts FROM {simulation} "
            "JOIN battle_simulationchunk c ON c.simulation_id = s.id"
        )
        noted = self.service.noted()
        stored = Counter(note["position"] for note in noted if note["event"] == "stored" and note["simulation"] == key)
        refused = sum(note["event"] == "refused" and note["simulation"] == key for note in noted)
        result = self.service.ask(f"/api/v1/simulations/{self.id}/result", person=self.person)
        return {
            "status": status,
            "parts": len(rows),
            "done": sum(row[1] == "done" for row in rows),
            "failed": sum(row[1] == "failed" for row in rows),
            "failed_as_told": failed,
            "begun_again": sum(row[2] > 1 for row in rows),
            "attempts": max((row[2] for row in rows), default=0),
            "stored": len(stored),
            "stored_twice": sum(count > 1 for count in stored.values()),
            "refused": refused,
            "problem": problem,
            "answer": digest_of(result.json) if result.code == 200 else f"HTTP {result.code}",
        }


def digest_of(answer: dict[str, Any]) -> str:
    """The first digits of the SHA-256 of an answer's bytes."""
    text = json.dumps(answer, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]
