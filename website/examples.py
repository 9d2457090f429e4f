"""The example lists that the check page offers: the texts in ``fixtures/demo/``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Example:
    """A list text to try: ``slug`` stands in the address, ``title`` on the link."""

    slug: str
    title: str
    text: str


@cache
def examples() -> tuple[Example, ...]:
    """All example lists by file name; read once in a process."""
    folder = Path(settings.BASE_DIR) / "fixtures" / "demo"
    return tuple(
        Example(slug=path.stem, title=path.stem.replace("-", " ").capitalize(), text=path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.txt"))
    )


def example_of(slug: str) -> Example | None:
    """The example of that slug, None where there is none."""
    return next((example for example in examples() if example.slug == slug), None)
