"""A pasted text to a read result: gates, detection, the reader, the account of every line."""

from __future__ import annotations

from collections.abc import Sequence

from datasheets.catalogue import Catalogue
from roster.interchange import limits
from roster.interchange.detect import Foreign, foreign_shape
from roster.interchange.gw_app.reader import AppReader, AppText
from roster.interchange.normalise import SourceLine, source_lines
from roster.interchange.result import Line, LineStatus, ReadResult

MAX_QUESTIONS = 50

_TENTH_EDITION = (
    "This is a list of the 10th edition ({sign}): its units were read as far as the 11th edition knows them, "
    "but there is no verdict. Build the list in the app's 11th edition and paste that."
)


def read_text(text: str, catalogue: Catalogue) -> ReadResult:
    """The roster in a list text, and what became of each of its lines. Never raises, whatever the text.

    The official app's 11th-edition text is read in full. Other tools' texts are named in ``refusal``
    with ``format`` None; where their units look like the app's, ``document`` holds what was read.
    """
    refusal = limits.refusal_of(text)
    if refusal is not None:
        return ReadResult(document=None, lines=(), format=None, refusal=refusal)
    lines = source_lines(text)
    for line in lines:
        refusal = limits.refusal_of_line(line.number, len(line.text))
        if refusal is not None:
            return ReadResult(document=None, lines=(), format=None, refusal=refusal)
    foreign = foreign_shape(lines)
    if foreign is not None and not foreign.is_app_like:
        return _refused(lines, foreign.refusal)
    return _result(AppReader(lines, catalogue).read(), foreign)


def _refused(lines: Sequence[SourceLine], refusal: str) -> ReadResult:
    account = tuple(
        Line(line.number, line.text, LineStatus.UNKNOWN, "not read: the text is refused as a whole") for line in lines
    )
    return ReadResult(document=None, lines=account, format=None, refusal=refusal)


def _result(read: AppText, foreign: Foreign | None) -> ReadResult:
    refusal = foreign.refusal if foreign is not None else None
    sign = _tenth_edition_sign(read)
    if refusal is None and sign is not None:
        refusal = _TENTH_EDITION.format(sign=sign)
    if refusal is None and not read.document.units:
        refusal = "No unit was found in this text. Paste the whole export of the official app, from title to footer."
    return ReadResult(
        document=read.document if read.document.units else None,
        lines=read.ledger.entries(),
        format=None if refusal is not None else f"gw-app-11e-{read.dialect}",
        refusal=refusal,
        app_version=read.body.app_version,
        data_version=read.body.data_version,
        questions=_bounded(read.questions),
        stated_detachment_points=read.header.stated_detachment_points,
    )


def _bounded(questions: tuple[str, ...]) -> tuple[str, ...]:
    """The first questions, and how many more there are."""
    if len(questions) <= MAX_QUESTIONS:
        return questions
    return (*questions[:MAX_QUESTIONS], f"There are {len(questions) - MAX_QUESTIONS} more questions of this kind.")


def _tenth_edition_sign(read: AppText) -> str | None:
    """What shows that the list is of the 10th edition, or None.

    Its app was version 1; its lists name one detachment without Detachment Points and know no force
    dispositions. A footer decides; without one, a detachment the 11th edition does not know does.
    """
    version = read.body.app_version
    if version is not None:
        return f"app version {version}" if version.startswith("v1.") else None
    header = read.header
    has_new_words = (
        header.stated_detachment_points is not None
        or header.dispositions
        or any(block.group is not None or block.role is not None for block in read.body.blocks)
    )
    if has_new_words or header.battle_size is None or header.unread_lines == 0:
        return None
    return "its detachment has no Detachment Points" if not header.detachments else None
