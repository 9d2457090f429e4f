"""A worker killed in the middle of a batch and started again: every list is checked exactly once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from datasheets.catalogue import Catalogue
from tests.roster.installation import Installation

LISTS = 300
KILLED_AFTER = 60


def test_every_list_is_checked_exactly_once_though_the_worker_was_killed(tmp_path: Path, catalogue: Catalogue):
    with Installation(tmp_path) as installation:
        installation.prepare(catalogue, LISTS)
        with installation.worker() as worker:
            installation.wait_for(KILLED_AFTER, seconds=30)
            worker.kill()
            worker.wait()
        at_death = installation.rows()
        before = {row.position: row for row in at_death if row.status == "done"}
        in_hand = {row.position for row in at_death if row.status == "claimed"}
        assert KILLED_AFTER <= len(before) < LISTS
        assert Counter(row.status for row in at_death) == Counter(
            done=len(before), claimed=len(in_hand), pending=LISTS - len(before) - len(in_hand)
        ) - Counter(claimed=0)

        installation.let_leases_pass()
        with installation.worker():
            after = installation.wait_for(LISTS, seconds=30)

        assert [row.position for row in after] == list(range(1, LISTS + 1))
        assert Counter(row.status for row in after) == {"done": LISTS}
        assert sum(row.has_result for row in after) == LISTS
        # What was done is not done again; what was in the dead worker's hands was begun a second time.
        assert {row.position: row for row in after if row.position in before} == before
        assert {row.position: row.attempts for row in after} == {
            position: 2 if position in in_hand else 1 for position in range(1, LISTS + 1)
        }
