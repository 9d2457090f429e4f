"""Names, texts and numbers as scenario documents hold them, every one bounded."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

MOST_NAMES = 100

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=200)]
Names = Annotated[tuple[Name, ...], Meta(max_length=MOST_NAMES)]
Whole = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Inches = Annotated[float, Meta(ge=0, le=1000)]
Points = Annotated[float, Meta(ge=0, le=1_000_000)]
Number = Whole | Text
"""A number, or dice as they are printed: ``"D6+1"``."""
