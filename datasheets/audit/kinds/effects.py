"""Abilities, stratagems and pools: what they refer to has to be there.

Whether an encoding says what the ability's text says is not judged here (R-45), only what it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Place, Severity, audit_kind, found
from datasheets.catalogue.ability import Ability, AbilityKind, Clause, Parameter, ResourcePool, Stratagem
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_name

KEYWORD_PARAMETER = re.compile(r"(?:.*\.)?(?:required_keywords|excluded_keywords)\.\d+|selector\.keywords\.\d+")
"""Parameters that name keywords of units; others of that name may mean abilities of weapons."""

WARLORD = "Warlord"
"""What a model is made in the muster; effects name it among keywords."""

POOL_PARAMETER = re.compile(r"(?:.*\.)?pool_id")

FEWEST_COPIED = 2
"""A datasheet with one rule that has it in common with another faction’s is as it is printed."""

LEAST_COMMAND_POINTS, MOST_COMMAND_POINTS = 0, 3


def _walk(clause: Clause, *place: str | int) -> Iterator[tuple[Place, Parameter]]:
    for index, parameter in enumerate(clause.parameters):
        yield (*place, "parameters", index), parameter
    for number, branch in enumerate(clause.branches):
        for index, below in enumerate(branch.clauses):
            yield from _walk(below, *place, "branches", number, "clauses", index)


def _parameters(ability: Ability) -> Iterator[tuple[Place, str, str]]:
    """Every parameter of an ability that has a text as its value: its place, name and value."""
    roots: list[tuple[Place, Clause]] = [(("scope",), ability.scope), (("effect",), ability.effect)]
    roots += [(("triggers", index), trigger) for index, trigger in enumerate(ability.triggers)]
    for place, clause in roots:
        for where, (name, value) in _walk(clause, *place):
            if isinstance(value, str):
                yield where, name, value


@audit_kind(
    "effect/refers-to-nothing",
    collection="abilities",
    title="An effect that refers to nothing",
    severity=Severity.ERROR,
    message="{ability} stands with {what}, which is not in the catalogue.",
    hint="Name the id of what has the ability, or remove it.",
)
def refers_to_nothing(ability: Ability, lookup: Lookup) -> Iterator[Found]:
    """Those who have an ability are in the catalogue."""
    known = {
        "datasheets": lookup.datasheets,
        "detachments": lookup.detachments,
        "enhancements": lookup.enhancements,
        "factions": lookup.factions,
    }
    for field, entries in known.items():
        for index, holder in enumerate(getattr(ability, field)):
            if holder not in entries:
                yield found(field, index, ability=ability.name, what=f"the {field[:-1]} {holder}")


@audit_kind(
    "effect/unknown-keyword",
    collection="abilities",
    title="An effect on units with a keyword nobody has",
    severity=Severity.WARNING,
    message="{ability} asks for units with {keyword}, which no datasheet has.",
    hint="Write the keyword as datasheets have it, two keywords as two.",
)
def unknown_keyword(ability: Ability, lookup: Lookup) -> Iterator[Found]:
    """The keywords of units that an effect names are such as some datasheet has."""
    for place, name, value in _parameters(ability):
        if KEYWORD_PARAMETER.fullmatch(name) and value != WARLORD and not lookup.is_keyword(value):
            yield found(*place, ability=ability.name, keyword=value)


@audit_kind(
    "effect/unknown-pool",
    collection="abilities",
    title="An effect that adds to or spends from a pool that is not there",
    severity=Severity.WARNING,
    message="{ability} names the pool {pool}, which is not in the catalogue.",
    hint="Name one of the pools there are, or add it.",
)
def unknown_pool(ability: Ability, lookup: Lookup) -> Iterator[Found]:
    """The pools of tokens and dice that an effect names exist."""
    for place, name, value in _parameters(ability):
        if POOL_PARAMETER.fullmatch(name) and value not in lookup.pools:
            yield found(*place, ability=ability.name, pool=value)


@audit_kind(
    "effect/nobody-has",
    collection="abilities",
    title="An ability that nobody has",
    severity=Severity.ADVICE,
    message="Nothing in the catalogue has the ability {ability} ({id}).",
    hint="Name who has it, or remove it.",
)
def nobody_has(ability: Ability, lookup: Lookup) -> Iterator[Found]:
    """Every ability is somebody's or a stratagem's; those of the core rules may be anybody's."""
    holders = (*ability.datasheets, *ability.detachments, *ability.enhancements, *ability.factions)
    if not holders and ability.kind is not AbilityKind.CORE and ability.id not in lookup.abilities_of_stratagems:
        yield found(ability=ability.name, id=ability.id)


