"""Cross-check: what other sources print beside what the catalogue has, and why the two differ.

Plain Python: nothing here imports Django. Each source has a reader that turns its files into an
:class:`~datasheets.crosscheck.account.Account`, the catalogue is turned into one too, and
:func:`~datasheets.crosscheck.checking.cross_check` compares the two field by field.
"""

from datasheets.crosscheck.checking import SOURCES, cross_check
from datasheets.crosscheck.files import UnreadableSource

__all__ = ["SOURCES", "UnreadableSource", "cross_check"]
