"""Rules that a datasheet prints and the package gives only to others of its faction."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import msgspec
import pytest

from battle.effects.digests import digest_of
from datasheets.catalogue import Catalogue
from datasheets.catalogue.ability import AbilityKind
from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryRef
from datasheets.sources import FindingKind, SourceBuild
from datasheets.sources.build import FIXTURES
from datasheets.sources.correction_rows import PrintedRow
from datasheets.sources.corrections import read_corrections
from datasheets.sources.package import read_package
from datasheets.sources.records import Bundle
from tests.battle.armies.printed_rules import cards_of
from tests.datasheets.sources.doctored import built, corrections_of

CAPTAIN = "adeptus-astartes:captain-in-gravis-armour"
RITES = "adeptus-astartes:rites-of-battle"
STALE = (FindingKind.CORRECTION_GONE, FindingKind.CORRECTION_FIXED, FindingKind.CORRECTION_MOVED)


def with_rules(bundle: Bundle) -> Bundle:
    """The package with the two abilities that these tests are about."""
    kept = {"rites-of-battle", "astartes-banner"}
    abilities = tuple(row for row in read_package().bundle.abilities if row.ability_id in kept)
    return msgspec.structs.replace(bundle, abilities=abilities)


def corrected(*added: dict[str, Any], rows: tuple[dict[str, Any], ...] = ()) -> SourceBuild:
    return built(corrections_of(abilities={"rows": list(rows), "added": list(added)}), with_rules)


def holders(data: CatalogueData) -> dict[str, tuple[str, ...]]:
    return {ability.id: ability.datasheets for ability in data.abilities}


def told(build: SourceBuild) -> list[tuple[str, str, str]]:
    return [(each.kind.value, each.subject, each.text) for each in build.findings if each.kind in STALE]


def test_a_datasheet_has_what_it_prints_and_the_ability_says_why() -> None:
    before = holders(corrected().data)[RITES]
    build = corrected({"datasheet": CAPTAIN, "abilities": ["rites-of-battle"], "reason": "It prints it."})

    assert CAPTAIN not in before
    assert holders(build.data)[RITES] == (*before, CAPTAIN)
    origin = build.origins[EntryRef("abilities", RITES)]["datasheets"]
    assert (origin.reason, origin.replaced, origin.row) == ("It prints it.", list(before), "abilities.yaml, added#1")
    assert told(build) == []
    assert build.counts == corrected().counts


def test_what_the_package_gives_by_now_is_told_and_the_rest_is_added() -> None:
    held = holders(corrected().data)[RITES][0]
    build = corrected({"datasheet": held, "abilities": ["rites-of-battle", "astartes-banner"]})

    assert told(build) == [
        (
            "correction-fixed",
            "corrections/abilities.yaml, added#1",
            f"{held}, with rites-of-battle, is so without it: upstream has fixed this; remove it.",
        )
    ]
    assert holders(build.data)["adeptus-astartes:astartes-banner"][-1] == held


def test_an_ability_or_a_datasheet_that_is_gone_is_told() -> None:
    build = corrected(
        {"datasheet": CAPTAIN, "abilities": ["rites-of-brawl"]},
        {"datasheet": "adeptus-astartes:captain-in-silk", "abilities": ["rites-of-battle"]},
    )

    rest = "Nothing is changed there; correct the row, or remove it."
    assert told(build) == [
        (
            "correction-gone",
            "corrections/abilities.yaml, added#1",
            f"adeptus-astartes:rites-of-brawl is no ability. {rest}",
        ),
        (
            "correction-gone",
            "corrections/abilities.yaml, added#2",
            f"adeptus-astartes:captain-in-silk is no datasheet. {rest}",
        ),
    ]
    assert holders(build.data) == holders(corrected().data)


def test_an_ability_taken_from_all_its_holders_stays_where_another_has_it() -> None:
    taken = tuple({"datasheet": each, "abilities": ["rites-of-battle"]} for each in holders(corrected().data)[RITES])
    build = corrected({"datasheet": CAPTAIN, "abilities": ["rites-of-battle"]}, rows=taken)

    assert holders(build.data)[RITES] == (CAPTAIN,)
    assert build.counts.total("abilities").excluded == ()


# In the catalogue -------------------------------------------------------------------------------------------


def added_rows() -> tuple[PrintedRow, ...]:
    return read_corrections(FIXTURES / "corrections").abilities.added


def core_of(data: CatalogueData) -> dict[str, set[str]]:
    """The names of the core abilities by datasheet."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for ability in data.abilities:
        if ability.kind is AbilityKind.CORE:
            for datasheet in ability.datasheets:
                found[datasheet].add(ability.name)
    return found


