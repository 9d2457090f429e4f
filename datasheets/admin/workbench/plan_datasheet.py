"""The sections of a datasheet's page that belong to the datasheet itself."""

from __future__ import annotations

from datasheets.admin.workbench import columns as c
from datasheets.admin.workbench.names import Named
from datasheets.admin.workbench.plan import Part, Plan, Section, at_most_one, complete
from datasheets.admin.workbench.texts import Base, Bundle, Several, Tier, Words
from datasheets.admin.workbench.transport_texts import Holds, OtherCapacity, Slots, SparedUnits
from datasheets.catalogue.datasheet import (
    CompositionTier,
    ConditionalKeyword,
    ItemKeyword,
    Knowledge,
    ModelKind,
    ModelProfile,
    Quarantined,
    QuarantinedPart,
    ReservesRule,
    SplitRule,
    WarlordRule,
)
from datasheets.catalogue.transport import Transport
from datasheets.catalogue.wargear import ItemBudget, WargearOption

PROFILE = (
    c.text("name", "Name"),
    c.whole("M", "M", most=200),
    c.whole("T", "T", most=100),
    c.whole("Sv", "Sv", most=7),
    c.whole("W", "W", most=200),
    c.whole("Ld", "Ld", most=12),
    c.whole("OC", "OC", most=100),
    c.whole("invulnerable", "Inv", required=False, least=1, most=6),
    c.whole("invulnerable_melee", "Inv melee", required=False, least=1, most=6),
    c.whole("invulnerable_ranged", "Inv ranged", required=False, least=1, most=6),
)

KIND = (
    c.text("name", "Kind of model"),
    c.whole("minimum", "Fewest", most=1000),
    c.whole("maximum", "Most", most=1000),
    c.text("profile", "Profile", maybe=True),
    c.coded("default_items", "Carries", Bundle, suggest="item", help_text="2 Power fist + Shield"),
    c.flag("is_leader", "Leader"),
    c.maybe("is_character", "Character"),
    c.coded("base", "Base", lambda names: Base(), empty=None, wide=False, help_text="round 32"),
    c.coded("aliases", "Also called", lambda names: Several(Words(), "\n"), lines=2),
)

OPTION = (
    c.text("id", "Id"),
    c.text("kind", "Only models of kind", maybe=True),
    c.coded("replaces", "Gives up", Bundle, suggest="item", help_text="empty: adds"),
    c.coded(
        "choices",
        "May take one of",
        lambda names: Several(Bundle(names), "\n"),
        lines=3,
        required=True,
        suggest="item",
        help_text="one choice a line; what is taken together with +",
    ),
    c.whole("per_model", "Times per model", required=False, least=1, most=100),
    c.whole("per_models", "Once per … models", required=False, least=1, most=100),
    c.whole("limit", "At most", required=False, least=1, most=1000),
    c.faction("required_faction", "Only in armies of", required=False, empty=None),
    c.flag("all_models", "All models or none"),
    c.several_named("while_carrying", "Only with all of", Named.ITEM, help_text=""),
    c.several_named("unless_carrying", "Not with any of", Named.ITEM, help_text=""),
    c.whole("maximum_models", "Only in units up to … models", required=False, least=1, most=100),
)

BUDGET = (
    c.several_named("items", "Any of these items", Named.ITEM, help_text=""),
    c.lines("options", "Or uses of these options", help_text="Ids, one a line."),
    c.whole("count", "At most", most=1000),
    c.whole("per_models", "Per … models", most=100),
    c.whole("duplicate_limit", "Of one item", required=False, least=1, most=1000),
)

CONDITIONAL = (
    c.text("keyword", "Keyword"),
    c.named("detachment", "With detachment", Named.DETACHMENT, required=False),
    c.text("faction_keyword", "In armies of keyword", maybe=True),
    c.named("warlord", "With as Warlord", Named.DATASHEET, required=False),
)

ITEM_KEYWORD = (
    c.named("item", "Carrying", Named.ITEM),
    c.text("keyword", "Keyword"),
)

SPLIT = (
    c.named("transport", "By transport", Named.DATASHEET, required=False),
    c.named("detachment", "By detachment", Named.DETACHMENT, required=False),
    c.flag("equal_parts", "Equal parts", default=True),
)

