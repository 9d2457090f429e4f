"""Reports of data errors: handing one in, bounded, and answering it (R-36)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from datasheets.catalogue.catalogue import Catalogue
from datasheets.catalogue.entries import COLLECTIONS, EntryRef
from datasheets.models import DataErrorReport, ReportState, ReportSubject
from datasheets.models.report import LONGEST_LINE, LONGEST_WORDS

OPEN_REPORTS_OF_ONE = 200
"""Reports of one user that may wait for an answer."""
OPEN_REPORTS_OF_VISITORS = 2_000
"""Reports of all visitors together that may wait for an answer."""
_LONGEST = {
    "release": 80,
    "collection": 40,
    "key": 400,
    "check": 100,
    "line": LONGEST_LINE,
    "name": 200,
    "wrong": LONGEST_WORDS,
    "known_from": LONGEST_WORDS,
}


@dataclass(frozen=True, slots=True)
class ReportFault:
    """One thing wrong in a report: ``field`` names it, ``message`` says what to do."""

    field: str
    message: str


class ReportRefused(Exception):
    """The report is not taken; ``faults`` are all that was found."""

    def __init__(self, *faults: ReportFault) -> None:
        super().__init__(" ".join(fault.message for fault in faults))
        self.faults = faults


class TooManyReports(Exception):
    """Too many reports wait for an answer; the message says what to do."""


class AnswerRefused(Exception):
    """The answer is not given; the message says why."""


@dataclass(frozen=True, slots=True)
class ReportDraft:
    """What somebody hands in, as written. ``check`` is the id of a check, ``line`` a line that was not understood."""

    subject: str
    wrong: str
    known_from: str = ""
    release: str = ""
    collection: str = ""
    key: str = ""
    check: str = ""
    line: str = ""
    name: str = ""


def submit_report(draft: ReportDraft, *, by: AbstractBaseUser | None, catalogue: Catalogue | None) -> DataErrorReport:
    """Store a report; ``catalogue`` is the one in force and names entry and faction where it has them.

    The same report handed in again by the same user while it is open is that report. Raises
    :class:`ReportRefused` with every fault, or :class:`TooManyReports`.
    """
    texts = {field: _cleaned(getattr(draft, field), field) for field in _LONGEST}
    faults = [*_faults(draft.subject, texts)]
    if faults:
        raise ReportRefused(*faults)
    ref = EntryRef(texts["collection"], texts["key"]) if texts["key"] else None
    entry = _entry(ref, catalogue)
    values = {
        "subject": draft.subject,
        "release": texts["release"] or (catalogue.stamp.label if catalogue else ""),
        "collection": texts["collection"],
        "key": texts["key"],
        "check_id": texts["check"],
        "line": texts["line"],
        "wrong": texts["wrong"],
        "known_from": texts["known_from"],
    }
    waiting = DataErrorReport.objects.filter(state=ReportState.OPEN, reporter_id=by.pk if by else None)
    if by is not None and (same := waiting.filter(**values).first()) is not None:
        return same
    _refuse_too_many(waiting.count(), by)
    return DataErrorReport.objects.create(
        **values,
        name=(str(getattr(entry, "name", "")) or texts["name"])[:200],
        faction=faction_of(ref, catalogue),
        reporter_id=by.pk if by is not None else None,
    )


def answer_report(report: DataErrorReport, state: ReportState, *, by: AbstractBaseUser, note: str = "") -> None:
    """Answer a report, or open it again. A rejection says why.

    Raises :class:`AnswerRefused` where it does not, or where somebody else answered in between.
    """
    note = _cleaned(note, "note")
    if len(note) > LONGEST_WORDS:
        raise AnswerRefused(f"The answer has {len(note):,} characters; at most {LONGEST_WORDS:,} are kept.")
    if state == ReportState.REJECTED and not note:
        raise AnswerRefused("Say why the report is rejected: who reported it reads the answer.")
    is_open = state == ReportState.OPEN
    changed = DataErrorReport.objects.filter(pk=report.pk, state=report.state, answered_at=report.answered_at).update(
        state=state, note=note, answered_by_id=by.pk, answered_at=None if is_open else timezone.now()
    )
    if not changed:
        raise AnswerRefused("Somebody else answered this report in between. Load the page again.")
    report.refresh_from_db()


def faction_of(ref: EntryRef | None, catalogue: Catalogue | None) -> str:
    """The id of the faction that an entry belongs to, empty where it belongs to none or to several."""
    if ref is None or catalogue is None:
        return ""
    match ref.collection:
        case "factions":
            return ref.key if ref.key in catalogue.factions else ""
        case "datasheets":
            datasheet = catalogue.datasheets.get(ref.key)
            return datasheet.faction if datasheet else ""
        case "prices" | "past_prices" | "attachments":
            return faction_of(EntryRef("datasheets", ref.key.partition("|")[0]), catalogue)
        case "enhancements":
            enhancement = catalogue.enhancements.get(ref.key)
            return faction_of(EntryRef("detachments", enhancement.detachment), catalogue) if enhancement else ""
        case _:
            prefix = ref.key.partition(":")[0]
            return prefix if ":" in ref.key and prefix in catalogue.factions else ""


def _entry(ref: EntryRef | None, catalogue: Catalogue | None) -> object:
    if ref is None or catalogue is None:
        return None
    key = ref.key
    if ref.collection == "prices":
        return catalogue.datasheets.get(key.partition("|")[0])
    entries = getattr(catalogue, ref.collection, None)
    return entries.get(key) if isinstance(entries, Mapping) else None


def _faults(subject: str, texts: dict[str, str]) -> list[ReportFault]:
    faults = [
        ReportFault(field, f"{field} has {len(text):,} characters; at most {_LONGEST[field]:,} are kept.")
        for field, text in texts.items()
        if len(text) > _LONGEST[field]
    ]
    if subject not in ReportSubject.values:
        faults.append(ReportFault("subject", f"subject must be one of {', '.join(ReportSubject.values)}."))
    if not texts["wrong"]:
        faults.append(ReportFault("wrong", "Say what is wrong, in a sentence or two."))
    if bool(texts["collection"]) != bool(texts["key"]):
        faults.append(ReportFault("key", "An entry is named by its collection and its key: give both, or neither."))
    elif texts["collection"] and texts["collection"] not in COLLECTIONS:
        faults.append(ReportFault("collection", f"collection must be one of {', '.join(COLLECTIONS)}."))
    if subject == ReportSubject.LINE and not texts["line"]:
        faults.append(ReportFault("line", "Give the line that was not understood."))
    if subject == ReportSubject.VERDICT and not texts["check"]:
        faults.append(ReportFault("check", "Give the id of the check, as the report names it."))
    return faults


def _refuse_too_many(waiting: int, by: AbstractBaseUser | None) -> None:
    if by is not None and waiting >= OPEN_REPORTS_OF_ONE:
        raise TooManyReports(f"{waiting} reports of yours wait for an answer. Wait until some are answered.")
    if by is None and waiting >= OPEN_REPORTS_OF_VISITORS:
        raise TooManyReports("Too many reports of visitors wait for an answer. Sign in to report, or come back later.")


def _cleaned(text: str, field: str) -> str:
    """The text as it can be kept and shown: no control characters; on one line but for the long fields."""
    is_long = field in {"wrong", "known_from", "note"}
    letters = (
        letter if letter == "\n" and is_long else " " if unicodedata.category(letter)[0] == "C" else letter
        for letter in text.replace("\r\n", "\n")
    )
    return "".join(letters).strip()
