"""One side of a question as a form: a saved roster, a pasted list, a datasheet by name, or a gauntlet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from website.forms import ListForm
from website.matchups.ask_datasheets import LONGEST_NAME
from website.matchups.ask_kinds import AskedSide, Source

SOURCE_WORDS = {
    Source.SAVED: "A saved roster",
    Source.TEXT: "A pasted list",
    Source.DATASHEET: "A datasheet",
    Source.GAUNTLET: "A gauntlet",
}
LONGEST_SIDE_NAME = 100
_FIELDS = {Source.SAVED: "roster", Source.TEXT: "text", Source.DATASHEET: "datasheet", Source.GAUNTLET: "gauntlet"}


@dataclass(frozen=True, slots=True)
class Offered:
    """What a person can choose from: their rosters by public id, and the gauntlets they see by slug."""

    rosters: Sequence[tuple[str, str]] = ()
    gauntlets: Sequence[tuple[str, str]] = ()


class SideForm(forms.Form):
    """Where the units of a side come from. ``source`` is the one that is meant, once the form is valid; None: empty."""

    choice = forms.ChoiceField(
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the sources offered."},
    )
    roster = forms.CharField(required=False)
    text = forms.CharField(
        label="The text of the list",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off", "autocapitalize": "off"}),
        help_text="In the official app, open the roster, share it as text, and paste all of it here.",
    )
    file = forms.FileField(
        label="or choose a text file",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,text/plain"}),
    )
    datasheet = forms.CharField(
        label="Name of the datasheet",
        required=False,
        help_text="Two letters show what there is.",
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "maxlength": LONGEST_NAME, "enterkeyhint": "done"}
        ),
    )
    gauntlet = forms.CharField(required=False)
    called = forms.CharField(
        label="Called (optional)",
        required=False,
        max_length=LONGEST_SIDE_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST_SIDE_NAME}),
        error_messages={"max_length": f"The name has %(show_value)d characters; at most {LONGEST_SIDE_NAME} are kept."},
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        files: MultiValueDict[str, UploadedFile[Any]] | None,
        *,
        side: AskedSide,
        offered: Offered,
        initial: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data, files, prefix=side.prefix, label_suffix="", initial=dict(initial or {}))
        self.side = side
        self.source: Source | None = None
        self.list_text = ""
        self.sources = tuple(source for source in side.sources if _can_be(source, offered))
        for name in ("text", "datasheet", "roster", "gauntlet"):
            # Django would refuse a NUL in words of its own.
            self.fields[name].validators = [
                one for one in self.fields[name].validators if "Null" not in type(one).__name__
            ]
        self.fields["choice"].label = side.label
        self.fields["choice"].choices = [(source.value, SOURCE_WORDS[source]) for source in self.sources]  # type: ignore[attr-defined]
        self.fields["choice"].initial = self.sources[0].value
        self._select("roster", "Which roster", offered.rosters)
        self._select("gauntlet", "Which gauntlet", offered.gauntlets)
        self.fields["datasheet"].widget.attrs |= {
            "list": f"{side.prefix}-names",
            "hx-get": reverse("matchup-datasheets"),
            "hx-trigger": "input changed delay:200ms",
            "hx-target": f"#{side.prefix}-names",
            "hx-sync": "this:replace",
        }
        if not side.is_named:
            del self.fields["called"]

    def _select(self, name: str, label: str, choices: Sequence[tuple[str, str]]) -> None:
        field = self.fields[name]
        field.label = label
        options = [*([("", "Choose one")] if name == "roster" or self.side.is_optional else []), *choices]
        field.widget = forms.Select(choices=options)

    @property
    def chosen(self) -> str:
        """The source whose fields the page shows."""
        value = self["choice"].value()
        return value if value in {source.value for source in self.sources} else self.sources[0].value

    def has(self, source: Source) -> bool:
        """Whether it is offered."""
        return source in self.sources

    @property
    def has_saved(self) -> bool:
        """Whether there are saved rosters to choose from."""
        return self.has(Source.SAVED)

    @property
    def has_gauntlets(self) -> bool:
        """Whether there are gauntlets to choose from."""
        return self.has(Source.GAUNTLET)

    def clean(self) -> dict[str, Any]:
        """Settle which source is meant: the one that is chosen, or the only other that has something in it."""
        cleaned = super().clean() or {}
        filled = [source for source in self.sources if self._is_filled(source, cleaned)]
        wanted = next((source for source in self.sources if source.value == cleaned.get("choice")), self.sources[0])
        if wanted not in filled and len(others := [one for one in filled if one is not Source.GAUNTLET]) == 1:
            wanted = others[0]
        if wanted not in filled:
            if not self.side.is_optional and not self.errors:
                self.add_error(_FIELDS[wanted], _NOTHING[wanted])
            return cleaned
        self.source = wanted
        if wanted is Source.TEXT:
            self._read_text(cleaned)
        return cleaned

    def _is_filled(self, source: Source, cleaned: Mapping[str, Any]) -> bool:
        if source is Source.TEXT:
            return bool((cleaned.get("text") or "").strip() or cleaned.get("file"))
        return bool((cleaned.get(_FIELDS[source]) or "").strip())

    def _read_text(self, cleaned: Mapping[str, Any]) -> None:
        file: UploadedFile[Any] | None = cleaned.get("file")
        form = ListForm({"text": cleaned.get("text") or ""}, {"file": file} if file is not None else None)
        if form.is_valid():
            self.list_text = form.cleaned_data["list_text"]
            return
        field = "file" if file is not None else "text"
        for errors in form.errors.values():
            self.add_error(field, list(errors))

    def shown_again(self) -> None:
        """Put the text of a chosen file into the box: a browser does not send the same file twice by itself."""
        if self.list_text and self.files.get(self.add_prefix("file")) is not None:
            data = self.data.copy() if hasattr(self.data, "copy") else dict(self.data)
            data[self.add_prefix("text")] = self.list_text
            self.data = data


_NOTHING = {
    Source.SAVED: "No roster is chosen. Choose one, or take another source.",
    Source.TEXT: "There is no list here. Paste the text of one, or choose its file.",
    Source.DATASHEET: "No datasheet is named. Type its name, such as Immortals.",
    Source.GAUNTLET: "No gauntlet is chosen. Choose one, or take another source.",
}


def _can_be(source: Source, offered: Offered) -> bool:
    if source is Source.SAVED:
        return bool(offered.rosters)
    if source is Source.GAUNTLET:
        return bool(offered.gauntlets)
    return True
