"""Items (weapons and wargear) and the profiles of weapons."""

from __future__ import annotations

from django.db import models

from datasheets.catalogue.wargear import ItemKind
from datasheets.models.aggregate import ID_LENGTH, NAME_LENGTH, Aggregate, Part, named, one_of
from datasheets.models.keyword import Keyword


class Item(Aggregate):
    """A weapon or piece of wargear."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    kind = models.CharField("kind", max_length=10, choices=[(kind.value, kind.value) for kind in ItemKind])

    class Meta:
        ordering = ["name", "public_id"]
        verbose_name = "item"
        constraints = [named("item_named"), one_of("kind", [kind.value for kind in ItemKind], "item_kind_known")]

    def __str__(self) -> str:
        return f"{self.name} ({self.public_id.partition(':')[0]})"


class WeaponProfile(Part):
    """One line of a weapon. Range in inches, empty for melee; dice stay as text."""

    belongs_to = "item"
    item = models.ForeignKey(Item, models.CASCADE, related_name="profiles")
    name = models.CharField("name", max_length=NAME_LENGTH)
    range = models.PositiveSmallIntegerField("range", null=True, blank=True, help_text="Inches; empty for melee.")
    attacks = models.CharField("A", max_length=20)
    skill = models.PositiveSmallIntegerField(
        "BS or WS", null=True, blank=True, help_text="The number needed: 3 for 3+; empty: no hit roll."
    )
    strength = models.CharField("S", max_length=20)
    armour_penetration = models.SmallIntegerField("AP")
    damage = models.CharField("D", max_length=20)

    class Meta:
        ordering = ["item", "position"]
        verbose_name = "weapon profile"
        constraints = [
            named("weapon_profile_named"),
            models.UniqueConstraint(fields=["item", "position"], name="weapon_profile_position_once"),
            models.CheckConstraint(
                condition=models.Q(skill__isnull=True) | models.Q(skill__gte=2, skill__lte=6),
                name="weapon_profile_skill_on_die",
                violation_error_message="BS or WS must be 2 to 6, or empty.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class WeaponKeyword(Part):
    """A weapon ability by name and value: Rapid Fire 2, Anti-infantry 4+ (24)."""

    belongs_to = "profile"
    profile = models.ForeignKey(WeaponProfile, models.CASCADE, related_name="keyword_rows")
    name = models.CharField("name", max_length=NAME_LENGTH)
    value = models.CharField("value", max_length=20, blank=True, help_text="Number or dice; 4+ for an Anti ability.")
    target = models.ForeignKey(
        Keyword, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="keyword an Anti ability names"
    )

    class Meta:
        ordering = ["profile", "position"]
        verbose_name = "weapon keyword"
        constraints = [
            named("weapon_keyword_named"),
            models.UniqueConstraint(fields=["profile", "position"], name="weapon_keyword_position_once"),
        ]

    def __str__(self) -> str:
        target = f"-{self.target}" if self.target else ""
        return f"{self.name}{target} {self.value}".strip()


class WeaponKeywordTarget(Part):
    """A keyword a target needs, or must not have, for the weapon ability to work."""

    belongs_to = "weapon_keyword"
    weapon_keyword = models.ForeignKey(WeaponKeyword, models.CASCADE, related_name="targets")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")
    is_excluded = models.BooleanField("excluded", default=False)

    class Meta:
        verbose_name = "target of a weapon keyword"
        verbose_name_plural = "targets of weapon keywords"
        constraints = [
            models.UniqueConstraint(fields=["weapon_keyword", "keyword"], name="weapon_keyword_target_once"),
        ]

    def __str__(self) -> str:
        return f"not {self.keyword}" if self.is_excluded else str(self.keyword)


class WeaponProfileTarget(Part):
    """A keyword the profile's target must have."""

    belongs_to = "profile"
    profile = models.ForeignKey(WeaponProfile, models.CASCADE, related_name="targets")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "target of a weapon profile"
        verbose_name_plural = "targets of weapon profiles"
        constraints = [models.UniqueConstraint(fields=["profile", "keyword"], name="weapon_profile_target_once")]

    def __str__(self) -> str:
        return str(self.keyword)
