"""The sheets there are: datasheets, weapons, prices, detachments, enhancements and attachments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from datasheets.catalogue.attachment import Attachment, AttachmentRole
from datasheets.catalogue.datasheet import Datasheet, ModelProfile, WarlordRule
from datasheets.catalogue.detachment import Detachment, DetachmentOffer, Enhancement, EnhancementPrice
from datasheets.catalogue.entries import BETWEEN, EntryRef
from datasheets.catalogue.points import AddOn, CopyTier, PaidItem, PriceTable, SizeRow
from datasheets.catalogue.wargear import Item, ItemKind, WeaponKeyword, WeaponProfile
from datasheets.spreadsheets.cells import Choice, Counts, Kind, Names, Number, Shown, Text, YesNo
from datasheets.spreadsheets.layout import Column, Line, Sheet

_ID = Column("id", Text(), is_needed=True)
_NAME = Column("name", Text(), is_needed=True)
_STATS: tuple[tuple[str, bool], ...] = (
    *((name, True) for name in ("M", "T", "Sv", "W", "Ld", "OC")),
    *((name, False) for name in ("invulnerable", "invulnerable_melee", "invulnerable_ranged")),
)


def _values(line: Line, kind: type[Any], **renamed: str) -> dict[str, Any]:
    """The values of ``line`` that ``kind`` has fields for; a field can have another name in the line."""
    names = {field.name: renamed.get(field.name, field.name) for field in fields(kind)}
    return {field: line[name] for field, name in names.items() if name in line}


# Datasheets: a row for each stat line -----------------------------------------------------------


def _stat_lines(value: Datasheet) -> list[Line]:
    return [{"profile": row.name, **{name: getattr(row, name) for name, _ in _STATS}} for row in value.profiles]


def _with_stat_lines(value: Datasheet, lines: list[Line]) -> Datasheet:
    return replace(value, profiles=tuple(ModelProfile(**_values(line, ModelProfile, name="profile")) for line in lines))


DATASHEETS = Sheet(
    name="datasheets",
    collection="datasheets",
    key=("id",),
    columns=(
        _ID,
        _NAME,
        Column("faction", Text(), is_needed=True),
        Column("faction_keywords", Names(), is_needed=True),
        Column("keywords", Names(), is_needed=True),
        Column("minimum_models", Number(), is_needed=True),
        Column("maximum_models", Number(), is_needed=True),
        Column("warlord", Choice(WarlordRule)),
        Column("is_legends", YesNo()),
        Column("aliases", Names()),
    ),
    entry_of=lambda values: Datasheet(**values),
    line_key=("profile",),
    line_columns=(
        Column("profile", Text(), is_needed=True),
        *(Column(name, Number(), is_needed) for name, is_needed in _STATS),
    ),
    lines_of=_stat_lines,
    with_lines=_with_stat_lines,
)


# Weapons: a row for each of their profiles ------------------------------------------------------

_WEAPON: tuple[tuple[str, Kind, bool], ...] = (
    ("range", Number(), False),
    ("attacks", Text(), True),
    ("skill", Number(), False),
    ("strength", Text(), True),
    ("armour_penetration", Number(), True),
    ("damage", Text(), True),
)


def _ability(keyword: WeaponKeyword) -> str:
    words = [f"{keyword.name}-{keyword.target}" if keyword.target else keyword.name]
    words += [keyword.value] if keyword.value else []
    words += ["against " + ", ".join(keyword.required_targets)] if keyword.required_targets else []
    words += ["but not " + ", ".join(keyword.excluded_targets)] if keyword.excluded_targets else []
    return " ".join(words)


def _abilities(profile: WeaponProfile | None) -> str:
    """The abilities of a profile as people read them; they are edited on the weapon's page."""
    if profile is None:
        return ""
    only = [f"only against {', '.join(profile.only_against)}"] if profile.only_against else []
    return "; ".join([*(_ability(keyword) for keyword in profile.keywords), *only])


def _weapon_lines(value: Item) -> list[Line]:
    return [
        {
            "line": place,
            "profile": row.name,
            "abilities": row,
            **{name: getattr(row, name) for name, _, _ in _WEAPON},
        }
        for place, row in enumerate(value.profiles, start=1)
    ]


