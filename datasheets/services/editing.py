"""The one door through which people change the catalogue: save, undo, give back, confirm.

A save writes the rows of the entries concerned, the overrides that keep the next import from taking
the change back, and the history, in one transaction or not at all. What can be refused is in
:mod:`datasheets.services.refusals`; :class:`~datasheets.services.turns.CatalogueBusy` is raised while
an import runs, and :class:`~datasheets.services.roles.NotAllowed` for whoever is no editor.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import (
    EntryRef,
    NoSuchEntry,
    Value,
    decoded_entry,
    decoded_field,
    ref_of,
    value_type,
    with_field,
)
from datasheets.catalogue.origin import Origin, OriginLayer
from datasheets.models import Edit, EditGroup, EditKind, Override, Question
from datasheets.overlay.kept import WHOLE, as_json, is_signature, real_edits
from datasheets.overlay.planning import signed_as
from datasheets.services.confirming import confirm_override
from datasheets.services.entry_rows import read_values
from datasheets.services.history import Edited, history_of, is_signing, undone_among, value_before, version_of
from datasheets.services.merging import merged
from datasheets.services.origins import every_origin_of
from datasheets.services.override_rows import kept_of, read_overrides
from datasheets.services.refusals import EditConflict, EditRefused, EntryInUse, FieldConflict, Refusal, Use
from datasheets.services.roles import Right, require
from datasheets.services.saving import Plan, SavedChange, apply, save, saving
from datasheets.snapshot import read_catalogue
from datasheets.tables.entries import FIXED

if TYPE_CHECKING:
    from django.contrib.auth.models import User

__all__ = [
    "EditConflict",
    "EditRefused",
    "Edited",
    "EntryInUse",
    "FieldConflict",
    "Refusal",
    "SavedChange",
    "Use",
    "WorkingEntry",
    "check_values",
    "confirm_override",
    "give_back",
    "history_of",
    "moved_overrides",
    "origins_of",
    "save_changes",
    "undo_change",
    "version_of",
    "waiting_overrides",
    "working_data",
    "working_entries",
    "working_entry",
]


@dataclass(frozen=True, slots=True)
class WorkingEntry:
    """An entry as the tables hold it. ``version`` is given back with the save, so that nobody overwrites unseen."""

    ref: EntryRef
    value: Value
    version: str
    is_handmade: bool
    """Whether it was made by hand here; only such an entry can be deleted."""


def working_entry(ref: EntryRef) -> WorkingEntry:
    """The entry as the tables hold it; raises :class:`~datasheets.catalogue.entries.NoSuchEntry`."""
    found = working_entries([ref])
    if ref not in found:
        raise NoSuchEntry(f"There is no entry {ref}.")
    return found[ref]


def working_entries(refs: Iterable[EntryRef]) -> dict[EntryRef, WorkingEntry]:
    """Those of ``refs`` that the tables hold."""
    _, values = read_values(refs)
    handmade = {ref for ref, kept in read_overrides(values).items() if WHOLE in kept}
    return {ref: WorkingEntry(ref, value, version_of(value), ref in handmade) for ref, value in values.items()}


def working_data() -> CatalogueData:
    """The whole catalogue as the tables hold it: what the next draft is compiled from."""
    return read_catalogue()


def save_changes(
    changes: Mapping[EntryRef, Value | None],
    *,
    by: User | None,
    reason: str,
    versions: Mapping[EntryRef, str] | None = None,
    kind: EditKind = EditKind.EDIT,
) -> SavedChange:
    """Make the entries ``changes`` names hold these values, as one change; None deletes an entry made by hand.

    ``versions`` are those with which the editor began ("" for an entry that is new). Where somebody
    saved in between, fields that do not overlap are merged and told; else :class:`EditConflict` is
    raised. Raises :class:`EditRefused` where a value does not fit, and :class:`EntryInUse` where saved
    rosters use what would be deleted. Whatever is raised, nothing was written.
    """
    require(by, Right.EDIT)
    check_values(changes)
    with saving():
        stored, current = read_values(changes)
        wanted, kept_of_others = _merged(changes, versions or {}, current)
        return save(wanted, stored, current, by=by, reason=reason, kind=kind, merged=kept_of_others)


def undo_change(change_id: int, *, by: User | None) -> SavedChange:
    """Put every field that a change set back to what it was before, as a change of its own.

    Raises :class:`EditConflict` where one of them was changed again since, and :class:`EditRefused`
    where there is no such change or it was undone already.
    """
    require(by, Right.EDIT)
    with saving():
        group = EditGroup.objects.filter(pk=change_id).first()
        if group is None:
            raise EditRefused([Refusal(EntryRef("changes", str(change_id)), "", "There is no such change.")])
        edits = [edit for edit in group.edits.order_by("id") if not is_signing(edit)]
        refs = [EntryRef(edit.collection, edit.key) for edit in edits]
        if undone_among({group.pk}):
            raise EditRefused(Refusal(ref, "", "The change was undone already.") for ref in dict.fromkeys(refs))
        stored, current = read_values(refs)
        changes: dict[EntryRef, Value | None] = {}
        conflicts: list[FieldConflict] = []
        for edit, ref in zip(edits, refs, strict=True):
            value = changes.get(ref, current.get(ref))
            if _holds(current.get(ref), edit):
                changes[ref] = value_before(ref, value, edit)
            else:
                conflicts.append(_changed_since(ref, current.get(ref), edit))
        if conflicts:
            raise EditConflict(conflicts)
        reason = f"Undoes: {group.reason}"
        return save(changes, stored, current, by=by, reason=reason, kind=EditKind.UNDO, undoes=group)


def origins_of(ref: EntryRef) -> dict[str, Origin]:
    """Where each field of an entry comes from; raises :class:`~datasheets.catalogue.entries.NoSuchEntry`."""
    value = working_entry(ref).value
    found = every_origin_of(ref, value)
    for row in Override.objects.filter(collection=ref.collection, key=ref.key):
        kept = kept_of(row)
        if kept.is_set_aside or is_signature(row.field, kept):
            continue
        edited = Origin(
            layer=OriginLayer.EDIT,
            source=row.by_name,
            reason=row.reason,
            replaced=kept.replaced,
            by=row.by_name,
            at=row.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        )
        found |= dict.fromkeys(found if row.field == WHOLE else (row.field,), edited)
    return found


def waiting_overrides() -> int:
    """How many overrides wait to be decided; publishing waits with them (R-12)."""
    return Override.objects.exclude(question=Question.NONE).count()


def moved_overrides() -> tuple[Override, ...]:
    """The overrides that wait: ``question`` says for what, ``moved_to`` is what the sources have now."""
    return tuple(Override.objects.exclude(question=Question.NONE))


def give_back(ref: EntryRef, *, by: User | None, reason: str, fields: Iterable[str] | None = None) -> SavedChange:
    """Let an entry, or some of its fields, follow the sources again.

    Raises :class:`EditRefused` for an entry that the sources do not have.
    """
    require(by, Right.EDIT)
    with saving():
        stored, values = read_values([ref])
        own, value = read_overrides([ref]).get(ref, {}), values.get(ref)
        whole = own.get(WHOLE)
        if whole is not None:
            if whole.upstream is None:
                message = "It was made by hand and is not in the sources: delete it if it should go."
                raise EditRefused([Refusal(ref, "", message)])
            after = decoded_entry(ref.collection, whole.upstream)
            plans = {ref: Plan(value, after, own, {})}
            return apply(plans, stored, values, by=by, reason=reason, kind=EditKind.GIVE_BACK)
        given = real_edits(own).keys() if fields is None else real_edits(own).keys() & set(fields)
        after = value
        for field in given:
            if not own[field].is_set_aside:
                after = with_field(after, field, decoded_field(ref.collection, field, own[field].upstream))
        kept = {field: each for field, each in own.items() if field not in given}
        if after is not None:
            kept, after = signed_as(kept, after)
        plans = {ref: Plan(value, after, own, kept)} if given else {}
        return apply(plans, stored, values, by=by, reason=reason, kind=EditKind.GIVE_BACK)


def check_values(changes: Mapping[EntryRef, Value | None]) -> None:
    """Raise :class:`EditRefused` for what could not be an entry's value at all."""
    refusals: list[Refusal] = []
    for ref, value in changes.items():
        try:
            kind = value_type(ref.collection)
            if ref.collection in FIXED:
                refusals.append(Refusal(ref, "", "What an older manual printed is not edited: nothing was saved."))
            elif value is not None and type(value) is not kind:
                refusals.append(Refusal(ref, "", f"A {kind.__name__} belongs here, not a {type(value).__name__}."))
            elif value is not None:
                unstorable = [_unstorable(ref, field, getattr(value, field)) for field in value.__dataclass_fields__]
                if any(unstorable):
                    refusals += [refusal for refusal in unstorable if refusal]
                    continue
                decoded_entry(ref.collection, as_json(value))
                if ref_of(ref.collection, value) != ref:
                    told = f"It would then be {ref_of(ref.collection, value)}: make a new entry for that."
                    refusals.append(Refusal(ref, "", f"What names an entry cannot be changed. {told}"))
        except NoSuchEntry as fault:
            refusals.append(Refusal(ref, "", str(fault)))
        except msgspec.ValidationError as fault:
            said, _, place = str(fault).partition(" - at `$.")
            field = place.rstrip("`").partition(".")[0].partition("[")[0]
            refusals.append(Refusal(ref, field, f"{said}{' in ' + place.rstrip('`') if place else ''}."))
    if refusals:
        raise EditRefused(refusals)


