"""Corrections of what an army's units may be together: prices with a detachment, groups, choices, bearers."""

from __future__ import annotations

from msgspec import Struct

from datasheets.sources.correction_rows import Reasoned


class DetachmentPriceRow(Reasoned, frozen=True):
    """What ``datasheet`` costs with ``detachment`` (R-10).

    It was told for a manual that asks ``base`` points for the first unit of that size without it: where
    the manual in force asks another figure, nobody has told the price.
    """

    datasheet: str
    price_list: str
    detachment: str
    base: int
    points: int
    models: int = 1
    first: int = 1
    last: int | None = None
    includes: tuple[str, ...] = ()


class ConditionRow(Reasoned, frozen=True):
    """Conditions of attachments: of the units named, or of factions, to ``bodyguards`` (R-18); empty: any."""

    joining: tuple[str, ...] = ()
    joining_of: tuple[str, ...] = ()
    bodyguards: tuple[str, ...] = ()
    required_detachment: str | None = None
    excluded_detachments: tuple[str, ...] = ()
    shared_keywords: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    never_beside_its_like: bool = False
    beside_from_models: int | None = None


class OverrideRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Other limits of a group with a detachment."""

    detachment: str
    minimum: int = 0
    maximum: int | None = None


class GroupRow(Reasoned, frozen=True):
    """A group of units that limit each other.

    ``excluded_keywords`` names, beside ``excludes``, every datasheet of ``excluded_from`` (faction ids)
    that has them all and none of ``spared_keywords``.
    """

    id: str
    name: str
    members: tuple[str, ...]
    minimum: int = 0
    maximum: int | None = None
    excludes: tuple[str, ...] = ()
    excluded_keywords: tuple[str, ...] = ()
    excluded_from: tuple[str, ...] = ()
    spared_keywords: tuple[str, ...] = ()
    faction: str | None = None
    detachment: str | None = None
    overrides: tuple[OverrideRow, ...] = ()


class ChoiceRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the choices, and the keywords it gives."""

    name: str
    keywords: tuple[str, ...] = ()
    maximum: int | None = None


class AllegianceRow(Reasoned, frozen=True):
    """A choice that is made for each of some units when the army is mustered."""

    id: str
    name: str
    choices: tuple[ChoiceRow, ...]
    to_keywords: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    detachment: str | None = None
    is_mandatory: bool = False
    minimum: int = 0
    maximum: int | None = None


class GrantRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A keyword that a detachment gives."""

    keyword: str
    to_keyword: str
    maximum: int | None = None
    with_keyword: str | None = None
    is_choice: bool = False


class DetachmentTermsRow(Reasoned, frozen=True):
    """What a detachment demands and gives.

    ``barred`` are datasheets that the army may not include, and so are those of the factions ``barred_from``
    with one of ``barred_keywords``, but for ``spared``. ``grants`` take the place of those upstream has.
    """

    detachment: str
    demanded_warlords: tuple[str, ...] = ()
    has_uncounted_enhancements: bool = False
    grants: tuple[GrantRow, ...] | None = None
    barred: tuple[str, ...] = ()
    barred_keywords: tuple[str, ...] = ()
    barred_from: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()


class KeywordRow(Reasoned, frozen=True):
    """``keyword``, which datasheets have with ``detachment``, or in the army of a faction with ``faction_keyword``.

    Those named, or those of the factions ``of`` that have all of ``to_keywords`` and none of ``excludes``.
    """

    keyword: str
    detachment: str | None = None
    faction_keyword: str | None = None
    datasheets: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    to_keywords: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


class BearerRow(Reasoned, frozen=True):
    """What enhancements ask of their bearers or do to them.

    ``required_items`` are items, one of which it carries; ``granted_keywords`` it and its unit have.
    """

    enhancements: tuple[str, ...]
    required_items: tuple[str, ...] = ()
    granted_keywords: tuple[str, ...] = ()
    bars_warlord: bool = False
    is_demanded: bool = False
