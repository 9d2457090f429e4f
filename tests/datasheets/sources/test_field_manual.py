"""Converting the published manual's data, in the shape of v1.1 and in that of v1.5."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from datasheets.sources import SourceFault
from datasheets.sources.field_manual import convert_field_manual, write_manual
from datasheets.sources.manual import (
    AddedModel,
    Detachment,
    Enhancement,
    PaidWargear,
    Row,
    Tier,
    Unit,
    read_manual,
)

OLDER = """\
name: Walkers
slug: walkers
version: "1.1"
firstSeen: 2026-07-22
detachments:
  - name: Long Stride
    dp: 2
    objective: TAKE AND HOLD
    unique: Legs
    enhancements:
      - { name: Sure Foot (Upgrade), points: 15 }
      - { name: Loud Horn, points: 20, leaderTo: [ Sample Crew ] }
units:
  - name: Sample Captain
    pricing:
      - range: "[1,)"
        label: Your Unit Costs
        costs:
          - { models: 1, points: 80 }
    role: leader
    attachTo: [ Sample Crew ]
  - name: Sample Crew
    pricing:
      - range: "[1,2]"
        label: Your 1st To 2nd Units Cost
        costs:
          - { models: 3, points: 90, desc: "1 Boss, 2 Hands" }
          - { models: 1, points: 30, desc: Mule, addon: true }
      - range: "[3,)"
        label: Your 3rd + Unit Costs
        costs:
          - { models: 3, points: 100, desc: "1 Boss, 2 Hands" }
          - { models: 1, points: 30, desc: Mule, addon: true }
    wargear:
      - { item: Big Horn, points: 5 }
    legends: true
"""
META = 'version: "1.1"\nlastUpdated: 2026-07-23\nnotes: text\nfactions: [ walkers ]\n'
NEWER = """\
name: Walkers
slug: walkers
version: "1.5"
firstSeen: 2026-09-30
detachments:
  - name: Long Stride
    dp: 1
    objectives: [ TAKE AND HOLD, PURGE THE FOE ]
    enhancements:
      - { name: Loud Horn, points: 20, supportTo: [ Sample Crew ], provenance: changelog-1.5 }
  - name: Lost Track
    dp: null
    objective: null
    enhancements: null
    missing: [ dp, objectives, unique, enhancements ]
units:
  - name: Sample Captain
    groupTitle: Guests
    pricing:
      - range: "[1,1]"
        label: Your 1st Unit Costs
        costs:
          - { models: 1, points: 80 }
      - range: "[2,)"
        label: Your 2nd + Unit Costs
        costs:
          - { models: 1, points: 95 }
    leaderTo: [ Sample Crew ]
    supportTo: [ Sample Guard ]
    provenance: { pricing: changelog-1.5, other: wh40kdc-1.4.5 }
  - name: Sample Crew
    pricing: null
    missing: [ pricing, lists ]
