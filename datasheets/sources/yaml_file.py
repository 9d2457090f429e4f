"""Reading YAML strictly into values: unknown keys, wrong types and repeated keys are named faults."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from datasheets.sources.faults import SourceFault

Value = TypeVar("Value")

MAXIMUM_BYTES = 4_000_000
"""Larger than any points manual by far; a bigger file is a mistake."""

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


class _StrictLoader(yaml.CSafeLoader):
    """The safe loader, but a key that stands twice in one mapping is an error."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep=deep)
        except (ValueError, KeyError, AttributeError) as error:
            # A date that is none, a number of too many digits, a tag that says otherwise than what follows.
            text = (
                repr(node.value[:40])
                if isinstance(node, yaml.ScalarNode)
                else f"a {type(node).__name__.removesuffix('Node').lower()}"
            )
            told = f"{text} cannot be read as {node.tag.rpartition(':')[2]}, line {node.start_mark.line + 1}"
            raise yaml.constructor.ConstructorError(None, None, told) from error

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        if not isinstance(node, yaml.MappingNode):
            raise yaml.constructor.ConstructorError(None, None, f"no mapping, line {node.start_mark.line + 1}")
        seen: set[str] = set()
        for key, _ in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, f"a key is a list or a mapping, line {line}")
            if key.value in seen:
                raise yaml.constructor.ConstructorError(None, None, f"key {key.value!r} stands twice, line {line}")
            seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


def load_yaml(path: Path) -> Any:  # the border: any YAML value
    """The plain YAML value in ``path``; raises :class:`SourceFault` naming the file."""
    return _loaded(_text_of(path), path)


def _text_of(path: Path) -> str:
    try:
        size = path.stat().st_size
        if size > MAXIMUM_BYTES:
            raise SourceFault(f"{_short(path)}: {size:,} bytes; at most {MAXIMUM_BYTES:,} are read.")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SourceFault(f"{_short(path)}: cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise SourceFault(f"{_short(path)}: not UTF-8 text (byte {error.start}).") from error


def _loaded(text: str, path: Path) -> Any:
    try:
        return yaml.load(text, Loader=_StrictLoader)  # noqa: S506 - a subclass of the safe loader
    except yaml.YAMLError as error:
        raise SourceFault(f"{_short(path)}: not valid YAML: {' '.join(str(error).split())}.") from error


def read_yaml(path: Path, shape: type[Value]) -> Value:
    """``path`` as a ``shape`` (a msgspec struct); raises :class:`SourceFault` naming file and entry."""
    return _converted(load_yaml(path), path, shape)


def read_yaml_once(path: Path, shape: type[Value]) -> Value:
    """Like :func:`read_yaml`, but the same text under the same name is decoded once; ``shape`` has to be frozen."""
    key: Any = shape  # mypy does not take a type variable's type for hashable
    value: Value = _remembered(_text_of(path), path, key)
    return value


@lru_cache(maxsize=96)
def _remembered(text: str, path: Path, shape: type[Any]) -> Any:
    return _converted(_loaded(text, path), path, shape)


def _converted(raw: Any, path: Path, shape: type[Value]) -> Value:
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `")
        raise SourceFault(f"{_short(path)}: {_entry(raw, where.rstrip('`'))}{message}.") from error


def _short(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _entry(raw: Any, where: str) -> str:
    """The names met on the way to the fault: ``units "Gretchin", tiers[0]: ``."""
    steps: list[str] = []
    value = raw
    for key, index in _STEP.findall(where):
        try:
            value = value[key] if key else value[int(index)]
        except (KeyError, IndexError, TypeError):
            value = None
        if key:
            steps.append(key)
        elif isinstance(value, dict) and isinstance(value.get("name"), str):
            steps[-1:] = [f'{steps[-1] if steps else ""} "{value["name"]}"'.strip()]
        else:
            steps[-1:] = [f"{steps[-1] if steps else ''}[{index}]"]
    return f"{', '.join(steps)}: " if steps else ""
