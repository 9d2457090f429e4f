"""Which tables the catalogue fills, in the order in which they can be filled, and their keys."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import models as orm

from datasheets import models
from datasheets.models.aggregate import Aggregate, Part

Key = tuple[Any, ...]
"""The natural key of a row: its aggregate's key columns, then those of each part on the way to it."""

Row = Any
"""A named tuple with the columns of one table; references to other rows are their keys."""


@dataclass(frozen=True, eq=False)
class Table:
    """A table and the columns that name a row of it among the rows of the same parent."""

    model: type[orm.Model]
    key: tuple[str, ...]

    @property
    def name(self) -> str:
        """The table's name for people, plural."""
        return str(self.model._meta.verbose_name_plural)

    @property
    def stored(self) -> orm.QuerySet[Any]:
        """The rows in the database."""
        return self.model._default_manager.all()

    @property
    def is_aggregate(self) -> bool:
        """Whether the rows stand by themselves."""
        return issubclass(self.model, Aggregate)

    @property
    def parent_column(self) -> str | None:
        """The column that names the row a part belongs to; None for an aggregate."""
        return self.model.belongs_to if issubclass(self.model, Part) else None

    @cached_property
    def parent(self) -> type[orm.Model] | None:
        """The model a part belongs to; None for an aggregate."""
        return _target(self.model, self.parent_column) if self.parent_column else None

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Every column that holds a fact: all but the primary key, the parent and the edited mark."""
        left_out = {"id", "is_edited", self.parent_column}
        return tuple(field.name for field in self.model._meta.concrete_fields if field.name not in left_out)

    @cached_property
    def references(self) -> dict[str, type[orm.Model]]:
        """The columns that name a row of another table, with its model."""
        return {
            column: _target(self.model, column)
            for column in self.columns
            if self.model._meta.get_field(column).is_relation
        }

    @property
    def attnames(self) -> tuple[str, ...]:
        """The columns as the database calls them: references by primary key."""
        return tuple(f"{column}_id" if column in self.references else column for column in self.columns)

    @cached_property
    def row(self) -> type[Any]:
        """The named tuple of a row."""
        return namedtuple(self.model.__name__, self.columns)

    def key_of(self, row: Row, parent: Key = ()) -> Key:
        """The natural key of ``row`` below the row with the key ``parent``."""
        return (*parent, *(getattr(row, column) for column in self.key))

    def parent_key(self, key: Key) -> Key:
        """The key of the row that the part with ``key`` belongs to."""
        return key[: len(key) - len(self.key)]


def reference(key: Key | None) -> Any:
    """How a row names another one: by its key, or by the one value of a key that has only one."""
    return key[0] if key is not None and len(key) == 1 else key


def key_named(value: Any) -> Key:
    """The key that a row names by ``value``; the other way round than :func:`reference`."""
    return value if isinstance(value, tuple) else (value,)


def _target(model: type[orm.Model], column: str) -> type[orm.Model]:
    target = model._meta.get_field(column).related_model
    if target is None or isinstance(target, str):
        raise TypeError(f"{model.__name__}.{column} is no relation")
    return target


PUBLIC_ID = ("public_id",)
POSITION = ("position",)

TABLES: tuple[Table, ...] = (
    Table(models.Keyword, ("name",)),
    Table(models.Faction, PUBLIC_ID),
    Table(models.FactionKeyword, ("keyword",)),
    Table(models.FactionAlias, ("name",)),
    Table(models.BattleSize, PUBLIC_ID),
    Table(models.ForceDisposition, PUBLIC_ID),
    Table(models.Item, PUBLIC_ID),
    Table(models.WeaponProfile, POSITION),
    Table(models.WeaponProfileTarget, ("keyword",)),
    Table(models.WeaponKeyword, POSITION),
    Table(models.WeaponKeywordTarget, ("keyword",)),
    Table(models.Detachment, PUBLIC_ID),
    Table(models.DetachmentAlias, ("name",)),
    Table(models.DetachmentOffer, ("faction",)),
    Table(models.OfferedDisposition, ("disposition",)),
    Table(models.OfferedUniqueTag, ("name",)),
    Table(models.RequiredKeyword, ("keyword",)),
    Table(models.GrantedKeyword, ("keyword", "to_keyword")),
    Table(models.UnitMinimum, ("keyword",)),
    Table(models.DetachmentExcludedFaction, ("faction",)),
    Table(models.ExcludedDetachment, ("excluded",)),
    Table(models.Datasheet, PUBLIC_ID),
    Table(models.DatasheetAlias, ("name",)),
    Table(models.DatasheetKeyword, ("role", "keyword")),
    Table(models.ConditionalKeyword, POSITION),
    Table(models.ItemKeyword, ("item", "keyword")),
    Table(models.ExcludedFaction, ("keyword",)),
    Table(models.WarlordDetachment, ("detachment",)),
    Table(models.SplitRule, POSITION),
    Table(models.QuarantinedPart, ("part", "part_id")),
    Table(models.Transport, ()),
    Table(models.PassengerKeyword, ("keyword", "is_excluded")),
    Table(models.PassengerGroup, POSITION),
    Table(models.PassengerGroupKeyword, ("keyword",)),
    Table(models.SlotCost, ("keyword",)),
    Table(models.FreeModel, ("name",)),
    Table(models.CapacityWith, POSITION),
    Table(models.Hold, POSITION),
    Table(models.HoldGroup, POSITION),
    Table(models.HoldGroupKeyword, ("keyword",)),
    Table(models.Spared, POSITION),
    Table(models.SparedKeyword, ("keyword",)),
    Table(models.ModelProfile, ("name",)),
    Table(models.ModelKind, ("name",)),
    Table(models.ModelKindAlias, ("name",)),
    Table(models.DefaultItem, POSITION),
    Table(models.CompositionTier, POSITION),
    Table(models.KindCount, ("kind",)),
    Table(models.DatasheetItem, ("item",)),
    Table(models.WargearOption, PUBLIC_ID),
    Table(models.ReplacedItem, POSITION),
    Table(models.OptionChoice, POSITION),
    Table(models.ChosenItem, POSITION),
    Table(models.OptionCondition, ("item", "is_excluded")),
    Table(models.ItemBudget, POSITION),
    Table(models.BudgetItem, ("item",)),
    Table(models.BudgetOption, ("option",)),
    Table(models.DetachmentDatasheet, ("datasheet",)),
    Table(models.DemandedWarlord, ("datasheet",)),
    Table(models.Enhancement, PUBLIC_ID),
    Table(models.EnhancementAlias, ("name",)),
    Table(models.EnhancementPrice, ("faction",)),
    Table(models.RequirementGroup, POSITION),
    Table(models.RequirementKeyword, ("keyword",)),
    Table(models.BearerExclusion, ("keyword",)),
    Table(models.GrantedAttachment, ("role", "bodyguard")),
    Table(models.RequiredItem, ("item",)),
    Table(models.EnhancementKeyword, ("keyword",)),
    Table(models.PriceTable, ("datasheet", "price_list", "allied")),
    Table(models.CopyTier, ("first",)),
    Table(models.SizeRow, POSITION),
    Table(models.SizeRowKind, ("name",)),
    Table(models.PaidItem, ("name",)),
    Table(models.PaidItemItem, ("item",)),
    Table(models.AddOn, ("name",)),
    Table(models.DetachmentPrice, ("detachment", "first", "model_count")),
    Table(models.IncludedEnhancement, ("enhancement",)),
    Table(
        models.PastPrice,
        (
            "manual",
            "datasheet",
            "enhancement",
            "item",
            "price_list",
            "allied",
            "first_copy",
            "model_count",
            "points",
        ),
    ),
    Table(models.Attachment, ("joining", "bodyguard", "role", "required_detachment")),
    Table(models.AttachmentPriceList, ("faction",)),
    Table(models.AttachmentExcludedDetachment, ("detachment",)),
    Table(models.AttachmentSharedKeyword, ("keyword",)),
    Table(models.AttachmentNeighbour, ("datasheet",)),
    Table(models.AlliedRule, PUBLIC_ID),
    Table(models.AlliedKeyword, ("role", "keyword")),
    Table(models.AlliedGuest, ("datasheet",)),
    Table(models.AlliedDetachment, ("detachment",)),
    Table(models.FreeGuest, ("datasheet",)),
    Table(models.FreeGuestKeyword, ("keyword",)),
    Table(models.AlliedLimit, ("measure", "position")),
    Table(models.GroupLimit, PUBLIC_ID),
    Table(models.GroupMember, ("datasheet",)),
    Table(models.GroupOverride, ("detachment",)),
    Table(models.Allegiance, PUBLIC_ID),
    Table(models.AllegianceKeyword, ("keyword",)),
    Table(models.AllegianceMember, ("datasheet",)),
    Table(models.AllegianceChoice, ("name",)),
    Table(models.AllegianceChoiceKeyword, ("keyword",)),
    Table(models.Ability, PUBLIC_ID),
    Table(models.AbilityDatasheet, ("datasheet",)),
    Table(models.AbilityDetachment, ("detachment",)),
    Table(models.AbilityEnhancement, ("enhancement",)),
    Table(models.AbilityFaction, ("faction",)),
    Table(models.Stratagem, PUBLIC_ID),
    Table(models.ResourcePool, PUBLIC_ID),
    Table(models.MissionCard, PUBLIC_ID),
    Table(models.Mission, PUBLIC_ID),
    Table(models.Deployment, PUBLIC_ID),
    Table(models.TerrainTemplate, PUBLIC_ID),
    Table(models.TerrainLayout, PUBLIC_ID),
    Table(models.Hull, PUBLIC_ID),
    Table(models.BenchmarkTarget, PUBLIC_ID),
)
"""Every table of the catalogue, each after those that its rows name."""

TABLE_OF: dict[type[orm.Model], Table] = {table.model: table for table in TABLES}


def aggregate_table(table: Table) -> Table:
    """The table of the aggregates that rows of ``table`` are parts of, or ``table`` itself."""
    while table.parent is not None:
        table = TABLE_OF[table.parent]
    return table


def aggregate_key(table: Table, key: Key) -> Key:
    """The key of the aggregate that the row with ``key`` belongs to."""
    return key[: len(aggregate_table(table).key)]
