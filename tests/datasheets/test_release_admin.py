"""Releases in the admin: every step asks first, and is refused to those whose role does not have it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from datasheets.models import Publication, Release, Withdrawal
from datasheets.services import publishing
from datasheets.services.publishing import release_in_force
from datasheets.services.roles import Role
from tests.datasheets.releasing import draft_of, imported, person_with

pytestmark = pytest.mark.django_db

STEPS = ("publish", "roll-back", "withdraw", "lift-withdrawal")


def client_of(role: Role) -> Client:
    client = Client()
    client.force_login(person_with(role))
    return client


def in_force() -> str:
    release = release_in_force()
    assert release is not None
    return release.label


def page(release: Release, step: str = "") -> str:
    if step:
        return reverse(f"admin:release_{step}", args=[release.pk])
    return reverse("admin:datasheets_release_change", args=[release.pk])


@pytest.fixture
def draft() -> Release:
    """A draft beside the release in force."""
    imported()
    return draft_of(5)


def test_editor_compiles_a_draft(draft: Release) -> None:
    imported(7)
    editor = client_of(Role.EDITOR)
    assert (
        reverse("admin:release_compile") in editor.get(reverse("admin:datasheets_release_changelist")).content.decode()
    )

    asked = editor.get(reverse("admin:release_compile"))
    answer = editor.post(reverse("admin:release_compile"), {"note": "As it is"}, follow=True)

    assert asked.status_code == 200
    assert [str(message) for message in answer.context["messages"]] == [
        "Nothing has changed since 2026.10.3 was compiled, so there is no new draft."
    ]


def test_viewer_looks_and_compiles_nothing(draft: Release) -> None:
    viewer = client_of(Role.VIEWER)

    assert viewer.get(page(draft)).status_code == 200
    assert "compile/" not in viewer.get(reverse("admin:datasheets_release_changelist")).content.decode()
    refused = viewer.post(reverse("admin:release_compile"))
    assert refused.status_code == 403


@pytest.mark.parametrize("step", STEPS)
def test_editor_is_refused_every_step_with_a_sentence(draft: Release, step: str) -> None:
    editor = client_of(Role.EDITOR)

    for answer in (editor.get(page(draft, step)), editor.post(page(draft, step), {"note": "why"})):
        assert answer.status_code == 403
        assert "that is for the role publisher" in answer.content.decode()

    assert in_force() == "2026.10.1"
    assert (Publication.objects.count(), Withdrawal.objects.count()) == (1, 0)


def test_page_of_a_draft_offers_steps_to_publishers_only(draft: Release) -> None:
    publisher = client_of(Role.PUBLISHER).get(page(draft)).content.decode()
    editor = client_of(Role.EDITOR).get(page(draft)).content.decode()

    assert f'href="{page(draft, "publish")}"' in publisher
    assert f'href="{page(draft, "withdraw")}"' in publisher
    assert f'href="{page(draft, "publish")}"' not in editor
    assert "Publishing, rolling back and withdrawing is for publishers." in editor


def test_draft_is_published_after_a_page_that_says_what_changes(draft: Release) -> None:
    publisher = client_of(Role.PUBLISHER)

    asked = publisher.get(page(draft, "publish"))
    assert [sentence for _, sentence in asked.context["shown_changes"]] != []
    assert in_force() == "2026.10.1"

    answer = publisher.post(page(draft, "publish"), {"note": "After review"}, follow=True)

    assert [str(message) for message in answer.context["messages"]] == ["2026.10.2 is in force."]
    assert in_force() == "2026.10.2"
    newest = Publication.objects.latest("id")
    assert (newest.by, newest.note) == ("publisher", "After review")


def test_new_errors_are_listed_and_a_reason_is_asked_for(draft: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "new_errors", lambda before, after: ("The Kiln has no price.",))
    publisher = client_of(Role.PUBLISHER)

    refused = publisher.post(page(draft, "publish"), {"note": ""})
    assert refused.status_code == 422
    assert "The Kiln has no price." in refused.content.decode()
    assert in_force() == "2026.10.1"

    publisher.post(page(draft, "publish"), {"note": "", "reason": "None is printed"})
    assert in_force() == "2026.10.2"
    assert Publication.objects.latest("id").reason == "None is printed"


def test_former_release_comes_back(draft: Release) -> None:
    publishing.publish(draft, by=None)
    publisher = client_of(Role.PUBLISHER)

    answer = publisher.post(
        page(Release.objects.get(label="2026.10.1"), "roll-back"), {"note": "Too dear"}, follow=True
    )

    assert [str(message) for message in answer.context["messages"]] == ["2026.10.1 is in force again."]
    assert in_force() == "2026.10.1"


def test_refusal_is_told_on_the_page_of_the_release(draft: Release) -> None:
    publisher = client_of(Role.PUBLISHER)

    answer = publisher.post(page(draft, "roll-back"), {}, follow=True)

    assert [str(message) for message in answer.context["messages"]] == [
        "2026.10.2 was never in force, so there is no way back to it. Publish it instead."
    ]


def test_withdrawal_wants_a_reason_and_can_be_lifted(draft: Release) -> None:
    publisher = client_of(Role.PUBLISHER)

    refused = publisher.post(page(draft, "withdraw"), {"note": ""})
    assert refused.status_code == 422
    assert "Say why; others will read it." in refused.content.decode()

    publisher.post(page(draft, "withdraw"), {"note": "Misread"})
    assert "Misread" in publisher.get(page(draft)).content.decode()
    publisher.post(page(draft, "lift-withdrawal"), {"note": "It was right"})

    assert publishing.withdrawal_of(draft) is None


def test_player_has_no_way_in(draft: Release, owner: User, client: Client) -> None:
    client.force_login(owner)

    for step in STEPS:
        assert client.post(page(draft, step)).status_code == 302
    assert in_force() == "2026.10.1"


def test_list_says_how_each_release_stands(draft: Release) -> None:
    listed = client_of(Role.VIEWER).get(reverse("admin:datasheets_release_changelist")).content.decode()

    assert "in force" in listed
    assert "draft" in listed
