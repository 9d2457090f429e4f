"""Waiting lists checked one after another: what is stored, what is given up, and that one bad list stops nothing."""

from __future__ import annotations

import itertools

import pytest
from django.contrib.auth.models import User

from datasheets.catalogue import Catalogue
from roster import runner
from roster.checking import CheckResult, check_text
from roster.models import CheckBatchItem, ItemStatus
from roster.presentation import result_as_dict
from roster.runner import ListCrashed, check_claimed, check_waiting_lists, finding_of, first_problem
from tests.roster.batches import batch_of, claimed
from tests.roster.lists import LEGAL_LIST, NO_LIST, WITH_UNKNOWN_LINE, WITHOUT_WARLORD

POISON = "poison"


def test_every_waiting_list_is_checked_and_its_report_kept(owner: User, stranger: User, release: Catalogue):
    label = release.stamp.label
    batch = batch_of(owner, LEGAL_LIST, WITHOUT_WARLORD, WITH_UNKNOWN_LINE, NO_LIST, release=label)
    other = batch_of(stranger, LEGAL_LIST, release=label)
    assert check_waiting_lists(seconds=60) is False
    rows = list(batch.items.order_by("position"))
    assert [(row.status, row.attempts, row.is_readable, row.is_legal) for row in rows] == [
        (ItemStatus.DONE, 1, True, True),
        (ItemStatus.DONE, 1, True, False),
        (ItemStatus.DONE, 1, True, None),
        (ItemStatus.DONE, 1, False, None),
    ]
    assert [(row.faction, row.battle_size, row.stated_points, row.computed_points) for row in rows] == [
        ("Orks", "Incursion", 100, 100),
        ("Orks", "Incursion", 100, 100),
        ("Orks", "Incursion", 100, 100),
        ("", "", None, None),
    ]
    assert [(row.broken_checks, row.unknown_lines) for row in rows] == [(0, 0), (1, 0), (0, 1), (None, 2)]
    assert [row.result for row in rows] == [
        result_as_dict(check_text(row.text, release), release, file=row.filename) for row in rows
    ]
    assert other.items.get().status == ItemStatus.DONE


def test_the_first_problem_is_told_in_a_sentence(catalogue: Catalogue):
    sentences = [
        first_problem(check_text(text, catalogue)) for text in (LEGAL_LIST, WITHOUT_WARLORD, WITH_UNKNOWN_LINE, NO_LIST)
    ]
    assert sentences[0] == ""
    assert sentences[1].startswith("The roster names no Warlord. ")
    assert sentences[2].startswith("Line 14 was not understood: ")
    refused = check_text(NO_LIST, catalogue).read
    assert refused is not None
    assert sentences[3] == refused.refusal


def test_absurd_figures_and_names_fit_the_columns(catalogue: Catalogue):
    text = LEGAL_LIST.replace("Patrol (100 points)", "Patrol (99999999999999999999 points)").replace(
        "\nOrks\n", f"\n{'Orks of ' * 100}\n"
    )
    finding = finding_of(check_text(text, catalogue), catalogue, "a.txt")
    assert finding.stated_points is None or abs(finding.stated_points) < 2**31
    assert len(finding.faction) <= 120


def test_time_that_runs_out_is_told(owner: User, release: Catalogue):
    batch = batch_of(owner, LEGAL_LIST, release=release.stamp.label)
    assert check_waiting_lists(seconds=0) is True
    assert batch.items.get().status == ItemStatus.PENDING


def test_a_list_that_takes_too_long_is_given_up_and_the_others_are_checked(
    owner: User, release: Catalogue, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runner, "SECONDS_FOR_A_LIST", 1.0)

    def check(text: str, catalogue: Catalogue) -> CheckResult:
        if text == POISON:
            for _ in itertools.count():
                pass
        return check_text(text, catalogue)

    batch = batch_of(owner, POISON, LEGAL_LIST, release=release.stamp.label)
    assert check_waiting_lists(seconds=60, check=check) is False
    poisoned, sound = batch.items.order_by("position")
    assert (poisoned.status, poisoned.result, poisoned.problem) == (
        ItemStatus.FAILED,
        None,
        "Checking took longer than 1 seconds, so it was stopped. See whether the file holds more than one list.",
    )
    assert sound.status == ItemStatus.DONE


def test_a_list_on_which_the_service_fails_is_closed_and_the_fault_goes_on(owner: User, release: Catalogue):
    def check(text: str, catalogue: Catalogue) -> CheckResult:
        if text == POISON:
            raise ZeroDivisionError
        return check_text(text, catalogue)

    batch = batch_of(owner, POISON, LEGAL_LIST, release=release.stamp.label)
    with pytest.raises(ListCrashed) as crash:
        check_waiting_lists(seconds=60, check=check)
    assert isinstance(crash.value.__cause__, ZeroDivisionError)
    poisoned = batch.items.get(position=1)
    assert (poisoned.status, poisoned.problem) == (
        ItemStatus.FAILED,
        "Checking this list ended in a fault of the service. Please report it with this list.",
    )
    assert check_waiting_lists(seconds=60, check=check) is False
    assert batch.items.get(position=2).status == ItemStatus.DONE


def test_a_worker_that_is_stopped_hands_its_list_back(owner: User, release: Catalogue):
    def check(text: str, catalogue: Catalogue) -> CheckResult:
        raise SystemExit

    batch = batch_of(owner, LEGAL_LIST, release=release.stamp.label)
    with pytest.raises(SystemExit):
        check_claimed(claimed(), check)
    assert batch.items.get().status == ItemStatus.PENDING


def test_a_batch_whose_release_is_gone_says_so(owner: User, release: Catalogue):
    batch = batch_of(owner, LEGAL_LIST, release="2019.01.1")
    assert check_waiting_lists(seconds=60) is False
    row = batch.items.get()
    assert (row.status, row.problem) == (
        ItemStatus.FAILED,
        "The release 2019.01.1 that this batch is judged by is gone. Start the batch again.",
    )


def test_a_list_costs_nine_queries(owner: User, release: Catalogue, django_assert_num_queries):
    batch_of(owner, LEGAL_LIST, release=release.stamp.label)
    # Six to claim it, savepoint included, one for the release, one to store; the last finds nothing waiting.
    with django_assert_num_queries(9):
        check_waiting_lists(seconds=60)
    assert CheckBatchItem.objects.get().status == ItemStatus.DONE