TRANSPORT = (
    c.whole("capacity", "Capacity", most=1000),
    c.words("required_keywords", "Passengers need all of"),
    c.words("excluded_keywords", "Passengers have none of"),
    c.coded(
        "passengers",
        "Passengers are one of",
        lambda names: Several(Several(Words(), "+"), "\n"),
        lines=2,
        help_text="one group a line: Infantry + Ash Wardens",
    ),
    c.coded("slot_costs", "Take up more", lambda names: Several(Slots(), "\n"), lines=2, help_text="2 Gravis"),
    c.lines("free_models", "Take up nothing", help_text="Kinds of model, one a line."),
    c.coded(
        "capacities",
        "Other capacity",
        lambda names: Several(OtherCapacity(names), "\n"),
        lines=2,
        help_text="12 with Killkannon",
    ),
    c.coded(
        "holds",
        "Room beside it",
        lambda names: Several(Holds(), "\n"),
        lines=2,
        help_text="1 Monster of at most 12 wounds, leaves 0",
    ),
    c.coded(
        "spared",
        "All the same",
        lambda names: Several(SparedUnits(), "\n"),
        lines=2,
        help_text="Tacticus: Tacticus + Character, if joined",
    ),
    c.flag("counts_units", "Counts units, not models"),
    c.text("conditions", "In words", required=False, wide=True),
)

RESERVES = (
    c.flag("must_start", "Starts the battle there"),
    c.flag("is_exempt", "Does not count against the limit"),
    c.flag("passengers_exempt", "Nor do its passengers"),
)

QUARANTINED = (
    c.choice("part", "What", QuarantinedPart, QuarantinedPart.OPTION),
    c.text("id", "Id"),
    c.lines("names", "Names", help_text=""),
    c.text("reason", "Because", wide=True),
)

TIER = (
    c.coded("make_up", "Make-up", lambda names: Tier(), empty=None, required=True, help_text="1 Sergeant + 4-9 Cinder"),
)


class _TierRow:
    """A make-up as a row of one column."""

    def __init__(self, tier: CompositionTier) -> None:
        self.make_up = tier


DATASHEET = complete(
    Plan(
        "datasheets",
        (
            Section(
                "Identity",
                (
                    c.text("name", "Name"),
                    c.lines("aliases", "Also called"),
                    c.choice("knowledge", "What is known", Knowledge, Knowledge.FULL),
                    c.flag("is_legends", "Legends"),
                    c.text("not_offered", "Not offered, because", required=False, wide=True),
                ),
            ),
            Section(
                "Keywords",
                (
                    c.words("keywords", "Keywords"),
                    c.words("faction_keywords", "Faction keywords"),
                    c.words("excluded_factions", "Barred from armies of"),
                ),
                (
                    Part("conditional_keywords", "Keywords in some armies only", CONDITIONAL, ConditionalKeyword),
                    Part("item_keywords", "Keywords by wargear", ITEM_KEYWORD, ItemKeyword),
                ),
            ),
            Section("Profiles", (), (Part("profiles", "Profiles", PROFILE, ModelProfile),)),
            Section(
                "Composition",
                (
                    c.whole("minimum_models", "Fewest models", most=1000),
                    c.whole("maximum_models", "Most models", most=1000),
                ),
                (
                    Part("kinds", "Kinds of model", KIND, ModelKind),
                    Part(
                        "tiers",
                        "Legal make-ups",
                        TIER,
                        CompositionTier,
                        spread=lambda tiers: [_TierRow(tier) for tier in tiers],
                        gather=lambda before, rows: tuple(
                            row.typed.get("make_up") or row.value.make_up for row in rows
                        ),
                    ),
                ),
            ),
            Section(
                "Wargear",
                (c.several_named("items", "Weapons and wargear it can carry", Named.ITEM, height=4),),
                (
                    Part("options", "Options", OPTION, WargearOption),
                    Part("budgets", "Budgets", BUDGET, ItemBudget),
                    Part(
                        "quarantined",
                        "Not offered",
                        QUARANTINED,
                        Quarantined,
                        note="Parts whose faults no dated source settles.",
                    ),
                ),
            ),
            Section(
                "Army",
                (
                    c.choice("warlord", "Warlord", WarlordRule, WarlordRule.MAY),
                    c.several_named("warlord_with", "May be the Warlord with", Named.DETACHMENT),
                    c.flag("cannot_bear_enhancements", "Bears no enhancements"),
                    c.text("excluded_epic_heroes", "No other Epic Hero of", maybe=True),
                ),
                (
                    Part("reserves", "Reserves", RESERVES, **at_most_one(ReservesRule, ReservesRule())),
                    Part("transport", "Transport", TRANSPORT, **at_most_one(Transport, None)),
                    Part("splits", "May be split", SPLIT, SplitRule),
                ),
            ),
        ),
        hidden=frozenset({"id", "faction", "source"}),
    )
)
