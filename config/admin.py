"""Accounts in the administration, on its pages' own base classes."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.http import HttpRequest
from knox.admin import AuthTokenAdmin
from knox.models import AuthToken
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

for model in (User, Group, AuthToken):
    admin.site.unregister(model)


@admin.register(User)
class AccountAdmin(UserAdmin, ModelAdmin):
    """People, and which roles they have."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "is_staff", "is_superuser", "last_login")
    list_filter = ("is_staff", "is_superuser", "groups")


@admin.register(Group)
class RoleAdmin(GroupAdmin, ModelAdmin):
    """Roles: what their people may do."""


@admin.register(AuthToken)
class TokenAdmin(AuthTokenAdmin, ModelAdmin):
    """Tokens of the API; the secret itself is not stored."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Tokens with whom they belong to."""
        return super().get_queryset(request).select_related("user")
