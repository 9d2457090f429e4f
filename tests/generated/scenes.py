"""Frames in which a rare change can be made: the few detachments, enhancements and datasheets that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.faction import Faction
from datasheets.catalogue.names import fold_keyword
from tests.generated.rosters import Frame, Generator
from tests.generated.terms import CHARACTER, Terms, available, folded

Setting = tuple[Faction, Detachment | None, tuple[Datasheet, ...], Enhancement | None]
"""A faction, a detachment, datasheets that are to be in the army, and an enhancement that somebody is to bear."""

SETTINGS: dict[str, Callable[[Catalogue], Iterator[Setting]]] = {}
"""For rare changes, by name, the settings that admit them."""


INVENTED = frozenset({"joined_without_the_detachment"})
"""Changes made on invented data: in the shipped catalogue no pair of units hangs on a detachment."""


def frames(name: str, generator: Generator, count: int) -> Iterator[Frame]:
    """So many frames for the change of that name: its settings in turn, in every battle size, each with a seed."""
    catalogue = generator.catalogue
    settings = list(SETTINGS[name](catalogue))
    sizes = catalogue.data.battle_sizes
    for number in range(count if settings else 0):
        turn, place = divmod(number, len(settings))
        faction, detachment, wanted, gift = settings[place]
        size = sizes[(turn + place) % len(sizes)]
        seed = generator.seed * 1_000_003 + 500_000 + number
        yield Frame(seed, faction, size, detachment, wanted=wanted, gift=gift)


Settings = Callable[[Catalogue], Iterator[Setting]]


def _setting(change: str) -> Callable[[Settings], Settings]:
    def enter(function: Settings) -> Settings:
        SETTINGS[change] = function
        return function

    return enter


def _fields(catalogue: Catalogue, sheet: Datasheet) -> Iterator[tuple[Faction, Detachment | None]]:
    """The factions that have the datasheet, with each of their detachments."""
    keywords = folded(sheet.faction_keywords)
    for faction in catalogue.data.factions:
        if fold_keyword(faction.keyword) in keywords and not faction.chapter_keyword:
            for detachment in available(catalogue, faction):
                yield faction, detachment


def _homes(catalogue: Catalogue, detachment: str) -> Iterator[tuple[Faction, Detachment]]:
    """The factions that may select the detachment."""
    for faction in catalogue.data.factions:
        for one in available(catalogue, faction):
            if one.id == detachment:
                yield faction, one


def _bearers(catalogue: Catalogue, faction: Faction, detachment: Detachment, one: Enhancement) -> list[Datasheet]:
    """Native datasheets with the keywords that the enhancement asks for."""
    terms = Terms(catalogue, faction, catalogue.data.battle_sizes[0], [detachment])
    return [
        sheet
        for sheet in terms.natives
        if terms.is_full(sheet)
        and CHARACTER in terms.keywords(sheet).possible
        and (not one.requires or any(folded(group) <= terms.keywords(sheet).possible for group in one.requires))
    ]


@_setting("on_one_who_bears_none")
def _barred(catalogue: Catalogue) -> Iterator[Setting]:
    for sheet in catalogue.data.datasheets:
        if sheet.cannot_bear_enhancements and Terms.is_full(sheet):
            for faction, detachment in _fields(catalogue, sheet):
                yield faction, detachment, (sheet,), None


@_setting("without_the_wargear")
def _armed(catalogue: Catalogue) -> Iterator[Setting]:
    for one in catalogue.data.enhancements:
        if one.required_items:
            for faction, detachment in _homes(catalogue, one.detachment):
                for sheet in _bearers(catalogue, faction, detachment, one):
                    yield faction, detachment, (sheet,), None


@_setting("joined_without_the_enhancement")
def _joining(catalogue: Catalogue) -> Iterator[Setting]:
    for one in catalogue.data.enhancements:
        for host in (*one.leader_of, *one.support_of):
            for faction, detachment in _homes(catalogue, one.detachment):
                for sheet in _bearers(catalogue, faction, detachment, one):
                    yield faction, detachment, (catalogue.datasheets[host], sheet), one


@_setting("the_bearer_leads")
@_setting("a_bearer_who_cannot_lead")
def _leading(catalogue: Catalogue) -> Iterator[Setting]:
    for one in catalogue.data.enhancements:
        if one.bars_warlord:
            for faction, detachment in _homes(catalogue, one.detachment):
                for sheet in _bearers(catalogue, faction, detachment, one):
                    yield faction, detachment, (sheet,), one


@_setting("joined_without_the_detachment")
def _closed(catalogue: Catalogue) -> Iterator[Setting]:
    for row in catalogue.data.attachments:
        sheets = _known(catalogue, (row.bodyguard, row.joining))
        if not (row.required_detachment or row.excluded_detachments) or len(sheets) < 2:
            continue
        for faction, detachment in _fields(catalogue, sheets[0]):
            is_open = detachment is not None and row.required_detachment in (None, detachment.id)
            if not is_open or (detachment is not None and detachment.id in row.excluded_detachments):
                yield faction, detachment, sheets, None


@_setting("the_weapon_of_another")
def _carrying(catalogue: Catalogue) -> Iterator[Setting]:
    members = {id for one in catalogue.data.allegiances for id in one.members}
    for sheet in _known(catalogue, sorted(members)):
        if sheet.item_keywords:
            for faction, detachment in _fields(catalogue, sheet):
                yield faction, detachment, (sheet,), None


@_setting("of_another_mark")
def _marked(catalogue: Catalogue) -> Iterator[Setting]:
    rows = [row for row in catalogue.data.attachments if row.shared_keywords]
    shared = folded(keyword for row in rows for keyword in row.shared_keywords)
    marking = {
        one.detachment
        for one in catalogue.data.allegiances
        if any(folded(choice.keywords) & shared for choice in one.choices)
    }
    for detachment in sorted(id for id in marking if id is not None):
        for faction, one in _homes(catalogue, detachment):
            for row in rows:
                sheets = _known(catalogue, (row.bodyguard, row.joining))
                if len(sheets) == 2:
                    yield faction, one, sheets, None


@_setting("joined_to_nobodys_unit")
def _led(catalogue: Catalogue) -> Iterator[Setting]:
    for row in catalogue.data.attachments:
        sheets = _known(catalogue, (row.bodyguard, row.joining))
        if row.led_by is not None and len(sheets) == 2:
            for faction, detachment in _fields(catalogue, sheets[0]):
                yield faction, detachment, sheets, None


@_setting("a_stranger_beside_allies")
def _beside(catalogue: Catalogue) -> Iterator[Setting]:
    for rule in catalogue.data.allied_rules:
        if rule.all_models_keywords:
            guests = _known(catalogue, rule.guests)
            for place, faction in enumerate(_hosts(catalogue, rule.host_keywords)):
                for detachment in islice(available(catalogue, faction), 2):
                    yield faction, detachment, (guests[place % len(guests)],), None


@_setting("a_warlord_the_allies_do_not_accept")
def _accepted(catalogue: Catalogue) -> Iterator[Setting]:
    for rule in catalogue.data.allied_rules:
        if rule.warlord_required_keyword:
            leaders = [one for one in _known(catalogue, rule.guests) if CHARACTER in folded(one.keywords)]
            for id in rule.detachments:
                for faction, detachment in _homes(catalogue, id):
                    for sheet in leaders:
                        yield faction, detachment, (sheet,), None


def _known(catalogue: Catalogue, ids: Sequence[str]) -> tuple[Datasheet, ...]:
    """Those of the datasheets that a legal roster can have."""
    sheets = [catalogue.datasheets[id] for id in ids if id in catalogue.datasheets]
    return tuple(sheet for sheet in sheets if Terms.is_full(sheet) and sheet.id in catalogue.priced_datasheets)


def _hosts(catalogue: Catalogue, keywords: Sequence[str]) -> list[Faction]:
    hosts = folded(keywords)
    return [
        faction
        for faction in catalogue.data.factions
        if hosts & folded((faction.keyword, faction.chapter_keyword or faction.keyword))
    ]
