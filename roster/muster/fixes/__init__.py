"""Fixes: changes to a roster document that mend a violation and break nothing else, each tried before it is offered.

:func:`find_fixes` is the way in. ``edits`` change documents, ``proposals`` say which edits may mend what,
``search`` tries them, and ``patches`` writes what was found as JSON Patch (RFC 6902).
"""

from roster.muster.fixes.bounds import Bounds
from roster.muster.fixes.patches import Operation, apply_patch, patch_between, patch_id
from roster.muster.fixes.register import reason_without_proposals, reasons_without_proposals
from roster.muster.fixes.search import find_fixes

__all__ = [
    "Bounds",
    "Operation",
    "apply_patch",
    "find_fixes",
    "patch_between",
    "patch_id",
    "reason_without_proposals",
    "reasons_without_proposals",
]
