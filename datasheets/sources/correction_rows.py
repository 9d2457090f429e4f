"""The rows of corrections: each names what it corrects, why, and where the right value is known from.

Reason and source stand with the row, or at the head of its file where all rows share them.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Reasoned(_Row, frozen=True, kw_only=True):
    """A row with a reason and a source of its own; empty: those of its file."""

    reason: str = ""
    source: str = ""


class UnitName(Reasoned, frozen=True):
    """The manual's ``name`` stands for ``datasheet``; in ``price_list`` only where one is given.

    ``display`` is the datasheet's newer name; its old one then is an alias.
    """

    name: str
    datasheet: str
    price_list: str = ""
    display: str = ""


class DetachmentName(Reasoned, frozen=True):
    """The manual's ``name`` stands for ``detachment``."""

    name: str
    detachment: str


class TargetName(Reasoned, frozen=True):
    """An attachment target as the manual writes it, and the datasheets or keywords it stands for."""

    name: str
    datasheets: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


class WarlordRow(Reasoned, frozen=True):
    """What a datasheet's text says of being the Warlord (R-17).

    ``allowed_with`` are detachments with which one that never is may be it.
    """

    datasheet: str
    rule: Literal["must", "never"]
    allowed_with: tuple[str, ...] = ()


class DatasheetRow(Reasoned, frozen=True):
    """Keywords that ``datasheets`` have or have not, and how far their models move, in inches."""

    datasheets: tuple[str, ...]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    movement: int | None = None


class ItemKeywordRow(Reasoned, frozen=True):
    """Keywords that units of ``datasheets`` have while one of their models carries ``item``."""

    datasheets: tuple[str, ...]
    item: str
    keywords: tuple[str, ...]


class WarlordKeywordRow(Reasoned, frozen=True):
    """A keyword that ``datasheets`` have while ``warlord`` is the Warlord, with ``detachment`` if one is given."""

    datasheets: tuple[str, ...]
    keyword: str
    warlord: str
    detachment: str | None = None


class SuccessorRow(Reasoned, frozen=True):
    """An Epic Hero that no other Epic Hero with ``excluded_epic_heroes`` may stand beside (R-15)."""

    datasheet: str
    excluded_epic_heroes: str


class CharacterRow(Reasoned, frozen=True):
    """The kinds of models of ``datasheet`` that are CHARACTERs; its other kinds are not (R-08)."""

    datasheet: str
    characters: tuple[str, ...]


class WoundedSlots(_Row, frozen=True):
    """Slots that models with so many wounds or more take up."""

    slots: int
    minimum_wounds: int


class CapacityRow(_Row, frozen=True):
    """Another capacity, of a transport with an item or a model of a kind."""

    capacity: int
    item: str | None = None
    kind: str | None = None


class HoldRow(_Row, frozen=True):
    """Room beside the capacity, and what is left of that while the room is used."""

    models: int
    groups: tuple[tuple[str, ...], ...]
    maximum_wounds: int | None = None
    capacity: int | None = None


class SparedRow(_Row, frozen=True):
    """Who rides although it has the excluded keyword."""

    keyword: str
    keywords: tuple[str, ...]
    has_joined: bool = False


class PassengerRow(Reasoned, frozen=True):
    """Who may ride in ``datasheet``: one group of ``groups`` has all its keywords (R-09)."""

    datasheet: str
    groups: tuple[tuple[str, ...], ...] = ()
    excluded: tuple[str, ...] = ()
    slots: dict[str, int | WoundedSlots] = {}
    conditions: str = ""
    capacity: int | None = None
    free_models: tuple[str, ...] = ()
    capacities: tuple[CapacityRow, ...] = ()
    holds: tuple[HoldRow, ...] = ()
    spared: tuple[SparedRow, ...] = ()
    counts_units: bool = False


class EnhancementRow(Reasoned, frozen=True):
    """What upstream does not say of an enhancement."""

    enhancement: str
    requires: tuple[tuple[str, ...], ...] = ()
    usable_by_epic_hero: bool = False
    usable_by_non_character: bool = False
    is_upgrade: bool | None = None
    aliases: tuple[str, ...] = ()


class BarredRow(Reasoned, frozen=True):
    """A datasheet whose text bars it from enhancements (R-25)."""

    datasheet: str


class KindRow(_Row, frozen=True):
    """A kind of model the package knows, with its numbers as they are and other names for it.

    ``carries`` are the items one model has unless options change it; empty: as the package says.
    """

    name: str
    minimum: int
    maximum: int
    aliases: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()


class CompositionRow(Reasoned, frozen=True):
    """The make-up of a datasheet: its kinds (none: as they are) and how many models in all.

    ``tiers`` are the legal make-ups, kind to ``[fewest, most]``; ``without`` are kinds it has no longer.
    """

    datasheet: str
    minimum_models: int
    maximum_models: int
    kinds: tuple[KindRow, ...] = ()
    without: tuple[str, ...] = ()
    tiers: tuple[dict[str, tuple[int, int]], ...] = ()


class OptionRow(Reasoned, frozen=True):
    """A wargear option that the package lacks. Items are ids the package has."""

    datasheet: str
    id: str
    choices: tuple[tuple[str, ...], ...]
    replaces: tuple[str, ...] = ()
    kind: str | None = None
    per_model: int | None = None
    per_models: int | None = None
    limit: int | None = None
    required_faction: str | None = None
    all_models: bool = False
    while_carrying: tuple[str, ...] = ()
    unless_carrying: tuple[str, ...] = ()
    maximum_models: int | None = None


