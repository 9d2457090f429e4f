"""How every page of the catalogue's admin behaves: edits are marked, choices are searched, queries few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import unfold.admin
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AutocompleteSelect, RelatedFieldWidgetWrapper
from django.contrib.auth.models import User
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.forms import PaginationInlineFormSet

from datasheets.models.aggregate import Aggregate, aggregate_of
from datasheets.services.editing import give_back, record_saved, save_changes, working_entries
from datasheets.services.refusals import CatalogueBusy, EditNotSaved
from datasheets.tables.entries import ref_of_instance

if TYPE_CHECKING:
    # These take the model as a parameter for the type checker only.
    ModelForm = forms.ModelForm[Any]
    TabularInline = admin.TabularInline[Any, Any]
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelForm = forms.ModelForm
    TabularInline, ModelAdmin = unfold.admin.TabularInline, unfold.admin.ModelAdmin

EFFECT = "It takes effect with the next release: compile a draft, and have it published."
REASON = "Edited row by row."


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
    """A page of the catalogue: what is saved here lies over what the sources have, and its history is kept."""

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

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        """The form; what the catalogue refuses is told on it, and nothing was saved."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except (EditNotSaved, CatalogueBusy) as refused:
            return self._refused(request, refused)

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        """The question whether to delete; what the catalogue refuses is told, and nothing was deleted."""
        try:
            return super().delete_view(request, object_id, extra_context)
        except (EditNotSaved, CatalogueBusy) as refused:
            return self._refused(request, refused)

    def save_model(self, request: HttpRequest, obj: models.Model, form: Any, change: bool) -> None:
        """Store the entry, and remember what it was before."""
        self._remember(request, obj)
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Store the parts, and put what changed into the history."""
        super().save_related(request, form, formsets, change)
        self._record(request)

    def delete_model(self, request: HttpRequest, obj: models.Model) -> None:
        """Delete a part of an entry, or an entry made by hand."""
        ref = ref_of_instance(obj)
        if isinstance(obj, Aggregate) and ref is not None:
            save_changes({ref: None}, by=_who(request), reason=REASON)
            return
        self._remember(request, obj)
        super().delete_model(request, obj)
        self._record(request)

    def delete_queryset(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> None:
        """Delete one by one, so that each is remembered."""
        for obj in queryset:
            self.delete_model(request, obj)

    def _remember(self, request: HttpRequest, obj: models.Model) -> None:
        ref = ref_of_instance(aggregate_of(obj))
        if ref is not None:
            found = working_entries([ref]).get(ref)
            request.entry_before = (ref, found.value if found else None)  # type: ignore[attr-defined]

    def _record(self, request: HttpRequest) -> None:
        remembered = getattr(request, "entry_before", None)
        if remembered is None:
            return
        ref, before = remembered
        after = working_entries([ref]).get(ref)
        saved = record_saved(ref, before, after.value if after else None, by=_who(request), reason=REASON)
        if saved.change_id is not None:
            self.message_user(request, EFFECT, messages.INFO)

    def _refused(self, request: HttpRequest, refused: Exception) -> HttpResponse:
        for line in str(refused).splitlines():
            self.message_user(request, line, messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())


def _who(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


class AggregateAdmin(CatalogueAdmin):
    """A page of an entry that stands by itself."""

    actions = ("give_back_to_the_sources",)

    @admin.action(description="Give back to the sources", permissions=["change"])
    def give_back_to_the_sources(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> None:
        """Let the chosen entries be as the sources have them again."""
        count = 0
        for obj in queryset:
            ref = ref_of_instance(obj)
            if ref is None:
                continue
            try:
                count += give_back(ref, by=_who(request), reason=REASON).change_id is not None
            except (EditNotSaved, CatalogueBusy) as refused:
                self.message_user(request, str(refused), messages.ERROR)
        self.message_user(
            request, f"{count} {'entry is' if count == 1 else 'entries are'} as the sources have it again."
        )


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
