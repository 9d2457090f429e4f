"""Everything below the header, cut into blocks: a unit's heading and the lines under it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from datasheets.catalogue.names import fold_name
from roster.interchange import grammar
from roster.interchange.labels import LEAKED_ERRORS, ROLES, Label, Role, Section
from roster.interchange.ledger import Ledger
from roster.interchange.normalise import SourceLine

_APP_VERSION = re.compile(r"\bv?(\d{1,4}(?:\.\d{1,4}){1,3})(?: \((\d{1,6})\))?")
_DATA_VERSION = re.compile(r"\bv?(\d{1,8})$")


@dataclass
class UnitBlock:
    """A unit as printed. ``group`` numbers the attached unit it stands in, from 1."""

    heading: SourceLine
    name: str
    stated: int | None
    figure: str
    section: Section | None
    group: int | None
    role: Role | None = None
    role_line: SourceLine | None = None
    lines: list[SourceLine] = field(default_factory=list)


@dataclass
class Body:
    """The blocks of a list and its footer."""

    blocks: list[UnitBlock] = field(default_factory=list)
    app_version: str | None = None
    data_version: str | None = None
    footer: SourceLine | None = None


class BodyReader:
    """Cuts lines into blocks; ``is_datasheet`` tells whether a name is one of the catalogue's."""

    def __init__(self, ledger: Ledger, is_datasheet: Callable[[str], bool]) -> None:
        self._ledger = ledger
        self._is_datasheet = is_datasheet
        self._body = Body()
        self._section: Section | None = None
        self._group: int | None = None
        self._groups = 0

    def read(self, lines: Sequence[SourceLine]) -> Body:
        """The body of these lines; lines of a unit are left for the loadout to account for."""
        for line in lines:
            if self._body.footer is not None:
                self._read_below_footer(line)
            elif not self._read_structure(line):
                self._read_content(line)
        return self._body

    def _read_structure(self, line: SourceLine) -> bool:
        """Section headings, group headings, the footer."""
        content = line.content
        section = grammar.section_of(content)
        if section is not None:
            self._section = section
            self._group = None
            self._ledger.use(line, f"section: {section.value}")
        elif grammar.is_group_heading(content):
            self._groups += 1
            self._group = self._groups
            self._ledger.use(line, f"heading of attached unit {self._groups}")
        elif grammar.is_footer(content):
            self._read_footer(line)
        elif grammar.is_other_footer(content):
            self._body.footer = line
            self._ledger.ignore(line, "footer of another tool")
        else:
            return False
        return True

    def _read_content(self, line: SourceLine) -> None:
        if not grammar.has_words(line.content):
            self._ledger.ignore(line, "no words")
            return
        if line.content.startswith(LEAKED_ERRORS):
            self._ledger.ignore(line, "an error of the exporting program, printed into the list")
            return
        row = self._unit_heading(line)
        if row is not None and self._is_sum(row.name):
            self._ledger.ignore(line, "the sum of the units that follow")
        elif row is not None:
            self._open(line, row)
        elif not self._body.blocks:
            self._ledger.unknown(line, "stands before the first unit and is no part of the header")
        elif not self._read_role(line):
            self._body.blocks[-1].lines.append(line)

    def _unit_heading(self, line: SourceLine) -> grammar.Priced | None:
        """The priced line that opens a unit; without brackets only if it names a datasheet."""
        row = grammar.priced(line.content)
        if row is None:
            return self._named_heading(line.content)
        if not grammar.has_words(row.name):
            return None
        if row.is_bracketed and grammar.counted(line.content) is None:
            return row
        return row if self._is_datasheet(row.name) else None

    def _is_sum(self, name: str) -> bool:
        """``Leader + Squad (255 pts)``: some tools print an attached unit's sum before its members."""
        parts = name.split(" + ")
        return len(parts) > 1 and not self._is_datasheet(name) and all(map(self._is_datasheet, parts))

    def _named_heading(self, content: str) -> grammar.Priced | None:
        """``Palatine (60 points) - Palatine Eristine``: a model's own name follows the price."""
        end = content.find(") - ")
        if end < 0:
            return None
        row = grammar.priced(content[: end + 1])
        return row if row is not None and self._is_datasheet(row.name) else None

    def _open(self, line: SourceLine, row: grammar.Priced) -> None:
        self._body.blocks.append(UnitBlock(line, row.name, row.points, row.figure, self._section, self._group))

    def _read_role(self, line: SourceLine) -> bool:
        found = grammar.labelled(line.content)
        if found is None or found[0] is not Label.ATTACHED_AS:
            return False
        block = self._body.blocks[-1]
        role = ROLES.get(fold_name(found[2].partition("(")[0]))
        if role is None:
            self._ledger.unknown(line, f'"{found[2]}" is no role in an attached unit: leader, support or bodyguard')
        else:
            block.role = role
        block.role_line = line
        return True

    def _read_footer(self, line: SourceLine) -> None:
        self._body.footer = line
        app, _, data = line.content.partition(",")
        version = _APP_VERSION.search(app)
        if version is not None:
            self._body.app_version = f"v{version[1]} ({version[2]})" if version[2] else f"v{version[1]}"
        number = _DATA_VERSION.search(data.strip())
        if number is not None:
            self._body.data_version = f"v{number[1]}"
        self._ledger.use(line, "footer: versions of app and data")

    def _read_below_footer(self, line: SourceLine) -> None:
        if self._unit_heading(line) is not None or grammar.is_footer(line.content):
            self._ledger.unknown(line, "stands below the end of the list; check a second list by itself")
        else:
            self._ledger.ignore(line, "below the end of the list")
