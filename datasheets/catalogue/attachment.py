"""Who may join whom, and who may fight beside another faction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class AttachmentRole(StrEnum):
    """The part a unit plays in an attached unit; it belongs to the pair (R-13)."""

    LEADER = "leader"
    SUPPORT = "support"
    JOINER = "joiner"


@dataclass(frozen=True, slots=True)
class Attachment:
    """``joining`` may be attached to ``bodyguard`` as ``role`` in armies that use these price lists.

    Datasheet ids. ``price_lists`` are faction ids; empty: in any army. ``excluded_detachments`` are ids of
    which none may be selected. ``shared_keywords``: joining and bodyguard unit both have one and the same
    of these (a mark); empty: nothing is asked.

    ``may_join_beside_another``: its datasheet, or the bodyguard's, lets it join although another unit
    already has that role there (24.22, 24.34). That holds only beside the datasheets of ``beside`` (empty:
    beside any), not beside another of its own datasheet where ``never_beside_its_like``, and only at a
    bodyguard unit of ``beside_from_models`` models or more.

    Of a joiner (R-13): ``is_mandatory``, it must join one of its bodyguards before the battle;
    ``led_by``, a keyword that a leader or support unit of the bodyguard must have; ``joiner_group``,
    the group of which a bodyguard unit may have one joined, empty: any number.
    """

    joining: str
    bodyguard: str
    role: AttachmentRole
    price_lists: tuple[str, ...] = ()
    required_detachment: str | None = None
    source: str = ""
    may_join_beside_another: bool = False
    is_mandatory: bool = False
    led_by: str | None = None
    joiner_group: str = ""
    excluded_detachments: tuple[str, ...] = ()
    shared_keywords: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    never_beside_its_like: bool = False
    beside_from_models: int | None = None


@dataclass(frozen=True, slots=True)
class LimitBySize:
    """A cap that depends on the battle size: points, or a count of units with ``keyword``."""

    battle_size: str
    maximum: int
    keyword: str | None = None


@dataclass(frozen=True, slots=True)
class FreeGuest:
    """For each unit of the army with all of ``beside``, one unit of ``guest`` is not counted as an ally."""

    guest: str
    beside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AlliedRule:
    """Datasheets another faction's army may include beside its own (25.04).

    ``host_keywords``: one of them must be the army's faction (or chapter) keyword. ``detachments``:
    one of them must be selected; empty: none needed. ``all_models_keywords``: every model that does
    not come in by this rule has one of them; empty: nothing is asked. ``uncounted_if``: guests with one
    of these keywords do not count against the limits. ``is_confirmed`` says whether the row was checked
    against the rule's text (R-16).
    """

    id: str
    name: str
    host_keywords: tuple[str, ...]
    guests: tuple[str, ...]
    detachments: tuple[str, ...] = ()
    points_limits: tuple[LimitBySize, ...] = ()
    count_limits: tuple[LimitBySize, ...] = ()
    cannot_be_warlord: bool = True
    cannot_take_enhancements: bool = False
    warlord_required_keyword: str | None = None
    ratio_keywords: tuple[str, ...] = ()
    exclusive_bucket: str | None = None
    is_confirmed: bool = False
    source: str = ""
    all_models_keywords: tuple[str, ...] = ()
    uncounted_if: tuple[str, ...] = ()
    free_guests: tuple[FreeGuest, ...] = ()
