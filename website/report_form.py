"""The form of a data error report, and the links that fill it in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.urls import reverse

from datasheets.models import ReportSubject
from datasheets.models.report import LONGEST_LINE, LONGEST_WORDS
from datasheets.services.reports import ReportDraft

FILLED_IN = ("subject", "release", "collection", "key", "check", "line", "name")


class ReportForm(forms.Form):
    """What is wrong and where the right value is known from; the rest is filled in by the link."""

    subject = forms.CharField(widget=forms.HiddenInput, required=False)
    release = forms.CharField(widget=forms.HiddenInput, required=False)
    collection = forms.CharField(widget=forms.HiddenInput, required=False)
    key = forms.CharField(widget=forms.HiddenInput, required=False)
    check = forms.CharField(widget=forms.HiddenInput, required=False)
    line = forms.CharField(widget=forms.HiddenInput, required=False)
    name = forms.CharField(widget=forms.HiddenInput, required=False)
    wrong = forms.CharField(
        label="What is wrong?",
        required=False,
        widget=forms.Textarea(
            attrs={"id": "report-wrong", "rows": 4, "maxlength": LONGEST_WORDS, "aria-describedby": "report-errors"}
        ),
    )
    known_from = forms.CharField(
        label="Where is the right value known from? (optional)",
        required=False,
        widget=forms.TextInput(
            attrs={
                "id": "report-known-from",
                "maxlength": LONGEST_WORDS,
                "autocomplete": "off",
                "aria-describedby": "report-known-hint",
            }
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            # What does not fit is said by the service, in words of its own.
            field.validators = []

    def draft(self) -> ReportDraft:
        """The report as handed in; without a subject it is about something else."""
        given = {name: self.cleaned_data[name] for name in ReportDraft.__dataclass_fields__}
        return ReportDraft(**{**given, "subject": given["subject"] or ReportSubject.OTHER.value})


def report_address(subject: str, **filled_in: object) -> str:
    """The address of the form with these fields filled in."""
    values = {name: str(value)[:LONGEST_LINE] for name, value in filled_in.items() if value}
    return f"{reverse('report')}?{urlencode({'subject': subject, **values})}"


def about(given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What the report is about, in words, from what the link filled in."""
    subject = str(given.get("subject", ""))
    labels = dict(ReportSubject.choices)
    entry = "/".join(str(given.get(part, "")) for part in ("collection", "key") if given.get(part))
    rows = (
        ("About", str(labels.get(subject, labels[ReportSubject.OTHER]))),
        ("Name", str(given.get("name", ""))),
        ("Line", str(given.get("line", ""))),
        ("Check", str(given.get("check", ""))),
        ("Entry", entry),
        ("Release", str(given.get("release", ""))),
    )
    return tuple((name, value[:LONGEST_LINE]) for name, value in rows if value)
