"""Making a datasheet by hand: its name and faction first, then the page that every datasheet has."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from datasheets import models
from datasheets.admin.workbench.subject import Subject, new_datasheet
from datasheets.admin.workbench.views import edit_new
from datasheets.sources.slugs import slug_of


class NewDatasheetForm(forms.Form):
    """What a datasheet needs before anything else can be said of it."""

    name = forms.CharField(max_length=120, label="Name", help_text="As the datasheet prints it.")
    faction = forms.ModelChoiceField(
        models.Faction.objects.order_by("name"), label="Faction", to_field_name="public_id"
    )
    models = forms.IntegerField(
        min_value=1, max_value=100, initial=1, label="Models", help_text="The smallest unit; more sizes can follow."
    )
    points = forms.IntegerField(min_value=0, max_value=10_000, label="Points", help_text="For a unit of that size.")

    def clean(self) -> dict[str, Any]:
        """The name must make an id that is still free."""
        cleaned: dict[str, Any] = super().clean() or {}
        name, faction = cleaned.get("name"), cleaned.get("faction")
        if name and faction:
            slug = slug_of(name)
            if not slug:
                self.add_error("name", "Write a name with letters in it.")
            elif models.Datasheet.objects.filter(public_id=f"{faction.public_id}:{slug}").exists():
                self.add_error("name", f"{faction.name} have a datasheet called {name} already: edit that one.")
        return cleaned

    def subject(self) -> Subject:
        """The datasheet with what can be known of it."""
        faction = self.cleaned_data["faction"]
        chapter = (faction.chapter_keyword.name,) if faction.chapter_keyword_id else ()
        return new_datasheet(
            entry_id=f"{faction.public_id}:{slug_of(self.cleaned_data['name'])}",
            name=self.cleaned_data["name"].strip(),
            faction=faction.public_id,
            faction_keywords=(faction.keyword.name, *chapter),
            price_list=(faction.price_list or faction).public_id,
            models=self.cleaned_data["models"],
            points=self.cleaned_data["points"],
        )


def add_datasheet(request: HttpRequest, model_admin: Any) -> HttpResponse:
    """The form for name and faction, then the page; what is sent from that comes here too."""
    if request.method == "POST":
        return edit_new(request, model_admin, None)
    form = NewDatasheetForm(request.GET if "name" in request.GET else None, use_required_attribute=False)
    if form.is_bound and form.is_valid():
        return edit_new(request, model_admin, form.subject())
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": "A new datasheet",
        "form": form,
    }
    return TemplateResponse(request, "admin/workbench/new.html", context)
