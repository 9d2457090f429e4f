"""Releases in the admin: compile a draft, see what it changes, publish it, go back; every step asks first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, URLPattern, path, reverse

from datasheets import models
from datasheets.admin.base import ReadOnlyAdmin
from datasheets.models.release import NOTE_LENGTH
from datasheets.release_selectors import ReleaseState, ShownRelease, diff_between, shown
from datasheets.releases import ReleaseDiff
from datasheets.services.compiling import NothingImported
from datasheets.services.publishing import (
    NewErrors,
    PublishRefused,
    compile_draft,
    lift_withdrawal,
    publish,
    refusal_of,
    release_in_force,
    roll_back,
    withdraw,
)
from datasheets.services.refusals import CatalogueBusy
from datasheets.services.roles import Right, may, require
from datasheets.services.waiting import moved_edits

REFUSALS = (PublishRefused, CatalogueBusy, NothingImported)
MOST_TOLD = 60
"""Changes that a confirmation lists; the page of differences has all."""


class NoteForm(forms.Form):
    """What a person says to a step."""

    note = forms.CharField(max_length=NOTE_LENGTH, required=False, label="Note (optional)")


class ReasonForm(forms.Form):
    """Why something is done; others will read it."""

    note = forms.CharField(
        max_length=NOTE_LENGTH, label="Reason", error_messages={"required": "Say why; others will read it."}
    )


class PublishForm(NoteForm):
    """A note, and the reason to publish in spite of new errors once there are any."""

    reason = forms.CharField(max_length=NOTE_LENGTH, required=False, label="Why it is published in spite of these")


@dataclass(frozen=True, slots=True)
class Step:
    """Something a person does to a release: what the button and the page before it say."""

    name: str
    button: str
    title: str
    right: Right
    form: type[forms.Form]
    told: str
    """What it does, in a sentence."""


STEPS = {
    step.name: step
    for step in (
        Step(
            "publish",
            "Publish",
            "Publish {label}?",
            Right.PUBLISH,
            PublishForm,
            "Rosters are judged by it from now on. Saved rosters stay on the release they were built on,"
            " and their owners see what would change.",
        ),
        Step(
            "roll-back",
            "Roll back to it",
            "Roll back to {label}?",
            Right.PUBLISH,
            NoteForm,
            "It was in force before and comes into force again. Nothing is deleted: the release in force now"
            " becomes a former one.",
        ),
        Step(
            "withdraw",
            "Withdraw",
            "Withdraw {label}?",
            Right.PUBLISH,
            ReasonForm,
            "It cannot come into force until the withdrawal is lifted. Rosters that stand on it stay there.",
        ),
        Step(
            "lift-withdrawal",
            "Lift the withdrawal",
            "Lift the withdrawal of {label}?",
            Right.PUBLISH,
            ReasonForm,
            "It may come into force after all.",
        ),
    )
}


def steps_for(row: ShownRelease) -> tuple[Step, ...]:
    """What can be done to a release as it stands."""
    match row.state:
        case ReleaseState.DRAFT:
            names: tuple[str, ...] = ("publish", "withdraw")
        case ReleaseState.FORMER:
            names = ("roll-back", "withdraw")
        case ReleaseState.WITHDRAWN:
            names = ("lift-withdrawal",)
        case _:
            names = ()
    return tuple(STEPS[name] for name in names)


@admin.register(models.Release)
class ReleaseAdmin(ReadOnlyAdmin):
    """Releases and drafts, newest first, with a page for each."""

    list_display = ("label", "stands", "manual", "upstream", "compiled_at", "by", "note")
    list_filter = ("manual_version",)
    search_fields = ("label", "content_hash", "note")
    change_list_template = "admin/datasheets/release/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Releases without their content, which is large and not shown."""
        return super().get_queryset(request).defer("content").prefetch_related("publications", "withdrawals")

    @admin.display(description="stands")
    def stands(self, release: models.Release) -> str:
        """In force, former, draft or withdrawn."""
        return _state_of(release).value

    @admin.display(description="points manual", ordering="manual_date")
    def manual(self, release: models.Release) -> str:
        """Version and date of the manual."""
        return f"{release.manual_version} of {release.manual_date:%Y-%m-%d}"

    def get_urls(self) -> list[URLPattern]:
        """The steps, before the pages that every model has."""
        guarded = self.admin_site.admin_view
        own = [path("compile/", guarded(self.compile_view), name="release_compile")]
        own += [
            path(f"<int:key>/{name}/", guarded(self._asking(step)), name=f"release_{name}")
            for name, step in STEPS.items()
        ]
        return [*own, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list with the button that compiles a draft, for those who may."""
        context = {"may_compile": may(request.user, Right.COMPILE)}
        return super().changelist_view(request, {**context, **(extra_context or {})})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """One release: what it is made from, how it stands, what can be done to it."""
        release = self.get_object(request, object_id)
        if request.method == "POST" or release is None or not self.has_view_permission(request, release):
            return super().change_view(request, object_id, form_url, extra_context)
        row = shown([release])[0]
        current = release_in_force()
        context = {
            **self.admin_site.each_context(request),
            "title": f"{'Draft' if row.state is ReleaseState.DRAFT else 'Release'} {release.label}",
            "opts": self.opts,
            "row": row,
            "current": current,
            "steps": [
                (step, may(request.user, step.right), reverse(f"admin:release_{step.name}", args=[release.pk]))
                for step in steps_for(row)
            ],
            "refusal": refusal_of(release) if row.state is ReleaseState.DRAFT else None,
            "moved_address": reverse("admin:moved-overrides") if moved_edits() else "",
            "diff_address": _diff_address(current, release),
            "preview_address": _preview_address(release) if may(request.user, Right.COMPILE) else "",
        }
        return TemplateResponse(request, "admin/datasheets/release/page.html", context)

    def compile_view(self, request: HttpRequest) -> HttpResponse:
        """Ask for a note, then compile the working tables into a draft."""
        person = _person(request)
        require(person, Right.COMPILE)
        form = NoteForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            before = set(models.Release.objects.values_list("pk", flat=True))
            try:
                release = compile_draft(by=person, note=form.cleaned_data["note"])
            except REFUSALS as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
                return redirect("admin:datasheets_release_changelist")
            said = (
                f"Draft {release.label} holds every edit so far. Players see it once a publisher publishes it."
                if release.pk not in before
                else f"Nothing has changed since {release.label} was compiled, so there is no new draft."
            )
            self.message_user(request, said)
            return redirect("admin:datasheets_release_change", release.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": "Compile a draft?",
            "opts": self.opts,
            "told": "The catalogue as it is edited now becomes a draft that never changes."
            " Nothing comes into force: you can look at what it changes, and a publisher decides.",
            "form": form,
            "button": "Compile",
            "back": reverse("admin:datasheets_release_changelist"),
        }
        return TemplateResponse(request, "admin/datasheets/release/confirm.html", context)

    def _asking(self, step: Step) -> Callable[..., HttpResponse]:
        """The page that asks before ``step``, and takes it on POST."""

        def view(request: HttpRequest, key: int) -> HttpResponse:
            person = _person(request)
            require(person, step.right)
            release = get_object_or_404(models.Release.objects.defer("content"), pk=key)
            form = step.form(request.POST if request.method == "POST" else None)
            errors: tuple[str, ...] = ()
            if request.method == "POST" and form.is_valid():
                try:
                    self.message_user(request, _take(step, release, person, form.cleaned_data))
                    return redirect("admin:datasheets_release_change", release.pk)
                except NewErrors as refusal:
                    errors = refusal.errors
                    form.add_error("reason", str(refusal))
                except REFUSALS as refusal:
                    self.message_user(request, str(refusal), messages.ERROR)
                    return redirect("admin:datasheets_release_change", release.pk)
            return self._ask(request, step, release, form, errors)

        return view

    def _ask(
        self, request: HttpRequest, step: Step, release: models.Release, form: forms.Form, errors: tuple[str, ...]
    ) -> HttpResponse:
        current = release_in_force()
        is_move = step.name in ("publish", "roll-back") and current is not None and current.pk != release.pk
        diff = diff_between(current, release) if is_move and current is not None else None
        if not errors and "reason" in form.fields:
            del form.fields["reason"]
        context = {
            **self.admin_site.each_context(request),
            "title": step.title.format(label=release.label),
            "opts": self.opts,
            "told": step.told,
            "form": form,
            "button": step.button,
            "back": reverse("admin:datasheets_release_change", args=[release.pk]),
            "current": current,
            "release": release,
            "errors": errors,
            "diff": diff,
            "shown_changes": _first_changes(diff),
            "diff_address": _diff_address(current, release) if diff else "",
        }
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/datasheets/release/confirm.html", context, status=status)


@admin.register(models.Publication)
class PublicationAdmin(ReadOnlyAdmin):
    """Which release came into force when, and who put it there."""

    list_display = ("release", "published_at", "how", "by", "note", "reason")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Publications with their releases, without content."""
        return super().get_queryset(request).select_related("release").defer("release__content")

    @admin.display(description="how")
    def how(self, publication: models.Publication) -> str:
        """Published, or put in force again."""
        return "rolled back" if publication.is_rollback else "published"


@admin.register(models.StoredManual)
class StoredManualAdmin(ReadOnlyAdmin):
    """Points manuals given by hand."""

    list_display = ("name", "version", "date", "stored_at")
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Manuals without their content."""
        return super().get_queryset(request).defer("content")


def _take(step: Step, release: models.Release, person: User, said: dict[str, str]) -> str:
    """Take the step; what to say of it."""
    match step.name:
        case "publish":
            publish(release, by=person, note=said["note"], reason=said.get("reason", ""))
            return f"{release.label} is in force."
        case "roll-back":
            roll_back(release, by=person, note=said["note"])
            return f"{release.label} is in force again."
        case "withdraw":
            withdraw(release, by=person, reason=said["note"])
            return f"{release.label} is withdrawn."
        case _:
            lift_withdrawal(release, by=person, reason=said["note"])
            return f"{release.label} may come into force again."


def _state_of(release: models.Release) -> ReleaseState:
    return shown([release])[0].state


def _first_changes(diff: ReleaseDiff | None) -> list[tuple[str, str]]:
    """Faction and sentence of the first changes."""
    if diff is None:
        return []
    told = [
        (faction.name, str(change).replace(" -> ", " → "))
        for faction in diff.factions
        for changes in faction.topics.values()
        for change in changes
    ]
    return told[:MOST_TOLD]


def _diff_address(before: models.Release | None, after: models.Release) -> str:
    """The page of differences; empty where there is nothing to compare with."""
    if before is None or before.pk == after.pk:
        return ""
    return f"/releases/{before.label}/to/{after.label}/"


def _preview_address(release: models.Release) -> str:
    """The page that shows what a release would do to saved rosters; it belongs to the rooms above."""
    try:
        return reverse("admin:roster_preview_start", args=[release.pk])
    except NoReverseMatch:
        return ""


def _person(request: HttpRequest) -> User:
    return cast(User, request.user)  # admin_view lets staff through only
