"""The rows of the ``wh40kdc`` data package that this project reads, field by field.

Every struct refuses fields it does not name: a construct that upstream adds stops the build by name
instead of vanishing. What happens in play stands in :mod:`datasheets.sources.play_records`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, field

from datasheets.sources import play_records as play
from datasheets.sources.record import ExternalRef, GameVersion, Record


class ModelCount(Record, frozen=True):
    min: int
    max: int


class BaseSize(Record, frozen=True):
    shape: Literal["round", "oval", "hull", "flying-base", "unique"]
    diameter: float | None = None
    length: float | None = None
    width: float | None = None
    size: str | None = None
    draft: bool = False


class Price(Record, frozen=True):
    cost: int
    models: int
    models_max: int | None = None
    unit_count_min: int | None = None
    unit_count_max: int | None = None


class AlliedPrice(Record, frozen=True):
    cost: int
    models: int
    host_faction: str
    models_max: int | None = None
    unit_count_min: int | None = None
    unit_count_max: int | None = None


class Profile(Record, frozen=True):
    name: str
    M: int
    T: int
    Sv: int
    W: int
    Ld: int
    OC: int
    invuln_sv: int | None = None
    invuln_sv_melee: int | None = None
    invuln_sv_ranged: int | None = None


class ConditionalKeyword(Record, frozen=True):
    keyword: str
    required_detachment_id: str | None = None
    required_faction_keyword: str | None = None


class Transport(Record, frozen=True):
    capacity: int
    exclusion_keywords: tuple[str, ...] = ()


class WargearBudget(Record, frozen=True):
    items: tuple[str, ...]
    count: int
    per_models: int
    duplicate_limit: int | None = None


class WargearCost(Record, frozen=True):
    item_id: str
    cost: int


class Unit(Record, frozen=True):
    id: str
    name: str
    faction_id: str
    faction_keywords: tuple[str, ...]
    keywords: tuple[str, ...]
    model_count: ModelCount
    profiles: tuple[Profile, ...]
    is_legend: bool
    game_version: GameVersion
    points: tuple[Price, ...] = ()
    points_provisional: bool = False
    weapon_ids: tuple[str, ...] = ()
    ability_ids: tuple[str, ...] = ()
    base_size_mm: BaseSize | None = None
    external_refs: tuple[ExternalRef, ...] = ()
    wargear_budgets: tuple[WargearBudget, ...] = ()
    wargear_costs: tuple[WargearCost, ...] = ()
    attachment_role: Literal["leader", "support"] | None = None
    role: str | None = None
    transport_capacity: Transport | None = None
    game_modes: tuple[str, ...] = ()
    conditional_keywords: tuple[ConditionalKeyword, ...] = ()
    excluded_faction_keywords: tuple[str, ...] = ()
    allied_points: tuple[AlliedPrice, ...] = ()
    aliases: tuple[str, ...] = ()


class LoadoutVariant(Record, frozen=True):
    name: str
    weapon_ids: tuple[str, ...]
    max_count: int | None = None


class LoadoutVariantBudget(Record, frozen=True):
    count: int
    per_models: int
    scope: Literal["model-row", "unit"]
    variant_names: tuple[str, ...]


class CompositionModel(Record, frozen=True):
    name: str
    min: int
    max: int
    is_leader_model: bool = False
    profile_name: str | None = None
    default_weapon_ids: tuple[str, ...] = ()
    base_size_mm: BaseSize | None = None
    loadout_variants: tuple[LoadoutVariant, ...] = ()
    loadout_variant_budgets: tuple[LoadoutVariantBudget, ...] = ()


class TierModel(Record, frozen=True):
    name: str
    min: int
    max: int


class CompositionTier(Record, frozen=True):
    models: tuple[TierModel, ...]


class Composition(Record, frozen=True):
    faction_id: str
    unit_id: str
    models: tuple[CompositionModel, ...]
    game_version: GameVersion
    tiers: tuple[CompositionTier, ...] = ()
    game_modes: tuple[str, ...] = ()


class WeaponStats(Record, frozen=True):
    A: int | str
    AP: int
    D: int | str
    S: int
    BS: int | None = None
    WS: int | None = None


class KeywordParameters(Record, frozen=True):
    value: int | str | None = None
    target_keyword: str | None = None
    threshold: int | None = None
    required_target_keywords_any: tuple[str, ...] = ()
    excluded_target_keywords: tuple[str, ...] = ()


class ProfileKeyword(Record, frozen=True):
    keyword_id: str
    parameters: KeywordParameters | None = None


class TargetRestrictions(Record, frozen=True):
    required_keywords_any: tuple[str, ...]


class WeaponProfile(Record, frozen=True):
    name: str
    range: int | Literal["Melee"]
    stats: WeaponStats
    keywords: tuple[ProfileKeyword, ...] = ()
    target_restrictions: TargetRestrictions | None = None


class Weapon(Record, frozen=True):
    id: str
    name: str
    faction_id: str
    type: Literal["ranged", "melee"]
    profiles: tuple[WeaponProfile, ...]
    game_version: GameVersion
    external_refs: tuple[ExternalRef, ...] = ()


class Wargear(Record, frozen=True):
    id: str
    name: str
    game_version: GameVersion
    external_refs: tuple[ExternalRef, ...] = ()
    category: str | None = None


class ModelConstraint(Record, frozen=True):
    any_number: bool = False
    max_count: int | None = None
    model_name: str | None = None
    per_n_models: int | None = None


class WargearOption(Record, frozen=True):
    id: str
    unit_id: str
    faction_id: str
    is_free: bool
    model_constraint: ModelConstraint
    game_version: GameVersion
    replaces: tuple[str, ...] = ()
    replacement: tuple[str, ...] = ()
    replacement_choice: tuple[tuple[str, ...], ...] = ()


class GrantedKeyword(Record, frozen=True):
    keyword: str
    to_keywords: tuple[str, ...]
    max_selected: int | None = None


class UnitMinimum(Record, frozen=True):
    keyword: str
    min: int


class DetachmentRestrictions(Record, frozen=True):
    required_keywords: tuple[str, ...]


class Detachment(Record, frozen=True):
    id: str
    name: str
    faction_id: str
    detachment_points: int
    force_dispositions: tuple[str, ...]
    enhancement_ids: tuple[str, ...]
    game_version: GameVersion
    stratagem_ids: tuple[str, ...] = ()
    detachment_rule_id: str | None = None
    detachment_rule_ids: tuple[str, ...] = ()
    external_refs: tuple[ExternalRef, ...] = ()
    tags: tuple[str, ...] = ()
    game_modes: tuple[str, ...] = ()
    granted_keywords: tuple[GrantedKeyword, ...] = ()
    unit_minimums: tuple[UnitMinimum, ...] = ()
    restrictions: DetachmentRestrictions | None = None


class Enhancement(Record, frozen=True):
    id: str
    name: str
    detachment_id: str
    cost: int
    points_provisional: bool
    game_version: GameVersion
    ability_id: str | None = None
    is_unique: bool = True
    keyword_restrictions: tuple[str, ...] = ()
    keyword_restriction_groups: tuple[tuple[str, ...], ...] = ()
    exclusion_keywords: tuple[str, ...] = ()
    max_targets: int | None = None
    upgrade_tag: bool = False
    attachment_bodyguard_ids: tuple[str, ...] = ()
    external_refs: tuple[ExternalRef, ...] = ()
    game_modes: tuple[str, ...] = ()


class LeaderAttachment(Record, frozen=True):
    leader_id: str
    eligible_bodyguard_ids: tuple[str, ...]
    game_version: GameVersion
    eligible_bodyguard_keywords: tuple[str, ...] = ()


class KeywordLimit(Record, frozen=True):
    battle_size: str
    keyword: str
    max_count: int


class PointsLimit(Record, frozen=True):
    battle_size: str
    max_points: int


class AlliedRule(Record, frozen=True):
    id: str
    name: str
    label: str
    army_keywords_any: tuple[str, ...]
    cannot_be_warlord: bool
    source_datasheet_ids: tuple[str, ...]
    game_version: GameVersion
    source_faction_id: str | None = None
    cannot_take_enhancements: bool = False
    detachment_ids: tuple[str, ...] = ()
    keyword_limits: tuple[KeywordLimit, ...] = ()
    points_limits: tuple[PointsLimit, ...] = ()
    battleline_ratio_keywords: tuple[str, ...] = ()
    removes_ability_ids: tuple[str, ...] = ()
    warlord_required_keyword: str | None = None
    notes: str = ""


class Faction(Record, frozen=True):
    id: str
    name: str
    keywords: tuple[str, ...]
    parent_faction_id: str | None
    game_version: GameVersion
    aliases: tuple[str, ...] = ()
    external_refs: tuple[ExternalRef, ...] = ()
    faction_rule_ids: tuple[str, ...] = ()
    logo_url: str = ""


class ForceDisposition(Record, frozen=True):
    id: str
    name: str
    game_version: GameVersion
    text: str = ""


class WeaponKeyword(Record, frozen=True):
    id: str
    name: str
    required_parameters: tuple[str, ...]
    game_version: GameVersion
    effect: Raw = field(default_factory=Raw)


class Bundle(Record, frozen=True):
    """The whole package.

    Three collections are read so that nothing unknown comes in by them, and not stored: the states of the
    rules that rows name, core abilities without an encoded effect, and flags, of which there are none.
    """

    allied_rules: tuple[AlliedRule, ...]
    detachments: tuple[Detachment, ...]
    enhancements: tuple[Enhancement, ...]
    factions: tuple[Faction, ...]
    force_dispositions: tuple[ForceDisposition, ...]
    leader_attachments: tuple[LeaderAttachment, ...]
    unit_compositions: tuple[Composition, ...]
    units: tuple[Unit, ...]
    wargear: tuple[Wargear, ...]
    wargear_options: tuple[WargearOption, ...]
    weapon_keywords: tuple[WeaponKeyword, ...]
    weapons: tuple[Weapon, ...]
    abilities: tuple[play.Ability, ...]
    deployment_patterns: tuple[play.DeploymentPattern, ...]
    game_versions: tuple[play.GameVersionRow, ...]
    hull_shapes: tuple[play.HullShape, ...]
    interaction_flags: tuple[()]
    mission_cards: tuple[play.MissionCard, ...]
    mission_matchups: tuple[play.MissionMatchup, ...]
    missions: tuple[play.Mission, ...]
    phase_mappings: tuple[play.PhaseMapping, ...]
    resource_pools: tuple[play.ResourcePool, ...]
    stratagems: tuple[play.Stratagem, ...]
    target_profiles: tuple[play.TargetProfile, ...]
    terrain_layouts: tuple[play.TerrainLayout, ...]
    terrain_templates: tuple[play.TerrainTemplate, ...]
    unit_keywords: tuple[play.UnitKeyword, ...]
