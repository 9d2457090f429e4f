"""A check result as plain JSON values: the one shape that command, API and batch give out.

Keys of the object, in this order:

``file``            name of the file, only where one was given
``format``          recognised format (``"gw-app-11e-a"``), null where the text is refused or a document was given
``faction``         reference ``{id, name}`` or null
``battle_size``     reference or null; ``points_limit`` beside it where another limit is written
``detachments``     ``[{id, name, detachment_points}]``; points as the army's faction pays them, null if unknown
``detachment_points``  ``{stated, computed}``, each null where it is not known
``dispositions``    ``[{id, name}]``
``name``            name of the list
``units``           see :func:`_unit`
``points``          ``{stated, computed, complete, difference, differences}``; ``computed`` sums what has a price,
                    ``complete`` says whether that is all of it
``data_differences``  ``[{at, name, cause, explanation}]``: what the list names and the release has otherwise;
                    ``cause`` is ``detachment_points``, ``disposition`` or ``removed``
``lines``           ``{used, ignored, unknown}``, numbers of lines; zeros for a document
``line_details``    ``[{number, text, status, meaning, unit, suggestions}]``
``is_legal``        true, false, or null where it cannot be said (R-19)
``stage``           as what the roster was judged, null without a verdict
``event``           the event it was judged for, see :func:`_event`; null for none
``verdicts``        see :func:`_verdict`; empty without a verdict
``refusal``         why the text is not read, or null
``questions``       ambiguities a person should settle, in words
``app_version``, ``data_version``  of the list's footer, or null
``release``         ``{label, content_hash, published, upstream, manual: {name, version, date}}``
``fix_search``      ``{tried, cut_short}``: edited rosters that were tried to find fixes, and violations for which a
                    bound left some untried; null where nobody asked for fixes (batches never do)
``not_covered``     rule families without a check yet
"""

from __future__ import annotations

from typing import Any

from datasheets.catalogue import Catalogue, ReleaseStamp
from roster.checking import CheckResult, PriceDifference
from roster.document import ItemCount, Reference, RosterDocument, UnitEntry
from roster.event_wording import lowered_in_words, lowered_verdicts
from roster.interchange.result import Line, LineStatus
from roster.muster.event import EventProfile
from roster.muster.fixes import patch_id
from roster.muster.report import Fix, Report, UnitPrice, Verdict, Violation
from roster.wording import fix_text, violation_text

Json = dict[str, Any]
"""An object of plain JSON values."""


def result_as_dict(result: CheckResult, catalogue: Catalogue, *, file: str | None = None) -> Json:
    """The result as an object of plain JSON values; the module's docstring describes it."""
    read, report = result.read, result.report
    document = result.document or (read.document if read else None)
    prices = {price.unit: price for price in report.points.units} if report else {}
    lines = read.lines if read else ()
    shape: Json = {} if file is None else {"file": file}
    shape |= {
        "format": read.format if read else None,
        "faction": _optional_reference(document.faction if document else None),
        "battle_size": _optional_reference(document.battle_size if document else None),
        "points_limit": document.points_limit if document else None,
        "detachments": _detachments(document, catalogue) if document else [],
        "detachment_points": {
            "stated": read.stated_detachment_points if read else None,
            "computed": result.computed_detachment_points,
        },
        "dispositions": [_reference(row) for row in document.dispositions] if document else [],
        "name": document.name if document else "",
        "units": [_unit(unit, prices.get(unit.key)) for unit in document.units] if document else [],
        "points": {
            "stated": result.stated_points,
            "computed": result.computed_points,
            "complete": report.points.is_complete if report else False,
            "difference": _difference(result.total_difference) if result.total_difference else None,
            "differences": [_difference(row) for row in result.differences],
        },
        "data_differences": [
            {"at": row.at, "name": row.name, "cause": row.cause.value, "explanation": row.explanation}
            for row in result.data_differences
        ],
        "lines": {status.value: sum(line.status is status for line in lines) for status in LineStatus},
        "line_details": [_line(line) for line in lines],
        "is_legal": result.is_legal,
        "stage": report.stage.value if report else None,
        "event": _event(report) if report else None,
        "verdicts": [_verdict(verdict, report.event) for verdict in report.verdicts] if report else [],
        "refusal": read.refusal if read else None,
        "questions": list(read.questions) if read else [],
        "app_version": read.app_version if read else None,
        "data_version": read.data_version if read else None,
        "release": _release(report.release if report else catalogue.stamp),
        "fix_search": _fix_search(report) if report else None,
        "not_covered": list(report.not_covered) if report else [],
    }
    return shape


def _reference(reference: Reference) -> Json:
    return {"id": reference.id, "name": reference.name}


def _optional_reference(reference: Reference | None) -> Json | None:
    return None if reference is None else _reference(reference)


def _detachments(document: RosterDocument, catalogue: Catalogue) -> list[Json]:
    faction = document.faction.id if document.faction and document.faction.id else ""
    lineage = catalogue.lineage(faction)
    rows = []
    for reference in document.detachments:
        detachment = catalogue.detachments.get(reference.id or "")
        offer = detachment.offer_to(*lineage) if detachment else None
        rows.append({**_reference(reference), "detachment_points": offer.points if offer else None})
    return rows


