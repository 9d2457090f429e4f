"""What may mend each check, by topic; each module registers its proposers."""

from roster.muster.fixes.proposals import (  # noqa: F401
    allies,
    army,
    attachments,
    bearers,
    choices,
    detachments,
    document,
    enhancements,
    event,
    plan,
    reserves,
    sizes,
    units,
    wargear,
    warlord,
)
