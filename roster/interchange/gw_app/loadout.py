"""The lines under a unit: its models, what they carry, enhancements and the Warlord."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from datasheets.catalogue.datasheet import Datasheet, Knowledge, ModelKind
from datasheets.catalogue.names import fold_name
from roster.document import ItemCount, ModelEntry, Reference, UnitChoice
from roster.interchange import grammar
from roster.interchange.gw_app.choices import ReadChoice, labelled_choice, named_choice
from roster.interchange.gw_app.layout import Depth, Layout
from roster.interchange.labels import UPGRADE_MARKS, WARLORD, Label
from roster.interchange.ledger import Ledger
from roster.interchange.names_index import Kit, without_bracket
from roster.interchange.normalise import Bullet, SourceLine
from roster.interchange.resolve import ArmyNames
from roster.interchange.suggestions import Suggester


@dataclass
class _Models:
    """Models of one kind while they are read."""

    kind: str
    count: int
    known: ModelKind | None
    items: dict[Reference, int] = field(default_factory=dict)


@dataclass
class Loadout:
    """What a unit's lines say. ``leads`` and ``led_by`` are names of units other tools print there."""

    models: list[_Models] = field(default_factory=list)
    items: dict[Reference, int] = field(default_factory=dict)
    enhancements: list[Reference] = field(default_factory=list)
    bearer: str | None = None
    is_warlord: bool = False
    warlord_model: str | None = None
    leads: list[tuple[SourceLine, str]] = field(default_factory=list)
    led_by: list[tuple[SourceLine, str]] = field(default_factory=list)
    choices: list[UnitChoice] = field(default_factory=list)

    def model_entries(self) -> tuple[ModelEntry, ...]:
        """The models with what they carry."""
        return tuple(ModelEntry(entry.kind, entry.count, _counts(entry.items)) for entry in self.models)

    def item_counts(self) -> tuple[ItemCount, ...]:
        """What is carried without a model being named."""
        return _counts(self.items)


def _counts(items: dict[Reference, int]) -> tuple[ItemCount, ...]:
    return tuple(ItemCount(item, count) for item, count in items.items())


