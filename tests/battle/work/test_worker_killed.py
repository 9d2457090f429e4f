"""A worker killed in the middle of two hundred parts, and the same tasks again: each part is stored exactly once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from datasheets.catalogue import Catalogue
from tests.battle.work.installation import Simulations

PARTS = 200
KILLED_AFTER = 60


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue) -> Iterator[Simulations]:
    """An installation with a release and people."""
    with Simulations(tmp_path_factory.mktemp("installation")) as found:
        found.publish(catalogue)
        yield found


@pytest.fixture
def installation(prepared: Simulations) -> Simulations:
    """The installation, without simulations."""
    prepared.tell("clear")
    return prepared


def test_every_part_is_stored_exactly_once_though_the_worker_was_killed(installation: Simulations):
    installation.tell("ask_large")
    with installation.worker() as worker:
        installation.wait_until(
            lambda: sum(part.status == "done" for part in installation.parts()) >= KILLED_AFTER, seconds=60
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
        installation.wait_until(lambda: installation.statuses() == ["done"], seconds=60)

    after = installation.parts()
    assert [part.position for part in after] == list(range(PARTS))
    assert Counter(part.status for part in after) == {"done": PARTS}
    # What was done is not done again; what was in the dead worker's hands was begun a second time.
    assert {part.position: part for part in after if part.position in before} == before
    assert {part.position: part.attempts for part in after} == {
        position: 2 if position in in_hand else 1 for position in range(PARTS)
    }
    assert installation.tell("answer") == {"is_the_same": True, "rows": 40}


def test_four_people_who_ask_the_same_at_once_share_one_simulation(installation: Simulations):
    assert installation.tell("ask_together", "many") == {"new": 4, "simulations": 1, "requests": 4, "parts": 3}
    # Four workers at once: each part is computed by one, and one puts them together.
    assert installation.tell("work_together") == {
        "status": "done",
        "joins": 1,
        "left": 0,
        "computed": [1],
        "parts": 3,
        "attempts": [1],
    }


def test_one_person_who_asks_four_times_at_once_has_one_request(installation: Simulations):
    assert installation.tell("ask_together", "one") == {"new": 1, "simulations": 1, "requests": 1, "parts": 3}


def test_who_cancels_while_another_asks_the_same_takes_it_from_nobody(installation: Simulations):
    assert installation.tell("cancel_together") == {"ended": [["pending", 2]]}
