"""A datasheet's transport as rows, and back."""

from __future__ import annotations

from collections.abc import Iterable

from datasheets import models
from datasheets.catalogue.transport import CapacityWith, Hold, SlotCost, Spared, Transport
from datasheets.tables.rows import Rows
from datasheets.tables.table import Key, Row


def spread_transport(rows: Rows, datasheet: Key, transport: Transport) -> None:
    """Add the rows of the transport of the datasheet with that key."""
    key = rows.add(
        models.Transport,
        datasheet,
        position=0,
        capacity=transport.capacity,
        counts_units=transport.counts_units,
        conditions=transport.conditions,
    )
    for is_excluded, keywords in ((False, transport.required_keywords), (True, transport.excluded_keywords)):
        for position, keyword in enumerate(keywords):
            rows.add(
                models.PassengerKeyword,
                key,
                position=position,
                keyword=rows.keyword(keyword),
                is_excluded=is_excluded,
            )
    for position, group in enumerate(transport.passengers):
        group_key = rows.add(models.PassengerGroup, key, position=position)
        _keywords(rows, models.PassengerGroupKeyword, group_key, group)
    for position, cost in enumerate(transport.slot_costs):
        rows.add(
            models.SlotCost,
            key,
            position=position,
            keyword=rows.keyword(cost.keyword),
            slots=cost.slots,
            minimum_wounds=cost.minimum_wounds,
        )
    for position, name in enumerate(transport.free_models):
        rows.add(models.FreeModel, key, position=position, name=name)
    for position, other in enumerate(transport.capacities):
        rows.add(
            models.CapacityWith,
            key,
            position=position,
            capacity=other.capacity,
            item=other.item,
            kind=other.kind or "",
        )
    for position, hold in enumerate(transport.holds):
        _hold(rows, key, position, hold)
    for position, spared in enumerate(transport.spared):
        spared_key = rows.add(
            models.Spared,
            key,
            position=position,
            keyword=rows.keyword(spared.keyword),
            has_joined=spared.has_joined,
        )
        _keywords(rows, models.SparedKeyword, spared_key, spared.keywords)


def _hold(rows: Rows, transport: Key, position: int, hold: Hold) -> None:
    key = rows.add(
        models.Hold,
        transport,
        position=position,
        model_count=hold.models,
        maximum_wounds=hold.maximum_wounds,
        capacity=hold.capacity,
    )
    for place, group in enumerate(hold.passengers):
        _keywords(rows, models.HoldGroupKeyword, rows.add(models.HoldGroup, key, position=place), group)


KeywordModel = type[models.PassengerGroupKeyword | models.HoldGroupKeyword | models.SparedKeyword]


def _keywords(rows: Rows, model: KeywordModel, parent: Key, keywords: Iterable[str]) -> None:
    for position, keyword in enumerate(keywords):
        rows.add(model, parent, position=position, keyword=rows.keyword(keyword))


def gather_transport(rows: Rows, datasheet: Key) -> Transport | None:
    """The transport of the datasheet with that key; None where it is none."""
    for key, row in rows.below(datasheet, models.Transport):
        keywords = [keyword for _, keyword in rows.below(key, models.PassengerKeyword)]
        return Transport(
            capacity=row.capacity,
            excluded_keywords=tuple(entry.keyword for entry in keywords if entry.is_excluded),
            required_keywords=tuple(entry.keyword for entry in keywords if not entry.is_excluded),
            slot_costs=tuple(
                SlotCost(cost.keyword, cost.slots, cost.minimum_wounds) for _, cost in rows.below(key, models.SlotCost)
            ),
            passengers=tuple(
                rows.values_below(group, models.PassengerGroupKeyword, "keyword")
                for group, _ in rows.below(key, models.PassengerGroup)
            ),
            conditions=row.conditions,
            free_models=rows.values_below(key, models.FreeModel, "name"),
            capacities=tuple(
                CapacityWith(other.capacity, other.item, other.kind or None)
                for _, other in rows.below(key, models.CapacityWith)
            ),
            holds=tuple(_gather_hold(rows, *entry) for entry in rows.below(key, models.Hold)),
            spared=tuple(
                Spared(
                    spared.keyword, rows.values_below(spared_key, models.SparedKeyword, "keyword"), spared.has_joined
                )
                for spared_key, spared in rows.below(key, models.Spared)
            ),
            counts_units=row.counts_units,
        )
    return None


def _gather_hold(rows: Rows, key: Key, row: Row) -> Hold:
    return Hold(
        models=row.model_count,
        passengers=tuple(
            rows.values_below(group, models.HoldGroupKeyword, "keyword")
            for group, _ in rows.below(key, models.HoldGroup)
        ),
        maximum_wounds=row.maximum_wounds,
        capacity=row.capacity,
    )
