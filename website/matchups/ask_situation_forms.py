"""The situation as forms: views of lists, the situation of one attack, and the courses of a duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget

from battle.engine.courses import MOST_ROUNDS
from website.matchups.ask_situations import (
    DEFAULT_VIEWS,
    DETAILS,
    OF_DUELS,
    PRESETS,
    SHOOTING_TYPES,
    Preset,
    turned_round,
)

MOST_VIEWS = 8
MOST_INCHES = 100
LONGEST_VIEW_NAME = 60

ACTIVITIES = [("shooting", "shooting"), ("fight", "fighting"), ("both", "shooting, then fighting")]


def _inches(label: str, hint: str = "", *, least: float = 0) -> forms.FloatField:
    wrong = f"Write inches from {least:g} to {MOST_INCHES}, such as 18, or leave it empty."
    return forms.FloatField(
        label=label,
        required=False,
        min_value=least,
        max_value=MOST_INCHES,
        help_text=hint,
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any", "autocomplete": "off"}),
        error_messages={"invalid": wrong, "min_value": wrong, "max_value": wrong},
    )


class DetailsForm(forms.Form):
    """What is so beside a preset. ``facts`` are the fields of the situation that it adds."""

    distance = _inches("Inches between them", "Empty: in range of every weapon and within half range of none.")
    shoots = forms.ChoiceField(
        label="How it shoots",
        required=False,
        choices=[(slug, words) for slug, (words, _) in SHOOTING_TYPES.items()],
        error_messages={"invalid_choice": "There is no such way to shoot. Choose one of those offered."},
    )
    round = forms.ChoiceField(
        label="Battle round",
        required=False,
        choices=[("", "any"), *((str(number), str(number)) for number in range(1, MOST_ROUNDS + 1))],
        error_messages={"invalid_choice": "There is no such battle round."},
    )
    details = forms.MultipleChoiceField(
        label="What else is so",
        required=False,
        choices=[(slug, words) for slug, (words, _) in DETAILS.items()],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "“%(value)s” is none of the details offered."},
    )

    @property
    def facts(self) -> dict[str, Any]:
        """The fields of the situation that are added."""
        values = self.cleaned_data
        found: dict[str, Any] = {**SHOOTING_TYPES[values.get("shoots") or ""][1]}
        for slug in values.get("details") or ():
            found.update(DETAILS[slug][1])
        if values.get("distance") is not None:
            found["distance"] = values["distance"]
        if values.get("round"):
            found["round"] = int(values["round"])
        return found

    @property
    def is_used(self) -> bool:
        """Whether anything is said here, so that the page shows it open."""
        return bool(self.errors or self.facts)


class OwnViewForm(DetailsForm):
    """A view that somebody makes for themselves; without a name and an activity it is none."""

    name = forms.CharField(
        label="Name of the view",
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST_VIEW_NAME}),
    )
    activity = forms.ChoiceField(
        label="What units do",
        required=False,
        choices=[("", "not used"), *ACTIVITIES],
        error_messages={"invalid_choice": "Units shoot, fight, or do both."},
    )

    def clean_name(self) -> str:
        """The name, if it is short enough for a heading."""
        return _short(self.cleaned_data["name"], LONGEST_VIEW_NAME)

    def clean(self) -> dict[str, Any]:
        """A view that is named has to say what units do in it."""
        cleaned = super().clean() or {}
        if not cleaned.get("activity") and (cleaned.get("name") or self.facts) and "activity" not in self.errors:
            self.add_error("activity", "Choose what units do in this view, or empty its other fields.")
        return cleaned

    @property
    def view(self) -> dict[str, Any] | None:
        """The view of the document; None where it is not used."""
        activity = self.cleaned_data.get("activity")
        if not activity:
            return None
        name = self.cleaned_data.get("name") or f"My view: {dict(ACTIVITIES)[activity]}"
        return {"name": name, "activity": activity, "situation": self.facts}

    @property
    def is_used(self) -> bool:
        """Whether anything is said here."""
        return bool(self.errors or self.cleaned_data.get("activity"))


class ViewsForm(forms.Form):
    """In which presets lists are seen."""

    views = forms.MultipleChoiceField(
        label="Views",
        required=False,
        choices=[(preset.slug, preset.name) for preset in PRESETS.values()],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "“%(value)s” is none of the views offered."},
    )


class Views:
    """The views of a question on lists: presets, details that are added to each, and views of one's own."""

    OWN = ("own1", "own2")
    DEFAULTS: Mapping[str, Any] = {"views": list(DEFAULT_VIEWS)}

    def __init__(self, data: Mapping[str, Any] | None) -> None:
        self.presets = ViewsForm(data if data is not None else self.DEFAULTS, label_suffix="")
        self.details = DetailsForm(data or {}, prefix="all", label_suffix="")
        self.own = tuple(OwnViewForm(data or {}, prefix=prefix, label_suffix="") for prefix in self.OWN)
        self.faults: list[str] = []
        self._parts = (self.presets, self.details, *self.own)

    @property
    def forms(self) -> tuple[forms.Form, ...]:
        """Every form it has."""
        return self._parts

    @property
    def rows(self) -> tuple[tuple[BoundWidget, Preset], ...]:
        """The box of each preset, and the preset."""
        return tuple(zip(self.presets["views"], PRESETS.values(), strict=True))

    def is_valid(self) -> bool:
        """Whether there is at least one view and nothing wrong with any."""
        if not all(form.is_valid() for form in self._parts):
            return False
        found = self._views()
        if not found:
            self.presets.add_error("views", "No view is chosen. Choose one at least.")
        elif len(found) > MOST_VIEWS:
            self.presets.add_error("views", f"{len(found)} views; there are at most {MOST_VIEWS}. Leave some out.")
        return self.presets.is_valid()

    def fields(self, switches: Sequence[str]) -> dict[str, Any]:
        """What it says in the document."""
        views = [
            {**view, "situation": {**view["situation"], **({"switches": list(switches)} if switches else {})}}
            for view in self._views()
        ]
        return {"views": views}

    def _views(self) -> list[dict[str, Any]]:
        chosen = self.presets.cleaned_data.get("views") or ()
        views = [
            {
                "name": preset.name,
                "activity": preset.activity,
                "situation": {**preset.facts, **_fitting(self.details.facts, preset.activity)},
            }
            for slug, preset in PRESETS.items()
            if slug in chosen
        ]
        return [*views, *(view for form in self.own if (view := form.view) is not None)]

    def add_fault(self, message: str) -> None:
        """Something that is wrong with the views as a whole."""
        self.presets.add_error("views", message)


