"""Trees of the data package as clauses: what names something becomes a clause, the rest its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasheets.catalogue.ability import Branch, Clause, Parameter, Scalar

TYPE = "type"
OPERATOR = "operator"

WORDS_FOR_PEOPLE = frozenset({"choice_label", "choice_prompt"})
"""Parameters that hold sentences; they are left out, since no text of a rule is stored."""


def clause_of(tree: dict[str, Any]) -> Clause:
    """``tree`` as a clause: nested clauses as branches under the dotted name they stand at."""
    parameters: list[Parameter] = []
    branches: list[Branch] = []
    for name, value in tree.items():
        if name not in (TYPE, OPERATOR):
            _read(name, value, parameters, branches)
    return Clause(str(tree.get(TYPE) or tree.get(OPERATOR) or ""), tuple(parameters), tuple(branches))


def clauses_in(clause: Clause) -> Iterator[Clause]:
    """``clause`` and every clause below it."""
    yield clause
    for branch in clause.branches:
        for each in branch.clauses:
            yield from clauses_in(each)


def _read(name: str, value: Any, parameters: list[Parameter], branches: list[Branch]) -> None:
    if name in WORDS_FOR_PEOPLE:
        return
    if isinstance(value, dict):
        if _is_clause(value):
            branches.append(Branch(name, (clause_of(value),)))
            return
        for inner, each in value.items():
            _read(f"{name}.{inner}".lstrip("."), each, parameters, branches)
    elif isinstance(value, list):
        if value and all(isinstance(each, dict) for each in value):
            branches.append(Branch(name, tuple(clause_of(each) for each in value)))
            return
        for place, each in enumerate(value):
            _read(f"{name}.{place}", each, parameters, branches)
    elif value is not None:
        parameters.append((name, _scalar(name, value)))


def _is_clause(tree: dict[str, Any]) -> bool:
    return isinstance(tree.get(TYPE), str) or isinstance(tree.get(OPERATOR), str)


def _scalar(name: str, value: Any) -> Scalar:
    if not isinstance(value, str | int | float | bool):
        raise TypeError(f"{name} holds a {type(value).__name__}")
    return value