"""


def folder_with(tmp_path: Path, **files: str) -> Path:
    """A folder of the published manual."""
    folder = tmp_path / "upstream"
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def fault_of(folder: Path) -> str:
    """The words of the fault that converting the folder ends in."""
    with pytest.raises(SourceFault) as caught:
        convert_field_manual(folder)
    return str(caught.value)


def test_the_older_shape_is_converted(tmp_path: Path) -> None:
    manual = convert_field_manual(folder_with(tmp_path, walkers=OLDER, meta=META))
    (walkers,) = manual.lists
    assert (manual.name, manual.version, manual.date) == ("Munitorum Field Manual", "1.1", date(2026, 7, 23))
    assert (walkers.slug, walkers.name, walkers.parent) == ("walkers", "Walkers", "")
    assert walkers.detachments == (
        Detachment(
            name="Long Stride",
            points=2,
            dispositions=("take-and-hold",),
            unique=("Legs",),
            enhancements=(
                Enhancement("Sure Foot", 15, upgrade=True),
                Enhancement("Loud Horn", 20, leads=("Sample Crew",)),
            ),
        ),
    )
    assert walkers.units == (
        Unit("Sample Captain", tiers=(Tier("1+", (Row(1, 80),)),), leads=("Sample Crew",)),
        Unit(
            "Sample Crew",
            tiers=(
                Tier("1-2", (Row(3, 90, {"Boss": 1, "Hands": 2}),)),
                Tier("3+", (Row(3, 100, {"Boss": 1, "Hands": 2}),)),
            ),
            add_ons=(AddedModel("Mule", 30),),
            wargear=(PaidWargear("Big Horn", 5),),
            legends=True,
        ),
    )


def test_the_newer_shape_is_converted(tmp_path: Path) -> None:
    manual = convert_field_manual(folder_with(tmp_path, walkers=NEWER))
    (walkers,) = manual.lists
    assert (manual.version, manual.date) == ("1.5", date(2026, 9, 30))
    assert walkers.detachments == (
        Detachment(
            name="Long Stride",
            points=1,
            dispositions=("take-and-hold", "purge-the-foe"),
            enhancements=(Enhancement("Loud Horn", 20, supports=("Sample Crew",), source="changelog-1.5"),),
        ),
        Detachment(name="Lost Track", missing=("points", "dispositions", "unique", "enhancements")),
    )
    assert walkers.units == (
        Unit(
            "Sample Captain",
            block="Guests",
            tiers=(Tier("1", (Row(1, 80),)), Tier("2+", (Row(1, 95),))),
            leads=("Sample Crew",),
            supports=("Sample Guard",),
            source="other wh40kdc-1.4.5, tiers changelog-1.5",
        ),
        Unit("Sample Crew", missing=("tiers", "attachments")),
    )


@pytest.mark.parametrize("files", [{"walkers": OLDER, "meta": META}, {"walkers": NEWER}])
def test_what_is_written_reads_back_the_same(tmp_path: Path, files: dict[str, str]) -> None:
    manual = convert_field_manual(folder_with(tmp_path, **files))
    written = write_manual(manual, tmp_path / "own")
    assert [path.name for path in written] == ["manual.yaml", "walkers.yaml"]
    assert read_manual(tmp_path / "own") == manual


def test_of_two_units_of_one_name_the_one_priced_as_in_the_parents_list_is_the_parents(tmp_path: Path) -> None:
    def unit(points: int) -> str:
        costs = f"[{{ models: 1, points: {points} }}]"
        return f'  - {{ name: Old Walker, pricing: [{{ range: "[1,)", label: x, costs: {costs} }}]'

    head = 'version: "1.5"\nfirstSeen: 2026-09-30\ndetachments: []\nunits:\n'
    parent = f"name: Walkers\nslug: walkers\n{head}{unit(165)}, legends: true }}\n"
    child = f"name: Striders\nslug: striders\nparent: Walkers\n{head}{unit(130)} }}\n{unit(165)} }}\n"
    manual = convert_field_manual(folder_with(tmp_path, walkers=parent, striders=child))
    striders = manual.lists[0]
    assert striders.parent == "walkers"
    assert [(each.block, each.tiers[0].rows[0].points, each.legends) for each in striders.units] == [
        ("", 130, False),
        ("Walkers", 165, True),
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'range: "[3,)"',
            'range: "from 3"',
            'upstream/walkers.yaml: units "Sample Crew": range "from 3" is not like "[1,2]" or "[3,)".',
        ),
        (
            '"1 Boss, 2 Hands"',
            '"1 Boss, 3 Hands"',
            'upstream/walkers.yaml: units "Sample Crew": "1 Boss, 3 Hands" counts 4 models, its row says 3.',
        ),
        (
            '"1 Boss, 2 Hands"',
            '"a Boss"',
            'upstream/walkers.yaml: units "Sample Crew": "a Boss" is not a list of counted models.',
        ),
        (
            "    role: leader\n",
            "",
            'upstream/walkers.yaml: units "Sample Captain": attachTo without role; the role says leader or support.',
        ),
        (
            "role: leader",
            "role: boss",
            "upstream/walkers.yaml: units \"Sample Captain\", role: Invalid enum value 'boss'.",
        ),
        (
            "dp: 2",
            "dp: 2\n    cost: 3",
            'upstream/walkers.yaml: detachments "Long Stride": Object contains unknown field `cost`.',
        ),
        ("slug: walkers", "slug: tanks", 'upstream/walkers.yaml: slug "tanks" should be "walkers" like the file.'),
        (
            'version: "1.1"',
            'version: "1.2"',
            "upstream/meta.yaml: version 1.1, the files say 1.2.",
        ),
        (
            "slug: walkers",
            "slug: walkers\nparent: Tanks",
            'upstream/walkers.yaml: parent "Tanks" is no list of this manual.',
        ),
    ],
)
def test_what_is_not_understood_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in OLDER
    assert fault_of(folder_with(tmp_path, walkers=OLDER.replace(old, new, 1), meta=META)) == words


def test_files_of_two_versions_are_no_manual(tmp_path: Path) -> None:
    tanks = OLDER.replace("walkers", "tanks").replace('"1.1"', '"1.2"')
    assert fault_of(folder_with(tmp_path, walkers=OLDER, tanks=tanks)) == (
        "upstream: files of several versions (1.1 of 2026-07-22, 1.2 of 2026-07-22); a manual has one."
    )


def test_a_folder_without_files_is_no_manual(tmp_path: Path) -> None:
    assert fault_of(tmp_path / "nothing") == (
        "nothing: no such folder; give the folder that holds the manual's YAML files."
    )
    assert fault_of(folder_with(tmp_path)) == (
        "upstream: holds no YAML files; give the folder that holds the manual's YAML files."
    )
