"""Putting the sources together: package, points manual, supplements and corrections into one catalogue."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from datasheets.catalogue.catalogue import Catalogue, CatalogueData, ReleaseStamp
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.encoding import content_hash
from datasheets.catalogue.entries import ref_of
from datasheets.catalogue.identity import References
from datasheets.catalogue.order import in_order
from datasheets.catalogue.origin import Origins
from datasheets.catalogue.points import PastPrice, PointsManual, PriceTable
from datasheets.sources.allies import allied_rules_of
from datasheets.sources.attachments import AttachmentRows
from datasheets.sources.compare import PriceComparison, compare_prices
from datasheets.sources.corrected import correct_datasheets, correct_rules
from datasheets.sources.corrected_abilities import correct_abilities
from datasheets.sources.corrected_army import ArmyEntries, correct_army
from datasheets.sources.corrected_fields import correct_fields
from datasheets.sources.corrected_joining import correct_allied_rules, correct_attachments
from datasheets.sources.corrected_loadouts import correct_loadouts
from datasheets.sources.corrected_manual import corrected_lists, record_prices
from datasheets.sources.corrected_names import correct_names
from datasheets.sources.corrections import Corrections, followed, read_corrections
from datasheets.sources.counts import ImportCounts, count_imports
from datasheets.sources.datasheets import datasheet_of, rows_of_units
from datasheets.sources.detachments import Detachments
from datasheets.sources.factions import battle_sizes_of, dispositions_of, factions_of, list_faction
from datasheets.sources.faults import SourceFault
from datasheets.sources.findings import Finding, FindingKind
from datasheets.sources.items import Armoury
from datasheets.sources.manual import Manual, read_manual
from datasheets.sources.origins import Ledger, made_entries
from datasheets.sources.own_items import give_own_items
from datasheets.sources.package import PRICES_OF_MANUAL, Package, read_package
from datasheets.sources.past_prices import (
    past_prices_of_enhancements,
    past_prices_of_manual,
    past_prices_of_package,
)
from datasheets.sources.play import play_of
from datasheets.sources.prices import price_tables
from datasheets.sources.quarantine import quarantine, quarantine_detachments, withdraw_unpriced
from datasheets.sources.references import references_of
from datasheets.sources.register import Register
from datasheets.sources.repeated import refuse_repeated
from datasheets.sources.supplements import Supplement, read_supplements
from datasheets.sources.vocabulary import Words, read_vocabulary

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"

MANUAL_VERSION = "v1.5"
OLDER_VERSIONS = ("v1.1",)


@dataclass(frozen=True)
class SourceBuild:
    """A catalogue as the sources have it, with the account of how it came about."""

    data: CatalogueData
    counts: ImportCounts
    findings: tuple[Finding, ...]
    comparison: PriceComparison
    manual: Manual
    upstream: str
    """Name and version of the data package."""
    external_refs: References = field(default_factory=dict)
    """What other sources call the entries, beside the catalogue: it is no part of a release."""
    origins: Origins = field(default_factory=dict)
    """Where the fields come from that are not simply the package's or the manual's; no part of a release either."""
    corrections: int = 0
    """Rows of the corrections."""
    supplements: int = 0
    """Entries of the supplements."""

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
    package: Package | None = None,
    renamed: Mapping[str, str] | None = None,
    with_corrections: bool = True,
) -> SourceBuild:
    """Everything the sources hold, priced by ``manual``, or by that of the fixtures if none is given.

    ``others`` are manuals beside those of the fixtures that tell what lists were priced by (R-27);
    ``package`` is read in place of the installed one.
    ``renamed`` are ids that upstream has renamed, old to new: corrections follow them (R-06). Without
    corrections the values are the sources' own, but for the names by which they can be read at all.
    Raises :class:`SourceFault` where a source cannot be read as it stands.
    """
    package = package or read_package()
    current = manual or read_manual(fixtures / "points" / manual_version)
    past = {
        version.removeprefix("v"): fixtures / "points" / version
        for version in (manual_version, *OLDER_VERSIONS)
        if (fixtures / "points" / version).is_dir()
    }
    given = {each.version: each for each in others}
    older = [read_manual(folder) for version, folder in past.items() if version not in {current.version, *given}]
    older += [each for each in given.values() if each.version != current.version]
    corrections = followed(read_corrections(fixtures / "corrections"), renamed or {})
    if not with_corrections:
        corrections = corrections.only_names
    supplements = read_supplements(fixtures / "supplements")
    return compile_sources(
        package, current, older, corrections, supplements, fixtures, with_quarantine=with_corrections
    )


def compile_sources(
    package: Package,
    current: Manual,
    older: Iterable[Manual],
    corrections: Corrections,
    supplements: Supplement,
    fixtures: Path,
    vocabulary: Words | None = None,
    *,
    with_quarantine: bool = True,
) -> SourceBuild:
    """The catalogue of these sources; values in, values out.

    ``vocabulary`` reads what abilities and missions consist of; None: that of the fixtures.
    ``with_quarantine``: what the manual prices nowhere is marked as not offered.
    """
    bundle = package.bundle
    refuse_repeated(bundle, package.label)
    manual_label = f"{current.name} {current.version}"
    ledger = Ledger()
    lists, corrections = corrected_lists(ledger, current.lists, corrections, current.version)
    factions = {faction.id: faction for faction in factions_of(bundle.factions, lists)}
    sizes = battle_sizes_of(fixtures / "battle_sizes.yaml")
    dispositions = dispositions_of(fixtures / "dispositions.yaml")
    findings: list[Finding] = []

    detachments = Detachments(factions, corrections.names)
    detachments.read_package(bundle)
    detachments.correct(ledger, corrections)
    detachments.read_manual(lists, dispositions, manual_label)
    detachments.correct_tags(ledger, corrections)

    armoury = Armoury.of(bundle)
    own = [datasheet_of(row, armoury, detachments.upstream_ids, findings) for row in rows_of_units(bundle)]
    _refuse_known(supplements, armoury, own)
    armoury.items.update({item.id: item for item in supplements.items})
    sheets = {sheet.id: sheet for sheet in (*own, *supplements.datasheets)}
    give_own_items(ledger, armoury.items, sheets, corrections)
    correct_fields(ledger, "items", armoury.items, corrections)
    correct_loadouts(ledger, sheets, corrections, armoury.items)
    correct_datasheets(ledger, sheets, corrections)
    correct_fields(ledger, "datasheets", sheets, corrections)
    quarantine(ledger, sheets, corrections, armoury.items)
    correct_names(ledger, sheets, detachments.detachments, corrections)
    register = Register(factions, sheets, corrections.names)
    tables = tuple(price_tables(lists, register, armoury.items, manual_label))
    detachments.grant_attachments(bundle, lists, register)
    _flag_legends(register, tables)
    record_prices(ledger, corrections, register, tables)
    correct_rules(ledger, sheets, corrections, detachments.detachments)
    correct_fields(ledger, "detachments", detachments.detachments, corrections)
    correct_fields(ledger, "enhancements", detachments.enhancements, corrections)

    rules = allied_rules_of(bundle, sheets, detachments.upstream_ids, factions, sizes, package.label, findings)
    allied_by_id = correct_allied_rules(ledger, tuple(rules), sheets, corrections)
    correct_fields(ledger, "allied_rules", allied_by_id, corrections)
    allied = tuple(allied_by_id.values())
    attachments = AttachmentRows(register, factions)
    attachments.read_manual(lists)
    attachments.read_package(bundle)
    attachment_rows = list(
        attachments.rows(
            guests=frozenset(guest for rule in allied for guest in rule.guests),
            price_lists=[list_faction(price_list.slug) for price_list in lists],
            manual_label=manual_label,
            label=package.label,
        )
    )

    joining = correct_attachments(ledger, attachment_rows, sheets, corrections)
    correct_fields(ledger, "attachments", joining, corrections)
    tables_by_key = {ref_of("prices", table).key: table for table in tables}
    correct_fields(ledger, "prices", tables_by_key, corrections)
    army = ArmyEntries(sheets, armoury.items, detachments.detachments, detachments.enhancements, joining, tables_by_key)
    groups, allegiances = correct_army(ledger, corrections, army)
    tables = tuple(tables_by_key.values())
    play = play_of(
        bundle,
        factions=factions,
        datasheets=sheets.keys(),
        detachments=detachments.upstream_ids,
        enhancements=detachments.enhancement_ids,
        vocabulary=vocabulary or read_vocabulary(fixtures),
        label=package.label,
    )
    play = correct_abilities(ledger, play, sheets, corrections)

    quarantine_detachments(ledger, detachments.detachments, corrections)
    if with_quarantine:
        withdraw_unpriced(sheets, detachments.detachments, detachments.enhancements, tables, manual_label)
    priced = {table.datasheet for table in tables}
    for sheet_id in sheets:
        if sheet_id not in priced:
            text = "in the package, but the manual prices it in no list."
            findings.append(Finding(FindingKind.UNPRICED_UNIT, sheet_id, text))
    past = _past_prices(package, older, register, detachments, tables)
    corrected = {row.datasheet for row in corrections.compositions.rows}
    findings = [each for each in findings if each.kind is not FindingKind.COMPOSITION or each.subject not in corrected]
    findings += [*armoury.findings, *register.findings, *detachments.findings, *attachments.findings, *ledger.findings]
    findings += play.findings
    data = in_order(
        CatalogueData(
            factions=tuple(factions.values()),
            battle_sizes=sizes,
            dispositions=dispositions,
            items=tuple(armoury.items.values()),
            datasheets=tuple(sheets.values()),
            prices=tables,
            past_prices=tuple(past),
            detachments=tuple(detachments.detachments.values()),
            enhancements=tuple(detachments.enhancements.values()),
            attachments=tuple(joining.values()),
            allied_rules=allied,
            group_limits=groups,
            allegiances=allegiances,
            abilities=play.abilities,
            stratagems=play.stratagems,
            resource_pools=play.resource_pools,
            missions=play.missions,
            mission_cards=play.mission_cards,
            deployments=play.deployments,
            terrain_templates=play.terrain_templates,
            terrain_layouts=play.terrain_layouts,
            hulls=play.hulls,
            benchmark_targets=play.benchmark_targets,
        )
    )
    counts = count_imports(bundle, data, detachments, play.counts)
    comparison = compare_prices(data, current, corrections)
    references = references_of(bundle, detachments.upstream_ids, detachments.enhancement_ids)
    return SourceBuild(
        data,
        counts,
        tuple(sorted(set(findings))),
        comparison,
        current,
        package.label,
        external_refs=references,
        origins={**made_entries(data, supplements.notes), **ledger.origins},
        corrections=corrections.count,
        supplements=len(supplements.datasheets) + len(supplements.items),
    )


def _refuse_known(supplements: Supplement, armoury: Armoury, datasheets: Iterable[Datasheet]) -> None:
    """Raise :class:`SourceFault` where a supplement would take the place of something the package has."""
    known = {*armoury.items, *(sheet.id for sheet in datasheets)}
    for entry in (*(sheet.id for sheet in supplements.datasheets), *(item.id for item in supplements.items)):
        if entry in known:
            raise SourceFault(f"supplements: {entry} stands in the package; remove it or give it another slug.")


def _flag_legends(register: Register, tables: Iterable[PriceTable]) -> None:
    """A datasheet is Legends where every list that prices it says so."""
    flags: dict[str, list[bool]] = {}
    for table in tables:
        flags.setdefault(table.datasheet, []).append(table.is_legends)
    for sheet_id, told in flags.items():
        register.datasheets[sheet_id] = replace(register.datasheets[sheet_id], is_legends=all(told))


def _past_prices(
    package: Package,
    older: Iterable[Manual],
    register: Register,
    detachments: Detachments,
    tables: Iterable[PriceTable],
) -> set[PastPrice]:
    by_key = {(table.datasheet, table.price_list, table.allied): table for table in tables}
    past: list[PastPrice] = []
    for manual in older:
        label = f"{manual.name} {manual.version}"
        past += past_prices_of_manual(manual, register, by_key, label)
        past += past_prices_of_enhancements(_enhancements_of(manual, detachments), detachments.enhancements, label)
    label = f"{PRICES_OF_MANUAL} ({package.label})"
    past += past_prices_of_package(package.bundle.units, register.factions, by_key, label)
    lists_of: dict[str, set[str]] = {}
    for detachment in package.bundle.detachments:
        lists_of.setdefault(detachment.id, set()).add(register.factions[detachment.faction_id].price_list)
    upstream = [
        (detachments.enhancement_ids[row.id], price_list, row.cost)
        for row in package.bundle.enhancements
        if row.id in detachments.enhancement_ids
        for price_list in sorted(lists_of[row.detachment_id])
    ]
    past += past_prices_of_enhancements(upstream, detachments.enhancements, label)
    return set(past)


def _enhancements_of(manual: Manual, detachments: Detachments) -> Iterable[tuple[str, str, int]]:
    for price_list in manual.lists:
        faction = list_faction(price_list.slug)
        for detachment in price_list.detachments:
            detachment_id = detachments.find(faction, detachment.name)
            for row in detachment.enhancements if detachment_id else ():
                enhancement_id = detachments.find_enhancement(detachment_id or "", row.name)
                if enhancement_id is not None:
                    yield enhancement_id, faction, row.points


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
