"""The error of a source that cannot be read as it stands."""

from __future__ import annotations


class SourceFault(Exception):
    """A source file or package does not have the shape this project reads.

    The message says which file and which entry, what is wrong with it, and what would be right.
    """
