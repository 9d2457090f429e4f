"""What visitors hand in: a list as text or as a file, or a folder of lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from roster.interchange.decoding import UnreadableFile, decode_upload

MAXIMUM_CHARACTERS = 200_000
MAXIMUM_FILE_BYTES = 4 * MAXIMUM_CHARACTERS
LONGEST_BATCH_NAME = 120


class ListForm(forms.Form):
    """One army list, pasted or as a text file. ``list_text`` is what to check, with line feeds only."""

    text = forms.CharField(
        label="Your army list",
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "id": "list-text",
                "rows": 14,
                "spellcheck": "false",
                "autocomplete": "off",
                "autocapitalize": "off",
                "aria-describedby": "list-hint list-errors",
            }
        ),
    )
    file = forms.FileField(
        label="or choose a text file",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(
            attrs={"id": "list-file", "accept": ".txt,text/plain", "aria-describedby": "list-errors"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django would refuse a NUL in words of its own; clean() says what such a text is.
        self.fields["text"].validators = []

    def clean(self) -> dict[str, Any]:
        """Settle which of the two is meant and whether it is a text of a size that is read."""
        cleaned = super().clean() or {}
        pasted = _with_line_feeds(cleaned.get("text") or "")
        file: UploadedFile[Any] | None = cleaned.get("file")
        if file is not None and pasted.strip():
            raise forms.ValidationError(
                "There is a pasted list and a chosen file. Empty the box or take the file away, then check again."
            )
        text = pasted if file is None else _with_line_feeds(_text_of(file))
        _refuse_unusable(text, file)
        cleaned["list_text"] = text
        return cleaned


class MultipleFileInput(forms.ClearableFileInput):
    """A file input that takes several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One or more files, each as Django's own field checks it."""

    widget = MultipleFileInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[Any]]:
        """The files as a list."""
        if isinstance(data, Sequence):
            if not data:
                return [super().clean(None, initial)]
            return [super(FilesField, self).clean(entry, initial) for entry in data]
        return [super().clean(data, initial)]


class BatchForm(forms.Form):
    """A folder of lists: text files, or one .zip of them."""

    name = forms.CharField(
        label="Name of this batch (optional)",
        required=False,
        widget=forms.TextInput(attrs={"id": "batch-name", "autocomplete": "off", "maxlength": LONGEST_BATCH_NAME}),
    )
    lists = FilesField(
        label="Lists: text files, or one .zip of them",
        allow_empty_file=True,
        widget=MultipleFileInput(
            attrs={
                "id": "batch-files",
                "multiple": True,
                "accept": ".txt,.zip,text/plain,application/zip",
                "aria-describedby": "batch-hint batch-errors",
            }
        ),
        error_messages={
            "required": "No file was chosen. Choose the text files of your lists, or one .zip of them.",
            "missing": "No file was chosen. Choose the text files of your lists, or one .zip of them.",
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django would refuse a NUL in words of its own; a name is stored as it can be shown.
        self.fields["name"].validators = []

    def clean_name(self) -> str:
        """The name, if it is short enough to be kept."""
        name: str = self.cleaned_data["name"]
        if len(name) > LONGEST_BATCH_NAME:
            raise forms.ValidationError(
                f"The name has {len(name):,} characters; at most {LONGEST_BATCH_NAME} are kept. Give a shorter one."
            )
        return name


def _text_of(file: UploadedFile[Any]) -> str:
    if (file.size or 0) > MAXIMUM_FILE_BYTES:
        raise forms.ValidationError(
            f"{file.name} has {file.size:,} bytes; a list has a few thousand, and at most "
            f"{MAXIMUM_FILE_BYTES:,} are read. Choose the file of one list."
        )
    content = file.read()
    try:
        return decode_upload(content) if content else ""
    except UnreadableFile as refusal:
        raise forms.ValidationError(f"{file.name}: {refusal}") from refusal


def _refuse_unusable(text: str, file: UploadedFile[Any] | None) -> None:
    if not text.strip():
        raise forms.ValidationError(
            "The box is empty. Paste the text of your list, or choose a file."
            if file is None
            else f"{file.name} is empty. Export the list again, or paste its text."
        )
    if len(text) > MAXIMUM_CHARACTERS:
        raise forms.ValidationError(
            f"This text has {len(text):,} characters; at most {MAXIMUM_CHARACTERS:,} are read, and a list has a few "
            "thousand. Keep only the list and check again."
        )
    if "\0" in text:
        raise forms.ValidationError(
            "This is not a text: it holds characters that no text has. Export the list as text and paste that."
        )


def _with_line_feeds(text: str) -> str:
    """A browser sends two characters for a line's end where its box counts one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
