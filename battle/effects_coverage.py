"""How far abilities are carried into attacks (R-31), as figures and as a page: docs/effects-coverage.md."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import Struct

from battle.armies.abilities import is_core
from battle.armies.rules import proposed
from battle.effects.judged import JudgedAbility, judged_abilities
from battle.effects.shapes import Mistake, Upstream
from datasheets.catalogue import Catalogue
from datasheets.catalogue.ability import Ability
from datasheets.sources.yaml_file import read_yaml

NAMED_RULES = Path(__file__).resolve().parents[1] / "fixtures" / "effects" / "named_rules.yaml"
MOST_REASONS = 12
KINDS = ("army", "detachment", "enhancement", "stratagem", "datasheet")


class NamedRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Of a faction: how many named rules of each kind there are, and which touch attacks, by id or name."""

    counted: dict[str, int]
    touching: dict[str, tuple[str, ...]]


@dataclass
class Encoded:
    """Encoded effects of a faction that touch attacks, and what became of them."""

    touching: int = 0
    judged: int = 0
    offered: int = 0

    @property
    def carried(self) -> int:
        """Those that apply or can be switched on."""
        return self.judged + self.offered


@dataclass
class Named:
    """Named rules of a faction that touch attacks, and how many are represented at all."""

    counted: int = 0
    touching: int = 0
    judged: int = 0
    offered: int = 0


@dataclass
class Coverage:
    """Both figures of R-31 by faction, why encodings are not translated, and how right encodings were found."""

    encoded: dict[str, Encoded] = field(default_factory=lambda: defaultdict(Encoded))
    named: dict[str, Named] = field(default_factory=lambda: defaultdict(Named))
    by_kind: dict[str, Named] = field(default_factory=lambda: defaultdict(Named))
    reasons: Counter[str] = field(default_factory=Counter)
    judged: tuple[JudgedAbility, ...] = ()


def coverage_of(catalogue: Catalogue, judged: Mapping[str, JudgedAbility], named: Mapping[str, NamedRules]) -> Coverage:
    """The figures for a catalogue."""
    found = Coverage(judged=tuple(judged.values()))
    for ability in catalogue.data.abilities:
        if is_core(ability):
            continue
        proposal = proposed(ability, catalogue)
        row = found.encoded[ability.id.partition(":")[0]]
        row.touching += proposal.touching
        if _is_carried(judged.get(ability.id)):
            row.judged += proposal.touching
        else:
            row.offered += proposal.translated
            found.reasons.update(proposal.reasons)
    abilities = _by_rule(catalogue)
    for faction, rules in named.items():
        for kind in KINDS:
            for row_of in (found.named[faction], found.by_kind[kind]):
                _count(row_of, rules, kind, abilities, judged, catalogue)
    return found


def _count(
    row: Named,
    rules: NamedRules,
    kind: str,
    abilities: Mapping[str, Sequence[Ability]],
    judged: Mapping[str, JudgedAbility],
    catalogue: Catalogue,
) -> None:
    row.counted += rules.counted.get(kind, 0)
    for id in rules.touching.get(kind, ()):
        row.touching += 1
        known = abilities.get(id, ())
        if any(_is_carried(judged.get(ability.id)) for ability in known):
            row.judged += 1
        elif any(proposed(ability, catalogue).given for ability in known):
            row.offered += 1


def _is_carried(ability: JudgedAbility | None) -> bool:
    return ability is not None and bool(ability.given)


def _by_rule(catalogue: Catalogue) -> dict[str, tuple[Ability, ...]]:
    """Abilities by the id of the rule that does what they say: themselves, an enhancement, a stratagem."""
    own: dict[str, tuple[Ability, ...]] = {ability.id: (ability,) for ability in catalogue.data.abilities}
    found = dict(own)
    for ability in catalogue.data.abilities:
        for id in ability.enhancements:
            found[id] = (*found.get(id, ()), ability)
    for stratagem in catalogue.data.stratagems:
        if stratagem.ability in own:
            found[stratagem.id] = own[stratagem.ability]
    return found


def named_rules_in(path: Path) -> dict[str, NamedRules]:
    """The named rules of every faction, as the fixture has them."""
    return read_yaml(path, dict[str, NamedRules])


def page_of(catalogue: Catalogue) -> str:
    """The page for a catalogue, with the judged abilities and named rules of the project."""
    found = coverage_of(catalogue, judged_abilities(), named_rules_in(NAMED_RULES))
    return coverage_as_markdown(found, {faction.id: faction.name for faction in catalogue.data.factions})


# The page ---------------------------------------------------------------------------------------------------


def coverage_as_markdown(found: Coverage, names: Mapping[str, str]) -> str:
    """The page; ``names`` are those of factions by id."""
    lines = [
        "# How far abilities are carried into attacks",
        "",
        "Generated by `manage.py generate_effects_coverage`; do not edit. [What the words mean](effects.md).",
        "",
        *_encoded_lines(found, names),
        "",
        *_named_lines(found, names),
        "",
        *_judged_lines(found.judged),
    ]
    return "\n".join(lines) + "\n"


