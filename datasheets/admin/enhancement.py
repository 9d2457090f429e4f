"""Enhancements in the admin."""

from __future__ import annotations

from django.contrib import admin

from datasheets import models
from datasheets.admin.base import AggregateAdmin, CatalogueAdmin, LinkedInline, PartInline


class PriceInline(PartInline):
    """Points by faction."""

    model = models.EnhancementPrice
    readonly_fields = ("source",)


class RequirementGroupInline(LinkedInline):
    """Groups of keywords, one of which the bearer needs whole."""

    model = models.RequirementGroup


class ExclusionInline(PartInline):
    """Keywords the bearer must not have."""

    model = models.BearerExclusion


class GrantedAttachmentInline(PartInline):
    """Units its bearer may join."""

    model = models.GrantedAttachment


class AliasInline(PartInline):
    """Its other names."""

    model = models.EnhancementAlias


@admin.register(models.Enhancement)
class EnhancementAdmin(AggregateAdmin):
    """Enhancements."""

    list_display = ("name", "detachment", "is_upgrade", "knowledge", "is_edited")
    list_filter = ("is_upgrade", "knowledge", "is_edited")
    search_fields = ("name", "public_id", "alias_rows__name", "detachment__name")
    natural_key = ("public_id", "detachment")
    inlines = (PriceInline, RequirementGroupInline, ExclusionInline, GrantedAttachmentInline, AliasInline)


class RequirementKeywordInline(PartInline):
    """The keywords of a group."""

    model = models.RequirementKeyword


@admin.register(models.RequirementGroup)
class RequirementGroupAdmin(CatalogueAdmin):
    """Requirement groups."""

    list_display = ("__str__", "enhancement")
    search_fields = ("enhancement__name", "enhancement__public_id")
    natural_key = ("enhancement",)
    inlines = (RequirementKeywordInline,)
