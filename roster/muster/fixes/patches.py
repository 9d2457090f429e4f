"""What differs between two roster documents, as JSON Patch (RFC 6902) on the document as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jsonpatch

from roster.document import RosterDocument
from roster.documents import document_from_json, document_to_json

Operation = Mapping[str, object]

_LISTS = ("units", "detachments", "dispositions")


def patch_between(before: RosterDocument, after: RosterDocument) -> tuple[Operation, ...]:
    """Operations that make ``after`` of ``before``, one after another.

    Members that are gone from a list of the document are removed as wholes, the last first; whatever
    else differs is compared value by value.
    """
    old, new = document_to_json(before), document_to_json(after)
    operations: list[Operation] = []
    for name in _LISTS:
        operations += _removals(name, old, new)
    rest = jsonpatch.make_patch(old, new)
    return (*operations, *rest.patch)


def _removals(name: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Operation]:
    """Operations that take out of a list what is there no more; ``old`` has it taken out too."""
    gone = _gone([_identity(one) for one in old[name]], [_identity(one) for one in new[name]])
    for place in reversed(gone):
        del old[name][place]
        yield {"op": "remove", "path": f"/{name}/{place}"}


def _identity(member: Mapping[str, Any]) -> object:
    """What stays the same of a member while it changes: a unit's key, else all of a reference."""
    return member["key"] if "key" in member else (member["id"], member["name"])


def _gone(old: Sequence[object], new: Sequence[object]) -> list[int]:
    """Places of members that are missing, where the new list is the old one without some; else none."""
    missing = []
    following = iter(new)
    expected = next(following, None)
    for place, member in enumerate(old):
        if expected is not None and member == expected:
            expected = next(following, None)
        else:
            missing.append(place)
    return missing if expected is None else []


def patch_id(patch: Sequence[Operation]) -> str:
    """A short name of the patch: what an offered fix is asked for by. 16 hexadecimal digits of its SHA-256."""
    written = json.dumps(list(patch), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def apply_patch(document: RosterDocument, patch: Sequence[Operation]) -> RosterDocument:
    """The document after these operations.

    Raises ``jsonpatch.JsonPatchException`` or ``JsonPointerException`` where they do not go with it,
    and ``DocumentError`` where what comes out is no roster document.
    """
    return document_from_json(jsonpatch.apply_patch(document_to_json(document), list(patch)))
