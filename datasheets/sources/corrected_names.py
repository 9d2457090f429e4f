"""Names that the manual gives datasheets of the package, as corrections tell them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

from datasheets.catalogue.datasheet import Datasheet
from datasheets.sources import correction_rows as rows
from datasheets.sources.corrected import known_detachment
from datasheets.sources.corrections import Corrections
from datasheets.sources.origins import Gone, Ledger, known_sheet


def correct_names(
    ledger: Ledger, sheets: dict[str, Datasheet], detachments: Container[str], corrections: Corrections
) -> None:
    """Give datasheets their newer names; tell the names that stand for nothing the package has."""
    for note in corrections.notes("names", "units"):
        if note.row.display:
            ledger.lay("datasheets", sheets, [note], _with_name)
        elif note.row.datasheet not in sheets:
            ledger.tell_gone(note, f'"{note.row.name}" stands for {note.row.datasheet}: no such datasheet.')
    for note in corrections.notes("names", "detachments"):
        try:
            known_detachment(detachments, note.row.detachment)
        except Gone as gone:
            ledger.tell_gone(note, str(gone))
    for note in corrections.notes("names", "targets"):
        for named in note.row.datasheets:
            if named not in sheets:
                ledger.tell_gone(note, f'"{note.row.name}" stands for {named}: no such datasheet.')


def _with_name(sheets: Mapping[str, Datasheet], row: rows.UnitName) -> Mapping[str, Datasheet]:
    """The newer name; the old one stays as alias and keyword (R-06, R-07)."""
    sheet = known_sheet(sheets, row.datasheet)
    if sheet.name == row.display:
        return {}
    renamed = replace(
        sheet, name=row.display, aliases=(*sheet.aliases, sheet.name), keywords=(*sheet.keywords, row.display)
    )
    return {sheet.id: renamed}
