"""Rules that the package gives to a datasheet because one of its name in another faction has them."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from datasheets.audit import audit
from datasheets.catalogue import Catalogue
from datasheets.catalogue.ability import AbilityKind
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryRef
from datasheets.catalogue.names import fold_name
from datasheets.sources import FindingKind, SourceBuild, build_sources
from datasheets.sources.package import read_package
from datasheets.sources.records import Bundle
from tests.datasheets.sources.doctored import built, corrections_of

MAULERFIEND = "chaos-space-marines:maulerfiend"
CRUSADER = "adeptus-astartes:land-raider-crusader"
STALE = (FindingKind.CORRECTION_GONE, FindingKind.CORRECTION_FIXED, FindingKind.CORRECTION_MOVED)


def with_rules(bundle: Bundle) -> Bundle:
    """The package with the few abilities that these tests are about."""
    kept = {"savage-exaltation", "siege-crawler", "assault-ramp", "legacy-of-jerulas"}
    abilities = tuple(row for row in read_package().bundle.abilities if row.ability_id in kept)
    return msgspec.structs.replace(bundle, abilities=abilities)


def corrected(*rows: dict[str, Any]) -> SourceBuild:
    return built(corrections_of(abilities={"rows": list(rows)}), with_rules)


def holders(data: CatalogueData) -> dict[str, tuple[str, ...]]:
    return {ability.id: ability.datasheets for ability in data.abilities}


def told(build: SourceBuild) -> list[tuple[str, str, str]]:
    return [(each.kind.value, each.subject, each.text) for each in build.findings if each.kind in STALE]


def test_a_copy_that_nobody_has_then_is_left_out_and_counted() -> None:
    without = corrected({"datasheet": MAULERFIEND, "abilities": ["savage-exaltation"]})
    before = holders(corrected().data)
    assert before["chaos-space-marines:savage-exaltation"] == (MAULERFIEND,)
    assert before.keys() - holders(without.data).keys() == {"chaos-space-marines:savage-exaltation"}
    assert holders(without.data)["world-eaters:savage-exaltation"] == ("world-eaters:maulerfiend",)
    assert holders(without.data)["chaos-space-marines:siege-crawler"] == (MAULERFIEND,)
    assert without.counts.total("abilities").excluded == (("removed by corrections", 1),)
    assert without.counts.adds_up
    assert EntryRef("abilities", "chaos-space-marines:savage-exaltation") not in without.origins
    assert told(without) == []


def test_an_ability_that_others_have_stays_with_them_and_says_why() -> None:
    before = holders(corrected().data)["adeptus-astartes:assault-ramp"]
    build = corrected({"datasheet": CRUSADER, "abilities": ["assault-ramp"], "reason": "It has none."})
    after = holders(build.data)["adeptus-astartes:assault-ramp"]
    assert CRUSADER in before
    assert after == tuple(each for each in before if each != CRUSADER)
    assert build.counts.total("abilities").excluded == ()
    origin = build.origins[EntryRef("abilities", "adeptus-astartes:assault-ramp")]["datasheets"]
    assert (origin.reason, origin.replaced, origin.row) == ("It has none.", list(before), "abilities.yaml#1")


def test_what_the_package_no_longer_gives_is_told_and_the_rest_is_taken() -> None:
    build = corrected({"datasheet": MAULERFIEND, "abilities": ["legacy-of-jerulas", "savage-exaltation"]})
    assert told(build) == [
        (
            "correction-fixed",
            "corrections/abilities.yaml#1",
            f"{MAULERFIEND}, without legacy-of-jerulas, is so without it: upstream has fixed this; remove it.",
        )
    ]
    assert "chaos-space-marines:savage-exaltation" not in holders(build.data)


def test_a_datasheet_that_is_gone_is_told() -> None:
    build = corrected({"datasheet": "chaos-space-marines:mauler", "abilities": ["savage-exaltation"]})
    assert told(build) == [
        (
            "correction-gone",
            "corrections/abilities.yaml#1",
            "chaos-space-marines:mauler is no datasheet. Nothing is changed there; correct the row, or remove it.",
        )
    ]
    assert holders(build.data) == holders(corrected().data)


def test_the_maulerfiends_have_the_rules_that_each_of_them_prints(catalogue: Catalogue) -> None:
    rules = own_rules(catalogue.data)
    assert {sheet: rules[sheet] for sheet in rules if sheet.endswith(":maulerfiend")} == {
        "chaos-space-marines:maulerfiend": {"Siege Crawler"},
        "emperors-children:maulerfiend": {"Glutton for Punishment"},
        "thousand-sons:maulerfiend": {"Snarling Protector"},
        "world-eaters:maulerfiend": {"Savage Exaltation", "The Scent of Blood"},
    }


def own_rules(data: CatalogueData) -> dict[str, set[str]]:
    """The names of the rules that are a datasheet's own, by its id."""
    rules: defaultdict[str, set[str]] = defaultdict(set)
    for ability in data.abilities:
        if ability.kind is AbilityKind.UNIT:
            for datasheet in ability.datasheets:
                rules[datasheet].add(ability.name)
    return rules


