"""The one order in which a release lists its entries, whatever order they came in.

Equal entries then give equal content and an equal hash. What stands inside an entry (profiles,
options, price rows) keeps its own order, which means something.
"""

from __future__ import annotations

from datasheets.catalogue.catalogue import CatalogueData


def in_order(data: CatalogueData) -> CatalogueData:
    """``data`` with its entries in order: by id, or by what names them where they have none.

    Factions stand by name and battle sizes by points limit, as people expect to read them.
    """
    return CatalogueData(
        factions=tuple(sorted(data.factions, key=lambda row: (row.name, row.id))),
        battle_sizes=tuple(sorted(data.battle_sizes, key=lambda row: (row.points_limit, row.id))),
        dispositions=tuple(sorted(data.dispositions, key=lambda row: row.id)),
        items=tuple(sorted(data.items, key=lambda row: row.id)),
        datasheets=tuple(sorted(data.datasheets, key=lambda row: row.id)),
        prices=tuple(sorted(data.prices, key=lambda row: (row.datasheet, row.price_list, row.allied))),
        past_prices=tuple(
            sorted(
                data.past_prices,
                key=lambda row: (
                    row.subject,
                    row.price_list,
                    row.allied,
                    row.manual,
                    row.first_copy,
                    row.models,
                    row.item,
                    row.points,
                ),
            )
        ),
        detachments=tuple(sorted(data.detachments, key=lambda row: row.id)),
        enhancements=tuple(sorted(data.enhancements, key=lambda row: row.id)),
        attachments=tuple(
            sorted(
                data.attachments,
                key=lambda row: (row.joining, row.bodyguard, row.role, row.required_detachment or ""),
            )
        ),
        allied_rules=tuple(sorted(data.allied_rules, key=lambda row: row.id)),
        group_limits=tuple(sorted(data.group_limits, key=lambda row: row.id)),
        allegiances=tuple(sorted(data.allegiances, key=lambda row: row.id)),
        abilities=tuple(sorted(data.abilities, key=lambda row: row.id)),
        stratagems=tuple(sorted(data.stratagems, key=lambda row: row.id)),
        resource_pools=tuple(sorted(data.resource_pools, key=lambda row: row.id)),
        missions=tuple(sorted(data.missions, key=lambda row: row.id)),
        mission_cards=tuple(sorted(data.mission_cards, key=lambda row: row.id)),
        deployments=tuple(sorted(data.deployments, key=lambda row: row.id)),
        terrain_templates=tuple(sorted(data.terrain_templates, key=lambda row: row.id)),
        terrain_layouts=tuple(sorted(data.terrain_layouts, key=lambda row: row.id)),
        hulls=tuple(sorted(data.hulls, key=lambda row: row.id)),
        benchmark_targets=tuple(sorted(data.benchmark_targets, key=lambda row: row.id)),
    )
