"""Corrections and supplements that name what is not there are told, not silence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from datasheets.sources import FindingKind, SourceBuild, SourceFault, build_sources
from datasheets.sources.build import FIXTURES
from tests.datasheets.sources.doctored import installed


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


MEANT = {
    "correction-gone": " Nothing is changed there; correct the row, or remove it.",
    "correction-fixed": " is so without it: upstream has fixed this; remove it.",
}


def told(build: SourceBuild) -> list[tuple[str, str, str]]:
    """What the build says of corrections: kind, the file and section without the row's number, and the text."""
    return [
        (each.kind.value, each.subject.partition("#")[0].removeprefix("corrections/"), each.text)
        for each in build.findings
        if each.kind.value in MEANT or each.kind is FindingKind.CORRECTION_MOVED
    ]


SPOILT = (
    (
        "names.yaml",
        "datasheet: adeptus-astartes:invader-atv",
        "datasheet: adeptus-astartes:invader",
        "correction-gone",
        "names.yaml, units",
        "adeptus-astartes:invader is no datasheet.",
    ),
    (
        "warlords.yaml",
        "world-eaters:angron",
        "world-eaters:angry-ron",
        "correction-gone",
        "warlords.yaml",
        "world-eaters:angry-ron is no datasheet.",
    ),
    (
        "characters.yaml",
        "characters: [Szarekh]",
        "characters: [Sarek]",
        "correction-gone",
        "characters.yaml",
        "necrons:the-silent-king has no Sarek.",
    ),
    (
        "passengers.yaml",
        "  capacity: 12\n",
        "",
        "correction-gone",
        "passengers.yaml",
        "astra-militarum:centaur-rsv has no transport capacity; give it one.",
    ),
    (
        "enhancements.yaml",
        "pantheon-of-woe:quantum-goad",
        "pantheon-of-woe:quantum-goat",
        "correction-gone",
        "enhancements.yaml",
        "necrons:pantheon-of-woe:quantum-goat is no enhancement.",
    ),
    (
        "compositions.yaml",
        "- {Invader ATV: [1, 2]}",
        "- {Invader: [1, 2]}",
        "correction-gone",
        "compositions.yaml",
        "adeptus-astartes:invader-atv has no Invader.",
    ),
    (
        "compositions.yaml",
        "tau-empire:close-combat-weapon-strike-team",
        "tau-empire:rail-rifle",
        "correction-gone",
        "compositions.yaml",
        "tau-empire:strike-team cannot carry tau-empire:rail-rifle (Fire Warrior Shas’ui).",
    ),
    (
        "datasheets.yaml",
        "add: [Noble]",
        "add: [Vehicle]",
        "correction-fixed",
        "datasheets.yaml",
        "necrons:catacomb-command-barge, Vehicle,",
    ),
    (
        "datasheets.yaml",
        "remove: [Grenades]",
        "remove: [Jump Pack]",
        "correction-fixed",
        "datasheets.yaml",
        "world-eaters:master-of-executions, Jump Pack,",
    ),
    (
        "legends.yaml",
        "is_legends: false",
        "is_legends: true",
        "correction-fixed",
        "legends.yaml",
        "space-marines: Captain On Bike",
    ),
    (
        "allies.yaml",
        '"astra-militarum:valkyrie"',
        '"astra-militarum:valkyries"',
        "correction-gone",
        "allies.yaml",
        "astra-militarum:valkyries is no datasheet.",
    ),
    (
        "options.yaml",
        "adeptus-astartes:multi-melta",
        "adeptus-astartes:maxi-melta",
        "correction-gone",
        "options.yaml",
        "gladiator-lancer-black-templars-multi-melta: no item adeptus-astartes:maxi-melta.",
    ),
    (
        "sizes.yaml",
        "models: 11",
        "models: 12",
        "correction-gone",
        "sizes.yaml",
        "orks has no row of 12 models for Gretchin.",
    ),
    (
        "allies.yaml",
        "rule: daemonic-pact",
        "rule: daemonic-act",
        "correction-gone",
        "allies.yaml",
        "daemonic-act is no allied rule.",
    ),
    (
        "warlords.yaml",
        "tyranids:vanguard-onslaught",
        "tyranids:vanguard-assault",
        "correction-gone",
        "warlords.yaml",
        "tyranids:vanguard-assault is no detachment.",
    ),
    (
        "enhancements.yaml",
        '"necrons:transcendent-ctan"',
        '"necrons:transcendent"',
        "correction-gone",
        "enhancements.yaml, barred",
        "necrons:transcendent is no datasheet.",
    ),
    (
        "splits.yaml",
        '"orks:kommandos"',
        '"orks:commandos"',
        "correction-gone",
        "splits.yaml",
        "orks:commandos is no datasheet.",
    ),
    (
        "splits.yaml",
        "space-wolves:veterans-of-the-fang",
        "space-wolves:veterans-of-the-tooth",
        "correction-gone",
        "splits.yaml",
        "space-wolves:veterans-of-the-tooth is no detachment.",
    ),
    (
        "datasheets.yaml",
        "warlord: orks:wazdakka-gutsmek",
        "warlord: orks:wazdakka",
        "correction-gone",
        "datasheets.yaml, with_warlord",
        "orks:wazdakka is no datasheet.",
    ),
    (
        "datasheets.yaml",
        "detachment: astra-militarum:bridgehead-strike",
        "detachment: astra-militarum:bridge-strike",
        "correction-gone",
        "datasheets.yaml, with_warlord",
        "astra-militarum:bridge-strike is no detachment.",
    ),
    (
        "datasheets.yaml",
        "datasheet: adeptus-astartes:pedro-kantor",
        "datasheet: adeptus-astartes:pedro",
        "correction-gone",
        "datasheets.yaml, successors",
        "adeptus-astartes:pedro is no datasheet.",
    ),
    (
        "attachments.yaml",
        'joining: "death-guard:tallyman"',
        'joining: "death-guard:tallywoman"',
        "correction-gone",
        "attachments.yaml, beside_another",
        "death-guard:tallywoman is no datasheet.",
    ),
    (
        "abilities.yaml",
        'datasheet: "grey-knights:rhino"',
        'datasheet: "grey-knights:rhinoceros"',
        "correction-gone",
        "abilities.yaml",
        "grey-knights:rhinoceros is no datasheet.",
    ),
    (
        "abilities.yaml",
        "[legacy-of-jerulas]",
        "[legacy-of-jerulas, annihilator]",
        "correction-fixed",
        "abilities.yaml",
        "grey-knights:land-raider-crusader, without annihilator,",
    ),
    (
        "abilities.yaml",
        'captain-with-jump-pack", abilities: [rites-of-battle]',
        'captain-with-jump-pack", abilities: [rites-of-battle, relic-shield]',
        "correction-fixed",
        "abilities.yaml, added",
        "adeptus-astartes:captain-with-jump-pack, with relic-shield,",
    ),
    (
        "abilities.yaml",
        "[turbo-boost]",
        "[turbo-booster]",
        "correction-gone",
        "abilities.yaml, added",
        "adeptus-custodes:turbo-booster is no ability.",
    ),
)
"""File, what stands there, what is put in its place; and the kind, the place and the words of what is told."""


