"""The deployment plan with its keys resolved: who rides in what, who is in strategic reserves (R-23)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from roster.document import DeploymentPlan
from roster.muster.unit import Unit


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Keys that name no unit are left out here; a check of its own reports them.

    ``passengers`` are by the index of the transport, ``transport_of`` by the index of the passenger
    (its first transport, should it be written into two).
    """

    passengers: Mapping[int, tuple[Unit, ...]]
    transport_of: Mapping[int, Unit]
    in_reserves: frozenset[int]
    """Indexes of units in strategic reserves, named there or riding in something that is."""


def resolve_plan(plan: DeploymentPlan, units_by_key: Mapping[str, Unit]) -> Plan:
    """The plan over the units of the army."""
    passengers: defaultdict[int, list[Unit]] = defaultdict(list)
    transport_of: dict[int, Unit] = {}
    for embarkation in plan.embarked:
        transport = units_by_key.get(embarkation.transport)
        if transport is None:
            continue
        for key in embarkation.passengers:
            passenger = units_by_key.get(key)
            if passenger is not None and passenger is not transport:
                passengers[transport.index].append(passenger)
                transport_of.setdefault(passenger.index, transport)
    reserves = {units_by_key[key].index for key in plan.reserves if key in units_by_key}
    pending = list(reserves)
    while pending:
        for passenger in passengers.get(pending.pop(), ()):
            if passenger.index not in reserves:
                reserves.add(passenger.index)
                pending.append(passenger.index)
    return Plan({index: tuple(riders) for index, riders in passengers.items()}, transport_of, frozenset(reserves))
