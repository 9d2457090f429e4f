"""What the address of a matchup asks its page for: view, side, measure and orders; and addresses of the same page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from urllib.parse import urlencode

MOST_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class Wanted:
    """The fields of the address as they were given; what a page does not know is as if it were not there.

    ``view``: place of a view. ``side``: slug of a way (who attacks). ``show``: a measure. ``order`` sorts the rows of
    the matrix, ``columns`` its columns, ``sort`` one of the other tables: its name, a colon and the column. A minus
    turns each round.
    """

    view: str = ""
    side: str = ""
    show: str = ""
    order: str = ""
    columns: str = ""
    sort: str = ""

    def query(self, **changes: str) -> str:
        """``"view=1&order=-mean"``: the same page with ``changes``; empty fields are left out."""
        wanted = replace(self, **changes)
        return urlencode({name: value for name in FIELDS if (value := getattr(wanted, name))})

    def place(self, number: int) -> int:
        """The view's place among ``number`` of them, the first where it is none."""
        place = int(self.view) if self.view.isdecimal() and self.view.isascii() else 0
        return place if place < number else 0


FIELDS = tuple(field.name for field in fields(Wanted))


def wanted_of(given: Mapping[str, str]) -> Wanted:
    """What ``given``, the fields of an address, ask for."""
    return Wanted(**{name: given.get(name, "")[:MOST_CHARACTERS] for name in FIELDS})


def turned(name: str, standing: str, *, is_number: bool) -> tuple[str, str]:
    """What a link that sorts by ``name`` asks for, and how it stands now, in ARIA's words.

    Figures begin with the largest. ``standing`` is what it is sorted by now, with a minus where it falls.
    """
    is_falling = standing == f"-{name}"
    if standing.removeprefix("-") != name:
        return (f"-{name}" if is_number else name), "none"
    return (name if is_falling else f"-{name}"), ("descending" if is_falling else "ascending")
