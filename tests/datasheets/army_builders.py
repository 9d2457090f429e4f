"""Values of a small catalogue, second part: detachments, enhancements, attachments and allied rules."""

from __future__ import annotations

from datasheets.catalogue.attachment import AlliedRule, Attachment, AttachmentRole, FreeGuest, LimitBySize
from datasheets.catalogue.datasheet import (
    Knowledge,
)
from datasheets.catalogue.detachment import (
    Detachment,
    DetachmentOffer,
    Enhancement,
    EnhancementPrice,
    GrantedKeyword,
    UnitMinimum,
)
from datasheets.catalogue.group import Allegiance, AllegianceChoice, GroupLimit, GroupOverride


def detachments() -> tuple[Detachment, ...]:
    """A detachment with every restriction and grant, and one known by name and points only."""
    return (
        Detachment(
            id="ash-wardens:slow-burn",
            name="Slow Burn",
            offers=(
                DetachmentOffer("ember", 1, ("take-and-hold",), source="Field Manual 1.0"),
                DetachmentOffer("ash-wardens", 2, ("take-and-hold", "disruption"), ("Doctrines", "Oath")),
            ),
            required_keywords=("Ash Wardens", "Ember"),
            granted_keywords=(
                GrantedKeyword("Battleline", "Cinder Squad", 3),
                GrantedKeyword("Swift", "Infantry", None, "Character", is_choice=True),
            ),
            unit_minimums=(UnitMinimum("Battleline", 2), UnitMinimum("Character", 1)),
            required_datasheets=("ash-wardens:cinder-squad",),
            excluded_datasheets=("ash-wardens:old-kiln", "ash-wardens:kiln"),
            excluded_detachments=("ash-wardens:wildfire",),
            aliases=("Slowburn",),
            source="builders",
            not_offered="Nobody knows its points.",
            demanded_warlords=("ash-wardens:flame-marshal", "ash-wardens:kiln"),
            has_uncounted_enhancements=True,
        ),
        Detachment(
            id="ash-wardens:wildfire",
            name="Wildfire",
            offers=(DetachmentOffer("ash-wardens", None),),
            knowledge=Knowledge.PRICED,
            excluded_factions=("ember",),
        ),
    )


def enhancements() -> tuple[Enhancement, ...]:
    """An Upgrade with requirement groups and grants, and a bare one."""
    return (
        Enhancement(
            id="ash-wardens:slow-burn:living-coal",
            name="Living Coal",
            detachment="ash-wardens:slow-burn",
            prices=(EnhancementPrice("ember", 20, "Field Manual 1.0"), EnhancementPrice("ash-wardens", 25)),
            is_upgrade=True,
            requires=(("Infantry", "Character"), ("Monster",)),
            excludes=("Epic Hero", "Psyker"),
            leader_of=("ash-wardens:kiln", "ash-wardens:cinder-squad"),
            support_of=("ash-wardens:cinder-squad",),
            usable_by_epic_hero=True,
            usable_by_non_character=True,
            knowledge=Knowledge.PRICED,
            source="builders",
            not_offered="The manual does not list it.",
            aliases=("The Living Coal",),
            required_items=("ash-wardens:warden-blade", "wargear:ash-banner"),
            bars_warlord=True,
            is_demanded=True,
            granted_keywords=("Psyker", "Fly"),
        ),
        Enhancement("ash-wardens:wildfire:spark", "Spark", "ash-wardens:wildfire", ()),
    )


def attachments() -> tuple[Attachment, ...]:
    """One pair in two roles, one of them with a detachment only, and a joiner."""
    return (
        Attachment("ash-wardens:flame-marshal", "ash-wardens:cinder-squad", AttachmentRole.LEADER, source="manual"),
        Attachment(
            "ash-wardens:flame-marshal",
            "ash-wardens:cinder-squad",
            AttachmentRole.SUPPORT,
            price_lists=("ember", "ash-wardens"),
            required_detachment="ash-wardens:slow-burn",
            may_join_beside_another=True,
            excluded_detachments=("ash-wardens:wildfire",),
            shared_keywords=("Ember", "Infantry"),
            beside=("ash-wardens:kiln", "ash-wardens:flame-marshal"),
            never_beside_its_like=True,
            beside_from_models=10,
        ),
        Attachment(
            "ash-wardens:old-kiln",
            "ash-wardens:kiln",
            AttachmentRole.JOINER,
            is_mandatory=True,
            led_by="Flame Marshal",
            joiner_group="Old Kilns",
        ),
    )


def allied_rules() -> tuple[AlliedRule, ...]:
    """A rule with every limit, and one without any."""
    return (
        AlliedRule(
            id="march-of-walkers",
            name="March of Walkers",
            host_keywords=("Imperium", "Ash Wardens"),
            guests=("walkers:strider",),
            detachments=("ash-wardens:wildfire", "ash-wardens:slow-burn"),
            points_limits=(LimitBySize("strike-force", 500), LimitBySize("incursion", 250)),
            count_limits=(LimitBySize("incursion", 1, "Titanic"), LimitBySize("strike-force", 2)),
            cannot_be_warlord=False,
            cannot_take_enhancements=True,
            warlord_required_keyword="Character",
            ratio_keywords=("Battleline", "Infantry"),
            exclusive_bucket="walkers",
            is_confirmed=True,
            source="builders",
            all_models_keywords=("Imperium", "Walkers"),
            uncounted_if=("Transport", "Dedicated Transport"),
            free_guests=(FreeGuest("walkers:strider", ("Character", "Infantry")),),
        ),
        AlliedRule("old-friends", "Old Friends", ("Walkers",), ("ash-wardens:kiln", "ash-wardens:cinder-squad")),
    )


def group_limits() -> tuple[GroupLimit, ...]:
    """A group with every limit, and one without any."""
    return (
        GroupLimit(
            id="ash-wardens:kilns",
            name="Kilns",
            members=("ash-wardens:old-kiln", "ash-wardens:kiln"),
            minimum=1,
            maximum=2,
            excludes=("walkers:strider", "ash-wardens:cinder-squad"),
            faction="ash-wardens",
            detachment="ash-wardens:slow-burn",
            overrides=(GroupOverride("ash-wardens:wildfire", 1, 3), GroupOverride("ash-wardens:slow-burn")),
            basis="the text of the Kiln",
            source="builders",
        ),
        GroupLimit("walkers:striders", "Striders", ("walkers:strider",)),
    )


def allegiances() -> tuple[Allegiance, ...]:
    """A choice with every field, and one for a unit by name."""
    return (
        Allegiance(
            id="ash-wardens:oaths",
            name="Oath",
            choices=(
                AllegianceChoice("Oath of Ash", ("Ashen", "Battleline"), 2),
                AllegianceChoice("Oath of Silence"),
            ),
            to_keywords=("Infantry", "Character"),
            excludes=("Psyker", "Epic Hero"),
            detachment="ash-wardens:slow-burn",
            is_mandatory=True,
            minimum=1,
            maximum=3,
            basis="the rule of Slow Burn",
            source="builders",
        ),
        Allegiance("walkers:crew", "Crew", (AllegianceChoice("Veterans"),), members=("walkers:strider",)),
    )
