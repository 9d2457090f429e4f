"""What may mend each check, by topic; each module registers its proposers."""

from roster.muster.fixes.proposals import (  # noqa: F401
    allies,
    army,
    attachments,
    bearers,
    detachments,
    document,
    enhancements,
    plan,
    reserves,
    sizes,
    units,
    wargear,
    warlord,
)
