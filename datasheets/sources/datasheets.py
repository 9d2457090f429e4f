"""Units of the package as datasheets: kinds of models, composition tiers, wargear options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from datasheets.catalogue.datasheet import (
    BaseSize,
    CompositionTier,
    ConditionalKeyword,
    Datasheet,
    KindCount,
    ModelKind,
    ModelProfile,
    Quarantined,
    QuarantinedPart,
)
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.transport import Transport
from datasheets.catalogue.wargear import ItemBudget, WargearOption
from datasheets.sources import records
from datasheets.sources.findings import Finding, FindingKind
from datasheets.sources.items import Armoury, UnitItems

CHARACTER = fold_keyword("Character")


@dataclass(frozen=True)
class UnitRows:
    """The rows of the package that make one datasheet."""

    unit: records.Unit
    composition: records.Composition | None
    options: tuple[records.WargearOption, ...]

    @property
    def id(self) -> str:
        """Our id of the datasheet."""
        return f"{self.unit.faction_id}:{self.unit.id}"

    def slugs(self) -> Iterator[str]:
        """Every item the rows name, in a stable order."""
        yield from self.unit.weapon_ids
        for model in self.composition.models if self.composition else ():
            yield from model.default_weapon_ids
            for variant in model.loadout_variants:
                yield from variant.weapon_ids
        for option in self.options:
            yield from option.replaces
            yield from option.replacement
            for bundle in option.replacement_choice:
                yield from bundle
        for budget in self.unit.wargear_budgets:
            yield from budget.items
        for cost in self.unit.wargear_costs:
            yield cost.item_id


def rows_of_units(bundle: records.Bundle) -> tuple[UnitRows, ...]:
    """Every unit for matched play with its composition and options; Combat Patrol is left out (R-05)."""
    compositions = {(row.faction_id, row.unit_id): row for row in bundle.unit_compositions}
    options: dict[tuple[str, str], list[records.WargearOption]] = {}
    for option in bundle.wargear_options:
        options.setdefault((option.faction_id, option.unit_id), []).append(option)
    return tuple(
        UnitRows(unit, compositions.get((unit.faction_id, unit.id)), tuple(options.get((unit.faction_id, unit.id), ())))
        for unit in bundle.units
        if not unit.game_modes
    )


def datasheet_of(
    rows: UnitRows, armoury: Armoury, detachment_ids: Mapping[str, str], findings: list[Finding]
) -> Datasheet:
    """The datasheet of one unit. ``detachment_ids`` maps upstream detachment ids to ours."""
    unit = rows.unit
    items = UnitItems.of(unit, rows.slugs(), armoury)
    kinds = _kinds(rows, items)
    tiers = _tiers(rows, kinds, findings)
    options, quarantined = _options(rows, items, kinds, armoury)
    return Datasheet(
        id=rows.id,
        name=unit.name.strip(),
        faction=unit.faction_id,
        faction_keywords=unit.faction_keywords,
        keywords=_keywords(unit),
        minimum_models=unit.model_count.min,
        maximum_models=unit.model_count.max,
        profiles=tuple(_profile(profile) for profile in unit.profiles),
        kinds=kinds,
        tiers=tiers,
        items=tuple(dict.fromkeys(items.ids.values())),
        options=options,
        budgets=tuple(
            ItemBudget(tuple(dict.fromkeys(items(row.items))), row.count, row.per_models, row.duplicate_limit)
            for row in unit.wargear_budgets
        ),
        conditional_keywords=tuple(_conditional_keywords(unit, detachment_ids, findings)),
        excluded_factions=unit.excluded_faction_keywords,
        transport=_transport(unit),
        is_legends=unit.is_legend,
        aliases=unit.aliases,
        quarantined=quarantined,
    )


def _keywords(unit: records.Unit) -> tuple[str, ...]:
    """The unit's keywords with its own name among them (R-07)."""
    known = {fold_keyword(keyword) for keyword in unit.keywords}
    own = () if fold_keyword(unit.name) in known else (unit.name.strip(),)
    return tuple(dict.fromkeys((*unit.keywords, *own)))


def _conditional_keywords(
    unit: records.Unit, detachment_ids: Mapping[str, str], findings: list[Finding]
) -> Iterator[ConditionalKeyword]:
    for row in unit.conditional_keywords:
        upstream = row.required_detachment_id
        if upstream is not None and upstream not in detachment_ids:
            text = f'"{row.keyword}" with detachment "{upstream}", which is not in the package; left out.'
            findings.append(Finding(FindingKind.KEYWORD, f"{unit.faction_id}:{unit.id}", text))
            continue
        detachment = detachment_ids[upstream] if upstream is not None else None
        yield ConditionalKeyword(row.keyword, detachment, row.required_faction_keyword)


def _profile(row: records.Profile) -> ModelProfile:
    return ModelProfile(
        name=row.name,
        M=row.M,
        T=row.T,
        Sv=row.Sv,
        W=row.W,
        Ld=row.Ld,
        OC=row.OC,
        invulnerable=row.invuln_sv,
        invulnerable_melee=row.invuln_sv_melee,
        invulnerable_ranged=row.invuln_sv_ranged,
    )


