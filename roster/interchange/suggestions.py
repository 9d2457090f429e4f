"""Names that come near to one that was not understood, for a bounded number of lines."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from datasheets.catalogue.names import fold_name

MAX_LINES_WITH_SUGGESTIONS = 50
_MAX_NAMES = 3
_MIN_SCORE = 68
_LONGEST_QUERY = 80


class Suggester:
    """Suggests names until its budget of lines is spent, so that ten thousand unknown lines stay cheap."""

    def __init__(self) -> None:
        self._left = MAX_LINES_WITH_SUGGESTIONS

    def near(self, written: str, *pools: Iterable[str]) -> tuple[str, ...]:
        """Up to three names nearest to what is written, from the first pool that has any."""
        if self._left <= 0:
            return ()
        self._left -= 1
        query = fold_name(written[:_LONGEST_QUERY])
        if not query:
            return ()
        for pool in pools:
            folded = {name: fold_name(name) for name in pool}
            found = process.extract(query, folded, scorer=fuzz.ratio, limit=_MAX_NAMES, score_cutoff=_MIN_SCORE)
            if found:
                return tuple(name for _, _, name in found)
        return ()

    @property
    def is_spent(self) -> bool:
        """Whether no more names are suggested; a line's meaning then says so."""
        return self._left <= 0

    def note(self) -> str:
        """What to add to the meaning of a line that gets no suggestions because the budget is spent."""
        if not self.is_spent:
            return ""
        return f"; names are suggested for the first {MAX_LINES_WITH_SUGGESTIONS} such lines only"
