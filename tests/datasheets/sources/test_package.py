"""Reading the data package: what it means, and that nothing new in it goes unseen."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from datasheets.catalogue.wargear import ItemKind, WeaponKeyword
from datasheets.sources import SourceFault
from datasheets.sources.items import Armoury, keyword_of
from datasheets.sources.package import Package, decode_bundle, read_package
from datasheets.sources.records import Bundle, KeywordParameters, ProfileKeyword

NAMES = {"rapid-fire": "Rapid Fire", "anti": "Anti", "sustained-hits": "Sustained Hits", "hunter": "Hunter"}


@pytest.fixture(scope="module")
def package() -> Package:
    """The installed package."""
    return read_package()


def test_the_pinned_package_is_read(package: Package) -> None:
    assert package.label == "wh40kdc 1.4.5"
    bundle = package.bundle
    assert {name: len(getattr(bundle, name)) for name in ("units", "weapons", "wargear", "wargear_options")} == {
        "units": 1096,
        "weapons": 3365,
        "wargear": 250,
        "wargear_options": 1350,
    }


@pytest.mark.parametrize(
    ("row", "keyword", "words"),
    [
        (
            ProfileKeyword("rapid-fire", KeywordParameters(value=2)),
            WeaponKeyword("Rapid Fire", "2"),
            "Rapid Fire 2",
        ),
        (
            ProfileKeyword("anti", KeywordParameters(target_keyword="Infantry", threshold=4)),
            WeaponKeyword("Anti", "4+", "Infantry"),
            "Anti-infantry 4+",
        ),
        (
            ProfileKeyword("sustained-hits", KeywordParameters(value="D3")),
            WeaponKeyword("Sustained Hits", "D3"),
            "Sustained Hits D3",
        ),
        (
            ProfileKeyword("hunter", KeywordParameters(target_keyword="Fly")),
            WeaponKeyword("Hunter", None, "Fly"),
            "Hunter-fly",
        ),
    ],
)
def test_a_weapon_keyword_is_parsed_to_name_and_value(row: ProfileKeyword, keyword: WeaponKeyword, words: str) -> None:
    assert keyword_of(row, NAMES) == keyword
    assert str(keyword) == words


def test_targets_in_capitals_are_written_like_the_others() -> None:
    row = ProfileKeyword("anti", KeywordParameters(target_keyword="FLY", threshold=2))
    assert keyword_of(row, NAMES) == WeaponKeyword("Anti", "2+", "Fly")


def test_a_weapon_keyword_the_package_does_not_list_is_a_fault() -> None:
    with pytest.raises(SourceFault, match='weapon keyword "blinding" is not in the package'):
        keyword_of(ProfileKeyword("blinding"), NAMES)


def test_every_weapon_keyword_of_the_package_has_a_name(package: Package) -> None:
    armoury = Armoury.of(package.bundle)
    told = Counter(
        str(keyword) for item in armoury.items.values() for profile in item.profiles for keyword in profile.keywords
    )
    assert told["Rapid Fire 2"] == 114
    assert told["Anti-infantry 4+"] == 42
    assert told["Twin-linked"] == 288


def test_weapons_have_ranges_in_inches_and_none_for_melee(package: Package) -> None:
    armoury = Armoury.of(package.bundle)
    rifle = armoury.items["adeptus-astartes:bolt-rifle-intercessor-squad"]
    assert rifle.name == "Bolt Rifle"
    assert rifle.kind is ItemKind.RANGED
    assert [(each.name, each.range, each.skill) for each in rifle.profiles] == [
        ("Focused Fire", 24, 3),
        ("Saturation", 24, 3),
    ]
    hammer = armoury.items["adeptus-astartes:thunder-hammer-intercessor-squad"]
    assert [each.range for each in hammer.profiles] == [None]


def test_repeated_wargear_is_stored_once(package: Package) -> None:
    armoury = Armoury.of(package.bundle)
    wargear = [item for item in armoury.items.values() if item.kind is ItemKind.WARGEAR]
    assert (len(wargear), armoury.merged_wargear) == (208, 42)
    assert armoury.items["wargear:ancients-banner"].name == "Ancient's banner"


def test_an_unknown_field_stops_the_reading_by_name() -> None:
    bundle = bundle_as_json()
    bundle["units"][2]["morale"] = 7
    with pytest.raises(SourceFault) as caught:
        decode_bundle(json.dumps(bundle).encode(), "wh40kdc 9.9")
    assert str(caught.value) == (
        "wh40kdc 9.9: Object contains unknown field `morale` - at `$.units[2]`. "
        "Teach datasheets/sources/records.py what it means first."
    )


def test_an_unknown_collection_stops_the_reading_by_name() -> None:
    bundle = bundle_as_json()
    bundle["allegiances"] = []
    with pytest.raises(SourceFault, match="unknown field `allegiances`"):
        decode_bundle(json.dumps(bundle).encode(), "wh40kdc 9.9")


def bundle_as_json() -> Any:  # plain JSON
    """The installed package with its first rows only."""
    bundle: Bundle = read_package().bundle
    raw = {
        name: list(value[:5]) if isinstance(value, tuple) else []
        for name, value in msgspec.structs.asdict(bundle).items()
    }
    return json.loads(msgspec.json.encode(raw))


def test_the_package_is_read_without_running_its_code() -> None:
    source = Path(__file__).parents[3] / "datasheets" / "sources"
    importing = [path.name for path in source.glob("*.py") if "import wh40kdc" in path.read_text(encoding="utf-8")]
    assert importing == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0\0",
        b"NaN",
        b'{"units": [{"id": "a"',
        b'\xff\xfe{"units": []}',
        b'{"units": [], "\xff": 1}',
        b'{"units": NaN}',
    ],
)
def test_a_file_that_is_cut_off_or_damaged_is_told_as_such(content: bytes) -> None:
    with pytest.raises(SourceFault) as refused:
        decode_bundle(content, "wh40kdc 1.4.5")

    assert str(refused.value).startswith("wh40kdc 1.4.5: the file is cut off or damaged (")
    assert str(refused.value).endswith("). Install the package again: run `make install`.")