def test_each_correction_of_nothing_is_told_by_name(fixtures: Path) -> None:
    for file, old, new, *_ in SPOILT:
        spoil(fixtures / "corrections" / file, old, new)
    found = told(build_sources(fixtures, package=installed()))
    assert sorted(found) == sorted((kind, place, what + MEANT[kind]) for *_, kind, place, what in SPOILT)


def test_each_datasheet_of_a_row_is_told_by_itself(fixtures: Path) -> None:
    spoil(fixtures / "corrections" / "datasheets.yaml", "movement: 14", "movement: 20")
    assert [what for _, _, what in told(build_sources(fixtures, package=installed()))] == [
        f"{sheet}, movement 20, is so without it: upstream has fixed this; remove it."
        for sheet in (
            "adeptus-astartes:corvus-blackstar",
            "adeptus-custodes:orion-assault-dropship",
            "adeptus-mechanicus:archaeopter-transvector",
            "agents-of-the-imperium:corvus-blackstar",
            "astra-militarum:valkyrie",
            "tyranids:harridan",
        )
    ]


def test_a_correction_that_does_not_have_its_shape_is_a_fault(fixtures: Path) -> None:
    spoil(fixtures / "corrections" / "warlords.yaml", "rule: must", "rule: should")
    with pytest.raises(SourceFault) as caught:
        build_sources(fixtures, package=installed())
    assert str(caught.value) == "corrections/warlords.yaml: rows[0], rule: Invalid enum value 'should'."


@pytest.mark.parametrize("what", ["reason", "source"])
def test_a_correction_without_reason_or_source_is_a_fault(fixtures: Path, what: str) -> None:
    (fixtures / "corrections" / "reserves.yaml").write_text(
        f"{({'reason', 'source'} - {what}).pop()}: told\nrows:\n"
        "- {datasheet: tyranids:tyrannocyte, must_start: true}\n"
    )
    with pytest.raises(SourceFault) as caught:
        build_sources(fixtures, package=installed())
    assert str(caught.value) == f"corrections/reserves.yaml#1: no {what}; give the row one, or its file."


def test_no_correction_of_the_project_is_out_of_date(build: SourceBuild) -> None:
    assert told(build) == []


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
        build_sources(fixtures, package=installed())
    assert str(caught.value) == words


def test_a_supplement_takes_the_place_of_nothing(fixtures: Path) -> None:
    spoil(fixtures / "supplements" / "emperors-children.yaml", "  slug: magma-cutters-defiler\n", "")
    with pytest.raises(SourceFault) as caught:
        build_sources(fixtures, package=installed())
    assert str(caught.value) == (
        "supplements: emperors-children:magma-cutters stands in the package; remove it or give it another slug."
    )


def test_a_legends_mark_of_another_manual_is_left_alone(fixtures: Path) -> None:
    spoil(fixtures / "corrections" / "legends.yaml", 'manual: "1.5"', 'manual: "1.6"')
    build = build_sources(fixtures, package=installed())
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
        build_sources(fixtures, package=installed())
    assert str(caught.value) == "points lists of no faction: goblins; name them in FACTION_OF_LIST."


def test_two_entries_of_a_list_for_one_datasheet_are_a_fault(fixtures: Path) -> None:
    spoil(fixtures / "points" / "v1.5" / "orks.yaml", "- name: Warboss\n", "- name: Gretchin’\n")
    with pytest.raises(SourceFault) as caught:
        build_sources(fixtures, package=installed())
    assert str(caught.value) == 'orks: "Gretchin" and "Gretchin’" both mean orks:gretchin.'


def test_a_manual_without_an_older_one_has_only_the_packages_past_prices(fixtures: Path) -> None:
    past = build_sources(fixtures, package=installed()).data.past_prices
    assert {row.manual for row in past} == {"Munitorum Field Manual 1.3 or 1.4 (wh40kdc 1.4.5)"}
