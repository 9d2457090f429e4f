"""Saving what was typed: the reason, the refusals, and what two people changed at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django import forms

from datasheets.admin.workbench.editor import Place, Remark
from datasheets.admin.workbench.marks import told
from datasheets.admin.workbench.subject import Subject
from datasheets.admin.workbench.words import entry_words, field_words
from datasheets.catalogue.entries import EntryRef, Value, changed_fields, parse_ref
from datasheets.overlay.kept import as_json
from datasheets.services.editing import SavedChange, save_changes, version_of, working_entries
from datasheets.services.refusals import EditConflict, EditRefused

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SHORT = 220


class ReasonForm(forms.Form):
    """Why something is changed, and where the right value is known from."""

    reason = forms.CharField(
        max_length=SHORT,
        label="Why",
        widget=forms.TextInput({"class": "wide", "autocomplete": "off"}),
        error_messages={"required": "Say in a few words why: the next editor will want to know."},
    )
    known_from = forms.CharField(
        max_length=SHORT,
        label="Known from",
        help_text="The document and its date, such as: Munitorum Field Manual 1.5, 30 September 2026.",
        widget=forms.TextInput({"class": "wide", "autocomplete": "off"}),
        error_messages={"required": "Name the document that has the right value, with its date."},
    )

    @property
    def told(self) -> str:
        """Both in one sentence for the history."""
        return (
            f"{self.cleaned_data['reason'].strip().rstrip('.')}. Known from: {self.cleaned_data['known_from'].strip()}"
        )


def save(subject: Subject, changes: Mapping[EntryRef, Value | None], *, by: User | None, reason: str) -> SavedChange:
    """Save changes that began with what ``subject`` has; raises what :func:`save_changes` does."""
    versions = {
        ref: "" if ref in subject.new or ref not in subject.entries else version_of(subject.entries[ref])
        for ref in changes
    }
    return save_changes(changes, by=by, reason=reason, versions=versions)


def remarks_of_refusal(refused: EditRefused) -> dict[Place, list[Remark]]:
    """Why values were not taken, beside their fields."""
    remarks: dict[Place, list[Remark]] = {}
    for refusal in refused.refusals:
        remarks.setdefault((refusal.ref, refusal.field), []).append(Remark("error", refusal.message))
    return remarks


# Two at once -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """A field that two people set, to be decided by the second."""

    name: str
    ref: EntryRef
    field: str
    theirs: str
    mine: str
    base: str
    by: str
    at: Any
    seen: str
    """The version of the entry that the choice was shown with."""
    entry: str
    field_name: str
    """What people call the entry and the field."""


def choices_of(conflict: EditConflict) -> list[Choice]:
    """What has to be decided, with the state it was found in."""
    refs = {each.ref for each in conflict.conflicts}
    there, names = working_entries(refs), entry_words(refs)
    return [
        Choice(
            name=f"conflict{number}",
            ref=each.ref,
            field=each.field,
            theirs=told(as_json(each.theirs)),
            mine=told(as_json(each.mine)),
            base=told(as_json(each.base)),
            by=each.by,
            at=each.at,
            seen=there[each.ref].version if each.ref in there else "",
            entry=names[each.ref],
            field_name=field_words(each.ref.collection, each.field),
        )
        for number, each in enumerate(conflict.conflicts)
    ]


class Undecided(ValueError):
    """A conflict for which neither value was chosen."""


@dataclass(frozen=True)
class Decided:
    """Changes after the decisions, and the versions they were decided upon."""

    changes: dict[EntryRef, Value | None]
    versions: dict[EntryRef, str]


def decided(subject: Subject, changes: Mapping[EntryRef, Value | None], data: Mapping[str, str]) -> Decided:
    """``changes`` with what was chosen on the conflict page; raises :class:`Undecided`."""
    theirs: set[Place] = set()
    seen: dict[EntryRef, str] = {}
    places = [key for key in data if key.startswith("conflict") and key.endswith("-place")]
    for name in (key.removesuffix("-place") for key in places):
        ref_text, _, field = data.get(f"{name}-place", "").partition("#")
        ref = parse_ref(ref_text)
        if data.get(name) not in ("mine", "theirs"):
            raise Undecided
        if data[name] == "theirs":
            theirs.add((ref, field))
        seen[ref] = data.get(f"{name}-seen", "")
    there = working_entries(changes)
    result: dict[EntryRef, Value | None] = {}
    versions: dict[EntryRef, str] = {}
    for ref, value in changes.items():
        base = subject.entries.get(ref)
        is_field_by_field = ref in seen and value is not None and base is not None and ref in there
        if not is_field_by_field:
            if (ref, "") not in theirs:
                result[ref] = value
                versions[ref] = seen.get(ref, version_of(base) if base is not None and ref not in subject.new else "")
            continue
        mine = {
            field: change.after for field, change in changed_fields(base, value).items() if (ref, field) not in theirs
        }
        result[ref] = replace(there[ref].value, **mine)
        versions[ref] = seen[ref]
    return Decided(result, versions)
