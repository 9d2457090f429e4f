"""Keywords, movement and default wargear where errata or printed pages differ from the package."""

from __future__ import annotations

from collections import Counter

from datasheets.catalogue import Catalogue
from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.names import fold_keyword

FORMER_AIRCRAFT = {
    "adeptus-astartes:corvus-blackstar": 14,
    "adeptus-astartes:thunderhawk-gunship": 20,
    "adeptus-custodes:orion-assault-dropship": 14,
    "adeptus-mechanicus:archaeopter-transvector": 14,
    "agents-of-the-imperium:corvus-blackstar": 14,
    "astra-militarum:valkyrie": 14,
    "grey-knights:grey-knights-thunderhawk-gunship": 20,
    "tyranids:harridan": 14,
}
"""Datasheets that lost AIRCRAFT, and how far they move."""

GODS = {"khorne", "nurgle", "slaanesh", "tzeentch"}


def keywords_of(sheet: Datasheet) -> set[str]:
    """The datasheet's keywords, folded."""
    return {fold_keyword(keyword) for keyword in sheet.keywords}


def test_what_the_errata_took_from_aircraft_is_none(catalogue: Catalogue) -> None:
    sheets = [catalogue.datasheets[each] for each in FORMER_AIRCRAFT]
    assert [sheet.id for sheet in sheets if "aircraft" in keywords_of(sheet)] == []
    assert {sheet.id: sheet.profiles[0].M for sheet in sheets} == FORMER_AIRCRAFT


def test_leaders_are_characters(catalogue: Catalogue) -> None:
    leaders = {
        row.joining
        for row in catalogue.data.attachments
        if row.role is AttachmentRole.LEADER and catalogue.datasheets[row.joining].knowledge is Knowledge.FULL
    }
    assert [each for each in sorted(leaders) if "character" not in keywords_of(catalogue.datasheets[each])] == []
    shrike = catalogue.datasheets["adeptus-astartes:kayvaan-shrike"]
    assert {"character", "epic hero"} <= keywords_of(shrike)
    assert [kind.is_character for kind in shrike.kinds] == [True]


def test_undivided_datasheets_have_no_gods_keyword(catalogue: Catalogue) -> None:
    sworn = {
        sheet.id: keywords_of(sheet) & GODS
        for sheet in catalogue.data.datasheets
        if sheet.faction == "chaos-space-marines" and keywords_of(sheet) & GODS
    }
    assert sworn == {"chaos-space-marines:khorne-lord-of-skulls": {"khorne"}}


def test_frames_are_marked_in_every_faction(catalogue: Catalogue) -> None:
    frames = Counter(sheet.faction for sheet in catalogue.data.datasheets if "frame" in keywords_of(sheet))
    assert frames.total() == 170
    assert frames["astra-militarum"] == 28
    assert "Frame" in catalogue.datasheets["astra-militarum:chimera"].keywords


def test_an_option_is_not_carried_by_default(catalogue: Catalogue) -> None:
    for team in ("tau-empire:breacher-team", "tau-empire:strike-team"):
        sheet = catalogue.datasheets[team]
        assert [kind.name for kind in sheet.kinds if "tau-empire:support-turret" in kind.default_items] == []
        assert [option.id for option in sheet.options if ("tau-empire:support-turret",) in option.choices] != []


def test_outriders_have_no_invader_atv_beside_them(catalogue: Catalogue) -> None:
    squad = catalogue.datasheets["adeptus-astartes:outrider-squad"]
    assert (squad.minimum_models, squad.maximum_models) == (3, 6)
    assert [(tier.minimum, tier.maximum) for tier in squad.tiers] == [(3, 3), (4, 6)]


def test_every_size_the_manual_prices_is_a_legal_make_up(catalogue: Catalogue) -> None:
    strange = [
        (table.datasheet, row.models)
        for table in catalogue.data.prices
        for sheet in (catalogue.datasheets[table.datasheet],)
        if sheet.knowledge is Knowledge.FULL
        for tier in table.tiers
        for row in tier.rows
        if not any(each.minimum <= row.models <= each.maximum for each in sheet.tiers)
    ]
    assert strange == []
