"""Numbers with their reasons in words, for display."""

from __future__ import annotations

from battle.engine.modifiers import Figure


def figure_in_words(name: str, figure: Figure) -> str:
    """``"BS/WS 4+ (printed 3+; -1, Benefit of Cover (13.08))"``."""
    if not figure.steps:
        return f"{name} {_number(name, figure.value)}"
    steps = "; ".join(f"{step.words}, {step.source}" for step in figure.steps)
    printed = "" if name.endswith("roll") else f"printed {_number(name, figure.printed)}; "
    return f"{name} {_number(name, figure.value)} ({printed}{steps})"


def _number(name: str, value: int) -> str:
    if name == "BS/WS":
        return f"{value}+"
    if name == "AP":
        return f"-{value}" if value else "0"
    return f"{value:+d}" if name.endswith("roll") and value else str(value)
