"""Each constraint of the tables refuses the row it is there to refuse."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db import models as orm
from django.db.models import F, ProtectedError

from datasheets import models
from datasheets.tables.table import TABLES

pytestmark = pytest.mark.django_db

MODELS = [table.model for table in TABLES]

BAD_ROWS: dict[str, tuple[type[orm.Model], dict[str, Any]]] = {
    "ability_kind_known": (models.Ability, {"kind": "spell"}),
    "ability_named": (models.Ability, {"name": ""}),
    "ability_status_known": (models.Ability, {"status": "trusted"}),
    "add_on_named": (models.AddOn, {"name": ""}),
    "allegiance_choice_named": (models.AllegianceChoice, {"name": ""}),
    "allegiance_in_order": (models.Allegiance, {"minimum": 99}),
    "allegiance_named": (models.Allegiance, {"name": ""}),
    "allied_keyword_role_known": (models.AlliedKeyword, {"role": "guest"}),
    "allied_limit_measure_known": (models.AlliedLimit, {"measure": "models"}),
    "allied_rule_named": (models.AlliedRule, {"name": ""}),
    "attachment_beside_from_models": (models.Attachment, {"beside_from_models": 0}),
    "attachment_role_known": (models.Attachment, {"role": "friend"}),
    "battle_size_limits_positive": (models.BattleSize, {"points_limit": 0}),
    "battle_size_named": (models.BattleSize, {"name": ""}),
    "benchmark_target_named": (models.BenchmarkTarget, {"name": ""}),
    "chosen_item_quantity": (models.ChosenItem, {"quantity": 0}),
    "conditional_keyword_has_condition": (
        models.ConditionalKeyword,
        {"detachment": None, "faction_keyword": None, "warlord": None},
    ),
    "copy_tier_first": (models.CopyTier, {"first": 0}),
    "copy_tier_in_order": (models.CopyTier, {"last": 0}),
    "datasheet_alias_named": (models.DatasheetAlias, {"name": ""}),
    "datasheet_keyword_role_known": (models.DatasheetKeyword, {"role": "weapon"}),
    "datasheet_knowledge_known": (models.Datasheet, {"knowledge": "guessed"}),
    "datasheet_models_in_order": (models.Datasheet, {"minimum_models": 99}),
    "datasheet_named": (models.Datasheet, {"name": ""}),
    "datasheet_warlord_known": (models.Datasheet, {"warlord": "perhaps"}),
    "default_item_quantity": (models.DefaultItem, {"quantity": 0}),
    "deployment_named": (models.Deployment, {"name": ""}),
    "detachment_alias_named": (models.DetachmentAlias, {"name": ""}),
    "detachment_knowledge_known": (models.Detachment, {"knowledge": "guessed"}),
    "detachment_named": (models.Detachment, {"name": ""}),
    "detachment_price_first": (models.DetachmentPrice, {"first": 0}),
    "detachment_price_in_order": (models.DetachmentPrice, {"last": 0}),
    "detachment_price_models": (models.DetachmentPrice, {"model_count": 0}),
    "enhancement_alias_named": (models.EnhancementAlias, {"name": ""}),
    "enhancement_knowledge_known": (models.Enhancement, {"knowledge": "guessed"}),
    "enhancement_named": (models.Enhancement, {"name": ""}),
    "excluded_detachment_is_another": (models.ExcludedDetachment, {"excluded": F("detachment")}),
    "faction_alias_named": (models.FactionAlias, {"name": ""}),
    "faction_named": (models.Faction, {"name": ""}),
    "faction_not_its_own_parent": (models.Faction, {"parent": F("id")}),
    "force_disposition_named": (models.ForceDisposition, {"name": ""}),
    "free_model_named": (models.FreeModel, {"name": ""}),
    "granted_attachment_role_known": (models.GrantedAttachment, {"role": "joiner"}),
    "granted_keyword_maximum": (models.GrantedKeyword, {"maximum": 0}),
    "group_limit_in_order": (models.GroupLimit, {"minimum": 99}),
    "group_limit_named": (models.GroupLimit, {"name": ""}),
    "group_override_in_order": (models.GroupOverride, {"minimum": 99}),
    "hull_named": (models.Hull, {"name": ""}),
    "item_kind_known": (models.Item, {"kind": "vehicle"}),
    "item_named": (models.Item, {"name": ""}),
    "keyword_named": (models.Keyword, {"name": ""}),
    "kind_count_in_order": (models.KindCount, {"minimum": 99}),
    "mission_card_named": (models.MissionCard, {"name": ""}),
    "mission_named": (models.Mission, {"name": ""}),
    "model_kind_alias_named": (models.ModelKindAlias, {"name": ""}),
    "model_kind_base_has_shape": (models.ModelKind, {"base_shape": "", "base_diameter": 32.0}),
    "model_kind_counts_in_order": (models.ModelKind, {"minimum": 99}),
    "model_kind_named": (models.ModelKind, {"name": ""}),
    "model_profile_named": (models.ModelProfile, {"name": ""}),
    "model_profile_toughness_and_wounds": (models.ModelProfile, {"W": 0}),
    "offered_unique_tag_named": (models.OfferedUniqueTag, {"name": ""}),
    "paid_item_named": (models.PaidItem, {"name": ""}),
    "past_price_has_one_subject": (models.PastPrice, {"datasheet": None, "enhancement": None}),
    "quarantined_part_known": (models.QuarantinedPart, {"part": "profile"}),
    "quarantined_part_reasoned": (models.QuarantinedPart, {"reason": ""}),
    "replaced_item_quantity": (models.ReplacedItem, {"quantity": 0}),
    "resource_pool_named": (models.ResourcePool, {"name": ""}),
    "size_row_kind_named": (models.SizeRowKind, {"name": ""}),
    "size_row_models": (models.SizeRow, {"model_count": 0}),
    "slot_cost_slots": (models.SlotCost, {"slots": 0}),
    "hold_models": (models.Hold, {"model_count": 0}),
    "capacity_with_one": (models.CapacityWith, {"item": None, "kind": ""}),
    "split_rule_by_one": (models.SplitRule, {"detachment": F("transport")}),
    "stratagem_named": (models.Stratagem, {"name": ""}),
    "terrain_layout_named": (models.TerrainLayout, {"name": ""}),
    "terrain_template_named": (models.TerrainTemplate, {"name": ""}),
    "wargear_option_per_model": (models.WargearOption, {"per_model": 0}),
    "wargear_option_per_models": (models.WargearOption, {"per_models": 0}),
    "wargear_option_maximum_models": (models.WargearOption, {"maximum_models": 0}),
    "weapon_keyword_named": (models.WeaponKeyword, {"name": ""}),
    "weapon_profile_named": (models.WeaponProfile, {"name": ""}),
    "weapon_profile_skill_on_die": (models.WeaponProfile, {"skill": 7}),
}


def test_each_check_has_a_bad_row() -> None:
    checks = {
        constraint.name
        for model in MODELS
        for constraint in model._meta.constraints
        if isinstance(constraint, orm.CheckConstraint)
    }
    assert set(BAD_ROWS) == checks


@pytest.mark.parametrize("name", sorted(BAD_ROWS))
def test_check_refuses_its_bad_row(name: str, stored: None) -> None:
    model, values = BAD_ROWS[name]
    first = model._default_manager.order_by("pk").values_list("pk", flat=True)[0]

    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        model._default_manager.filter(pk=first).update(**values)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_second_row_of_the_same_key_is_refused(model: type[orm.Model], stored: None) -> None:
    for row in model._default_manager.all():
        row.pk = None
        row._state.adding = True
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()


COUNTS = [
    (model, field.name)
    for model in MODELS
    for field in model._meta.concrete_fields
    if isinstance(field, orm.PositiveIntegerField | orm.PositiveSmallIntegerField)
]


@pytest.mark.parametrize(("model", "column"), COUNTS, ids=lambda each: getattr(each, "__name__", each))
def test_negative_number_is_refused(model: type[orm.Model], column: str, stored: None) -> None:
    first = model._default_manager.order_by("pk").values_list("pk", flat=True)[0]

    with pytest.raises(IntegrityError), transaction.atomic():
        model._default_manager.filter(pk=first).update(**{column: -1})


REFERENCES = [(model, field.name) for model in MODELS for field in model._meta.concrete_fields if field.is_relation]


@pytest.mark.parametrize(("model", "column"), REFERENCES, ids=lambda each: getattr(each, "__name__", each))
def test_reference_to_nothing_is_refused(model: type[orm.Model], column: str, stored: None) -> None:
    naming = model._default_manager.filter(**{f"{column}__isnull": False})
    first = naming.order_by("pk").values_list("pk", flat=True)[0]

    model._default_manager.filter(pk=first).update(**{f"{column}_id": 999_999_999})

    # References are checked at the end of a transaction, or here.
    with pytest.raises(IntegrityError), transaction.atomic():
        connection.check_constraints()
    transaction.set_rollback(True)


def test_keyword_in_use_cannot_be_deleted(stored: None) -> None:
    with pytest.raises(ProtectedError):
        models.Keyword.objects.get(name="Infantry").delete()


def test_price_of_no_points_is_a_price(stored: None) -> None:
    assert models.AddOn.objects.get(name="Second Hound").points == 0
