"""The forms of a whole page, and what they ask to be changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from datasheets.admin.workbench.editor import EntryEditor
from datasheets.admin.workbench.names import Named, stored_names
from datasheets.admin.workbench.plan import Plan, made
from datasheets.admin.workbench.plan_datasheet import DATASHEET
from datasheets.admin.workbench.plan_others import ATTACHMENT, ITEM, PLANS, PRICES, plain
from datasheets.admin.workbench.rows import Rows, rows_of
from datasheets.admin.workbench.subject import Subject
from datasheets.catalogue.attachment import Attachment
from datasheets.catalogue.entries import EntryRef, Value, ref_of
from datasheets.models.aggregate import EDITED_HERE
from datasheets.sources.slugs import slug_of

BLANK_WEAPONS = 1
MOST_BLANK_WEAPONS = 20
_SHOWN_OF_ATTACHMENTS = ("role", "required_detachment", "price_lists", "may_join_beside_another", "is_mandatory")


@dataclass(frozen=True)
class AttachmentRows:
    """Whom a datasheet joins, or who joins it."""

    title: str
    own: str
    """The attribute that is the datasheet itself: ``joining`` or ``bodyguard``."""
    rows: Rows


class Page:
    """The editors of a subject's entries, bound to ``data`` where something was sent."""

    def __init__(self, subject: Subject, *, data: Any = None, locked: bool = False) -> None:
        self.subject = subject
        self.data, self.locked = data, locked
        main = subject.entries[subject.main]
        self.faction = _faction(subject.main, main)
        self.names = stored_names(self.faction, near=getattr(main, "items", ()))
        self.stored_items = frozenset(self.names.all(Named.ITEM))
        self.weapons = [
            self._editor(ITEM, ref, value, f"item{number}")
            for number, (ref, value) in enumerate(self._others("items").items())
        ]
        self.new_weapons = [self._editor(ITEM, None, None, f"newitem{number}") for number in range(self._blanks())]
        self._name_new_weapons()
        self.main = self._editor(plan_of(subject.main.collection), subject.main, main, "main")
        self.prices = [
            self._editor(PRICES, ref, value, f"prices{number}")
            for number, (ref, value) in enumerate(self._others("prices").items())
        ]
        self.new_prices = self._editor(PRICES, None, None, "newprices") if self.is_datasheet and not locked else None
        self.attachments = (
            [
                self._attachments("Joins", "joining", "bodyguard"),
                self._attachments("Is joined by", "bodyguard", "joining"),
            ]
            if self.is_datasheet
            else []
        )

    @property
    def is_datasheet(self) -> bool:
        """Whether the page is about a datasheet and all that belongs to it."""
        return self.subject.main.collection == "datasheets"

    @property
    def editors(self) -> list[EntryEditor]:
        """Those of entries that are there."""
        return [self.main, *self.weapons, *self.prices]

    def is_valid(self) -> bool:
        """Whether everything typed can be read; all of it is looked at."""
        return all(
            [
                *(editor.is_valid() for editor in [*self.editors, *self.new_weapons, *self._new_price_editors()]),
                *(attached.rows.is_valid() for attached in self.attachments),
            ]
        )

    def changes(self) -> dict[EntryRef, Value | None]:
        """What the forms ask for: values that are not as the page began with, and None for what is to go."""
        wanted: dict[EntryRef, Value | None] = {}
        new_items = []
        for editor in self.new_weapons:
            if editor.is_used:
                item = editor.value({"id": self._item_id(editor.form.cleaned_data["name"], wanted)})
                new_items.append(item.id)
                wanted[ref_of("items", item)] = item
        for editor in self.editors:
            value = editor.value({})
            if editor is self.main and new_items:
                value = replace(value, items=tuple(dict.fromkeys((*value.items, *new_items))))
            if editor.ref is not None and (value != editor.before or editor.ref in self.subject.new):
                wanted[editor.ref] = value
        for editor in self._new_price_editors():
            if editor.is_used:
                table = editor.value({"datasheet": self.subject.main.key, "source": EDITED_HERE})
                wanted[ref_of("prices", table)] = table
        for attached in self.attachments:
            wanted |= self._attachment_changes(attached)
        return wanted

    def price_list_of(self, editor: EntryEditor) -> str:
        """The name of the list that a price table stands in."""
        price_list = editor.before.price_list if editor.before is not None else ""
        return self.names.all(Named.FACTION).get(price_list, price_list)

    # How it is made ----------------------------------------------------------------------------

    def _editor(self, plan: Plan, ref: EntryRef | None, value: Value | None, prefix: str) -> EntryEditor:
        return EntryEditor(plan, ref, value, names=self.names, prefix=prefix, data=self.data, locked=self.locked)

    def _others(self, collection: str) -> dict[EntryRef, Value]:
        return {ref: value for ref, value in self.subject.of(collection).items() if ref != self.subject.main}

    def _blanks(self) -> int:
        """How many blank weapons the page has; without script a button asks for more."""
        if self.locked or not self.is_datasheet:
            return 0
        asked = (self.data or {}).get("blank_weapons", "")
        count = int(asked) if asked.isdecimal() and len(asked) < 4 else BLANK_WEAPONS
        return min(count, MOST_BLANK_WEAPONS)

    def more_weapons(self) -> int:
        """How many blank weapons a page with two more has."""
        return min(len(self.new_weapons) + 2, MOST_BLANK_WEAPONS)

    def _new_price_editors(self) -> list[EntryEditor]:
        return [self.new_prices] if self.new_prices is not None else []

    def _name_new_weapons(self) -> None:
        """Let options name weapons that are made with this very save."""
        if self.data is None:
            return
        taken: dict[EntryRef, Any] = {}
        for editor in self.new_weapons:
            name = self.data.get(f"{editor.prefix}-name", "").strip()
            if name:
                entry = self._item_id(name, taken)
                taken[EntryRef("items", entry)] = None
                self.names.add(Named.ITEM, entry, name)

    def _item_id(self, name: str, taken: Mapping[EntryRef, Any]) -> str:
        """An id for a new item of the faction; a name that is taken gets the datasheet's behind it, then a number."""
        own = f"{self.faction}:{slug_of(name) or 'item'}"
        sheet = self.subject.main.key.partition(":")[2]
        candidates = [own, f"{own}-{sheet}", *(f"{own}-{sheet}-{number}" for number in range(2, 100))]
        for candidate in candidates:
            if candidate not in self.stored_items and EntryRef("items", candidate) not in taken:
                return candidate
        raise ValueError(f"There are too many items called {name}.")

    def _attachments(self, title: str, own: str, other: str) -> AttachmentRows:
        key = {column.name: column for column in ATTACHMENT.key}
        columns = {**key, **{column.name: column for column in ATTACHMENT.columns}}
        values = [
            value for value in self.subject.of("attachments").values() if getattr(value, own) == self.subject.main.key
        ]
        rows = rows_of(
            prefix=f"attachments-{own}",
            columns=[columns[other], *(columns[name] for name in _SHOWN_OF_ATTACHMENTS)],
            names=self.names,
            values=values,
            data=self.data,
            locked=self.locked,
        )
        return AttachmentRows(title, own, rows)

    def _attachment_changes(self, attached: AttachmentRows) -> dict[EntryRef, Value | None]:
        before = {ref_of("attachments", value): value for value in attached.rows.values}
        kept = {}
        for row in attached.rows.rows():
            known = {} if row.value is not None else {attached.own: self.subject.main.key, "source": EDITED_HERE}
            value = made(Attachment, replace(row, typed={**row.typed, **known}))
            kept[ref_of("attachments", value)] = value
        gone: dict[EntryRef, Value | None] = dict.fromkeys(before.keys() - kept.keys())
        return gone | {ref: value for ref, value in kept.items() if value != before.get(ref)}


def plan_of(collection: str) -> Plan:
    """The plan of a collection's pages."""
    if collection == "datasheets":
        return DATASHEET
    return PLANS.get(collection) or plain(collection)


def _faction(ref: EntryRef, value: Value) -> str:
    return getattr(value, "faction", None) or ref.key.partition(":")[0].partition("|")[0]
