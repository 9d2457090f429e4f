"""What corrections did in a build, which of them are out of date, and what is not offered: for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasheets.catalogue.origin import OriginLayer
from datasheets.sources import FindingKind, SourceBuild

OUT_OF_DATE = (FindingKind.CORRECTION_GONE, FindingKind.CORRECTION_FIXED, FindingKind.CORRECTION_MOVED)


def as_json(build: SourceBuild) -> dict[str, Any]:
    """The account of corrections as plain values."""
    return {
        "rows": build.corrections,
        "entries": _entries(build),
        "fields": _fields(build),
        "out_of_date": [
            {"kind": each.kind.value, "row": each.subject, "text": each.text}
            for each in build.findings
            if each.kind in OUT_OF_DATE
        ],
        "quarantined": [
            {
                "datasheet": sheet.id,
                "part": part.part.value,
                "id": part.id,
                "names": list(part.names),
                "reason": part.reason,
            }
            for sheet in build.data.datasheets
            for part in sheet.quarantined
        ],
    }


def lines(build: SourceBuild) -> Iterator[str]:
    """The account for people: rows that are out of date stand one by one, however many findings are shown."""
    yield f"Corrections: {build.corrections} rows set {_fields(build)} fields of {_entries(build)} entries."
    for kind, told in (
        (FindingKind.CORRECTION_GONE, "of something the sources do not have"),
        (FindingKind.CORRECTION_FIXED, "of something upstream has fixed"),
        (FindingKind.CORRECTION_MOVED, "of a value that upstream has changed"),
    ):
        found = [each for each in build.findings if each.kind is kind]
        if found:
            yield f"Corrections {told}: {len(found)}."
            yield from (f"  {each.subject}: {each.text}" for each in found)
    parts = [(sheet, part) for sheet in build.data.datasheets for part in sheet.quarantined]
    sheets = len({sheet.id for sheet, _ in parts})
    if parts:
        yield f"Quarantined, so not offered: {len(parts)} options, items or kinds of {sheets} datasheets."
    whole = [
        f"{count} {name}"
        for name in ("datasheets", "detachments", "enhancements")
        if (count := sum(bool(entry.not_offered) for entry in getattr(build.data, name)))
    ]
    if whole:
        yield f"Not offered as a whole, unpriced or quarantined: {', '.join(whole)}."


def _entries(build: SourceBuild) -> int:
    return sum(any(each.layer is OriginLayer.CORRECTION for each in told.values()) for told in build.origins.values())


def _fields(build: SourceBuild) -> int:
    return sum(each.layer is OriginLayer.CORRECTION for told in build.origins.values() for each in told.values())
