"""YAML whose values are not what they say they are is refused with file and line, never with a fault of the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasheets.sources.faults import SourceFault
from datasheets.sources.yaml_file import load_yaml


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("date: 2026-99-99", "'2026-99-99' cannot be read as timestamp, line 1"),
        ("a: 1\ndate: 2026-13-45T99:99:99Z", "'2026-13-45T99:99:99Z' cannot be read as timestamp, line 2"),
        ("a: 0001-01-01T00:00:00+99:00", "'0001-01-01T00:00:00+99:00' cannot be read as timestamp, line 1"),
        ("points: " + "9" * 5000, "'" + "9" * 40 + "' cannot be read as int, line 1"),
        ("points: 0x_", "'0x_' cannot be read as int, line 1"),
        ("points: !!int many", "'many' cannot be read as int, line 1"),
        ("points: !!float many", "'many' cannot be read as float, line 1"),
        ("legends: !!bool perhaps", "'perhaps' cannot be read as bool, line 1"),
        ("date: !!timestamp today", "'today' cannot be read as timestamp, line 1"),
        ("units: !!map none", "no mapping, line 1"),
        ("units:\n  - !!map [a]", "no mapping, line 2"),
    ],
)
def test_value_that_is_not_what_it_says_is_refused_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "orks.yaml"
    path.write_text(text)

    with pytest.raises(SourceFault) as refused:
        load_yaml(path)

    assert str(refused.value) == f"{tmp_path.name}/orks.yaml: not valid YAML: {told}."


def test_yaml_nested_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "orks.yaml"
    path.write_text("[" * 100_000)

    with pytest.raises(SourceFault) as refused:
        load_yaml(path)

    assert "orks.yaml: not valid YAML" in str(refused.value)
