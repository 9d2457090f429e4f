"""The answer to a scenario as plain JSON values, ``quartermaster.answer/1``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battle.armies import Fielded
from battle.engine.attacks import BatchReport, Result
from battle.engine.explaining import Contribution, stages_of
from battle.engine.measures import Measures
from battle.engine.modifiers import Figure
from battle.engine.target import Target
from battle.sampling.sampled import Errors
from battle.scenario.answers import SCHEMA, Answer, TableAnswer
from battle.scenario.attacking import AttackAnswer
from battle.scenario.cells import cell_as_dict
from battle.scenario.dueling import ChainAnswer
from battle.scenario.duels_as_json import chain_as_dict, unit_as_dict
from battle.scenario.exchanging import ExchangeAnswer
from battle.scenario.figures import mean_of, rolled_for
from battle.scenario.pairing import FRESH, PairAnswer, PairPhase
from battle.scenario.rolling import Sampling
from battle.scenario.situation_shapes import unusual
from battle.scenario.switches import offers_as_dicts, switches_on_offer


def answer_as_dict(answer: Answer) -> dict[str, Any]:
    """Everything the answer says; distributions are lists of chances by number, from 0."""
    match answer:
        case ChainAnswer():
            return {"schema": SCHEMA, **chain_as_dict(answer)}
        case TableAnswer():
            return answer.document
        case PairAnswer():
            return {"schema": SCHEMA, **_of_phases(answer)}
        case _:
            return {"schema": SCHEMA, **_of_a_pair(answer)}


def _of_a_pair(answer: AttackAnswer | ExchangeAnswer) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "question": "attack" if isinstance(answer, AttackAnswer) else "exchange",
        "name": answer.name,
        "method": answer.method,
        "attacker": unit_as_dict(answer.attacker),
        "target": unit_as_dict(answer.target),
    }
    match answer:
        case AttackAnswer():
            shape |= {**_result(answer.result, answer.attacker), "contributions": _contributions(answer.contributions)}
        case ExchangeAnswer():
            found = answer.exchange
            shape |= {
                "first": _result(found.first, answer.attacker),
                "back": _measures(found.back),
                "answers": [
                    {"survivors": words, "chance": chance, **_result(result, answer.target)}
                    for words, result, chance in found.answers
                ],
                "joint": [list(row) for row in found.joint],
            }
    if answer.sampling is not None:
        shape["sampling"] = _sampling(answer.sampling)
    if answer.trace:
        shape["trace"] = list(answer.trace)
    on = answer.situation.switches
    if isinstance(answer, ExchangeAnswer):
        on = on | answer.answer.switches
    return {
        **shape,
        "assumptions": list(answer.assumptions),
        "switches": offers_as_dicts(switches_on_offer(answer.attacker, answer.target), on),
    }


def _of_phases(answer: PairAnswer) -> dict[str, Any]:
    """The pair after all phases, and each of them as an attack."""
    shape: dict[str, Any] = {
        "question": "pair",
        "name": answer.name,
        "method": answer.method,
        "attacker": unit_as_dict(answer.attacker),
        "target": unit_as_dict(answer.target),
        "activity": answer.activity.value,
        "situation": unusual(answer.shape),
        "cell": cell_as_dict(answer.after.cell),
        "destroyed": _measures(answer.after.measures),
        "phases": [_phase(phase, answer.attacker, place) for place, phase in enumerate(answer.phases)],
    }
    if answer.after.sampling is not None:
        shape["sampling"] = _sampling(answer.after.sampling)
    if answer.trace:
        shape["trace"] = list(answer.trace)
    return {
        **shape,
        "not_modelled": list(answer.after.not_modelled),
        "assumptions": list(answer.assumptions),
        "switches": offers_as_dicts(answer.offers, answer.situation.switches),
    }


def _phase(phase: PairPhase, attacker: Fielded, place: int) -> dict[str, Any]:
    found = phase.found
    shape = {
        "phase": phase.phase.value,
        "note": FRESH if place else None,
        "method": found.method,
        **_result(found.result, attacker),
        "contributions": _contributions(found.contributions),
    }
    return shape if found.sampling is None else {**shape, "sampling": _sampling(found.sampling)}


def _sampling(sampling: Sampling) -> dict[str, Any]:
    shape = {"samples": sampling.samples, "seed": sampling.seed, "standard_errors": _errors(sampling.errors)}
    if sampling.back is not None:
        shape["standard_errors_back"] = _errors(sampling.back)
    return {**shape, "reason": sampling.reason or None}


def _errors(errors: Errors) -> dict[str, Any]:
    return {
        "models": list(errors.models),
        "expected_models": errors.kills,
        "expected_wounds": errors.wounds,
        "expected_points": errors.points,
        "whole_unit": errors.destroyed,
    }


def _measures(measures: Measures) -> dict[str, Any]:
    return {
        "models": list(measures.kills),
        "expected_models": measures.expected_kills,
        "expected_wounds": measures.wounds,
        "expected_points": measures.points,
        "expected_characters": measures.characters,
        "whole_unit": measures.destroyed,
        "groups": [
            {"name": group.name, "left": list(group.left), "expected_left": mean_of(group.left)}
            for group in measures.groups
        ],
    }


def _result(result: Result, attacker: Fielded) -> dict[str, Any]:
    return {
        "destroyed": _measures(result.measures),
        "order": list(result.order),
        "batches": [_batch(batch, result.target, attacker) for batch in result.batches],
        "left_out": [{"weapon": weapon, "reason": reason} for weapon, reason in result.left_out],
        "hazard_rolls": result.hazards,
        "by_products": [
            {"source": product.source, "mortal_wounds": list(product.mortal_wounds)} for product in result.by_products
        ],
        "not_modelled": list(result.not_modelled),
    }


def _batch(batch: BatchReport, target: Target, attacker: Fielded) -> dict[str, Any]:
    stages = stages_of(batch, target)
    dice = rolled_for(batch, attacker.fighters)
    return {
        "weapons": list(batch.weapons),
        "abilities": [str(ability) for ability in batch.table.abilities],
        "figures": {name: _figure(figure, dice.get(name)) for name, figure in stages.figures},
        "stages": {
            "attacks": stages.attacks,
            "hits": stages.hits,
            "wounds": stages.wounds,
            "hit": stages.hit,
            "critical_hit": stages.critical_hit,
            "wound": stages.wound,
            "wound_of_critical": stages.wound_of_critical,
            "endings": [
                {
                    "count": count,
                    "groups": [
                        {
                            "group": one.group,
                            "saved_on": one.needed,
                            "through": one.through,
                            "wounds": one.inflicted,
                            "wasted": one.wasted,
                        }
                        for one in groups
                    ],
                }
                for count, groups in stages.against
            ],
        },
        "chosen": {
            "lethal": batch.choice.lethal,
            "fish": batch.choice.fish_hits or batch.choice.fish_wounds,
            "precise": batch.precise,
        },
        "expected_models_so_far": batch.kills,
    }


def _contributions(found: Sequence[Contribution] | None) -> list[dict[str, Any]] | None:
    if found is None:
        return None
    return [
        {"source": one.source, "models": one.kills, "wounds": one.wounds, "whole_unit": one.destroyed} for one in found
    ]


def _figure(figure: Figure, dice: str | None) -> dict[str, Any]:
    return {
        "value": figure.value,
        "printed": figure.printed,
        "dice": dice,
        "steps": [{"words": step.words, "source": step.source, "value": step.value} for step in figure.steps],
    }
