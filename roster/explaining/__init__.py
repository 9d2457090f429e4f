"""Explanations: why a roster costs and counts what it does, and what a change would do. Plain Python."""

from roster.explaining.explain import explain
from roster.explaining.explanation import Explanation

__all__ = ["Explanation", "explain"]
