"""A check's result as the values that the result page shows: sentences, numbers and anchors, nothing to look up."""

from website.result.sheet import ResultSheet, result_sheet

__all__ = ["ResultSheet", "result_sheet"]
