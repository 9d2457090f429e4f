"""What an attack, an exchange or a pair comes to, in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battle.advice import honesty
from battle.advice.figures import number, percent, points_in_words
from battle.advice.measures import Figure
from battle.advice.naming import both_sides
from roster.muster.words import abridged, counted, listed

WORTH_NAMING = 0.01
"""Rules that add less than this part of what is destroyed are not named."""
WORTH_SAYING = 0.005
"""Less likely than this, a case is not mentioned."""
_OF_THE_OTHER_PHASE = ("It is a melee weapon", "It is a ranged weapon")
"""Why every unit leaves weapons out, and no news to anybody."""


def attack(answer: Mapping[str, Any]) -> Iterator[str]:
    """What an attack does and why."""
    attacker, target = answer["attacker"], answer["target"]
    yield from _destroyed(attacker["name"], target, answer["destroyed"])
    yield from _points(attacker, target, answer["destroyed"])
    yield from _stages(answer)
    yield from _added(answer)
    yield from _order(answer)
    yield from _left_out(answer)
    yield from honesty.of_answer(answer)


def pair(answer: Mapping[str, Any]) -> Iterator[str]:
    """What one unit does to another in one phase or in both."""
    attacker, target = answer["attacker"], answer["target"]
    yield from _destroyed(attacker["name"], target, answer["destroyed"])
    yield from _points(attacker, target, answer["destroyed"])
    for place, phase in enumerate(answer["phases"]):
        said = [*_stages(phase), *_added(phase), *_left_out(phase)]
        if len(answer["phases"]) > 1:
            alone = number(phase["destroyed"]["expected_models"])
            fresh = ", if the target were fresh" if place else ""
            said.insert(0, f"{alone} models are destroyed by this alone{fresh}.")
        name = "Shooting" if phase["phase"] == "shooting" else "Fighting"
        yield f"{name}: {' '.join(said)}"
    yield from _order(answer["phases"][0])
    yield from honesty.of_answer(answer)


def exchange(answer: Mapping[str, Any]) -> Iterator[str]:
    """What both sides lose, and who trades better."""
    attacker, target = both_sides(answer).values()
    first, answered = answer["first"]["destroyed"], answer["back"]
    yield from _destroyed(attacker["name"], target, first)
    yield from _destroyed(f"What is left of {target['name']}", attacker, answered)
    if first["whole_unit"] >= WORTH_SAYING:
        yield f"In {percent(first['whole_unit'])} of cases nothing is left that could answer."
    yield from _traded(answer, first, answered)
    yield from honesty.of_answer({**answer, "not_modelled": _missing(answer)})


def _missing(answer: Mapping[str, Any]) -> list[str]:
    told = [answer["first"], *answer["answers"]]
    return list(dict.fromkeys(words for one in told for words in one.get("not_modelled") or ()))


def _traded(answer: Mapping[str, Any], first: Mapping[str, Any], answered: Mapping[str, Any]) -> Iterator[str]:
    """Points destroyed beside points lost."""
    attacker, target = both_sides(answer).values()
    if not attacker["points"] or not target["points"]:
        return
    sampling = answer.get("sampling") or {}
    gained = _figure(first, sampling.get("standard_errors"))
    lost = _figure(answered, sampling.get("standard_errors_back"))
    yield traded(attacker["name"], gained, lost)


def traded(who: str, gained: Figure, lost: Figure) -> str:
    """What a unit destroys beside what it loses, in points."""
    said = f"{who}: {points_in_words(gained.value)} destroyed and {points_in_words(lost.value)} lost on average (R-28)"
    if gained.is_like(lost):
        return f"{said}, as far as it means anything an even trade."
    difference = abs(round(gained.value, 1) - round(lost.value, 1))
    return f"{said}, {points_in_words(difference)} {'up' if gained.value > lost.value else 'down'}."


def _figure(destroyed: Mapping[str, Any], errors: Mapping[str, Any] | None) -> Figure:
    return Figure(float(destroyed["expected_points"]), float((errors or {}).get("expected_points") or 0.0))


def _destroyed(who: str, target: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    chances: Sequence[float] = found["models"]
    models = target["models"]
    likely = max(range(len(chances)), key=lambda value: chances[value], default=0)
    if models <= 1:
        wounds = f"{number(found['expected_wounds'])} wounds lost on average"
        yield f"{who} on {target['name']}: destroyed in {percent(found['whole_unit'])} of cases, {wounds}."
        return
    half = math.ceil(models / 2)
    at_least_half = min(1.0, math.fsum(chances[half:]))
    said = f"{who} on {target['name']}: {number(found['expected_models'])} of {counted(models, 'model')} destroyed"
    yield (
        f"{said} on average, most likely {likely} ({percent(chances[likely]) if chances else percent(0.0)}); "
        f"{half} or more in {percent(at_least_half)}, all of it in {percent(found['whole_unit'])}."
    )


def _points(attacker: Mapping[str, Any], target: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    if not target["points"]:
        return
    said = f"That is {points_in_words(found['expected_points'])} of {target['points']:,.10g} (R-28)"
    if attacker["points"]:
        said += f", {number(found['expected_points'] / attacker['points'])} for each point of {attacker['name']}"
    yield f"{said}."


def _stages(result: Mapping[str, Any]) -> Iterator[str]:
    """From attacks to wounds that are not saved, over all weapons."""
    batches = result["batches"]
    if not batches:
        yield "No weapon makes attacks."
        return
    attacks, hits, wounds = (sum(batch["stages"][name] for batch in batches) for name in ("attacks", "hits", "wounds"))
    # Of [SUSTAINED HITS] there are more hits than attacks (24.36).
    yield f"{number(attacks)} attacks make {number(hits)} hits and {number(wounds)} wounds on average."


def _added(result: Mapping[str, Any]) -> Iterator[str]:
    """The rules that matter most."""
    total = result["destroyed"]["expected_models"]
    found = [one for one in result.get("contributions") or () if one["models"] > max(WORTH_NAMING * total, 0.005)]
    if not found:
        return
    found.sort(key=lambda one: -one["models"])
    names = [f"{one['source']} ({number(one['models'])} models)" for one in found[:3]]
    verb = "adds" if len(names) == 1 else "add"
    each = "" if len(names) == 1 else ", each beside all others"
    yield f"{listed(names)} {verb} most{each}."


def _order(result: Mapping[str, Any]) -> Iterator[str]:
    order = result.get("order") or ()
    if len(order) > 1:
        yield (
            f"The defender allocates to {', then '.join(order)}: as was settled, else so that the fewest models are "
            "lost, then the fewest points (R-29)."
        )


def _left_out(result: Mapping[str, Any]) -> Iterator[str]:
    told = [one for one in result.get("left_out") or () if not one["reason"].startswith(_OF_THE_OTHER_PHASE)]
    found = [f"{one['weapon']} ({one['reason'][:1].lower()}{one['reason'][1:].rstrip('.')})" for one in told]
    if found:
        yield f"Not used: {abridged(found)}."
