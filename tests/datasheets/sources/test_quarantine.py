"""Quarantine: what no dated source settles is not offered, kept by name, and counted apart (R-11)."""

from __future__ import annotations

from functools import cache

import pytest

from datasheets.catalogue.datasheet import Datasheet, Quarantined, QuarantinedPart
from datasheets.sources import FindingKind, SourceBuild, SourceFault
from tests.datasheets.sources.doctored import built, corrections_of

WHY = "Nobody knows."


def quarantined(row: dict[str, str]) -> tuple[SourceBuild, Datasheet]:
    build = built(corrections_of(quarantine={"rows": [row], "reason": WHY}))
    return build, next(sheet for sheet in build.data.datasheets if sheet.id == row["datasheet"])


@cache
def uncorrected() -> SourceBuild:
    return built(corrections_of())


def before(datasheet_id: str) -> Datasheet:
    return next(sheet for sheet in uncorrected().data.datasheets if sheet.id == datasheet_id)


def test_an_option_is_not_offered_and_its_items_stay_known() -> None:
    own = before("necrons:necron-warriors")
    option = own.options[0]
    build, sheet = quarantined({"datasheet": own.id, "option": option.id})
    assert sheet.options == own.options[1:]
    names = ("Gauss reaper", "Gauss flayer")
    assert sheet.quarantined == (Quarantined(QuarantinedPart.OPTION, option.id, names, WHY),)
    assert sheet.items == own.items
    assert build.counts.total("options").adds_up
    assert dict(build.counts.total("options").excluded)["quarantined"] == 1 + len(misfits(uncorrected()))


def misfits(build: SourceBuild) -> list[Quarantined]:
    return [part for sheet in build.data.datasheets for part in sheet.quarantined]


def test_an_item_goes_from_loadouts_and_choices() -> None:
    own = before("necrons:necron-warriors")
    flayer = next(item for item in own.items if "flayer" in item)
    _, sheet = quarantined({"datasheet": own.id, "item": flayer})
    assert flayer not in sheet.items
    assert all(flayer not in kind.default_items for kind in sheet.kinds)
    assert [(part.part, part.id, part.reason) for part in sheet.quarantined] == [(QuarantinedPart.ITEM, flayer, WHY)]


def test_a_kind_of_model_goes_from_make_ups() -> None:
    own = before("astra-militarum:krieg-command-squad")
    kind = own.kinds[-1].name
    _, sheet = quarantined({"datasheet": own.id, "kind": kind})
    assert kind not in {each.name for each in sheet.kinds}
    assert kind not in {count.kind for tier in sheet.tiers for count in tier.counts}
    assert sheet.quarantined[-1] == Quarantined(QuarantinedPart.KIND, kind, (kind,), WHY)


def test_an_option_for_a_kind_the_datasheet_does_not_have_is_quarantined_by_itself() -> None:
    build = uncorrected()
    told = [each for each in build.findings if each.kind is FindingKind.QUARANTINED]
    assert [(each.subject, each.text) for each in told][:1] == [
        (
            "adeptus-astartes:decimus-kill-team",
            'option decimus-kill-team-wgo-mfm-1 (Combat knife) is not offered: it is for "Deathwatch Veteran", '
            "which is no kind of model of the unit.",
        )
    ]
    assert len(told) == len(misfits(build)) == 6


def test_an_option_that_a_correction_mends_is_quarantined_no_longer() -> None:
    datasheet, option = "adeptus-astartes:decimus-kill-team", "decimus-kill-team-wgo-mfm-1"
    knife = next(item for item in before(datasheet).items if "knife" in item)
    row = {"datasheet": datasheet, "id": option, "choices": [[knife]]}
    build = built(corrections_of(options={"rows": [row]}))
    assert option not in {part.id for part in misfits(build)}
    assert len(misfits(build)) == 5


@pytest.mark.parametrize(
    "row", [{}, {"option": "necron-warriors-1", "item": "necrons:gauss-flayer"}], ids=["nothing", "two things"]
)
def test_a_row_that_does_not_name_one_thing_is_a_fault(row: dict[str, str]) -> None:
    with pytest.raises(SourceFault) as caught:
        quarantined({"datasheet": "necrons:necron-warriors", **row})
    assert str(caught.value) == (
        "corrections/quarantine.yaml#1: name one option, item, kind or rule of one datasheet, or one detachment."
    )
