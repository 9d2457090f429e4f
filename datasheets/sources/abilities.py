"""Abilities, stratagems and resource pools of the package, each with our ids of what has it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from datasheets.catalogue.ability import (
    Ability,
    AbilityKind,
    ResourcePool,
    Stratagem,
)
from datasheets.catalogue.faction import Faction
from datasheets.sources import play_records, records
from datasheets.sources.clauses import clause_of
from datasheets.sources.counts import COMBAT_PATROL, CountRow
from datasheets.sources.findings import Finding, FindingKind
from datasheets.sources.slugs import from_capitals, without_detachment
from datasheets.sources.vocabulary import Words

CORE = "core"

UNHELD = "abilities that no record of the package has"
NO_SUBJECT = "of what the package does not encode"

Key = tuple[str | None, str]
"""Upstream's faction and slug of an ability."""


@dataclass(frozen=True)
class Holders:
    """Our ids of what upstream calls by its own: who can have an ability."""

    factions: Mapping[str, Faction]
    datasheets: Collection[str]
    detachments: Mapping[str, str]
    enhancements: Mapping[str, str]


@dataclass
class Abilities:
    """Abilities and stratagems by id, as they are put together."""

    bundle: records.Bundle
    holders: Holders
    vocabulary: Words
    label: str
    abilities: dict[str, Ability] = field(default_factory=dict)
    stratagems: dict[str, Stratagem] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    excluded: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Rows left out, by kind and reason."""
    merged_stratagems: int = 0

    def __post_init__(self) -> None:
        self._rows: dict[Key, play_records.Ability] = {
            (row.faction_id, row.ability_id): row for row in self.bundle.abilities
        }
        self._factions_of: dict[str, tuple[str, ...]] = {}
        for row in self.bundle.detachments:
            self._factions_of[row.id] = (*self._factions_of.get(row.id, ()), row.faction_id)

    def read(self) -> None:
        """Read everything; raises :class:`SourceFault` for a construct the vocabulary does not have."""
        held = self._held()
        phases = self._phases()
        for key, row in self._rows.items():
            holders = held.get(key)
            if holders is None and key in self._of_combat_patrol:
                self.excluded["abilities", COMBAT_PATROL] += 1
                continue
            ability = self._ability(row, holders or _Held(), phases)
            self.abilities[ability.id] = ability
        self._read_stratagems(phases)
        unheld = Counter(
            ability.id.partition(":")[0]
            for ability in self.abilities.values()
            if ability.kind in (AbilityKind.UNIT, AbilityKind.DETACHMENT)
            and not (ability.datasheets or ability.detachments)
        )
        self.findings += [
            Finding(FindingKind.ABILITY, faction, f"{number} {UNHELD}; kept without a holder.")
            for faction, number in sorted(unheld.items())
        ]

    def accounts(self) -> tuple[CountRow, ...]:
        """What became of the rows."""
        mapped = len(self.bundle.phase_mappings) - self.excluded["phase mappings", NO_SUBJECT]
        return tuple(
            CountRow(
                faction="",
                kind=kind,
                package=package,
                stored=stored,
                merged=merged,
                excluded=tuple((why, number) for (of, why), number in sorted(self.excluded.items()) if of == kind),
            )
            for kind, package, stored, merged in (
                ("abilities", len(self.bundle.abilities), len(self.abilities), 0),
                ("stratagems", len(self.bundle.stratagems), len(self.stratagems), self.merged_stratagems),
                ("phase mappings", len(self.bundle.phase_mappings), mapped, 0),
            )
        )

    def pools(self) -> Iterator[ResourcePool]:
        """The resource pools."""
        for row in self.bundle.resource_pools:
            generation = tuple(
                clause_of({"type": "generation", "amount": each.amount, "condition": each.condition})
                for each in row.generation
            )
            for clause in generation:
                self.vocabulary.check(clause, f"resource pool {row.id}")
            yield ResourcePool(
                id=f"{row.faction_id}:{row.id}",
                name=row.name,
                faction=row.faction_id,
                type=row.pool_type,
                generation=generation,
                maximum=row.max_size,
                source=self.label,
            )

    # Who has what ----------------------------------------------------------------------------

    def _held(self) -> dict[Key, _Held]:
        """Who has each ability, Combat Patrol left out."""
        held: defaultdict[Key, _Held] = defaultdict(_Held)
        self._of_combat_patrol: set[Key] = set()
        for unit in self.bundle.units:
            keys = [(unit.faction_id, slug) for slug in unit.ability_ids]
            datasheet = f"{unit.faction_id}:{unit.id}"
            if datasheet in self.holders.datasheets and not unit.game_modes:
                for key in keys:
                    held[key].datasheets.append(datasheet)
            else:
                self._of_combat_patrol.update(keys)
        for row in self.bundle.detachments:
            ours = self.holders.detachments.get(row.id)
            for slug in row.detachment_rule_ids if ours else ():
                self._give(held, slug, (row.faction_id,), lambda who: who.detachments, ours or "")
        for faction in self.bundle.factions:
            for slug in faction.faction_rule_ids if faction.id in self.holders.factions else ():
                self._give(held, slug, (faction.id,), lambda who: who.factions, faction.id)
        for enhancement in self.bundle.enhancements:
            ours = self.holders.enhancements.get(enhancement.id)
            if ours and enhancement.ability_id:
                factions = self._factions_of.get(enhancement.detachment_id, ())
                self._give(held, enhancement.ability_id, factions, lambda who: who.enhancements, ours)
        for ability in self.bundle.abilities:
            ours = self.holders.detachments.get(ability.detachment_id or "")
            if ours and ability.ability_type == "detachment":
                held[ability.faction_id, ability.ability_id].detachments.append(ours)
        return dict(held)

    def _give(
        self,
        held: defaultdict[Key, _Held],
        slug: str,
        factions: Iterable[str],
        which: Callable[[_Held], list[str]],
        holder: str,
    ) -> None:
        key = self._find(slug, factions)
        if key is None:
            self.findings.append(
                Finding(FindingKind.ABILITY, holder, f'has "{slug}", which the package encodes nowhere.')
            )
        else:
            which(held[key]).append(holder)

    def _find(self, slug: str, factions: Iterable[str]) -> Key | None:
        """The ability with that slug in one of the factions, a parent of one, or in none."""
        for faction in factions:
            parent = self.holders.factions[faction].parent if faction in self.holders.factions else None
            for each in (faction, parent):
                if each is not None and (each, slug) in self._rows:
                    return each, slug
        return (None, slug) if (None, slug) in self._rows else None

    # Values ----------------------------------------------------------------------------------

    def _ability(self, row: play_records.Ability, held: _Held, phases: Mapping[_Subject, tuple[str, ...]]) -> Ability:
        ability_id = _id_of(row)
        tree = dict(row.effect)
        if row.applies_to:
            tree["applies_to"] = {"type": "applies-to", **row.applies_to}
        effect = clause_of(tree)
        triggers = (row.trigger,) if isinstance(row.trigger, dict) else row.trigger or ()
        named = tuple(clause_of({"type": "trigger", **trigger}) for trigger in triggers)
        usage = clause_of({"type": "usage", **(row.usage or {})})
        scope = clause_of({"type": "scope", **row.scope})
        for clause in (effect, *named, usage, scope):
            self.vocabulary.check(clause, f"ability {ability_id}")
        return Ability(
            id=ability_id,
            name=row.name,
            kind=AbilityKind(row.ability_type),
            behaviour=row.behavior,
            scope=scope,
            effect=effect,
            triggers=named,
            usage=usage.parameters,
            phases=self._phases_of(row, phases),
            datasheets=_once(held.datasheets),
            detachments=_once(held.detachments),
            enhancements=_once(held.enhancements),
            factions=_once(held.factions),
            text_digest=row.source_digest,
            is_disputed=row.disputed,
            source=self.label,
        )

    def _read_stratagems(self, phases: Mapping[_Subject, tuple[str, ...]]) -> None:
        for row in self.bundle.stratagems:
            detachment = self.holders.detachments.get(row.detachment_id or "")
            if row.detachment_id and detachment is None:
                # Of Combat Patrol, which is left out with its detachments.
                self.excluded["stratagems", COMBAT_PATROL] += 1
                continue
            slug = without_detachment(row.id, row.detachment_id)
            stratagem_id = f"{detachment or CORE}:{slug}"
            if stratagem_id in self.stratagems:
                self.merged_stratagems += 1
                continue
            ability = None
            if row.ability_id:
                key = self._find(row.ability_id, self._factions_of.get(row.detachment_id or "", ()))
                if key is None:
                    text = f'does "{row.ability_id}", which the package encodes nowhere.'
                    self.findings.append(Finding(FindingKind.ABILITY, stratagem_id, text))
                else:
                    ability = _id_of(self._rows[key])
            limits = row.target_restrictions or play_records.TargetRestrictions()
            self.stratagems[stratagem_id] = Stratagem(
                id=stratagem_id,
                name=from_capitals(row.name),
                category=row.category,
                command_points=row.cp_cost,
                timing=row.timing,
                player_turn=row.player_turn,
                type=row.type or "",
                detachment=detachment,
                phases=_once((*row.phases, *phases.get(("stratagem", slug), ()))),
                keywords_all=limits.required_keywords,
                keywords_any=limits.required_keywords_any,
                ability=ability if ability in self.abilities else None,
                source=self.label,
            )

    # Phases ----------------------------------------------------------------------------------

    def _phases(self) -> dict[_Subject, tuple[str, ...]]:
        """Phases by what the mapping calls its kind and its slug; mappings of one subject together."""
        known = self._phase_subjects()
        told: dict[_Subject, tuple[str, ...]] = {}
        lost: Counter[str] = Counter()
        for row in self.bundle.phase_mappings:
            kind = "ability" if row.source_type == "detachment-rule" else row.source_type
            subject = (kind, row.source_id)
            if subject not in known:
                lost[row.source_type] += 1
                self.excluded["phase mappings", NO_SUBJECT] += 1
                continue
            told[subject] = _once((*told.get(subject, ()), *row.phases))
        self.findings += [
            Finding(FindingKind.ABILITY, f"phase mappings of the kind {kind}", f"{number} are {NO_SUBJECT}; left out.")
            for kind, number in sorted(lost.items())
        ]
        return told

    def _phase_subjects(self) -> set[_Subject]:
        subjects: set[_Subject] = set()
        for row in self.bundle.abilities:
            subjects |= {(kind, row.ability_id) for kind in ("ability", "stratagem", "enhancement")}
            if row.ability_type in ("enhancement", "stratagem"):
                subjects.add((row.ability_type, without_detachment(row.ability_id, row.detachment_id)))
        for stratagem in self.bundle.stratagems:
            if not stratagem.detachment_id or stratagem.detachment_id in self.holders.detachments:
                subjects.add(("stratagem", without_detachment(stratagem.id, stratagem.detachment_id)))
        return subjects

    def _phases_of(self, row: play_records.Ability, phases: Mapping[_Subject, tuple[str, ...]]) -> tuple[str, ...]:
        kind = row.ability_type if row.ability_type in ("enhancement", "stratagem") else "ability"
        short = without_detachment(row.ability_id, row.detachment_id)
        return _once((*phases.get((kind, row.ability_id), ()), *phases.get((kind, short), ())))


_Subject = tuple[str, str]
"""What a phase mapping is of: its kind and its slug."""


@dataclass
class _Held:
    """Who has one ability."""

    datasheets: list[str] = field(default_factory=list)
    detachments: list[str] = field(default_factory=list)
    enhancements: list[str] = field(default_factory=list)
    factions: list[str] = field(default_factory=list)


def _id_of(row: play_records.Ability) -> str:
    return f"{row.faction_id or CORE}:{row.ability_id}"


def _once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
