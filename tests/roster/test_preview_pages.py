"""Previews in the administration: who may, starting, watching, narrowing, stopping, taking along."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from datasheets.catalogue import Catalogue
from datasheets.models import Release
from roster.comparisons import compare_waiting_rosters
from roster.models import Comparison, ComparisonStatus
from tests.roster.saved import dearer, drafted, saved_roster, smaller

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(release: Catalogue) -> Release:
    """A draft in which a Warboss costs 10 points more, and Incursion allows 105."""
    return drafted(smaller(dearer(release.data), "incursion", 105), release)


@pytest.fixture
def editor(db: None) -> Client:
    """The browser of somebody who may edit datasheets."""
    user = User.objects.create_user("editor", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="change_datasheet"))
    client = Client()
    client.force_login(user)
    return client


def test_an_editor_starts_a_preview_and_sees_what_changes(
    editor: Client, owner: User, release: Catalogue, draft: Release, django_assert_max_num_queries
):
    saved_roster(owner, release, name="Green tide")
    address = f"/admin/roster/comparison/start/{draft.pk}/"
    asked = editor.get(address).content.decode()
    assert f"<strong>{draft.label}</strong>" in asked
    assert "the 1 saved roster change" in asked
    started = editor.post(address)
    comparison = Comparison.objects.get()
    result = f"/admin/roster/comparison/{comparison.pk}/result/"
    assert (started.status_code, started.headers["Location"]) == (302, result)
    running = editor.get(result).content.decode()
    assert "0 of 1 rosters judged (0 %)" in running
    assert '<meta http-equiv="refresh" content="2">' in running
    compare_waiting_rosters(seconds=60)
    with django_assert_max_num_queries(15):
        done = editor.get(result).content.decode()
    assert "all 1 roster judged." in done
    assert "http-equiv" not in done
    for words in ("Green tide", "100 → 110 (+10)", "5 over the limit", "25.03/points-limit", "Warboss 100 → 110"):
        assert words in done, words
    assert "Green tide" not in editor.get(f"{result}?show=unchanged").content.decode()


def test_the_rosters_of_a_group_are_taken_along_as_csv(editor: Client, owner: User, release: Catalogue, draft: Release):
    saved_roster(owner, release, name="Green tide")
    editor.post(f"/admin/roster/comparison/start/{draft.pk}/")
    compare_waiting_rosters(seconds=60)
    address = f"/admin/roster/comparison/{Comparison.objects.get().pk}/rosters.csv"
    lines = [
        b"".join(editor.get(f"{address}{query}").streaming_content).decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
        for query in ("", "?show=price", "?show=unchanged")
    ]
    assert [len(each) for each in lines] == [2, 2, 1]
    assert lines[0][1].split(",")[1:6] == ["Green tide", "owner", "Orks", "100", "110"]


def test_a_running_preview_is_stopped(editor: Client, owner: User, release: Catalogue, draft: Release):
    saved_roster(owner, release)
    editor.post(f"/admin/roster/comparison/start/{draft.pk}/")
    comparison = Comparison.objects.get()
    page = editor.post(f"/admin/roster/comparison/{comparison.pk}/cancel/", follow=True).content.decode()
    comparison.refresh_from_db()
    assert comparison.status == ComparisonStatus.CANCELLED
    assert "stopped after 0 of 1 rosters" in page


def test_the_release_in_force_has_nothing_to_preview(editor: Client, release: Catalogue):
    current = Release.objects.get(label=release.stamp.label)
    address = f"/admin/roster/comparison/start/{current.pk}/"
    assert "is in force already" in editor.get(address).content.decode()
    assert "is in force already" in editor.post(address, follow=True).content.decode()
    assert Comparison.objects.count() == 0


def test_previews_are_for_editors_and_publishers(owner: User, release: Catalogue, draft: Release):
    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.user_permissions.set(Permission.objects.filter(codename="view_release"))
    client = Client()
    client.force_login(viewer)
    assert client.post(f"/admin/roster/comparison/start/{draft.pk}/").status_code == 403
    assert client.get("/admin/roster/comparison/").status_code == 403
    client.force_login(owner)
    assert client.post(f"/admin/roster/comparison/start/{draft.pk}/").status_code == 302
    assert Comparison.objects.count() == 0


def test_comparisons_and_rosters_are_listed_without_what_is_private(
    editor: Client, owner: User, release: Catalogue, draft: Release
):
    roster = saved_roster(owner, release, name="Green tide")
    editor.post(f"/admin/roster/comparison/start/{draft.pk}/")
    listed = editor.get("/admin/roster/comparison/").content.decode()
    assert f"/admin/roster/comparison/{Comparison.objects.get().pk}/result/" in listed
    page = editor.get(f"/admin/roster/roster/{roster.pk}/change/").content.decode()
    assert ("Green tide" in page, "Power klaw" in page, "orks:warboss" in page) == (True, False, False)
    assert editor.post(f"/admin/roster/roster/{roster.pk}/change/", {"name": "Mine"}).status_code == 403
