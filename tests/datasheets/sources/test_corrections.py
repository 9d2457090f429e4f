"""Corrections and supplements that name what is not there are faults, not silence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from datasheets.sources import SourceFault, build_sources
from datasheets.sources.build import FIXTURES


@pytest.fixture
def fixtures(tmp_path: Path) -> Path:
    """A copy of the project's fixtures that a test may spoil."""
    folder = tmp_path / "fixtures"
    shutil.copytree(FIXTURES, folder, ignore=shutil.ignore_patterns("v1.1", "demo"))
    return folder


def spoil(path: Path, old: str, new: str) -> None:
    """Change one place of a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "names.yaml",
            "datasheet: adeptus-astartes:invader-atv",
            "datasheet: adeptus-astartes:invader",
            'corrections/names.yaml: "Invader Atvs" stands for adeptus-astartes:invader: no such datasheet.',
        ),
        (
            "warlords.yaml",
            "world-eaters:angron",
            "world-eaters:angry-ron",
            "corrections/warlords.yaml: world-eaters:angry-ron is no datasheet.",
        ),
        (
            "warlords.yaml",
            "rule: must",
            "rule: should",
            "corrections/warlords.yaml: rows[0], rule: Invalid enum value 'should'.",
        ),
        (
            "characters.yaml",
            "characters: [Szarekh]",
            "characters: [Sarek]",
            "corrections/characters.yaml: necrons:the-silent-king has no Sarek.",
        ),
        (
            "passengers.yaml",
            "  capacity: 12\n",
            "",
            "corrections/passengers.yaml: astra-militarum:centaur-rsv has no transport capacity; give it one.",
        ),
        (
            "enhancements.yaml",
            "pantheon-of-woe:quantum-goad",
            "pantheon-of-woe:quantum-goat",
            "corrections/enhancements.yaml: necrons:pantheon-of-woe:quantum-goat is no enhancement.",
        ),
        (
            "compositions.yaml",
            "- {Invader ATV: [1, 2]}",
            "- {Invader: [1, 2]}",
            "corrections/compositions.yaml: adeptus-astartes:invader-atv has no Invader.",
        ),
        (
            "compositions.yaml",
            "tau-empire:close-combat-weapon-strike-team",
            "tau-empire:rail-rifle",
            "corrections/compositions.yaml: tau-empire:strike-team cannot carry tau-empire:rail-rifle "
            "(Fire Warrior Shas’ui).",
        ),
        (
            "datasheets.yaml",
            "add: [Noble]",
            "add: [Vehicle]",
            "corrections/datasheets.yaml: necrons:catacomb-command-barge is so without it: Vehicle; remove the row.",
        ),
        (
            "datasheets.yaml",
            "remove: [Grenades]",
            "remove: [Jump Pack]",
            "corrections/datasheets.yaml: world-eaters:master-of-executions is so without it: Jump Pack; "
            "remove the row.",
        ),
        (
            "datasheets.yaml",
            "movement: 14",
            "movement: 20",
            "corrections/datasheets.yaml: adeptus-astartes:corvus-blackstar is so without it: movement 20; "
            "remove the row.",
        ),
        (
            "legends.yaml",
            "is_legends: false",
            "is_legends: true",
            "corrections/legends.yaml: space-marines has no Captain On Bike that is marked otherwise; remove the row.",
        ),
        (
            "allies.yaml",
            '"astra-militarum:valkyrie"',
            '"astra-militarum:valkyries"',
            "corrections/allies.yaml: astra-militarum:valkyries is no datasheet.",
        ),
        (
            "options.yaml",
            "adeptus-astartes:multi-melta",
            "adeptus-astartes:maxi-melta",
            "corrections/options.yaml: gladiator-lancer-black-templars-multi-melta: "
            "no item adeptus-astartes:maxi-melta.",
        ),
        (
            "sizes.yaml",
            "models: 11",
            "models: 12",
            "corrections/sizes.yaml: orks has no row of 12 models for Gretchin.",
        ),
        (
            "allies.yaml",
            "rule: daemonic-pact",
            "rule: daemonic-act",
            "corrections/allies.yaml: no allied rule daemonic-act.",
        ),
        (
            "warlords.yaml",
            "tyranids:vanguard-onslaught",
            "tyranids:vanguard-assault",
            "corrections/warlords.yaml: tyranids:vanguard-assault is no detachment.",
        ),
        (
            "enhancements.yaml",
            '"necrons:transcendent-ctan"',
            '"necrons:transcendent"',
            "corrections/enhancements.yaml: necrons:transcendent is no datasheet.",
        ),
        (
            "splits.yaml",
            '"orks:kommandos"',
            '"orks:commandos"',
            "corrections/splits.yaml: orks:commandos is no datasheet.",
        ),
        (
            "splits.yaml",
            'transport: "drukhari:venom"',
            'transport: "drukhari:venoms"',
            "corrections/splits.yaml: drukhari:venoms is no datasheet.",
        ),
        (
            "splits.yaml",
            "space-wolves:veterans-of-the-fang",
            "space-wolves:veterans-of-the-tooth",
            "corrections/splits.yaml: space-wolves:veterans-of-the-tooth is no detachment.",
        ),
        (
            "datasheets.yaml",
            'warlord: "orks:wazdakka-gutsmek"',
            'warlord: "orks:wazdakka"',
            "corrections/datasheets.yaml: orks:wazdakka is no datasheet.",
        ),
        (
            "datasheets.yaml",
            "detachment: astra-militarum:bridgehead-strike",
            "detachment: astra-militarum:bridge-strike",
            "corrections/datasheets.yaml: astra-militarum:bridge-strike is no detachment.",
        ),
        (
            "datasheets.yaml",
            "datasheet: adeptus-astartes:pedro-kantor",
            "datasheet: adeptus-astartes:pedro",
            "corrections/datasheets.yaml: adeptus-astartes:pedro is no datasheet.",
        ),
        (
            "attachments.yaml",
            'joining: "death-guard:tallyman"',
            'joining: "death-guard:tallywoman"',
            "corrections/attachments.yaml: death-guard:tallywoman is no datasheet.",
        ),
    ],
)
def test_a_correction_of_nothing_is_a_fault(fixtures: Path, file: str, old: str, new: str, words: str) -> None:
    spoil(fixtures / "corrections" / file, old, new)
    with pytest.raises(SourceFault) as caught:
        build_sources(fixtures)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "default: [Warhound plasma blastgun,",
            "default: [Warhound plasma gun,",
            'supplements/titans.yaml: datasheets "Warhound Titan": no weapon "Warhound plasma gun".',
        ),
        (
            "keywords: [Anti-fly 4+]",
            "keywords: [Anti-fly 4+ or 5+]",
            'supplements/titans.yaml: weapon "Anvillus defence battery": '
            'keyword "Anti-fly 4+ or 5+" is not understood.',
        ),
        (
            "T: 13,",
            "toughness: 13,",
            'supplements/titans.yaml: datasheets "Warhound Titan", stats: Object contains unknown field `toughness`.',
        ),
    ],
)
def test_a_supplement_that_is_not_understood_is_a_fault(fixtures: Path, old: str, new: str, words: str) -> None:
    spoil(fixtures / "supplements" / "titans.yaml", old, new)
    with pytest.raises(SourceFault) as caught:
        build_sources(fixtures)
    assert str(caught.value) == words


def test_a_supplement_takes_the_place_of_nothing(fixtures: Path) -> None:
    spoil(fixtures / "supplements" / "emperors-children.yaml", "  slug: magma-cutters-defiler\n", "")
    with pytest.raises(SourceFault) as caught:
        build_sources(fixtures)
    assert str(caught.value) == (
        "supplements: emperors-children:magma-cutters stands in the package; remove it or give it another slug."
    )


def test_a_legends_mark_of_another_manual_is_left_alone(fixtures: Path) -> None:
    spoil(fixtures / "corrections" / "legends.yaml", 'manual: "1.5"', 'manual: "1.6"')
    build = build_sources(fixtures)
    captain = "adeptus-astartes:captain-on-bike"
    assert {table.price_list for table in build.data.prices if table.datasheet == captain and table.is_legends} == {
        "adeptus-astartes"
    }


def test_a_manual_of_an_unknown_faction_is_a_fault(fixtures: Path) -> None:
    points = fixtures / "points" / "v1.5"
    spoil(points / "manual.yaml", "tyranids", "goblins")
    spoil(points / "tyranids.yaml", "slug: tyranids", "slug: goblins")
    (points / "tyranids.yaml").rename(points / "goblins.yaml")
    with pytest.raises(SourceFault) as caught:
        build_sources(fixtures)
    assert str(caught.value) == "points lists of no faction: goblins; name them in FACTION_OF_LIST."


def test_two_entries_of_a_list_for_one_datasheet_are_a_fault(fixtures: Path) -> None:
    spoil(fixtures / "points" / "v1.5" / "orks.yaml", "- name: Warboss\n", "- name: Gretchin’\n")
    with pytest.raises(SourceFault) as caught:
        build_sources(fixtures)
    assert str(caught.value) == 'orks: "Gretchin" and "Gretchin’" both mean orks:gretchin.'


def test_a_manual_without_an_older_one_has_only_the_packages_past_prices(fixtures: Path) -> None:
    past = build_sources(fixtures).data.past_prices
    assert {row.manual for row in past} == {"Munitorum Field Manual 1.3 or 1.4 (wh40kdc 1.4.5)"}