class SizeRow(Reasoned, frozen=True):
    """A manual's row for ``models`` models that holds up to ``covers``."""

    price_list: str
    unit: str
    models: int
    covers: int


class LegendsRow(Reasoned, frozen=True):
    """Whether an entry of one version of the manual is Legends, where its mark is out of date."""

    manual: str
    price_list: str
    unit: str
    is_legends: bool


class ReservesRow(Reasoned, frozen=True):
    """What a datasheet says of strategic reserves (R-24)."""

    datasheet: str
    must_start: bool = False
    is_exempt: bool = False
    passengers_exempt: bool = False


class SplitRow(Reasoned, frozen=True):
    """Units of ``datasheets`` that ``transport``, ``detachment`` or their own text splits in two (01.02.06)."""

    datasheets: tuple[str, ...]
    transport: str | None = None
    detachment: str | None = None
    equal_parts: bool = True


class SharedRoleRow(Reasoned, frozen=True):
    """Pairs whose joining unit may share its role with another: of one unit, or at one bodyguard."""

    joining: str = ""
    bodyguard: str = ""
    unless_keyword: str = ""


class JoinerRow(Reasoned, frozen=True):
    """Who joins which units beside leader and support: ``bodyguards``, or units led by a keyword's.

    ``is_mandatory``: it must join one. A unit may have one joined of each ``group``.
    """

    joining: str
    group: str
    bodyguards: tuple[str, ...] = ()
    led_by: str | None = None
    is_mandatory: bool = False


class FreeGuestRow(_Row, frozen=True):
    """A guest of which one unit is not counted for each unit of the army with all of these keywords."""

    guest: str
    beside: tuple[str, ...]


class AlliedRow(Reasoned, frozen=True):
    """A row of the allied rules with what differs, and whether it was checked against the rule's text (R-16)."""

    rule: str
    is_confirmed: bool = True
    guests: tuple[str, ...] = ()
    exclusive_bucket: str | None = None
    cannot_be_warlord: bool | None = None
    cannot_take_enhancements: bool | None = None
    all_models_keywords: tuple[str, ...] = ()
    uncounted_if: tuple[str, ...] = ()
    free_guests: tuple[FreeGuestRow, ...] = ()


class OptionChange(Reasoned, frozen=True):
    """What of the package's option ``option`` is otherwise: only the fields that are given."""

    datasheet: str
    option: str
    replaces: tuple[str, ...] | UnsetType = UNSET
    choices: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    kind: str | UnsetType | None = UNSET
    per_model: int | UnsetType | None = UNSET
    per_models: int | UnsetType | None = UNSET
    limit: int | UnsetType | None = UNSET
    required_faction: str | UnsetType | None = UNSET
    all_models: bool | UnsetType = UNSET
    while_carrying: tuple[str, ...] | UnsetType = UNSET
    unless_carrying: tuple[str, ...] | UnsetType = UNSET
    maximum_models: int | UnsetType | None = UNSET


class BudgetRow(_Row, frozen=True):
    """How many of some items a unit may hold, or how often it may use some options."""

    count: int
    items: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    per_models: int = 0
    duplicate_limit: int | None = None


class BudgetsRow(Reasoned, frozen=True):
    """The budgets of ``datasheet``, all of them, in place of those that the package has."""

    datasheet: str
    budgets: tuple[BudgetRow, ...]


class OptionRemoval(Reasoned, frozen=True):
    """An option that the package has and the datasheet has not, or has in another option already."""

    datasheet: str
    option: str


class CarriedRow(Reasoned, frozen=True):
    """Items that models of ``datasheet`` can carry and the package does not list, or the other way round."""

    datasheet: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


class OwnItemRow(Reasoned, frozen=True):
    """An item of its own for ``datasheet``, in place of ``like`` that it shares with others in the package.

    ``item`` is its new id; it is ``like`` in everything until rows of single values say otherwise.
    """

    datasheet: str
    item: str
    like: str


class FieldRow(Reasoned, frozen=True):
    """One value of one entry: of a whole field, or of what ``path`` leads to inside it.

    ``entry`` is a reference (``"datasheets/necrons:monolith"``). A step of ``path`` is a position, or
    the name or id of an element of a list, or the name of a field. ``was`` is the value in the
    package; where it has another one by now, that is told.
    """

    entry: str
    field: str
    value: Any  # what JSON can hold; its type is checked against the entry's
    path: tuple[str | int, ...] = ()
    was: Any | UnsetType = UNSET


class ForeignRow(Reasoned, frozen=True):
    """Abilities, by upstream's slugs, that the package gives to ``datasheet`` and the datasheet has not."""

    datasheet: str
    abilities: tuple[str, ...]


class PrintedRow(Reasoned, frozen=True):
    """Abilities of its faction, by upstream's slugs, that ``datasheet`` prints and the package gives only to others."""

    datasheet: str
    abilities: tuple[str, ...]


class QuarantinedRow(Reasoned, frozen=True):
    """What has a fault that no dated source settles, and is not offered (R-11).

    A detachment, or an option, item or kind of model of a datasheet, or a rule of it by its field
    (``transport``).
    """

    datasheet: str = ""
    detachment: str = ""
    option: str = ""
    item: str = ""
    kind: str = ""
    rule: str = ""