def test_so_many_rules_are_added_to_so_many_datasheets(catalogue: Catalogue) -> None:
    kinds = {ability.id: ability.kind.value for ability in catalogue.data.abilities}
    held = holders(catalogue.data)
    pairs = [
        (row.datasheet, f"{row.datasheet.partition(':')[0]}:{each}") for row in added_rows() for each in row.abilities
    ]

    assert len({datasheet for datasheet, _ in pairs}) == 145
    assert Counter(kinds[ability] for _, ability in pairs) == {"unit": 192, "core": 29}
    assert [pair for pair in pairs if pair[0] not in held[pair[1]]] == []
    assert len(pairs) == len(set(pairs))


def test_core_abilities_are_as_they_are_printed(catalogue: Catalogue) -> None:
    core = core_of(catalogue.data)

    assert {id: core[id] for id in core if id.rpartition(":")[2] in EXAMPLES} == {
        "aeldari:vyper": {"Deadly Demise 1"},
        "agents-of-the-imperium:inquisitor-kroyle": {"Lone Operative", 'Scouts 6"'},
        "astra-militarum:cadian-recon-squad": {"Infiltrators", "Stealth"},
        "astra-militarum:centaur-rsv": {"Deadly Demise D3", "Firing Deck 12"},
        "astra-militarum:commissar-graves": {"Deadly Demise D3"},
        "astra-militarum:doomhammer": {"Deadly Demise D6+2", "Firing Deck 12"},
        "astra-militarum:hippogriff-afv": {"Deadly Demise 1"},
        "death-guard:myphitic-blight-haulers": {"Deadly Demise D3"},
    }
    assert core["emperors-children:defiler"] == {"Deadly Demise D6"}


EXAMPLES = {
    "cadian-recon-squad",
    "centaur-rsv",
    "commissar-graves",
    "doomhammer",
    "hippogriff-afv",
    "inquisitor-kroyle",
    "myphitic-blight-haulers",
    "vyper",
}


def test_of_those_who_only_support_two_have_leader(catalogue: Catalogue) -> None:
    roles: defaultdict[str, set[AttachmentRole]] = defaultdict(set)
    for attachment in catalogue.data.attachments:
        roles[attachment.joining].add(attachment.role)
    core = core_of(catalogue.data)

    # Both print Leader, and the newer manual has them as Support.
    assert [id for id in sorted(roles) if roles[id] == {AttachmentRole.SUPPORT} and "Leader" in core[id]] == [
        "adeptus-astartes:judiciar",
        "aeldari:the-visarch",
    ]


# Beside the datasheets as they were published ---------------------------------------------------------------


@pytest.mark.reference
def test_every_rule_that_is_added_stands_on_the_card_of_its_datasheet(
    catalogue: Catalogue, reference_lists: Path
) -> None:
    """By its core ability's name, or by a text of the digest that the ability or another holder's card has."""
    cards = cards_of(catalogue, reference_lists.parent / "data" / "gdc-11e")
    abilities = {ability.id: ability for ability in catalogue.data.abilities}
    rules = {
        id: {(rule.bare_name, digest_of(rule.text)) for card in found for rule in card.rules}
        for id, found in cards.items()
    }
    wrong = []
    for row in added_rows():
        core = {name for card in cards[row.datasheet] for name in card.core}
        for slug in row.abilities:
            ability = abilities[f"{row.datasheet.partition(':')[0]}:{slug}"]
            others = {rule for each in ability.datasheets if each != row.datasheet for rule in rules.get(each, ())}
            alike = {rule for rule in rules[row.datasheet] if rule[1] == ability.text_digest or rule in others}
            if ability.name not in core and not alike:
                wrong.append((row.datasheet, ability.name))
    assert wrong == []
