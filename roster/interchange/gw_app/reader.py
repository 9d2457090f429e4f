"""Reads an app-like text: header, then units, then who is attached to whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from datasheets.catalogue import Catalogue, fold_name
from datasheets.catalogue.datasheet import Datasheet
from roster.document import Reference, RosterDocument, UnitEntry
from roster.interchange import grammar
from roster.interchange.gw_app.attachments import AttachmentReader, Joined, Member
from roster.interchange.gw_app.body import Body, BodyReader, UnitBlock
from roster.interchange.gw_app.composition import inferred_models
from roster.interchange.gw_app.header import Header, HeaderReader, header_end
from roster.interchange.gw_app.layout import Layout
from roster.interchange.gw_app.loadout import Loadout, LoadoutReader
from roster.interchange.gw_app.printed_twice import printed_again
from roster.interchange.labels import Section
from roster.interchange.ledger import Ledger
from roster.interchange.names_index import index_of
from roster.interchange.normalise import SourceLine
from roster.interchange.resolve import ArmyNames
from roster.interchange.suggestions import Suggester


@dataclass(frozen=True, slots=True)
class AppText:
    """An app-like text as read. ``dialect`` is ``"a"`` or ``"b"``."""

    document: RosterDocument
    header: Header
    body: Body
    dialect: str
    ledger: Ledger
    questions: tuple[str, ...]


class AppReader:
    """One reading of one text."""

    def __init__(self, lines: Sequence[SourceLine], catalogue: Catalogue) -> None:
        self._lines = lines
        self._catalogue = catalogue
        self._index = index_of(catalogue)
        self._ledger = Ledger(lines)
        self._suggester = Suggester()
        self._layout = Layout.of(lines)

    def read(self) -> AppText:
        """The text as a document and an account of its lines."""
        end = header_end(self._lines, self._index)
        header = HeaderReader(self._lines[:end], self._index, self._ledger, self._suggester).read()
        body = BodyReader(self._ledger, lambda name: bool(self._index.datasheets_named(name))).read(self._lines[end:])
        detachments = tuple(row.id for row in header.detachments if row.id is not None)
        names = ArmyNames(self._index, header.lineage, detachments)
        units = self._read_units(body.blocks, header, names)
        document = RosterDocument(
            faction=header.faction,
            battle_size=header.battle_size,
            detachments=tuple(header.detachments),
            dispositions=header.dispositions,
            units=units,
            name=header.name,
            points_limit=header.points_limit,
            stated_points=header.stated_points,
        )
        questions = tuple(dict.fromkeys((*header.questions, *names.questions)))
        return AppText(document, header, body, self._dialect(body), self._ledger, questions)

    def _dialect(self, body: Body) -> str:
        """Dialect B has hollow bullets, or a capital in ``Points`` where no unit has several models."""
        if self._layout.has_hollow_bullets:
            return "b"
        first = next((grammar.priced(block.heading.content) for block in body.blocks), None)
        return "b" if first is not None and first.word[:1].isupper() else "a"

    def _read_units(self, blocks: Sequence[UnitBlock], header: Header, names: ArmyNames) -> tuple[UnitEntry, ...]:
        repeats = printed_again(blocks, header.stated_points)
        units: dict[int, UnitEntry] = {}
        loadouts: dict[int, Loadout] = {}
        for position, block in enumerate(blocks):
            if position not in repeats:
                units[position], loadouts[position] = self._read_unit(block, f"u{len(units) + 1}", header, names)
        members = []
        for position, block in enumerate(blocks):
            unit = units[repeats.get(position, position)]
            if position in repeats:
                self._ignore_repeat(block, unit, blocks[repeats[position]])
            members.append(Member(block, unit.key, unit.datasheet.id, unit.datasheet.name))
        joined = AttachmentReader(self._catalogue, self._ledger, names.questions).read(members)
        self._join_by_name(units, loadouts, joined, names.questions)
        return tuple(_attached(unit, joined.get(unit.key)) for unit in units.values())

    def _ignore_repeat(self, block: UnitBlock, unit: UnitEntry, kept: UnitBlock) -> None:
        reason = f"printed twice: the same unit as in line {kept.heading.number}; the stated total counts it once"
        for line in (block.heading, *block.lines):
            self._ledger.ignore(line, reason, unit=unit.key)
        if block.role_line is not None and block.group is None:
            self._ledger.ignore(block.role_line, reason, unit=unit.key)

    def _read_unit(self, block: UnitBlock, key: str, header: Header, names: ArmyNames) -> tuple[UnitEntry, Loadout]:
        datasheet = names.datasheet(block.name, among_allies=block.section is Section.ALLIED_UNITS)
        stated = block.stated if grammar.is_credible(block.stated) else None
        if stated is None:
            names.questions.append(
                f'Line {block.heading.number} states "{block.figure}" points for {block.name}, '
                "which no unit costs; the figure was left out."
            )
        self._account_heading(block, key, datasheet, names)
        loadout = LoadoutReader(
            unit=key,
            name=block.name,
            datasheet=datasheet,
            names=names,
            layout=self._layout,
            ledger=self._ledger,
            suggester=self._suggester,
        ).read(block.lines)
        models, items = loadout.model_entries(), loadout.item_counts()
        if not models and datasheet is not None:
            inferred = inferred_models(datasheet, items)
            models, items = inferred.models, inferred.items
            if inferred.question is not None:
                names.questions.append(f"Line {block.heading.number}: {inferred.question}")
        unit = UnitEntry(
            key=key,
            datasheet=Reference(datasheet.id, datasheet.name) if datasheet else Reference(None, block.name),
            models=models,
            items=items,
            enhancements=tuple(loadout.enhancements),
            bearer=loadout.bearer,
            is_warlord=loadout.is_warlord,
            warlord_model=loadout.warlord_model,
            stated_points=stated,
            choices=tuple(loadout.choices),
        )
        return unit, loadout

    def _account_heading(self, block: UnitBlock, key: str, datasheet: Datasheet | None, names: ArmyNames) -> None:
        if datasheet is not None:
            faction = self._catalogue.factions.get(datasheet.faction)
            owner = "" if faction is None or faction.id in names.lineage else f", of {faction.name}"
            self._ledger.use(block.heading, f"unit: {datasheet.name}{owner}", unit=key)
            return
        note = self._suggester.note()
        self._ledger.unknown(
            block.heading,
            f'no datasheet is called "{block.name}"{note}',
            unit=key,
            suggestions=self._suggester.near(block.name, names.datasheet_names, names.all_datasheet_names),
        )

    def _join_by_name(
        self,
        units: dict[int, UnitEntry],
        loadouts: dict[int, Loadout],
        joined: dict[str, Joined],
        questions: list[str],
    ) -> None:
        """Attachments that other tools print as names (``Leading: Lokhust Destroyers``)."""
        called: defaultdict[str, list[UnitEntry]] = defaultdict(list)
        for unit in units.values():
            called[fold_name(unit.datasheet.name)].append(unit)
        for position, loadout in loadouts.items():
            unit = units[position]
            for _, name in loadout.leads:
                hosts = called[fold_name(name)]
                if len(hosts) == 1 and hosts[0].key != unit.key and unit.key not in joined:
                    joined[unit.key] = Joined(hosts[0].key, "leader")
                elif len(hosts) != 1:
                    questions.append(
                        f"{unit.datasheet.name} is said to join {name}; {len(hosts)} units have that name, "
                        "so it was left alone."
                    )


def _attached(unit: UnitEntry, joined: Joined | None) -> UnitEntry:
    if joined is None:
        return unit
    return replace(unit, attached_to=joined.attached_to, attached_as=joined.attached_as)
