"""The answers to duels as plain JSON values, ``quartermaster.answer/1``."""

from __future__ import annotations

from typing import Any

from battle.armies import Fielded
from battle.engine.measures import Measures
from battle.engine.steps import RoundEnd, Step
from battle.scenario.dueling import ChainAnswer
from battle.scenario.switches import offers_as_dicts, switches_on_offer


def chain_as_dict(answer: ChainAnswer) -> dict[str, Any]:
    """The duel: every step, the rounds' ends, and chances of models destroyed on both sides."""
    found = answer.chain
    return {
        "question": "chain",
        "name": answer.name,
        "method": answer.method,
        "attacker": unit_as_dict(answer.attacker),
        "target": unit_as_dict(answer.target),
        "first": answer.duel.first.value,
        "steps": [_step(step) for step in found.steps],
        "rounds": [_round(end) for end in found.rounds],
        "joint": [list(row) for row in found.joint],
        "not_modelled": list(found.not_modelled),
        "assumptions": list(answer.assumptions),
        "switches": offers_as_dicts(switches_on_offer(answer.attacker, answer.target), answer.switches),
    }


def unit_as_dict(unit: Fielded) -> dict[str, Any]:
    """Which unit it is."""
    return {
        "name": unit.name,
        "models": unit.fighters.models,
        "points": unit.fighters.points,
        "keys": list(unit.keys),
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "round": step.round,
        "turn": step.active.value,
        "unit": step.actor.value,
        "action": step.action.value,
        "distance": step.distance,
        "chance": step.chance,
        "charge_succeeds": step.succeeded,
        "attacker": _standing(step.attacker),
        "target": _standing(step.target),
    }


def _round(end: RoundEnd) -> dict[str, Any]:
    return {
        "round": end.round,
        "distance": end.distance,
        "engaged": end.engaged,
        "attacker": _standing(end.attacker),
        "target": _standing(end.target),
    }


def _standing(measures: Measures) -> dict[str, Any]:
    """How a unit stands: chances of the number of its models left, from 0, and what is lost."""
    return {
        "left": list(reversed(measures.kills)),
        "expected_models_destroyed": measures.expected_kills,
        "expected_points_destroyed": measures.points,
        "whole_unit": measures.destroyed,
    }