def _with_weapon_lines(value: Item, lines: list[Line]) -> Item:
    profiles = []
    for line in sorted(lines, key=lambda each: each["line"]):
        own = _values(line, WeaponProfile, name="profile")
        before = line.get("abilities")
        kept = {"keywords": before.keywords, "only_against": before.only_against} if before else {}
        profiles.append(WeaponProfile(**{"range": None, "skill": None, **own, **kept}))
    return replace(value, profiles=tuple(profiles))


WEAPONS = Sheet(
    name="weapons",
    collection="items",
    key=("id",),
    columns=(_ID, _NAME, Column("kind", Choice(ItemKind), is_needed=True)),
    entry_of=lambda values: Item(**values),
    line_key=("line",),
    line_columns=(
        Column("line", Number(), is_needed=True),
        Column("profile", Text(), is_needed=True),
        *(Column(name, kind, is_needed) for name, kind, is_needed in _WEAPON),
        Column("abilities", Shown(_abilities)),
    ),
    lines_of=_weapon_lines,
    with_lines=_with_weapon_lines,
)


# Prices: a row for each size, each paid item, and each model that is added -----------------------


class PriceRow(StrEnum):
    """What a row of a price table prices."""

    SIZE = "size"
    WARGEAR = "wargear"
    MODEL = "model"


SIZE, WARGEAR, MODEL = PriceRow.SIZE, PriceRow.WARGEAR, PriceRow.MODEL


def _price_fault(line: Line) -> tuple[str, str] | None:
    """Which column of a price row is empty that must not be, and why."""
    if line["row"] == SIZE:
        if line.get("from_copy") is None:
            return "from_copy", "A size is priced from a copy on: write 1 for the first."
        if line.get("models") is None:
            return "models", "A size needs the number of models."
    elif not line.get("what"):
        return "what", "Write the name of the wargear or model that has the price."
    return None


def _price_lines(value: PriceTable) -> list[Line]:
    sizes: list[Line] = [
        {
            "row": SIZE,
            "from_copy": tier.first,
            "to_copy": tier.last,
            "models": row.models,
            "composition": row.composition,
            "points": row.points,
        }
        for tier in value.tiers
        for row in tier.rows
    ]
    paid: list[Line] = [
        {"row": WARGEAR, "what": row.name, "items": row.items, "points": row.points} for row in value.wargear
    ]
    added: list[Line] = [{"row": MODEL, "what": row.kind, "points": row.points} for row in value.add_ons]
    return sizes + paid + added


def _with_price_lines(value: PriceTable, lines: list[Line]) -> PriceTable:
    tiers: dict[tuple[int, int | None], list[SizeRow]] = {}
    for line in lines:
        if line["row"] == SIZE:
            rows = tiers.setdefault((line["from_copy"], line.get("to_copy")), [])
            rows.append(SizeRow(line["models"], line["points"], line.get("composition") or ()))
    return replace(
        value,
        tiers=tuple(CopyTier(first, last, tuple(rows)) for (first, last), rows in tiers.items()),
        wargear=tuple(
            PaidItem(line["what"], line["points"], line.get("items") or ()) for line in lines if line["row"] == WARGEAR
        ),
        add_ons=tuple(AddOn(line["what"], line["points"]) for line in lines if line["row"] == MODEL),
    )


def _price_ref(values: Mapping[str, Any]) -> EntryRef:
    guests = ("guests",) if values["allied"] else ()
    return EntryRef("prices", BETWEEN.join((values["datasheet"], values["price_list"], *guests)))


PRICES = Sheet(
    name="prices",
    collection="prices",
    key=("datasheet", "price_list", "allied"),
    columns=(
        Column("datasheet", Text(), is_needed=True),
        Column("price_list", Text(), is_needed=True),
        Column("allied", YesNo()),
        Column("block", Text()),
        Column("is_legends", YesNo()),
    ),
    entry_of=lambda values: PriceTable(**{"tiers": (), **values}),
    line_key=("row", "from_copy", "models", "composition", "what"),
    line_columns=(
        Column("row", Choice(PriceRow), is_needed=True),
        Column("from_copy", Number()),
        Column("to_copy", Number()),
        Column("models", Number()),
        Column("composition", Counts()),
        Column("what", Text()),
        Column("items", Names()),
        Column("points", Number(), is_needed=True),
    ),
    lines_of=_price_lines,
    with_lines=_with_price_lines,
    line_fault=_price_fault,
    ref_from=_price_ref,
)


