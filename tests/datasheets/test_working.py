"""How workers end claims: found, refused, tried again, given up, crashed, stopped; and rows others were faster for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError

from datasheets.bells import ring_on_commit
from datasheets.leases import Standing, close, let_wait
from datasheets.models import ManualUpload
from datasheets.working import Candidate, Ends, WorkCrashed, take_next, work_through, worked


class Ended:
    """Notes how a claim ended."""

    def __init__(self, attempt: int = 1) -> None:
        self.found: list[str] = []
        self.ends = Ends(
            give_up=lambda words: self.found.append(f"given up: {words}"),
            hand_back=lambda: self.found.append("waits again"),
            attempt=attempt,
            refused={LookupError: lambda error: f"refused, {error.args[0]}"},
            heals={TimeoutError: "too slow"},
            fault="our fault",
            crashed=WorkCrashed("row 1"),
            worn_out="worn out",
        )


def failing(error: BaseException) -> None:
    raise error


def test_what_was_found_is_handed_on() -> None:
    ended = Ended()
    assert worked(lambda: 7, ended.ends) == 7
    assert ended.found == []


def test_a_refusal_gives_the_rows_up_in_its_words() -> None:
    ended = Ended()
    assert worked(lambda: failing(KeyError("odd")), ended.ends) is None
    assert ended.found == ["given up: refused, odd"]


@pytest.mark.parametrize(("attempt", "end"), [(1, "waits again"), (2, "waits again"), (3, "given up: too slow")])
def test_what_may_heal_is_tried_three_times(attempt: int, end: str) -> None:
    ended = Ended(attempt)
    assert worked(lambda: failing(TimeoutError()), ended.ends) is None
    assert ended.found == [end]


@pytest.mark.parametrize(("attempt", "end"), [(1, "waits again"), (3, "given up: worn out")])
def test_a_database_that_does_not_answer_is_told_to_the_log_too(attempt: int, end: str) -> None:
    ended = Ended(attempt)
    with pytest.raises(OperationalError):
        worked(lambda: failing(OperationalError("away")), ended.ends)
    assert ended.found == [end]


def test_a_fault_of_ours_closes_the_rows_and_crashes() -> None:
    ended = Ended()
    with pytest.raises(WorkCrashed, match="row 1") as caught:
        worked(lambda: failing(ZeroDivisionError("ours")), ended.ends)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert ended.found == ["given up: our fault"]


def test_a_process_that_is_stopped_lets_the_rows_wait() -> None:
    ended = Ended()
    with pytest.raises(KeyboardInterrupt):
        worked(lambda: failing(KeyboardInterrupt()), ended.ends)
    assert ended.found == ["waits again"]


def test_work_goes_on_until_nothing_waits() -> None:
    rows: Iterator[int] = iter([1, 2, 3])
    done: list[int] = []
    assert work_through(lambda: next(rows, None), done.append, seconds=60) is False
    assert done == [1, 2, 3]
    assert work_through(lambda: 1, done.append, seconds=0) is True
    assert done == [1, 2, 3]


@pytest.mark.django_db
def test_a_bell_that_fails_is_logged_and_loses_nothing(
    caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    rung: list[int] = []

    def away(key: int) -> None:
        raise OSError(f"no broker for {key}")

    with django_capture_on_commit_callbacks(execute=True):
        ring_on_commit(away, 1)
        ring_on_commit(rung.append, 2)
    assert rung == [2]
    assert [record.exc_info and str(record.exc_info[1]) for record in caplog.records] == ["no broker for 1"]


@pytest.mark.django_db
def test_rows_that_others_were_faster_for_are_left_for_the_next(owner: User) -> None:
    first, second = (ManualUpload.objects.create(by=owner, by_name="owner", files=b"") for _ in range(2))
    begun: list[int] = []
    named = iter([first, first, second])
    rows = ManualUpload.objects.all()

    def candidate() -> Candidate | None:
        upload = next(named, None)
        return None if upload is None else Candidate(rows, [upload.pk], lambda: begun.append(upload.pk))

    one, other = take_next(candidate), take_next(candidate)
    assert one is not None
    assert other is not None
    assert (list(one.keys), list(other.keys), begun) == ([first.pk], [second.pk], [first.pk, second.pk])
    assert take_next(candidate) is None
    assert [upload.pk for upload in one.ours] == [first.pk]
    assert close(one.ours, Standing.DONE) == 1
    assert let_wait(other.ours) == 1
    assert dict(rows.values_list("pk", "status")) == {first.pk: Standing.DONE, second.pk: Standing.PENDING}


@pytest.mark.django_db
def test_a_row_that_was_begun_before_is_claimed_while_nobody_has_anything_in_hand() -> None:
    """What ends processes shall take nothing along that another thread has just claimed."""
    entered, may_leave = threading.Event(), threading.Event()
    said: list[object] = []

    def first(row: str) -> None:
        entered.set()
        may_leave.wait(60)
        said.append(f"{row} done")

    waiting: Iterator[str | None] = iter(["fresh", None])
    others = threading.Thread(target=lambda: work_through(lambda: next(waiting), first, seconds=60))
    others.start()
    assert entered.wait(60)
    rows = ManualUpload.objects.none()

    def candidate() -> Candidate | None:
        said.append("looked")
        may_leave.set()  # the other thread may end only after this one has seen what is next
        return Candidate(rows, [1], begun_before=True) if said.count("looked") == 1 else None

    assert work_through(lambda: take_next(candidate), said.append, seconds=60) is False
    others.join(60)

    # Seen, left alone until the other thread had ended its row, looked at again.
    assert said == ["looked", "fresh done", "looked"]
