"""Adapters that read upstream data: the wh40kdc package, points manuals, supplements, corrections.

Plain Python: nothing here imports Django. :func:`build_sources` puts them together.
"""

from datasheets.sources.build import SourceBuild, build_sources, source_build, source_catalogue
from datasheets.sources.faults import SourceFault
from datasheets.sources.findings import Finding, FindingKind

__all__ = [
    "Finding",
    "FindingKind",
    "SourceBuild",
    "SourceFault",
    "build_sources",
    "source_build",
    "source_catalogue",
]