class AttackSituationForm(DetailsForm):
    """The situation of one attack: a preset and what else is so."""

    preset = forms.ChoiceField(
        label="In short",
        required=False,
        choices=[(preset.slug, preset.name) for preset in PRESETS.values() if preset.activity != "both"],
        error_messages={"invalid_choice": "There is no such situation. Choose one of those offered."},
    )

    @property
    def situation(self) -> tuple[str, dict[str, Any]]:
        """The phase, and the fields of the situation."""
        preset = PRESETS[self.cleaned_data.get("preset") or "open"]
        return preset.activity, {**preset.facts, **_fitting(self.facts, preset.activity)}


class AnswerSituationForm(AttackSituationForm):
    """The situation in which survivors strike back; without a preset it follows from the attack."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["preset"]
        field.label = "When they strike back"
        field.choices = [("", "as it follows from the attack"), *field.choices]  # type: ignore[attr-defined]


class AttackSituation:
    """The situation of an attack, and of the answer to it where there is one."""

    DEFAULTS: Mapping[str, Any] = {"now-preset": "open"}

    def __init__(self, data: Mapping[str, Any] | None, *, has_answer: bool) -> None:
        self.now = AttackSituationForm(data if data is not None else self.DEFAULTS, prefix="now", label_suffix="")
        if not has_answer:
            both = [(preset.slug, preset.name) for preset in PRESETS.values() if preset.activity == "both"]
            self.now.fields["preset"].choices += both  # type: ignore[attr-defined]
        self.answer = AnswerSituationForm(data or {}, prefix="then", label_suffix="") if has_answer else None

    @property
    def forms(self) -> tuple[forms.Form, ...]:
        """Every form it has."""
        return (self.now,) if self.answer is None else (self.now, self.answer)

    def is_valid(self) -> bool:
        """Whether nothing is wrong."""
        return all(form.is_valid() for form in self.forms)

    def fields(self, switches: Sequence[str]) -> dict[str, Any]:
        """What it says in the document."""
        activity, facts = self.now.situation
        if activity == "both":
            # An attack is made in one phase; a pair goes through both.
            situation = {**facts, **({"switches": list(switches)} if switches else {})}
            return {"question": "pair", "activity": activity, "situation": situation}
        found = {"situation": _situation(activity, facts, switches)}
        if self.answer is not None:
            own = self.answer.cleaned_data.get("preset")
            back, answer = self.answer.situation if own else (activity, turned_round(activity, facts))
            if not own:
                answer = {**answer, **_fitting(self.answer.facts, activity)}
            found["answer"] = _situation(back, answer, switches)
        return found

    def add_fault(self, message: str) -> None:
        """Something that is wrong with the situation as a whole."""
        self.now.add_error("preset", message)


class CourseForm(forms.Form):
    """What a unit of a duel does in its turns."""

    approach = _inches("Inches nearer in each move", least=-MOST_INCHES)
    charges = forms.BooleanField(label="It charges where it may", required=False)
    advances = forms.BooleanField(label="It advances", required=False)
    details = forms.MultipleChoiceField(
        label="While it attacks",
        required=False,
        choices=[(slug, words) for slug, (words, _) in DETAILS.items() if slug in OF_DUELS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "“%(value)s” is none of the details offered."},
    )

    def course(self, move: int | None, switches: Sequence[str]) -> dict[str, Any]:
        """The course of the document; where no approach is written the unit moves as far as it can."""
        values = self.cleaned_data
        approach = values.get("approach")
        so: dict[str, Any] = {"switches": list(switches)} if switches else {}
        for slug in values.get("details") or ():
            so.update(DETAILS[slug][1])
        return {
            "approach": approach if approach is not None else float(move or 0),
            "charges": values["charges"],
            "advances": values["advances"],
            **({"shooting": so, "fighting": so} if so else {}),
        }


class DuelForm(forms.Form):
    """How far apart a duel begins, how long it is, and who is first."""

    distance = _inches("Inches between them at the start")
    rounds = forms.ChoiceField(
        label="Battle rounds",
        choices=[(str(number), str(number)) for number in range(1, MOST_ROUNDS + 1)],
        error_messages=dict.fromkeys(("required", "invalid_choice"), f"A battle has 1 to {MOST_ROUNDS} rounds."),
    )
    first = forms.ChoiceField(
        label="Who has the first turn",
        choices=[("attacker", "the unit that attacks"), ("target", "the other one")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "One of the two has the first turn."),
    )


class Duel:
    """A duel: its frame, and the courses of both units. ``moves`` are how far each can move, None where unknown."""

    DEFAULTS: Mapping[str, Any] = {
        "duel-distance": "18",
        "duel-rounds": "5",
        "duel-first": "attacker",
        "mycourse-charges": "on",
        "theircourse-charges": "on",
    }
    DISTANCE = 18.0

    def __init__(self, data: Mapping[str, Any] | None, moves: tuple[int | None, int | None]) -> None:
        given = data if data is not None else self.DEFAULTS
        self.moves = moves
        self.frame = DuelForm(given, prefix="duel", label_suffix="")
        self.mine = CourseForm(given, prefix="mycourse", label_suffix="")
        self.theirs = CourseForm(given, prefix="theircourse", label_suffix="")
        for form, move in zip((self.mine, self.theirs), moves, strict=True):
            as_far = f"its Move of {move} inches" if move is not None else "0"
            form.fields["approach"].help_text = f"Empty: {as_far}. Below 0: away."

    @property
    def forms(self) -> tuple[forms.Form, ...]:
        """Every form it has."""
        return (self.frame, self.mine, self.theirs)

    def is_valid(self) -> bool:
        """Whether nothing is wrong."""
        return all(form.is_valid() for form in self.forms)

    def fields(self, switches: Sequence[str]) -> dict[str, Any]:
        """What it says in the document."""
        values = self.frame.cleaned_data
        return {
            "distance": self.DISTANCE if values.get("distance") is None else values["distance"],
            "rounds": int(values["rounds"]),
            "first": values["first"],
            "attacker_course": self.mine.course(self.moves[0], switches),
            "target_course": self.theirs.course(self.moves[1], switches),
        }

    def add_fault(self, message: str) -> None:
        """Something that is wrong with the duel as a whole."""
        self.frame.add_error(None, message)


Circumstances = Views | AttackSituation | Duel


def _situation(activity: str, facts: Mapping[str, Any], switches: Sequence[str]) -> dict[str, Any]:
    return {"phase": activity, **facts, **({"switches": list(switches)} if switches else {})}


def _fitting(facts: Mapping[str, Any], activity: str) -> dict[str, Any]:
    """The facts without how a unit shoots, where it only fights."""
    if activity != "fight":
        return dict(facts)
    return {name: value for name, value in facts.items() if name not in ("shooting_type", "distance")}


def _short(name: str, most: int) -> str:
    if len(name) > most:
        raise forms.ValidationError(f"The name has {len(name):,} characters; at most {most} are kept.")
    return name
