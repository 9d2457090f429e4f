"""YAML as tests read it: in C, since a worker reads a thousand specs before its first test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def read_yaml(source: Path | str | bytes) -> Any:
    """What a file, or a text, holds; plain values only."""
    text = source.read_text(encoding="utf-8") if isinstance(source, Path) else source
    return yaml.load(text, Loader=yaml.CSafeLoader)
