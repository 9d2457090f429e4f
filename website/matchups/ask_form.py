"""The whole form of a question: its sides, the situation, switches, policies and dice, and the document it comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.forms import Form
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from datasheets.catalogue import Catalogue
from roster.access import Person
from roster.document_faults import DocumentError
from website.matchups.ask_general import LONGEST_NAME, DiceForm, GeneralForm, PoliciesForm
from website.matchups.ask_kinds import AskedKind
from website.matchups.ask_parts import AskedPart
from website.matchups.ask_sides import Offered, SideForm
from website.matchups.ask_situation_forms import AttackSituation, Circumstances, Duel, Views
from website.matchups.ask_switches import Switches

SCHEMA = "quartermaster.scenario/1"
FURTHER = "further"
"""The field that says that the second step was on the page, so that what is not in it was taken away."""


class MatchupForm:
    """What somebody asks. ``data`` None: the empty first step; ``initial`` fills fields of the sides by their names.

    ``is_run``: it is to be asked now, so that a unit that is not chosen yet is a fault.
    """

    def __init__(
        self,
        kind: AskedKind,
        person: Person,
        data: QueryDict | None,
        files: MultiValueDict[str, UploadedFile[Any]] | None,
        *,
        catalogue: Catalogue,
        releases: Sequence[str],
        offered: Offered,
        initial: Mapping[str, Mapping[str, str]] | None = None,
        is_run: bool = True,
    ) -> None:
        self.kind, self.person, self.catalogue = kind, person, catalogue
        self.data = data
        self.is_further = bool(data and data.get(FURTHER))
        self.faults: list[str] = []
        self.parts = tuple(
            AskedPart(
                side, kind, SideForm(data, files, side=side, offered=offered, initial=(initial or {}).get(side.prefix))
            )
            for side in kind.sides
        )
        further = data if self.is_further else None
        self.general = GeneralForm(data if data is not None else {}, releases)
        self.policies = PoliciesForm(further or {}, prefix="policy", label_suffix="")
        self.dice = DiceForm(further or {}, has_lists=kind.has_lists, is_duel=kind.is_duel)
        if data is not None:
            letters = 0
            for part in self.parts:
                part.read_with(person, catalogue, is_run=is_run, letters=letters)
                letters += len(part.form.list_text)
                part.form.shown_again()
        self.circumstances = self._circumstances(further)
        self.switches = Switches.handed_in(
            [unit for part in self.parts for unit in part.fielded(catalogue)],
            data.getlist("switch") if further is not None and data is not None else (),
        )
        self._pointers: dict[str, AskedPart] = {}

    def _circumstances(self, further: QueryDict | None) -> Circumstances:
        if self.kind.has_lists:
            return Views(further)
        if self.kind.is_duel:
            mine, theirs = (part.move_of(self.catalogue) for part in self.parts)
            return Duel(further, (mine, theirs))
        return AttackSituation(further, has_answer=self.kind.is_exchange)

    # What is on the page ------------------------------------------------------------------------------------

    @property
    def required_parts(self) -> tuple[AskedPart, ...]:
        """The sides without which nothing can be asked."""
        return tuple(part for part in self.parts if not part.side.is_optional)

    @property
    def optional_parts(self) -> tuple[AskedPart, ...]:
        """The sides that may stay empty."""
        return tuple(part for part in self.parts if part.side.is_optional)

    @property
    def has_optional(self) -> bool:
        """Whether an optional side has something on it, so that the page shows them open."""
        return any(part.read is not None or part.form.errors for part in self.optional_parts)

    @property
    def read_parts(self) -> tuple[AskedPart, ...]:
        """The sides that were read."""
        return tuple(part for part in self.parts if part.read is not None)

    @property
    def empty_parts(self) -> tuple[AskedPart, ...]:
        """The optional sides on which nothing stands yet."""
        return tuple(part for part in self.optional_parts if part.read is None)

    @property
    def carried(self) -> tuple[tuple[str, str], ...]:
        """What the second step said, name by name and value by value: the first step takes it along unseen."""
        if self.data is None or not self.is_further:
            return ()
        own = {part.form.add_prefix(name) for part in self.parts for name in part.form.fields}
        own |= {"csrfmiddlewaretoken", "step", "asked_as"}
        return tuple((name, str(value)) for name, values in self.data.lists() if name not in own for value in values)

    @property
    def is_waiting(self) -> bool:
        """Whether one unit is asked for and not yet chosen."""
        return any(part.units is not None and part.units.is_one and not part.units.keys for part in self.parts)

    @property
    def are_sides_read(self) -> bool:
        """Whether every side is read that has to be, so that the second step can be shown."""
        return all(part.read is not None for part in self.required_parts) and not any(
            part.form.errors and part.read is None for part in self.optional_parts
        )

    # Whether it can be asked --------------------------------------------------------------------------------

    def is_valid(self) -> bool:
        """Whether nothing is wrong that can be told before asking. Everything is told at once."""
        others = (self.general, self.policies, self.dice)
        sound = [
            *(part.is_valid for part in self.parts),
            self.circumstances.is_valid(),
            self.switches.is_valid,
            *(form.is_valid() for form in others),
        ]
        return all(sound) and not self.faults

    @property
    def document(self) -> dict[str, Any]:
        """The document that is asked; only of a form that is valid."""
        document: dict[str, Any] = {"schema": SCHEMA, "question": self.kind.slug}
        sides: list[dict[str, Any]] = []
        names = self._side_names()
        self._pointers = {}
        for part in self.read_parts:
            if part.side.is_named:
                self._pointers[f"/sides/{len(sides)}"] = part
                sides.append({"name": names[part.side.prefix], "units": [part.shape]})
                continue
            self._pointers[part.side.pointer] = part
            document[part.side.pointer[1:]] = [part.shape] if self.kind.has_lists else part.shape
        if sides:
            document["sides"] = sides
        document |= self.circumstances.fields(self.switches.on)
        if self.policies.policies:
            document["policies"] = self.policies.policies
        general = self.general.cleaned_data
        document |= {name: general[name] for name in ("name", "release") if general.get(name)}
        if not self.kind.has_lists:
            # Of a list, one unit is asked about: the name of the list alone would say too little.
            document.setdefault("name", " v. ".join(part.unit_name for part in self.parts)[:LONGEST_NAME])
        return document | self.dice.members

    def _side_names(self) -> dict[str, str]:
        """What sides of a comparison are called: two of one name by their number."""
        named = [part for part in self.read_parts if part.side.is_named]
        totals, seen = Counter(part.name for part in named), Counter[str]()
        found = {}
        for part in named:
            seen[part.name] += 1
            found[part.side.prefix] = part.name if totals[part.name] == 1 else f"{part.name} ({seen[part.name]})"
        return found

    # Faults -------------------------------------------------------------------------------------------------

    def add_faults(self, faults: Sequence[DocumentError]) -> None:
        """What the service refuses, each beside the field it is about."""
        for fault in faults:
            self._add(fault.pointer, fault.message)

    def _add(self, pointer: str, message: str) -> None:
        if "/switches/" in pointer:
            place = pointer.rpartition("/")[2]
            on = self.switches.on
            name = on[int(place)] if place.isdigit() and int(place) < len(on) else ""
            self.switches.add_fault(message, name)
            return
        for start, part in self._pointers.items():
            if pointer == start or pointer.startswith(f"{start}/"):
                part.form.add_error(None, message)
                return
        first, _, rest = pointer[1:].partition("/")
        field = rest.partition("/")[0]
        if first == "policies":
            self.policies.add_error(field if field in self.policies.fields else None, message)
        elif first in self.dice.fields:
            self.dice.add_error(first, message)
        elif first in self.general.fields:
            self.general.add_error(first, message)
        elif first in (
            "views",
            "situation",
            "answer",
            "distance",
            "rounds",
            "first",
            "attacker_course",
            "target_course",
        ):
            self.circumstances.add_fault(message)
        else:
            self.faults.append(message)

    @property
    def told(self) -> tuple[tuple[str, str, str], ...]:
        """Every fault with the id and the label of what it is about, for the head of the page; ids may be empty."""
        found = [("", "", message) for message in self.faults]
        for part in self.parts:
            for own in (part.form, part.units, part.loadout):
                messages = _messages(own) if own is not None else []
                found += [(f"{part.side.prefix}-side", part.side.label, message) for message in messages]
        for form in (*self.circumstances.forms, self.general, self.policies, self.dice):
            for name, errors in form.errors.items():
                id, label = ("", "") if name == "__all__" else (form[name].auto_id, str(form[name].label))
                found += [(id, label, str(error)) for error in errors]
        found += [("switches", "What is turned on", message) for message in self.switches.general_faults]
        found += [("switches", "What is turned on", one) for many in self.switches.faults.values() for one in many]
        return tuple(dict.fromkeys(found))


def _messages(form: Form) -> list[str]:
    """What is wrong with a side; a number among many says which one it is."""
    return [
        f"{form[name].label}: {error}" if name.startswith(("kind", "item")) else str(error)
        for name, errors in form.errors.items()
        for error in errors
    ]
