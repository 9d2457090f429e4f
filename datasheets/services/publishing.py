"""Drafts, publications and the way back: which release is in force, and who put it there.

A draft is a compiled release without a publication. Publishing adds a publication, rolling back adds
another one of a former release; nothing is changed or deleted.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import QuerySet

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.points import PointsManual
from datasheets.models import Publication, Release, Withdrawal
from datasheets.models.release import NOTE_LENGTH
from datasheets.services.compiling import Sources, compile_release
from datasheets.services.roles import Right, require, who
from datasheets.services.turns import hold_tables_still, publishing
from datasheets.services.waiting import edited_fields, moved_edits, new_errors
from datasheets.snapshot import read_catalogue


class PublishRefused(Exception):
    """A release cannot come into force as things stand; the message says why and what to do."""


class NewErrors(PublishRefused):
    """The audit finds errors that the release in force has not; a reason must be given to publish all the same."""

    def __init__(self, errors: tuple[str, ...]) -> None:
        count = "an error" if len(errors) == 1 else f"{len(errors)} errors"
        super().__init__(
            f"The audit finds {count} that the release in force has not: {_listed(errors)}. "
            "Correct what is wrong and compile anew, or give the reason why it is published all the same."
        )
        self.errors = errors


@dataclass(frozen=True, slots=True)
class Published:
    """A release in force. ``is_new``: it was compiled now; ``is_current_anew``: it came into force now."""

    release: Release
    is_new: bool
    is_current_anew: bool


def compile_draft(*, by: User | None, note: str = "") -> Release:
    """The working tables as a release; the one with this content where there is one already.

    Raises :class:`~datasheets.services.roles.NotAllowed`,
    :class:`~datasheets.services.refusals.CatalogueBusy` while an import runs, and
    :class:`~datasheets.services.compiling.NothingImported`.
    """
    require(by, Right.COMPILE)
    with publishing():
        hold_tables_still()
        sources = Sources.of_tables()
        return compile_release(
            read_catalogue(), sources, by=who(by), note=_short(note), overrides=edited_fields()
        ).release


def publish(release: Release, *, by: User | None, note: str = "", reason: str = "") -> Publication:
    """Put ``release`` in force; one that is in force already stays so, and its publication returns.

    Raises :class:`PublishRefused` where it was withdrawn or edits wait for confirmation,
    :class:`NewErrors` where the audit finds errors that the release in force has not and no
    ``reason`` is given, and what :func:`compile_draft` raises.
    """
    require(by, Right.PUBLISH)
    asked = newest_publication()
    if asked is not None and asked.release_id == release.pk:
        return asked
    _refuse(release)
    # Releases never change, so the audit need not hold up those who write.
    errors = _new_errors(asked, release)
    with publishing():
        current = newest_publication()
        if current is not None and current.release_id == release.pk:
            return current
        _refuse(release)
        if current != asked:
            errors = _new_errors(current, release)
        if errors and not reason.strip():
            raise NewErrors(errors)
        return Publication.objects.create(
            release=release, by=who(by), note=_short(note), reason=_short(reason) if errors else ""
        )


def roll_back(to: Release, *, by: User | None, note: str = "") -> Publication:
    """Put a former release in force again.

    It was in force before, so neither the audit nor waiting edits are asked. Raises
    :class:`PublishRefused` where it was never published, is in force or was withdrawn, and what
    :func:`compile_draft` raises.
    """
    require(by, Right.PUBLISH)
    with publishing():
        current = newest_publication()
        if current is None or not to.publications.exists():
            raise PublishRefused(f"{to.label} was never in force, so there is no way back to it. Publish it instead.")
        if current.release_id == to.pk:
            raise PublishRefused(f"{to.label} is in force already.")
        withdrawal = withdrawal_of(to)
        if withdrawal is not None:
            raise PublishRefused(_withdrawn(to, withdrawal))
        return Publication.objects.create(release=to, by=who(by), note=_short(note), is_rollback=True)


def withdraw(release: Release, *, by: User | None, reason: str) -> Withdrawal:
    """Keep ``release`` from coming into force (again); raises :class:`PublishRefused` for the one in force."""
    require(by, Right.PUBLISH)
    with publishing():
        if not reason.strip():
            raise PublishRefused(f"Say why {release.label} is withdrawn; others will read it.")
        current = newest_publication()
        if current is not None and current.release_id == release.pk:
            raise PublishRefused(f"{release.label} is in force. Publish or roll back to another release first.")
        return withdrawal_of(release) or Withdrawal.objects.create(release=release, by=who(by), reason=_short(reason))


def lift_withdrawal(release: Release, *, by: User | None, reason: str) -> None:
    """Let a withdrawn release come into force again."""
    require(by, Right.PUBLISH)
    with publishing():
        if not reason.strip():
            raise PublishRefused(f"Say why {release.label} may come into force after all; others will read it.")
        if withdrawal_of(release) is not None:
            Withdrawal.objects.create(release=release, by=who(by), reason=_short(reason), is_lifted=True)


def publish_release(data: CatalogueData, *, upstream: str, manual: PointsManual) -> Published:
    """Put ``data`` in force as it is, asking nobody: for an installation that has no tables to compile from."""
    compiled = compile_release(data, Sources(upstream, manual))
    return Published(compiled.release, compiled.is_new, put_in_force(compiled.release))


def put_in_force(release: Release, *, note: str = "") -> bool:
    """Make ``release`` the current one without asking; whether it was another one before."""
    current = newest_publication()
    if current is not None and current.release_id == release.pk:
        return False
    Publication.objects.create(release=release, note=_short(note))
    return True


def refusal_of(release: Release) -> str | None:
    """Why ``release`` cannot be published now, None where nothing speaks against it but perhaps the audit."""
    withdrawal = withdrawal_of(release)
    if withdrawal is not None:
        return _withdrawn(release, withdrawal)
    moved = moved_edits()
    if moved:
        fields = "a field" if len(moved) == 1 else f"{len(moved)} fields"
        return (
            f"The sources moved under {fields} edited here: {_listed(moved)}. "
            "Confirm for each whether the edit stays, then compile and publish."
        )
    return None


def newest_publication() -> Publication | None:
    """What put the current release in force, with that release without its content."""
    return Publication.objects.select_related("release").defer("release__content").order_by("-id").first()


def release_in_force() -> Release | None:
    """The current release, without its content."""
    publication = newest_publication()
    return publication.release if publication else None


def drafts() -> QuerySet[Release]:
    """Releases that were never in force and are not withdrawn, newest first, without their content."""
    return Release.objects.filter(publications=None).exclude(pk__in=withdrawn_ids()).defer("content").order_by("-id")


def withdrawn_ids() -> list[int]:
    """Keys of the releases whose newest withdrawal was not lifted."""
    newest: dict[int, bool] = {}
    for release, is_lifted in Withdrawal.objects.order_by("id").values_list("release_id", "is_lifted"):
        newest[release] = not is_lifted
    return [release for release, is_withdrawn in newest.items() if is_withdrawn]


def withdrawal_of(release: Release) -> Withdrawal | None:
    """The withdrawal that holds for ``release``, None where it may come into force."""
    newest = release.withdrawals.order_by("-id").first()
    return None if newest is None or newest.is_lifted else newest


def _refuse(release: Release) -> None:
    refusal = refusal_of(release)
    if refusal is not None:
        raise PublishRefused(refusal)


def _new_errors(current: Publication | None, release: Release) -> tuple[str, ...]:
    return new_errors(current.release if current else None, release)


def _withdrawn(release: Release, withdrawal: Withdrawal) -> str:
    by = f" by {withdrawal.by}" if withdrawal.by else ""
    return f"{release.label} was withdrawn{by} on {withdrawal.at:%Y-%m-%d}: {withdrawal.reason}"


def _listed(told: tuple[str, ...], most: int = 5) -> str:
    more = f" and {len(told) - most} more" if len(told) > most else ""
    return "; ".join(told[:most]) + more


def _short(text: str) -> str:
    return text.strip()[:NOTE_LENGTH]
