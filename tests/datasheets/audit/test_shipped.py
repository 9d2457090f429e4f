"""The audit of the catalogue that is shipped, and of what it is made from."""

from __future__ import annotations

from datasheets.audit import Severity, audit
from datasheets.catalogue import Catalogue
from datasheets.catalogue.entries import encoded, entries_of
from datasheets.sources import build_sources
from tests.datasheets.audit.places import leads_somewhere


def test_the_shipped_catalogue_has_no_open_error(catalogue: Catalogue) -> None:
    report = audit(catalogue.data)
    open_errors = [
        f"{fault.kind} {fault.ref}{fault.pointer}: {fault.message}"
        for fault in report.faults
        if fault.severity is Severity.ERROR
    ]
    assert open_errors == []


def test_what_has_no_dated_source_is_withheld_and_counted(catalogue: Catalogue) -> None:
    data = catalogue.data
    parts = [part for sheet in data.datasheets for part in sheet.quarantined]
    withheld = [sheet.not_offered for sheet in data.datasheets]
    withheld += [detachment.not_offered for detachment in data.detachments]
    withheld += [enhancement.not_offered for enhancement in data.enhancements]
    assert audit(data).quarantined == len(parts) + len(list(filter(None, withheld))) > 0
    assert all(part.reason for part in parts)


def test_without_corrections_hundreds_of_errors_are_open() -> None:
    report = audit(build_sources(with_corrections=False).data)
    kinds = {fault.kind for fault in report.faults if fault.severity is Severity.ERROR}
    assert report.count(Severity.ERROR) > 200
    assert kinds >= {
        "composition/characters-not-named",
        "option/replaces-nothing",
        "option/duplicate",
        "option/not-reversible",
        "price/size-without-price",
        "profile/not-said",
        "wargear/nobody-can-take",
    }


def test_every_fault_of_the_real_catalogue_points_at_something(catalogue: Catalogue) -> None:
    faults = audit(catalogue.data).faults
    entries = {
        ref: value
        for name in {fault.ref.collection for fault in faults}
        for ref, value in entries_of(catalogue.data, name).items()
    }
    astray = [
        (fault.kind, str(fault.ref), fault.pointer)
        for fault in faults
        if not leads_somewhere(encoded(entries[fault.ref]), fault.pointer)
    ]
    assert astray == []