def _unit(unit: UnitEntry, price: UnitPrice | None) -> Json:
    """A unit: what it is, who is in it, what it costs by its parts; ``computed`` is null where a part has no price."""
    return {
        "key": unit.key,
        "name": unit.datasheet.name,
        "datasheet": unit.datasheet.id,
        "models": [{"kind": row.kind, "count": row.count, "items": _items(row.items)} for row in unit.models],
        "items": _items(unit.items),
        "enhancements": [_reference(row) for row in unit.enhancements],
        "bearer": unit.bearer,
        "warlord": unit.is_warlord,
        "warlord_model": unit.warlord_model,
        "attached_to": unit.attached_to,
        "attached_as": unit.attached_as,
        "choices": [{"allegiance": _reference(row.allegiance), "choice": row.choice} for row in unit.choices],
        "stated": unit.stated_points,
        "computed": price.points if price else None,
        "copy": price.copy if price else None,
        "price": [
            {"kind": part.kind.value, "label": part.label, "points": part.points, "source": part.source}
            for part in (price.parts if price else ())
        ],
        "unpriced": list(price.missing) if price else [],
    }


def _items(items: tuple[ItemCount, ...]) -> list[Json]:
    return [{"id": row.item.id, "name": row.item.name, "count": row.count} for row in items]


def _difference(row: PriceDifference) -> Json:
    return {
        "unit": row.unit or None,
        "name": row.name,
        "stated": row.stated,
        "computed": row.computed,
        "cause": row.cause.value,
        "explanation": row.explanation,
    }


def _line(line: Line) -> Json:
    return {
        "number": line.number,
        "text": line.text,
        "status": line.status.value,
        "meaning": line.meaning,
        "unit": line.unit,
        "suggestions": list(line.suggestions),
    }


def _event(report: Report) -> Json | None:
    """The event by id and name, and the broken checks that it lowered, which would weigh more elsewhere."""
    if report.event is None:
        return None
    lowered = [
        {"check": row.check, "title": row.title, "severity": row.severity.value, **(_lowered(row, report.event) or {})}
        for row in lowered_verdicts(report)
    ]
    return {"id": report.event.id, "name": report.event.name, "lowered": lowered}


def _lowered(verdict: Verdict, event: EventProfile | None) -> Json | None:
    """What the check weighs elsewhere and why the organiser lowered it; null where it weighs as ever."""
    if verdict.lowered_from is None:
        return None
    lowering = event.lowering_of(verdict.check) if event else None
    return {
        "from": verdict.lowered_from.value,
        "reason": lowering.reason if lowering else "",
        "text": lowered_in_words(verdict, event),
    }


def _verdict(verdict: Verdict, event: EventProfile | None) -> Json:
    """A check's verdict. ``reason`` says why it was not made, or what was found; ``used`` and ``limit`` are numbers.

    ``lowered`` is null unless the event makes the check weigh less, see :func:`_lowered`.
    """
    return {
        "check": verdict.check,
        "title": verdict.title,
        "outcome": verdict.outcome.value,
        "severity": verdict.severity.value,
        "lowered": _lowered(verdict, event),
        "rule": verdict.check.partition("/")[0],
        "reason": verdict.reason,
        "used": verdict.used,
        "limit": verdict.limit,
        "violations": [_violation(verdict, violation) for violation in verdict.violations],
    }


def _violation(verdict: Verdict, violation: Violation) -> Json:
    """``at`` and ``causes`` are JSON pointers into the roster document; ``text`` is the message in English.

    ``fixes`` are changes that mend it, each tried, those that lose least first:
    ``[{id, kind, text, params, patch}]`` with JSON Patch (RFC 6902) for the roster document, named by ``id``.
    """
    return {
        "at": violation.at,
        "causes": list(violation.causes),
        "message": violation.message,
        "params": {name: _plain(value) for name, value in violation.params.items()},
        "text": violation_text(verdict, violation),
        "fixes": [_fix(fix) for fix in violation.fixes],
    }


def _fix(fix: Fix) -> Json:
    return {
        "id": patch_id(fix.patch),
        "kind": fix.kind,
        "text": fix_text(fix),
        "params": {name: _plain(value) for name, value in fix.params.items()},
        "patch": [dict(operation) for operation in fix.patch],
    }


def _fix_search(report: Report) -> Json | None:
    search = report.fix_search
    return None if search is None else {"tried": search.tried, "cut_short": search.cut_short}


def _plain(value: object) -> object:
    """A parameter as a JSON value: numbers, words and truth stay, lists become lists, the rest words."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple | set | frozenset):
        members = [_plain(member) for member in value]
        return sorted(members, key=str) if isinstance(value, set | frozenset) else members
    if isinstance(value, dict):
        return {str(name): _plain(member) for name, member in value.items()}
    return str(value)


def _release(stamp: ReleaseStamp) -> Json:
    return {
        "label": stamp.label,
        "content_hash": stamp.content_hash,
        "published": stamp.published,
        "upstream": stamp.upstream,
        "manual": {"name": stamp.manual.name, "version": stamp.manual.version, "date": stamp.manual.date},
    }
