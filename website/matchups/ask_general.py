"""What is asked of every question: its name, the release, aims of both sides, and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

LONGEST_NAME = 200
FEWEST_SAMPLES = 100
MOST_SAMPLES = 1_000_000
MOST_SEED = 2**32 - 1

_AIMS = [
    ("models", "models, then points"),
    ("points", "points, then models"),
    ("characters", "CHARACTERs, then models"),
]
_NO_AIM = "There is no such aim. Choose one of those offered."


def _whole(label: str, least: int, most: int, hint: str) -> forms.IntegerField:
    wrong = f"Write a whole number from {least:,} to {most:,}, or leave it empty."
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=least,
        max_value=most,
        help_text=hint,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": wrong, "min_value": wrong, "max_value": wrong},
    )


class GeneralForm(forms.Form):
    """Name and release. The release is offered only where there are several."""

    name = forms.CharField(
        label="Name (optional)",
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST_NAME}),
        help_text="Left empty it is made from the sides.",
    )
    release = forms.ChoiceField(
        label="Release of the catalogue",
        required=False,
        error_messages={"invalid_choice": "There is no such release. Choose one of those offered."},
    )

    def __init__(self, data: Mapping[str, Any], releases: Sequence[str]) -> None:
        super().__init__(data, label_suffix="")
        # Django would refuse a NUL in words of its own.
        self.fields["name"].validators = []
        newest, *older = releases or ("",)
        self.fields["release"].choices = [  # type: ignore[attr-defined]
            ("", f"{newest}, in force"),
            *((label, label) for label in older),
        ]
        self.has_releases = bool(older)

    def clean_name(self) -> str:
        """The name, if it is short enough to be kept."""
        name: str = self.cleaned_data["name"].replace("\0", "")
        if len(name) > LONGEST_NAME:
            raise forms.ValidationError(
                f"The name has {len(name):,} characters; at most {LONGEST_NAME} are kept. Give a shorter one."
            )
        return name


class PoliciesForm(forms.Form):
    """What both sides aim at, and choices that are settled (R-29)."""

    attacker = forms.ChoiceField(
        label="The attacker aims at", required=False, choices=_AIMS, error_messages={"invalid_choice": _NO_AIM}
    )
    defender = forms.ChoiceField(
        label="The defender protects", required=False, choices=_AIMS, error_messages={"invalid_choice": _NO_AIM}
    )
    fish = forms.BooleanField(
        label="Re-roll successes that are not critical",
        required=False,
        help_text="Where a re-roll is allowed, hits that are not critical are rolled again, too.",
    )
    lethal = forms.ChoiceField(
        label="[LETHAL HITS]",
        required=False,
        choices=[("", "whichever is better"), ("yes", "always wound by themselves"), ("no", "never")],
        error_messages={"invalid_choice": "Choose one of those offered."},
    )
    reorder = forms.BooleanField(
        label="Try in which order weapons attack",
        required=False,
        help_text="Else in the order of the datasheet.",
    )

    @property
    def policies(self) -> dict[str, Any]:
        """The policies of the document; only what is not usual."""
        values = self.cleaned_data
        found: dict[str, Any] = {
            side: values[side] for side in ("attacker", "defender") if values.get(side) not in ("", None, "models")
        }
        found |= {name: True for name in ("fish", "reorder") if values.get(name)}
        if values.get("lethal"):
            found["lethal"] = values["lethal"] == "yes"
        return found

    @property
    def is_used(self) -> bool:
        """Whether anything is said here, so that the page shows it open."""
        return bool(self.errors or self.policies)


class DiceForm(forms.Form):
    """Whether dice are rolled instead of counting exactly, and how."""

    samples = _whole(
        "Roll it so many times",
        FEWEST_SAMPLES,
        MOST_SAMPLES,
        "Empty: the exact answer wherever it fits, which is the better one.",
    )
    seed = _whole("Seed of the dice", 0, MOST_SEED, "The same seed gives the same dice.")
    trace = forms.BooleanField(label="Show one roll, die by die", required=False)

    def __init__(self, data: Mapping[str, Any], *, has_lists: bool, is_duel: bool) -> None:
        super().__init__(data, prefix="dice", label_suffix="")
        if has_lists or is_duel:
            del self.fields["samples"], self.fields["trace"]
        if is_duel:
            del self.fields["seed"]  # no dice are rolled for a duel

    @property
    def members(self) -> dict[str, Any]:
        """What it adds to the document."""
        values = self.cleaned_data
        found = {name: values[name] for name in ("samples", "seed") if values.get(name) is not None}
        if values.get("trace"):
            found["trace"] = True
        return found

    @property
    def is_used(self) -> bool:
        """Whether anything is said here, so that the page shows it open."""
        return bool(self.errors or self.members)
