"""What happens in play: abilities, stratagems, resource pools, missions and the battlefield.

What people search and what names other entries is a column; the rest of an entry, a tree, is its
``content``: JSON of the fields of its value in :mod:`datasheets.catalogue` that have no column.
"""

from __future__ import annotations

from django.db import models

from datasheets.catalogue.ability import AbilityKind, AbilityStatus
from datasheets.models.aggregate import ID_LENGTH, NAME_LENGTH, SOURCE_LENGTH, Aggregate, Part, named, one_of
from datasheets.models.datasheet import Datasheet
from datasheets.models.detachment import Detachment, ForceDisposition
from datasheets.models.enhancement import Enhancement
from datasheets.models.faction import Faction

WORD_LENGTH = 40


class PlayEntry(Aggregate):
    """An entry with an id, a name, a source, and the rest of it as JSON."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    content = models.TextField("content", default="{}", help_text="The fields without a column, as JSON.")
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        abstract = True
        ordering = ["name", "public_id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.public_id})"


class Ability(PlayEntry):
    """What an ability does, as encoded, and whether that was checked against its text (R-45)."""

    kind = models.CharField("kind", max_length=WORD_LENGTH, choices=[(each.value, each.value) for each in AbilityKind])
    behaviour = models.CharField("behaviour", max_length=WORD_LENGTH)
    status = models.CharField(
        "status",
        max_length=WORD_LENGTH,
        choices=[(each.value, each.value) for each in AbilityStatus],
        default=AbilityStatus.UNVERIFIED.value,
    )
    is_disputed = models.BooleanField("disputed", default=False, help_text="The package's makers doubt the encoding.")
    text_digest = models.CharField("text digest", max_length=64, blank=True)

    class Meta(PlayEntry.Meta):
        verbose_name = "ability"
        verbose_name_plural = "abilities"
        constraints = [
            named("ability_named"),
            one_of("kind", [each.value for each in AbilityKind], "ability_kind_known"),
            one_of("status", [each.value for each in AbilityStatus], "ability_status_known"),
        ]


class AbilityDatasheet(Part):
    """A datasheet that has the ability."""

    belongs_to = "ability"
    ability = models.ForeignKey(Ability, models.CASCADE, related_name="datasheet_rows")
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="ability_rows")

    class Meta:
        verbose_name = "datasheet with an ability"
        verbose_name_plural = "datasheets with abilities"
        constraints = [models.UniqueConstraint(fields=["ability", "datasheet"], name="ability_datasheet_once")]

    def __str__(self) -> str:
        return str(self.datasheet)


class AbilityDetachment(Part):
    """A detachment that gives the ability."""

    belongs_to = "ability"
    ability = models.ForeignKey(Ability, models.CASCADE, related_name="detachment_rows")
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="ability_rows")

    class Meta:
        verbose_name = "detachment with an ability"
        verbose_name_plural = "detachments with abilities"
        constraints = [models.UniqueConstraint(fields=["ability", "detachment"], name="ability_detachment_once")]

    def __str__(self) -> str:
        return str(self.detachment)


class AbilityEnhancement(Part):
    """An enhancement that gives the ability."""

    belongs_to = "ability"
    ability = models.ForeignKey(Ability, models.CASCADE, related_name="enhancement_rows")
    enhancement = models.ForeignKey(Enhancement, models.CASCADE, related_name="ability_rows")

    class Meta:
        verbose_name = "enhancement with an ability"
        verbose_name_plural = "enhancements with abilities"
        constraints = [models.UniqueConstraint(fields=["ability", "enhancement"], name="ability_enhancement_once")]

    def __str__(self) -> str:
        return str(self.enhancement)


class AbilityFaction(Part):
    """A faction whose army rule the ability is."""

    belongs_to = "ability"
    ability = models.ForeignKey(Ability, models.CASCADE, related_name="faction_rows")
    faction = models.ForeignKey(Faction, models.CASCADE, related_name="ability_rows")

    class Meta:
        verbose_name = "faction with an ability"
        verbose_name_plural = "factions with abilities"
        constraints = [models.UniqueConstraint(fields=["ability", "faction"], name="ability_faction_once")]

    def __str__(self) -> str:
        return str(self.faction)


class Stratagem(PlayEntry):
    """A stratagem of a detachment, or of every army."""

    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="stratagems", null=True, blank=True)
    ability = models.ForeignKey(
        Ability, models.SET_NULL, related_name="stratagems", null=True, blank=True, verbose_name="what it does"
    )
    category = models.CharField("category", max_length=WORD_LENGTH)
    type = models.CharField("type", max_length=WORD_LENGTH, blank=True)
    command_points = models.PositiveSmallIntegerField("command points")
    timing = models.CharField("how often", max_length=WORD_LENGTH)
    player_turn = models.CharField("whose turn", max_length=WORD_LENGTH)

    class Meta(PlayEntry.Meta):
        verbose_name = "stratagem"
        constraints = [named("stratagem_named")]


class ResourcePool(PlayEntry):
    """Tokens or dice of a faction."""

    faction = models.ForeignKey(Faction, models.CASCADE, related_name="resource_pools")
    type = models.CharField("type", max_length=WORD_LENGTH)
    maximum = models.PositiveSmallIntegerField("at most", null=True, blank=True)

    class Meta(PlayEntry.Meta):
        verbose_name = "resource pool"
        constraints = [named("resource_pool_named")]


class MissionCard(PlayEntry):
    """A primary or secondary mission with its scoring."""

    type = models.CharField("type", max_length=WORD_LENGTH)
    subtype = models.CharField("subtype", max_length=WORD_LENGTH, blank=True)

    class Meta(PlayEntry.Meta):
        verbose_name = "mission card"
        constraints = [named("mission_card_named")]


class Mission(PlayEntry):
    """The mission of one disposition against another."""

    disposition = models.ForeignKey(ForceDisposition, models.PROTECT, related_name="+")
    opponent_disposition = models.ForeignKey(ForceDisposition, models.PROTECT, related_name="+")
    card = models.ForeignKey(MissionCard, models.PROTECT, related_name="missions", verbose_name="primary mission")
    primary_per_round = models.PositiveSmallIntegerField("primary victory points per battle round, at most")
    primary_per_game = models.PositiveSmallIntegerField("primary victory points per game, at most")
    secondary_per_round = models.PositiveSmallIntegerField("secondary victory points per battle round, at most")
    secondary_per_game = models.PositiveSmallIntegerField("secondary victory points per game, at most")

    class Meta(PlayEntry.Meta):
        verbose_name = "mission"
        constraints = [
            named("mission_named"),
            models.UniqueConstraint(fields=["disposition", "opponent_disposition"], name="mission_of_a_pairing"),
        ]


class Deployment(PlayEntry):
    """A deployment pattern."""

    class Meta(PlayEntry.Meta):
        verbose_name = "deployment pattern"
        constraints = [named("deployment_named")]


class TerrainTemplate(PlayEntry):
    """A terrain area or feature."""

    kind = models.CharField("kind", max_length=WORD_LENGTH)
    category = models.CharField("category", max_length=WORD_LENGTH, blank=True)

    class Meta(PlayEntry.Meta):
        verbose_name = "terrain template"
        constraints = [named("terrain_template_named")]


class TerrainLayout(PlayEntry):
    """Where terrain stands."""

    deployment = models.ForeignKey(Deployment, models.PROTECT, related_name="layouts")
    variant = models.PositiveSmallIntegerField("variant", null=True, blank=True)

    class Meta(PlayEntry.Meta):
        verbose_name = "terrain layout"
        constraints = [named("terrain_layout_named")]


class Hull(PlayEntry):
    """The outline of a vehicle without a base."""

    class Meta(PlayEntry.Meta):
        verbose_name = "hull"
        constraints = [named("hull_named")]


class BenchmarkTarget(PlayEntry):
    """A datasheet that people compare attacks against."""

    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="+")

    class Meta(PlayEntry.Meta):
        verbose_name = "benchmark target"
        constraints = [named("benchmark_target_named")]
