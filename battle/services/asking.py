"""Asking: a question is answered once, at once where it is small, and whoever asks it gets a request of their own."""

from __future__ import annotations

import datetime
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from battle.models import AskedKey, Simulation, SimulationRequest
from battle.models.request import KEY_LENGTH, NAME_LENGTH
from battle.models.simulation import KEPT_FOR, UNFINISHED
from battle.questions import Asking, QuestionRefused, asking_of, digest, sound
from battle.services.ending import NotCancellable, cancel, delete_request
from battle.services.storing import NotWorkedOut, Worked, is_wanted, simulation_of
from roster.document_faults import DocumentError

__all__ = [
    "AskRefused",
    "Asked",
    "IdempotencyConflict",
    "NotCancellable",
    "TooManyUnfinished",
    "ask",
    "ask_again",
    "cancel",
    "delete_request",
]

MOST_UNFINISHED = 50
"""Simulations that one person may have unfinished."""
MOST_REQUESTS = 1_000
"""Requests that one person may keep."""
COME_BACK_SECONDS = 30
"""When whoever has too many unfinished may try again."""
_TRIES = 5

AskRefused = QuestionRefused
"""What was asked cannot be answered; ``faults`` say what is wrong, each with its place in what was asked."""


class TooManyUnfinished(Exception):
    """The person has as many unfinished simulations as one may; come back in so many ``seconds``."""

    def __init__(self) -> None:
        super().__init__(
            f"You have {MOST_UNFINISHED} simulations that are not finished yet; {MOST_UNFINISHED} is the most. "
            f"Wait for one of them, or cancel one. Try again in {COME_BACK_SECONDS} seconds."
        )
        self.seconds = COME_BACK_SECONDS
        self.limit = MOST_UNFINISHED


class IdempotencyConflict(Exception):
    """The key was used for another question."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The request of who asked; ``is_new``: it was not there before; ``is_finished``: there is nothing to wait for.

    ``is_replayed``: it was asked before under the same key, and nothing was asked now.
    """

    request: SimulationRequest
    is_new: bool
    is_replayed: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether the answer is there, or none will come."""
        return self.request.is_finished


def ask(
    owner: AbstractBaseUser,
    document: Mapping[str, Any],
    *,
    idempotency_key: str = "",
    may_answer_at_once: bool = True,
) -> Asked:
    """Ask what ``document`` says: a scenario whose units may come from saved rosters, lists and gauntlets.

    The same question is answered once, whoever asks. Raises :class:`AskRefused`, :class:`TooManyUnfinished`, and
    :class:`IdempotencyConflict` where the key was used for another question.
    """
    ask_digest = _digest(document, idempotency_key)
    before = _asked_before(owner, idempotency_key, ask_digest)
    if before is not None:
        return Asked(before, is_new=False, is_replayed=True)
    asking = asking_of(owner, document)
    worked: Worked | None = None
    for _ in range(_TRIES):
        if worked is None and not is_wanted(asking.question.key):
            worked = _worked(asking, may_answer_at_once)
        try:
            with transaction.atomic():
                return _stored(owner, asking, worked, idempotency_key, ask_digest)
        except NotWorkedOut:
            worked = _worked(asking, may_answer_at_once)
        except IntegrityError:
            # The same key, at the same moment.
            before = _asked_before(owner, idempotency_key, ask_digest)
            if before is None:
                raise
            return Asked(before, is_new=False, is_replayed=True)
    raise NotWorkedOut


def ask_again(request: SimulationRequest) -> Asked:
    """Ask the same by the release in force, today's engine and the rosters as they are now.

    Raises :class:`AskRefused` where that cannot be any more, and :class:`TooManyUnfinished`.
    """
    document = {name: value for name, value in request.ask.items() if name != "release"}
    return ask(request.owner, {**document, "name": request.name})


def _worked(asking: Asking, may_answer_at_once: bool) -> Worked:
    """The parts, and the answer where it is small: outside of any transaction, since it takes its time."""
    begun = time.perf_counter()
    fielded = asking.prepare()
    try:
        answer = fielded.at_once() if may_answer_at_once else None
    except DocumentError as fault:
        raise asking.refused(fault) from fault
    return Worked(fielded.parts, answer, time.perf_counter() - begun if answer is not None else 0.0)


def _stored(
    owner: AbstractBaseUser, asking: Asking, worked: Worked | None, idempotency_key: str, ask_digest: str
) -> Asked:
    # One at a time for each person, so that the limits hold.
    get_user_model().objects.select_for_update().filter(pk=owner.pk).first()
    simulation = simulation_of(asking.question, worked, person=owner, priority=asking.priority)
    now = timezone.now()
    _keep(simulation, now)
    request = SimulationRequest.objects.filter(owner_id=owner.pk, simulation=simulation).first()
    if not simulation.is_finished:
        _refuse_flood(owner, request)
    is_new = request is None
    columns = {
        "name": asking.name[:NAME_LENGTH] or (request.name if request is not None else ""),
        "title": asking.title,
        "sources": list(asking.sources),
        "notes": list(asking.notes),
        "asked_at": now,
        "cancelled_at": None,
        "ask": asking.ask,
    }
    if request is None:
        _refuse_hoard(owner)
        request = SimulationRequest(owner_id=owner.pk, simulation=simulation, created_at=now)
    for name, value in columns.items():
        setattr(request, name, value)
    request.simulation = simulation
    request.save()
    if idempotency_key:
        AskedKey.objects.create(owner_id=owner.pk, key=idempotency_key, digest=ask_digest, request=request)
    return Asked(request, is_new)


def _keep(simulation: Simulation, now: datetime.datetime) -> None:
    """Keep it as long from now as one that is new."""
    simulation.expires_at = now + KEPT_FOR
    Simulation.objects.filter(pk=simulation.pk).update(expires_at=simulation.expires_at)


def _refuse_flood(owner: AbstractBaseUser, request: SimulationRequest | None) -> None:
    unfinished = SimulationRequest.objects.filter(
        owner_id=owner.pk, cancelled_at__isnull=True, simulation__status__in=UNFINISHED
    )
    if request is not None:
        unfinished = unfinished.exclude(pk=request.pk)
    if unfinished.count() >= MOST_UNFINISHED:
        raise TooManyUnfinished


def _refuse_hoard(owner: AbstractBaseUser) -> None:
    kept = SimulationRequest.objects.filter(owner_id=owner.pk).count()
    if kept >= MOST_REQUESTS:
        message = f"You keep {kept:,} matchups; {MOST_REQUESTS:,} is the most. Delete some that you no longer need."
        raise AskRefused(DocumentError("", message))


def _digest(document: Mapping[str, Any], idempotency_key: str) -> str:
    if not idempotency_key:
        return ""
    if len(idempotency_key) > KEY_LENGTH or "\0" in idempotency_key:
        message = f"The Idempotency-Key has {len(idempotency_key)} characters; write at most {KEY_LENGTH}, and no NUL."
        raise AskRefused(DocumentError("", message))
    return digest(sound(document))


def _asked_before(owner: AbstractBaseUser, idempotency_key: str, ask_digest: str) -> SimulationRequest | None:
    if not idempotency_key:
        return None
    known = (
        AskedKey.objects.filter(owner_id=owner.pk, key=idempotency_key).select_related("request__simulation").first()
    )
    if known is None:
        return None
    if known.digest != ask_digest:
        raise IdempotencyConflict(
            f"The Idempotency-Key “{idempotency_key[:60]}” was used for another question. Choose another key."
        )
    return known.request
