"""A question as it was asked becomes one with a key: everything that determines its answer, and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from battle.access import Person
from battle.models import Priority
from battle.placing import Places
from battle.releases import NoRelease, catalogue_to_ask
from battle.sampling.sampled import LEAST_SAMPLES, MOST_SAMPLES
from battle.scenario.canonical import canonical
from battle.scenario.decoding import scenario_from_json
from battle.scenario.fielding import needs_catalogue
from battle.scenario.parts import Prepared, prepared
from battle.scenario.rolling import LARGEST_SEED, USUAL_SEED, Rolls
from battle.scenario.shapes import ScenarioShape
from battle.scenario.version import ENGINE_VERSION
from battle.sources import SourcesRefused, resolved
from battle.titles import title_of
from datasheets.catalogue import Catalogue
from roster.archives import shown_name
from roster.document_faults import DocumentError
from roster.json_texts import storable

MOST_BYTES = 1_000_000
_ASKERS_OWN = ("release", "samples", "seed", "trace", "priority")
"""Members of what is asked that are no part of the scenario."""
_PRIORITIES = {"person": Priority.PERSON, "batch": Priority.BATCH}


class QuestionRefused(Exception):
    """What was asked cannot be answered; ``faults`` say what is wrong, each with its place in what was asked."""

    def __init__(self, *faults: DocumentError) -> None:
        super().__init__(" ".join(str(fault) for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Question:
    """A scenario with what it is answered by. ``release`` is empty where no unit is of a catalogue."""

    shape: ScenarioShape
    content: dict[str, Any]
    """The canonical scenario."""
    catalogue: Catalogue | None
    rolls: Rolls

    @property
    def kind(self) -> str:
        """What is asked: ``"attack"``, ``"matrix"`` ..."""
        return str(self.content["question"])

    @property
    def release(self) -> str:
        """Label of the release."""
        return self.catalogue.stamp.label if self.catalogue is not None else ""

    @property
    def release_hash(self) -> str:
        """Hash of what is in the release."""
        return self.catalogue.stamp.content_hash if self.catalogue is not None else ""

    @property
    def key(self) -> str:
        """SHA-256 of everything that determines the answer."""
        return digest(
            {
                "question": self.content,
                "release": self.release_hash,
                "engine": ENGINE_VERSION,
                "samples": self.rolls.samples,
                "seed": self.rolls.seed,
                "trace": self.rolls.is_traced,
            }
        )

    def prepare(self) -> Prepared:
        """The question with its units fielded; raises :class:`DocumentError`."""
        return prepared(self.shape, self.catalogue, self.rolls)


@dataclass(frozen=True, slots=True)
class Asking:
    """A question with what the person who asks it says beside it."""

    question: Question
    name: str
    title: str
    sources: tuple[dict[str, Any], ...]
    notes: tuple[str, ...]
    priority: Priority
    ask: dict[str, Any]
    places: Places

    def prepare(self) -> Prepared:
        """The question with its units fielded; raises :class:`QuestionRefused`."""
        try:
            return self.question.prepare()
        except DocumentError as fault:
            raise self.refused(fault) from fault

    def refused(self, fault: DocumentError) -> QuestionRefused:
        """The fault of the scenario as one of what was asked."""
        return QuestionRefused(self.places.asked(fault))


def digest(value: Any) -> str:
    """SHA-256 of a JSON value, whatever the order of its members."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def question_of_document(document: dict[str, Any], catalogue: Catalogue | None, rolls: Rolls) -> Question:
    """The question of a scenario document; raises :class:`DocumentError`."""
    shape = scenario_from_json(document)
    return Question(shape, canonical(shape), catalogue if needs_catalogue(shape) else None, rolls)


def sound(document: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked as plain JSON that every database keeps; raises :class:`QuestionRefused`."""
    try:
        text = msgspec.json.encode(document)
        found = storable(msgspec.json.decode(text))
    except (msgspec.MsgspecError, TypeError, UnicodeError, RecursionError) as error:
        raise QuestionRefused(DocumentError("", f"This is not JSON: {error}.")) from error
    if not isinstance(found, dict):
        raise QuestionRefused(DocumentError("", "A question is a JSON object."))
    if len(text) > MOST_BYTES:
        message = f"The question has {len(text):,} bytes; at most {MOST_BYTES:,} are read."
        raise QuestionRefused(DocumentError("", message))
    return found


def asking_of(person: Person, document: Mapping[str, Any]) -> Asking:
    """What the person asks; raises :class:`QuestionRefused` with all that was found wrong."""
    ask = sound(document)
    scenario = {name: value for name, value in ask.items() if name not in _ASKERS_OWN}
    faults: list[DocumentError] = []
    rolls = _rolls(ask, faults)
    priority = _PRIORITIES.get(ask.get("priority", "person")) if isinstance(ask.get("priority", ""), str) else None
    if priority is None:
        faults.append(DocumentError("/priority", f"“priority” is one of: {', '.join(_PRIORITIES)}."))
    catalogue = _catalogue(ask, faults)
    if catalogue is None:
        raise QuestionRefused(*faults)
    try:
        sources = resolved(person, scenario, catalogue)
    except SourcesRefused as refused:
        raise QuestionRefused(*faults, *refused.faults) from refused
    try:
        question = question_of_document(sources.document, catalogue, rolls)
    except DocumentError as fault:
        raise QuestionRefused(*faults, sources.places.asked(fault)) from fault
    if faults or priority is None:
        raise QuestionRefused(*faults)
    return Asking(
        question=question,
        name=_name(scenario.get("name")),
        title=title_of(question.kind, scenario, sources.sources),
        sources=sources.sources,
        notes=sources.notes,
        priority=priority,
        ask=ask,
        places=sources.places,
    )


def _rolls(ask: Mapping[str, Any], faults: list[DocumentError]) -> Rolls:
    samples, seed, is_traced = ask.get("samples"), ask.get("seed", USUAL_SEED), ask.get("trace", False)
    if samples is not None and not (_is_whole(samples) and LEAST_SAMPLES <= samples <= MOST_SAMPLES):
        message = f"Write a whole number from {LEAST_SAMPLES} to {MOST_SAMPLES:,}, or null for an exact answer."
        faults.append(DocumentError("/samples", message))
        samples = None
    if not (_is_whole(seed) and 0 <= seed <= LARGEST_SEED):
        faults.append(DocumentError("/seed", f"Write a whole number from 0 to {LARGEST_SEED:,}."))
        seed = USUAL_SEED
    if not isinstance(is_traced, bool):
        faults.append(DocumentError("/trace", "Write true or false."))
        is_traced = False
    return Rolls(samples, seed, is_traced)


def _catalogue(ask: Mapping[str, Any], faults: list[DocumentError]) -> Catalogue | None:
    label = ask.get("release")
    if label is not None and not isinstance(label, str):
        faults.append(DocumentError("/release", "Write the label of a release, or leave it out for the one in force."))
        return None
    try:
        return catalogue_to_ask(label)
    except NoRelease as error:
        faults.append(DocumentError("/release", str(error)))
        return None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _name(value: Any) -> str:
    return shown_name(value) if isinstance(value, str) and value.strip() else ""
