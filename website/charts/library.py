"""The library that draws, loaded when it is needed and put in its place."""

from __future__ import annotations

import sys
from types import ModuleType


def library() -> ModuleType:
    """pygal, without the finder of modules that it adds to the process.

    The finder serves maps, is of a kind that Python warns about, and would be asked at every later import.
    """
    import pygal
    from pygal.etree import etree

    etree.to_etree()  # where lxml is installed pygal takes it, and its trees are others
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)]
    return pygal
