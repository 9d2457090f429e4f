"""Items and their weapon profiles in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import AggregateAdmin, CatalogueAdmin, LinkedInline, PartInline


class WeaponProfileInline(LinkedInline):
    """The lines of a weapon."""

    model = models.WeaponProfile


@admin.register(models.Item)
class ItemAdmin(AggregateAdmin):
    """Weapons and wargear."""

    list_display = ("name", "kind", "public_id", "is_edited")
    list_filter = ("kind", "is_edited")
    search_fields = ("name", "public_id")
    natural_key = ("public_id",)
    inlines = (WeaponProfileInline,)


class WeaponKeywordInline(PartInline):
    """The weapon abilities of a line."""

    model = models.WeaponKeyword
    show_change_link = True


class WeaponProfileTargetInline(PartInline):
    """The targets a line is for."""

    model = models.WeaponProfileTarget


@admin.register(models.WeaponProfile)
class WeaponProfileAdmin(CatalogueAdmin):
    """Lines of weapons."""

    list_display = ("name", "item", "range", "attacks", "skill", "strength", "armour_penetration", "damage")
    search_fields = ("name", "item__name", "item__public_id")
    natural_key = ("item",)
    inlines = (WeaponKeywordInline, WeaponProfileTargetInline)


class WeaponKeywordTargetInline(PartInline):
    """The targets a weapon ability works against."""

    model = models.WeaponKeywordTarget


@admin.register(models.WeaponKeyword)
class WeaponKeywordAdmin(CatalogueAdmin):
    """Weapon abilities."""

    list_display = ("__str__", "profile")
    list_filter = ("name",)
    search_fields = ("name", "profile__name")
    natural_key = ("profile",)
    inlines = (WeaponKeywordTargetInline,)
