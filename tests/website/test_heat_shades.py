"""The shades of the heat map: readable, and told apart by lightness alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHEET = (Path(__file__).resolve().parents[2] / "website/static/website/matchups.css").read_text(encoding="utf-8")
LEAST_CONTRAST = 4.5
"""What WCAG 2.2 AA asks of text."""


def variables(scheme: str) -> dict[str, str]:
    """The custom properties of the heat map by name, with references followed."""
    light, dark = re.findall(r":root \{\n(\s+--heat-0.*?)\}", SHEET, re.DOTALL)
    written = re.findall(r"(--heat-[\w-]+): ([^;]+);", light if scheme == "light" else dark)
    found: dict[str, str] = dict(written)
    return {name: found.get(value.removeprefix("var(").rstrip(")"), value) for name, value in found.items()}


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 to 1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_shade_can_be_read(scheme: str):
    known = variables(scheme)
    rules = re.findall(r"^\.heat-(\d) \{ background: var\((.+?)\); color: var\((.+?)\); \}$", SHEET, re.MULTILINE)
    assert [int(step) for step, _, _ in rules] == list(range(10))
    faint = {step: contrast(known[ground], known[ink]) for step, ground, ink in rules}
    assert {step: ratio for step, ratio in faint.items() if ratio < LEAST_CONTRAST} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_shades_go_from_the_ground_to_its_opposite_without_turning_back(scheme: str):
    lightness = [luminance(variables(scheme)[f"--heat-{step}"]) for step in range(10)]
    assert lightness == sorted(lightness, reverse=scheme == "light")
    assert len(set(lightness)) == 10
