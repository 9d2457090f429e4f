"""What waits for a person before a release may come into force: moved edits, unpublished work, new errors."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import lru_cache

from datasheets.audit import Severity, audit
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.encoding import decode_data
from datasheets.models import Edit, ImportedSources, Override, Publication, Question, Release
from datasheets.overlay.kept import SIGNATURE, SIGNED_FIELD

AUDITS_KEPT = 8
"""Of how many releases one process keeps the errors that the audit finds."""

_Name = tuple[str, str, str]
"""Kind, entry and place of an error."""


def moved_edits() -> tuple[str, ...]:
    """Edited fields under which the sources moved, so that somebody must say whether the edit stays (R-12)."""
    return tuple(str(override) for override in Override.objects.exclude(question=Question.NONE))


def edited_fields() -> int:
    """How many fields the tables hold as people edited them."""
    in_force = Override.objects.filter(question__in=(Question.NONE, Question.MOVED, Question.ARRIVED))
    # That an entry names its editors as its source comes with the edits, and is none of its own.
    return in_force.exclude(field=SIGNED_FIELD, value=SIGNATURE).count()


def unpublished_work(before: CatalogueData) -> str | None:
    """What somebody did that is not in force yet, as a sentence; None where an import puts nobody's work in force.

    ``before`` is what the tables hold. It counts as published where the release in force says the same.
    """
    publication = Publication.objects.select_related("release").defer("release__content").first()
    if publication is None:
        return None
    current = publication.release
    told = _edits_since(current) or _import_not_in_force(current)
    if told is None or data_of(current) == before:
        return None
    return told


def new_errors(before: Release | None, after: Release) -> tuple[str, ...]:
    """Errors that the audit finds in ``after`` and not in ``before``, as people read them."""
    if before is None:
        return ()
    known = _errors_of(before.content_hash)
    return tuple(sentence for name, sentence in _errors_of(after.content_hash).items() if name not in known)


@lru_cache(maxsize=AUDITS_KEPT)
def _errors_of(content_hash: str) -> Mapping[_Name, str]:
    # What content a hash names never changes, and the release in force is looked at with every draft.
    return _errors(data_of(Release.objects.defer("content").get(content_hash=content_hash)))


def data_of(release: Release) -> CatalogueData:
    """The values that a release holds."""
    content = Release.objects.values_list("content", flat=True).get(pk=release.pk)
    return decode_data(zlib.decompress(bytes(content)))


def _edits_since(current: Release) -> str | None:
    count = Edit.objects.filter(group__at__gt=current.compiled_at).count()
    if not count:
        return None
    edits = "An edit" if count == 1 else f"{count} edits"
    return f"{edits} made since {current.label} {'waits' if count == 1 else 'wait'} for a publisher."


def _import_not_in_force(current: Release) -> str | None:
    last = ImportedSources.objects.select_related("release").defer("release__content").first()
    if last is None or last.release_id == current.pk or current.compiled_at >= last.at:
        return None
    return (
        f"{current.label} is in force and not {last.release.label}, which the import of {last.at:%Y-%m-%d} gave:"
        " a publisher decides between them."
    )


def _errors(data: CatalogueData) -> dict[_Name, str]:
    return {
        (fault.kind, str(fault.ref), fault.pointer): fault.message
        for fault in audit(data).faults
        if fault.severity is Severity.ERROR
    }
