"""Who sees which batch, how far it is, and its table sorted, narrowed and as CSV."""

from __future__ import annotations

import csv
import dataclasses
import io
import uuid

import pytest
from django.contrib.auth.models import AnonymousUser, User

from roster.claims import Claim, give_up, store_finding
from roster.models import CheckBatch
from roster.selectors import (
    BatchProgress,
    ItemFilter,
    batch_csv,
    batch_progress,
    batch_visible_to,
    batches_visible_to,
    items_of,
    progress_of_batches,
    verdict_word,
)
from tests.roster.batches import LEGAL, batch_of, claimed

pytestmark = pytest.mark.django_db

ILLEGAL = dataclasses.replace(
    LEGAL, is_legal=False, faction="Orks", stated_points=990, computed_points=1005, broken_checks=2, problem="Too dear."
)
UNDECIDED = dataclasses.replace(
    LEGAL, is_legal=None, faction="", stated_points=None, unknown_lines=3, problem="Line 4."
)
UNREADABLE = dataclasses.replace(
    LEGAL,
    is_readable=False,
    is_legal=None,
    faction="",
    battle_size="",
    stated_points=None,
    computed_points=None,
    problem="No list.",
)


@pytest.fixture
def batch(owner: User) -> CheckBatch:
    """A list of every kind: legal, illegal, undecided, unreadable, failed, claimed, pending."""
    batch = batch_of(owner, *("a list" for _ in range(7)))
    claims: list[Claim] = [claimed() for _ in range(6)]
    for claim, finding in zip(claims, (LEGAL, ILLEGAL, UNDECIDED, UNREADABLE), strict=False):
        assert store_finding(claim, finding)
    assert give_up(claims[4], "Given up.")
    return batch


def test_batches_are_seen_by_their_owner_alone(owner: User, club_mate: User, stranger: User):
    older, newer = batch_of(owner, "a list"), batch_of(owner, "a list")
    theirs = batch_of(stranger, "a list")
    assert list(batches_visible_to(owner)) == [newer, older]
    assert list(batches_visible_to(stranger)) == [theirs]
    assert list(batches_visible_to(club_mate)) == []
    assert list(batches_visible_to(AnonymousUser())) == []
    owner.is_active = False
    assert list(batches_visible_to(owner)) == []


def test_a_batch_is_found_by_its_owner_alone(owner: User, stranger: User):
    batch = batch_of(owner, "a list")
    assert batch_visible_to(owner, batch.uuid) == batch
    assert batch_visible_to(stranger, batch.uuid) is None
    assert batch_visible_to(owner, uuid.uuid4()) is None


def test_progress_counts_every_list_once(batch: CheckBatch, django_assert_num_queries):
    with django_assert_num_queries(1):
        progress = batch_progress(batch)
    assert progress == BatchProgress(
        total=7, pending=1, claimed=1, done=4, failed=1, legal=1, illegal=1, undecided=1, unreadable=1
    )
    assert (progress.finished, progress.percent, progress.is_finished) == (5, 71, False)


def test_progress_of_several_batches_takes_one_query(batch: CheckBatch, owner: User, django_assert_num_queries):
    other = batch_of(owner, "a list", "a list")
    with django_assert_num_queries(1):
        progress = progress_of_batches([batch, other])
    assert progress == {batch.pk: batch_progress(batch), other.pk: batch_progress(other)}


@pytest.mark.parametrize(
    ("filter", "positions"),
    [
        (ItemFilter.ALL, [1, 2, 3, 4, 5, 6, 7]),
        (ItemFilter.LEGAL, [1]),
        (ItemFilter.ILLEGAL, [2]),
        (ItemFilter.UNDECIDED, [3]),
        (ItemFilter.UNREADABLE, [4]),
        (ItemFilter.FAILED, [5]),
        (ItemFilter.WAITING, [6, 7]),
    ],
)
def test_the_table_is_narrowed(batch: CheckBatch, filter: ItemFilter, positions: list[int]):
    assert [item.position for item in items_of(batch, filter=filter)] == positions


def test_each_list_has_its_verdict_in_one_word(batch: CheckBatch):
    assert [verdict_word(item) for item in items_of(batch)] == [
        "legal",
        "illegal",
        "undecided",
        "unreadable",
        "failed",
        "waiting",
        "waiting",
    ]


@pytest.mark.parametrize(
    ("ordering", "positions"),
    [
        ("position", [1, 2, 3, 4, 5, 6, 7]),
        ("-position", [7, 6, 5, 4, 3, 2, 1]),
        ("stated_points", [2, 1, 3, 4, 5, 6, 7]),
        ("-stated_points", [1, 2, 3, 4, 5, 6, 7]),
        ("is_legal", [2, 1, 3, 4, 5, 6, 7]),
        ("-broken_checks", [2, 1, 3, 4, 5, 6, 7]),
        ("-unknown_lines", [3, 1, 2, 4, 5, 6, 7]),
        ("faction", [1, 2, 3, 4, 5, 6, 7]),
        ("-faction", [2, 1, 3, 4, 5, 6, 7]),
        ("battle_size", [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_the_table_is_sorted_with_what_is_not_known_last(batch: CheckBatch, ordering: str, positions: list[int]):
    assert [item.position for item in items_of(batch, ordering=ordering)] == positions


def test_the_table_leaves_texts_and_reports_where_they_are(batch: CheckBatch, django_assert_num_queries):
    with django_assert_num_queries(1):
        rows = list(items_of(batch))
    assert rows[0].get_deferred_fields() == {"text", "result"}


def test_another_ordering_is_refused(batch: CheckBatch):
    with pytest.raises(ValueError, match="Lists cannot be sorted by 'text'; choose one of position, filename"):
        items_of(batch, ordering="-text")


def test_the_csv_has_a_line_for_every_list(batch: CheckBatch, django_assert_num_queries):
    with django_assert_num_queries(1):
        lines = list(batch_csv(batch))
    assert lines == [
        "position,file,verdict,faction,battle_size,stated_points,computed_points,broken_checks,unknown_lines,problem\r\n",
        "1,1.txt,legal,Dark Angels,Strike Force,1995,2000,0,0,\r\n",
        "2,2.txt,illegal,Orks,Strike Force,990,1005,2,0,Too dear.\r\n",
        "3,3.txt,undecided,,Strike Force,,2000,0,3,Line 4.\r\n",
        "4,4.txt,unreadable,,,,,0,0,No list.\r\n",
        "5,5.txt,failed,,,,,,,Given up.\r\n",
        "6,6.txt,waiting,,,,,,,\r\n",
        "7,7.txt,waiting,,,,,,,\r\n",
    ]


@pytest.mark.parametrize(
    ("written", "cell"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"),
        ("\t=1", "'\t=1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ('"quoted", and more', '"quoted", and more'),
    ],
)
def test_no_cell_of_the_csv_is_a_formula(owner: User, written: str, cell: str):
    batch = batch_of(owner, "a list")
    batch.items.update(filename=written)
    store_finding(claimed(), dataclasses.replace(LEGAL, faction=written, battle_size=written, problem=written))
    _, row = csv.reader(io.StringIO("".join(batch_csv(batch)), newline=""))
    assert row == ["1", cell, "legal", cell, cell, "1995", "2000", "0", "0", cell]
