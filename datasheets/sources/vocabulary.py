"""The constructs that abilities, stratagems and missions of the data package may use.

``fixtures/upstream/vocabulary.yaml`` names them: for each type of clause its parameters and branches, and
for the parameters whose values are a closed set those values. A construct that is not named there stops
the build by its name, so that what upstream adds is looked at before it is stored.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import yaml
from msgspec import Struct

from datasheets.catalogue.ability import Clause
from datasheets.sources.clauses import clauses_in
from datasheets.sources.faults import SourceFault
from datasheets.sources.yaml_file import read_yaml

FILE = Path("upstream/vocabulary.yaml")

_PLACE = re.compile(r"\.\d+(?=\.|$)")

CLOSED = frozenset(
    {
        "target",
        "comparison",
        "dice",
        "duration",
        "event",
        "frequency",
        "per",
        "range",
        "scope",
        "subject",
        "timing",
        "phase",
        "player_turn",
        "modifier.operation",
        "modifier.stat",
        "modifier.roll",
        "modifier.subset",
        "modifier.weapon_type",
        "modifier.attack_type",
        "modifier.move_type",
        "modifier.direction",
        "modifier.scope",
        "parameters.attack_type",
        "parameters.phase",
        "parameters.side",
        "parameters.turn",
        "parameters.window",
        "parameters.comparator",
        "parameters.objective_role",
    }
)
"""Parameters whose values mean something of their own, wherever they stand."""

UNNAMED = "(unnamed)"


class Words(Protocol):
    """What reads clauses as they come: a vocabulary that refuses, or one that takes note."""

    def check(self, clause: Clause, where: str) -> None:
        """Look at ``clause``, which stands at ``where``."""


class ClauseWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What may stand in a clause of one type."""

    parameters: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()


class Vocabulary(Struct, frozen=True, forbid_unknown_fields=True):
    """Every construct that is known."""

    source: str
    clauses: dict[str, ClauseWords]
    values: dict[str, tuple[str, ...]]

    def check(self, clause: Clause, where: str) -> None:
        """Raise :class:`SourceFault` naming the first construct in ``clause`` that is not known."""
        for each in clauses_in(clause):
            named = each.type or UNNAMED
            known = self.clauses.get(named)
            if known is None:
                raise SourceFault(_unknown(where, f'a clause of the type "{named}"'))
            for name, value in each.parameters:
                general = general_name(name)
                if general not in known.parameters:
                    raise SourceFault(_unknown(where, f'the parameter "{general}" of "{named}"'))
                if general in CLOSED and isinstance(value, str) and value not in self.values.get(general, ()):
                    raise SourceFault(_unknown(where, f'the value "{value}" of "{general}"'))
            for branch in each.branches:
                if general_name(branch.role) not in known.branches:
                    raise SourceFault(_unknown(where, f'the branch "{general_name(branch.role)}" of "{named}"'))


@dataclass
class Noted:
    """Words that refuses nothing and keeps every clause."""

    clauses: list[Clause] = field(default_factory=list)

    def check(self, clause: Clause, where: str) -> None:
        """Keep ``clause``."""
        self.clauses.append(clause)


def general_name(name: str) -> str:
    """A parameter's name without places in lists: ``"modifier.keywords.0"`` is ``"modifier.keywords[]"``."""
    return _PLACE.sub("[]", name)


def read_vocabulary(fixtures: Path) -> Vocabulary:
    """The vocabulary of the fixtures; raises :class:`SourceFault`."""
    return read_yaml(fixtures / FILE, Vocabulary)


def vocabulary_of(clauses: Iterable[Clause], source: str) -> Vocabulary:
    """The vocabulary that ``clauses`` use."""
    parameters: defaultdict[str, set[str]] = defaultdict(set)
    branches: defaultdict[str, set[str]] = defaultdict(set)
    values: defaultdict[str, set[str]] = defaultdict(set)
    types: set[str] = set()
    for clause in clauses:
        for each in clauses_in(clause):
            named = each.type or UNNAMED
            types.add(named)
            branches[named].update(general_name(branch.role) for branch in each.branches)
            for name, value in each.parameters:
                general = general_name(name)
                parameters[named].add(general)
                if general in CLOSED and isinstance(value, str):
                    values[general].add(value)
    return Vocabulary(
        source=source,
        clauses={
            named: ClauseWords(tuple(sorted(parameters[named])), tuple(sorted(branches[named])))
            for named in sorted(types)
        },
        values={name: tuple(sorted(values[name])) for name in sorted(values)},
    )


def written(vocabulary: Vocabulary) -> str:
    """The vocabulary as the text of its file."""
    head = (
        "# What abilities, stratagems and missions of the data package may consist of. A construct that is not\n"
        "# named here stops the import. Written by `manage.py upstream_vocabulary --write`: read the difference\n"
        "# before it is kept, since every new name is something that nothing here understands yet.\n"
    )
    content = {
        "source": vocabulary.source,
        "clauses": {
            named: {
                key: list(found)
                for key, found in (("parameters", words.parameters), ("branches", words.branches))
                if found
            }
            for named, words in vocabulary.clauses.items()
        },
        "values": {name: list(known) for name, known in vocabulary.values.items()},
    }
    return head + yaml.safe_dump(content, sort_keys=False, width=160, default_flow_style=None, allow_unicode=True)


def _unknown(where: str, what: str) -> str:
    return (
        f"{where}: {what} is not known. See `manage.py upstream_vocabulary`, and add it to fixtures/{FILE} once it is"
        " clear what it means."
    )