# Detachments: a row for each faction that they are offered to ------------------------------------


def _offer_lines(value: Detachment) -> list[Line]:
    return [
        {
            "faction": row.faction,
            "points": row.points,
            "dispositions": row.dispositions,
            "unique_tags": row.unique_tags,
            "_source": row.source,
        }
        for row in value.offers
    ]


def _with_offer_lines(value: Detachment, lines: list[Line]) -> Detachment:
    return replace(
        value,
        offers=tuple(
            DetachmentOffer(**{"points": None, **_values(line, DetachmentOffer, source="_source")}) for line in lines
        ),
    )


DETACHMENTS = Sheet(
    name="detachments",
    collection="detachments",
    key=("id",),
    columns=(_ID, _NAME, Column("aliases", Names())),
    entry_of=lambda values: Detachment(**{"offers": (), **values}),
    line_key=("faction",),
    line_columns=(
        Column("faction", Text(), is_needed=True),
        Column("points", Number()),
        Column("dispositions", Names()),
        Column("unique_tags", Names()),
    ),
    lines_of=_offer_lines,
    with_lines=_with_offer_lines,
)


# Enhancements: a row for each faction's price ----------------------------------------------------


def _enhancement_lines(value: Enhancement) -> list[Line]:
    return [{"faction": row.faction, "points": row.points, "_source": row.source} for row in value.prices]


def _with_enhancement_lines(value: Enhancement, lines: list[Line]) -> Enhancement:
    prices = tuple(EnhancementPrice(**_values(line, EnhancementPrice, source="_source")) for line in lines)
    return replace(value, prices=prices)


ENHANCEMENTS = Sheet(
    name="enhancements",
    collection="enhancements",
    key=("id",),
    columns=(
        _ID,
        _NAME,
        Column("detachment", Text(), is_needed=True),
        Column("is_upgrade", YesNo()),
        Column("excludes", Names()),
        Column("leader_of", Names()),
        Column("support_of", Names()),
        Column("usable_by_epic_hero", YesNo()),
        Column("usable_by_non_character", YesNo()),
        Column("aliases", Names()),
    ),
    entry_of=lambda values: Enhancement(**{"prices": (), **values}),
    line_key=("faction",),
    line_columns=(Column("faction", Text(), is_needed=True), Column("points", Number(), is_needed=True)),
    lines_of=_enhancement_lines,
    with_lines=_with_enhancement_lines,
)


# Attachments: a row each -------------------------------------------------------------------------


def _attachment_ref(values: Mapping[str, Any]) -> EntryRef:
    parts = (values["joining"], values["bodyguard"], values["role"] or "", values["required_detachment"] or "")
    return EntryRef("attachments", BETWEEN.join(parts).rstrip(BETWEEN))


ATTACHMENTS = Sheet(
    name="attachments",
    collection="attachments",
    key=("joining", "bodyguard", "role", "required_detachment"),
    columns=(
        Column("joining", Text(), is_needed=True),
        Column("bodyguard", Text(), is_needed=True),
        Column("role", Choice(AttachmentRole), is_needed=True),
        Column("required_detachment", Text(none_if_empty=True)),
        Column("price_lists", Names()),
        Column("may_join_beside_another", YesNo()),
        Column("is_mandatory", YesNo()),
        Column("led_by", Text(none_if_empty=True)),
        Column("joiner_group", Text()),
    ),
    entry_of=lambda values: Attachment(**values),
    ref_from=_attachment_ref,
)

SHEETS: Mapping[str, Sheet] = {
    sheet.name: sheet for sheet in (DATASHEETS, WEAPONS, PRICES, DETACHMENTS, ENHANCEMENTS, ATTACHMENTS)
}
"""Every sheet by its name."""
