"""The register of muster checks: what each is called, says, weighs and needs to know.

A check is a small function over the army that yields findings; everything else about it stands once,
in its decorator. Ids are public and never change meaning (R-22).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from roster.muster.needs import Need
from roster.muster.report import Severity, Stage, Usage, Violation

if TYPE_CHECKING:
    from roster.muster.army import Army

CORE_RULES = frozenset({"01.02.06", "18.01", "19.01", "20.01", "23.01", "24.22", "24.34", "25.02", "25.03", "25.04"})
FAMILIES_WITHOUT_RULE_NUMBER = frozenset({"mfm", "datasheet", "ally", "faction", "data", "event", "app"})
FAMILIES = (
    "Document",
    "Roster",
    "Detachments",
    "Units",
    "Unit sizes and prices",
    "Wargear",
    "Enhancements",
    "Attached units",
    "Warlord",
    "Allies",
    "Transports",
    "Strategic reserves",
    "Event",
)
"""What checks are about, in the order in which reports show them."""

NEVER_LOWERED = frozenset({"app", "data"})
"""Families of checks that say whether a roster was read whole; no event lets go of that."""

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


# What a check function yields, beside violations ------------------------------------------------


class Found(NamedTuple):
    """What the check found, in words with figures; the reason of a held verdict."""

    reason: str
    used: int | None = None
    limit: int | None = None


class NotApplicable(NamedTuple):
    """There is nothing in this roster for the check to judge, and why."""

    reason: str


class NotChecked(NamedTuple):
    """Something the check could not judge, and why."""

    reason: str


Finding = Violation | Usage | Found | NotApplicable | NotChecked
CheckFunction = Callable[["Army"], Iterator[Finding]]


# What stands on a check ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Message:
    """Templates of one message: ``text`` says what is wrong, ``hint`` what to do about it (R-20)."""

    text: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Severities:
    """What breaking a check means at each stage (R-21)."""

    draft: Severity
    final: Severity
    event: Severity

    def at(self, stage: Stage) -> Severity:
        """The severity at this stage."""
        if stage is Stage.FINAL:
            return self.final
        return self.draft if stage is Stage.DRAFT else self.event


ILLEGAL = Severities(Severity.ILLEGAL, Severity.ILLEGAL, Severity.ILLEGAL)
ILLEGAL_WHEN_FINISHED = Severities(Severity.WARNING, Severity.ILLEGAL, Severity.ILLEGAL)
ILLEGAL_AT_EVENTS = Severities(Severity.WARNING, Severity.WARNING, Severity.ILLEGAL)
WARNING = Severities(Severity.WARNING, Severity.WARNING, Severity.WARNING)
ADVICE = Severities(Severity.ADVICE, Severity.ADVICE, Severity.ADVICE)


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """A registered check.

    ``needs`` must be known for the check to hold, ``presumes`` for it to be made at all: there a
    thing not recognised could make a violation false. ``applies`` gives the reason why the check has
    nothing to do with this roster, or None.
    """

    id: str
    rule: str
    slug: str
    family: str
    title: str
    claim: str
    """First line of the function's docstring: what is true of a roster that holds."""
    messages: Mapping[str, Message]
    severity: Severities
    needs: tuple[Need, ...]
    presumes: tuple[Need, ...]
    applies: Callable[[Army], str | None] | None
    function: CheckFunction


_CHECKS: dict[str, Check] = {}


def muster_check(
    rule: str,
    slug: str,
    *,
    family: str,
    title: str,
    messages: Mapping[str, Message],
    severity: Severities = ILLEGAL,
    needs: tuple[Need, ...] = (),
    presumes: tuple[Need, ...] = (),
    applies: Callable[[Army], str | None] | None = None,
) -> Callable[[CheckFunction], CheckFunction]:
    """Register a check under ``rule/slug``; ValueError for an id that is taken or badly formed."""
    identifier = f"{rule}/{slug}"
    if rule not in CORE_RULES and rule not in FAMILIES_WITHOUT_RULE_NUMBER:
        raise ValueError(f"{identifier}: {rule} is neither a rule of mustering nor a family of checks.")
    if not SLUG.fullmatch(slug):
        raise ValueError(f"{identifier}: a slug is lower-case words with hyphens.")
    if identifier in _CHECKS:
        raise ValueError(f"{identifier} is registered already.")
    if family not in FAMILIES:
        raise ValueError(f"{identifier}: {family} is no family of checks.")
    if not messages:
        raise ValueError(f"{identifier} has no messages.")

    def register(function: CheckFunction) -> CheckFunction:
        claim = (function.__doc__ or "").strip().split("\n")[0]
        if not claim:
            raise ValueError(f"{identifier} does not say what it claims.")
        _CHECKS[identifier] = Check(
            identifier, rule, slug, family, title, claim, messages, severity, needs, presumes, applies, function
        )
        return function

    return register


def all_checks() -> tuple[Check, ...]:
    """Every check, family by family."""
    import roster.muster.rules  # noqa: F401  (importing the rules registers them)

    return _by_family(len(_CHECKS))


@lru_cache(maxsize=1)
def _by_family(_registered: int) -> tuple[Check, ...]:
    """The checks by family; sorted anew once there are more of them."""
    return tuple(sorted(_CHECKS.values(), key=lambda check: FAMILIES.index(check.family)))


def may_be_lowered(check: Check) -> bool:
    """Whether an organiser may make the check weigh less (R-21)."""
    return check.rule not in NEVER_LOWERED


def check_named(identifier: str) -> Check:
    """The check with this id; KeyError if there is none."""
    all_checks()
    return _CHECKS[identifier]
