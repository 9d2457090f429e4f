"""Verdicts on upstream's encodings, against the probes: one that is right answers them all, another does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from battle.effects.judged import Given, JudgedAbility, judged_abilities
from battle.effects.probing import probed
from battle.effects.shapes import Mistake, ProbeShape, Upstream
from battle.effects.upstream import proposal_of
from battle.effects.upstream.translating import PREFIX
from battle.engine.effects import Status
from datasheets.catalogue import Catalogue
from datasheets.catalogue.ability import Ability

EXACT = 1e-6

CARRIED_ELSEWHERE = frozenset(
    {
        "adeptus-astartes:terminator-storm-shield",
        "astra-militarum:slabshield",
        "adeptus-mechanicus:doctrina-imperatives",
        "orks:ard-case",
    }
)
"""W of a bearer, which no switch changes; who stands near whom, which a proposal takes to be so; wargear that the
catalogue has no item for."""

UNSEEN = frozenset({Mistake.ONCE, Mistake.MODELS, Mistake.TOO_MUCH})
"""Mistakes that need not show in an attack: how often, who of a unit saves first, which other modifiers."""


def _answers(judged: JudgedAbility, encoded: Ability, probe: ProbeShape) -> bool:
    """Whether the encoding, taken to be so, answers the probe; what is activated only where a switch is on.

    Of options that are switches of their own any choice may do.
    """
    is_on = encoded.behaviour != "activated" or not judged.switches or bool(set(probe.situation.switches) - {"near"})
    given = proposal_of(encoded).given if is_on else ()
    plain = f"{PREFIX}{judged.id}"
    options = sorted({one.effect.switch for one in given} - {plain})
    return any(_is_answered(judged, given, chosen | {plain}, probe) for chosen in _choices(options))


def _choices(options: list[str]) -> Iterator[frozenset[str]]:
    for many in range(len(options) + 1):
        yield from map(frozenset, combinations(options, many))


def _is_answered(judged: JudgedAbility, given: tuple[Given, ...], chosen: frozenset[str], probe: ProbeShape) -> bool:
    laid = tuple(
        replace(one, effect=replace(one.effect, switch="", status=Status.JUDGED))
        for one in given
        if one.effect.switch in chosen
    )
    found = probed(replace(judged, given=laid), probe)
    return abs(found.with_it - found.expected_with) < EXACT


def test_encodings_are_as_right_as_they_were_judged(catalogue: Catalogue) -> None:
    encoded = {ability.id: ability for ability in catalogue.data.abilities}
    wrong_verdicts = []
    for judged in judged_abilities().values():
        if not judged.given or judged.id in CARRIED_ELSEWHERE:
            continue
        is_answered = all(_answers(judged, encoded[judged.id], probe) for probe in judged.probes)
        is_unseen = bool(judged.mistakes) and UNSEEN.issuperset(judged.mistakes)
        if is_answered is not (judged.upstream is Upstream.RIGHT) and not (is_answered and is_unseen):
            wrong_verdicts.append(judged.id)

    assert wrong_verdicts == []