def test_only_those_that_print_the_same_have_all_rules_of_a_namesake(catalogue: Catalogue) -> None:
    assert with_a_namesakes_rules(catalogue.data) == [
        "adepta-sororitas:sanctifiers",
        "adeptus-astartes:corvus-blackstar",
        "adeptus-astartes:land-raider-crusader",
        "adeptus-astartes:watch-captain-artemis",
        "adeptus-astartes:watch-master",
        "adeptus-mechanicus:tech-priest-enginseer",
        "agents-of-the-imperium:corvus-blackstar",
        "agents-of-the-imperium:sanctifiers",
        "agents-of-the-imperium:watch-captain-artemis",
        "agents-of-the-imperium:watch-master",
        "astra-militarum:tech-priest-enginseer",
    ]


def test_the_package_gives_53_datasheets_all_rules_of_a_namesake() -> None:
    assert len(with_a_namesakes_rules(build_sources(with_corrections=False).data)) == 53


def with_a_namesakes_rules(data: CatalogueData) -> list[str]:
    return [fault.ref.key for fault in audit(data).faults if fault.kind == "effect/rules-of-namesake"]


# Beside the datasheets as they were published -------------------------------------------------

CHAPTERS = ("blacktemplar", "bloodangels", "darkangels", "deathwatch", "space_marines", "spacewolves")
FILES = {
    **dict.fromkeys(CHAPTERS, "adeptus-astartes"),
    "adeptasororitas": "adepta-sororitas",
    "adeptusmechanicus": "adeptus-mechanicus",
    "agents": "agents-of-the-imperium",
    "astramilitarum": "astra-militarum",
    "chaos_spacemarines": "chaos-space-marines",
    "deathguard": "death-guard",
    "emperors_children": "emperors-children",
    "greyknights": "grey-knights",
    "thousandsons": "thousand-sons",
    "worldeaters": "world-eaters",
}


@pytest.mark.reference
def test_datasheets_with_a_namesake_have_no_rule_that_only_another_prints(
    catalogue: Catalogue, reference_lists: Path
) -> None:
    printed = printed_rules(reference_lists.parent / "data" / "gdc-11e")
    # Misspelt on one card; and what two cards print without a name.
    assert strangers(catalogue.data, printed) == {
        ("adeptus-astartes:watch-master", "Watch Master"),
        ("agents-of-the-imperium:sanctifiers", "Attached Unit"),
        ("agents-of-the-imperium:watch-master", "Watch Master"),
    }
    assert len(strangers(build_sources(with_corrections=False).data, printed)) == 124


def printed_rules(folder: Path) -> dict[tuple[str, str], set[str]]:
    """The folded names of what each datasheet prints, by faction and folded name of the datasheet."""
    printed: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for file, faction in FILES.items():
        for sheet in json.loads((folder / f"{file}.json").read_text(encoding="utf-8"))["datasheets"]:
            printed[faction, fold_name(sheet["name"])] |= set(map(bare, names_in(sheet["abilities"])))
    return printed


def strangers(data: CatalogueData, printed: dict[tuple[str, str], set[str]]) -> set[tuple[str, str]]:
    """Rules of datasheets with a namesake that their own card does not name."""
    names = Counter(fold_name(sheet.name) for sheet in data.datasheets)
    rules = own_rules(data)
    return {
        (sheet.id, rule)
        for sheet in data.datasheets
        if names[fold_name(sheet.name)] > 1 and (sheet.faction, fold_name(sheet.name)) in printed
        for rule in rules.get(sheet.id, ())
        if bare(rule) not in printed[sheet.faction, fold_name(sheet.name)]
    }


def names_in(tree: Any) -> Iterator[str]:  # JSON of others
    if isinstance(tree, dict):
        if isinstance(tree.get("name"), str):
            yield tree["name"]
        yield from names_below(tree.values())
    elif isinstance(tree, list):
        yield from names_below(tree)


def names_below(trees: Iterable[Any]) -> Iterator[str]:  # JSON of others
    for each in trees:
        yield from names_in(each)


def bare(name: str) -> str:
    """A rule's folded name without what is in brackets: "(Aura)", "(Psychic)"."""
    return fold_name(re.sub(r"\([^)]*\)", "", name))
