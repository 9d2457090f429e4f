"""Drafts come into force by a publisher's hand only, and every refusal says why."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from datasheets import models
from datasheets.models import Edit, EditGroup, Override, Publication, Question, Release, Withdrawal
from datasheets.selectors import current_catalogue
from datasheets.services import import_catalogue, publishing
from datasheets.services.compiling import NothingImported, Sources, compile_release
from datasheets.services.importing import InForce
from datasheets.services.publishing import (
    NewErrors,
    PublishRefused,
    compile_draft,
    drafts,
    lift_withdrawal,
    publish,
    release_in_force,
    roll_back,
    withdraw,
)
from datasheets.services.roles import NotAllowed, Role
from datasheets.services.waiting import new_errors
from tests.datasheets.builders import MANUAL, UPSTREAM, mini_build
from tests.datasheets.releasing import draft_of, edition, imported, person_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor() -> User:
    return person_with(Role.EDITOR)


@pytest.fixture
def publisher() -> User:
    return person_with(Role.PUBLISHER)


def edit_the_kiln(by: User) -> None:
    """A price changed in the tables, with the trace that editing leaves."""
    models.SizeRow.objects.filter(tier__table__datasheet__public_id="ash-wardens:kiln").update(points=75)
    group = EditGroup.objects.create(by=by, by_name=by.username)
    Edit.objects.create(group=group, collection="prices", key="ash-wardens:kiln|ash-wardens", field="tiers")


def a_moved_edit() -> None:
    """An edited name under which the sources have another one by now."""
    Override.objects.create(
        collection="datasheets",
        key="ash-wardens:kiln",
        field="name",
        value="Great Kiln",
        replaced="Small Kiln",
        moved_to="Kiln",
        question=Question.MOVED,
    )


def in_force() -> str:
    release = release_in_force()
    assert release is not None
    return release.label


def test_draft_holds_the_working_tables_and_says_who_compiled_it_from_what(editor: User) -> None:
    imported()
    edit_the_kiln(editor)

    draft = compile_draft(by=editor, note=" Kiln as printed ")

    assert (draft.label, draft.by, draft.note) == ("2026.10.2", "editor", "Kiln as printed")
    assert (draft.upstream, draft.manual_name, draft.manual_version) == (UPSTREAM, "Field Manual", "1.0")
    assert list(drafts()) == [draft]
    assert in_force() == "2026.10.1"


def test_draft_of_unchanged_tables_is_the_release_in_force(editor: User) -> None:
    outcome = imported()

    assert compile_draft(by=editor) == outcome.release
    assert Release.objects.count() == 1


def test_without_an_import_there_is_nothing_to_compile(editor: User) -> None:
    with pytest.raises(NothingImported) as refusal:
        compile_draft(by=editor)

    assert str(refusal.value) == "Nothing was imported yet, so there is nothing to compile: run import_catalogue."


def test_publisher_puts_a_draft_in_force(publisher: User) -> None:
    imported()
    draft = draft_of(5)

    publication = publish(draft, by=publisher, note="After review")

    assert (publication.release, publication.by, publication.note) == (draft, "publisher", "After review")
    assert current_catalogue().stamp.label == draft.label
    assert list(drafts()) == []


@pytest.mark.parametrize("role", [Role.VIEWER, Role.EDITOR])
def test_nobody_but_a_publisher_publishes(role: Role) -> None:
    imported()
    draft = draft_of(5)

    with pytest.raises(NotAllowed) as refusal:
        publish(draft, by=person_with(role))

    assert str(refusal.value) == (
        f"{role} may not publish, roll back or withdraw releases: that is for the role publisher."
        " An administrator can give it."
    )
    assert in_force() == "2026.10.1"


def test_viewer_compiles_no_draft() -> None:
    imported()

    with pytest.raises(NotAllowed) as refusal:
        compile_draft(by=person_with(Role.VIEWER))

    assert str(refusal.value) == (
        "viewer may not compile or preview drafts: that is for the role editor. An administrator can give it."
    )


def test_release_in_force_stays_in_force_when_published_again(publisher: User) -> None:
    outcome = imported()
    assert outcome.release is not None

    publish(outcome.release, by=publisher)

    assert Publication.objects.count() == 1


def test_edits_under_which_the_sources_moved_hold_publication_back(publisher: User) -> None:
    imported()
    draft = draft_of(5)
    a_moved_edit()

    with pytest.raises(PublishRefused) as refusal:
        publish(draft, by=publisher)

    assert str(refusal.value) == (
        "The sources moved under a field edited here: datasheets/ash-wardens:kiln name. "
        "Confirm for each whether the edit stays, then compile and publish."
    )
    assert in_force() == "2026.10.1"


def test_way_back_is_open_while_edits_wait(publisher: User) -> None:
    imported()
    publish(draft_of(5), by=publisher)
    a_moved_edit()

    publication = roll_back(Release.objects.get(label="2026.10.1"), by=publisher, note="Wrong prices")

    assert (publication.is_rollback, publication.by, publication.note) == (True, "publisher", "Wrong prices")
    assert in_force() == "2026.10.1"
    assert Publication.objects.count() == 3


def test_no_way_back_to_a_draft(publisher: User) -> None:
    imported()

    with pytest.raises(PublishRefused) as refusal:
        roll_back(draft_of(5), by=publisher)

    assert str(refusal.value) == ("2026.10.2 was never in force, so there is no way back to it. Publish it instead.")


def test_no_way_back_to_where_one_is(publisher: User) -> None:
    outcome = imported()
    assert outcome.release is not None

    with pytest.raises(PublishRefused) as refusal:
        roll_back(outcome.release, by=publisher)

    assert str(refusal.value) == "2026.10.1 is in force already."


def test_withdrawn_release_is_refused_with_its_reason_until_that_is_lifted(publisher: User) -> None:
    imported()
    draft = draft_of(5)
    withdrawal = withdraw(draft, by=publisher, reason="Limit misread")

    with pytest.raises(PublishRefused) as refusal:
        publish(draft, by=publisher)
    assert str(refusal.value) == f"2026.10.2 was withdrawn by publisher on {withdrawal.at:%Y-%m-%d}: Limit misread"
    assert list(drafts()) == []

    lift_withdrawal(draft, by=publisher, reason="It was right")
    publish(draft, by=publisher)
    assert in_force() == draft.label


def test_former_release_that_was_withdrawn_is_no_way_back(publisher: User) -> None:
    first = imported().release
    assert first is not None
    publish(draft_of(5), by=publisher)
    withdraw(first, by=publisher, reason="Prices of last year")

    with pytest.raises(PublishRefused, match="was withdrawn by publisher"):
        roll_back(first, by=publisher)

    assert in_force() == "2026.10.2"


def test_release_in_force_is_not_withdrawn(publisher: User) -> None:
    release = imported().release
    assert release is not None

    with pytest.raises(PublishRefused) as refusal:
        withdraw(release, by=publisher, reason="Why not")

    assert str(refusal.value) == "2026.10.1 is in force. Publish or roll back to another release first."
    assert Withdrawal.objects.count() == 0


def test_withdrawal_wants_a_reason(publisher: User) -> None:
    imported()

    with pytest.raises(PublishRefused, match=r"^Say why .* is withdrawn; others will read it"):
        withdraw(draft_of(5), by=publisher, reason="  ")


def test_new_errors_of_the_audit_want_a_reason(publisher: User, monkeypatch: pytest.MonkeyPatch) -> None:
    imported()
    draft = draft_of(5)
    monkeypatch.setattr(publishing, "new_errors", lambda before, after: ("The Kiln has no price.", "Nor has Vex."))

    with pytest.raises(NewErrors) as refusal:
        publish(draft, by=publisher)
    assert str(refusal.value) == (
        "The audit finds 2 errors that the release in force has not: The Kiln has no price.; Nor has Vex.. "
        "Correct what is wrong and compile anew, or give the reason why it is published all the same."
    )
    assert in_force() == "2026.10.1"

    publication = publish(draft, by=publisher, reason="The manual prints none")
    assert publication.reason == "The manual prints none"
    assert in_force() == draft.label


def test_import_leaves_edits_to_a_publisher(editor: User) -> None:
    imported()
    edit_the_kiln(editor)

    outcome = import_catalogue(mini_build(edition(5)))

    assert outcome.draft is not None
    assert outcome.held_back == "An edit made since 2026.10.1 waits for a publisher."
    assert in_force() == "2026.10.1"


def test_import_does_not_undo_a_way_back(publisher: User) -> None:
    first = imported().release
    assert first is not None
    imported(5)
    roll_back(first, by=publisher)

    outcome = import_catalogue(mini_build(edition(6)))

    assert outcome.draft is not None
    assert outcome.held_back.startswith("2026.10.1 is in force and not 2026.10.2, which the import of ")
    assert in_force() == "2026.10.1"


def test_import_compiles_a_draft_where_asked_for_one() -> None:
    imported()

    outcome = import_catalogue(mini_build(edition(5)), in_force=InForce.LATER)

    assert outcome.draft is not None
    assert (outcome.draft.label, outcome.held_back) == ("2026.10.2", "It is a draft, as was asked for.")
    assert in_force() == "2026.10.1"


def test_draft_of_an_import_says_who_asked_for_it(editor: User) -> None:
    imported()

    outcome = import_catalogue(mini_build(edition(5)), in_force=InForce.LATER, by=editor)

    assert outcome.draft is not None
    assert outcome.draft.by == "editor"


def test_import_after_a_draft_of_one_waits_too() -> None:
    imported()
    import_catalogue(mini_build(edition(5)), in_force=InForce.LATER)

    outcome = import_catalogue(mini_build(edition(6)))

    assert outcome.held_back.startswith("2026.10.1 is in force and not 2026.10.2, which the import of ")
    assert in_force() == "2026.10.1"


def test_import_may_be_told_to_publish_all_the_same() -> None:
    imported()
    import_catalogue(mini_build(edition(5)), in_force=InForce.LATER)

    import_catalogue(mini_build(edition(6)), in_force=InForce.NOW)

    assert in_force() == "2026.10.3"


def test_import_never_publishes_over_moved_edits() -> None:
    imported()
    a_moved_edit()

    outcome = import_catalogue(mini_build(edition(5)), in_force=InForce.NOW)

    assert outcome.held_back.startswith("The sources moved under a field edited here: ")
    assert in_force() == "2026.10.1"


def test_published_draft_is_no_waiting_work(publisher: User) -> None:
    imported()
    edit_the_kiln(publisher)
    publish(compile_draft(by=publisher), by=publisher)
    models.BattleSize.objects.filter(is_edited=True).update(is_edited=False)

    outcome = import_catalogue(mini_build(edition(5)))

    assert outcome.published is not None
    assert in_force() == outcome.published.release.label


def test_crash_in_the_middle_of_an_import_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    imported()
    before = models.SizeRow.objects.count(), in_force()

    def crash(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("datasheets.services.importing.put_in_force", crash)
    with pytest.raises(KeyboardInterrupt):
        import_catalogue(mini_build(edition(5)))

    assert (models.SizeRow.objects.count(), in_force()) == before
    assert models.BattleSize.objects.filter(unit_limit=5).count() == 0
    assert Release.objects.count() == 1
    assert models.ImportedSources.objects.count() == 1


def test_crash_while_publishing_leaves_the_former_release_in_force(
    publisher: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported()
    draft = draft_of(5)

    def crash(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Publication, "save", crash)
    with pytest.raises(KeyboardInterrupt):
        publish(draft, by=publisher)

    assert in_force() == "2026.10.1"
    assert Publication.objects.count() == 1


def test_errors_are_those_that_the_release_in_force_has_not(publisher: User) -> None:
    imported()
    data = edition(5)
    unpriced = replace(data, prices=tuple(table for table in data.prices if table.datasheet != "ash-wardens:kiln"))
    first = compile_release(unpriced, Sources(UPSTREAM, MANUAL)).release
    errors = new_errors(release_in_force(), first)
    assert errors != ()

    with pytest.raises(NewErrors) as refusal:
        publish(first, by=publisher)
    assert refusal.value.errors == errors

    publish(first, by=publisher, reason="The manual prints none")
    later = replace(unpriced, past_prices=())
    publish(compile_release(later, Sources(UPSTREAM, MANUAL)).release, by=publisher)
    assert in_force() == "2026.10.3"
