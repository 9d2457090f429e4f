"""The checks by family; importing this package registers them all."""

from roster.muster.rules import (  # noqa: F401
    allies,
    attached_units,
    detachments,
    dispositions,
    document,
    enhancement_bearers,
    enhancement_terms,
    enhancements,
    groups,
    joiners,
    loadouts,
    prices,
    reserves,
    roster,
    splits,
    transports,
    unit_sizes,
    units,
    wargear,
    warlord,
)
