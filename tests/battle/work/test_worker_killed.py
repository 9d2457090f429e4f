"""A worker killed in the middle of two hundred parts, and the same tasks again: each part is stored exactly once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from datasheets.catalogue import Catalogue
from tests.battle.work.installation import Simulations

PARTS = 200
KILLED_AFTER = 60


def test_every_part_is_stored_exactly_once_though_the_worker_was_killed(tmp_path: Path, catalogue: Catalogue):
    with Simulations(tmp_path) as installation:
        installation.publish(catalogue)
        installation.tell("ask_large")
        with installation.worker() as worker:
            installation.wait_until(
                lambda: sum(part.status == "done" for part in installation.parts()) >= KILLED_AFTER, seconds=30
            )
            worker.kill()
            worker.wait()
        at_death = installation.parts()
        before = {part.position: part for part in at_death if part.status == "done"}
        in_hand = {part.position for part in at_death if part.status == "claimed"}
        assert KILLED_AFTER <= len(before) < PARTS
        assert Counter(part.status for part in at_death) == Counter(
            done=len(before), claimed=len(in_hand), pending=PARTS - len(before) - len(in_hand)
        ) - Counter(claimed=0)
        assert installation.statuses() == ["running"]

        installation.let_claims_grow_old()
        with installation.worker():
            installation.wait_until(lambda: installation.statuses() == ["done"], seconds=30)

        after = installation.parts()
        assert [part.position for part in after] == list(range(PARTS))
        assert Counter(part.status for part in after) == {"done": PARTS}
        # What was done is not done again; what was in the dead worker's hands was begun a second time.
        assert {part.position: part for part in after if part.position in before} == before
        assert {part.position: part.attempts for part in after} == {
            position: 2 if position in in_hand else 1 for position in range(PARTS)
        }
        assert installation.tell("answer") == {"is_the_same": True, "rows": 40}


def test_what_happens_at_the_same_moment_happens_once(tmp_path: Path, catalogue: Catalogue):
    with Simulations(tmp_path) as installation:
        installation.publish(catalogue)
        # Four people who ask the same share one simulation; one person who asks four times has one request.
        assert installation.tell("ask_together", "many") == {"new": 4, "simulations": 1, "requests": 4, "parts": 3}
        assert installation.tell("ask_together", "one") == {"new": 0, "simulations": 1, "requests": 4, "parts": 3}
        assert installation.tell("work_together") == {
            "status": "done",
            "joins": 1,
            "left": 0,
            "computed": [1],
            "parts": 3,
            "attempts": [1],
        }
        assert installation.tell("cancel_together") == {"ended": [["pending", 2]]}


def test_one_person_who_asks_four_times_at_once_has_one_request(tmp_path: Path, catalogue: Catalogue):
    with Simulations(tmp_path) as installation:
        installation.publish(catalogue)
        assert installation.tell("ask_together", "one") == {"new": 1, "simulations": 1, "requests": 1, "parts": 3}