@audit_kind(
    "effect/rules-of-namesake",
    collection="datasheets",
    title="A datasheet with the rules of another faction’s of its name",
    severity=Severity.ADVICE,
    message="{datasheet} ({faction}) stands with {rules}, every rule of its namesake of {others} among them.",
    hint="Leave each rule with the datasheet that prints it; where both print the same, nothing is wrong.",
)
def rules_of_namesake(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet that has several rules does not have all those of one of its name in another faction."""
    names = _rule_names(sheet, lookup)
    if len(names) < FEWEST_COPIED:
        return
    contained = [
        other
        for other in lookup.namesakes(sheet)
        if (theirs := _rule_names(other, lookup)) and theirs.keys() <= names.keys()
    ]
    if contained:
        yield found(
            "name",
            datasheet=sheet.name,
            faction=sheet.faction,
            rules=tuple(names.values()),
            others=tuple(other.faction for other in contained),
        )


def _rule_names(sheet: Datasheet, lookup: Lookup) -> dict[str, str]:
    """The names of a datasheet's own rules by their folded names."""
    return {fold_name(ability.name): ability.name for ability in lookup.own_rules.get(sheet.id, ())}


@audit_kind(
    "effect/stratagem-refers-to-nothing",
    collection="stratagems",
    title="A stratagem that refers to nothing",
    severity=Severity.ERROR,
    message="{stratagem} names {what}, which is not in the catalogue.",
    hint="Name the id of what is meant, or remove the stratagem.",
)
def stratagem_refers_to_nothing(stratagem: Stratagem, lookup: Lookup) -> Iterator[Found]:
    """A stratagem's detachment and ability are in the catalogue."""
    if stratagem.detachment is not None and stratagem.detachment not in lookup.detachments:
        yield found("detachment", stratagem=stratagem.name, what=f"the detachment {stratagem.detachment}")
    if stratagem.ability is not None and stratagem.ability not in lookup.abilities:
        yield found("ability", stratagem=stratagem.name, what=f"the ability {stratagem.ability}")


@audit_kind(
    "effect/stratagem-unknown-keyword",
    collection="stratagems",
    title="A stratagem for units with a keyword nobody has",
    severity=Severity.WARNING,
    message="{stratagem} is used on units with {keyword}, which no datasheet has.",
    hint="Write the keyword as datasheets have it, two keywords as two.",
)
def stratagem_unknown_keyword(stratagem: Stratagem, lookup: Lookup) -> Iterator[Found]:
    """The keywords of units that a stratagem is used on are such as some datasheet has."""
    for field in ("keywords_all", "keywords_any"):
        for index, keyword in enumerate(getattr(stratagem, field)):
            if not lookup.is_keyword(keyword):
                yield found(field, index, stratagem=stratagem.name, keyword=keyword)


@audit_kind(
    "effect/stratagem-cost",
    collection="stratagems",
    title="A stratagem's cost that cannot be",
    severity=Severity.ERROR,
    message="{stratagem} costs {points} CP; stratagems cost {least} to {most}.",
    hint="Correct the cost.",
)
def stratagem_cost(stratagem: Stratagem, lookup: Lookup) -> Iterator[Found]:
    """Stratagems cost nothing at least, and a few command points at most (15.01)."""
    if not LEAST_COMMAND_POINTS <= stratagem.command_points <= MOST_COMMAND_POINTS:
        yield found(
            "command_points",
            stratagem=stratagem.name,
            points=stratagem.command_points,
            least=LEAST_COMMAND_POINTS,
            most=MOST_COMMAND_POINTS,
        )


@audit_kind(
    "effect/pool-of-no-faction",
    collection="resource_pools",
    title="A pool of tokens of an unknown faction",
    severity=Severity.ERROR,
    message="{pool} belongs to {faction}, which is no faction of the catalogue.",
    hint="Name the id of a faction.",
)
def pool_of_no_faction(pool: ResourcePool, lookup: Lookup) -> Iterator[Found]:
    """The faction of a pool is in the catalogue."""
    if pool.faction not in lookup.factions:
        yield found("faction", pool=pool.name, faction=pool.faction)
