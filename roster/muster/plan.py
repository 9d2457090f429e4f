"""The deployment plan with its keys resolved: who rides in what, who is in strategic reserves, who is split (R-23)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from roster.document import DeploymentPlan
from roster.muster.unit import Unit


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of a unit that is split (01.02.06)."""

    unit: Unit
    models: int

    @property
    def name(self) -> str:
        """The unit's name and how many of its models are in this part."""
        return f"{self.unit.name} ({self.models} of its models)"


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Keys that name no unit are left out here; a check of its own reports them.

    ``passengers`` are by the index of the transport, a unit with both its parts there once;
    ``models_aboard`` are those of the parts, by transport and unit. ``transport_of`` is by the key of
    the passenger (its first transport, should it be written into two).
    """

    passengers: Mapping[int, tuple[Unit, ...]]
    models_aboard: Mapping[tuple[int, int], int]
    transport_of: Mapping[str, Unit]
    in_reserves: frozenset[int]
    """Indexes of whole units in strategic reserves, named there or riding in something that is."""
    parts: Mapping[str, Part]
    """Parts of split units by key."""
    split: frozenset[int]
    """Indexes of the units that are split."""
    split_in_reserves: frozenset[int]
    """Those of them of which some part is in strategic reserves."""


def resolve_plan(plan: DeploymentPlan, units_by_key: Mapping[str, Unit]) -> Plan:
    """The plan over the units of the army."""
    parts = {
        part.key: Part(units_by_key[split.unit], part.models)
        for split in plan.splits
        if split.unit in units_by_key
        for part in split.parts
        if part.key not in units_by_key
    }
    split = frozenset(part.unit.index for part in parts.values())
    riders: defaultdict[int, list[str]] = defaultdict(list)
    transport_of: dict[str, Unit] = {}
    for embarkation in plan.embarked:
        transport = units_by_key.get(embarkation.transport)
        if transport is None:
            continue
        for key in embarkation.passengers:
            if units_by_key.get(key) is not transport and (key in units_by_key or key in parts):
                riders[transport.index].append(key)
                transport_of.setdefault(key, transport)
    reserved = _reserved(plan, riders, units_by_key)
    reserved_units = frozenset(units_by_key[key].index for key in reserved if key in units_by_key)
    reserved_parts = frozenset(parts[key].unit.index for key in reserved if key in parts)
    return Plan(
        passengers={index: _passengers(keys, units_by_key, parts) for index, keys in riders.items()},
        models_aboard=_models_aboard(riders, parts),
        transport_of=transport_of,
        in_reserves=reserved_units - split,
        parts=parts,
        split=split,
        split_in_reserves=reserved_parts | (reserved_units & split),
    )


def _reserved(plan: DeploymentPlan, riders: Mapping[int, list[str]], units_by_key: Mapping[str, Unit]) -> set[str]:
    """Keys of what is in reserves, with what rides in it."""
    reserved = set(plan.reserves)
    pending = list(reserved)
    while pending:
        transport = units_by_key.get(pending.pop())
        for key in riders.get(transport.index, ()) if transport is not None else ():
            if key not in reserved:
                reserved.add(key)
                pending.append(key)
    return reserved


def _passengers(keys: list[str], units_by_key: Mapping[str, Unit], parts: Mapping[str, Part]) -> tuple[Unit, ...]:
    whole = [units_by_key[key] for key in keys if key in units_by_key]
    return (*whole, *dict.fromkeys(parts[key].unit for key in keys if key not in units_by_key))


def _models_aboard(riders: Mapping[int, list[str]], parts: Mapping[str, Part]) -> Mapping[tuple[int, int], int]:
    models: defaultdict[tuple[int, int], int] = defaultdict(int)
    for index, keys in riders.items():
        for key in dict.fromkeys(keys):
            if key in parts:
                models[index, parts[key].unit.index] += parts[key].models
    return models