class LoadoutReader:
    """Reads the lines of one unit against its datasheet; every line is accounted for."""

    def __init__(
        self,
        *,
        unit: str,
        name: str,
        datasheet: Datasheet | None,
        names: ArmyNames,
        layout: Layout,
        ledger: Ledger,
        suggester: Suggester,
    ) -> None:
        self._unit = unit
        self._name = name
        self._datasheet = datasheet
        self._kit: Kit | None = names.index.kit_of(datasheet) if datasheet is not None else None
        self._names = names
        self._layout = layout
        self._ledger = ledger
        self._suggester = suggester
        self._loadout = Loadout()
        self._current: _Models | None = None

    def read(self, lines: Sequence[SourceLine]) -> Loadout:
        """What these lines say."""
        depths = self._layout.depths(lines)
        for position, (line, depth) in enumerate(zip(lines, depths, strict=True)):
            row = grammar.counted(line.content)
            if row is not None:
                following = lines[position + 1 : position + 2]
                after = depths[position + 1 : position + 2]
                leads_on = self._leads_to_items(line, depth, following, after)
                self._read_counted(line, depth, row[0], row[1], leads_on=leads_on)
            elif not self._read_word(line, depth):
                self._read_rest(line)
        return self._loadout

    # Lines with a count ------------------------------------------------------------------------

    def _leads_to_items(
        self, line: SourceLine, depth: Depth, following: Sequence[SourceLine], after: Sequence[Depth]
    ) -> bool:
        """Whether what follows shows that this line is of models: weapons stand under it."""
        if not following or depth is Depth.NESTED or grammar.counted(following[0].content) is None:
            return False
        if depth is Depth.TOP:
            return after[0] is Depth.NESTED
        # Flattened dialect A: a weapon is followed by bare lines, a model by its first bulleted weapon.
        # A text without bare lines is not of that shape and tells nothing.
        return self._layout.has_bare_items and line.bullet is Bullet.SOLID and following[0].bullet is Bullet.SOLID

    def _read_counted(self, line: SourceLine, depth: Depth, count: int, name: str, *, leads_on: bool) -> None:
        if count == 0:
            self._unknown(line, f'a count of 0 of "{name}" says nothing')
            return
        if self._kit is None or self._datasheet is None or self._datasheet.knowledge is Knowledge.PRICED:
            self._keep_as_written(line, depth, count, name, leads_on=leads_on)
            return
        is_item_line = depth is Depth.NESTED or self._layout.continues(line)
        kind = self._kit.kind(name)
        item = self._kit.item(name, self._current.known if self._current else None)
        # A unit of one model lists its wargear directly, which may be called like the model (Skull Cannon).
        is_single = self._datasheet.maximum_models == 1 and not leads_on
        if kind is not None and not (item is not None and (is_item_line or is_single)):
            self._add_models(line, kind.name, count, kind)
        elif item is not None:
            self._add_item(line, depth, Reference(item, self._item_name(item)), count)
        elif not self._read_odd_item(line, depth, count, name, leads_on=leads_on):
            if leads_on and not is_item_line:
                self._unknown_models(line, count, name)
            else:
                self._unknown_item(line, depth, count, name)

    def _read_odd_item(self, line: SourceLine, depth: Depth, count: int, name: str, *, leads_on: bool) -> bool:
        """Wargear the datasheet does not list: an enhancement printed as gear, or an item of the faction."""
        if self._datasheet is None:
            return False
        enhancement = self._names.enhancement(name)
        if enhancement is not None and enhancement.detachment in self._names.detachments:
            self._add_enhancement(line, depth, Reference(enhancement.id, enhancement.name))
            return True
        item = self._names.index.item_anywhere(name, (self._datasheet.faction, *self._names.lineage))
        if item is None:
            return self._read_named_choice(line, name)
        self._add_item(line, depth, Reference(item, self._item_name(item)), count, note=", not listed on the datasheet")
        return True

    def _add_models(self, line: SourceLine, kind: str, count: int, known: ModelKind | None) -> None:
        for entry in self._loadout.models:
            if entry.kind == kind:
                entry.count += count
                self._current = entry
                break
        else:
            self._current = _Models(kind, count, known)
            self._loadout.models.append(self._current)
        if known is not None:
            self._use(line, f"models: {count} × {kind}")

    def _add_item(self, line: SourceLine, depth: Depth, item: Reference, count: int, *, note: str = "") -> None:
        holder = self._holder(line, depth)
        holder[item] = holder.get(item, 0) + count
        if item.id is not None:
            self._use(line, f"wargear: {count} × {item.name}{note}")

    def _holder(self, line: SourceLine, depth: Depth) -> dict[Reference, int]:
        """Where an item goes: to the models above it, or to the unit where it stands beside them."""
        if self._current is None or depth is Depth.TOP:
            return self._loadout.items
        return self._current.items

    def _unknown_models(self, line: SourceLine, count: int, name: str) -> None:
        self._add_models(line, name, count, None)
        kinds = [kind.name for kind in self._datasheet.kinds] if self._datasheet else []
        self._unknown(
            line,
            f'{self._datasheet_name()} has no models called "{name}"; counted as {count} of an unknown kind',
            near=name,
            pools=(kinds,),
        )

    def _unknown_item(self, line: SourceLine, depth: Depth, count: int, name: str) -> None:
        self._add_item(line, depth, Reference(None, name), count)
        kinds = [kind.name for kind in self._datasheet.kinds] if self._datasheet else []
        names = self._kit.item_names if self._kit else ()
        why = self._kit.why_not_offered(name) if self._kit else ""
        self._unknown(
            line,
            f'"{name}" is not offered to {self._datasheet_name()} at present: {why}'
            if why
            else f'{self._datasheet_name()} has neither models nor wargear called "{name}"',
            near=name,
            pools=([*names, *kinds],),
        )

    def _keep_as_written(self, line: SourceLine, depth: Depth, count: int, name: str, *, leads_on: bool) -> None:
        """Lines of a unit whose wargear the catalogue does not know."""
        kind = self._kit.kind(name) if self._kit else None
        if kind is not None or (leads_on and depth is not Depth.NESTED and not self._layout.continues(line)):
            self._add_models(line, kind.name if kind else name, count, None)
            meaning = f"models: {count} × {name}"
        else:
            item = self._kit.item(name, None) if self._kit else None
            reference = Reference(item, self._item_name(item)) if item else Reference(None, name)
            holder = self._holder(line, depth)
            holder[reference] = holder.get(reference, 0) + count
            meaning = f"wargear: {count} × {name}"
        if self._datasheet is None:
            self._ledger.unknown(line, f'{meaning}, under a unit that is not known ("{self._name}")', unit=self._unit)
        else:
            self._use(line, f"{meaning}; kept as written, the catalogue knows this datasheet by name and price only")

    # Lines with words --------------------------------------------------------------------------

    def _read_word(self, line: SourceLine, depth: Depth) -> bool:
        """Warlord, an enhancement, an attachment by name, wargear without a number."""
        content = line.content
        if fold_name(content) in WARLORD:
            self._loadout.is_warlord = True
            if depth is Depth.NESTED and self._current is not None and not self._layout.continues(line):
                self._loadout.warlord_model = self._current.kind
            self._use(line, "Warlord")
            return True
        label = grammar.labelled(content)
        if label is not None and label[0] is Label.ENHANCEMENT:
            self._read_enhancements(line, depth, label[2])
            return True
        if label is not None and label[0] in (Label.LEADING, Label.LED_BY):
            (self._loadout.leads if label[0] is Label.LEADING else self._loadout.led_by).append((line, label[2]))
            self._use(line, f"{label[1].casefold()}: {label[2]}")
            return True
        if label is not None:
            self._read_choice(line, label[1], label[2])
            return True
        return self._read_uncounted(line, depth) or self._read_named_choice(line, content)

    def _read_choice(self, line: SourceLine, label: str, value: str) -> None:
        """``Label: value`` with a label that is no other: what was chosen for the unit when it was mustered."""
        catalogue = self._names.index.catalogue
        found = self._datasheet and labelled_choice(label, value, self._datasheet, catalogue, self._names.detachments)
        if not found:
            self._unknown(line, f'a choice "{label}", which the catalogue does not know')
        elif found.choice is not None:
            self._add_choice(line, found)
        else:
            self._loadout.choices.append(found.written())
            names = [choice.name for choice in found.allegiance.choices]
            self._unknown(line, f'{found.allegiance.name} has no choice "{value}"', near=value, pools=(names,))

    def _read_named_choice(self, line: SourceLine, name: str) -> bool:
        catalogue = self._names.index.catalogue
        found = self._datasheet and named_choice(name, self._datasheet, catalogue, self._names.detachments)
        if found:
            self._add_choice(line, found)
        return bool(found)

    def _add_choice(self, line: SourceLine, found: ReadChoice) -> None:
        written = found.written()
        if written in self._loadout.choices:
            self._ledger.ignore(line, f"choice {written.choice}, named before", unit=self._unit)
            return
        self._loadout.choices.append(written)
        self._use(line, f"choice: {found.allegiance.name}, {written.choice}")

    def _read_uncounted(self, line: SourceLine, depth: Depth) -> bool:
        """A name alone: other tools leave out the ``1x``."""
        name = line.content
        if name.endswith(")") and "(+" in name:
            name = name[: name.rfind("(+")].strip()
            enhancement = self._names.enhancement(name)
            if enhancement is not None:
                self._add_enhancement(line, depth, Reference(enhancement.id, enhancement.name))
                return True
        if self._kit is None:
            return False
        kind = self._kit.kind(name)
        item = self._kit.item(name, self._current.known if self._current else None)
        if kind is not None and item is None:
            self._add_models(line, kind.name, 1, kind)
        elif item is not None:
            self._add_item(line, depth, Reference(item, self._item_name(item)), 1)
        else:
            return False
        return True

    def _read_enhancements(self, line: SourceLine, depth: Depth, value: str) -> None:
        written = _without_upgrade_mark(value)
        parts = [written]
        if self._names.enhancement(written) is None and "," in written:
            pieces = [_without_upgrade_mark(piece.strip()) for piece in written.split(",")]
            if all(self._names.enhancement(piece) for piece in pieces):
                parts = pieces
        for part in parts:
            enhancement = self._names.enhancement(part)
            if enhancement is not None:
                self._add_enhancement(line, depth, Reference(enhancement.id, enhancement.name))
                continue
            self._loadout.enhancements.append(Reference(None, part))
            self._unknown(
                line,
                f'"{part}" is not a known enhancement',
                near=part,
                pools=(self._names.enhancement_names, self._names.all_enhancement_names),
            )

    def _add_enhancement(self, line: SourceLine, depth: Depth, enhancement: Reference) -> None:
        if enhancement in self._loadout.enhancements:
            self._ledger.ignore(line, f"enhancement {enhancement.name}, named before", unit=self._unit)
            return
        self._loadout.enhancements.append(enhancement)
        if depth is Depth.NESTED and self._current is not None and not self._layout.continues(line):
            self._loadout.bearer = self._current.kind
        self._use(line, f"enhancement: {enhancement.name}")

    def _read_rest(self, line: SourceLine) -> None:
        names = self._kit.item_names if self._kit else ()
        self._unknown(line, "not understood", near=line.content, pools=(names, self._names.datasheet_names))

    # Account -----------------------------------------------------------------------------------

    def _item_name(self, item: str) -> str:
        return self._names.index.catalogue.items[item].name

    def _datasheet_name(self) -> str:
        return self._datasheet.name if self._datasheet else self._name

    def _use(self, line: SourceLine, meaning: str) -> None:
        self._ledger.use(line, meaning, unit=self._unit)

    def _unknown(self, line: SourceLine, meaning: str, *, near: str = "", pools: Sequence[Sequence[str]] = ()) -> None:
        note = self._suggester.note() if near else ""
        suggestions = self._suggester.near(near, *pools) if near else ()
        self._ledger.unknown(line, meaning + note, unit=self._unit, suggestions=suggestions)


def _without_upgrade_mark(value: str) -> str:
    shorter = without_bracket(value)
    if shorter is not None and fold_name(value[len(shorter) :]) in UPGRADE_MARKS:
        return shorter
    return value
