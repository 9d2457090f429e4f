"""Putting the sources together: package, points manual, supplements and corrections into one catalogue."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from datasheets.catalogue.catalogue import Catalogue, CatalogueData, ReleaseStamp
from datasheets.catalogue.datasheet import Datasheet, SlotCost, Transport, WarlordRule
from datasheets.catalogue.encoding import content_hash
from datasheets.catalogue.order import in_order
from datasheets.catalogue.points import PastPrice, PointsManual
from datasheets.sources.allies import allied_rules_of
from datasheets.sources.attachments import AttachmentRows
from datasheets.sources.corrections import Corrections, read_corrections
from datasheets.sources.counts import ImportCounts, count_imports
from datasheets.sources.datasheets import datasheet_of, rows_of_units
from datasheets.sources.detachments import Detachments
from datasheets.sources.factions import battle_sizes_of, dispositions_of, factions_of, list_faction
from datasheets.sources.faults import SourceFault
from datasheets.sources.findings import Finding, FindingKind
from datasheets.sources.items import Armoury
from datasheets.sources.manual import Manual, read_manual
from datasheets.sources.package import PRICES_OF_MANUAL, Package, read_package
from datasheets.sources.past_prices import (
    past_prices_of_enhancements,
    past_prices_of_manual,
    past_prices_of_package,
)
from datasheets.sources.prices import price_tables
from datasheets.sources.register import Register
from datasheets.sources.supplements import Supplement, read_supplements

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"

MANUAL_VERSION = "v1.5"
OLDER_VERSIONS = ("v1.1",)


@dataclass(frozen=True)
class SourceBuild:
    """A catalogue as the sources have it, with the account of how it came about."""

    data: CatalogueData
    counts: ImportCounts
    findings: tuple[Finding, ...]
    manual: Manual
    upstream: str
    """Name and version of the data package."""

    @property
    def stamp(self) -> PointsManual:
        """The manual that the prices are of."""
        return self.manual.stamp


def build_sources(
    fixtures: Path = FIXTURES,
    manual_version: str = MANUAL_VERSION,
    *,
    manual: Manual | None = None,
    others: Iterable[Manual] = (),
) -> SourceBuild:
    """Everything the sources hold, priced by ``manual``, or by that of the fixtures if none is given.

    ``others`` are manuals beside those of the fixtures that tell what lists were priced by (R-27).
    Raises :class:`SourceFault` where a source cannot be read as it stands.
    """
    package = read_package()
    current = manual or read_manual(fixtures / "points" / manual_version)
    past = {
        version.removeprefix("v"): fixtures / "points" / version
        for version in (manual_version, *OLDER_VERSIONS)
        if (fixtures / "points" / version).is_dir()
    }
    given = {each.version: each for each in others}
    older = [read_manual(folder) for version, folder in past.items() if version not in {current.version, *given}]
    older += [each for each in given.values() if each.version != current.version]
    corrections = read_corrections(fixtures / "corrections")
    supplements = read_supplements(fixtures / "supplements")
    return compile_sources(package, current, older, corrections, supplements, fixtures)


def compile_sources(
    package: Package,
    current: Manual,
    older: Iterable[Manual],
    corrections: Corrections,
    supplements: Supplement,
    fixtures: Path,
) -> SourceBuild:
    """The catalogue of these sources; values in, values out."""
    bundle = package.bundle
    manual_label = f"{current.name} {current.version}"
    factions = {faction.id: faction for faction in factions_of(bundle.factions, current.lists)}
    sizes = battle_sizes_of(fixtures / "battle_sizes.yaml")
    dispositions = dispositions_of(fixtures / "dispositions.yaml")
    findings: list[Finding] = []

    detachments = Detachments(factions, corrections.names)
    detachments.read_package(bundle)
    detachments.read_manual(current.lists, dispositions, manual_label)

    armoury = Armoury.of(bundle)
    rows = rows_of_units(bundle)
    own = [datasheet_of(row, armoury, detachments.upstream_ids, findings) for row in rows]
    armoury.items.update({item.id: item for item in supplements.items})
    sheets = {sheet.id: sheet for sheet in (*own, *supplements.datasheets)}
    register = Register(factions, sheets, corrections.names)
    tables = tuple(price_tables(current.lists, register, armoury.items, manual_label))
    detachments.grant_attachments(bundle, current.lists, register)

    attachments = AttachmentRows(register, factions)
    attachments.read_manual(current.lists)
    attachments.read_package(bundle)
    allied = tuple(
        allied_rules_of(bundle, register.datasheets, detachments.upstream_ids, factions, sizes, package.label, findings)
    )
    guests = frozenset(guest for rule in allied for guest in rule.guests)
    price_lists = [list_faction(price_list.slug) for price_list in current.lists]

    correct(register, corrections)
    legends = {}
    for table in tables:
        legends.setdefault(table.datasheet, []).append(table.is_legends)
    for datasheet_id, flags in legends.items():
        register.datasheets[datasheet_id] = replace(register.datasheets[datasheet_id], is_legends=all(flags))
    for legends_row in corrections.legends.rows:
        sheet = _known(register, legends_row.datasheet, "legends")
        register.datasheets[sheet.id] = replace(sheet, is_legends=legends_row.is_legends)
    for sheet in register.datasheets.values():
        if sheet.id not in legends:
            text = "in the package, but the manual prices it in no list."
            findings.append(Finding(FindingKind.UNPRICED_UNIT, sheet.id, text))

    by_key = {(table.datasheet, table.price_list, table.allied): table for table in tables}
    past: list[PastPrice] = []
    for manual in older:
        label = f"MFM {manual.version}"
        past += past_prices_of_manual(manual, register, by_key, label)
        past += past_prices_of_enhancements(_enhancements_of(manual, detachments), detachments.enhancements, label)
    package_label = f"MFM {PRICES_OF_MANUAL} ({package.label})"
    past += past_prices_of_package(bundle.units, factions, by_key, package_label)
    upstream_enhancements = [
        (detachments.enhancement_ids[row.id], price.faction, row.cost)
        for row in bundle.enhancements
        if row.id in detachments.enhancement_ids
        for price in detachments.enhancements[detachments.enhancement_ids[row.id]].prices
    ]
    past += past_prices_of_enhancements(upstream_enhancements, detachments.enhancements, package_label)

    findings += [*armoury.findings, *register.findings, *detachments.findings, *attachments.findings]
    data = CatalogueData(
        factions=tuple(factions.values()),
        battle_sizes=sizes,
        dispositions=dispositions,
        items=tuple(armoury.items[item_id] for item_id in sorted(armoury.items)),
        datasheets=tuple(register.datasheets[sheet_id] for sheet_id in sorted(register.datasheets)),
        prices=tuple(sorted(tables, key=lambda table: (table.datasheet, table.price_list, table.allied))),
        past_prices=tuple(sorted(set(past), key=_past_order)),
        detachments=tuple(detachments.detachments[each] for each in sorted(detachments.detachments)),
        enhancements=tuple(detachments.enhancements[each] for each in sorted(detachments.enhancements)),
        attachments=tuple(
            sorted(
                attachments.rows(guests, price_lists, manual_label, package.label),
                key=lambda row: (row.joining, row.bodyguard, row.role, row.price_lists),
            )
        ),
        allied_rules=allied,
    )
    data = in_order(data)
    counts = count_imports(bundle, data, armoury, register, supplements)
    return SourceBuild(data, counts, tuple(sorted(set(findings))), current, package.label)


def _past_order(row: PastPrice) -> tuple[str, str, bool, str, int, int, str, int]:
    return (row.subject, row.price_list, row.allied, row.manual, row.first_copy, row.models, row.item, row.points)


def _enhancements_of(manual: Manual, detachments: Detachments) -> Iterable[tuple[str, str, int]]:
    for price_list in manual.lists:
        faction = list_faction(price_list.slug)
        for detachment in price_list.detachments:
            detachment_id = detachments.find(faction, detachment.name)
            for row in detachment.enhancements if detachment_id else ():
                enhancement_id = detachments.find_enhancement(detachment_id or "", row.name)
                if enhancement_id is not None:
                    yield enhancement_id, faction, row.points


def _known(register: Register, datasheet_id: str, topic: str) -> Datasheet:
    sheet = register.datasheets.get(datasheet_id)
    if sheet is None:
        raise SourceFault(f"corrections/{topic}.yaml: {datasheet_id} is no datasheet.")
    return sheet


def correct(register: Register, corrections: Corrections) -> None:
    """Lay the corrections of datasheets over them."""
    for warlord in corrections.warlords.rows:
        sheet = _known(register, warlord.datasheet, "warlords")
        register.datasheets[sheet.id] = replace(sheet, warlord=WarlordRule(warlord.rule))
    for character in corrections.characters.rows:
        sheet = _known(register, character.datasheet, "characters")
        unknown = set(character.characters) - {kind.name for kind in sheet.kinds}
        if unknown:
            raise SourceFault(f"corrections/characters.yaml: {sheet.id} has no {', '.join(sorted(unknown))}.")
        kinds = tuple(replace(kind, is_character=kind.name in character.characters) for kind in sheet.kinds)
        register.datasheets[sheet.id] = replace(sheet, kinds=kinds)
    for passengers in corrections.passengers.rows:
        sheet = _known(register, passengers.datasheet, "passengers")
        capacity = sheet.transport.capacity if sheet.transport else 0
        transport = Transport(
            capacity,
            excluded_keywords=passengers.excluded,
            passengers=passengers.groups,
            slot_costs=tuple(SlotCost(keyword, slots) for keyword, slots in passengers.slots.items()),
            conditions=passengers.conditions,
        )
        register.datasheets[sheet.id] = replace(sheet, transport=transport)


@functools.cache
def source_build() -> SourceBuild:
    """The build of the project's own fixtures, made once a process."""
    return build_sources()


@functools.cache
def source_catalogue() -> Catalogue:
    """The catalogue of all factions as the sources have it, made once a process, without a database."""
    build = source_build()
    stamp = ReleaseStamp(
        label="sources",
        content_hash=content_hash(build.data),
        published=f"{build.stamp.date}T00:00:00Z",
        upstream=build.upstream,
        manual=build.stamp,
    )
    return Catalogue(stamp, build.data)