def _base(row: records.BaseSize | None) -> BaseSize | None:
    if row is None:
        return None
    return BaseSize(row.shape, row.diameter, row.length, row.width, row.size, row.draft)


def _transport(unit: records.Unit) -> Transport | None:
    row = unit.transport_capacity
    return None if row is None else Transport(row.capacity, excluded_keywords=row.exclusion_keywords)


def _kinds(rows: UnitRows, items: UnitItems) -> tuple[ModelKind, ...]:
    """The kinds of models; a unit without a composition is one kind of its own name."""
    unit = rows.unit
    is_character_unit = CHARACTER in {fold_keyword(keyword) for keyword in unit.keywords}
    if rows.composition is None:
        kind = ModelKind(
            name=unit.name.strip(),
            minimum=unit.model_count.min,
            maximum=unit.model_count.max,
            default_items=(),
            base=_base(unit.base_size_mm),
            is_character=is_character_unit,
        )
        return (kind,)
    models = rows.composition.models
    names = {profile.name for profile in unit.profiles}
    kinds: dict[str, ModelKind] = {}
    for model in models:
        profile = model.profile_name or (model.name if model.name in names else None)
        kind = ModelKind(
            name=model.name,
            minimum=model.min,
            maximum=model.max,
            is_leader=model.is_leader_model,
            profile=profile if profile in names else unit.profiles[0].name if len(unit.profiles) == 1 else None,
            default_items=items(model.default_weapon_ids),
            base=_base(model.base_size_mm),
            # Which of several kinds are CHARACTERs upstream does not say.
            is_character=False if not is_character_unit else True if len(models) == 1 else None,
            aliases=tuple(variant.name for variant in model.loadout_variants if variant.name != model.name),
        )
        kinds[_free_name(kind.name, kinds)] = kind
    return tuple(kind if kind.name == name else _renamed(kind, name) for name, kind in kinds.items())


def _free_name(name: str, taken: Mapping[str, object]) -> str:
    """``name``, numbered where upstream has several kinds of one name."""
    if name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"


def _renamed(kind: ModelKind, name: str) -> ModelKind:
    return replace(kind, name=name, aliases=(*kind.aliases, kind.name))


def _tiers(rows: UnitRows, kinds: Sequence[ModelKind], findings: list[Finding]) -> tuple[CompositionTier, ...]:
    """The legal make-ups, each once; without usable tiers upstream, what the kinds allow."""
    names = {kind.name for kind in kinds}
    rows_of_tiers = rows.composition.tiers if rows.composition else ()
    unknown = {model.name for row in rows_of_tiers for model in row.models} - names
    if unknown:
        text = f"its compositions name {', '.join(sorted(unknown))}, no kind of model of the unit; left out."
        findings.append(Finding(FindingKind.COMPOSITION, rows.id, text))
        rows_of_tiers = ()
    tiers: list[CompositionTier] = []
    for row in rows_of_tiers:
        taken: dict[str, KindCount] = {}
        for model in row.models:
            name = _free_name(model.name, taken)
            taken[name] = KindCount(name, model.min, model.max)
        tiers.append(CompositionTier(tuple(taken.values())))
    if not tiers:
        tiers.append(CompositionTier(tuple(KindCount(kind.name, kind.minimum, kind.maximum) for kind in kinds)))
    return tuple(dict.fromkeys(tiers))


def _options(
    rows: UnitRows, items: UnitItems, kinds: Sequence[ModelKind], armoury: Armoury
) -> tuple[tuple[WargearOption, ...], tuple[Quarantined, ...]]:
    """The options, and those that do not fit the datasheet: they are not offered (R-11)."""
    names = {kind.name for kind in kinds}
    options: list[WargearOption] = []
    quarantined: list[Quarantined] = []
    for row in rows.options:
        limit = row.model_constraint
        choices = row.replacement_choice or ((row.replacement,) if row.replacement else ())
        if (limit.model_name is not None and limit.model_name not in names) or not choices:
            reason = (
                f'it is for "{limit.model_name}", which is no kind of model of the unit.'
                if choices
                else "it offers nothing."
            )
            chosen = dict.fromkeys(item for choice in choices for item in items(choice))
            told = tuple(armoury.items[item].name for item in chosen) or (row.id,)
            quarantined.append(Quarantined(QuarantinedPart.OPTION, row.id, told, reason))
            continue
        option = WargearOption(
            id=row.id,
            replaces=items(row.replaces),
            choices=tuple(items(choice) for choice in choices),
            kind=limit.model_name,
            # "Any number of models, each up to N times" is how the package writes the two together.
            per_model=(limit.max_count or 1) if limit.any_number else None,
            per_models=limit.per_n_models,
            limit=None if limit.any_number else limit.max_count,
        )
        options.append(option)
    return tuple(options), tuple(quarantined)
