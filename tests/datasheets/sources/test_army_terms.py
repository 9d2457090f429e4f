"""What an army's units may be together: prices with a detachment, groups, choices, bearers, keywords."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.points import CopyTier, SizeRow
from datasheets.sources.army_rows import ConditionRow, DetachmentPriceRow, GroupRow, KeywordRow
from datasheets.sources.build import SourceBuild
from datasheets.sources.corrected_army import ArmyEntries, correct_army
from datasheets.sources.corrections import Conditions, Corrections, DetachmentPrices, Groups, Terms
from datasheets.sources.findings import FindingKind
from datasheets.sources.origins import Ledger

WOE = "necrons:pantheon-of-woe"
DECEIVER = "necrons:ctan-shard-of-the-deceiver"


def entries_of(catalogue: Catalogue) -> ArmyEntries:
    """The entries of the catalogue, to be changed without changing it."""
    table = catalogue.price_table(DECEIVER, "necrons")
    assert table is not None
    return ArmyEntries(
        sheets=dict(catalogue.datasheets),
        items=catalogue.items,
        detachments=dict(catalogue.detachments),
        enhancements=dict(catalogue.enhancements),
        attachments={},
        prices={f"{DECEIVER}|necrons": replace(table, detachment_prices=())},
    )


def price_row(**changes: object) -> DetachmentPriceRow:
    told = {"datasheet": DECEIVER, "price_list": "necrons", "detachment": WOE, "base": 330, "points": 375}
    return DetachmentPriceRow(**{**told, **changes})  # type: ignore[arg-type]


# Prices ---------------------------------------------------------------------------------------------


def test_prices_with_a_detachment_hold_with_it_only(catalogue: Catalogue) -> None:
    with_it = catalogue.price_table(DECEIVER, "necrons", [WOE])
    without = catalogue.price_table(DECEIVER, "necrons", ["necrons:awakened-dynasty"])
    assert with_it is not None
    assert without is not None
    assert with_it.tiers == (CopyTier(1, None, (SizeRow(1, 375),)),)
    assert without.tiers == (CopyTier(1, None, (SizeRow(1, 330),)),)
    assert (len(with_it.detachment_prices), without.detachment_prices) == (1, ())


def test_nine_prices_hang_on_a_detachment(catalogue: Catalogue) -> None:
    rows = Counter(row.detachment for table in catalogue.data.prices for row in table.detachment_prices)
    assert rows == {WOE: 5, "agents-of-the-imperium:veiled-blade-elimination-force": 4}


def test_a_price_told_for_another_manual_is_not_known(catalogue: Catalogue) -> None:
    entries, ledger = entries_of(catalogue), Ledger()
    correct_army(ledger, Corrections(detachment_prices=DetachmentPrices(rows=(price_row(base=320),))), entries)

    [price] = entries.prices[f"{DECEIVER}|necrons"].detachment_prices
    assert price.points is None
    assert [(each.kind, each.subject, each.text) for each in ledger.findings] == [
        (
            FindingKind.CORRECTION_MOVED,
            "corrections/detachment_prices.yaml#1",
            f"{DECEIVER}|necrons was told for 320 points without the detachment, the manual asks 330; look it up.",
        )
    ]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"price_list": "orks"}, f"{DECEIVER}|orks is no price table."),
        ({"detachment": "necrons:pantheon-of-joy"}, "necrons:pantheon-of-joy is no detachment."),
    ],
)
def test_a_price_for_what_is_not_there_is_told(catalogue: Catalogue, changes: dict[str, str], what: str) -> None:
    entries, ledger = entries_of(catalogue), Ledger()
    correct_army(ledger, Corrections(detachment_prices=DetachmentPrices(rows=(price_row(**changes),))), entries)

    assert entries.prices[f"{DECEIVER}|necrons"].detachment_prices == ()
    [finding] = ledger.findings
    assert (finding.kind, finding.text.startswith(what)) == (FindingKind.CORRECTION_GONE, True), finding.text


# Groups, choices, bearers -----------------------------------------------------------------------------


def test_groups_that_limit_each_other(catalogue: Catalogue) -> None:
    groups = {group.id: group for group in catalogue.data.group_limits}
    assert len(groups) == 9
    assert groups["aeldari:troupe-master"].maximum == 1
    assert [(each.detachment, each.maximum) for each in groups["aeldari:troupe-master"].overrides] == [
        ("aeldari:ghosts-of-the-webway", 3),
        ("aeldari:serpents-brood", 3),
    ]
    excluded = groups["aeldari:ynnari-heroes"].excludes
    assert "aeldari:eldrad-ulthran" in excluded
    assert not any("ynnari" in each or "yvraine" in each for each in excluded)
    assert all(group.basis for group in groups.values())


def test_choices_made_at_mustering(catalogue: Catalogue) -> None:
    allegiances = {each.id: each for each in catalogue.data.allegiances}
    assert len(allegiances) == 9
    mark = allegiances["chaos-space-marines:mark"]
    assert (mark.is_mandatory, mark.detachment) == (True, "chaos-space-marines:pactbound-zealots")
    assert [choice.name for choice in mark.choices] == ["Khorne", "Tzeentch", "Nurgle", "Slaanesh", "Chaos Undivided"]
    assert allegiances["adeptus-astartes:tank-aces"].maximum == 3


def test_bearers_and_warlords(catalogue: Catalogue) -> None:
    enhancements = catalogue.data.enhancements
    assert [each.id for each in enhancements if each.bars_warlord] == [
        "world-eaters:khorne-daemonkin:disciple-of-khorne"
    ]
    assert [each.required_items for each in enhancements if each.required_items] == [
        ("leagues-of-votann:autoch-pattern-combi-bolter",)
    ]
    assert Counter(each.detachment.partition(":")[0] for each in enhancements if each.is_demanded) == {
        "necrons": 4,
        "agents-of-the-imperium": 4,
    }
    assert [(each.id, each.demanded_warlords) for each in catalogue.data.detachments if each.demanded_warlords] == [
        ("aeldari:devoted-of-ynnead", ("aeldari:yvraine", "aeldari:the-yncarne"))
    ]
    assert sorted(each.id for each in catalogue.data.detachments if each.has_uncounted_enhancements) == [
        "adepta-sororitas:sanctified-orators",
        "black-templars:the-living-miracle",
    ]


def test_detachments_that_bar_datasheets(catalogue: Catalogue) -> None:
    barred = {each.id: each.excluded_datasheets for each in catalogue.data.detachments if each.excluded_datasheets}
    assert {detachment: len(sheets) for detachment, sheets in barred.items()} == {
        "chaos-daemons:shadow-legion": 14,
        "chaos-space-marines:renegade-warband": 4,
        "deathwatch:black-spear-task-force": 4,
    }
    assert "chaos-daemons:belakor" not in barred["chaos-daemons:shadow-legion"]


def test_conditional_keywords_by_what_they_hang_on(catalogue: Catalogue) -> None:
    rows = [row for sheet in catalogue.data.datasheets for row in sheet.conditional_keywords]
    by_condition = Counter("warlord" if row.warlord else "detachment" if row.detachment else "faction" for row in rows)
    assert by_condition["warlord"] == 2
    assert by_condition["faction"] == 34
    tank_aces = {
        sheet.id
        for sheet in catalogue.data.datasheets
        for row in sheet.conditional_keywords
        if row.keyword == "Tank Ace"
    }
    assert "adeptus-astartes:vindicator" in tank_aces
    assert "adeptus-astartes:redemptor-dreadnought" not in tank_aces


def test_attachments_with_conditions(catalogue: Catalogue) -> None:
    rows = catalogue.data.attachments
    kroot = [row for row in rows if row.bodyguard == "tau-empire:kroot-carnivores"]
    assert {(row.never_beside_its_like, row.beside_from_models) for row in kroot} == {(True, 20)}
    assert {row.joining.partition(":")[0] for row in rows if row.shared_keywords} == {"chaos-space-marines"}


# Rows that name what is not there ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("corrections", "what"),
    [
        (
            Corrections(groups=Groups(rows=(GroupRow(id="x:x", name="X", members=("x:nobody",)),))),
            "x:nobody is no datasheet.",
        ),
        (
            Corrections(
                terms=Terms(
                    keywords=(KeywordRow(keyword="Swift", detachment=WOE, of=("necrons",), to_keywords=("Bicycle",)),)
                )
            ),
            "No datasheet is to have Swift.",
        ),
        (
            Corrections(conditions=Conditions(rows=(ConditionRow(joining=(DECEIVER,), never_beside_its_like=True),))),
            f"{DECEIVER} joins nobody that this is about.",
        ),
    ],
)
def test_a_row_about_nothing_is_told_and_changes_nothing(
    catalogue: Catalogue, corrections: Corrections, what: str
) -> None:
    entries, ledger = entries_of(catalogue), Ledger()

    groups, allegiances = correct_army(ledger, corrections, entries)

    assert (groups, allegiances) == ((), ())
    [finding] = ledger.findings
    assert (finding.kind, finding.text.startswith(what)) == (FindingKind.CORRECTION_GONE, True), finding.text


def test_no_row_is_out_of_date(build: SourceBuild) -> None:
    topics = ("detachment_prices", "conditions", "terms", "bearers", "groups", "allegiances")
    stale = [
        each for each in build.findings if each.subject.startswith(tuple(f"corrections/{topic}" for topic in topics))
    ]
    assert stale == []
