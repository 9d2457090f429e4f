"""An event profile handed in as a document, pasted or as a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from roster.document_faults import DocumentError
from roster.event_documents import MAX_BYTES, event_from_json
from roster.muster import EventProfile
from roster.muster.profiles import ProfileFault

MOST_FAULTS = 50


class EventDocumentForm(forms.Form):
    """The profile as JSON; ``profile`` is what it says, once the form is valid."""

    text = forms.CharField(
        label="Profile",
        required=False,
        widget=forms.Textarea(attrs={"rows": 20, "spellcheck": "false", "autocomplete": "off"}),
        help_text="A document of the schema quartermaster.event/1. Ids are those of the catalogue.",
    )
    file = forms.FileField(
        label="or choose a file",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        # Django would refuse a NUL in words of its own.
        self.fields["text"].validators = []
        self._profile: EventProfile | None = None

    @property
    def profile(self) -> EventProfile:
        """The profile that was read."""
        assert self._profile is not None, "only a form that is valid has a profile"
        return self._profile

    def clean(self) -> dict[str, Any]:
        """The document read; a file counts before what stands in the box."""
        cleaned = super().clean() or {}
        file: UploadedFile[Any] | None = cleaned.get("file")
        name = "text" if file is None else "file"
        content = (cleaned.get("text") or "").encode() if file is None else file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            self.add_error(name, f"The profile has more than {MAX_BYTES:,} bytes, which is the most that is read.")
            return cleaned
        if not content.strip():
            self.add_error(name, "There is no profile here. Paste one, or choose its file.")
            return cleaned
        try:
            self._profile = event_from_json(content)
        except DocumentError as error:
            self.add_error(name, f"{error.pointer or '/'}: {error.message}")
        return cleaned

    def add_faults(self, faults: Iterable[ProfileFault]) -> None:
        """What keeps the profile from being stored, each with its place."""
        name = "file" if self.cleaned_data.get("file") is not None else "text"
        self.add_error(name, [f"{fault.pointer or '/'}: {fault.message}" for fault in faults][:MOST_FAULTS])