def _encoded_lines(found: Coverage, names: Mapping[str, str]) -> Iterator[str]:
    total = _sum_of_encoded(found.encoded.values())
    yield "## Effects that the data package encodes"
    yield ""
    yield (
        f"{total.touching} encoded effects touch attacks, those of core abilities left out, which the engine knows by "
        f"name: {total.judged} belong to judged abilities, which apply by "
        f"themselves, {total.offered} are offered as switches as upstream has them, "
        f"{total.touching - total.carried} are not carried. Share carried: {_share(total.carried, total.touching)}. An "
        "effect is one change that an encoding states; a switch says what is taken to be so where only play decides it."
    )
    yield ""
    yield "| faction | touch attacks | judged | switches | not carried | share carried |"
    yield "|---|---:|---:|---:|---:|---:|"
    for faction, row in sorted(found.encoded.items()):
        if row.touching:
            left = row.touching - row.carried
            share = _share(row.carried, row.touching)
            name = names.get(faction, faction)
            yield f"| {name} | {row.touching} | {row.judged} | {row.offered} | {left} | {share} |"
    yield ""
    yield "Why encodings are not carried, by the number of abilities:"
    yield ""
    yield "| | abilities |"
    yield "|---|---:|"
    for reason, number in _first(found.reasons):
        yield f"| {reason} | {number} |"
    rest = sorted(found.reasons.items(), key=lambda row: (-row[1], row[0]))[MOST_REASONS:]
    if rest:
        yield f"| {len(rest)} other reasons | {sum(number for _, number in rest)} |"


def _first(reasons: Counter[str]) -> list[tuple[str, int]]:
    return sorted(reasons.items(), key=lambda row: (-row[1], row[0]))[:MOST_REASONS]


def _sum_of_encoded(rows: Iterable[Encoded]) -> Encoded:
    total = Encoded()
    for row in rows:
        total.touching += row.touching
        total.judged += row.judged
        total.offered += row.offered
    return total


def _named_lines(found: Coverage, names: Mapping[str, str]) -> Iterator[str]:
    yield "## Named rules whose texts touch attacks"
    yield ""
    yield (
        "Rules of datasheets, armies, detachments, enhancements and stratagems as their texts stood in July 2026, each "
        "once a faction; core abilities and damaged profiles, which the engine knows by itself, are not among them. "
        "Whether a text touches attacks was found by its words (`fixtures/effects/named_rules.yaml`). Judged: the rule "
        "applies by itself, or by a switch for what only play decides. Switch: the data package's encoding is offered. "
        "A rule is represented if anything of it is."
    )
    yield ""
    yield "| | rules | touch attacks | judged | switches | share represented |"
    yield "|---|---:|---:|---:|---:|---:|"
    total = Named()
    for row in found.by_kind.values():
        total.counted += row.counted
        total.touching += row.touching
        total.judged += row.judged
        total.offered += row.offered
    for kind in KINDS:
        yield _named_row(_KIND_NAMES[kind], found.by_kind[kind])
    yield _named_row("**all**", total)
    yield ""
    yield "| faction | rules | touch attacks | judged | switches | share represented |"
    yield "|---|---:|---:|---:|---:|---:|"
    for faction, row in sorted(found.named.items()):
        yield _named_row(names.get(faction, faction), row)


_KIND_NAMES = {
    "army": "army rules",
    "detachment": "detachment rules",
    "enhancement": "enhancements",
    "stratagem": "stratagems",
    "datasheet": "abilities of datasheets",
}


def _named_row(name: str, row: Named) -> str:
    share = _share(row.judged + row.offered, row.touching)
    return f"| {name} | {row.counted} | {row.touching} | {row.judged} | {row.offered} | {share} |"


def _judged_lines(judged: Sequence[JudgedAbility]) -> Iterator[str]:
    """How right the encodings of judged abilities were, by kind of mistake."""
    compared = [ability for ability in judged if ability.upstream is not Upstream.NONE]
    verdicts = Counter(ability.upstream for ability in compared)
    sheets = {sheet for ability in judged for sheet in ability.datasheets}
    factions = {sheet.partition(":")[0] for sheet in sheets}
    mistakes = Counter(mistake for ability in compared for mistake in ability.mistakes)
    probes = sum(len(ability.probes) for ability in judged)
    yield "## Encodings beside the texts"
    yield ""
    yield (
        f"{len(judged)} abilities of {len(sheets)} datasheets of {len(factions)} factions were judged against their "
        f"texts, with {probes} probes. {len(compared)} of them have an encoding: {verdicts[Upstream.RIGHT]} are right "
        f"({_share(verdicts[Upstream.RIGHT], len(compared))}), {verdicts[Upstream.PARTIAL]} partial "
        f"({_share(verdicts[Upstream.PARTIAL], len(compared))}), {verdicts[Upstream.WRONG]} wrong "
        f"({_share(verdicts[Upstream.WRONG], len(compared))}). The datasheets were not drawn by lot, so the shares are "
        "those of these abilities and no estimate for all."
    )
    yield ""
    yield "| mistake | abilities | share |"
    yield "|---|---:|---:|"
    for mistake in sorted(Mistake, key=lambda one: (-mistakes[one], one.value)):
        if mistakes[mistake]:
            yield f"| `{mistake.value}` | {mistakes[mistake]} | {_share(mistakes[mistake], len(compared))} |"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"