def _unstorable(ref: EntryRef, field: str, value: Any) -> Refusal | None:
    """The refusal of a field with a character that no database holds."""
    try:
        if b"\\u0000" not in msgspec.json.encode(value):
            return None
    except UnicodeEncodeError:
        pass
    return Refusal(ref, field, "It holds a character that cannot be stored (U+0000, or half of one): type it anew.")


def _merged(
    changes: Mapping[EntryRef, Value | None], versions: Mapping[EntryRef, str], current: Mapping[EntryRef, Value]
) -> tuple[dict[EntryRef, Value | None], dict[EntryRef, tuple[str, ...]]]:
    wanted, of_others, conflicts = dict(changes), {}, []
    for ref, value in changes.items():
        if ref in versions:
            wanted[ref], others, found = merged(ref, value, versions[ref], current.get(ref))
            conflicts += found
            if others:
                of_others[ref] = others
    if conflicts:
        raise EditConflict(conflicts)
    return wanted, of_others


def _holds(current: Value | None, edit: Edit) -> bool:
    """Whether an entry is still as ``edit`` left it."""
    if edit.field == WHOLE or current is None:
        return version_of(current) == edit.version_after and (edit.field == WHOLE or current is not None)
    return bool(as_json(getattr(current, edit.field)) == edit.after)


def _changed_since(ref: EntryRef, current: Value | None, edit: Edit) -> FieldConflict:
    later = Edit.objects.filter(collection=ref.collection, key=ref.key, pk__gt=edit.pk).select_related("group")
    if edit.field != WHOLE:
        later = later.filter(field__in=(edit.field, WHOLE))
    last = later.order_by("-id").first()
    theirs = current if edit.field == WHOLE or current is None else getattr(current, edit.field)
    return FieldConflict(
        ref,
        edit.field,
        base=edit.after,
        theirs=theirs,
        mine=edit.before,
        by=last.group.by_name if last else "",
        at=last.group.at if last else None,
    )
