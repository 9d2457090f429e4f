"""What the abilities of units mean for attacks: those of the core rules by name, all others named (24)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from battle.engine.dice import Dice, NotDice, dice
from battle.engine.target import NONE
from datasheets.catalogue import Catalogue
from datasheets.catalogue.ability import Ability, AbilityKind, Clause
from datasheets.catalogue.names import fold_name
from roster.muster.loadouts.identity import ById

LONE_OPERATIVE_INCHES = 12
"""Lone Operative without a number (24.24)."""

ELSEWHERE = frozenset({"leader", "support", "deep strike", "infiltrators", "hover", "scouts", "super heavy walker"})
"""Core abilities by folded name that change no attack between two units."""

_WRITTEN = re.compile(
    r"(?P<name>Feel No Pain|Deadly Demise|Firing Deck|Lone Operative|Scouts)\s*(?P<value>[\dD+]+)?[+\"”]*"
    r"(?:\s*\((?P<kind>.+?) model only\))?",
    re.IGNORECASE,
)

_ELSEWHERE_CLAUSES = frozenset(
    {
        "charge-roll-modifier",
        "cp-gain",
        "cp-on-destroy",
        "cp-refund",
        "deep-strike",
        "desperate-escape",
        "detection-range-modifier",
        "disembark",
        "disembark-after-move",
        "engagement-passthrough",
        "fallback-and-act",
        "flyover",
        "leadership-modifier",
        "movement-modifier",
        "no-effect",
        "objective-control-modifier",
        "remove-battle-shock",
        "strategic-reserves-arrival",
        "stratagem-cost-modifier",
        "stratagem-for-0cp",
        "stratagem-targeting-permission",
        "transport-capacity-conversion",
        "unit-attachment",
        "unit-division",
    }
)
"""What clauses of abilities do that changes no attack between two units."""

_FRAMES = frozenset({"sequence", "conditional", "dice-gated", "choice", "aura", "select-units", "for-each-unit"})
"""Clauses that only hold others."""


@dataclass(frozen=True, slots=True)
class CoreAbilities:
    """The core abilities of a datasheet that matter to attacks. ``named_kinds`` has Deadly Demise of single kinds."""

    feel_no_pain: int = NONE
    deadly_demise: Dice | None = None
    demise_kind: str = ""
    """The kind of model that alone has Deadly Demise, empty: every model has it."""
    lone_operative: int | None = None
    has_stealth: bool = False
    fights_first: bool = False
    firing_deck: int | None = None
    unread: tuple[str, ...] = ()
    """Core abilities that were not understood, by name."""


@dataclass(frozen=True)
class AbilityIndex:
    """Abilities by the ids of those that have them."""

    datasheets: Mapping[str, tuple[Ability, ...]] = field(default_factory=dict)
    enhancements: Mapping[str, tuple[Ability, ...]] = field(default_factory=dict)
    detachments: Mapping[str, tuple[Ability, ...]] = field(default_factory=dict)
    factions: Mapping[str, tuple[Ability, ...]] = field(default_factory=dict)


_INDEXES: ById[Catalogue, AbilityIndex] = ById(4)


def abilities_in(catalogue: Catalogue) -> AbilityIndex:
    """The abilities of the catalogue by who has them, gathered once."""
    return _INDEXES.get(catalogue, lambda: _index(catalogue.data.abilities))


def _index(abilities: Iterable[Ability]) -> AbilityIndex:
    tables: tuple[defaultdict[str, list[Ability]], ...] = tuple(defaultdict(list) for _ in range(4))
    for ability in abilities:
        owners = (ability.datasheets, ability.enhancements, ability.detachments, ability.factions)
        for table, ids in zip(tables, owners, strict=True):
            for id in ids:
                table[id].append(ability)
    return AbilityIndex(*({id: tuple(rows) for id, rows in table.items()} for table in tables))


def core_abilities(abilities: Iterable[Ability]) -> CoreAbilities:
    """The core abilities among these, read by their names: what they do stands in the core rules (24).

    Of duplicates the better one counts (24.02).
    """
    return core_abilities_named(ability.name for ability in abilities if is_core(ability))


def is_core(ability: Ability) -> bool:
    """Whether it is a core ability; the data has some of them among those of the datasheet."""
    return ability.kind is AbilityKind.CORE or (
        ability.kind is AbilityKind.UNIT
        and (fold_name(ability.name) in ("fights first", "stealth") or bool(_WRITTEN.fullmatch(ability.name.strip())))
    )


def core_abilities_named(names: Iterable[str]) -> CoreAbilities:
    """Core abilities as datasheets print them: ``"Feel No Pain 5+"``, ``"Deadly Demise D6"``, ``"Stealth"``."""
    feel_no_pain, demise, demise_kind, lone, deck = NONE, None, "", None, None
    stealth = first = False
    unread = []
    for written in names:
        name = fold_name(written)
        found = _WRITTEN.fullmatch(written.strip())
        value = found["value"].rstrip("+") if found and found["value"] else ""
        try:
            match fold_name(found["name"]) if found else name:
                case "stealth":
                    stealth = True
                case "fights first":
                    first = True
                case "feel no pain" if value.isdigit() and 2 <= int(value) <= NONE:
                    feel_no_pain = min(feel_no_pain, int(value))
                case "lone operative" if value.isdigit() or not value:
                    lone = max(lone or 0, int(value) if value else LONE_OPERATIVE_INCHES)
                case "deadly demise" if value and found:
                    new = dice(value)
                    if demise is None or new.mean > demise.mean:
                        demise, demise_kind = new, found["kind"] or ""
                case "firing deck" if value.isdigit():
                    deck = max(deck or 0, int(value))
                case other if other not in ELSEWHERE:
                    unread.append(written)
        except NotDice:
            unread.append(written)
    return CoreAbilities(feel_no_pain, demise, demise_kind, lone, stealth, first, deck, tuple(unread))


def might_matter(ability: Ability) -> bool:
    """Whether it might change an attack between two units, as far as its encoding tells."""
    if is_core(ability):
        return False
    done = set(_types(ability.effect))
    return not done or not done <= _ELSEWHERE_CLAUSES


def _types(clause: Clause) -> Iterator[str]:
    """What the clause and those it holds do, conditions left out."""
    if clause.type not in _FRAMES:
        yield clause.type
    for branch in clause.branches:
        if branch.role not in ("condition", "applies_to", "operands"):
            for inner in branch.clauses:
                yield from _types(inner)
