"""Points manuals handed in through the admin: rows that workers look at and take, whatever becomes of the workers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from datasheets.leases import Standing
from datasheets.models import ManualUpload, Release, Step
from datasheets.services import manual_work
from datasheets.services.manual_uploads import KEPT_FOR, NothingToApprove, approve_manual, hand_in_manual
from datasheets.services.manual_work import (
    LEASE,
    ManualCrashed,
    free_stale_manuals,
    manuals_waiting,
    work_on_waiting_manuals,
)
from datasheets.services.roles import NotAllowed, Role, ensure_roles, give_role
from datasheets.tasks import sweep_manuals

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/points-manual/"
FOUND = {
    "manual": "Field Manual 2.0",
    "date": "2027-01-31",
    "against": "2026.10.1",
    "newest": "Field Manual 1.0",
    "newest_date": "2026-10-01",
    "is_older": False,
    "taken": [],
    "counts": {"Prices": 1},
    "factions": [{"name": "Walkers", "count": 3, "changes": ["Strider: 70 -> 75 points"]}],
}


def person(role: Role, name: str = "") -> User:
    ensure_roles()
    found = User.objects.create_user(name or role.value)
    give_role(found, role)
    return User.objects.get(pk=found.pk)


@pytest.fixture
def editor() -> User:
    return person(Role.EDITOR)


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def upload(editor: User) -> ManualUpload:
    return hand_in_manual({"orks.yaml": b"a: 1\n"}, by=editor)


def state(upload: ManualUpload) -> tuple[str, str]:
    upload.refresh_from_db()
    return upload.step, upload.status


def doing(step: Step, work: Callable[[ManualUpload], dict[str, Any]]) -> dict[str, manual_work.Work]:
    return {**manual_work.WORK, step: work}


def looked_at(upload: ManualUpload) -> None:
    assert work_on_waiting_manuals(seconds=5, work=doing(Step.LOOK, lambda _: {"found": FOUND})) is False


def test_the_answer_to_a_manual_handed_in_does_not_wait_for_the_comparison(editor: User) -> None:
    answer = browser_of(editor).post(ADDRESS, {"manual": SimpleUploadedFile("orks.yaml", b"a: 1\n")})

    upload = ManualUpload.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"{ADDRESS}{upload.pk}/")
    assert (upload.step, upload.status, upload.by_name, upload.names) == ("look", "pending", "editor", ["orks.yaml"])
    page = browser_of(editor).get(answer["Location"]).content.decode()
    assert "waits to be compared" in page
    assert '<meta http-equiv="refresh" content="2">' in page
    assert "Approve" not in page


def test_files_that_are_no_manual_are_told_without_a_folder_of_this_machine(upload: ManualUpload, editor: User) -> None:
    assert work_on_waiting_manuals(seconds=5) is False

    assert state(upload) == ("look", "failed")
    assert "orks.yaml" in upload.problem
    assert "manual-" not in upload.problem
    assert bytes(upload.files) == b""
    page = browser_of(editor).get(f"{ADDRESS}{upload.pk}/").content.decode()
    assert "Nothing was written." in page
    assert "could not be read" in page
    assert "http-equiv" not in page


def test_what_was_looked_at_is_shown_with_the_question_and_taken_on_a_yes(upload: ManualUpload, editor: User) -> None:
    looked_at(upload)
    client = browser_of(editor)
    page = client.get(f"{ADDRESS}{upload.pk}/").content.decode()
    assert "Strider: 70 -&gt; 75 points" in page
    assert "and more: 3 in all" in page
    assert "Prices: 1" in page
    assert "Approve, and compile a draft" in page

    client.post(f"{ADDRESS}{upload.pk}/")

    assert state(upload) == ("take", "pending")
    assert "approved, waits to become a draft" in client.get(f"{ADDRESS}{upload.pk}/").content.decode()
    seen: list[User | None] = []

    def take(row: ManualUpload) -> dict[str, Any]:
        seen.append(row.by)
        return {}

    work_on_waiting_manuals(seconds=5, work=doing(Step.TAKE, take))
    assert (state(upload), seen) == (("take", "done"), [editor])


def test_a_manual_is_approved_once(upload: ManualUpload, editor: User) -> None:
    with pytest.raises(NothingToApprove):
        approve_manual(upload, by=editor)
    looked_at(upload)
    approve_manual(upload, by=editor)
    with pytest.raises(NothingToApprove):
        approve_manual(upload, by=editor)

    answer = browser_of(editor).post(f"{ADDRESS}{upload.pk}/")
    assert [str(message) for message in get_messages(answer.wsgi_request)] == [
        "It was approved already, or nobody has looked at it yet: this page says how it stands."
    ]


def test_a_worker_that_died_leaves_the_manual_to_the_next_one(upload: ManualUpload) -> None:
    def dies(_: ManualUpload) -> dict[str, Any]:
        ManualUpload.objects.filter(pk=upload.pk).update(claimed_at=timezone.now() - LEASE - timedelta(seconds=1))
        assert free_stale_manuals() == (1 if upload.attempts < 3 else 0)
        return {"found": {"manual": "too late"}}

    for attempt in (1, 2):
        upload.refresh_from_db()
        upload.attempts = attempt
        key, token = manual_work._claim() or pytest.fail("nothing waits")
        manual_work._work_on(key, token, doing(Step.LOOK, dies))
        assert (state(upload), upload.found, upload.attempts) == (("look", "pending"), None, attempt)
    looked_at(upload)
    assert (state(upload), upload.found, upload.attempts) == (("look", "done"), FOUND, 3)


def test_a_manual_that_no_worker_survives_is_given_up(upload: ManualUpload) -> None:
    ManualUpload.objects.update(
        status=Standing.CLAIMED, claim_token="0" * 32, claimed_at=timezone.now() - LEASE * 2, attempts=3
    )
    assert free_stale_manuals() == 0
    assert state(upload) == ("look", "failed")
    assert upload.problem == (
        "It was begun three times and never came to an end, so it was given up. Hand the files in again."
    )


def test_a_fault_of_ours_is_told_and_raised_for_the_log(upload: ManualUpload) -> None:
    def fails(_: ManualUpload) -> dict[str, Any]:
        raise KeyError("a fault")

    with pytest.raises(ManualCrashed):
        work_on_waiting_manuals(seconds=5, work=doing(Step.LOOK, fails))
    assert state(upload) == ("look", "failed")
    assert upload.problem == "The service failed on these files, and nothing was written. Please tell an administrator."


def test_nobody_takes_a_manual_for_somebody_whose_account_is_gone(upload: ManualUpload, editor: User) -> None:
    editor.delete()
    assert work_on_waiting_manuals(seconds=5) is False
    assert state(upload) == ("look", "failed")
    assert upload.problem == "Whoever asked for this has no account any more. Hand the files in again."


def test_a_viewer_sees_how_manuals_stand_and_gives_none(upload: ManualUpload) -> None:
    viewer = person(Role.VIEWER)
    looked_at(upload)
    client = browser_of(viewer)

    assert "compared, to be approved" in client.get(ADDRESS).content.decode()
    page = client.get(f"{ADDRESS}{upload.pk}/").content.decode()
    assert "Strider: 70 -&gt; 75 points" in page
    assert "Approve" not in page
    assert client.post(f"{ADDRESS}{upload.pk}/").status_code == 403
    assert client.post(ADDRESS, {}).status_code == 403
    with pytest.raises(NotAllowed):
        hand_in_manual({"orks.yaml": b"a: 1\n"}, by=viewer)
    with pytest.raises(NotAllowed):
        approve_manual(upload, by=viewer)
    assert state(upload) == ("look", "done")


def test_the_sweep_rings_for_what_waits_and_deletes_what_is_old(
    upload: ManualUpload, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[Any] = []
    monkeypatch.setattr("datasheets.tasks.work_on_manuals.apply_async", lambda given, **_: rung.append(given))

    sweep_manuals()
    assert (rung, manuals_waiting()) == ([(upload.pk,)], [upload.pk])

    ManualUpload.objects.update(created_at=timezone.now() - KEPT_FOR - timedelta(days=1))
    sweep_manuals()
    assert not ManualUpload.objects.exists()
    assert not Release.objects.exists()
