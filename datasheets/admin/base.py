"""How every page of the catalogue's admin behaves: edits are marked, choices are searched, queries few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import unfold.admin
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AutocompleteSelect, RelatedFieldWidgetWrapper
from django.db import models
from django.http import HttpRequest
from unfold.forms import PaginationInlineFormSet

from datasheets.models.aggregate import Aggregate
from datasheets.services.editing import forget_edits, mark_edited, sign

if TYPE_CHECKING:
    # These take the model as a parameter for the type checker only.
    ModelForm = forms.ModelForm[Any]
    TabularInline = admin.TabularInline[Any, Any]
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelForm = forms.ModelForm
    TabularInline, ModelAdmin = unfold.admin.TabularInline, unfold.admin.ModelAdmin

EFFECT = "It takes effect with the next release: run `manage.py import_catalogue`, which leaves edited entries alone."


class KnownAutocomplete(AutocompleteSelect):
    """A searched choice that shows the row it has without asking the database for it again."""

    known: models.Model | None = None

    def optgroups(self, name: str, value: Sequence[str], attr: Any = None) -> Any:
        """The options shown before anything is searched: the one chosen, and none if it may be empty."""
        if self.known is None or list(value) != [str(self.known.pk)]:
            return super().optgroups(name, value, attr)
        options = [] if self.is_required else [self.create_option(name, "", "", False, 0)]
        options.append(self.create_option(name, self.known.pk, str(self.known), True, len(options)))
        return [(None, options, 0)]


class CatalogueForm(ModelForm):
    """A form whose searched choices know the rows that came with the instance."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            widget = field.widget.widget if isinstance(field.widget, RelatedFieldWidgetWrapper) else field.widget
            if isinstance(widget, KnownAutocomplete):
                widget.known = self.instance._state.fields_cache.get(name)


class PartFormSet(PaginationInlineFormSet):
    """Parts of a row; one without a position goes last."""

    def add_fields(self, form: ModelForm, index: int | None) -> None:
        """Let the position be left empty."""
        super().add_fields(form, index)
        if "position" in form.fields:
            form.fields["position"].required = False
            if form.instance.pk is None:
                form.initial["position"] = None

    def save_new(self, form: ModelForm, commit: bool = True) -> Any:
        """Store a new part, at the end if no position was given."""
        if form.cleaned_data.get("position") is None and "position" in form.fields:
            taken = [each.instance.position for each in self.forms if each.instance.position is not None]
            form.instance.position = max(taken, default=-1) + 1
        return super().save_new(form, commit=commit)


class SearchedChoices:
    """Foreign keys are searched, not listed."""

    listed_choices: Sequence[str] = ()
    """Foreign keys with few choices, shown as an ordinary list."""

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """A searched choice, unless the field is among ``listed_choices``."""
        if db_field.name not in self.listed_choices:
            kwargs["widget"] = KnownAutocomplete(db_field, self.admin_site)  # type: ignore[attr-defined]
        return super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]


def relations(model: type[models.Model], without: str | None = None) -> list[str]:
    """The foreign keys of ``model`` but for the one named ``without``."""
    return [
        field.name
        for field in model._meta.concrete_fields
        if field.is_relation and field.name != without and not field.auto_created
    ]


class PartInline(SearchedChoices, TabularInline):
    """Parts of a row, edited on its page."""

    extra = 0
    form = CatalogueForm
    formset = PartFormSet

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        """The parts with every row they name, in their order."""
        named = relations(self.model, getattr(self.model, "belongs_to", None))
        return super().get_queryset(request).select_related(*named or (None,)).order_by("position")


class LinkedInline(PartInline):
    """Parts with parts of their own: listed on the page, edited on one of their own."""

    show_change_link = True
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """New ones are added on their own page."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nothing is edited in the list itself."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Whoever may see the page may see the list."""
        return True


class CatalogueAdmin(SearchedChoices, ModelAdmin):
    """A page of the catalogue: what is saved here is marked as edited, and the import leaves it alone."""

    form = CatalogueForm
    list_per_page = 50
    show_full_result_count = False
    save_on_top = True
    natural_key: tuple[str, ...] = ()
    """Fields that name the entry; they cannot be changed once it is there."""

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        """The entries with every row they name."""
        return super().get_queryset(request).select_related(*relations(self.model) or (None,))

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> tuple[str, ...]:
        """Names of the entry are fixed once it is there; marks and sources are set by saving."""
        fixed = [name for name in ("is_edited", "source") if name in {field.name for field in self.opts.fields}]
        return (*super().get_readonly_fields(request, obj), *(self.natural_key if obj else ()), *fixed)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """An entry as the sources have it would only come back with the next import."""
        if not isinstance(obj, Aggregate):
            return not issubclass(self.model, Aggregate) and super().has_delete_permission(request, obj)
        return obj.is_edited and super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: models.Model, form: Any, change: bool) -> None:
        """Store the entry; a change is marked and signed."""
        is_changed = not change or form.has_changed()
        if is_changed:
            sign([obj])
            if isinstance(obj, Aggregate):
                obj.is_edited = True
        super().save_model(request, obj, form, change)
        if is_changed:
            self._mark(request, obj)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Store the parts; a change marks the entry they belong to."""
        rows = formset.save(commit=False)
        sign(rows)
        for row in formset.deleted_objects:
            row.delete()
        for row in rows:
            row.save()
        formset.save_m2m()
        if rows or formset.deleted_objects:
            self._mark(request, form.instance)

    def delete_model(self, request: HttpRequest, obj: models.Model) -> None:
        """Delete a part of an entry and mark that, or delete an entry."""
        if not isinstance(obj, Aggregate):
            self._mark(request, obj)
        super().delete_model(request, obj)

    def _mark(self, request: HttpRequest, obj: models.Model) -> None:
        mark_edited(obj)
        if not getattr(request, "catalogue_effect_told", False):
            request.catalogue_effect_told = True  # type: ignore[attr-defined]
            self.message_user(request, EFFECT, messages.INFO)


class AggregateAdmin(CatalogueAdmin):
    """A page of an entry that stands by itself."""

    actions = ("give_back_to_the_import",)

    @admin.action(description="Give back to the import", permissions=["change"])
    def give_back_to_the_import(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> None:
        """Let the next import set the chosen entries to what the sources have."""
        count = forget_edits(queryset)
        self.message_user(request, f"{count} edited entries follow the sources again from the next import on.")


class ReadOnlyAdmin(ModelAdmin):
    """A page that shows and changes nothing."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody changes anything here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody deletes anything here."""
        return False
