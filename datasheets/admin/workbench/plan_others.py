"""The sections of every other collection's entries."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from datasheets.admin.workbench import columns as c
from datasheets.admin.workbench.names import Named
from datasheets.admin.workbench.plan import Part, Plan, Section, complete
from datasheets.admin.workbench.rows import Row
from datasheets.admin.workbench.texts import Composition, Granted, Limit, Minimum, Several, Words
from datasheets.admin.workbench.weapon_texts import Ability
from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.datasheet import Knowledge
from datasheets.catalogue.detachment import DetachmentOffer, EnhancementPrice
from datasheets.catalogue.points import AddOn, CopyTier, DetachmentPrice, PaidItem, SizeRow
from datasheets.catalogue.wargear import ItemKind, WeaponProfile

KEYWORD_GROUPS = "one group a line: Infantry + Character"


class TierRow(NamedTuple):
    """A size row together with the copies it is for."""

    first: int
    last: int | None
    models: int
    points: int
    composition: tuple[tuple[str, int], ...]


def _tier_rows(tiers: Sequence[CopyTier]) -> list[TierRow]:
    return [
        TierRow(tier.first, tier.last, row.models, row.points, row.composition) for tier in tiers for row in tier.rows
    ]


def _tiers(before: Sequence[CopyTier], rows: Sequence[Row]) -> tuple[CopyTier, ...]:
    """The tiers of the rows; rows for the same copies stand together."""
    flat = [TierRow(**row.typed) if row.value is None else row.value._replace(**row.typed) for row in rows]
    flat.sort(key=lambda row: (row.first, row.last is None, row.last or 0))
    return tuple(
        CopyTier(first, last, tuple(SizeRow(row.models, row.points, row.composition) for row in group))
        for (first, last), group in groupby(flat, key=lambda row: (row.first, row.last))
    )


WEAPON_LINE = (
    c.text("name", "Line"),
    c.whole("range", "Range", required=False, most=500),
    c.text("attacks", "A"),
    c.whole("skill", "BS/WS", required=False, least=1, most=6),
    c.text("strength", "S"),
    c.whole("armour_penetration", "AP", least=-10, most=0),
    c.text("damage", "D"),
    c.coded(
        "keywords",
        "Abilities",
        lambda names: Several(Ability(), "\n"),
        lines=2,
        suggest="ability",
        help_text="one a line: Rapid Fire 2",
    ),
    c.words("only_against", "Only against"),
)

ITEM = complete(
    Plan(
        "items",
        (
            Section(
                "Weapon or wargear",
                (c.text("name", "Name"), c.choice("kind", "Kind", ItemKind, ItemKind.RANGED)),
                (Part("profiles", "Lines", WEAPON_LINE, WeaponProfile),),
            ),
        ),
        hidden=frozenset({"id"}),
    )
)

SIZE = (
    c.whole("first", "From copy", least=1, most=100),
    c.whole("last", "To copy", required=False, least=1, most=100),
    c.whole("models", "Models", most=1000),
    c.whole("points", "Points", most=10_000),
    c.coded("composition", "Made up of", lambda names: Composition(), help_text="1 Sergeant + 9 Cinder"),
)
PAID = (
    c.text("name", "Wargear"),
    c.whole("points", "Points each", most=10_000),
    c.several_named("items", "Stands for", Named.ITEM, help_text=""),
)
ADD_ON = (c.text("kind", "Kind of model"), c.whole("points", "Points each", most=10_000))
DETACHMENT_PRICE = (
    c.named("detachment", "With detachment", Named.DETACHMENT),
    c.whole("first", "From copy", least=1, most=100),
    c.whole("last", "To copy", required=False, least=1, most=100),
    c.whole("models", "Models", most=1000),
    c.whole("points", "Points", required=False, most=10_000),
    c.lines("includes", "Enhancements included", help_text="Ids, one a line."),
)

PRICES = complete(
    Plan(
        "prices",
        (
            Section(
                "Price table",
                (c.text("block", "Block", required=False), c.flag("is_legends", "Legends")),
                (
                    Part("tiers", "Sizes", SIZE, TierRow, spread=_tier_rows, gather=_tiers, extra=2),
                    Part("wargear", "Paid wargear", PAID, PaidItem),
                    Part("add_ons", "Added models", ADD_ON, AddOn),
                    Part("detachment_prices", "Prices with a detachment", DETACHMENT_PRICE, DetachmentPrice),
                ),
            ),
        ),
        hidden=frozenset({"datasheet", "source"}),
        key=(c.faction("price_list", "Price list"), c.flag("allied", "For guests in other armies")),
    )
)

ATTACHMENT = complete(
    Plan(
        "attachments",
        (
            Section(
                "Attachment",
                (
                    c.several_named("price_lists", "Only in armies that buy from", Named.FACTION),
                    c.several_named("excluded_detachments", "Not with detachments", Named.DETACHMENT),
                    c.words("shared_keywords", "Both have one and the same of", help_text="A mark, for example."),
                    c.flag("may_join_beside_another", "May join beside another"),
                    c.several_named("beside", "But only beside", Named.DATASHEET),
                    c.flag("never_beside_its_like", "Never beside its like"),
                    c.whole("beside_from_models", "At units of … models or more", required=False, least=1, most=1000),
                    c.flag("is_mandatory", "Must join"),
                    c.text("led_by", "Led by keyword", maybe=True),
                    c.text("joiner_group", "Group of joiners", required=False),
                ),
            ),
        ),
        hidden=frozenset({"source"}),
        key=(
            c.named("joining", "Joins", Named.DATASHEET),
            c.named("bodyguard", "Unit joined", Named.DATASHEET),
            c.choice("role", "As", AttachmentRole, AttachmentRole.LEADER),
            c.named("required_detachment", "Only with detachment", Named.DETACHMENT, required=False),
        ),
    )
)

OFFER = (
    c.faction("faction", "Faction"),
    c.whole("points", "Detachment Points", required=False, most=10),
    c.several_named("dispositions", "Dispositions", Named.DISPOSITION, help_text=""),
    c.words("unique_tags", "Unique tags"),
)

DETACHMENT = complete(
    Plan(
        "detachments",
        (
            Section(
                "Identity",
                (
                    c.text("name", "Name"),
                    c.lines("aliases", "Also called"),
                    c.choice("knowledge", "What is known", Knowledge, Knowledge.FULL),
                ),
                (Part("offers", "Offered to", OFFER, DetachmentOffer),),
            ),
            Section(
                "What it asks and gives",
                (
                    c.words("required_keywords", "Armies need one keyword of"),
                    c.coded(
                        "granted_keywords",
                        "Gives keywords",
                        lambda names: Several(Granted(), "\n"),
                        lines=2,
                        help_text="Battleline to Warriors, at most 3",
                    ),
                    c.coded(
                        "unit_minimums",
                        "Armies need units",
                        lambda names: Several(Minimum(), "\n"),
                        lines=2,
                        help_text="1 Character",
                    ),
                    c.several_named("required_datasheets", "Armies need datasheets", Named.DATASHEET),
                    c.several_named("excluded_datasheets", "Bars datasheets", Named.DATASHEET),
                    c.several_named("excluded_detachments", "Never beside", Named.DETACHMENT),
                    c.several_named("excluded_factions", "Not in the list of", Named.FACTION),
                    c.several_named("demanded_warlords", "The Warlord is one of", Named.DATASHEET),
                    c.flag("has_uncounted_enhancements", "Its enhancements do not count against the limit"),
                    c.text("not_offered", "Not offered, because", required=False, wide=True),
                ),
            ),
        ),
        hidden=frozenset({"id", "source"}),
    )
)

ENHANCEMENT = complete(
    Plan(
        "enhancements",
        (
            Section(
                "Identity",
                (
                    c.text("name", "Name"),
                    c.lines("aliases", "Also called"),
                    c.flag("is_upgrade", "Upgrade"),
                    c.choice("knowledge", "What is known", Knowledge, Knowledge.FULL),
                ),
                (
                    Part(
                        "prices",
                        "Points",
                        (c.faction("faction", "Faction"), c.whole("points", "Points", most=1000)),
                        EnhancementPrice,
                    ),
                ),
            ),
            Section(
                "Bearer",
                (
                    c.coded(
                        "requires",
                        "Has all keywords of one group",
                        lambda names: Several(Several(Words(), "+"), "\n"),
                        lines=2,
                        help_text=KEYWORD_GROUPS,
                    ),
                    c.words("excludes", "Has none of"),
                    c.flag("usable_by_epic_hero", "Epic Heroes may bear it"),
                    c.flag("usable_by_non_character", "Others than Characters may bear it"),
                    c.several_named("leader_of", "May lead", Named.DATASHEET),
                    c.several_named("support_of", "May support", Named.DATASHEET),
                    c.several_named("required_items", "Carries one of", Named.ITEM),
                    c.words("granted_keywords", "It and its unit then are", help_text=""),
                    c.flag("bars_warlord", "Its bearer is never the Warlord"),
                    c.flag("is_demanded", "Every unit that may bear it has to"),
                    c.text("not_offered", "Not offered, because", required=False, wide=True),
                ),
            ),
        ),
        hidden=frozenset({"id", "source"}),
        key=(c.named("detachment", "Detachment", Named.DETACHMENT),),
    )
)

FACTION = complete(
    Plan(
        "factions",
        (
            Section(
                "Identity",
                (
                    c.text("name", "Name"),
                    c.lines("aliases", "Also called"),
                    c.text("keyword", "Army faction keyword"),
                    c.words("keywords", "Keywords"),
                    c.faction("parent", "Chapter of", required=False, empty=None),
                    c.text("chapter_keyword", "Chapter keyword", maybe=True),
                    c.text("price_list", "Buys from list", required=False),
                    c.flag("has_detachments", "Has detachments"),
                ),
            ),
        ),
        hidden=frozenset({"id", "source"}),
    )
)

ALLIED = complete(
    Plan(
        "allied_rules",
        (
            Section(
                "Rule",
                (
                    c.text("name", "Name", wide=True),
                    c.words("host_keywords", "Armies of"),
                    c.several_named("guests", "Guests", Named.DATASHEET, height=4),
                    c.several_named("detachments", "With one of", Named.DETACHMENT),
                    c.words("all_models_keywords", "Every other model has one of"),
                    c.words("ratio_keywords", "Counted against units of"),
                    c.words("uncounted_if", "Not counted if"),
                    c.flag("cannot_be_warlord", "Never the Warlord", default=True),
                    c.flag("cannot_take_enhancements", "Bear no enhancements"),
                    c.flag("is_confirmed", "Checked against the rule"),
                    c.coded(
                        "points_limits",
                        "Points at most",
                        lambda names: Several(Limit(names), "\n"),
                        lines=3,
                        help_text="Incursion 250",
                    ),
                    c.coded(
                        "count_limits",
                        "Units at most",
                        lambda names: Several(Limit(names), "\n"),
                        lines=3,
                        help_text="Incursion 1 Character",
                    ),
                ),
            ),
        ),
        hidden=frozenset({"id", "source"}),
    )
)


def plain(collection: str) -> Plan:
    """A plan by the types of the fields alone."""
    return complete(Plan(collection, (), hidden=frozenset({"id", "source"})))


PLANS: dict[str, Plan] = {
    plan.collection: plan for plan in (ITEM, PRICES, ATTACHMENT, DETACHMENT, ENHANCEMENT, FACTION, ALLIED)
}
